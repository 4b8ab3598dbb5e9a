"""The match between two versions: passing, failing, and resuming."""

import random

import pytest

from bots.match.pairing import Pairing
from bots.match.pairing_game import PairingResult
from bots.openings import DRAWN_ON, FREESTYLE, load
from bots.tuning import gate
from bots.tuning.weight_fit import PRIOR
from gomoku.ruleset import RuleSet
from gomoku.rulesets import FIVES, ruleset
from gomoku.symmetry import maps


def results(share: float, pairs: int, seed: int = 1) -> list[float]:
    """Draw the points of pairs of games, each won with this probability."""
    chance = random.Random(seed)
    return [float((chance.random() < share) + (chance.random() < share)) for _ in range(pairs)]


def test_what_plays_better_passes() -> None:
    found = gate.measure_standing(results(0.56, 600), 600)
    assert found.passed is True
    assert found.elo > 5
    assert len(found.points) < 600  # no more are played than needed


def test_what_plays_worse_does_not() -> None:
    found = gate.measure_standing(results(0.43, 600), 600)
    assert found.passed is False
    assert found.high < 5


def test_what_is_not_told_after_all_openings_does_not_either() -> None:
    even = [1.0, 0.0, 2.0] * 10
    assert gate.measure_standing(even, 31).passed is None
    assert gate.measure_standing(even, 30).passed is False
    assert gate.measure_standing([], 30) == ([], 0.0, 0.0, 0.0, None)


def test_the_same_weights_share_the_points() -> None:
    flat = tuple([0.0] * len(PRIOR))
    order = gate.openings(7, ())
    once = gate.go_on(PRIOR, flat, order, [], 2)
    assert gate.go_on(PRIOR, flat, order, once.points[:1], 1) == once
    assert gate.go_on(PRIOR, PRIOR, order, [], 1).points == [1.0]
    assert gate.go_on(PRIOR, PRIOR, order[:1], [1.0], 5).passed is False


def test_pairs_are_played_under_all_rule_sets_by_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    played = list[tuple[str, str, int]]()

    def play(match: Pairing, rules: RuleSet, *_: object, **__: object) -> PairingResult:
        played.append((rules.name, match.black, match.opening))
        return PairingResult(match.number, None, "full_board", ())

    monkeypatch.setattr(gate, "play", play)
    order = gate.openings(7, ())
    gate.go_on(PRIOR, PRIOR, order, gate.go_on(PRIOR, PRIOR, order, [], 3).points, 3)
    assert [(name, black) for name, black, _ in played] == [
        (FIVES[n % len(FIVES)], black) for n in range(6) for black in ("old", "new")
    ]
    assert [opening for *_, opening in played] == [order[n] for n in range(6) for _ in range(2)]
    for rules in FIVES:  # the openings of one rule set are openings of all
        assert load(FREESTYLE, ruleset(rules), DRAWN_ON) == load(FREESTYLE, ruleset("freestyle"), DRAWN_ON)


def test_openings_that_came_up_in_games_are_left_out() -> None:
    every = load(FREESTYLE, ruleset("freestyle"), DRAWN_ON)
    turned = [maps(DRAWN_ON)[3][move] for move in every[5]]
    order = gate.openings(1, gate.keys([*turned, 0, 1]))
    assert 5 not in order
    assert len(order) == len(every) - 1
    assert gate.openings(1, ()) != gate.openings(2, ())
    assert sorted(gate.openings(1, ())) == list(range(len(every)))
