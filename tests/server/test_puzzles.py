"""Puzzles and hints from end to end: a real solver, a real engine, a real server."""

import pytest

from server.app import App
from server.store import puzzles
from tests.conftest import Connect
from tests.kit.client import Client, Message
from tests.kit.http import get, get_json
from tests.server.store.examples import add_player, new_room

# black: a three with one end closed, and two stones of a column; white: an open three, so that black must win by fours
BLACK, WHITE = [67, 68, 69, 100, 115], [66, 0, 156, 157, 158]
MOVES = [point for pair in zip(BLACK, WHITE, strict=True) for point in pair]
FOUR_THREE, BLOCK, OPEN_FOUR = 70, 71, 85


@pytest.fixture
async def site(running: tuple[App, str]) -> str:
    """Address of a server with one puzzle."""
    app, url = running
    owner = await add_player(app.store, "owner0000001", "Owner")
    serial = await new_room(app.store, "game00000001", owner)
    found = [{"ply": 10, "kind": "win", "method": "vcf"}]
    await app.store.execute(*puzzles.insertions(serial, "freestyle", 15, MOVES, 50_000, found, 1))
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
        "solved": 0,
        "failed": 0,
        "game": "game00000001",
        "ply": 10,
    }
    assert await get_json(f"{site}/api/puzzles/1", ada.token) == shown
    for missing in (
        "/api/puzzles/2",
        "/api/puzzles/0",
        "/api/puzzles/next?kind=defence",
        "/api/puzzles/next?rules=caro",
    ):
        assert (await get(site + missing))[0] == 404, missing
    for wrong in ("?kind=mate", "?after=0", "?before=1"):
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
    assert (last["right"], last["done"]) == (True, True)
    assert (await tried(bob, BLOCK))["right"] is False
    assert (await tried(bob, FOUR_THREE, BLOCK))["code"] == "occupied"
    for client, yours in ((ada, "solved"), (bob, "failed")):
        shown = await get_json(f"{site}/api/puzzles/1", client.token)
        assert (shown["solved"], shown["failed"], shown["yours"], shown["rating"]) == (1, 1, yours, 1500)


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
