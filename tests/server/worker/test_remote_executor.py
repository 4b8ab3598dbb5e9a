"""Moves and other work done by workers on the bus: as in this process, and whatever becomes of workers and bus."""

import asyncio
import os
import sys
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from bots.engine import Choice
from bots.errors import BotError, ExecutorFull, NoMove, PlayerCrashed, Stopped, UnsupportedGame, WorkCrashed
from bots.gomocup import opponent
from bots.gomocup.settings import ExternalEngine
from bots.levels import level
from bots.workers.fair_queue import Asker
from server.bus.bus import MOST_BYTES
from server.bus.local import LocalBus
from server.worker import asking, messages, service
from server.worker.messages import Ask, Revisions, WantedWork
from server.worker.remote_executor import RemoteExecutor, RemoteSeat
from server.worker.sealing import Sealer
from server.worker.service import WorkerService
from tests.bots import chores
from tests.bots.engines import DEAF, IN_PROCESS, NO_MOVE, RAISE, THREADED, UNTIL_STOPPED, OddPlayer
from tests.server.worker.conftest import KEY, House, until

FAKE = str(Path(__file__).parents[2] / "bots" / "gomocup" / "fake.py")


def seat(server: RemoteExecutor, seed: int = 5) -> RemoteSeat:
    return cast(RemoteSeat, server.seat(THREADED, "freestyle", 15, seed))


async def test_a_worker_replays_the_moves_and_keeps_the_player(house: House) -> None:
    await house.add_worker()
    bot = seat(await house.add_server(), seed=7)
    lines = [[], [112, 0], [112, 0, 113], [5]]
    choices = [await bot.choose(moves) for moves in lines]
    assert [choice.point for choice in choices] == [len(moves) for moves in lines]
    assert [choice.tell()["asked"] for choice in choices] == [1, 2, 3, 4]
    assert {choice.score for choice in choices} == {7}


async def test_real_levels_play(house: House) -> None:
    await house.add_worker()
    server = await house.add_server()
    choice = await server.seat(level(0), "tictactoe", 3, 1).choose([4])
    assert choice.point in (0, 2, 6, 8)
    with pytest.raises(UnsupportedGame):
        server.seat(level(0), "renju", 15, 1)


async def test_errors_come_back_as_they_are(house: House) -> None:
    await house.add_worker()
    bot = seat(await house.add_server())
    with pytest.raises(NoMove, match="odd"):
        await bot.choose([], NO_MOVE)
    with pytest.raises(PlayerCrashed, match="odd"):
        await bot.choose([], RAISE)
    assert (await bot.choose([])).point == 0


async def test_a_request_waits_for_a_worker_to_come(house: House) -> None:
    server = await house.add_server()
    assert not server.ready(THREADED)
    assert server.busy(THREADED, Asker())
    thinking = asyncio.create_task(seat(server).choose([3]))
    await until(lambda: server.load().waiting_live == 1)
    await house.add_worker()
    assert (await thinking).point == 1
    assert server.ready(THREADED)
    assert not server.busy(THREADED, Asker())
    assert server.load().waiting_live == 0


async def test_each_choice_is_told_with_the_seconds_of_thinking(house: House) -> None:
    told: list[tuple[int, float]] = []
    server = await house.add_server(observe=lambda level, seconds: told.append((level.number, seconds)))
    await house.add_worker()
    await seat(server).choose([])
    ((number, seconds),) = told
    assert number == 99
    assert 0 <= seconds < 10


async def test_cancelling_stops_the_player_at_the_worker(house: House) -> None:
    worker, _, executor = await house.add_worker()
    bot = seat(await house.add_server())
    thinking = asyncio.create_task(bot.choose([], UNTIL_STOPPED))
    await until(lambda: executor.load().busy_threads == 1)
    thinking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thinking
    await until(lambda: executor.load().busy_threads == 0)
    assert worker.held == 0
    assert (await bot.choose([])).point == 0


