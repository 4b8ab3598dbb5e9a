"""Trees edited on a real server: by their owner alone, one version after the other, and written as files."""

from typing import Any

import pytest

from gomoku.board import Color
from gomoku.notation import renlib, sgf_tree
from gomoku.notation.tree import ROOT, Tree
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
