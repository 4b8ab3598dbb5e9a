"""The budget of a move, of which solver and search take their parts in turn."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Final

from bots.engine import Limits, Stop

UNLIMITED: Final = Limits(nodes=20_000)  # where nobody sets a limit


class MoveBudget:
    """What one move may cost, all in all, and how much of it is gone."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits if limits.time_ms or limits.nodes else UNLIMITED
        self.proven = self.searched = 0  # nodes of the solver and of the search
        self._begun = time.perf_counter()

    def part(self, part: int) -> Limits:
        """A part of the whole, and no more than is left."""
        ms, nodes = self._left()
        whole = self.limits
        return Limits(
            None if whole.time_ms is None else max(1, min(whole.time_ms // part, ms)),
            None if whole.nodes is None else max(1, min(whole.nodes // part, nodes)),
        )

    def left(self, part: int, kept: int) -> Limits:
        """A part of what is left, once a part of the whole is kept."""
        ms, nodes = self._left()
        whole = self.limits
        return Limits(
            None if whole.time_ms is None else max(1, (ms - whole.time_ms // kept) // part),
            None if whole.nodes is None else max(1, (nodes - whole.nodes // kept) // part),
        )

    def gone(self, kept: int) -> bool:
        """Whether less than that is left."""
        ms, nodes = self._left()
        whole = self.limits
        return (whole.time_ms is not None and ms * kept < whole.time_ms) or (
            whole.nodes is not None and nodes * kept < whole.nodes
        )

    def _left(self) -> tuple[int, int]:
        """Milliseconds and nodes; only those that are limited mean something."""
        gone = int((time.perf_counter() - self._begun) * 1000)
        return (self.limits.time_ms or 0) - gone, (self.limits.nodes or 0) - self.proven - self.searched


@contextmanager
def deadline(time_ms: int | None) -> Iterator[Stop]:
    """A flag that is set when the time is up."""
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