async def test_a_move_that_nobody_wants_any_more_stops_although_nobody_said_so(house: House) -> None:
    """The note may be lost, or the server."""
    _, _, executor = await house.add_worker()
    server = await house.add_server()
    server._asking.note = lambda worker, note: None  # type: ignore[method-assign]
    thinking = asyncio.create_task(seat(server).choose([], UNTIL_STOPPED))
    await until(lambda: executor.load().busy_threads == 1)
    thinking.cancel()
    await asyncio.gather(thinking, return_exceptions=True)
    assert executor.load().busy_threads == 1
    del server._asking.note
    await until(lambda: executor.load().busy_threads == 0)


async def test_what_a_server_that_is_gone_wanted_is_not_done_for_ever(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "FORGOTTEN_S", 0.5)
    _, _, executor = await house.add_worker()
    bus = LocalBus(house.exchange)
    server = await house.add_server(bus=bus)
    thinking = asyncio.create_task(seat(server).choose([], UNTIL_STOPPED))
    await until(lambda: executor.load().busy_threads == 1)
    house.exchange.cut(bus)
    await until(lambda: executor.load().busy_threads == 0)
    thinking.cancel()


async def test_a_closed_seat_stops_its_move_and_closes_its_player(house: House) -> None:
    _, _, executor = await house.add_worker()
    server = await house.add_server()
    bot = seat(server, seed=4711)
    await bot.choose([])
    thinking = asyncio.create_task(bot.choose([], UNTIL_STOPPED))
    await until(lambda: executor.load().busy_threads == 1)
    await bot.close()
    with pytest.raises(Stopped):
        await thinking
    await until(lambda: 4711 in OddPlayer.closed)
    with pytest.raises(Stopped):
        await bot.choose([])


async def test_a_closed_executor_fails_everything(house: House) -> None:
    _, _, executor = await house.add_worker()
    server = await house.add_server()
    tasks = [
        asyncio.create_task(seat(server).choose([], UNTIL_STOPPED)),
        asyncio.create_task(server.run(chores.hang, progress=lambda _: None)),
    ]
    await until(lambda: executor.load().busy_threads == 1 and executor.load().busy_background == 1)
    await server.close()
    assert [type(each) for each in await asyncio.gather(*tasks, return_exceptions=True)] == [Stopped, Stopped]
    with pytest.raises(Stopped):
        await seat(server).choose([])
    with pytest.raises(Stopped):
        await server.run(chores.count, 0, {})
    with pytest.raises(Stopped):
        await server.warm()


async def test_waiting_moves_are_told_their_place_and_too_many_are_refused(house: House) -> None:
    _, _, executor = await house.add_worker()
    server = await house.add_server()
    first = asyncio.create_task(seat(server).choose([], UNTIL_STOPPED))
    await until(lambda: executor.load().busy_threads == 1)
    told: list[int | None] = []
    second = asyncio.create_task(seat(server).choose([1], told=told.append))
    await until(lambda: told == [0])
    rest = [asyncio.create_task(seat(server).choose([], UNTIL_STOPPED)) for _ in range(8)]
    await until(lambda: any(each.done() for each in rest))
    assert [type(each.exception()) for each in rest if each.done()] == [ExecutorFull]
    await until(lambda: server.busy(THREADED, Asker()))
    first.cancel()
    assert (await second).point == 1
    assert told[-1] is None
    for each in rest:
        each.cancel()
    await asyncio.gather(first, *rest, return_exceptions=True)


