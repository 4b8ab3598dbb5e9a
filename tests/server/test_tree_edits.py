"""Trees edited on a real server: by their owner alone, one version after the other, and written as files."""

from typing import Any

import pytest

from gomoku.board import Color
from gomoku.notation import renlib, sgf_tree
from gomoku.notation.tree import PASS, ROOT, Note, Tree
from tests.conftest import Connect
from tests.gomoku.notation.trees import large_tree
from tests.kit.app import App
from tests.kit.client import Client, Message, Refusal
from tests.kit.http import get_json
from tests.kit.trees import bring, write


@pytest.fixture
def url(running: tuple[App, str]) -> str:
    return running[1].replace("ws:", "http:").removesuffix("/ws")


async def edit(client: Client, tree: str, v: int, node: int, kind: str, **fields: Any) -> Message:
    """Edit a tree; raises Refusal."""
    return await client.command("tree_edit", tree=tree, v=v, node=node, edit={"kind": kind, **fields})


async def news(client: Client) -> Message:
    """Return the next notice of a tree."""
    return await client.wait(lambda message: message["t"] == "tree")


async def follow(client: Client, tree: str) -> Message:
    """Follow a tree; return the first notice of it."""
    await client.send(t="follow_tree", tree=tree, on=True)
    return await news(client)


async def test_a_library_is_edited_undone_and_written(join: Connect, url: str) -> None:
    ada, bob = await join(), await join()
    tree = Tree(15)
    tree.add(ROOT, (112, Color.BLACK))
    id = await bring(ada, b"".join(renlib.dump(tree)), visibility="link")
    there = await edit(ada, id, 0, 1, "add", point=113)
    assert (there["v"], there["node"], there["tree"]) == (1, 2, id)
    again = await edit(ada, id, 1, 1, "add", point=113)
    assert (again["v"], again["node"]) == (1, 2)
    assert (await edit(ada, id, 1, 1, "add", point=114))["node"] == 3
    await edit(ada, id, 2, 3, "promote")
    await edit(ada, id, 3, 3, "comment", text="最强")
    await edit(ada, id, 4, 3, "label", point=0, text="A")
    await edit(ada, id, 5, 3, "mark", point=1, mark="triangle")
    page = await get_json(f"{url}/api/trees/{id}/nodes?node=3&path=true", bob.token)
    assert (page["v"], page["path"][1]["order"], page["path"][1]["below"]) == (6, [3, 2], 2)
    assert (page["path"][2]["comment"], page["path"][2]["labels"]) == ("最强", [[0, "A"]])
    assert page["path"][2]["marks"] == [[1, "triangle"]]
    expected = Tree(15)
    first = expected.add(ROOT, (112, Color.BLACK))
    note = expected.note(expected.add(first, (114, Color.WHITE)))
    note.comment, note.labels = "最强", {0: "A"}
    expected.add(first, (113, Color.WHITE))
    assert await write(url, id, "lib", ada.token) == (200, b"".join(renlib.dump(expected)))
    note.properties = [("TR", ("ba",))]
    assert (await write(url, id, "sgf", ada.token))[1].decode() == "".join(sgf_tree.dump(expected))
    assert (await edit(ada, id, 6, 3, "delete"))["node"] == 1
    told = await get_json(f"{url}/api/trees/{id}", ada.token)
    assert (told["nodes"], told["v"], told["undoable"]) == (3, 7, True)
    assert (await edit(ada, id, 7, 0, "undo"))["node"] == 3
    assert (await write(url, id, "sgf", ada.token))[1].decode() == "".join(sgf_tree.dump(expected))
    for v in range(8, 14):
        await edit(ada, id, v, 0, "undo")
    assert await write(url, id, "lib", ada.token) == (200, b"".join(renlib.dump(tree)))
    assert not (await get_json(f"{url}/api/trees/{id}", ada.token)).get("undoable", False)
    assert not (await get_json(f"{url}/api/trees/{id}", bob.token)).get("undoable", False)


