"""Trees come whole or not at all, are seen by whom they may be seen, and go in pieces."""

import asyncio
from typing import Any

import pytest

from gomoku.notation.tree import Tree
from server.store.people import players
from server.store.reading import read_from
from server.store.sql import Conflict
from server.store.trees import edited_nodes, tree_rows
from server.store.trees.tree_blocks import NODES, OpenBlock, pack
from server.store.trees.tree_rows import NewTree
from tests.gomoku.notation.trees import large_tree
from tests.kit.stores import OpenStore
from tests.server.store.examples import add_player


def new(tree: Tree, id: str = "tree00000001", owner: str = "ada", **changed: Any) -> NewTree:
    fields: dict[str, Any] = {"command": id, "title": "Openings", "visibility": "private", "sealed": False}
    fields |= {"rules": None, "size": tree.size, "file": "a.lib", "encoding": "utf-8", "skipped": 0, "nodes": len(tree)}
    fields |= {"depth": 9, "bytes": sum(block.length for block in pack(tree)), "at": 5}
    return NewTree(id, owner, **fields | changed)


async def keep(store: OpenStore, tree: Tree, **changed: Any) -> None:
    await tree_rows.insert(store, new(tree, **changed), list(pack(tree)))


def read_whole(address: str, serial: int, size: int = 15) -> Tree:
    """The tree as another process reads it."""
    with read_from(address) as reading:
        return edited_nodes.read_tree(reading, serial, size)


async def test_a_tree_comes_whole_and_can_be_read_by_pieces(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_rows, "AT_ONCE", 2)
    await add_player(store, "ada", "Ada")
    tree = large_tree(5 * NODES)
    await keep(store, tree)
    stored = await tree_rows.find_tree(store, "tree00000001")
    assert stored is not None
    assert (stored.title, stored.nodes, stored.seen_by("ada"), stored.seen_by(None)) == (
        "Openings",
        len(tree),
        True,
        False,
    )
    assert await asyncio.to_thread(read_whole, store.address, stored.serial) == tree
    assert (await edited_nodes.read_block(store, stored, 2 * NODES - 1)).first == NODES
    assert await tree_rows.count_own(store, "ada") == (1, stored.bytes)


async def test_the_same_command_brings_one_tree(store: OpenStore) -> None:
    await add_player(store, "ada", "Ada")
    await keep(store, large_tree(10), command="up")
    with pytest.raises(Conflict):
        await keep(store, large_tree(10), id="tree00000002", command="up")
    assert await tree_rows.find_of_command(store, "ada", "up") == "tree00000001"
    assert await tree_rows.find_of_command(store, "bob", "up") is None


