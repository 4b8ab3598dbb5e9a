"""The server's time: it passes while the server runs, whatever the system's clock does."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.steady_time import GAP_NS, LEAST_LEAP_NS, STEP_KEPT_NS, SteadyTime

MS = 1_000_000
DAY_MS = 86_400_000
BEGAN = 1_700_000_000_000


class Machine:
    """Its two clocks; ``now`` is the time of a server on it, which ticks."""

    def __init__(self) -> None:
        self.wall = BEGAN * MS
        self.passing = 5_000 * MS
        self.now = SteadyTime(lambda: self.wall, lambda: self.passing)

    @asynccontextmanager
    async def ticking(self) -> AsyncIterator["Machine"]:
        ticking = asyncio.create_task(self.now.tick())
        await asyncio.sleep(0)
        yield self
        ticking.cancel()

    def run(self, ms: int) -> None:
        """The server runs, and is asked for the time all along."""
        while ms > 0:
            part = min(ms, GAP_NS // MS)
            self.pass_(part)
            self.now()
            ms -= part

    def pass_(self, ms: int) -> None:
        self.wall += ms * MS
        self.passing += ms * MS


@pytest.fixture
async def machine() -> AsyncIterator[Machine]:
    async with Machine().ticking() as machine:
        yield machine


def test_it_is_the_systems_time() -> None:
    before = time.time_ns() // MS
    assert 0 <= SteadyTime()() - before < 1_000


async def test_a_system_clock_that_is_set_passes_no_time(machine: Machine) -> None:
    for step in (3 * DAY_MS, -3 * DAY_MS, -1000 * DAY_MS):
        before = machine.now()
        machine.wall += step * MS
        machine.run(20_000)
        assert machine.now() == before + 20_000
        assert machine.now.find_leap() == 0


async def test_a_gap_passes_no_time_until_it_is_made_up_for(machine: Machine) -> None:
    machine.run(500)
    machine.pass_(90_000)
    assert machine.now() == BEGAN + 500
    assert machine.now.stood_ms == 90_000
    leaps: list[tuple[int, int]] = []
    machine.now.on_leap(lambda start, end: leaps.append((start, end)))
    machine.now.leap(machine.now.find_leap())
    assert machine.now() == BEGAN + 90_500
    assert leaps == [(BEGAN + 500, BEGAN + 90_500)]
    assert (machine.now.find_leap(), machine.now.stood_ms) == (0, 0)


async def test_sleep_is_made_up_for_at_once_and_a_step_when_it_has_lasted(machine: Machine) -> None:
    machine.pass_(DAY_MS)  # asleep
    machine.wall += 3 * DAY_MS * MS
    assert machine.now() == BEGAN
    assert machine.now.find_leap() == DAY_MS
    machine.now.leap(DAY_MS)
    assert machine.now.find_leap() == 0
    machine.run(STEP_KEPT_NS // MS - 1)
    assert machine.now.find_leap() == 0
    machine.run(1)
    assert machine.now.find_leap() == 3 * DAY_MS


async def test_a_clock_that_is_wrong_and_right_again_changes_nothing(machine: Machine) -> None:
    machine.wall += 3 * DAY_MS * MS
    machine.run(20_000)
    assert machine.now.find_leap() == 0
    machine.wall -= 3 * DAY_MS * MS
    for _ in range(100):
        machine.run(10_000)
        assert machine.now.find_leap() == 0
    assert machine.now() == machine.wall // MS


async def test_a_clock_that_is_set_back_over_a_gap_is_not_leapt_after(machine: Machine) -> None:
    machine.pass_(140_000)
    machine.wall -= 40_000 * MS
    machine.now()
    assert machine.now.find_leap() == 100_000


def test_before_it_ticks_it_passes_unasked() -> None:
    machine = Machine()
    machine.pass_(60_000)  # as at a start
    assert machine.now() == BEGAN + 60_000


def test_it_begins_no_earlier_than_what_is_stored() -> None:
    machine = Machine()
    machine.now.begin_after(BEGAN + DAY_MS)
    assert machine.now() == BEGAN + DAY_MS
    machine.now.begin_after(BEGAN)
    assert machine.now() == BEGAN + DAY_MS
    assert machine.now.behind_ms == -DAY_MS


ACTS = st.lists(
    st.tuples(st.sampled_from(("run", "gap", "step", "leap")), st.integers(-40_000, 40_000)),
    max_size=30,
)


@given(ACTS)
async def test_it_passes_as_long_as_the_server_runs_and_never_backward(acts: list[tuple[str, int]]) -> None:
    async with Machine().ticking() as machine:
        now, ran, leapt = machine.now, 0, 0
        for kind, ms in acts:
            before = now()
            if kind == "run":
                machine.run(abs(ms))
                ran += max(0, abs(ms))
            elif kind == "gap":
                machine.pass_(GAP_NS // MS + 1 + abs(ms))
            elif kind == "step":
                machine.wall += ms * MS
            else:
                due = now.find_leap()
                assert due == 0 or LEAST_LEAP_NS // MS <= due <= machine.wall // MS - now()
                now.leap(due)
                leapt += due
            assert now() >= before
            assert now() == BEGAN + ran + leapt


async def test_a_loop_that_is_held_up_is_a_gap() -> None:
    now = SteadyTime()
    ticking = asyncio.create_task(now.tick())
    await asyncio.sleep(0)
    before, began = now(), time.monotonic()
    time.sleep(2 * GAP_NS / 1e9)
    assert now() - before < (time.monotonic() - began) * 1000 - GAP_NS / MS
    ticking.cancel()
