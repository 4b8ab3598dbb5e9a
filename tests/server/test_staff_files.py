"""Files of the staff's over real sockets: taken away by HTTP, brought in chunks, by the owner alone and not unsaid."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from bots.search.board import weights as board_weights
from bots.tuning.weight_fit import PRIOR
from gomoku.notation import renlib
from server.operator.patterns import format_pattern
from server.protocol.values import RoleName
from server.staff import uploads
from server.store.knowledge import patterns, weights
from server.store.trees import tree_rows
from server.transport import staff_files
from server.trees import keeper
from tests.conftest import Connect
from tests.gomoku.notation.trees import large_tree
from tests.kit.client import Client, Message, Refusal
from tests.kit.http import get
from tests.kit.stores import ON_FILE
from tests.kit.trees import bring
from tests.kit.uploads import send_file
from tests.server.learning.examples import pattern
from tests.server.test_fair_play import play
from tests.server.test_operator import tengen
from tests.server.test_operator_patterns import sound
from tests.server.test_staff import ask, staff
from tests.server.test_staff_acts import act
from tests.server.test_talk import Running

LIBRARY = b"".join(renlib.dump(large_tree(300)))
GAMES = b'<database><games><game id="1"><move>h8 i9</move></game></games></database>'
SOUND = format_pattern(sound())
FALSE = format_pattern(pattern(1))


@pytest.fixture
def url(running: Running) -> str:
    return running[1].replace("ws:", "http:").removesuffix("/ws")


async def upload(
    client: Client, t: str, data: bytes, *, id: str | None = None, name: str = "a.lib", **fields: Any
) -> Message:
    """Bring a file of the staff's; the acknowledgement of ``t`` that says what has become of it. Raises Refusal."""
    opened = await send_file(client, "tree" if t == "upload_tree" else "patterns", name, data, id)
    if "next" not in opened:
        return opened
    while True:
        told = await client.command(t, upload=opened["id"], **fields)
        if told.get("tree") or told.get("patterns"):
            return told
        await asyncio.sleep(0.02)  # as a page asks again


async def fetch(url: str, path: str, token: str | None) -> tuple[int, bytes]:
    """A file, once it is written."""
    while True:
        status, body = await get(f"{url}/api/staff/{path}", token)
        if b"tree_writing" not in body:
            return status, body
        await asyncio.sleep(0.05)


async def log(running: Running) -> list[tuple[str, str | None, dict[str, Any]]]:
    rows = await running[0].store.fetch("SELECT action, target, data FROM audit ORDER BY id")
    return [(row["action"], row["target"], json.loads(row["data"])) for row in rows]


async def test_files_are_the_owner_s_alone(running: Running, join: Connect, url: str) -> None:
    ada = await join()
    tree = await bring(ada, LIBRARY, visibility="public")
    people: dict[str, Client] = {"guest": ada}
    people |= {role: await staff(running, join, role) for role in get_args(RoleName) if role != "owner"}
    files = ("patterns.jsonl", "weights/0.txt", f"trees/{tree}.lib?act=one", f"trees/{tree}.sgf?act=one")
    for path in files:
        status, body = await fetch(url, path, None)
        assert (path, status, json.loads(body)["code"]) == (path, 401, "bad_token")
        for role, client in people.items():
            status, body = await fetch(url, path, client.token)
            assert (path, role, status, json.loads(body)["code"]) == (path, role, 403, "not_staff")
    for client in people.values():
        with pytest.raises(Refusal, match="not_staff"):
            await send_file(client, "patterns", "a.jsonl", SOUND.encode())


