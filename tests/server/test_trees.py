"""Stored trees on a real server: brought, walked through by depth, written as files, nobody else's where private."""

import json
from typing import Any

import pytest

from gomoku.board import Color
from gomoku.notation import renlib
from gomoku.notation.tree import ROOT, Tree
from server.trees import walk
from tests.conftest import Connect
from tests.gomoku.notation.trees import large_tree
from tests.kit.app import App
from tests.kit.client import Client, Refusal
from tests.kit.http import get, get_json
from tests.kit.trees import bring, until_kept, write

SETUP = f"""(;SZ[15]AB[aa]AW[ba]C[Left to its own](;B[hh]TR[aa:bb]LB[ii:x]C[{"word " * 1_000}]
(;W[ih];B[ii];W[jj])(;W[hi]))(;B[cc];W[dd]))"""


@pytest.fixture
def url(running: tuple[App, str]) -> str:
    return running[1].replace("ws:", "http:").removesuffix("/ws")


async def walked(url: str, client: Client, tree: str, nodes: int, size: int) -> Tree:
    """The tree, put together from what the pages of nodes say."""
    found: dict[int, dict[str, Any]] = {}
    page = await get_json(f"{url}/api/trees/{tree}/nodes?path=true&depth=3&most=50", client.token)
    found |= {node["n"]: node for node in [*page["path"], *page["nodes"]]}
    while len(found) < nodes:
        parent = next(node for node in found.values() if any(child not in found for child in children(node)))
        there = sum(child in found for child in children(parent))
        page = await get_json(
            f"{url}/api/trees/{tree}/nodes?node={parent['n']}&skip={there}&depth=100&most=500", client.token
        )
        assert page["nodes"], "each page brings something"
        found |= {node["n"]: node for node in page["nodes"]}
    made = Tree(size)
    for number in range(1, nodes):
        node = found[number]
        color = Color.WHITE if node.get("color") == "white" else Color.BLACK
        made.add(node.get("parent", 0), None if node.get("point") is None else (node["point"], color))
        note = made.note(number)
        note.comment, note.name = node.get("comment", ""), node.get("name", "")
        note.labels = dict(node.get("labels", []))
        note.marked, note.start = node.get("marked", False), node.get("start", False)
    return made


def children(node: dict[str, Any]) -> range:
    return range(node.get("first", 0), node.get("first", 0) + node.get("children", 0))


async def test_a_library_is_brought_walked_through_and_written_again(join: Connect, url: str) -> None:
    ada = await join()
    tree = large_tree(1_500)
    data = b"".join(renlib.dump(tree))
    id = await bring(ada, data, title="Openings")
    told = await get_json(f"{url}/api/trees/{id}", ada.token)
    assert (told["title"], told["nodes"], told["visibility"], told["yours"]) == ("Openings", 1_500, "private", True)
    assert [each["id"] for each in (await get_json(f"{url}/api/trees", ada.token))["trees"]] == [id]
    assert await walked(url, ada, id, 1_500, 15) == tree
    assert await write(url, id, "lib", ada.token) == (200, data)


async def test_a_node_is_a_picture_with_what_is_said_there(join: Connect, url: str) -> None:
    ada, bob = await join(), await join()
    id = await bring(ada, SETUP.encode(), name="study.sgf")
    first = (await get_json(f"{url}/api/trees/{id}/nodes?depth=1", ada.token))["nodes"][0]["n"]
    status, body = await get(f"{url}/api/trees/{id}.svg?node={first}", ada.token)
    text = body.decode()
    assert (status, "<title>study.sgf</title>" in text) == (200, True)
    assert text.count('r="13.5"') == 3  # two were set up
    assert text.count('stroke="#c8102e"') == 4  # the marks
    assert ">x</text>" in text
    status, film = await get(f"{url}/api/trees/{id}.gif?node={first}", ada.token)
    assert (status, film[:6]) == (200, b"GIF89a")
    for ending in ("svg", "gif"):
        assert (await get(f"{url}/api/trees/{id}.{ending}?node={first}", bob.token))[0] == 404
        assert (await get(f"{url}/api/trees/{id}.{ending}?node=99", ada.token))[0] == 404


async def test_a_way_that_is_too_long_is_no_picture(join: Connect, url: str) -> None:
    ada = await join()
    id = await bring(ada, f"(;SZ[15]{';B[]' * 800})".encode(), name="passes.sgf")
    assert (await get(f"{url}/api/trees/{id}.svg?node=600", ada.token))[0] == 200
    status, body = await get(f"{url}/api/trees/{id}.svg?node=800", ada.token)
    assert (status >= 400, b"tree_too_large" in body) == (True, True)


