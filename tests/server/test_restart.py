"""Stopped or killed, and started again: games go on where they were, and nobody pays for the time between."""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.kit.client import Client, Message
from tests.kit.history_check import check_history
from tests.kit.http import get_json
from tests.kit.process import ColdServer, ServerProcess
from tests.kit.stores import ON_FILE

FISCHER = {"kind": "fischer", "initial_ms": 60_000, "increment_ms": 1_000}
PER_MOVE = {"kind": "per_move", "move_ms": 30_000}
DOWN_S = 1.5
AWAY_S = 1.0

End = Callable[[ServerProcess], object]
ENDS = pytest.mark.parametrize("end", [ServerProcess.kill, pytest.param(ServerProcess.stop, marks=pytest.mark.slow)])
"""State that survives a kill survives a stop; `test_crash` stops a server, too."""


def now_ms() -> int:
    return time.time_ns() // 1_000_000


@pytest.fixture
def server(server_process: ServerProcess) -> ServerProcess:
    return server_process.start()


async def ended(server: ServerProcess, end: End, *clients: Client) -> int:
    """End the server; when (ms) it was gone, with every client aware of it."""
    await asyncio.to_thread(end, server)
    for client in clients:
        await client.wait_closed()
    return now_ms()


async def seated(server: ServerProcess, **wishes: Any) -> tuple[Client, Client, str]:
    """Black, white, and the room in which they sit."""
    black, white = await Client(server.ws).open(), await Client(server.ws).open()
    room = await black.create(color="black", **wishes)
    await black.enter(room)
    await white.command("sit", room=room)
    await white.enter(room)
    return black, white, room


async def closed(*clients: Client) -> None:
    for client in clients:
        await client.close()


@ENDS
@pytest.mark.parametrize("clock", [FISCHER, PER_MOVE], ids=["fischer", "per move"])
async def test_downtime_is_nobodys(server: ServerProcess, end: End, clock: Message) -> None:
    black, white, room = await seated(server, clock=clock)
    for ply, mover in enumerate((black, white, black, white)):
        await mover.move(room, ply, 20 * ply)
    before = await black.enter(room)
    turn_at = (await get_json(f"{server.url}/api/games/{room}"))["events"][-1]["at"]
    gone_at = await ended(server, end, black, white)
    await asyncio.sleep(DOWN_S)
    server.start()
    await white.open()
    waiting = await white.enter(room)
    assert "running" not in waiting
    await asyncio.sleep(AWAY_S)  # a page takes its time to come back
    await black.open()
    after = await black.enter(room)
    assert after["left"][0] + 1000 * AWAY_S > waiting["left"][0]
    resumed_at = (await get_json(f"{server.url}/api/games/{room}"))["events"][-1]["at"]
    assert resumed_at - gone_at >= 1000 * DOWN_S
    assert after["running"] == 0
    assert after["left"][1] == before["left"][1]
    full = before["left"][0] + before["now"] - turn_at
    assert 0 <= full - after["left"][0] <= (gone_at - turn_at) + (after["now"] - resumed_at)
    await black.move(room, 4, 100)
    moved = await white.event("moved")
    assert moved["at"] - resumed_at <= moved["think_ms"] <= (gone_at - turn_at) + (moved["at"] - resumed_at)
    check_history(await get_json(f"{server.url}/api/games/{room}"), [gone_at])
    await closed(black, white)


@ENDS
async def test_first_moves_have_their_time_anew(server: ServerProcess, end: End) -> None:
    black, white, room = await seated(server, clock=FISCHER)
    before = await black.enter(room)
    await ended(server, end, black, white)
    server.start()
    await black.open()
    after = await black.enter(room)
    assert after["left"] == before["left"] == [60_000, 60_000]
    assert after["first_move_by"] > before["first_move_by"]
    assert "running" not in after
    await closed(black, white)


