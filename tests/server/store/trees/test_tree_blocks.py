"""Packed trees come out again unchanged, children side by side, for every shape of tree."""

from array import array
from itertools import pairwise

import pytest
from hypothesis import given, settings

from gomoku.board import Color
from gomoku.errors import BadNotation
from gomoku.notation.tree import ROOT, Note, Tree
from server.store.integrity import Damaged
from server.store.trees import tree_blocks
from server.store.trees.tree_blocks import NODES, OpenBlock, TreeBlock, open_block, pack, put_together
from tests.gomoku.notation.trees import large_tree, library_trees, trees


def opened(tree: Tree) -> list[OpenBlock]:
    return [open_block(block.first, block.nodes, block.notes, block.sum) for block in pack(tree)]


@given(trees() | library_trees())
@settings(deadline=None, max_examples=30)
def test_what_is_packed_comes_out_again(tree: Tree) -> None:
    assert put_together(tree.size, opened(tree)) == tree


@given(trees())
@settings(deadline=None, max_examples=20)
def test_small_blocks_hold_the_same(tree: Tree) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree_blocks, "NODES", 3)
        patch.setattr(tree_blocks, "NOTES", 40)
        blocks = opened(tree)
    assert all(len(block) <= 3 for block in blocks)
    assert put_together(tree.size, blocks) == tree


@given(trees())
@settings(deadline=None, max_examples=20)
def test_children_stand_side_by_side_and_all_below_is_counted(tree: Tree) -> None:
    nodes = [block.node(number) for block in opened(tree) for number in range(block.first, block.first + len(block))]
    for node in nodes:
        children = [nodes[number] for number in node.children]
        assert list(node.children) == list(range(node.children[0], node.children[-1] + 1) if node.children else ())
        assert all(child.parent == node.number < child.number for child in children)
        assert node.below == sum(child.below + 1 for child in children)
    assert [node.number for node in nodes] == list(range(len(tree)))


def test_a_large_tree_takes_few_bytes_in_blocks_of_some_nodes() -> None:
    tree = large_tree(20_000)
    blocks = list(pack(tree))
    assert len(blocks) == -(-20_000 // NODES)
    assert sum(block.length for block in blocks) < 6 * 20_000
    assert put_together(15, map(OpenBlock, blocks)) == tree


def test_a_line_below_a_wide_node_lies_together() -> None:
    tree = Tree(15)
    for point in range(200):
        node = tree.add(ROOT, (point, Color.BLACK))
        for number in range(3):
            node = tree.add(node, (point + number + 1, Color.WHITE))
    nodes = {node.number: node for block in opened(tree) for node in map(block.node, range(len(block)))}
    first = nodes[nodes[ROOT].children[0]]
    line = [first.children[0]]
    while nodes[line[-1]].children:
        line.append(nodes[line[-1]].children[0])
    assert [later - earlier for earlier, later in pairwise(line)] == [1, 1]


def test_what_is_too_deep_or_says_too_much_is_refused_with_its_node() -> None:
    tree, node = Tree(15), ROOT
    for number in range(tree_blocks.MOST_DEPTH + 1):
        node = tree.add(node, (-1, Color.WHITE if number % 2 else Color.BLACK))
    with pytest.raises(BadNotation) as deep:
        list(pack(tree))
    assert (deep.value.fault, deep.value.line, deep.value.unit) == ("too_deep", node, "node")
    tree = Tree(15)
    tree.take(tree.add(ROOT, (0, Color.BLACK)), Note(comment="x" * tree_blocks.MOST_NOTE))
    with pytest.raises(BadNotation) as long:
        list(pack(tree))
    assert (long.value.fault, long.value.line) == ("too_long", 1)


@pytest.mark.parametrize("flip", [3, -1])
def test_a_flipped_byte_is_noticed(flip: int) -> None:
    (block,) = pack(large_tree(50))
    nodes = bytearray(block.nodes)
    nodes[flip] ^= 1
    with pytest.raises(Damaged):
        open_block(0, bytes(nodes), block.notes, block.sum)
    with pytest.raises(Damaged):
        open_block(1, block.nodes, block.notes, block.sum)
    with pytest.raises(Damaged):
        open_block(0, "text", None, block.sum)  # type: ignore[arg-type]


def test_a_missing_block_is_noticed() -> None:
    blocks = opened(large_tree(3 * NODES))
    with pytest.raises(Damaged):
        put_together(15, [blocks[0], blocks[2]])


def test_columns_have_the_widths_that_are_written() -> None:
    assert [array(kind).itemsize for kind in tree_blocks._COLUMNS] == [2, 4, 4, 4, 4]
    assert TreeBlock(0, b"ab", None).length == 2
