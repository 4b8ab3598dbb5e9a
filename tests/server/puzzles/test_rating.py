"""Ratings follow from the counts alone."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from server.puzzles.rating import rate_puzzle

counts = st.integers(0, 10_000)


def test_a_new_puzzle_and_one_that_half_solve_are_in_the_middle() -> None:
    assert rate_puzzle(0, 0) == rate_puzzle(50, 50) == 1500


def test_one_attempt_moves_it_little_and_many_move_it_by_400_for_each_factor_of_ten() -> None:
    assert rate_puzzle(0, 1) == 1570
    assert rate_puzzle(1, 0) == 1430
    assert abs(rate_puzzle(1_000, 10_000) - 1900) < 2
    assert abs(rate_puzzle(100_000, 1_000) - 700) < 2


@given(counts, counts)
def test_solving_lowers_it_failing_raises_it_and_both_sides_mirror_each_other(solved: int, failed: int) -> None:
    assert rate_puzzle(solved + 1, failed) <= rate_puzzle(solved, failed) <= rate_puzzle(solved, failed + 1)
    assert rate_puzzle(solved, failed) + rate_puzzle(failed, solved) in (2999, 3000, 3001)


def test_few_attempts_are_told_apart() -> None:
    ratings = [rate_puzzle(0, failed) for failed in range(10)]
    assert all(lower < higher for lower, higher in pairwise(ratings))
