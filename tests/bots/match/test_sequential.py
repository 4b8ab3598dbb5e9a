import random
from collections.abc import Iterator
from math import log

import numpy as np
import pytest

from bots.match.sequential import BOUND, SequentialTest, log_likelihood_ratios


def drawn(chance: random.Random, elo: float, pairs: int) -> list[float]:
    """Draw results of pairs of drawless games between players this far apart."""
    share = 1 / (1 + 10 ** (-elo / 400))
    return [float((chance.random() < share) + (chance.random() < share)) for _ in range(pairs)]


def ratio(counts: list[float], lower: float, higher: float) -> float:
    return float(log_likelihood_ratios(np.array([counts]), lower, higher)[0])


def grid(counts: list[float], mean: float, steps: int) -> Iterator[float]:
    """Yield log-likelihoods of all distributions of losses, draws and wins with this mean, on a grid of draw shares."""
    for n in range(1, steps):
        half = n / steps
        won = mean - half / 2
        if won > 0 and won + half < 1:
            yield counts[0] * log(1 - won - half) + counts[1] * log(half) + counts[2] * log(won)


def test_the_ratio_is_that_of_the_best_of_all_distributions() -> None:
    lower, higher, counts = 0.48, 0.51, [30.0, 12.0, 41.0]
    best = max(grid(counts, higher, 100_000)) - max(grid(counts, lower, 100_000))
    five = [counts[0], 1e-12, counts[1], 1e-12, counts[2]]
    assert ratio(five, lower, higher) == pytest.approx(best, abs=1e-6)


def test_the_ratio_changes_its_sign_with_the_sides() -> None:
    counts = [3.0, 5.0, 8.0, 13.0, 21.0]
    there = ratio(counts, 0.47, 0.52)
    assert ratio(counts[::-1], 1 - 0.47, 1 - 0.52) == pytest.approx(there)
    assert ratio(counts, 0.52, 0.47) == pytest.approx(-there)


@pytest.mark.parametrize(("elo", "accepted"), [(60, True), (-60, False)])
def test_a_clear_difference_is_told_soon_and_rightly(elo: float, accepted: bool) -> None:
    chance = random.Random(elo)
    found = [SequentialTest(-15, 5).decide(drawn(chance, elo, 2000)) for _ in range(20)]
    assert [each.accepted for each in found] == [accepted] * 20
    assert max(each.pairs for each in found) < 1000


def test_at_the_bounds_it_errs_no_more_than_it_may() -> None:
    chance = random.Random(1)
    wrong = {True: 0, False: 0}
    for truth, elo in ((True, 40.0), (False, 0.0)):
        for _ in range(100):
            wrong[truth] += SequentialTest(0, 40).decide(drawn(chance, elo, 1500)).accepted is not truth
    # one in twenty, plus three standard deviations of such a count
    assert max(wrong.values()) <= 5 + 3 * 2.2


def test_what_comes_after_a_decision_changes_nothing() -> None:
    points = [2.0] * 60 + [0.0] * 600
    found = SequentialTest(-15, 5).decide(points)
    assert (found.accepted, found.ratio >= BOUND) == (True, True)
    assert found == SequentialTest(-15, 5).decide(points[: found.pairs])
    assert SequentialTest(-15, 5).decide(points[: found.pairs - 1]).accepted is None


def test_nothing_is_decided_before_the_first_pair() -> None:
    assert SequentialTest(-15, 5).decide([]).accepted is None
