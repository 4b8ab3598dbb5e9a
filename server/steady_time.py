"""Server time: used in the store, for clients, and for all deadlines.

A monotonic clock measures its passing; the system's clock only sets the start.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

TICK_S = 0.1
GAP_NS = 250_000_000
"""Silence of the ticking clock after which the server counts as not having run."""
LEAST_LEAP_NS = 60_000_000_000
"""Smallest leap: on a busy machine many short gaps add up."""
STEP_KEPT_NS = 600_000_000_000
"""How long a step of the system's clock must persist before it is followed: it may be corrected again."""
SAME_STEP_NS = 1_000_000_000


class Now(Protocol):
    """Source of the time: `SteadyTime`, or a test's own."""

    def __call__(self) -> int:
        """Return milliseconds since 1970."""


def read_wall() -> int:
    """Return ms since 1970 by the system's clock, for comparison with other programs' clocks."""
    return time.time_ns() // 1_000_000


def read_passing() -> int:
    """Return steadily passing nanoseconds; on Linux they also pass while the machine sleeps."""
    return time.clock_gettime_ns(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


Clock = Callable[[], int]
"""Returns nanoseconds."""
OnLeap = Callable[[int, int], None]
"""Is called at a leap of the time with its bounds."""


class SteadyTime:
    """Milliseconds since 1970 that pass steadily, only while this server runs, and never backward.

    The system's clock is read once. Later steps of it change nothing, and no time passes in a gap in which the server
    did not run, as the process was stopped, the machine slept or the event loop was blocked. So no flag falls in a gap,
    and messages that waited in the sockets are judged as if they had arrived at once. `find_leap` returns the resulting
    delay, and `leap` makes up for it, once that is recorded as a downtime.
    """

    def __init__(self, wall: Clock = time.time_ns, passing: Clock = read_passing) -> None:
        self._wall = wall
        self._passing = passing
        self._seen = passing()
        self._ahead = wall() - self._seen
        self._ticks = False
        self._stood = 0
        self._step = 0
        self._step_at = self._seen
        self._on_leap: list[OnLeap] = []

    def __call__(self) -> int:
        """Return the time now."""
        passing = self._passing()
        passed = passing - self._seen
        if passed < 0 or (self._ticks and passed > GAP_NS):
            self._ahead -= passed
            self._stood += max(0, passed)
        self._seen = passing
        return (passing + self._ahead) // 1_000_000

    @property
    def stood_ms(self) -> int:
        """Duration of gaps (ms) that no leap has made up for."""
        return self._stood // 1_000_000

    @property
    def behind_ms(self) -> int:
        """How far (ms) the system's clock is ahead of this one; negative if it is behind."""
        return self._wall() // 1_000_000 - self()

    async def tick(self) -> None:
        """Notice gaps until cancelled."""
        self()
        self._ticks = True
        try:
            while True:
                await asyncio.sleep(TICK_S)
                self()
        finally:
            self._ticks = False

    def begin_after(self, at: int) -> None:
        """Continue from a former time, if the system's clock was set back behind it."""
        self._ahead += max(0, at - self()) * 1_000_000

    def find_leap(self) -> int:
        """Return the ms to leap now, 0 for none: gaps at once, a step of the system's clock later. Call it every second
        or so.
        """
        behind = self._wall() - self() * 1_000_000
        step = behind - self._stood
        if abs(step - self._step) > SAME_STEP_NS:
            self._step, self._step_at = step, self._seen
        kept = self._seen - self._step_at >= STEP_KEPT_NS
        due = behind if kept else min(behind, self._stood)
        return due // 1_000_000 if due >= LEAST_LEAP_NS else 0

    def on_leap(self, happens: OnLeap) -> None:
        """Call ``happens(start, end)`` at each leap with its bounds; nobody is charged for the time between."""
        self._on_leap.append(happens)

    def leap(self, ms: int) -> None:
        """Put the time forward by ``ms``."""
        start = self()
        self._ahead += ms * 1_000_000
        self._stood = max(0, self._stood - ms * 1_000_000)
        for happens in self._on_leap:
            happens(start, start + ms)
