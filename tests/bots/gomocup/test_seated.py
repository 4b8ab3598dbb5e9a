"""External engines at the tables of a real server, played over its socket."""

import asyncio
import json
import sys
from pathlib import Path

import pytest

from bots.gomocup import opponent
from bots.gomocup.settings import ExternalEngine
from bots.openings import load, triples
from gomoku.rulesets import ruleset
from server.config import Config
from server.errors import StartError
from server.lifecycle import start
from tests.bots.gomocup.manager import Manager
from tests.bots.workers.test_process import ended
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Client
from tests.kit.http import get_json
from tests.kit.process import ServerProcess
from tests.server.test_openings import play_against_a_bot

ROOT = Path(__file__).parents[3]
FAKE = str(Path(__file__).with_name("fake.py"))
ITSELF = (sys.executable, "-m", "bots.gomocup", "--engine", "wins_array")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The log of this test's fake engines."""
    return tmp_path / "log"


@pytest.fixture
def config(tmp_path: Path, log: Path) -> Config:
    """A server with our own engine as an external engine, and with engines that misbehave."""
    engines = [ExternalEngine(100, "Tengen", ITSELF, rules=("freestyle", "renju"), folder=str(ROOT))]
    for level, mode, time_ms, grace_ms in (
        (101, "plain", 50, 5000),
        (102, "occupied", 50, 5000),
        (103, "hang", 50, 0),
        (104, "hang", 60_000, 0),
    ):
        command = (sys.executable, FAKE, mode, str(log))
        engines.append(ExternalEngine(level, f"{mode} {level}", command, time_ms=time_ms, grace_ms=grace_ms))
    return Config(port=0, db=tmp_path / "tengen.db", bot_pause_ms=0, engines=tuple(engines))


@pytest.fixture(autouse=True)
def only_here() -> object:
    """Withdraw this server's levels after the test."""
    yield
    opponent.offer([])


async def answered(me: Client, room: str, ply: int) -> int:
    """Return the point that the bot played as this move."""
    while True:
        moved = await me.event("moved", room)
        if moved["ply"] == ply:
            return int(moved["point"])


async def test_a_person_plays_a_guest_to_the_end(join: Connect, running: tuple[App, str]) -> None:
    me = await join()
    room = await me.create(level=100, color="white", rules="renju")
    await me.enter(room)
    taken = {await answered(me, room, 0)}
    assert taken == {112}
    ply = 1
    while True:
        point = next(p for p in range(225) if p not in taken)
        taken.add(point)
        await me.move(room, ply, point)
        message = await me.wait(lambda m: m["t"] == "events" and any(e.get("seat") == 1 for e in m["events"]))
        events = message["events"]
        taken |= {event["point"] for event in events if event["k"] == "moved"}
        if events[-1]["k"] == "ended":
            break
        ply += 2
    assert (events[-1]["winner"], events[-1]["reason"]) == ("black", "five")
    history = await get_json(f"{running[1].replace('ws:', 'http:').removesuffix('/ws')}/api/games/{room}")
    assert history["bot"]["engine"] == "external:Tengen"
    assert history["bot"]["limits"] == {"time_ms": 1000}


async def test_guests_are_among_the_levels(running: tuple[App, str]) -> None:
    body = await get_json(f"{running[1].replace('ws:', 'http:').removesuffix('/ws')}/api/levels")
    found = {level["level"]: level for level in body["levels"]}
    assert [number for number, level in found.items() if "twin_of" not in level][-5:] == [100, 101, 102, 103, 104]
    assert found[100]["rules"] == ["freestyle", "renju"]
    assert found[101]["name"]["zh-Hant"] == "plain 101"


