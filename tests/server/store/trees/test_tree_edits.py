"""Edits are committed for the version that they were made for, and undone, wherever the trees are kept."""

import asyncio

import msgspec
import pytest

from gomoku.board import Color
from gomoku.notation.tree import ROOT, Note, Tree
from server.store.sql import Conflict
from server.store.trees import edited_nodes, tree_edits, tree_rows
from server.store.trees.tree_blocks import NODES, write_note
from server.store.trees.tree_edits import NodeChange, TreeCounts
from server.store.trees.tree_rows import StoredTree
from tests.gomoku.notation.trees import large_tree
from tests.kit.stores import OpenStore
from tests.server.store.examples import add_player
from tests.server.store.trees.test_tree_rows import keep, read_whole

ID = "tree00000001"


async def find(store: OpenStore) -> StoredTree:
    tree = await tree_rows.find_tree(store, ID)
    assert tree is not None
    return tree


async def add(store: OpenStore, tree: StoredTree, parent: int, point: int) -> None:
    """Add a white move to a leaf below the root's first child."""
    change = NodeChange(parent, tree.numbers, parent, f"[{tree.numbers}]", None, 1)
    undo = change.reverse(None)
    path = [ROOT, parent] if parent else [ROOT]
    counts = TreeCounts(9, tree.depth + 1, "utf-8")
    await tree_edits.edit(store, tree, change, undo, path, counts, added=(tree.numbers, (point, Color.WHITE)))


async def move(store: OpenStore, tree: StoredTree, kept: tuple[int, NodeChange], *, undone: bool) -> None:
    """Undo the last edit, or do it again; its node is the root's first child."""
    v, change = kept
    row = (await edited_nodes.read_block(store, tree, change.at)).row(change.at)
    counts = TreeCounts(change.count_bytes(row), tree.depth, "utf-8")
    await tree_edits.move(store, tree, v, change, change.reverse(row), [ROOT, change.at], counts, undone=undone)


def small() -> Tree:
    tree = Tree(15)
    tree.add(ROOT, (112, Color.BLACK))
    return tree


async def test_a_move_is_added_and_taken_back(store: OpenStore) -> None:
    await add_player(store, "ada", "Ada")
    await keep(store, small())
    before = await find(store)
    await add(store, before, 1, 113)
    tree = await find(store)
    assert (tree.v, tree.nodes, tree.numbers, tree.packed, tree.depth) == (1, 3, 3, 2, before.depth + 1)
    expected = small()
    expected.add(1, (113, Color.WHITE))
    assert await asyncio.to_thread(read_whole, store.address, tree.serial) == expected
    nodes = [(await edited_nodes.read_block(store, tree, number)).node(number) for number in range(3)]
    assert [(node.move, list(node.children), node.below) for node in nodes] == [
        (None, [1], 2),
        ((112, Color.BLACK), [2], 1),
        ((113, Color.WHITE), [], 0),
    ]
    last = await tree_edits.find_last(store, tree)
    assert last is not None
    v, change = last
    assert (v, change.look) == (1, 1)
    await move(store, tree, last, undone=True)
    after = await find(store)
    same = msgspec.structs.replace(after, v=0, numbers=2, depth=before.depth, bytes=before.bytes)
    assert same == before  # the depth is that of the deepest move that ever was; the log takes bytes
    assert (after.v, after.numbers) == (2, 3)
    assert await asyncio.to_thread(read_whole, store.address, tree.serial) == small()
    assert await tree_edits.find_last(store, after) is None
    again = await tree_edits.find_undone(store, after)
    assert again is not None
    assert (again[0], again[1].look, again[1].back) == (2, 2, 1)
    await move(store, after, again, undone=False)
    tree = await find(store)
    assert (tree.v, tree.nodes, tree.numbers) == (3, 3, 3)
    assert await asyncio.to_thread(read_whole, store.address, tree.serial) == expected
    assert await tree_edits.find_undone(store, tree) is None
    last = await tree_edits.find_last(store, tree)
    assert last == (3, change)


async def test_another_edit_forgets_what_was_undone(store: OpenStore) -> None:
    await add_player(store, "ada", "Ada")
    await keep(store, small())
    await add(store, await find(store), 1, 113)
    tree = await find(store)
    last = await tree_edits.find_last(store, tree)
    assert last is not None
    await move(store, tree, last, undone=True)
    await add(store, await find(store), 1, 114)
    tree = await find(store)
    assert await tree_edits.find_undone(store, tree) is None
    assert [row["undone"] for row in await store.fetch("SELECT undone FROM tree_edits")] == [0]


async def test_a_note_takes_the_place_of_the_packed_one(store: OpenStore) -> None:
    await add_player(store, "ada", "Ada")
    await keep(store, small())
    for text in ("one", "two"):
        tree = await find(store)
        block = await edited_nodes.read_block(store, tree, 1)
        change = NodeChange(1, 1, 1, None, write_note(1, Note(comment=text)))
        counts = TreeCounts(change.count_bytes(block.row(1)), tree.depth, "utf-8")
        await tree_edits.edit(store, tree, change, change.reverse(block.row(1)), [ROOT, 1], counts)
    tree = await find(store)
    assert (await edited_nodes.read_block(store, tree, 1)).node(1).note == Note(comment="two")
    last = await tree_edits.find_last(store, tree)
    assert last is not None
    await move(store, tree, last, undone=True)
    tree = await find(store)
    assert (await edited_nodes.read_block(store, tree, 1)).node(1).note == Note(comment="one")


async def test_of_two_edits_of_one_version_one_is_committed(store: OpenStore) -> None:
    await add_player(store, "ada", "Ada")
    await keep(store, small())
    tree = await find(store)
    edits = [add(store, tree, 1, point) for point in (113, 114)]
    ends = await asyncio.gather(*edits, return_exceptions=True)
    assert [type(end) for end in ends if end is not None] == [Conflict]
    assert (await find(store)).v == 1


async def test_nobody_else_s_and_no_deleted_tree_is_edited(store: OpenStore) -> None:
    await add_player(store, "ada", "Ada")
    await keep(store, small())
    tree = await find(store)
    with pytest.raises(Conflict):
        await add(store, msgspec.structs.replace(tree, owner="bob"), 1, 113)
    await tree_rows.leave(store, ID, "ada")
    with pytest.raises(Conflict):
        await add(store, tree, 1, 113)


async def test_the_last_edits_can_be_undone_and_older_ones_take_no_room(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree_edits, "MOST_UNDONE", 2)
    await add_player(store, "ada", "Ada")
    await keep(store, large_tree(NODES + 9))
    sizes = []
    for number in range(4):
        tree = await find(store)
        change = NodeChange(5, 5, 5, None, write_note(5, Note(comment=str(number))))
        block = await edited_nodes.read_block(store, tree, 5)
        counts = TreeCounts(change.count_bytes(block.row(5)), tree.depth, "utf-8")
        await tree_edits.edit(store, tree, change, change.reverse(block.row(5)), [ROOT, 5], counts)
        sizes.append((await find(store)).bytes)
    rows = await store.fetch("SELECT v FROM tree_edits ORDER BY v")
    assert [row["v"] for row in rows] == [3, 4]
    assert sizes[2] == sizes[3]
    await tree_rows.leave(store, ID, "ada")
    while await tree_rows.remove_some(store):
        pass
    assert await store.fetch("SELECT tree FROM tree_nodes UNION ALL SELECT tree FROM tree_edits") == []