async def test_the_clock_runs_on_while_a_move_waits_at_the_worker(house: House) -> None:
    _, _, executor = await house.add_worker()
    server = await house.add_server()
    timed = server.seat(level(8), "freestyle", 15, 1)
    first = asyncio.create_task(seat(server).choose([], UNTIL_STOPPED))
    await until(lambda: executor.load().busy_threads == 1)
    seen: list[Any] = []
    original = executor.seat

    class Noting:
        async def choose(self, moves: Any, limits: Any, spare_ms: Any, *_: Any) -> Choice:
            seen.append(spare_ms())
            await asyncio.sleep(0.05)
            seen.append(spare_ms())
            return Choice(0)

        async def close(self) -> None:
            pass

    executor.seat = lambda *_: Noting()  # type: ignore[method-assign,assignment]
    await timed.choose([112], spare_ms=lambda: 5000)
    executor.seat = original  # type: ignore[method-assign]
    assert 4000 < seen[1] <= seen[0] - 45
    assert seen[0] <= 5000
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)


async def test_work_reports_its_progress_and_its_errors(house: House) -> None:
    await house.add_worker()
    server = await house.add_server()
    said: list[Any] = []
    for kind in ({}, {"awaited": True}, {"first": True}, {"large": True}):
        said.clear()
        result = await server.run(chores.count, 3, {"a": [1]}, progress=said.append, **cast(Any, kind))
        assert said == [{"a": [1], "number": number} for number in range(3)]
        assert result["pid"] != os.getpid()
    for function, error, words in (
        (chores.refuse, NoMove, "a chore"),
        (chores.fail, WorkCrashed, "a chore"),
        (chores.die, WorkCrashed, "died"),
        (chores.unsendable, WorkCrashed, "pickle"),
    ):
        with pytest.raises(cast(type[BotError], error), match=words):
            await server.run(function, progress=said.append)


async def test_cancelling_kills_the_process_of_the_work(house: House) -> None:
    _, _, executor = await house.add_worker()
    server = await house.add_server()
    said: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    work = asyncio.create_task(server.run(chores.hang, progress=said.set_result))
    pid = await asyncio.wait_for(said, 30)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    await until(lambda: not Path(f"/proc/{pid}").exists())
    await until(lambda: executor.load().busy_background == 0)


async def test_results_longer_than_a_message_come_in_parts_and_such_arguments_stay_here(house: House) -> None:
    worker, *_ = await house.add_worker()
    server = await house.add_server()
    text = await server.run(repeat, 3 * MOST_BYTES)
    assert text == b"x" * (3 * MOST_BYTES)
    here = await server.run(measure, bytes(MOST_BYTES), awaited=True)
    assert here == (MOST_BYTES, os.getpid())
    assert worker.held == 0


def repeat(number: int) -> bytes:
    return b"x" * number


def measure(data: bytes) -> tuple[int, int]:
    return len(data), os.getppid()


async def test_players_move_to_a_worker_with_time_and_stay_where_they_are_otherwise(house: House) -> None:
    server = await house.add_server()
    workers = [await house.add_worker() for _ in range(2)]
    await until(lambda: len(server.crew.list_there()) == 2)
    bots = [seat(server, seed) for seed in range(6)]
    for asked in range(1, 4):
        for bot in bots:
            assert (await bot.choose([])).tell()["asked"] == asked
    homes = {bot._home for bot in bots}
    assert homes <= {bus.name for _, bus, _ in workers}
    bot = bots[0]
    at_home = next(executor for _, bus, executor in workers if bus.name == bot._home)
    blocking = asyncio.create_task(_neighbour(bots).choose([], UNTIL_STOPPED))
    await until(lambda: sum(each.load().busy_threads for *_, each in workers) == 1)
    if at_home.load().busy_threads:
        choice = await asyncio.wait_for(bot.choose([]), 20)
        assert choice.tell()["asked"] == 1
    blocking.cancel()
    await asyncio.gather(blocking, return_exceptions=True)


def _holds(worker: WorkerService, working: "asyncio.Task[Any]") -> bool:
    return worker.held > 0 or working.done()


def _neighbour(bots: list[RemoteSeat]) -> RemoteSeat:
    """Return another bot at the same worker, if there is one."""
    return next((bot for bot in bots[1:] if bot._home == bots[0]._home), bots[1])


