from math import exp
from random import Random

import pytest

from bots.openings.calibrate import fit, play


def test_the_parameters_of_drawn_results_are_found() -> None:
    chance = Random(1)
    seen = []
    for _ in range(4_000):
        score = chance.uniform(-200, 200)
        seen.append((score, float(chance.random() < 1 / (1 + exp(-(0.4 + score / 80))))))
    a, a_error, b, b_error = fit(seen)
    assert a == pytest.approx(0.4, abs=4 * a_error)
    assert b == pytest.approx(1 / 80, abs=4 * b_error)
    assert a_error < 0.06


def test_scores_that_are_alike_tell_nothing() -> None:
    with pytest.raises(ZeroDivisionError):
        fit([(0.0, 1.0), (0.0, 0.0)])


def test_a_drawn_position_is_played_on_and_again_the_same() -> None:
    played = [play("freestyle", 50, seed) for seed in range(3)]
    assert any(played)
    assert played == [play("freestyle", 50, seed) for seed in range(3)]
