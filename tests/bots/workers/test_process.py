"""Worker processes end when they should, whatever happens to the others."""

import asyncio
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bots.engine import Limits
from bots.errors import PlayerCrashed
from bots.workers.player_cache import Request, Seating
from bots.workers.process import ProcessWorker, send_signal
from tests.bots.engines import DEAF, IN_PROCESS, SPIN, UNTIL_STOPPED

ROOT = Path(__file__).parents[3]

PARENT = """
import asyncio, sys
from bots.engine import Limits
from bots.executor import LocalExecutor as Executor
from tests.bots.engines import IN_PROCESS

async def main():
    executor = Executor(threads=1, processes=2)
    await executor.start()
    seats = [executor.seat(IN_PROCESS, "freestyle", 15, 1) for _ in range(2)]
    first = await asyncio.gather(*(seat.choose([]) for seat in seats))
    print(*(choice.why.pid for choice in first), flush=True)
    await asyncio.gather(*(seat.choose([], Limits(nodes=int(sys.argv[1]))) for seat in seats))

asyncio.run(main())
"""


def request(limits: Limits) -> Request:
    return Request(Seating(0, IN_PROCESS, "freestyle", 15, 1, 0), (), limits)


def ended(pid: int, within_s: float) -> bool:
    """Tell whether a process, not necessarily a child of ours, ends in time."""
    try:
        watch = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([watch], [], [], within_s)[0])
    finally:
        os.close(watch)


@pytest.mark.skipif(sys.platform != "linux", reason="watches processes by pidfd")
@pytest.mark.parametrize("limits", [Limits(), UNTIL_STOPPED, SPIN], ids=["idle", "thinking", "spinning"])
def test_workers_end_with_a_parent_that_is_killed(limits: Limits) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, str(limits.nodes or 1)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        workers = [int(pid) for pid in parent.stdout.readline().split()]
        assert len(workers) == 2
        parent.kill()
        assert [ended(pid, 10) for pid in workers] == [True, True]


@pytest.mark.skipif(sys.platform != "linux", reason="watches processes by pidfd")
async def test_a_worker_ignores_the_signals_meant_for_its_parent_and_ends_when_closed() -> None:
    worker = ProcessWorker()
    await worker.start()
    pid = (await worker.ask(request(Limits()))).tell()["pid"]
    assert isinstance(pid, int)
    os.kill(pid, signal.SIGINT)
    os.kill(pid, signal.SIGTERM)
    assert (await worker.ask(request(Limits()))).tell()["pid"] == pid
    await worker.close()
    assert ended(pid, 0)


async def test_a_process_without_requests_ends_and_the_next_request_starts_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worker = ProcessWorker("name")
    pid = (await worker.ask(request(Limits()))).tell()["pid"]
    assert isinstance(pid, int)
    assert Path(f"/proc/{pid}/cmdline").read_text().split("\0")[-2] == "name"
    monkeypatch.setattr(ProcessWorker, "rest_s", 0.0)
    assert (await worker.ask(request(Limits()))).tell()["pid"] == pid
    assert await asyncio.to_thread(ended, pid, 10)
    following = asyncio.ensure_future(worker.ask(request(Limits())))
    assert (await following).tell()["pid"] != pid
    await worker.close()


@pytest.mark.parametrize("limits", [DEAF, SPIN], ids=["deaf", "spinning"])
async def test_a_player_that_does_not_stop_is_killed(limits: Limits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProcessWorker, "grace_s", 0.05)
    worker = ProcessWorker()
    await worker.start()
    pid = (await worker.ask(request(Limits()))).tell()["pid"]
    thinking = asyncio.ensure_future(worker.ask(request(limits)))
    worker.hurry()
    with pytest.raises(PlayerCrashed):
        await thinking
    assert (await worker.ask(request(Limits()))).tell()["pid"] != pid
    await worker.close()


async def test_closing_over_a_move_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProcessWorker, "grace_s", 0.05)
    worker = ProcessWorker()
    await worker.start()
    pid = (await worker.ask(request(Limits()))).tell()["pid"]
    assert isinstance(pid, int)
    thinking = asyncio.ensure_future(worker.ask(request(DEAF)))
    await asyncio.sleep(0)
    await worker.close()
    with pytest.raises(PlayerCrashed):
        await thinking
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(PlayerCrashed):
        await worker.ask(request(Limits()))


async def test_a_signal_to_a_process_that_has_just_died_does_not_take_its_end_from_who_waits_for_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    for _ in range(20):
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", "input()", stdin=subprocess.PIPE)
        os.kill(process.pid, signal.SIGKILL)
        while process.returncode is None:
            send_signal(process, signal.SIGCONT)
            await asyncio.sleep(0)
        assert process.returncode == -signal.SIGKILL
    assert not caplog.records