async def test_a_take_back_a_rematch_and_the_end_of_the_process(join: Connect, log: Path) -> None:
    me = await join()
    room = await me.create(level=101)
    await me.enter(room)
    await me.move(room, 0, 112)
    assert await answered(me, room, 1) == 0
    await me.command("offer", room=room, what="takeback")
    await me.move(room, 0, 0)
    assert await answered(me, room, 1) == 1
    await me.command("resign", room=room)
    assert await all_ended(log) == 1
    await me.command("offer", room=room, what="rematch")
    following = (await me.event("rematched"))["room"]
    await me.enter(following)
    assert await answered(me, following, 0) == 0
    assert len(pids(log)) == 2


async def test_its_illegal_move_loses_the_game_for_it(
    join: Connect, log: Path, caplog: pytest.LogCaptureFixture
) -> None:
    me = await join()
    room = await me.create(level=102)
    await me.enter(room)
    await me.move(room, 0, 112)
    over = await me.event("ended", room)
    assert (over["winner"], over["reason"]) == ("black", "resigned")
    assert f"room {room}: the bot loses: bot_illegal_move: occupied 102 plays 7,7 as move 2" in caplog.text
    assert await all_ended(log) == 1


async def test_one_that_thinks_for_long_holds_up_nobody_and_a_server_that_stops(
    join: Connect, running: tuple[App, str], log: Path
) -> None:
    me = await join()
    room = await me.create(level=104)
    await me.enter(room)
    await me.move(room, 0, 112)
    other = await me.create(level=1)
    await me.enter(other)
    await me.move(other, 0, 112)
    await answered(me, other, 1)  # although there is only one thread for short moves
    assert (await me.enter(room))["moves"][1:] == []
    async with asyncio.timeout(60):
        while not log.exists() or "TURN" not in log.read_text():
            await asyncio.sleep(0)
    await running[0].executor.close()
    assert await all_ended(log) == 1


