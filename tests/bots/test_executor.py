import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.engine import Choice, Limits
from bots.errors import ExecutorFull, NoMove, PlayerCrashed, Stopped, UnknownEngine, UnsupportedGame
from bots.executor import LEAST_MS, Load, share_time
from bots.executor import LocalExecutor as Executor
from bots.executor import LocalSeat as BotSeat
from bots.gomocup import opponent
from bots.gomocup.settings import ExternalEngine
from bots.levels import Level, level
from bots.registry import engine
from bots.workers import pool, thread
from bots.workers.fair_queue import Asker
from server.rooms.hints import ADVISER
from tests.bots.engines import (
    COMPILED,
    DEAF,
    EXIT,
    IN_PROCESS,
    LEAVE,
    NO_MOVE,
    PRINT,
    RAISE,
    THREADED,
    UNSENDABLE,
    UNTIL_STOPPED,
    OddPlayer,
    level_of,
)

FAKE = str(Path(__file__).with_name("gomocup") / "fake.py")

KINDS = pytest.mark.parametrize("kind", [THREADED, IN_PROCESS], ids=["thread", "process"])


@pytest.fixture
async def executor() -> AsyncIterator[Executor]:
    """An executor with one thread, one process and three waiting moves."""
    found = Executor(threads=1, processes=1, queue=3)
    await found.start()
    yield found
    await found.close()


def seat(executor: Executor, kind: Level, seed: int = 5) -> BotSeat:
    return executor.seat(kind, "freestyle", 15, seed)


async def until(executor: Executor, **expected: int) -> None:
    """Run the loop until the load is as expected."""
    async with asyncio.timeout(60):
        while any(getattr(executor.load(), name) != value for name, value in expected.items()):
            await asyncio.sleep(0)


async def begun(executor: Executor, kind: Level, limits: Limits = UNTIL_STOPPED) -> "asyncio.Task[Choice]":
    """Start a move and wait until it is being computed."""
    task = asyncio.create_task(seat(executor, kind).choose([], limits))
    await until(executor, **{"busy_threads" if kind is THREADED else "busy_processes": 1})
    await asyncio.sleep(0)  # one turn of the loop, in which the worker is asked
    return task


@KINDS
async def test_replays_the_moves_and_keeps_the_player(executor: Executor, kind: Level) -> None:
    bot = seat(executor, kind, seed=7)
    lines = [[], [112, 0], [112, 0, 113], [5], [5, 6, 7, 8]]
    choices = [await bot.choose(moves) for moves in lines]
    assert [choice.point for choice in choices] == [len(moves) for moves in lines]
    assert [choice.tell()["asked"] for choice in choices] == [1, 2, 3, 4, 5]
    assert {choice.score for choice in choices} == {7}


@KINDS
async def test_seats_have_players_of_their_own(executor: Executor, kind: Level) -> None:
    one, other = seat(executor, kind, 1), seat(executor, kind, 2)
    choices = await asyncio.gather(one.choose([]), other.choose([]), one.choose([]))
    assert [(choice.score, choice.tell()["asked"]) for choice in choices] == [(1, 1), (2, 1), (1, 2)]


async def test_long_moves_run_in_another_process_and_short_ones_in_a_thread(executor: Executor) -> None:
    short = await seat(executor, THREADED).choose([])
    long = await seat(executor, IN_PROCESS).choose([])
    assert short.tell()["pid"] == os.getpid() != long.tell()["pid"]
    assert short.tell()["nice"] == long.tell()["nice"] == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)


async def test_real_levels_answer_the_same_every_time(executor: Executor) -> None:
    for found, rules, size, moves in (
        (level(0), "tictactoe", 3, [4]),
        (level(1), "renju", 15, [112, 97]),
        (level(2), "caro", 19, [0]),
        (level_of("tests.bots.engines:ODD_IN_PROCESS", slip=0.5), "freestyle", 15, [7, 8]),
    ):
        bots = [executor.seat(found, rules, size, 3) for _ in range(3)]
        points = {(await bot.choose(moves)).point for bot in bots}
        assert len(points) == 1


