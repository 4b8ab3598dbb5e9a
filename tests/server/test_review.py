"""The review over real sockets: what a bot loses is learned from by itself, files come up, games are analysed."""

import json
from base64 import b64encode
from typing import Any

import pytest

from gomoku.notation import sgf
from server.protocol.values import Who
from server.review import job_runner
from server.store.knowledge import patterns
from tests.conftest import Connect
from tests.kit import http
from tests.kit.app import App
from tests.kit.client import Client, Refusal
from tests.kit.uploads import send_file
from tests.server.learning.examples import pattern
from tests.server.review import quick
from tests.server.review.quick import LOST, NAMED
from tests.server.review.test_imports import record
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import finished
from tests.server.store.knowledge.test_puzzles import found, ids, keep

pytestmark = pytest.mark.usefixtures("quick_studies")


async def upload(client: Client, text: str, **wishes: Any) -> str:
    """Send a file as the page does; the id of the game."""
    opened = await send_file(client, "games", "a.sgf", text.encode())
    return str((await client.command("import_close", upload=opened["id"], **wishes))["room"])


async def done(client: Client, game: str) -> None:
    await client.wait(lambda m: m["t"] == "analysis" and m["game"] == game and m["state"] == "done")


async def test_a_game_that_a_bot_loses_becomes_a_trap(join: Connect, running: tuple[App, str], site: str) -> None:
    me, app = await join(), running[0]
    await against_bot(app.store, "botgame00000", Who(me.player), visibility="private")
    await me.send(t="watch", game="botgame00000", on=True)
    await done(me, "botgame00000")
    body = await http.get_json(f"{site}/api/games/botgame00000/analysis", me.token)
    assert body["moves"][7]["label"] == "forced"
    assert body["traps"] == [{"key": pattern().key, "ply": 6}]
    assert (await http.get(f"{site}/api/games/botgame00000/analysis"))[0] == 404
    assert await http.get_json(f"{site}/api/patterns") == {"patterns": [], "total": 0}
    page = await http.get_json(f"{site}/api/patterns", me.token)
    (mine,) = page["patterns"]
    assert (page["total"], mine["key"], mine["taught"]) == (1, pattern().key, 1)
    assert mine["sources"] == [{"game": "botgame00000", "ply": 6}]


async def test_a_file_is_imported_analysed_and_taught_to_nobody(join: Connect, site: str) -> None:
    me, other = await join(), await join()
    text = sgf.dump(record(black="Ann", white="Bob"))
    game = await upload(me, text)
    history = await http.get_json(f"{site}/api/games/{game}", me.token)
    assert (history["game"]["imported"], history["game"]["black"]["name"]) == ("a.sgf", "Ann")
    assert (await http.get(f"{site}/api/games/{game}", other.token))[0] == 404
    with pytest.raises(Refusal, match="unknown_game"):
        await other.command("analyse", game=game)
    await me.command("analyse", game=game)
    await done(me, game)
    assert (await http.get_json(f"{site}/api/games/{game}/analysis", me.token))["lesson"]["entry"] == 6
    assert (await http.get_json(f"{site}/api/patterns"))["total"] == 0
    _, exported = await http.get(f"{site}/api/games/{game}.sgf", me.token)
    assert sgf.load(exported.decode()).moves == sgf.load(text).moves
    mine = await http.get_json(f"{site}/api/games", me.token)
    assert [listed["id"] for listed in mine["games"]] == [game]
    assert (await http.get_json(f"{site}/api/games"))["games"] == []


