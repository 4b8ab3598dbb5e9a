"""Ratings follow from the counts alone, and from what a puzzle is taken to have had before the first."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.puzzles.rating import SMOOTHING, deviate, presume, rate_puzzle

counts = st.integers(0, 10_000)
ratings = st.integers(600, 2800)


def rated(solved: int, failed: int, first: int = 1500) -> int:
    before = presume(first)
    return rate_puzzle(solved + before[0], failed + before[1])


def test_a_new_puzzle_and_one_that_half_solve_are_in_the_middle() -> None:
    assert rated(0, 0) == rated(50, 50) == 1500
    assert presume(1500) == (SMOOTHING, SMOOTHING)


def test_one_attempt_moves_it_little_and_many_move_it_by_400_for_each_factor_of_ten() -> None:
    assert rated(0, 1) == 1570
    assert rated(1, 0) == 1430
    assert abs(rated(1_000, 10_000) - 1900) < 2
    assert abs(rated(100_000, 1_000) - 700) < 2


@given(ratings)
def test_it_begins_where_it_is_presumed_to_be_and_surer_the_further_out(first: int) -> None:
    assert rated(0, 0, first) == first
    assert min(presume(first)) == SMOOTHING
    assert deviate(*presume(first)) <= deviate(*presume(1500)) == 174


@pytest.mark.parametrize("first", [700, 2600])
def test_people_prevail_over_what_was_presumed(first: int) -> None:
    assert abs(rated(20_000, 20_000, first) - 1500) < 10


@given(counts, counts, ratings)
def test_solving_lowers_it_failing_raises_it_and_both_make_it_surer(solved: int, failed: int, first: int) -> None:
    assert rated(solved + 1, failed, first) <= rated(solved, failed, first) <= rated(solved, failed + 1, first)
    before, after = (presume(first)[0] + solved + n for n in (0, 1))
    assert deviate(after, presume(first)[1] + failed) <= deviate(before, presume(first)[1] + failed)


@given(counts, counts)
def test_both_sides_mirror_each_other(solved: int, failed: int) -> None:
    assert rated(solved, failed) + rated(failed, solved) in (2999, 3000, 3001)


def test_few_attempts_are_told_apart() -> None:
    found = [rated(0, failed) for failed in range(10)]
    assert all(lower < higher for lower, higher in pairwise(found))
