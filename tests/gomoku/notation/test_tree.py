import pytest
from hypothesis import given

from gomoku.board import Color
from gomoku.errors import BadBoardSize
from gomoku.notation.tree import PASS, ROOT, Note, PathStones, Tree
from tests.gomoku.notation.trees import large_tree, trees

B, W = Color.BLACK, Color.WHITE


def branched() -> Tree:
    """Return a root with the lines 112 113, 112 114 115, and 7."""
    tree = Tree(15)
    first = tree.add(ROOT, (112, B))
    tree.add(first, (113, W))
    tree.add(tree.add(first, (114, W)), (115, B))
    tree.add(ROOT, (7, B))
    return tree


def test_nodes_are_walked_with_each_before_its_children() -> None:
    tree = branched()
    assert list(tree.walk()) == [(0, 0), (1, 1), (2, 2), (3, 2), (4, 3), (5, 1)]
    assert [tree.move(node) for node in tree.children(ROOT)] == [(112, B), (7, B)]
    assert tree.path(4) == [0, 1, 3, 4]
    assert tree.main_line() == [0, 1, 2]
    assert (tree.parent(4), tree.first(1), tree.following(2), tree.following(5)) == (3, 2, 3, ROOT)


def test_a_tree_is_the_same_in_whatever_order_it_was_made() -> None:
    other = Tree(15)
    first, second = other.add(ROOT, (112, B)), other.add(ROOT, (7, B))
    assert second == 2
    other.add(first, (113, W))
    other.add(other.add(first, (114, W)), (115, B))
    assert branched() == other
    other.note(second).comment = "here"
    assert branched() != other
    assert branched() != Tree(15)
    assert branched() != 3


def test_a_note_that_says_nothing_is_none() -> None:
    tree = branched()
    assert not tree.note(1)
    assert list(tree.noted()) == []
    tree.note(1).name = "Kanagawa"
    assert list(tree.noted()) == [(1, Note(name="Kanagawa"))]
    assert tree.said(2) == Note()


def test_stones_are_those_set_up_and_those_played() -> None:
    tree = Tree(5)
    tree.note(ROOT).setup = ((0, B), (1, W), (2, B))
    node = tree.add(tree.add(ROOT, (PASS, W)), (3, B))
    tree.note(node).setup = ((1, 0), (2, W))
    board = tree.board(node)
    assert [board[point] for point in range(4)] == [B, 0, W, B]
    assert board.stones == 3
    assert tree.has_passes


@given(trees())
def test_a_walk_comes_by_every_node_once(tree: Tree) -> None:
    walked = [node for node, _ in tree.walk()]
    assert sorted(walked) == list(range(len(tree)))
    assert all(depth == len(tree.path(node)) - 1 for node, depth in tree.walk())


def test_what_lay_there_comes_back_on_the_way_up() -> None:
    line = PathStones(5)
    line.enter()
    line.put(3, B)
    line.enter()
    line.put(3, 0)
    line.put(3, W)
    assert (line.depth, line.cells[3]) == (2, W)
    line.back_to(1)
    assert (line.depth, line.cells[3]) == (1, B)
    line.back_to(0)
    assert (line.depth, line.cells[3]) == (0, 0)


def test_there_is_no_tree_on_a_board_that_is_none() -> None:
    with pytest.raises(BadBoardSize):
        Tree(27)


def test_a_deep_tree_needs_no_deep_stack() -> None:
    tree = Tree(15)
    node = ROOT
    for _ in range(100_000):
        node = tree.add(node, (PASS, B))
    assert sum(1 for _ in tree.walk()) == 100_001
    assert tree == tree
    assert len(tree.path(node)) == 100_001


def test_a_large_tree_has_as_many_nodes_as_asked_for() -> None:
    assert len(large_tree(5_000)) == 5_000
