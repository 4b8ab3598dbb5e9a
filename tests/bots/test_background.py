"""Work in the background's own process, and the kernels compiled there."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from bots import executor as executor_module
from bots.errors import BotError, ExecutorFull, NoMove, NotReady, Stopped, WorkCrashed
from bots.executor import LocalExecutor as Executor
from bots.workers.fair_queue import Asker
from bots.workers.process import ROOT, ChildProcess
from bots.workers.sharing_worker import SharingWorker
from server.rooms.hints import ADVISER
from tests.bots import chores
from tests.bots.engines import COMPILED, COMPILED_IN_PROCESS, IN_PROCESS, THREADED, UNTIL_STOPPED
from tests.bots.test_executor import seat, until
from tests.bots.workers.test_process import ended
from tests.bots.workers.test_sharing_worker import state, until_state

NICE = min(19, os.getpriority(os.PRIO_PROCESS, 0) + SharingWorker.niceness)

PARENT = """
import asyncio
from tests.bots import chores
from bots.executor import LocalExecutor as Executor

async def main():
    executor = Executor(threads=1, processes=1)
    await executor.start()
    await executor.run(chores.hang, progress=lambda pid: print(pid, flush=True))

asyncio.run(main())
"""


@pytest.fixture
async def executor() -> AsyncIterator[Executor]:
    """An executor in which two chores may wait."""
    found = Executor(threads=1, processes=1, queue=2)
    await found.start()
    yield found
    await found.close()


def unheard(news: object) -> None:
    """Drop a report."""


def chore(name: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(chores, name)
    return found


async def hanging(executor: Executor) -> tuple["asyncio.Task[Any]", int]:
    """Start a chore that hangs; return it and its process."""
    said: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(executor.run(chore("hang"), progress=said.set_result))
    return task, await asyncio.wait_for(said, 20)


async def test_the_news_come_in_order_and_before_the_result(executor: Executor) -> None:
    said: list[Any] = []
    result = await executor.run(chore("count"), 3, {"a": [1]}, progress=said.append)
    assert said == [{"a": [1], "number": number} for number in range(3)]
    assert result["pid"] != os.getpid()
    assert result["nice"] == NICE
    again = await executor.run(chore("count"), 1, {}, progress=unheard)
    assert again["pid"] == result["pid"]


@pytest.mark.parametrize(
    ("name", "error", "words"),
    [
        ("refuse", NoMove, "a chore"),
        ("fail", WorkCrashed, "ValueError.*a chore"),
        ("die", WorkCrashed, "died"),
        ("unsendable", WorkCrashed, "pickle"),
        ("unsayable", WorkCrashed, "pickle"),
    ],
)
async def test_what_goes_wrong_comes_back_and_the_next_is_done(
    executor: Executor, name: str, error: type[BotError], words: str
) -> None:
    with pytest.raises(error, match=words):
        await executor.run(chore(name), progress=unheard)
    assert (await executor.run(chore("count"), 0, {}, progress=unheard))["nice"] == NICE


async def test_a_listener_that_fails_is_no_fault_of_the_work(executor: Executor) -> None:
    faults: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context["exception"]))

    def listen(news: Any) -> None:
        raise KeyError(news["number"])

    assert (await executor.run(chore("count"), 2, {}, progress=listen))["nice"] == NICE
    assert [fault.args for fault in faults] == [(0,), (1,)]


async def test_cancelling_kills_the_process_and_the_next_has_a_new_one(executor: Executor) -> None:
    task, pid = await hanging(executor)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await executor.run(chore("count"), 0, {}, progress=unheard))["pid"] != pid
    assert ended(pid, 0)


async def test_what_is_cancelled_before_there_is_a_process_is_not_begun(executor: Executor) -> None:
    said: list[Any] = []
    task = asyncio.create_task(executor.run(chore("hang"), progress=said.append))
    await until(executor, busy_background=1)
    await asyncio.sleep(0)  # the process is being started
    task.cancel()
    assert (await executor.run(chore("count"), 0, {}, progress=unheard))["nice"] == NICE
    assert said == []


async def test_one_after_the_other_and_so_many_may_wait(executor: Executor) -> None:
    task, _ = await hanging(executor)
    order: list[int] = []

    async def run(number: int) -> None:
        await executor.run(chore("count"), 0, {}, progress=unheard)
        order.append(number)

    waiting = [asyncio.create_task(run(number)) for number in range(2)]
    await until(executor, waiting_background=2, busy_background=1)
    with pytest.raises(ExecutorFull):
        await executor.run(chore("count"), 0, {}, progress=unheard)
    task.cancel()
    await asyncio.gather(*waiting)
    assert order == [0, 1]


async def test_what_somebody_waits_for_does_not_wait_for_the_rest(executor: Executor) -> None:
    task, pid = await hanging(executor)
    done = await executor.run(chore("count"), 0, {}, awaited=True, progress=unheard)
    assert done["pid"] != pid
    assert not task.done()
    task.cancel()


async def test_a_crowd_at_one_address_does_not_come_before_a_person_at_another(executor: Executor) -> None:
    order: list[str] = []

    async def run(address: str, person: str) -> None:
        await executor.run(chore("count"), 0, {}, awaited=True, asker=Asker(address, person), progress=unheard)
        order.append(person)

    said = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(executor.run(chore("hang"), progress=said.set_result, awaited=True))
    await said
    people = []
    for n, (address, person) in enumerate((("crowd", "a"), ("crowd", "b"), ("other", "c")), start=1):
        people.append(asyncio.create_task(run(address, person)))
        await until(executor, waiting_background=min(n, 2))
    refused, *_ = await asyncio.gather(people[1], return_exceptions=True)
    assert isinstance(refused, ExecutorFull), "of a crowd the last has to go, and nobody else"
    task.cancel()
    await asyncio.gather(people[0], people[2])
    assert sorted(order) == ["a", "c"]


async def test_no_move_waits_for_it(executor: Executor) -> None:
    task, _ = await hanging(executor)
    for kind in (THREADED, IN_PROCESS):
        assert (await seat(executor, kind).choose([1])).point == 1
    assert not task.done()
    task.cancel()


@pytest.mark.skipif(sys.platform != "linux", reason="nothing is stopped elsewhere")
async def test_it_gives_way_while_a_move_is_thought_about_where_the_kernels_are_there(
    executor: Executor, kernels: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executor_module, "CORES", 2)
    monkeypatch.setenv("COMPLETE", "yes")
    task, pid = await hanging(executor)
    with executor.thinking():
        assert state(pid) != "T"  # other moves wait for the kernels, which it may be compiling
    await executor.warm_up(print)
    with executor.thinking():
        await until_state(pid, stopped=True)
        assert not task.done()
    await until_state(pid, stopped=False)
    task.cancel()


async def test_closing_ends_it_at_once(executor: Executor) -> None:
    task, pid = await hanging(executor)
    waiting = asyncio.create_task(executor.run(chore("count"), 0, {}, progress=unheard))
    await until(executor, waiting_background=1)
    await executor.close()
    assert [type(error) for error in await asyncio.gather(task, waiting, return_exceptions=True)] == [Stopped] * 2
    assert ended(pid, 0)
    with pytest.raises(Stopped):
        await executor.run(chore("count"), 0, {}, progress=unheard)


@pytest.mark.skipif(sys.platform != "linux", reason="watches processes by pidfd")
def test_it_ends_with_a_parent_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        parent.kill()
        assert ended(pid, 10)


# --- kernels ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the kernels of the search by none."""
    monkeypatch.setattr(executor_module, "WARM", "tests.bots.chores")
    chores.loaded.clear()