async def test_what_does_not_come_whole_is_not_there(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    await add_player(store, "ada", "Ada")
    blocks = list(pack(large_tree(10)))
    with pytest.raises(Conflict):
        await tree_rows.insert(store, new(large_tree(10)), [*blocks, *blocks])
    assert await tree_rows.find_tree(store, "tree00000001") is None
    while await tree_rows.remove_some(store):
        pass
    assert await store.fetch("SELECT 1 FROM trees") == []


async def test_half_a_tree_of_a_server_that_ended_goes(store: OpenStore) -> None:
    await add_player(store, "ada", "Ada")
    await keep(store, large_tree(10))
    await store.execute(("UPDATE trees SET state = 'coming'", ()))
    assert await tree_rows.find_tree(store, "tree00000001") is None
    await tree_rows.leave_half(store)
    while await tree_rows.remove_some(store):
        pass
    assert await store.fetch("SELECT 1 FROM trees UNION ALL SELECT 1 FROM tree_blocks") == []


async def test_only_its_owner_changes_or_deletes_a_tree_which_goes_in_pieces(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree_rows, "AT_ONCE", 2)
    await add_player(store, "ada", "Ada")
    await add_player(store, "bob", "Bob")
    await keep(store, large_tree(5 * NODES))
    assert not await tree_rows.change(store, "tree00000001", "bob", "Mine", "public")
    assert not await tree_rows.leave(store, "tree00000001", "bob")
    assert await tree_rows.change(store, "tree00000001", "ada", None, "public")
    found, _ = await tree_rows.list_public(store, None, 10)
    assert [(tree.title, tree.visibility) for tree in found] == [("Openings", "public")]
    assert await tree_rows.leave(store, "tree00000001", "ada")
    assert await tree_rows.find_tree(store, "tree00000001") is None
    assert await tree_rows.is_going(store, "tree00000001", "ada")
    left = []
    while await tree_rows.remove_some(store):
        left.append(len(await store.fetch("SELECT 1 FROM tree_blocks")))
    assert left == [3, 1, 0]
    assert not await tree_rows.is_going(store, "tree00000001", "ada")


async def test_public_trees_come_in_pages(store: OpenStore) -> None:
    await add_player(store, "ada", "Ada")
    for number in range(5):
        visibility = "link" if number == 2 else "public"
        await keep(store, large_tree(3), id=f"tree0000000{number}", visibility=visibility, at=number // 2)
    first, cursor = await tree_rows.list_public(store, None, 2)
    second, end = await tree_rows.list_public(store, cursor, 2)
    assert [tree.id[-1] for tree in [*first, *second]] == ["4", "3", "1", "0"]
    assert end is None
    assert [tree.id[-1] for tree in await tree_rows.list_own(store, "ada")] == ["4", "3", "2", "1", "0"]


async def test_a_deleted_player_s_trees_go(store: OpenStore) -> None:
    await add_player(store, "ada", "Ada")
    await keep(store, large_tree(3), visibility="public")
    await players.delete(store, "ada", 7)
    assert (await tree_rows.list_public(store, None, 5))[0] == []
    assert await tree_rows.remove_some(store)
    assert await store.fetch("SELECT 1 FROM trees") == []


def marked_tree(nodes: int, every: int) -> Tree:
    """A large tree of which some nodes are bookmarked."""
    tree = large_tree(nodes)
    for node in range(0, nodes, every):
        tree.note(node).marked = True
    return tree


async def list_marked(store: OpenStore, id: str = "tree00000001") -> list[int]:
    tree = await tree_rows.find_tree(store, id)
    assert tree is not None
    return [number async for number in edited_nodes.walk_marked(store, tree)]


def find_marked(tree: Tree) -> list[int]:
    return [number for block in map(OpenBlock, pack(tree)) for number in block.marked]


async def test_the_first_bookmarks_of_a_file_are_kept_and_go_with_it(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await add_player(store, "ada", "Ada")
    tree = marked_tree(3 * NODES, 7)
    every = find_marked(tree)
    assert len(every) == -(-3 * NODES // 7)
    await keep(store, tree)
    assert await list_marked(store) == every
    monkeypatch.setattr(tree_rows, "MOST_BOOKMARKS", 250)
    monkeypatch.setattr(tree_rows, "AT_ONCE", 2)
    await keep(store, tree, id="tree00000002")
    assert await list_marked(store, "tree00000002") == every[:250]
    second = await tree_rows.find_tree(store, "tree00000002")
    assert second is not None
    assert second.bookmarks == len(every)
    for id in ("tree00000001", "tree00000002"):
        assert await tree_rows.leave(store, id, "ada")
    while await tree_rows.remove_some(store):
        pass
    assert await store.fetch("SELECT 1 FROM tree_bookmarks") == []


async def test_bookmarks_of_older_trees_are_counted_once(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_rows, "READ_AT_ONCE", 2)
    monkeypatch.setattr(tree_rows, "MOST_BOOKMARKS", 400)
    await add_player(store, "ada", "Ada")
    tree = marked_tree(5 * NODES, 9)
    for id in ("tree00000001", "tree00000002"):
        await keep(store, tree, id=id)
    before = await list_marked(store)
    assert len(before) == 400
    await store.execute(("DELETE FROM tree_bookmarks", ()), ("UPDATE trees SET bookmarks = NULL", ()))
    await store.execute(("UPDATE trees SET state = 'going' WHERE id = 'tree00000002'", ()))
    assert await list_marked(store) == []
    assert [await tree_rows.count_bookmarks(store) for _ in range(2)] == [True, False]
    assert await list_marked(store) == before
    found = await tree_rows.find_tree(store, "tree00000001")
    assert found is not None
    assert found.bookmarks == len(find_marked(tree))


async def test_a_damaged_block_keeps_no_other_bookmarks_away(store: OpenStore) -> None:
    await add_player(store, "ada", "Ada")
    tree = marked_tree(3 * NODES, 9)
    await keep(store, tree)
    await store.execute(("DELETE FROM tree_bookmarks", ()), ("UPDATE trees SET bookmarks = NULL", ()))
    await store.execute((f"UPDATE tree_blocks SET sum = sum + 1 WHERE first = {NODES}", ()))
    assert await tree_rows.count_bookmarks(store)
    assert await list_marked(store) == [each for each in find_marked(tree) if each // NODES != 1]
