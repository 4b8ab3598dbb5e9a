"""The process for work nobody waits for, limited to a share of a core while moves are computed."""

import asyncio
import os
import signal
import sys
import time
from contextlib import suppress
from typing import Any

from bots.workers.background_work import Errand
from bots.workers.cpu_share import CpuShare
from bots.workers.process import BackgroundWorker, send_signal
from bots.workers.worker import BACKGROUND_NICENESS, SHARING_NICENESS

TICK_S = 0.02
"""Seconds between checks of the processor time that the process has used."""
CORES = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


class SharingWorker(BackgroundWorker):
    """A background worker limited to a share of a core while moves are computed, and unlimited otherwise.

    Niceness alone gives it nothing beside busy programs, or too much beside moves, so it is stopped and continued by
    signals. Where its time cannot be measured (not on Linux), it runs at the highest niceness instead.
    """

    niceness = SHARING_NICENESS if sys.platform == "linux" else BACKGROUND_NICENESS

    def __init__(self) -> None:
        super().__init__()
        self._share = CpuShare()
        self._needed = False
        self._at_work = False
        self._look: asyncio.TimerHandle | None = None

    async def ask(self, request: Errand) -> Any:
        """Return the result of the work."""
        self._at_work = True
        self._attend()
        try:
            return await super().ask(request)
        finally:
            self._at_work = False
            self._attend()

    def give_way(self, needed: bool) -> None:
        """Set whether moves need the core from now on."""
        if needed is not self._needed:
            self._needed = needed
            self._attend()

    async def _end(self, process: asyncio.subprocess.Process, grace_s: float) -> None:
        send_signal(process, signal.SIGCONT)  # so that it sees the end of its pipe
        await super()._end(process, grace_s)

    def _attend(self) -> None:
        """Stop or continue the process; repeat soon while it works and moves need the core."""
        if self._look is not None:
            self._look.cancel()
            self._look = None
        if sys.platform != "linux":
            return
        needed = self._needed and self._at_work
        if self._process is not None and self._process.returncode is None:
            with suppress(OSError):  # it may have just ended
                runs = self._share.runs(time.monotonic(), _read_used_s(self._process.pid), needed)
                # every time, because a terminal may have continued it
                send_signal(self._process, signal.SIGCONT if runs else signal.SIGSTOP)
        if needed:
            self._look = asyncio.get_running_loop().call_later(TICK_S, self._attend)


def _read_used_s(pid: int) -> float:
    """Return the processor time of another process of ours over all its threads, in seconds; Linux only."""
    return time.clock_gettime(~pid << 3 | 2)  # the clock of clock_getcpuclockid(3)