@ENDS
async def test_a_bot_whose_turn_it_is_thinks_again_and_answers(tmp_path: Path, end: End) -> None:
    server = ColdServer(tmp_path / "tengen.db", bot_pause_ms=10_000).start()  # ended before it answers
    try:
        me = await Client(server.ws).open()
        room = await me.create(level=2, clock=FISCHER)
        await me.enter(room)
        acknowledged = await me.move(room, 0, 112)
        await me.event("moved")
        await ended(server, end, me)
        server.options["bot_pause_ms"] = 0
        server.start()
        await me.open()
        await me.enter(room, since=acknowledged["v"])
        history = await get_json(f"{server.url}/api/games/{room}")
        if len(history["moves"]) < 2:
            await me.event("moved", room)
            history = await get_json(f"{server.url}/api/games/{room}")
        # neither the downtime nor the wait for the player to come back is anybody's
        assert [event["k"] for event in history["events"][2:]] == ["moved", "resumed", "resumed", "moved"]
        assert (history["events"][-1]["seat"], history["events"][-1]["ply"]) == (1, 1)
        await me.move(room, 2, next(p for p in range(225) if p not in {m["point"] for m in history["moves"]}))
        assert server.complaints() == []
        await me.close()
    finally:
        server.kill()


@ENDS
async def test_rooms_come_back_and_the_lobby_lists_them(server: ServerProcess, end: End) -> None:
    black, white, playing = await seated(server)
    await black.move(playing, 0, 112)
    await black.enter(playing)  # a game is to be watched while its players are there
    await white.enter(playing)
    waiting = await black.create(rules="renju", clock=PER_MOVE, color="white")
    by_link = await black.create(visibility="link")
    over = await black.create()
    await black.command("abort", room=over)
    await black.send(t="lobby", on=True)
    before = await black.wait(lambda m: m["t"] == "lobby")
    await ended(server, end, black, white)
    server.start()
    await black.open()
    assert black.welcome["rooms"] == sorted([playing, waiting, by_link])
    await white.open()
    await black.enter(playing)
    await white.enter(playing)
    await black.send(t="lobby", on=True)
    after = await black.wait(lambda m: m["t"] == "lobby")
    shown = [{**line, "watchers": 0, "ply": 0} for line in after["rooms"]]
    assert shown == [{**line, "watchers": 0, "ply": 0} for line in before["rooms"]]
    assert {line["room"] for line in shown} == {playing, waiting}
    assert (await white.enter(waiting))["seats"][1] is None
    await white.command("sit", room=waiting)
    await white.move(waiting, 0, 112)
    assert (await white.enter(by_link))["seats"][1] is None
    await closed(black, white)