@KINDS
async def test_errors_of_the_player_come_back_as_they_are_and_others_as_a_crash(
    executor: Executor, kind: Level
) -> None:
    bot = seat(executor, kind)
    with pytest.raises(NoMove, match="odd"):
        await bot.choose([], NO_MOVE)
    with pytest.raises(PlayerCrashed, match="odd"):
        await bot.choose([], RAISE)
    with pytest.raises(PlayerCrashed, match="occupied"):
        await bot.choose([3, 3])
    assert (await bot.choose([])).point == 0


async def test_a_process_that_dies_is_replaced(executor: Executor) -> None:
    bot = seat(executor, IN_PROCESS)
    first = await bot.choose([])
    with pytest.raises(PlayerCrashed):
        await bot.choose([], EXIT)
    second = await bot.choose([1, 2])
    assert second.point == 2
    assert second.tell()["pid"] != first.tell()["pid"]


async def test_a_process_killed_while_idle_is_replaced(executor: Executor) -> None:
    bot = seat(executor, IN_PROCESS)
    pid = (await bot.choose([])).tell()["pid"]
    assert isinstance(pid, int)
    os.kill(pid, 9)
    async with asyncio.timeout(60):
        while True:  # the loop learns of it with a delay; a move sent before that fails
            try:
                choice = await bot.choose([])
            except PlayerCrashed:
                continue
            break
    assert choice.tell()["pid"] != pid


async def test_output_of_a_player_does_not_disturb(executor: Executor) -> None:
    bot = seat(executor, IN_PROCESS)
    assert (await bot.choose([1], PRINT)).point == 1
    assert (await bot.choose([1, 2])).point == 2


async def test_an_answer_that_cannot_be_sent_is_a_crash(executor: Executor) -> None:
    with pytest.raises(PlayerCrashed):
        await seat(executor, IN_PROCESS).choose([], UNSENDABLE)
    assert (await seat(executor, IN_PROCESS).choose([])).point == 0


@KINDS
async def test_a_player_that_ends_the_program_is_a_crash_and_no_endless_wait(executor: Executor, kind: Level) -> None:
    async with asyncio.timeout(60):
        for _ in range(3):  # more often than there are workers
            with pytest.raises(PlayerCrashed):
                await seat(executor, kind).choose([], LEAVE)
        assert (await seat(executor, kind).choose([])).point == 0


@KINDS
async def test_cancelling_stops_the_player(executor: Executor, kind: Level) -> None:
    thinking = await begun(executor, kind)
    thinking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thinking
    await until(executor, busy_threads=0, busy_processes=0)
    assert (await seat(executor, kind).choose([1])).point == 1  # the flag is cleared again


@KINDS
async def test_a_cancelled_move_that_waits_leaves_the_queue(executor: Executor, kind: Level) -> None:
    thinking = await begun(executor, kind)
    waiting = asyncio.create_task(seat(executor, kind).choose([]))
    await until(executor, waiting_live=1)
    waiting.cancel()
    await until(executor, waiting_live=0)
    assert not thinking.done()
    thinking.cancel()


@KINDS
async def test_the_queue_is_bounded_and_first_come_is_first_served(executor: Executor, kind: Level) -> None:
    order: list[int] = []

    async def move(number: int) -> None:
        await seat(executor, kind).choose([])
        order.append(number)

    thinking = await begun(executor, kind)
    waiting = [asyncio.create_task(move(number)) for number in range(3)]
    await until(executor, waiting_live=3)
    with pytest.raises(ExecutorFull):
        await seat(executor, kind).choose([])
    thinking.cancel()
    await asyncio.gather(*waiting)
    assert order == [0, 1, 2]
    assert executor.load() == Load(0, 0, 0, 0, 0, 0, 0, 0)