async def test_compiled_levels_are_ready_once_their_kernels_are_loaded_here(executor: Executor, kernels: None) -> None:
    assert executor.ready(THREADED)
    assert not executor.ready(COMPILED)
    waiting = asyncio.create_task(seat(executor, COMPILED).choose([1]))
    await asyncio.sleep(0)
    said: list[str] = []
    await executor.warm_up(said.append)
    assert executor.ready(COMPILED)
    assert len(said) == 1
    assert said[0].startswith("nothing in process")
    assert chores.loaded == [os.getpid()]
    assert (await waiting).point == 1


async def test_what_the_cache_has_is_not_compiled(
    executor: Executor, kernels: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPLETE", "yes")
    said: list[str] = []
    await executor.warm_up(said.append)
    assert said == []
    assert chores.loaded == [os.getpid()]
    assert executor.ready(COMPILED)


async def test_a_failure_leaves_compiled_levels_out_and_all_others_alone(
    executor: Executor, kernels: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = asyncio.create_task(seat(executor, COMPILED).choose([1]))
    monkeypatch.setattr(executor_module, "WARM", "tests.bots.no_such_module")
    with pytest.raises(NotReady, match="no_such_module"):
        await executor.warm_up(lambda _: None)
    with pytest.raises(NotReady, match="no_such_module"):
        await waiting
    assert not executor.ready(COMPILED)
    assert chores.loaded == []
    assert (await seat(executor, THREADED).choose([1])).point == 1


async def test_moves_with_kernels_that_hold_the_lock_share_the_process_that_is_awaited(
    executor: Executor, kernels: None
) -> None:
    await executor.warm_up(lambda _: None)
    work = await executor.run(chore("count"), 0, {}, awaited=True, progress=unheard)
    adviser = seat(executor, COMPILED_IN_PROCESS)
    facts = (await adviser.choose([1])).tell()
    assert (facts["pid"], facts["asked"], work["pid"]) == (work["pid"], 1, facts["pid"])
    # no bot's move waits for one, and an unwanted one is stopped without harm to the process
    thinking = asyncio.create_task(adviser.choose([1], UNTIL_STOPPED))
    await until(executor, busy_background=1)
    assert (await seat(executor, THREADED).choose([])).tell()["pid"] == os.getpid()
    thinking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thinking
    again = (await adviser.choose([1])).tell()
    assert (again["pid"], again["asked"]) == (facts["pid"], 3)
    await adviser.close()


async def test_no_hint_is_worked_out_in_a_thread(executor: Executor, kernels: None) -> None:
    await executor.warm_up(lambda _: None)
    hint = asyncio.create_task(executor.seat(ADVISER, "freestyle", 15, 0).choose([112, 113]))
    await until(executor, busy_background=1)
    load = executor.load()
    assert (load.busy_threads, load.busy_processes, load.waiting_live) == (0, 0, 0)
    hint.cancel()


async def test_closing_lets_nobody_wait_for_kernels(executor: Executor) -> None:
    waiting = asyncio.create_task(seat(executor, COMPILED).choose([1]))
    await asyncio.sleep(0)
    await executor.close()
    with pytest.raises(Stopped):
        await waiting
    assert not executor.ready(COMPILED)


@pytest.mark.slow
async def test_what_is_awaited_has_its_process_and_kernels_before_anybody_asks(executor: Executor) -> None:
    await executor.get_ready_to_answer()
    (worker,) = executor._answering._workers
    assert isinstance(worker, ChildProcess)
    assert worker._process is not None
    before = worker._process.pid
    executor._finish_warming(None)
    hint = await executor.seat(ADVISER, "freestyle", 15, 0).choose([112, 113])
    assert hint.point not in (112, 113)
    assert worker._process.pid == before