@ENDS
async def test_a_finished_game_can_be_entered_and_played_again(server: ServerProcess, end: End) -> None:
    black, white, room = await seated(server, clock=FISCHER)
    for ply in range(9):
        await (black, white)[ply % 2].move(room, ply, ply // 2 + 15 * (ply % 2))
    before = await black.enter(room)
    assert before["result"] == {"winner": "black", "reason": "five"}
    await ended(server, end, black, white)
    server.start()
    await black.open()
    assert black.welcome["rooms"] == []
    after = await black.enter(room)
    assert {**after, "now": 0, "presence": 0} == {**before, "now": 0, "presence": 0}
    await white.open()
    await white.enter(room)
    await black.command("offer", room=room, what="rematch")
    await white.command("answer", room=room, what="rematch", accept=True)
    following = (await white.event("rematched", room))["room"]
    state = await white.enter(following)
    assert (state["black"], state["previous"], state["score"]) == (1, room, [2, 0])
    await white.move(following, 0, 112)
    await closed(black, white)


@ENDS
async def test_a_rematch_on_offer_is_still_on_offer(server: ServerProcess, end: End) -> None:
    black, white, room = await seated(server)
    await black.command("resign", room=room)
    await black.command("offer", room=room, what="rematch", id="again")
    await ended(server, end, black, white)
    server.start()
    await white.open()
    assert (await white.enter(room))["offers"] == [["rematch"], []]
    await white.command("offer", room=room, what="rematch")
    following = (await white.event("rematched", room))["room"]
    await black.open()
    await black.command("offer", room=room, what="rematch", id="again")  # its answer had been lost, for all it knows
    assert (await black.enter(room))["next"] == following
    await closed(black, white)


@ENDS
async def test_a_command_and_a_room_are_made_once_over_a_restart(server: ServerProcess, end: End) -> None:
    black, white, room = await seated(server)
    made = await black.create(id="make")
    first = await black.move(room, 0, 112, id="first")
    await ended(server, end, black, white)
    server.start()
    await black.open()
    assert await black.move(room, 0, 112, id="first") == first
    assert await black.create(id="make") == made
    assert len((await black.enter(room))["moves"]) == 1
    assert black.welcome["rooms"] == sorted([room, made])
    await closed(black, white)


@ON_FILE  # several servers share a database
async def test_a_second_server_on_the_same_file_is_refused(server: ServerProcess) -> None:
    async with Client(server.ws) as client:
        room = await client.create(level=1)
        await client.enter(room)
        second = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "server", "serve", "--port", "0", "--db", str(server.db)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert second.returncode == 1
        assert second.stdout == ""
        assert second.stderr == f"tengen: {server.db} is in use by another server\n"
        await client.move(room, 0, 112)


async def test_a_server_on_a_port_that_is_taken_is_refused(server: ServerProcess, tmp_path: Path) -> None:
    second = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "server", "serve", "--port", str(server.port), "--db", str(tmp_path / "other.db")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert second.returncode == 1
    assert second.stdout == ""
    assert second.stderr.startswith(f"tengen: cannot listen on 127.0.0.1:{server.port}: ")
    assert second.stderr.count("\n") == 1
    assert list(tmp_path.glob("other.db*")) == []


@ON_FILE  # moves it
@ENDS
async def test_a_database_works_in_another_place(server: ServerProcess, tmp_path: Path, end: End) -> None:
    black, white, room = await seated(server, clock=FISCHER)
    for ply, mover in enumerate((black, white, black)):
        await mover.move(room, ply, 20 * ply)
    await ended(server, end, black, white)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for file in tmp_path.glob("tengen.db*"):  # after a kill the last moves are in the -wal file beside it
        shutil.move(file, elsewhere)
    moved = ColdServer(elsewhere / "tengen.db", bot_pause_ms=0).start()
    try:
        white.url = moved.ws
        await white.open()
        assert white.welcome["rooms"] == [room]
        state = await white.enter(room)
        assert [stone["point"] for stone in state["moves"]] == [0, 20, 40]
        await white.move(room, 3, 60)
        await white.close()
        await black.close()
    finally:
        moved.kill()


@ON_FILE  # damages it
async def test_a_room_that_cannot_be_brought_back_holds_up_no_other(server_process: ServerProcess) -> None:
    server_process.start()
    async with Client(server_process.ws) as owner, Client(server_process.ws) as guest:
        broken, sound = await owner.create(), await owner.create()
        for room in (broken, sound):
            await guest.command("sit", room=room)
    server_process.stop()
    with closing(sqlite3.connect(server_process.db)) as connection, connection:
        connection.execute(
            "DELETE FROM actions WHERE v = 2 AND game = (SELECT serial FROM games WHERE id = ?)", (broken,)
        )
        connection.execute(
            "INSERT INTO actions (game, v, at, kind, seat, ply, point, think_ms, lag_ms, given_ms) "
            "SELECT serial, 3, 1, 'moved', 0, 0, 0, 0, 0, 0 FROM games WHERE id = ?",
            (broken,),
        )
    server_process.start()
    async with Client(server_process.ws, owner.token) as again:
        assert again.welcome["rooms"] == [sound]
        await again.enter(sound)
        await again.move(sound, 0, 0)
    assert f"{broken!r}: version 3 has no checksum" in server_process.log()