@ON_FILE  # its commands name it
async def test_patterns_and_weights_are_taken_away_as_the_command_line_writes_them(
    running: Running, join: Connect, url: str, tmp_path: Path
) -> None:
    store, owner = running[0].store, await staff(running, join, "owner")
    point = (PRIOR[0] + 7.5, *PRIOR[1:])
    await store.execute(*weights.begin_trial(0, "search 4", 30, 4.0, point, [1], 1))
    await store.execute(patterns.add_imported("freestyle", sound().key, SOUND, 1))
    for path, command in (
        ("patterns.jsonl", ("patterns", "export")),
        ("weights/1.txt", ("weights", "export", "1")),
        ("weights/0.txt", ("weights", "export", "0")),
    ):
        file = tmp_path / path.replace("/", "-")
        assert await asyncio.to_thread(tengen, store.path, *command, str(file)) == 0
        assert await fetch(url, path, owner.token) == (200, file.read_bytes())
    assert board_weights.to_numbers(
        board_weights.parse_weights((tmp_path / "weights-1.txt").read_text())
    ) == pytest.approx(point)
    assert (await fetch(url, "weights/2.txt", owner.token))[0] == 404


async def test_patterns_that_are_too_many_are_left_to_the_command_line(
    running: Running, join: Connect, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = await staff(running, join, "owner")
    await running[0].store.execute(patterns.add_imported("freestyle", sound().key, SOUND, 1))
    monkeypatch.setattr(staff_files, "MOST_BYTES", len(SOUND))
    status, body = await fetch(url, "patterns.jsonl", owner.token)
    assert (status, json.loads(body)["code"]) == (413, "file_too_large")


async def test_a_file_of_patterns_is_proven_and_kept_once(running: Running, join: Connect) -> None:
    store, owner = running[0].store, await staff(running, join, "owner")
    for _ in range(2):
        told = await upload(
            owner, "patterns_close", f"{SOUND}\n{SOUND}\n".encode(), id="once", name="a.jsonl", note="from home"
        )
        assert told["patterns"] == {"read": 2, "new": 1}
    assert (await owner.command("patterns_close", upload="once"))["patterns"] == {"read": 2, "new": 1}
    assert [each.key for each in await patterns.list_in_use(store)] == [sound().key]
    data = {"file": "a.jsonl", "read": 2, "new": 1, "note": "from home"}
    assert await log(running) == [("patterns_import", None, data)]
    await act(owner, "pattern_forget", sound().key)
    again = await upload(owner, "patterns_close", SOUND.encode())
    assert again["patterns"] == {"read": 1, "new": 0}
    assert await patterns.list_in_use(store) == []


@pytest.mark.parametrize(
    ("last", "why"), [("{}", "bad_pattern"), ("no JSON", "bad_pattern"), ("\udcff", "bad_pattern"), (FALSE, "unsound")]
)
async def test_a_file_with_one_bad_line_brings_no_pattern(running: Running, join: Connect, last: str, why: str) -> None:
    owner = await staff(running, join, "owner")
    with pytest.raises(Refusal) as caught:
        await upload(owner, "patterns_close", f"{SOUND}\n{last}".encode("utf-8", "surrogateescape"))
    detail = caught.value.message["detail"]
    assert (caught.value.code, detail["line"], detail["why"]) == ("bad_notation", 2, why)
    assert await patterns.list_in_use(running[0].store) == []
    assert await log(running) == []


async def test_many_patterns_are_kept_some_at_a_time(
    running: Running, join: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = await staff(running, join, "owner")
    monkeypatch.setattr(uploads, "AT_ONCE", 1)
    monkeypatch.setattr(uploads, "ASKED_AT_ONCE", 1)
    told: list[int] = []
    live = running[0].live
    monkeypatch.setattr(live, "patterns_changed", lambda: told.append(1))
    lines = [SOUND, format_pattern(replace(sound(), rules="standard"))]
    assert (await upload(owner, "patterns_close", "\n".join(lines).encode()))["patterns"] == {"read": 2, "new": 2}
    assert len(await patterns.list_in_use(running[0].store)) == 2
    assert told == [1]


async def test_a_tree_is_brought_for_a_player(
    running: Running, join: Connect, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player's own limits do not apply to the owner."""
    monkeypatch.setattr(keeper, "MOST_TREES", 0)
    store, ada, owner = running[0].store, await join(), await staff(running, join, "owner")
    fields = {"owner": ada.player, "title": "Openings", "note": "asked by letter"}
    for _ in range(2):
        id = (await upload(owner, "upload_tree", LIBRARY, id="once", **fields))["tree"]
    tree = await tree_rows.find_tree(store, id)
    assert tree is not None
    assert (tree.owner, tree.title, tree.nodes, tree.visibility) == (ada.player, "Openings", 300, "private")
    assert (await get(f"{url}/api/trees/{id}", ada.token))[0] == 200
    data = {"tree": id, "file": "a.lib", "note": "asked by letter"}
    assert await log(running) == [("tree_import", ada.player, data)]
    for wish, file, code in (
        ({"owner": "nobody"}, LIBRARY, "no_player"),
        ({}, LIBRARY[:21], "bad_notation"),
        ({"name": "a.rif"}, GAMES, "terms_needed"),
    ):
        with pytest.raises(Refusal) as caught:
            await upload(owner, "upload_tree", file, **({"owner": ada.player} | wish))
        assert caught.value.code == code
    assert (await upload(owner, "upload_tree", GAMES, owner=ada.player, name="a.rif", terms=True))["tree"]
    assert len(await tree_rows.list_own(store, ada.player)) == 2


async def test_a_tree_for_a_player_is_looked_at_first_and_sent_once(running: Running, join: Connect) -> None:
    """A file of another game is taken as five in a row if the owner says so."""
    store, ada, owner = running[0].store, await join(), await staff(running, join, "owner")
    file = b"(;GM[1]SZ[15];B[hh];W[ii])"
    await send_file(owner, "tree", "a.sgf", file, "other")

    async def told(t: str, **fields: Any) -> Message:
        while True:
            told = await owner.command(t, upload="other", **fields)
            if told.get("tree") or told.get("file"):
                return told
            await asyncio.sleep(0.02)

    with pytest.raises(Refusal, match="bad_notation"):
        await told("file_look")
    assert (await told("file_look", any_game=True))["file"]["count"] == 1
    id = (await told("upload_tree", owner=ada.player, any_game=True, note="by letter"))["tree"]
    assert [tree.id for tree in await tree_rows.list_own(store, ada.player)] == [id]
    assert (await told("upload_tree", owner=ada.player))["tree"] == id
    with pytest.raises(Refusal, match="not_staff"):
        await ada.command("upload_tree", upload="other", owner=ada.player)


async def test_everybody_s_trees_are_listed_and_found_by_their_owners(running: Running, join: Connect) -> None:
    ada, bob, owner = await join(), await join(), await staff(running, join, "owner")
    private = await bring(ada, LIBRARY, title="Mine")
    public = await bring(bob, LIBRARY, visibility="public")
    listed = await ask(owner, "trees")
    assert (listed["count"], listed["more"], listed["bytes"] > 0) == (2, False, True)
    newest, oldest = listed["trees"]
    assert (newest["tree"], oldest["tree"]) == (public, private)
    assert (oldest["owner"]["id"], oldest["title"], oldest["nodes"], oldest["visibility"], oldest["file"]) == (
        *(ada.player, "Mine", 300, "private", "a.lib"),
    )
    name = ada.welcome["player"]["name"].upper()
    for find in (private, ada.player, name):
        assert [each["tree"] for each in (await ask(owner, "trees", find=find))["trees"]] == [private]
    assert (await ask(owner, "trees", find="nobody at all"))["trees"] == []
    assert [each["tree"] for each in (await ask(owner, "trees", before=newest["number"]))["trees"]] == [private]
    await act(owner, "tree_delete", private, note="spam")
    assert [each["tree"] for each in (await ask(owner, "trees"))["trees"]] == [public]
    assert await log(running) == [("tree_delete", ada.player, {"tree": private, "note": "spam"})]


async def test_the_owner_of_a_deleted_tree_is_told_until_it_is_seen_and_so_is_who_looks_at_it(
    running: Running, join: Connect
) -> None:
    ada, bob, owner = await join(), await join(), await staff(running, join, "owner")
    tree = await bring(ada, LIBRARY, title="Mine", visibility="link")
    for reader in (ada, bob):
        await reader.send(t="follow_tree", tree=tree, on=True)
        await reader.wait(lambda message: message["t"] == "tree")
    await act(owner, "tree_delete", tree, note="spam")
    gone = {"t": "tree", "tree": tree, "v": 0, "title": "", "gone": True, "deleted": True}
    for reader in (ada, bob):
        assert await reader.wait(lambda message: message["t"] == "tree") == gone
    told = await ada.wait(lambda message: message["t"] == "trees_deleted")
    assert [(each["tree"], each["title"]) for each in told["trees"]] == [(tree, "Mine")]
    again = await join(token=ada.token)  # on another day
    assert await again.wait(lambda message: message["t"] == "trees_deleted") == told
    for seen in (bob, again, again):  # nobody else's; and what is seen twice is seen
        await seen.command("tree_seen", tree=tree)
        left = await seen.wait(lambda message: message["t"] == "trees_deleted")
        assert left["trees"] == []
    assert not await running[0].store.fetch("SELECT 1 FROM tree_notices")


async def test_who_deletes_an_own_tree_gets_no_notice(running: Running, join: Connect) -> None:
    ada, bob = await join(), await join()
    tree = await bring(ada, LIBRARY, visibility="link")
    await bob.send(t="follow_tree", tree=tree, on=True)
    await bob.wait(lambda message: message["t"] == "tree")
    await ada.command("tree_delete", tree=tree)
    assert (await bob.wait(lambda message: message["t"] == "tree"))["deleted"]
    assert not await running[0].store.fetch("SELECT 1 FROM tree_notices")


async def test_a_tree_of_somebody_else_s_is_fetched_only_once_it_is_noted_why(
    running: Running, join: Connect, url: str
) -> None:
    ada, owner, other = await join(), await staff(running, join, "owner"), await staff(running, join, "owner")
    tree, second = await bring(ada, LIBRARY), await bring(ada, LIBRARY)
    await act(owner, "tree_export", tree, id="why", note="asked by letter")
    assert await log(running) == [("tree_export", ada.player, {"tree": tree, "note": "asked by letter"})]
    assert await fetch(url, f"trees/{tree}.lib?act=why", owner.token) == (200, LIBRARY)
    status, body = await fetch(url, f"trees/{tree}.sgf?act=why", owner.token)
    assert (status, body[:2]) == (200, b"(;")
    for path, client in (
        (f"trees/{tree}.lib", owner),
        (f"trees/{tree}.lib?act=other", owner),
        (f"trees/{second}.lib?act=why", owner),
        (f"trees/{tree}.lib?act=why", other),
    ):
        status, body = await fetch(url, path, client.token)
        assert (path, status, json.loads(body)["code"]) == (path, 403, "act_needed")
    assert (await fetch(url, "trees/nowhere00000.lib?act=why", owner.token))[0] == 404
    with pytest.raises(Refusal, match="unknown_tree"):
        await act(owner, "tree_export", "nowhere00000")
    await running[0].store.execute(("UPDATE audit SET at = at - ?", (staff_files.ACT_MS + 1,)))
    assert (await fetch(url, f"trees/{tree}.lib?act=why", owner.token))[0] == 403


async def test_who_plays_a_rated_game_is_sent_nothing_that_helps(running: Running, join: Connect, url: str) -> None:
    owner, other = await staff(running, join, "owner"), await staff(running, join, "moderator")
    tree = await bring(other, LIBRARY)
    await act(owner, "tree_export", tree, id="why")
    await play(owner, other)
    for path, code in (("patterns.jsonl", 403), (f"trees/{tree}.lib?act=why", 403), ("weights/0.txt", 200)):
        assert (path, (await fetch(url, path, owner.token))[0]) == (path, code)
