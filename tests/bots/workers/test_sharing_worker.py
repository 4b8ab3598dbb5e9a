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

from bots.errors import WorkCrashed
from bots.workers.background_work import Errand, Work
from bots.workers.cpu_share import PART, SLICE_S
from bots.workers.process import ROOT
from bots.workers.sharing_worker import SharingWorker, _read_used_s
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
    await worker.ask(Errand(Work(chores.hang, ()), lambda pid: print(pid, flush=True)))

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
    task = asyncio.create_task(worker.ask(Errand(Work(chores.hang, ()), said.set_result)))
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
        done = await worker.ask(Errand(Work(chores.count, (0, {})), lambda _: None))
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
