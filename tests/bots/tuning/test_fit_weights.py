import numpy as np

from bots.search.board.evaluation import evaluate
from bots.search.board.weights import FITTED
from bots.search.runtime.jit import U
from bots.tuning.fit_weights import features, fit, loss
from gomoku.board import Board, Color
from gomoku.rulesets import ruleset
from tests.bots.search.positions import position_of


def test_the_weights_that_made_the_results_are_found_again() -> None:
    chance = np.random.default_rng(1)
    truth = 0.3 * chance.normal(size=6)
    inputs = chance.normal(size=(20_000, 6))
    results = (chance.random(20_000) < 1 / (1 + np.exp(-inputs @ truth))).astype(float)
    found = fit(inputs, results, np.zeros(6))
    assert np.abs(found - truth).max() < 0.06
    assert loss(inputs, results, found) < loss(inputs, results, np.zeros(6))


def test_what_no_result_speaks_of_stays_as_expected() -> None:
    found = fit(np.array([[1.0, 0.0]] * 50), np.ones(50), np.array([0.0, 0.7]))
    assert found[0] > 0
    assert abs(found[1] - 0.7) < 1e-9


def test_what_is_known_to_be_added_is_not_fitted_again() -> None:
    chance = np.random.default_rng(1)
    inputs, added = chance.normal(size=(20_000, 3)), chance.normal(size=20_000)
    results = 1 / (1 + np.exp(-added))
    assert np.abs(fit(inputs, results, np.zeros(3), added=added)).max() < 1e-3


def test_features_times_weights_are_the_evaluation() -> None:
    board = Board.from_stones(15, [112, 113, 128], [98, 99, 130])
    position = position_of(board, ruleset("freestyle"))
    flat = np.array([*FITTED.points, *FITTED.mine, *FITTED.theirs, FITTED.tempo])
    for color in Color:
        expected = float(features(position, color) @ flat)
        assert abs(evaluate(position.arrays, U(color - 1)) - expected) < 10
