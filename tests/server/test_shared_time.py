"""The time of several processes: one base, whatever the machines' clocks do."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from server import shared_time
from server.bus.local import Exchange, LocalBus
from server.shared_time import STEP_MS, SharedTime, join
from server.store.games import room_log
from server.store.store import Store

MS = 1_000_000
NOON = 1_700_000_000_000
DAY_MS = 86_400_000


class Machine:
    """A machine's steady clock, and a process on it."""

    def __init__(self, passing_ms: int = 5_000) -> None:
        self.passing_ms = passing_ms
        self.time = SharedTime(lambda: self.passing_ms * MS)


class Clocked:
    """A store whose clock is in the hands of the test."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.clock = NOON

    async def read_clock(self) -> int:
        return self.clock

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)


def test_a_machine_that_drifts_is_corrected() -> None:
    machine = Machine()
    machine.time.begin(NOON, NOON)
    machine.passing_ms += 1_000
    assert machine.time() == NOON + 1_000
    machine.time.observe(NOON + 1_050)
    assert machine.time() == NOON + 1_050
    machine.passing_ms += 1_000
    assert machine.time() == NOON + 2_050
    machine.time.observe(NOON + 2_000)  # it was 50 ms fast
    assert machine.time() == NOON + 2_050  # it waits, and never goes back
    machine.passing_ms += 60
    assert machine.time() == NOON + 2_060


@given(st.lists(st.tuples(st.integers(0, 20_000), st.integers(-DAY_MS, DAY_MS)), max_size=30))
def test_it_never_goes_back_and_steps_of_the_database_s_clock_are_not_followed(steps: list[tuple[int, int]]) -> None:
    machine, clock, off = Machine(), NOON, 0
    machine.time.begin(clock, clock)
    before = machine.time()
    passed = 0
    for pass_ms, step_ms in steps:
        machine.passing_ms += pass_ms
        passed += pass_ms
        if abs(step_ms) >= STEP_MS:
            off += step_ms
        machine.time.observe(clock + passed + off)
        assert machine.time() >= before
        assert machine.time() == NOON + passed
        before = machine.time()


async def test_who_joins_takes_the_time_of_those_who_run(store: Store) -> None:
    exchange, clocked = Exchange(), Clocked(store)
    first, second = Machine(), Machine(77)
    await join(first.time, clocked, LocalBus(exchange))  # type: ignore[arg-type]
    assert abs(first.time() - NOON) < 50
    clocked.clock += DAY_MS  # somebody sets the database's clock
    first.time.observe(clocked.clock)
    await join(second.time, clocked, LocalBus(exchange))  # type: ignore[arg-type]
    assert abs(second.time() - first.time()) < 50
    second.passing_ms += 1_000
    second.time.observe(clocked.clock + 1_000)
    assert abs(second.time() - first.time() - 1_000) < 50


async def test_nobody_begins_before_a_stored_time(store: Store) -> None:
    await room_log.note_heartbeat(store, NOON + DAY_MS)
    machine = Machine()
    clocked = Clocked(store)
    await join(machine.time, clocked, LocalBus(Exchange()))  # type: ignore[arg-type]
    assert machine.time() == NOON + DAY_MS


async def test_the_best_of_three_answers_counts(store: Store) -> None:
    clocked = Clocked(store)
    found = await shared_time.read_clock(clocked)  # type: ignore[arg-type]
    assert abs(found - NOON) < 50


async def test_heartbeats_never_go_back(store: Store) -> None:
    await asyncio.gather(*(room_log.note_heartbeat(store, NOON + each) for each in (5, 9, 7)))
    assert await room_log.read_heartbeat(store) == NOON + 9
