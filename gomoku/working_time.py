"""Working time: real time without weekends and other uncharged intervals, in milliseconds since 1970, UTC.

Everything is computed from stored intervals, nothing is timed: the time charged between two instants, and the instant
at which an amount will be used up, are the same whenever they are computed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

DAY_MS = 86_400_000
WEEK_MS = 7 * DAY_MS
WORKDAYS_MS = 5 * DAY_MS
_MONDAY_MS = 4 * DAY_MS
"""The first instant of a Monday: 1970 began on a Thursday."""

Interval = tuple[int, int]
"""Start, inclusive, and end, exclusive."""


@dataclass(frozen=True, slots=True)
class WorkingTime:
    """The time that is not charged: Saturdays and Sundays (UTC) if ``weekends`` is set, and the intervals ``free``.

    ``free`` is sorted and without overlaps, as `merge` returns it.
    """

    weekends: bool = False
    free: tuple[Interval, ...] = ()

    def between(self, start: int, end: int) -> int:
        """Return the working time between two instants; 0 when the second is not later."""
        total = self._weekly(start, end)
        for begins, ends in self.free:
            total -= self._weekly(max(start, begins), min(end, ends))
        return total

    def after(self, start: int, ms: int) -> int:
        """Return the first instant at which ``ms`` of working time has passed since ``start``; ``start`` itself for
        none."""
        if ms <= 0:
            return start
        for begins, ends in self.free:
            if ends <= start:
                continue
            instant = self._weekly_after(start, ms)
            if instant <= begins:
                return instant
            ms -= self._weekly(start, begins)
            start = max(start, ends)
        return self._weekly_after(start, ms)

    def _weekly(self, start: int, end: int) -> int:
        """Compute `between` without ``free``."""
        if end <= start:
            return 0
        return _workdays(end) - _workdays(start) if self.weekends else end - start

    def _weekly_after(self, start: int, ms: int) -> int:
        if not self.weekends:
            return start + ms
        weeks, rest = divmod(_workdays(start) + ms, WORKDAYS_MS)
        # the first such instant: an amount that ends with a Friday does not wait for Monday
        return _MONDAY_MS + (weeks * WEEK_MS + rest if rest else (weeks - 1) * WEEK_MS + WORKDAYS_MS)


def merge(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """Merge intervals into sorted, non-empty ones that do not touch."""
    merged: list[Interval] = []
    for start, end in sorted(intervals):
        if end <= start:
            continue
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def _workdays(at: int) -> int:
    """Return the working time from the first Monday of 1970 to an instant, without weekends; negative before."""
    weeks, rest = divmod(at - _MONDAY_MS, WEEK_MS)
    return weeks * WORKDAYS_MS + min(rest, WORKDAYS_MS)


ALWAYS = WorkingTime()
"""Every instant counts."""
