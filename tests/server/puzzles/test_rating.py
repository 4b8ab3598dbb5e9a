"""Ratings follow from the counts alone."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from server.puzzles.rating import rating

counts = st.integers(0, 10_000)


def test_a_new_puzzle_and_one_that_half_solve_are_in_the_middle() -> None:
    assert rating(0, 0) == rating(50, 50) == 1500


def test_one_attempt_moves_it_little_and_many_move_it_by_400_for_each_factor_of_ten() -> None:
    assert rating(0, 1) == 1570
    assert rating(1, 0) == 1430
    assert abs(rating(1_000, 10_000) - 1900) < 2
    assert abs(rating(100_000, 1_000) - 700) < 2


@given(counts, counts)
def test_solving_lowers_it_failing_raises_it_and_both_sides_mirror_each_other(solved: int, failed: int) -> None:
    assert rating(solved + 1, failed) <= rating(solved, failed) <= rating(solved, failed + 1)
    assert rating(solved, failed) + rating(failed, solved) in (2999, 3000, 3001)


def test_few_attempts_are_told_apart() -> None:
    ratings = [rating(0, failed) for failed in range(10)]
    assert all(lower < higher for lower, higher in pairwise(ratings))
