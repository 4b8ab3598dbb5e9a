"""The budget of one move, shared by solver and search."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Final

from bots.engine import Limits, Stop

UNLIMITED: Final = Limits(nodes=20_000)  # used when the caller sets no limit


class MoveBudget:
    """The nodes and time that one move may cost, and how much of them is spent."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits if limits.time_ms or limits.nodes else UNLIMITED
        self.proven = self.searched = 0  # nodes spent by the solver and by the search
        self._begun = time.perf_counter()

    def part(self, part: int) -> Limits:
        """Return 1/``part`` of the whole budget, capped at what is left."""
        ms, nodes = self._left()
        whole = self.limits
        return Limits(
            None if whole.time_ms is None else max(1, min(whole.time_ms // part, ms)),
            None if whole.nodes is None else max(1, min(whole.nodes // part, nodes)),
            whole.threads,
        )

    def left(self, part: int, kept: int) -> Limits:
        """Return 1/``part`` of what is left after 1/``kept`` of the whole budget is set aside."""
        ms, nodes = self._left()
        whole = self.limits
        return Limits(
            None if whole.time_ms is None else max(1, (ms - whole.time_ms // kept) // part),
            None if whole.nodes is None else max(1, (nodes - whole.nodes // kept) // part),
            whole.threads,
        )

    def gone(self, kept: int) -> bool:
        """Tell whether less than 1/``kept`` of the whole budget is left."""
        ms, nodes = self._left()
        whole = self.limits
        return (whole.time_ms is not None and ms * kept < whole.time_ms) or (
            whole.nodes is not None and nodes * kept < whole.nodes
        )

    def _left(self) -> tuple[int, int]:
        """Return the milliseconds and nodes left. A value is meaningful only where that limit is set."""
        gone = int((time.perf_counter() - self._begun) * 1000)
        return (self.limits.time_ms or 0) - gone, (self.limits.nodes or 0) - self.proven - self.searched


@contextmanager
def deadline(time_ms: int | None) -> Iterator[Stop]:
    """Yield a flag that a timer sets after ``time_ms`` milliseconds; with None it is never set."""
    flag = Stop()
    if time_ms is None:
        yield flag
        return
    timer = Timer(time_ms / 1000, flag.set)
    timer.start()
    try:
        yield flag
    finally:
        timer.cancel()
        timer.join()