async def test_a_pass_and_a_name_are_the_same_in_files_and_done_again(join: Connect, url: str) -> None:
    ada = await join()
    id = (await ada.command("tree_new", title="Mine"))["tree"]
    for v, point in enumerate((112, -1, 113)):
        assert (await edit(ada, id, v, v, "add", point=point))["node"] == v + 1
    await edit(ada, id, 3, 2, "name", text="Waits")
    expected = Tree(15)
    passed = expected.add(expected.add(ROOT, (112, Color.BLACK)), (PASS, Color.WHITE))
    expected.add(passed, (113, Color.BLACK))
    unnamed = b"".join(renlib.dump(expected))
    expected.note(passed).name = "Waits"
    named = b"".join(renlib.dump(expected))
    assert await write(url, id, "lib", ada.token) == (200, named)
    assert renlib.load(named).tree == expected
    sgf = (await write(url, id, "sgf", ada.token))[1].decode()
    assert sgf_tree.load(sgf).tree == expected
    with pytest.raises(Refusal, match="bad_edit"):
        await edit(ada, id, 4, 0, "redo")
    assert (await edit(ada, id, 4, 0, "undo"))["node"] == 2
    told = await get_json(f"{url}/api/trees/{id}", ada.token)
    assert (told["undoable"], told["redoable"]) == (True, True)
    assert await write(url, id, "lib", ada.token) == (200, unnamed)
    assert (await edit(ada, id, 5, 0, "redo"))["node"] == 2
    assert await write(url, id, "lib", ada.token) == (200, named)
    assert not (await get_json(f"{url}/api/trees/{id}", ada.token)).get("redoable", False)


async def test_who_looks_at_a_tree_is_told_of_every_change(join: Connect) -> None:
    ada, bob = await join(), await join()
    id = (await ada.command("tree_new", title="Mine", visibility="link"))["tree"]
    assert [(await follow(client, id))["v"] for client in (ada, bob)] == [0, 0]
    await edit(ada, id, 0, 0, "add", point=0)
    assert [(await news(client))["v"] for client in (ada, bob)] == [1, 1]
    await edit(ada, id, 1, 0, "undo")
    assert [(await news(client))["v"] for client in (ada, bob)] == [2, 2]
    await ada.command("tree_change", tree=id, title="Yours")
    assert [(await news(client))["title"] for client in (ada, bob)] == ["Yours", "Yours"]
    await ada.command("tree_change", tree=id, visibility="private")
    assert [(await news(client)).get("gone", False) for client in (ada, bob)] == [False, True]
    assert (await follow(bob, id))["gone"]
    await edit(ada, id, 2, 0, "redo")
    assert (await news(ada))["v"] == 3
    await ada.command("tree_change", tree=id, visibility="public")
    await news(ada)
    assert (await follow(bob, id))["v"] == 3
    await bob.send(t="follow_tree", tree=id, on=False)
    await edit(ada, id, 3, 0, "undo")
    assert (await news(ada))["v"] == 4
    await ada.command("tree_delete", tree=id)
    assert (await news(ada))["gone"]
    await bob.command("tree_new", title="Mine")  # its answer comes after any news
    assert [message for message in bob.heard if message["t"] == "tree"] == []


async def test_nobody_else_edits_a_tree_and_no_older_version_is_edited(join: Connect, url: str) -> None:
    ada, bob = await join(), await join()
    id = await bring(ada, b"".join(renlib.dump(large_tree(50))), visibility="public")
    with pytest.raises(Refusal, match="unknown_tree"):
        await edit(bob, id, 0, 0, "add", point=0)
    await edit(ada, id, 0, 0, "comment", text="x")
    with pytest.raises(Refusal, match="tree_changed") as refused:
        await edit(ada, id, 0, 0, "comment", text="y")
    assert refused.value.message["detail"] == {"v": 1}
    with pytest.raises(Refusal, match="bad_edit") as refused:
        await edit(ada, id, 1, 99, "add", point=0)
    assert refused.value.message["detail"] == {"why": "no_node"}