async def test_puzzles_that_a_study_finds_wrong_are_withdrawn(
    join: Connect, running: tuple[App, str], site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_runner, "STUDY", quick.refuting)
    me, store = await join(), running[0].store
    serial = await finished(store, "game00000001", Who(me.player), Who(level=1), ended_at=9, rules="freestyle", plies=9)
    other = await finished(store, "game00000002", Who(me.player), Who(level=1), ended_at=9, rules="freestyle", plies=9)
    await keep(store, serial, found(NAMED, "defence"), found(NAMED + 1, "defence"), found(NAMED + 2), moves=range(9))
    await keep(store, other, found(4, "defence"), found(len(LOST), "defence"), moves=LOST)
    answered, unanswered, win, unknown, refuted = await ids(store)
    await me.command("analyse", game="game00000001")
    await done(me, "game00000001")
    assert await ids(store) == [answered, win, unknown]
    for puzzle in (unanswered, refuted):
        assert (await http.get(f"{site}/api/puzzles/{puzzle}"))[0] == 404


async def test_a_bad_file_is_refused_with_its_line(join: Connect, site: str) -> None:
    me = await join()
    with pytest.raises(Refusal) as refusal:
        await upload(me, "(;GM[4]\n\n;B[h8]\n;W[hh])", rules="renju")
    assert refusal.value.code == "bad_notation"
    assert refusal.value.message["detail"]["line"] == 3
    assert (await http.get_json(f"{site}/api/games", me.token))["games"] == []


async def test_a_large_file_needs_patience_and_nothing_else(join: Connect, running: tuple[App, str]) -> None:
    """A file of the largest size in frames of the largest size: what the flood refuses is sent again."""
    me = await join()
    data = sgf.dump(record(black="Ann", event="x" * 200_000)).encode()
    opened = await me.command("upload_open", kind="games", name="big.sgf", bytes=len(data))
    at = 0
    while at < len(data):
        frame = {"upload": opened["id"], "at": at, "data": b64encode(data[at : at + 2940]).decode()}
        assert len(json.dumps({"t": "upload_chunk", "id": "c" * 24, **frame})) <= 4096
        try:
            await me.command("upload_chunk", **frame)
        except Refusal as refusal:
            assert refusal.code == "flood"  # noqa: PT017 - it is the only one that may come
            (connection,) = running[0].sessions.of_player(me.player)
            running[0].gate._budget_of[connection].take(running[0].now(), -60)
        else:
            at += 2940
    assert (await me.command("import_close", upload=opened["id"]))["room"]


async def test_one_plays_on_from_a_position_of_a_stored_game(join: Connect) -> None:
    me = await join()
    game = await upload(me, sgf.dump(record()))
    room = await me.create(level=1, color="white", from_game=game, from_ply=6)
    state = await me.enter(room)
    assert (state["start"], state["from_game"], len(state["moves"])) == (6, game, 6)
    assert (await me.event("moved", room))["ply"] == 6
    with pytest.raises(Refusal, match="unknown_game"):
        await (await join()).create(level=1, from_game=game, from_ply=6)


async def test_what_goes_on_from_a_private_game_is_private(join: Connect) -> None:
    me, other = await join(), await join()
    game = await upload(me, sgf.dump(record()))  # private, as nothing else was said
    room = await me.create(level=1, color="white", from_game=game, from_ply=6, visibility="public")
    assert (await me.enter(room))["visibility"] == "private"
    with pytest.raises(Refusal, match="private_room"):
        await other.enter(room)


async def test_traps_are_read_by_their_keys(join: Connect, running: tuple[App, str], site: str) -> None:
    me = await join()
    store, trap = running[0].store, pattern()
    body = json.dumps(trap.to_json())
    await store.execute(patterns.add_imported(trap.rules, trap.key, body, 5))
    page = await http.get_json(f"{site}/api/patterns?rules=freestyle&limit=5", me.token)
    (info,) = page["patterns"]
    line = {"line": [{"x": 1, "y": 3}]}  # of the win, which is made up
    assert await http.get_json(f"{site}/api/patterns/{trap.key}") == info | line
    for none in ("nothing", "1"):
        assert (await http.get(f"{site}/api/patterns/{none}"))[0] == 404
    assert (await http.get(f"{site}/api/patterns?limit=0"))[0] == 400
