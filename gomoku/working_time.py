"""Working time: real time less weekends and other intervals in which nothing is charged. Milliseconds since 1970, UTC.

All of it is computed from intervals that are stored, nothing is timed: how much was charged between two instants, and
when an amount will be used up, come out the same whenever somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

DAY_MS = 86_400_000
WEEK_MS = 7 * DAY_MS
WORKDAYS_MS = 5 * DAY_MS
_MONDAY_MS = 4 * DAY_MS
"""A Monday's first instant: 1970 began on a Thursday."""

Interval = tuple[int, int]
"""From an instant, inclusive, to another, exclusive."""


@dataclass(frozen=True, slots=True)
class WorkingTime:
    """What is not charged: Saturdays and Sundays (UTC) if ``weekends`` are free, and the intervals ``free``.

    ``free`` is sorted and without overlaps, as `merge` makes it.
    """

    weekends: bool = False
    free: tuple[Interval, ...] = ()

    def between(self, start: int, end: int) -> int:
        """Working time from one instant to another; 0 where the second is not later."""
        total = self._weekly(start, end)
        for begins, ends in self.free:
            total -= self._weekly(max(start, begins), min(end, ends))
        return total

    def after(self, start: int, ms: int) -> int:
        """The first instant at which so much working time has passed since ``start``, which it is for none."""
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
        """The same without ``free``."""
        if end <= start:
            return 0
        return _workdays(end) - _workdays(start) if self.weekends else end - start

    def _weekly_after(self, start: int, ms: int) -> int:
        if not self.weekends:
            return start + ms
        weeks, rest = divmod(_workdays(start) + ms, WORKDAYS_MS)
        # the first instant: what ends with a Friday has not waited for Monday
        return _MONDAY_MS + (weeks * WEEK_MS + rest if rest else (weeks - 1) * WEEK_MS + WORKDAYS_MS)


def merge(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """The same instants as intervals that are sorted, not empty and do not touch each other."""
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
    """Working time from the first Monday of 1970 to an instant, weekends left out; negative before."""
    weeks, rest = divmod(at - _MONDAY_MS, WEEK_MS)
    return weeks * WORKDAYS_MS + min(rest, WORKDAYS_MS)


ALWAYS = WorkingTime()
"""Every instant counts."""
