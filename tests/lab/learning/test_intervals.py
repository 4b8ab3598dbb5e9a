from math import inf, sqrt

import numpy as np
import pytest

from lab.learning.intervals import Estimate, estimate, gain, share_interval, slope, table


def test_seeds_and_openings_both_draw_lots() -> None:
    # mean 1/4; deviations of openings (1/4, -1/4) and seeds the same: 2/16 / 2 each; cells (9 + 3) / 16 / 16 of it
    found = estimate(np.array([[1.0, 0.0], [0.0, 0.0]]))
    assert found.value == 0.25
    assert found.margin == pytest.approx(1.959964 * sqrt(1 / 16 + 1 / 16 - 3 / 64), abs=1e-5)


def test_one_seed_leaves_the_openings_alone() -> None:
    # 1, 0, 1, 1: mean 3/4, squares 3/4 in all, 4 * 3 of them
    found = estimate(np.array([[1.0, 0.0, 1.0, 1.0]]))
    assert found.value == 0.75
    assert found.margin == pytest.approx(1.959964 * sqrt(0.75 / 12), abs=1e-5)
    assert estimate(np.array([[1.0]])) == Estimate(1.0, inf)
    with pytest.raises(ValueError, match="no outcomes"):
        estimate(np.zeros((1, 0)))


def test_seeds_that_agree_count_no_more_than_one() -> None:
    row = np.array([[1.0, 0.0, 1.0, 1.0]])
    assert estimate(np.repeat(row, 3, axis=0)).margin == pytest.approx(estimate(row).margin)


def test_what_two_players_have_in_common_is_no_uncertainty() -> None:
    easy_and_hard = np.array([[1.0, 0.0, 1.0, 0.0]])
    better = easy_and_hard.repeat(2, axis=0) + 0.25
    assert gain(better, easy_and_hard) == Estimate(0.25, 0.0)


def test_a_slope_is_that_of_a_doubling() -> None:
    low, high = np.array([[0.0, 0.2]]), np.array([[0.5, 0.9]])
    wherever = np.array([[0.7, 0.1]])  # the middle of three does not matter
    found = slope({25: low, 50: wherever, 100: high})
    # the ends are two doublings apart: 0.25 and 0.35, each 0.05 from their mean
    assert found.value == pytest.approx(0.3)
    assert found.margin == pytest.approx(1.959964 * sqrt(2 * 0.05**2 / 2))
    assert slope({25: low, 100: high}).value == pytest.approx(0.3)


def test_the_games_of_a_cell_are_one() -> None:
    cells = {(1, 0): [1.0, 0.0], (1, 1): [1.0], (2, 0): [0.5], (2, 1): [0.0, 0.0, 1.0]}
    assert table(cells, [1, 2], [0, 1]).tolist() == [[0.5, 1.0], [0.5, pytest.approx(1 / 3)]]
    with pytest.raises(KeyError):
        table(cells, [1, 3], [0])


def test_a_share_stays_within_its_bounds() -> None:
    assert share_interval(8, 10) == pytest.approx((0.490, 0.943), abs=1e-3)
    low, high = share_interval(10, 10)
    assert (low, high) == pytest.approx((0.722, 1.0), abs=1e-3)