async def test_two_workers_share_what_comes_at_once(house: House) -> None:
    server = await house.add_server()
    workers = [await house.add_worker(threads=2) for _ in range(2)]
    await until(lambda: len(server.crew.list_there()) == 2)
    moves = [asyncio.create_task(seat(server, n).choose([], UNTIL_STOPPED)) for n in range(4)]
    await until(lambda: [executor.load().busy_threads for *_, executor in workers] == [2, 2])
    for move in moves:
        move.cancel()
    await asyncio.gather(*moves, return_exceptions=True)


async def test_a_worker_that_ends_gives_back_what_it_does_and_another_goes_on(house: House) -> None:
    server = await house.add_server()
    first, bus, executor = await house.add_worker()
    moving = asyncio.create_task(seat(server).choose([], UNTIL_STOPPED))
    said: list[int] = []
    working = asyncio.create_task(server.run(chores.hang, progress=said.append))
    await until(lambda: executor.load().busy_threads == 1 and said)
    _, _, other = await house.add_worker()
    await until(lambda: len(server.crew.list_there()) == 2)
    began = asyncio.get_running_loop().time()
    await first.close(finish_s=0.1)
    await until(lambda: other.load().busy_threads == 1 and len(said) == 2)
    assert asyncio.get_running_loop().time() - began < 10
    assert [beat.name for beat in server.crew.list_there()] != [bus.name]
    for each in (moving, working):
        each.cancel()
    await asyncio.gather(moving, working, return_exceptions=True)


async def test_a_worker_that_ends_finishes_a_short_move(house: House) -> None:
    server = await house.add_server()
    worker, _, _executor = await house.add_worker()
    bot = seat(server)
    moving = asyncio.create_task(bot.choose([], None))
    await until(lambda: worker.held or moving.done())
    await worker.close(finish_s=10)
    assert (await moving).point == 0


async def test_a_silent_worker_is_given_up_within_two_seconds(house: House) -> None:
    server = await house.add_server()
    _, bus, executor = await house.add_worker()
    moving = asyncio.create_task(seat(server).choose([], UNTIL_STOPPED))
    await until(lambda: executor.load().busy_threads == 1)
    _, _, other = await house.add_worker()
    await until(lambda: len(server.crew.list_there()) == 2)
    assert isinstance(bus, LocalBus)
    began = asyncio.get_running_loop().time()
    house.exchange.cut(bus)
    await until(lambda: other.load().busy_threads == 1)
    assert asyncio.get_running_loop().time() - began < 4  # 2 s on an idle machine
    moving.cancel()
    await asyncio.gather(moving, return_exceptions=True)


async def test_an_answer_that_was_lost_is_sent_again_and_not_thought_again(house: House) -> None:
    server = await house.add_server()
    worker, bus, executor = await house.add_worker()
    assert isinstance(bus, LocalBus)
    bot = seat(server)
    await bot.choose([])
    moving = asyncio.create_task(bot.choose([], UNTIL_STOPPED))
    await until(lambda: executor.load().busy_threads == 1)
    house.exchange.cut(bus)
    worker_seat = next(iter(worker._seats.values())).seat
    worker_seat._pool._jobs()[0].worker.hurry()  # type: ignore[attr-defined] # it finds its move now
    await until(lambda: worker.held == 0)
    house.exchange.mend(bus)
    assert (await moving).tell()["asked"] == 2
    assert (await bot.choose([])).tell()["asked"] == 3


async def test_after_a_break_of_the_bus_a_move_goes_on(house: House) -> None:
    bus = LocalBus(house.exchange)
    server = await house.add_server(bus=bus)
    worker, _, executor = await house.add_worker()
    bot = seat(server)
    moving = asyncio.create_task(bot.choose([], UNTIL_STOPPED))
    await until(lambda: executor.load().busy_threads == 1)
    house.exchange.cut(bus)
    await asyncio.sleep(messages.SILENT_S + 0.5)  # the break itself
    house.exchange.mend(bus)
    await until(lambda: server._asking.waiting == 0)
    assert worker.held == 1
    moving.cancel()
    await until(lambda: executor.load().busy_threads == 0)


