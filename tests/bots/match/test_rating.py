import random
from itertools import combinations

import numpy as np
import pytest

from bots.match.rating import ELO, NORMAL_95, Evidence, rate


def expected(difference: float) -> float:
    return 1 / (1 + 10 ** (-difference / 400))


def test_three_points_of_four_are_191_elo() -> None:
    found = rate(2, [Evidence(0, 1, 2.0, 2), Evidence(0, 1, 1.0, 2)])
    assert found.elo == pytest.approx([95.4243, -95.4243], abs=1e-3)
    assert not found.padded


def test_the_order_of_the_two_in_a_unit_does_not_matter() -> None:
    assert rate(2, [Evidence(1, 0, 0.0, 2), Evidence(0, 1, 1.0, 2)]).elo == pytest.approx([95.4243, -95.4243], abs=1e-3)


def test_draws_are_half_a_win() -> None:
    drawn = rate(2, [Evidence(0, 1, 1.0, 2)] * 4 + [Evidence(0, 1, 1.5, 2)] * 4)
    won = rate(2, [Evidence(0, 1, 1.0, 2)] * 6 + [Evidence(0, 1, 2.0, 2)] * 2)
    assert drawn.elo == pytest.approx(won.elo)


def test_expected_scores_give_the_elo_they_come_from() -> None:
    truth = np.array([400.0, 120.0, -20.0, -500.0])
    units = [
        Evidence(one, other, games * expected(truth[one] - truth[other]), games)
        for (one, other), games in zip(combinations(range(4), 2), (10, 2, 300, 8, 16, 50), strict=True)
    ]
    assert rate(4, units).elo == pytest.approx(truth, abs=1e-6)
    assert rate(4, units, 2, 1000.0).elo == pytest.approx(truth + 1020, abs=1e-6)


def test_who_met_only_through_a_third_is_rated() -> None:
    units = [Evidence(0, 1, 1.5, 2), Evidence(1, 2, 1.5, 2)]
    assert rate(3, units).elo == pytest.approx([190.8485, 0, -190.8485], abs=1e-3)


def test_a_circle_of_wins_is_level() -> None:
    assert rate(3, [Evidence(0, 1, 2.0, 2), Evidence(1, 2, 2.0, 2), Evidence(2, 0, 2.0, 2)]).elo == pytest.approx(
        [0, 0, 0]
    )


def test_interval_of_two_players_by_hand() -> None:
    """At 3/4 the information of n pairs is 2 n 3/16, and the pairs' scores are 2 or 1, each half a point off."""
    pairs = 40
    found = rate(2, [Evidence(0, 1, 2.0, 2), Evidence(0, 1, 1.0, 2)] * (pairs // 2))
    width = NORMAL_95 * ELO * np.sqrt(pairs * 0.25) / (pairs * 2 * 3 / 16)
    assert found.interval_between(0, 1) == pytest.approx(width)
    assert found.interval(0) == found.interval(1) == pytest.approx(width / 2)
    anchored = rate(2, [Evidence(0, 1, 2.0, 2), Evidence(0, 1, 1.0, 2)] * (pairs // 2), 1)
    assert anchored.interval(1) == pytest.approx(0, abs=1e-9)
    assert anchored.interval(0) == pytest.approx(width)


def test_four_times_the_games_halve_the_interval() -> None:
    units = [Evidence(0, 1, 2.0, 2), Evidence(0, 1, 1.0, 2), Evidence(1, 2, 1.5, 2), Evidence(0, 2, 1.0, 2)]
    assert rate(3, units * 4).interval(0) == pytest.approx(rate(3, units).interval(0) / 2)


def test_openings_that_favour_a_colour_do_not_narrow_or_widen_the_interval_wrongly() -> None:
    """In 300 simulated tournaments the true difference lies in its interval about 95 times of 100."""
    chance, truth = random.Random(5), (60.0, 0.0, -60.0)
    covered = total = 0
    for _ in range(100):
        units = []
        for one, other in combinations(range(3), 2):
            for _ in range(60):
                favour = chance.choice((-400, 400))
                difference = truth[one] - truth[other]
                points = sum(chance.random() < expected(difference + sign * favour) for sign in (1, -1))
                units.append(Evidence(one, other, float(points), 2))
        found = rate(3, units)
        # favoured openings reduce the visible difference: compare with the difference that the model sees
        for one, other in combinations(range(3), 2):
            share = sum(expected(truth[one] - truth[other] + favour) for favour in (-400, 400)) / 2
            seen = 400 * np.log10(share / (1 - share))
            covered += abs(found.elo[one] - found.elo[other] - seen) <= found.interval_between(one, other)
            total += 1
    assert 0.91 <= covered / total <= 0.985


def test_who_takes_everything_gets_a_drawn_pair_with_everybody() -> None:
    units = [Evidence(0, 1, 2.0, 2)] * 9
    found = rate(2, units)
    assert found.padded
    assert found.elo == pytest.approx(rate(2, [*units, Evidence(0, 1, 1.0, 2)]).elo)
    assert found.elo[0] - found.elo[1] == pytest.approx(400 * np.log10(19))


def test_two_groups_of_which_one_takes_everything() -> None:
    level = [Evidence(0, 1, 1.0, 2), Evidence(2, 3, 1.0, 2)]
    swept = [Evidence(strong, weak, 2.0, 2) for strong in (0, 1) for weak in (2, 3)]
    assert rate(4, level + swept).padded
    assert not rate(4, level + swept[:-1] + [Evidence(1, 3, 1.5, 2)]).padded
