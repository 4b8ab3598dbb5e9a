import pytest

from bots.openings.valuing import curves, expect
from gomoku.board import Color


def test_what_the_colours_expect_is_one_together() -> None:
    for score in (-300, -20, 0, 35, 1000):
        white = expect(score, Color.WHITE, 5, "freestyle")
        assert 0 <= white <= 1
        assert white + expect(-score, Color.BLACK, 5, "freestyle") == pytest.approx(1)


def test_more_score_is_more() -> None:
    for stones in range(1, 9):
        shares = [expect(score, Color.WHITE, stones, "renju") for score in range(-200, 201, 20)]
        assert shares == sorted(set(shares))


def test_the_curve_is_that_of_the_number_of_stones_or_of_the_nearest() -> None:
    for stones, curve in curves("freestyle").items():
        assert expect(-curve.offset * curve.scale, Color.WHITE, stones, "freestyle") == pytest.approx(0.5)
    assert expect(10, Color.BLACK, 1, "freestyle") == expect(10, Color.BLACK, 3, "freestyle")
    assert expect(10, Color.BLACK, 9, "freestyle") == expect(10, Color.BLACK, 5, "freestyle")


def test_a_proven_win_overflows_nothing() -> None:
    assert expect(1e9, Color.BLACK, 3, "freestyle") == pytest.approx(1)
    assert expect(-1e9, Color.BLACK, 3, "freestyle") == pytest.approx(0, abs=1e-6)
