from math import inf, isclose, sqrt

import pytest

from bots.experiments.cluster_shares import share


def test_independent_trials_have_the_binomial_margin() -> None:
    found = share([[1.0]] * 30 + [[0.0]] * 70)
    assert found.value == 0.3
    assert isclose(found.margin, 1.959964 * sqrt(0.3 * 0.7 / 99))
    assert (found.count, found.clusters) == (100, 100)


def test_a_game_told_twice_is_no_more_evidence() -> None:
    once, twice = share([[1.0]] * 30 + [[0.0]] * 70), share([[1.0, 1.0]] * 30 + [[0.0, 0.0]] * 70)
    assert isclose(once.margin, twice.margin)
    assert twice.count == 200


def test_differences_are_of_pairs() -> None:
    assert share([[1.0], [1.0], [-1.0], [1.0]]).value == 0.5
    assert share([[0.0], [0.0], []]).margin == 0.0
    assert share([[1.0, 0.0]]).margin == inf
    assert str(share([[1.0], [0.0], [1.0], [0.0]])) == "50.0 % ± 56.6"


def test_nothing_is_no_share() -> None:
    with pytest.raises(ValueError, match="no trials"):
        share([[]])
