"""The server's time: it goes into the store and to the clients, and all that is due by time is judged by it.

A clock that nobody sets measures what passes; the system's clock only names the instants.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

TICK_S = 0.1
GAP_NS = 250_000_000
"""Where nobody has asked for the time for so long while it ticks, the server did not run."""
LEAST_LEAP_NS = 60_000_000_000
"""To be less than this behind the system's clock does not matter: on a busy machine many short gaps come together."""
STEP_KEPT_NS = 600_000_000_000
"""A system clock that was set is believed once it has stayed so for this long: it may be set right again."""
SAME_STEP_NS = 1_000_000_000


class Now(Protocol):
    """Source of the time: `SteadyTime`, or a test's own."""

    def __call__(self) -> int:
        """Return milliseconds since 1970."""


def read_wall() -> int:
    """Milliseconds since 1970 by the system's clock, for what programs elsewhere compare with theirs."""
    return time.time_ns() // 1_000_000


def _read_passing() -> int:
    """Nanoseconds that pass evenly, on Linux also while the machine sleeps."""
    return time.clock_gettime_ns(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class SteadyTime:
    """Milliseconds since 1970 that pass evenly, only while this server runs, and never backward.

    The system's clock is read once. From then on a step of it, forward or back, changes nothing, and a gap in which
    the server did not run passes no time: the process was stopped, the machine slept, the event loop was held up. So
    no flag falls in a gap, and what waited in the sockets meanwhile is judged as if it had come at once. What the time
    is behind by then `find_leap` tells, and `leap` makes up for, once that is noted as downtime.
    """

    def __init__(self, wall: Callable[[], int] = time.time_ns, passing: Callable[[], int] = _read_passing) -> None:
        self._wall = wall
        self._passing = passing
        self._seen = passing()
        self._ahead = wall() - self._seen
        self._ticks = False
        self._stood = 0
        self._step = 0
        self._step_at = self._seen
        self._on_leap: list[Callable[[int, int], None]] = []

    def __call__(self) -> int:
        """The time now."""
        passing = self._passing()
        passed = passing - self._seen
        if passed < 0 or (self._ticks and passed > GAP_NS):
            self._ahead -= passed
            self._stood += max(0, passed)
        self._seen = passing
        return (passing + self._ahead) // 1_000_000

    @property
    def stood_ms(self) -> int:
        """How long it has stood still for gaps that were not made up for yet."""
        return self._stood // 1_000_000

    @property
    def behind_ms(self) -> int:
        """How far the system's clock is ahead of it, less than 0 where that is behind."""
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
        """Go on from an instant that was named before, where the system's clock has been set back behind it."""
        self._ahead += max(0, at - self()) * 1_000_000

    def find_leap(self) -> int:
        """By how many ms to leap now, 0 for none: what it stood still at once, a step of the system's clock later.

        To be asked every second or so.
        """
        behind = self._wall() - self() * 1_000_000
        step = behind - self._stood
        if abs(step - self._step) > SAME_STEP_NS:
            self._step, self._step_at = step, self._seen
        kept = self._seen - self._step_at >= STEP_KEPT_NS
        due = behind if kept else min(behind, self._stood)
        return due // 1_000_000 if due >= LEAST_LEAP_NS else 0

    def on_leap(self, happens: Callable[[int, int], None]) -> None:
        """Have ``happens(start, end)`` called with the instants of each leap; nobody was charged what lies between."""
        self._on_leap.append(happens)

    def leap(self, ms: int) -> None:
        """Put it forward by what it is behind."""
        start = self()
        self._ahead += ms * 1_000_000
        self._stood = max(0, self._stood - ms * 1_000_000)
        for happens in self._on_leap:
            happens(start, start + ms)