async def test_time_is_shared_with_the_moves_that_wait_and_kept_within_the_clock(executor: Executor) -> None:
    thinking = await begun(executor, THREADED)
    limits = Limits(time_ms=900)
    waiting = [asyncio.create_task(seat(executor, THREADED).choose([], limits)) for _ in range(3)]
    await until(executor, waiting_live=3)
    thinking.cancel()
    given = [choice.tell()["time_ms"] for choice in await asyncio.gather(*waiting)]
    assert given == [300, 450, 900]
    left = 5000

    def spare_ms() -> int:
        return left // 10

    thinking = await begun(executor, THREADED)
    hurried = asyncio.create_task(seat(executor, THREADED).choose([], limits, spare_ms))
    await until(executor, waiting_live=1)
    left = 4000  # the clock runs while the move waits for its turn
    thinking.cancel()
    assert (await hurried).tell()["time_ms"] == 400


async def test_each_choice_is_told_with_the_time_it_took() -> None:
    told: list[tuple[int, float]] = []
    executor = Executor(threads=1, processes=1, observe=lambda level, seconds: told.append((level.number, seconds)))
    await executor.start()
    thinking = await begun(executor, THREADED)
    waiting = asyncio.create_task(seat(executor, THREADED).choose([]))
    await until(executor, waiting_live=1)
    await asyncio.sleep(0.2)
    thinking.cancel()  # has chosen nothing
    await waiting
    await executor.close()
    (found,) = told
    assert found[0] == 99
    assert 0 < found[1] < 0.2  # waiting is not thinking


async def test_moves_of_one_seat_never_overlap() -> None:
    executor = Executor(threads=2, processes=1)
    await executor.start()
    bot = seat(executor, THREADED)
    thinking = asyncio.create_task(bot.choose([], UNTIL_STOPPED))
    await until(executor, busy_threads=1)
    second = asyncio.create_task(bot.choose([1]))
    await until(executor, waiting_live=1, busy_threads=1)
    thinking.cancel()
    assert (await second).tell()["asked"] == 2
    await executor.close()


@KINDS
async def test_a_move_cancelled_before_its_worker_hears_of_it_is_not_begun(executor: Executor, kind: Level) -> None:
    bot = seat(executor, kind)
    thinking = asyncio.create_task(bot.choose([], UNTIL_STOPPED))
    await until(executor, **{"busy_threads" if kind is THREADED else "busy_processes": 1})
    thinking.cancel()
    await until(executor, busy_threads=0, busy_processes=0)
    assert (await bot.choose([])).tell()["asked"] == 1


async def test_closing_a_seat_stops_its_move_and_closes_its_player(executor: Executor) -> None:
    OddPlayer.closed.clear()
    bot = seat(executor, THREADED, seed=31)
    await bot.choose([])
    thinking = asyncio.create_task(bot.choose([], UNTIL_STOPPED))
    await until(executor, busy_threads=1)
    await bot.close()
    with pytest.raises(Stopped):
        await thinking
    with pytest.raises(Stopped):
        await bot.choose([])
    await seat(executor, THREADED).choose([])  # the one thread has passed the closing
    assert OddPlayer.closed == [31]


async def test_closing_the_executor_fails_what_is_under_way_and_closes_the_players() -> None:
    executor = Executor(threads=1, processes=1)
    await executor.start()
    OddPlayer.closed.clear()
    tasks = [await begun(executor, THREADED), await begun(executor, IN_PROCESS)]
    tasks.append(asyncio.create_task(seat(executor, THREADED).choose([])))
    await until(executor, waiting_live=1)
    await executor.close()
    assert [type(error) for error in await asyncio.gather(*tasks, return_exceptions=True)] == [Stopped] * 3
    assert OddPlayer.closed == [5]
    with pytest.raises(Stopped):
        await seat(executor, THREADED).choose([])