async def test_an_edit_finds_no_room_in_full_trees(join: Connect, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = await join()
    id = await bring(ada, b"".join(renlib.dump(large_tree(50))))
    size = (await get_json(f"{url}/api/trees/{id}", ada.token))["bytes"]
    monkeypatch.setattr("server.trees.keeper.MOST_BYTES", size + 40)
    with pytest.raises(Refusal, match="trees_full"):
        await edit(ada, id, 0, 0, "comment", text="many words " * 9)
    monkeypatch.setattr("server.trees.edits.MOST_NODES", 50)
    with pytest.raises(Refusal, match="tree_too_large"):
        await edit(ada, id, 0, 0, "add", point=-1)


async def test_a_tree_without_moves_is_begun(join: Connect, url: str) -> None:
    ada = await join()
    id = (await ada.command("tree_new", title="Mine", size=19, rules="renju"))["tree"]
    told = await get_json(f"{url}/api/trees/{id}", ada.token)
    assert (told["title"], told["size"], told["nodes"], told["rules"], told["visibility"]) == (
        *("Mine", 19, 1, "renju"),
        "private",
    )
    assert (await edit(ada, id, 0, 0, "add", point=180))["node"] == 1
    sgf = (await write(url, id, "sgf", ada.token))[1].decode()
    assert sgf_tree.load(sgf).tree.move(1) == (180, Color.BLACK)


async def test_one_tree_more_than_may_be_is_not_begun(join: Connect, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = await join()
    await ada.command("tree_new", title="One")
    monkeypatch.setattr("server.trees.keeper.MOST_TREES", 1)
    with pytest.raises(Refusal, match="too_many_trees"):
        await ada.command("tree_new", title="Two")


async def test_the_positions_that_one_has_bookmarked_are_one_list(join: Connect, url: str) -> None:
    ada, bob = await join(), await join()
    first = await bring(ada, b"(;SZ[15];B[hh];W[ii](;B[jj])(;B[jh]))", name="first.sgf", visibility="public")
    second = await bring(ada, b"(;SZ[15];B[hh];W[ii])", name="second.sgf", format="sgf")
    for v, node in enumerate((2, 3, 4)):
        await edit(ada, first, v, node, "bookmark", on=True)
    await edit(ada, first, 3, 4, "comment", text="true, or not\nmore")
    await edit(ada, first, 4, 2, "bookmark", on=False)
    await edit(ada, first, 5, 2, "comment", text="no, true")
    await edit(ada, second, 0, 1, "bookmark", on=True)
    listed = await get_json(f"{url}/api/bookmarks", ada.token)
    assert listed == {
        "bookmarks": [
            {"tree": second, "title": "second.sgf", "node": 1, "moves": 1},
            {"tree": first, "title": "first.sgf", "node": 3, "moves": 3},
            {"tree": first, "title": "first.sgf", "node": 4, "moves": 3, "name": "true, or not"},
        ]
    }
    await edit(ada, first, 6, 4, "delete")
    await ada.command("tree_delete", tree=second)
    assert [each["node"] for each in (await get_json(f"{url}/api/bookmarks", ada.token))["bookmarks"]] == [3]
    for token in (bob.token, None):
        assert await get_json(f"{url}/api/bookmarks", token) == {"bookmarks": []}


async def test_bookmarks_of_an_uploaded_file_are_its_owner_s(join: Connect, url: str) -> None:
    ada, bob = await join(), await join()
    library = Tree(15)
    at = library.add(ROOT, (112, Color.BLACK))
    for point in (113, 97):
        at = library.add(at, (point, Color.WHITE if point == 113 else Color.BLACK))
        library.take(at, Note(marked=True, comment=f"after {point}"))
    data = b"".join(renlib.dump(library))
    tree = await bring(ada, data, name="openings.lib", format="lib", visibility="public")
    listed = (await get_json(f"{url}/api/bookmarks", ada.token))["bookmarks"]
    assert [(each["tree"], each["moves"], each["name"]) for each in listed] == [
        (tree, 2, "after 113"),
        (tree, 3, "after 97"),
    ]
    for token in (bob.token, None):  # it can be read by anybody, but is on nobody else's list
        assert await get_json(f"{url}/api/bookmarks", token) == {"bookmarks": []}
    await ada.command("tree_delete", tree=tree)
    assert await get_json(f"{url}/api/bookmarks", ada.token) == {"bookmarks": []}
