"""Puzzles and hints from end to end: a real solver, a real engine, a real server."""

import asyncio
from dataclasses import replace

import pytest

from bots.learning.study.findings import StudiedPuzzle
from server.config import Config
from server.protocol.events import Ended, RoomEvent, Seated
from server.protocol.values import Who
from server.store.knowledge import puzzles
from server.store.writes import Append
from tests.bots.learning.positions import stored_game
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Client, Message
from tests.kit.http import get, get_json
from tests.server.store.examples import add_player, moved, new_room

# black: a three with one end closed, and two stones of a column; white: an open three, so that black must win by fours
BLACK, WHITE = [67, 68, 69, 100, 115], [66, 0, 156, 157, 158]
MOVES = [point for pair in zip(BLACK, WHITE, strict=True) for point in pair]
FOUR_THREE, BLOCK, OPEN_FOUR = 70, 71, 85


@pytest.fixture
def config(config: Config) -> Config:
    """With studies of seconds."""
    return replace(config, study_nodes=20_000)


@pytest.fixture
async def site(running: tuple[App, str]) -> str:
    """Address of a server with one puzzle."""
    app, url = running
    owner = await add_player(app.store, "owner0000001", "Owner")
    serial = await new_room(app.store, "game00000001", owner)
    found = [StudiedPuzzle("win", 10, "vcf")]
    await app.store.execute(*puzzles.insert(serial, "freestyle", 15, MOVES, 50_000, found, 1))
    return url.replace("ws", "http", 1).removesuffix("/ws")


async def test_puzzles_are_shown_without_their_answer(site: str, join: Connect) -> None:
    ada = await join()
    shown = await get_json(f"{site}/api/puzzles/next")
    assert shown == {
        "id": 1,
        "kind": "win",
        "rules": "freestyle",
        "size": 15,
        "stones": MOVES,
        "to_move": "black",
        "rating": 1500,
        "deviation": 350,
        "themes": ["vcf"],
        "solved": 0,
        "failed": 0,
        "game": "game00000001",
        "ply": 10,
    }
    assert await get_json(f"{site}/api/puzzles/1", ada.token) == shown
    for missing in ("/api/puzzles/2", "/api/puzzles/0"):
        assert (await get(site + missing))[0] == 404, missing
    for none in ("?kind=defence", "?rules=caro", "?theme=vct", "?least=1501", "?most=1499"):
        assert await get_json(f"{site}/api/puzzles/next{none}") is None, none
    for wrong in ("?kind=mate", "?after=0", "?before=1", "?theme=mate", "?least=-1"):
        assert (await get(f"{site}/api/puzzles/next{wrong}"))[0] == 400, wrong
    assert (await get(f"{site}/api/puzzles/1", "nobody's"))[0] == 401


async def tried(client: Client, *moves: int) -> Message:
    await client.send(t="try", id="t", puzzle=1, moves=list(moves))
    return await client.wait(lambda message: message.get("id") == "t")


@pytest.mark.slow
async def test_a_puzzle_is_solved_failed_and_rated(running: tuple[App, str], site: str, join: Connect) -> None:
    ada, bob = await join(), await join()
    assert (await tried(ada, FOUR_THREE))["code"] == "engine_not_ready"
    await running[0].executor.warm_up(lambda _: None)
    first = await tried(ada, FOUR_THREE)
    assert first == {"t": "tried", "id": "t", "puzzle": 1, "right": True, "done": False, "reply": BLOCK}
    last = await tried(ada, FOUR_THREE, OPEN_FOUR)
    assert (last["right"], last["done"], last["rated"]["before"]) == (True, True, 1500)
    assert (await tried(bob, BLOCK))["right"] is False
    assert (await tried(bob, FOUR_THREE, BLOCK))["code"] == "occupied"
    for client, yours in ((ada, "solved"), (bob, "failed")):
        shown = await get_json(f"{site}/api/puzzles/1", client.token)
        assert (shown["solved"], shown["failed"], shown["yours"]) == (1, 1, yours)
        assert 1400 < shown["rating"] < 1600
        assert shown["deviation"] < 300


@pytest.mark.slow
async def test_a_hint_is_a_good_move_with_its_reasons(running: tuple[App, str], join: Connect) -> None:
    ada = await join()
    room = await ada.create(level=1)
    await ada.enter(room)
    await ada.send(t="hint", id="h", room=room)
    assert (await ada.wait(lambda message: message.get("id") == "h"))["code"] == "engine_not_ready"
    await running[0].executor.warm_up(lambda _: None)
    await ada.send(t="hint", id="i", room=room)
    told = await ada.wait(lambda message: message.get("id") == "i")
    assert (told["t"], told["room"], told["point"], told["reasons"]) == ("hint", room, 112, ["builds"])
    await ada.move(room, 0, 112)
    await ada.send(t="hint", id="j", room=room)
    heard = await ada.wait(lambda message: message.get("id") == "j")
    assert heard["t"] == "hint" or heard["code"] == "not_your_turn"
    assert 'tengen_bot_seconds_count{level="hint"}' in running[0].metrics.render().decode()


@pytest.mark.slow
async def test_an_analysed_game_becomes_puzzles_that_its_analysis_solves(
    running: tuple[App, str], join: Connect
) -> None:
    app, url = running
    site = url.replace("ws", "http", 1).removesuffix("/ws")
    ada, bob = await join(), await join()
    moves, _ = stored_game("20:24")
    serial = await new_room(app.store, "game00000001", Who(id=ada.player), rules="renju")
    seated = Seated(v=2, at=1_001, seat=1, who=Who(id=bob.player), black=0)
    played = [moved(3 + ply, ply, point) for ply, point in enumerate(moves)]
    ended = Ended(v=3 + len(moves), at=9_999, winner="black", reason="resigned", left=(None, None))
    events: list[RoomEvent] = [seated, *played, ended]
    appends = [Append(serial, event, None, min(plies, len(moves))) for plies, event in enumerate(events)]
    await app.store.commit(*appends)
    await app.executor.warm_up(lambda _: None)
    await ada.command("analyse", game="game00000001")
    async with asyncio.timeout(60):
        while (await ada.wait(lambda message: message["t"] == "analysis"))["state"] != "done":
            pass
    analysis = await get_json(f"{site}/api/games/game00000001/analysis")
    seen, puzzle = set(), await get_json(f"{site}/api/puzzles/next", ada.token)
    while puzzle["id"] not in seen:
        seen.add(puzzle["id"])
        assert puzzle["stones"] == moves[: puzzle["ply"]]
        review = analysis["moves"][puzzle["ply"]]
        answer = review["win"]["line"][0] if puzzle["kind"] == "win" else review["open"][0]["point"]
        await ada.send(t="try", id="a", puzzle=puzzle["id"], moves=[answer])
        assert (await ada.wait(lambda message: message.get("id") == "a"))["right"]
        puzzle = await get_json(f"{site}/api/puzzles/next?after={puzzle['id']}", ada.token)
    assert seen