async def test_closing_does_not_wait_for_a_deaf_player(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (pool, thread):
        monkeypatch.setattr(module, "GRACE_S", 0.05)
    executor = Executor(threads=1, processes=1)
    await executor.start()
    thinking = await begun(executor, THREADED, DEAF)
    async with asyncio.timeout(60):
        await executor.close()
    with pytest.raises(Stopped):
        await thinking


async def test_refuses_what_the_level_does_not_play(executor: Executor) -> None:
    with pytest.raises(UnsupportedGame):
        executor.seat(level(0), "freestyle", 15, 1)
    with pytest.raises(UnknownEngine):
        executor.seat(level_of("deep_thought"), "freestyle", 15, 1)


async def test_a_short_move_does_not_wait_for_searches(executor: Executor) -> None:
    executor._finish_warming(None)
    thinking = asyncio.create_task(seat(executor, COMPILED).choose([], UNTIL_STOPPED))
    await until(executor, busy_threads=1)
    long = asyncio.create_task(seat(executor, COMPILED).choose([]))
    await until(executor, waiting_live=1)
    assert (await seat(executor, THREADED).choose([1])).point == 1
    assert (thinking.done(), long.done(), executor.load().waiting_short) == (False, False, 0)
    thinking.cancel()
    assert (await long).point == 0


@KINDS
async def test_people_and_addresses_take_turns_and_who_has_left_comes_last(executor: Executor, kind: Level) -> None:
    order: list[str] = []

    async def move(name: str, asker: Asker) -> None:
        await seat(executor, kind).choose([], asker=asker)
        order.append(name)

    executor = Executor(threads=1, processes=1, queue=20)
    await executor.start()
    thinking = await begun(executor, kind)
    asked = [
        ("left", Asker("B", "ben", lambda: False)),
        *((f"ada {n}", Asker("A", "ada")) for n in range(2)),
        ("eve", Asker("A", "eve")),
        *((f"bob {n}", Asker("B", "bob")) for n in range(2)),
    ]
    tasks = [asyncio.create_task(move(*each)) for each in asked]
    await until(executor, waiting_live=6)
    thinking.cancel()
    await asyncio.gather(*tasks)
    assert order == ["ada 0", "bob 0", "eve", "bob 1", "ada 1", "left"]
    await executor.close()


async def test_from_a_full_queue_goes_whose_turn_is_last(executor: Executor) -> None:
    thinking = await begun(executor, THREADED)
    greedy, modest = Asker("A", "ada"), Asker("B", "bob")
    waiting = [asyncio.create_task(seat(executor, THREADED).choose([], asker=greedy)) for _ in range(3)]
    await until(executor, waiting_live=3)
    # a quarter of a queue of three is one move
    assert (executor.busy(THREADED, greedy), executor.busy(THREADED, modest)) == (True, True)
    late = asyncio.create_task(seat(executor, THREADED).choose([], asker=modest))
    with pytest.raises(ExecutorFull):
        await waiting[-1]
    with pytest.raises(ExecutorFull):
        await seat(executor, THREADED).choose([], asker=greedy)
    thinking.cancel()
    assert [choice.point for choice in await asyncio.gather(*waiting[:-1], late)] == [0, 0, 0]
    assert not executor.busy(THREADED, greedy)


async def test_who_is_thrown_out_of_a_full_queue_has_no_place_in_it(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "TELL_S", 0.01)
    thinking, greedy = await begun(executor, THREADED), Asker("A", "ada")
    told: list[list[int | None]] = [[], [], []]
    waiting = [
        asyncio.create_task(seat(executor, THREADED).choose([], asker=greedy, told=each.append)) for each in told
    ]
    async with asyncio.timeout(60):
        while told != [[0], [1], [2]]:
            await asyncio.sleep(0)
    late = asyncio.create_task(seat(executor, THREADED).choose([], asker=Asker("B", "bob")))
    with pytest.raises(ExecutorFull):
        await waiting[-1]
    assert told[2][-1] is None
    thinking.cancel()
    await asyncio.gather(*waiting[:-1], late)


async def test_who_waits_for_long_is_told_how_many_come_first(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "TELL_S", 0.01)
    thinking = await begun(executor, THREADED)
    told: list[list[int | None]] = [[], []]
    waiting = [asyncio.create_task(seat(executor, THREADED).choose([], told=each.append)) for each in told]
    async with asyncio.timeout(60):
        while told != [[0], [1]]:
            await asyncio.sleep(0)
    thinking.cancel()
    await asyncio.gather(*waiting)
    assert (told[0], told[1][0], told[1][-1]) == ([0, None], 1, None)


async def test_who_can_be_asked_in_an_opening_decides_and_others_do_not(executor: Executor, tmp_path: Path) -> None:
    command = (sys.executable, FAKE, "swap2", str(tmp_path / "log"))
    opponent.offer([ExternalEngine(100, "Fake", command, time_ms=20_000)])
    try:
        bot = executor.seat(level(100), "freestyle", 15, 1)
        assert await bot.decide("swap2", ()) == 112
        assert await bot.decide("swap2", (112, 113, 144, "two", 0, 1)) == "white"
        assert await bot.decide("swap", ()) is None
        assert await executor.seat(THREADED, "freestyle", 15, 1).decide("swap2", ()) is None
        await bot.close()
        with pytest.raises(Stopped):
            await bot.decide("swap2", ())
    finally:
        opponent.offer([])


TIMES = st.integers(1, 60_000)
COUNTS = st.integers(1, 1000)


@given(TIMES, COUNTS, st.integers(0, 1000), st.none() | st.integers(0, 600_000))
def test_nobody_gets_more_than_was_asked_for_than_the_clock_spares_or_too_little(
    time_ms: int, workers: int, wanted: int, spare_ms: int | None
) -> None:
    given_ms = share_time(Limits(time_ms, 9), workers, wanted, spare_ms).time_ms
    assert given_ms is not None
    assert 1 <= given_ms <= time_ms
    assert spare_ms is None or given_ms <= max(1, spare_ms)
    assert given_ms >= min(time_ms, LEAST_MS, max(1, time_ms if spare_ms is None else spare_ms))


@given(TIMES, COUNTS, COUNTS)
def test_a_crowd_shares_what_its_workers_have(time_ms: int, workers: int, wanted: int) -> None:
    given_ms = share_time(Limits(time_ms), workers, wanted, None).time_ms
    assert given_ms is not None
    if wanted <= workers:
        assert given_ms == time_ms
    elif given_ms > LEAST_MS:
        assert given_ms * wanted <= time_ms * workers < (given_ms + 1) * wanted


def test_figures() -> None:
    assert share_time(Limits(5000, 7), 2, 5, None) == Limits(2000, 7)
    assert share_time(Limits(5000), 2, 400, None) == Limits(LEAST_MS)
    assert share_time(Limits(20), 2, 400, None) == Limits(20)
    assert share_time(Limits(5000), 2, 1, 30) == Limits(30)
    assert share_time(Limits(None, 7), 2, 400, 0) == Limits(None, 7)


@pytest.mark.parametrize(
    ("workers", "wanted", "threads"), [(8, 1, 4), (3, 1, 3), (8, 3, 2), (8, 5, 1), (1, 1, 1), (2, 9, 1)]
)
def test_a_move_uses_the_workers_that_no_other_wants(workers: int, wanted: int, threads: int) -> None:
    assert share_time(Limits(5000, threads=4), workers, wanted, None).threads == threads
    assert share_time(Limits(5000), workers, wanted, None).threads == 1


@pytest.mark.parametrize(("threads", "mib"), [(1, 64), (2, 64), (4, 256), (8, 384)])
async def test_all_players_that_think_at_once_are_within_the_memory(threads: int, mib: int) -> None:
    executor = Executor(threads=threads, memory=mib << 20)
    await executor.start()
    try:
        strong, hint = (executor.seat(found, "freestyle", 15, 0) for found in (level(9), ADVISER))
        taken = threads * engine("search").holds(strong._seating.memory)
        assert 0 < hint._seating.memory < taken <= executor._seats._room
        assert executor._seats._room + hint._seating.memory == mib << 20
    finally:
        await executor.close()
