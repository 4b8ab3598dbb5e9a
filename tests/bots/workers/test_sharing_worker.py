"""The background's process gives way to moves, resumes after them, and never outlives its parent."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.errors import WorkCrashed
from bots.workers.background_work import Errand, Work
from bots.workers.process import ROOT
from bots.workers.sharing_worker import PART, SLICE_S, CpuShare, SharingWorker, _read_used_s
from tests.bots import chores
from tests.bots.workers.test_process import ended

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="measures another process's time")

PARENT = """
import asyncio
from tests.bots import chores
from bots.workers.sharing_worker import SharingWorker
from bots.workers.background_work import Errand, Work

async def main():
    worker = SharingWorker()
    worker.give_way(True)
    await worker.ask(Errand(Work(chores.hang, (), reports=True), lambda pid: print(pid, flush=True)))

asyncio.run(main())
"""

ABRUPT = """
import asyncio
from tests.bots import chores
from bots.workers.sharing_worker import SharingWorker
from bots.workers.background_work import Errand, Work

async def main():
    worker = SharingWorker()
    worker._share.runs = lambda now, used, needed: False  # it is stopped as soon as it may be
    worker.give_way(True)
    await worker.start()
    asking = asyncio.create_task(worker.ask(Errand(Work(chores.hang, ()), print)))
    await asyncio.sleep(0)
    print(worker._process.pid, flush=True)
    await asking

asyncio.run(main())
"""


def state(pid: int) -> str:
    """Return the process state, T when stopped."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


async def until_state(pid: int, stopped: bool) -> None:
    async with asyncio.timeout(40):
        while (state(pid) == "T") is not stopped:
            await asyncio.sleep(0.005)


@pytest.fixture
async def worker() -> AsyncIterator[SharingWorker]:
    found = SharingWorker()
    yield found
    await found.close()


async def hanging(worker: SharingWorker) -> tuple["asyncio.Task[Any]", int]:
    """Start an errand that spins forever; return it and its process."""
    said: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(worker.ask(Errand(Work(chores.hang, (), reports=True), said.set_result)))
    return task, await asyncio.wait_for(said, 20)


async def end(worker: SharingWorker, task: "asyncio.Task[Any]") -> None:
    await worker.close()
    with suppress(WorkCrashed):
        await task


async def test_it_is_stopped_while_moves_need_the_core_but_for_its_share(worker: SharingWorker) -> None:
    task, pid = await hanging(worker)
    worker.give_way(True)
    await until_state(pid, stopped=True)
    began, used = monotonic(), _read_used_s(pid)
    for _ in range(3):
        await until_state(pid, stopped=False)
        await until_state(pid, stopped=True)
    took = _read_used_s(pid) - used
    assert took > SLICE_S
    assert took <= PART * (monotonic() - began) + 3 * SLICE_S
    worker.give_way(False)
    assert state(pid) != "T"
    await end(worker, task)


@pytest.mark.parametrize("hurry", [True, False], ids=["hurried", "closed"])
async def test_one_that_is_stopped_ends_as_any_other(worker: SharingWorker, hurry: bool) -> None:
    task, pid = await hanging(worker)
    worker.give_way(True)
    await until_state(pid, stopped=True)
    if hurry:
        worker.hurry()
        with pytest.raises(WorkCrashed):
            await task
        done = await worker.ask(Errand(Work(chores.count, (0, {}), reports=True), lambda _: None))
        assert done["pid"] != pid
        assert state(done["pid"]) != "T"  # it is idle
    else:
        await end(worker, task)
    assert ended(pid, 0)


def test_it_ends_with_a_parent_that_is_killed_while_it_is_stopped() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        while state(pid) != "T":
            pass
        parent.kill()
        assert ended(pid, 10)


def test_it_ends_with_a_parent_that_is_killed_as_it_starts() -> None:
    with subprocess.Popen([sys.executable, "-c", ABRUPT], cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        parent.kill()
        assert ended(pid, 10)


TICK_S = 0.02
LONGEST_STOP_S = 2 * SLICE_S / PART + 2 * TICK_S


def simulated(share: CpuShare, steps: list[tuple[bool, float]]) -> tuple[list[bool], list[float]]:
    """Simulate ticks: whether the process ran in each, and its time used by the end of each."""
    used, ran, total = 0.0, [], []
    for n, (needed, part) in enumerate(steps):
        ran.append(share.runs(n * TICK_S, used, needed))
        used += part * TICK_S if ran[-1] else 0.0
        total.append(used)
    return ran, total


def test_it_runs_freely_while_nobody_needs_the_core() -> None:
    ran, _ = simulated(CpuShare(), [(False, 1.0)] * 100)
    assert all(ran)


def test_it_stops_at_once_when_the_core_is_needed_and_gets_its_share_from_then_on() -> None:
    ran, total = simulated(CpuShare(), [(False, 1.0)] * 100 + [(True, 1.0)] * 1000)
    assert not ran[100]
    assert abs((total[-1] - total[99]) / (1000 * TICK_S) - PART) < 0.01


def test_who_gets_less_than_the_share_is_hardly_held_back() -> None:
    ran, total = simulated(CpuShare(), [(True, PART / 2)] * 2000)
    assert total[-1] / (2000 * TICK_S) > 0.9 * PART / 2
    assert ran.count(False) < 100


def test_moments_without_anybody_do_not_cost_the_share() -> None:
    ran, total = simulated(CpuShare(), ([(True, 1.0)] * 9 + [(False, 1.0)]) * 100)
    held = [each for n, each in enumerate(ran) if n % 10 != 9]
    assert any(held)  # the moments alone do not sustain it forever
    assert total[-1] > PART * 1000 * TICK_S


def test_a_new_process_has_used_nothing_of_the_share_of_the_one_before() -> None:
    share = CpuShare()
    share.runs(0.0, 100.0, True)
    assert share.runs(10.0, 0.0, True)
    assert share.runs(10.02, 0.02, True)


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=1, max_size=300))
def test_it_is_never_stopped_for_long_and_never_has_more_while_the_core_is_needed(
    steps: list[tuple[bool, float]],
) -> None:
    ran, _ = simulated(CpuShare(), steps)
    stopped, need, had = 0.0, 0, 0.0
    for (needed, part), runs in zip(steps, ran, strict=True):
        assert needed or runs
        stopped = 0.0 if runs else stopped + TICK_S
        assert stopped <= LONGEST_STOP_S
        if needed:
            need += 1
            had += part * TICK_S if runs else 0.0
        else:
            need, had = 0, 0.0
        # what it had saved before, and what it uses until the next check
        assert had <= PART * need * TICK_S + SLICE_S + 2 * TICK_S