async def test_work_over_which_workers_die_is_given_up(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    server = await house.add_server()
    monkeypatch.setattr(asking, "SILENT_S", 0.3)
    working = asyncio.create_task(server.run(chores.hang, progress=lambda _: None))
    for _ in range(asking.MOST_LOST + 1):
        worker, bus, _executor = await house.add_worker()
        await until(partial(_holds, worker, working))
        house.exchange.cut(cast(LocalBus, bus))
    with pytest.raises(WorkCrashed, match="lost"):
        await asyncio.wait_for(working, 30)


async def test_who_has_another_key_is_neither_served_nor_believed(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    stranger = await house.add_server(key=b"s" * 32)
    await house.add_worker()
    moving = asyncio.create_task(seat(stranger).choose([]))
    await until(lambda: "not sealed with our key" in caplog.text)
    assert not moving.done()
    moving.cancel()
    await asyncio.gather(moving, return_exceptions=True)


@pytest.mark.parametrize(
    "name", ["os:system", "posixpath:join", "server.errors:log", "bots.levels:Level", "server.no:x"]
)
async def test_only_functions_of_ours_are_called(house: House, name: str) -> None:
    _, worker_bus, _ = await house.add_worker()
    server = await house.add_server()
    work = WantedWork(name, (), False, "awaited")
    with pytest.raises(WorkCrashed):
        await server._asking.ask(
            "work.awaited",
            lambda id: Ask(id, server._bus.name, work, None, "", "", True, Revisions()),
            worker_bus.name,
        )


async def test_garbage_does_no_harm(house: House, caplog: pytest.LogCaptureFixture) -> None:
    server = await house.add_server()
    _, bus, _ = await house.add_worker()
    stranger = LocalBus(house.exchange)
    for subject in (f"to.{bus.name}", f"answer.{server._bus.name}", f"worker.{bus.name}"):
        for payload in (b"", b"x" * 7, b"x" * 200, Sealer(KEY).seal("answer", "well"), Sealer(KEY).seal("note", 5)):
            stranger.publish(subject, payload)
    for target in (f"at.{bus.name}", "bot.99"):
        assert await stranger.request(target, b"nothing", 5) == b""
    assert (await seat(server).choose([])).point == 0
    assert "Traceback" not in caplog.text


async def test_an_external_engine_stays_on_this_machine(house: House, tmp_path: Path) -> None:
    command = (sys.executable, FAKE, "swap2", str(tmp_path / "log"))
    opponent.offer([ExternalEngine(100, "Fake", command, time_ms=20_000)])
    try:
        server = await house.add_server()
        bot = server.seat(level(100), "freestyle", 15, 0)
        assert server.ready(level(100))
        assert not server.busy(level(100), Asker())
        assert bot.level.number == 100
        assert (await bot.choose([])).point >= 0
        await bot.close()
    finally:
        opponent.offer([])


async def test_a_process_of_a_worker_plays_too_and_a_deaf_player_is_not_waited_for(house: House) -> None:
    _, _, executor = await house.add_worker()
    server = await house.add_server()
    choice = await server.seat(IN_PROCESS, "freestyle", 15, 5).choose([])
    assert choice.tell()["pid"] != os.getpid()
    thinking = asyncio.create_task(server.seat(IN_PROCESS, "freestyle", 15, 6).choose([], DEAF))
    await until(lambda: executor.load().busy_processes == 1)
    thinking.cancel()
    await asyncio.gather(thinking, return_exceptions=True)
    await until(lambda: executor.load().busy_processes == 0)