async def test_what_an_sgf_says_is_shown_and_positions_are_found_in_it(join: Connect, url: str) -> None:
    ada = await join()
    id = await bring(ada, SETUP.encode(), name="study.sgf", visibility="link")
    page = await get_json(f"{url}/api/trees/{id}/nodes?path=true&depth=1")
    root, first = page["path"][0], page["nodes"][0]
    assert (root["setup"], root["comment"], root["children"]) == ([[0, 1], [1, 2]], "Left to its own", 2)
    assert sorted(point for point, _ in first["marks"]) == [0, 1, 15, 16]
    assert (first["labels"], first["color"], first["point"]) == ([[128, "x"]], "black", 112)
    assert (len(first["comment"]), first["more"]) == (walk.COMMENT, True)
    whole = (await get_json(f"{url}/api/trees/{id}/nodes?node={first['n']}&path=true"))["path"][-1]
    assert (len(whole["comment"]), "more" in whole) == (5_000, False)
    status, body = await get(f"{url}/api/trees/{id}/nodes?node=99")
    assert (status, json.loads(body)["code"]) == (404, "not_found")

    async def find(moves: str) -> dict[str, Any]:
        found = await get_json(f"{url}/api/trees/{id}/find?moves={moves}")
        assert isinstance(found, dict)
        return found

    assert await find("h8i8i7k6j6") == {"node": None, "searched": True}  # a stone too many
    there = (await find("h8i8i7"))["node"]
    assert there is not None
    assert (await find("i7,I8%20h8"))["node"] == there
    assert (await find("h8h7i7"))["node"] == there  # mirrored
    assert (await find(""))["node"] == ROOT
    status, body = await get(f"{url}/api/trees/{id}/find?moves=z99")
    assert (status, json.loads(body)["code"]) == (400, "bad_filter")


async def test_nobody_else_gets_anything_of_a_private_tree(join: Connect, url: str) -> None:
    ada, bob = await join(), await join()
    id = await bring(ada, b"h8i9", name="a.txt")
    addresses = ["", "/nodes", "/nodes?path=true&node=1", "/find?moves=h8", ".lib", ".sgf"]
    for token in (None, bob.token):
        for each in addresses:
            nowhere = await get(f"{url}/api/trees/nowhere00000{each}", token)
            assert nowhere[0] == 404
            assert await get(f"{url}/api/trees/{id}{each}", token) == nowhere
        assert (await get_json(f"{url}/api/trees?whose=public", token))["trees"] == []
    assert (await get_json(f"{url}/api/trees", bob.token))["trees"] == []
    for command in (
        {"t": "tree_change", "title": "Mine"},
        {"t": "tree_change", "visibility": "public"},
        {"t": "tree_delete"},
    ):
        with pytest.raises(Refusal, match="unknown_tree"):
            await bob.command(tree=id, **command)
    await ada.command("tree_change", tree=id, visibility="link")
    assert (await get_json(f"{url}/api/trees/{id}"))["nodes"] == 3
    assert (await get_json(f"{url}/api/trees?whose=public"))["trees"] == []
    await ada.command("tree_change", tree=id, visibility="public")
    (shown,) = (await get_json(f"{url}/api/trees?whose=public"))["trees"]
    assert (shown["id"], shown.get("yours", False)) == (id, False)
    await ada.command("tree_delete", tree=id)
    assert (await get(f"{url}/api/trees/{id}", ada.token))[0] == 404


@pytest.mark.parametrize(
    ("visibility", "name", "sealed"),
    [
        ("private", "tengen-{}.sgf", True),
        ("private", "tengen-{} (2).sgf", True),
        ("link", "tengen-{}.psq", True),
        ("public", "tengen-{}.sgf", False),
        ("private", "mine.sgf", False),
    ],
)
async def test_a_tree_of_a_game_that_is_not_public_is_sealed(
    join: Connect, url: str, visibility: str, name: str, sealed: bool
) -> None:
    ada, bob = await join(), await join()
    room = await ada.create(visibility=visibility)
    await bob.command("sit", room=room)
    await ada.enter(room)
    await ada.move(room, 0, 112)
    id = await bring(ada, b"(;SZ[15];B[hh])", name=name.format(room), format="sgf", visibility="link")
    told = await get_json(f"{url}/api/trees/{id}", ada.token)
    assert told.get("sealed", False) is sealed
    assert told.get("game") == (room if name.startswith("tengen-") else None)
    assert told["visibility"] == ("private" if sealed else "link")
    if sealed:
        with pytest.raises(Refusal, match="tree_sealed"):
            await ada.command("tree_change", tree=id, visibility="public")


async def test_finished_games_become_a_tree(join: Connect, url: str) -> None:
    ada, bob = await join(), await join()
    room = await ada.create()
    await bob.command("sit", room=room)
    for client in (ada, bob):
        await client.enter(room)
    for ply, point in enumerate((112, 113, 127)):
        await (ada, bob)[ply % 2].move(room, ply, point)
    await bob.command("resign", room=room)
    id = await until_kept(ada, "tree_merge", id="merge", title="Mine", player=ada.player)
    told = await get_json(f"{url}/api/trees/{id}", ada.token)
    assert (told["nodes"], told["visibility"], told.get("sealed", False)) == (4, "private", False)
    last = (await get_json(f"{url}/api/trees/{id}/nodes?node=3&path=true", ada.token))["path"][-1]
    assert room in last["comment"]