async def test_one_that_hangs_is_tried_three_times_and_its_game_aborted(
    join: Connect, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.rooms.bot_moves.RETRY_S", 0)
    me = await join()
    room = await me.create(level=103)
    await me.enter(room)
    await me.move(room, 0, 112)
    over = await me.event("ended", room)
    assert (over.get("winner"), over["reason"]) == (None, "aborted")
    assert await all_ended(log) == 3


async def test_a_program_that_is_not_there_is_said_at_the_start(tmp_path: Path) -> None:
    from contextlib import AsyncExitStack

    missing = ExternalEngine(100, "Gone", (str(tmp_path / "gone"),))
    with pytest.raises(StartError, match=r"engine Gone: there is no program .*gone"):
        async with AsyncExitStack() as stack:
            await start(Config(port=0, db=tmp_path / "tengen.db", engines=(missing,)), stack)


@pytest.mark.slow
@pytest.mark.parametrize("color", ["black", "white"])
async def test_swap2_with_our_own_engine_as_a_guest_one_that_knows_it_and_one_that_does_not(
    tmp_path: Path, log: Path, file: Path, color: str
) -> None:
    commands = [[*ITSELF, "--seed", "5"], *([sys.executable, FAKE, f"swap2{x}", str(log)] for x in ("-unknown", ""))]
    file.write_text(
        "".join(
            f'[[engine]]\nname = "{n}"\ncommand = {json.dumps(command)}\ntime_ms = 60000\nfolder = "{ROOT}"\n'
            for n, command in enumerate(commands)
        )
    )
    server = ServerProcess(tmp_path / "tengen.db", bot_pause_ms=0, config=str(file)).start()
    try:
        stones = {}
        for level in (100, 101, 102):
            game = await play_against_a_bot(server, "swap2", "freestyle", color, level, 3, "two")
            stones[level] = tuple(move["point"] for move in game["moves"])
        if color == "white":
            said = Manager(seed=5)("START 15", "INFO timeout_turn 60000", "SWAP2BOARD", "DONE")[1]
            assert [f"{point % 15},{point // 15}" for point in stones[100][:3]] == said.split()
            assert stones[101][:3] in load(triples("freestyle"), ruleset("freestyle"), 15)
            assert stones[102][:3] == (112, 113, 144)
        else:
            assert stones[102][3:5] == (16, 32)
        assert server.complaints() == []
    finally:
        server.kill()


TALKERS = ("unknown", "swap2", "yixin", "yixin-swaps", "yixin-garbage", "yixin-silent")
"""Fake engines: one that speaks only the old protocol, some that know more, and some that send rubbish."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("opening", "rules", "color", "stones", "left_to_us"),
    [
        ("swap2", "freestyle", "white", (31, 47, 63), {"unknown", "yixin-garbage", "yixin-silent"}),
        ("swap2", "freestyle", "black", (), {"unknown", "yixin-garbage", "yixin-silent"}),
        ("swap_after_first", "freestyle", "white", (0,), {"unknown", "swap2"}),
        ("soosyrv_8", "renju", "white", (112, 127, 128), {"unknown", "swap2", "yixin-garbage", "yixin-silent"}),
        ("soosyrv_8", "renju", "black", (), {"unknown", "swap2", "yixin-garbage", "yixin-silent"}),
    ],
)
async def test_an_opening_goes_through_with_every_kind_of_guest(
    tmp_path: Path,
    log: Path,
    file: Path,
    opening: str,
    rules: str,
    color: str,
    stones: tuple[int, ...],
    left_to_us: set[str],
) -> None:
    commands = {mode: [sys.executable, FAKE, mode, str(log)] for mode in TALKERS}
    commands["Tengen"] = [*ITSELF, "--seed", "5"]
    usual = f'rules = ["freestyle", "renju"]\ntime_ms = 2000\nfolder = "{ROOT}"\n'
    file.write_text(
        "".join(f'[[engine]]\nname = "{n}"\ncommand = {json.dumps(c)}\n{usual}' for n, c in commands.items())
    )
    server = ServerProcess(tmp_path / "tengen.db", bot_pause_ms=0, config=str(file)).start()
    try:
        for level, mode in enumerate(commands, 100):
            game = await play_against_a_bot(server, opening, rules, color, level, 3, "two")
            played = [move["point"] for move in game["moves"]]
            if mode.startswith("yixin") and mode not in left_to_us:
                assert tuple(played[: len(stones)]) == stones
            told = [line for line in server.log().splitlines() if f"{mode} is not asked so about its opening" in line]
            assert len(told) == (mode in left_to_us), told
        assert server.complaints() == []
    finally:
        server.kill()


def pids(log: Path) -> list[int]:
    """Return the processes started for the fake engines."""
    return [int(line.split()[1]) for line in log.read_text().splitlines() if line.startswith("pid ")]


async def all_ended(log: Path) -> int:
    """Wait until every fake engine has ended; return their number."""
    for pid in pids(log):
        assert await asyncio.to_thread(ended, pid, 10)
    return len(pids(log))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A settings file without engines."""
    path = tmp_path / "tengen.toml"
    path.write_text("")
    return path


async def test_a_killed_server_leaves_nothing_behind_and_comes_back_without_the_engine(
    tmp_path: Path, log: Path, file: Path
) -> None:
    command = [sys.executable, FAKE, "slow-end", str(log)]
    file.write_text(f'[[engine]]\nname = "Fake"\ncommand = {command}\n')
    server = ServerProcess(tmp_path / "tengen.db", bot_pause_ms=0, config=str(file)).start()
    try:
        async with Client(server.ws) as me:
            room = await me.create(level=100)
            await me.enter(room)
            await me.move(room, 0, 112)
            assert await answered(me, room, 1) == 0
            server.kill()
            assert await all_ended(log) == 1
            token = me.token
        file.write_text("")
        server.start()
        async with Client(server.ws, token) as me:
            assert me.welcome["rooms"] == [room]
            assert (await me.enter(room))["seats"][1] == {"level": 100}
            await me.move(room, 2, 113)
            assert (await me.event("ended", room))["reason"] == "aborted"
            assert await me.create(level=1)
        assert "unknown_level: 100" in server.log()
    finally:
        server.kill()
