"""The fit of the weights: logistic regression by Newton's method.

A Gaussian prior pulls each weight towards the expected one. The log-odds of a row are those of the weights and what the
network adds.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bots.engine import Numbers
from bots.search.board import layout
from bots.search.board.position import Position
from bots.search.board.weights import KINDS, SCALE, SORTS, sort_of_codes
from gomoku.board import Color

Floats = NDArray[np.float64]

SPREAD: Final = 12.0  # standard deviation of the prior, in score units
STEPS: Final = 12
SETTLED: Final = 1e-3  # a step smaller than this, in score units, is the last


def features(position: Position, color: Color) -> Floats:
    """Return the features that the weights multiply, in the order of `to_numbers`, for ``color`` to move."""
    points = position.size * position.size
    empty = position.state[int(layout.CELL) : int(layout.CELL) + points] == 0
    sorts = (sort_of_codes()[position.read_shapes(side)[empty]] for side in (color, color.other))
    found = [np.bincount(each, minlength=len(SORTS)) for each in sorts]
    kinds = [float(count_points(position, side, kind) > 0) for side in (color, color.other) for kind in KINDS]
    return np.array([*(found[0] - found[1]), *kinds, 1.0], np.float64)


def score_to_odds(numbers: Numbers) -> Floats:
    """Convert weights from score units to log-odds."""
    return np.array(numbers) / SCALE


def odds_to_score(weights: Floats) -> Numbers:
    """Convert weights from log-odds to score units, rounded."""
    return tuple(round(float(weight) * SCALE, 2) for weight in weights)


def count_points(position: Position, color: Color, kind: int | np.uint64) -> int:
    """Count a side's points of a class."""
    return int(position.state[int(layout.COUNT) + (color - 1) * int(layout.CLASSES) + int(kind)])


def fit(
    inputs: Floats,
    results: Floats,
    expected: Floats,
    spread: float = SPREAD,
    counts: Floats | None = None,
    added: Floats | float = 0.0,
) -> Floats:
    """Fit weights, in log-odds, by Newton's method.

    ``inputs`` has shape (rows, weights), ``results`` are from 0 to 1, ``counts`` weights the rows, and ``added`` are
    the log-odds that something else adds to each. The prior of each weight is a Gaussian around ``expected`` with
    standard deviation ``spread``, in score units.
    """
    weights = expected.copy()
    precision = (SCALE / spread) ** 2
    counts = np.ones(len(results)) if counts is None else counts
    for _ in range(STEPS):
        won = win_chances(inputs, weights, added)
        slope = inputs.T @ (counts * (won - results)) + precision * (weights - expected)
        curve = (inputs * (counts * won * (1 - won))[:, None]).T @ inputs + precision * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        weights -= step
        if np.abs(step).max() < SETTLED / SCALE:
            break
    return weights


def loss(inputs: Floats, results: Floats, weights: Floats) -> float:
    """Return the mean negative log-likelihood."""
    return float(row_losses(inputs, results, weights).mean())


def row_losses(inputs: Floats, results: Floats, weights: Floats, added: Floats | float = 0.0) -> Floats:
    """Return the negative log-likelihood of each row."""
    won = np.clip(win_chances(inputs, weights, added), 1e-9, 1 - 1e-9)
    losses: Floats = -(results * np.log(won) + (1 - results) * np.log(1 - won))
    return losses


def win_chances(inputs: Floats, weights: Floats, added: Floats | float = 0.0) -> Floats:
    """Return the win probability that the weights, and the log-odds added, give each row."""
    found: Floats = 1 / (1 + np.exp(-np.clip(inputs @ weights + added, -30, 30)))
    return found
