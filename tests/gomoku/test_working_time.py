from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gomoku.working_time import ALWAYS, DAY_MS, Interval, WorkingTime, merge
from tests.oracles.clocks import is_working

HOUR_MS = 3_600_000

hours = st.integers(0, 24 * 40)
intervals = st.lists(st.tuples(hours, hours), max_size=4)


def ms(day: int, hour: int = 0) -> int:
    """Return an instant of November 2026, whose first day is a Sunday."""
    return int(datetime(2026, 11, day, hour, tzinfo=UTC).timestamp() * 1000)


def test_all_time_is_working_time_unless_said() -> None:
    assert ALWAYS.between(5, 12) == 7
    assert ALWAYS.between(12, 5) == 0
    assert (ALWAYS.after(5, 7), ALWAYS.after(5, 0)) == (12, 5)


@pytest.mark.parametrize(
    ("start", "days", "end"),
    [
        (ms(2), 5, ms(7)),  # Monday to the end of Friday, not of the weekend
        (ms(2), 6, ms(10)),
        (ms(6, 12), 1, ms(9, 12)),  # Friday noon to Monday noon
        (ms(7, 12), 1, ms(10)),  # from a Saturday: Monday is the day
        (ms(8), 5, ms(14)),
    ],
)
def test_weekends_are_left_out(start: int, days: int, end: int) -> None:
    working = WorkingTime(weekends=True)
    assert working.after(start, days * DAY_MS) == end
    assert working.between(start, end) == days * DAY_MS


def test_a_vacation_and_a_weekend_in_it_are_left_out_once() -> None:
    working = WorkingTime(True, ((ms(5), ms(11)),))  # Thursday to Tuesday
    assert working.between(ms(2), ms(14)) == 6 * DAY_MS
    assert working.after(ms(4), 2 * DAY_MS) == ms(12)


def test_what_ends_where_a_vacation_begins_does_not_wait_for_its_end() -> None:
    assert WorkingTime(free=((10, 20),)).after(0, 10) == 10
    assert WorkingTime(free=((10, 20),)).after(0, 11) == 21


def test_a_zone_that_changes_its_time_changes_nothing() -> None:
    last_of_october = int(datetime(2026, 10, 25, tzinfo=UTC).timestamp() * 1000)  # a Sunday of 25 hours in Europe
    assert WorkingTime(weekends=True).after(last_of_october, DAY_MS) == last_of_october + 2 * DAY_MS


@given(intervals)
def test_merged_intervals_hold_the_same_instants(given_intervals: list[Interval]) -> None:
    merged = merge(given_intervals)
    for at in range(24 * 40):
        assert any(s <= at < e for s, e in merged) == any(s <= at < e for s, e in given_intervals)
    assert all(a[1] < b[0] for a, b in pairwise(merged))
    assert all(start < end for start, end in merged)


@given(st.booleans(), intervals, hours, st.integers(0, 24 * 20))
def test_working_time_is_what_passes_hour_by_hour(
    weekends: bool, free: list[Interval], start: int, amount: int
) -> None:
    working = WorkingTime(weekends, merge((s * HOUR_MS, e * HOUR_MS) for s, e in free))
    passed, at = 0, start
    while passed < amount:
        assert working.between(start * HOUR_MS, at * HOUR_MS) == passed * HOUR_MS
        passed += is_working(at, weekends, free, 24)
        at += 1
    assert working.after(start * HOUR_MS, amount * HOUR_MS) == at * HOUR_MS


@given(st.booleans(), intervals, st.integers(0, 10**10), st.integers(0, 10**10))
def test_after_is_the_first_instant_by_which_it_has_passed(
    weekends: bool, free: list[Interval], start: int, amount: int
) -> None:
    working = WorkingTime(weekends, merge((s * HOUR_MS, e * HOUR_MS) for s, e in free))
    at = working.after(start, amount)
    assert working.between(start, at) == amount
    assert amount == 0 or working.between(start, at - 1) == amount - 1
