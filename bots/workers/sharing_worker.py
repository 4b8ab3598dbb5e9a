"""The process for work nobody waits for, limited to a share of a core while moves are computed."""

import asyncio
import signal
import sys
import time
from contextlib import suppress
from typing import Any

from bots.workers.background_work import Errand
from bots.workers.process import BackgroundWorker, send_signal
from bots.workers.worker import BACKGROUND_NICENESS, SHARING_NICENESS

PART = 0.1
"""Share of a core."""
SLICE_S = 0.05
"""Processor seconds granted at a time."""


class CpuShare:
    """Decides when a process may run that gets ``part`` of a core, and no more, while others need it.

    Computing time is saved up to ``slice_s`` and owed up to as much, so the process waits at most ``2 * slice_s /
    part``. Time used while nobody else needs the core is free.

        saved  0 __/|__/|__/|     a slice, then as long without as it takes to save the next
        runs   ____#___#___#
    """

    def __init__(self, part: float = PART, slice_s: float = SLICE_S) -> None:
        self._part = part
        self._slice_s = slice_s
        self._saved = 0.0
        self._at = 0.0
        self._used = 0.0
        self._needed = False
        self._runs = True

    def runs(self, now: float, used: float, needed: bool) -> bool:
        """Tell whether the process may run from ``now`` on; ``used`` is its processor time so far, both in seconds.

        ``needed``: whether others need the core from now on. A process with less time used than before is a new one.
        """
        took = used - self._used if used >= self._used else used
        saved = self._saved + self._part * (now - self._at) - took
        self._saved = min(max(saved, -self._slice_s if self._needed else 0.0), self._slice_s)
        self._at, self._used, self._needed = now, used, needed
        if not needed or self._saved >= self._slice_s:
            self._runs = True
        elif self._saved <= 0:
            self._runs = False
        return self._runs


TICK_S = 0.02
"""Seconds between checks of the processor time that the process has used."""


class SharingWorker(BackgroundWorker):
    """A background worker limited to a share of a core while moves are computed, and unlimited otherwise.

    Niceness alone gives it nothing beside busy programs, or too much beside moves, so it is stopped and continued by
    signals. Where its time cannot be measured (not on Linux), it runs at the highest niceness instead.
    """

    niceness = SHARING_NICENESS if sys.platform == "linux" else BACKGROUND_NICENESS

    def __init__(self, name: str = "background") -> None:
        super().__init__(name)
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
                # every time, because a terminal may have continued it; a process that is stopped before it is bound to
                # this one would stay for ever if this one were killed
                stopped = self._bound[0] and not runs
                send_signal(self._process, signal.SIGSTOP if stopped else signal.SIGCONT)
        if needed:
            self._look = asyncio.get_running_loop().call_later(TICK_S, self._attend)


def _read_used_s(pid: int) -> float:
    """Return the processor time of another process of ours over all its threads, in seconds; Linux only."""
    return time.clock_gettime(~pid << 3 | 2)  # the clock of clock_getcpuclockid(3)
