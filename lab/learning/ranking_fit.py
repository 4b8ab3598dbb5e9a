"""Fits a table to choices among moves, by a ranking loss and by value, shrunk towards no change at all."""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lab.learning.point_tables import Features

Floats = NDArray[np.float64]
Objective = Callable[[Floats], tuple[float, Floats]]

STEPS: Final = 60
KEPT: Final = 8  # last steps that tell the curvature
SETTLED: Final = 1e-5  # a step that gains less, relative to the loss, is the last


class Choices(NamedTuple):
    """Moves of many positions, those of one position together.

    ``base``: log-odds of each move today, to which a table adds. ``wanted``: its share of the choice, with a sum of 1
    in a position. ``values``: the win chance it should have; ``by_value`` is the weight of that. ``sharp``: log-odds of
    a choice for log-odds of a win. ``starts``: the first move of each position.
    """

    features: Features
    size: int
    base: Floats
    wanted: Floats
    values: Floats
    by_value: float
    sharp: float
    starts: NDArray[np.int64]

    def scores(self, table: Floats) -> Floats:
        """Return the log-odds of the moves with a table."""
        rows, places, counts = self.features
        found: Floats = self.base + np.bincount(rows, counts * table[places], len(self.base))
        return found

    def loss(self, table: Floats) -> tuple[float, Floats]:
        """Return the loss of a table over all positions, and its slope."""
        scores = self.scores(table)
        chosen = share(self.sharp * scores, self.starts)
        won = 1 / (1 + np.exp(-np.clip(scores, -30, 30)))
        lost = -float(self.wanted @ np.log(chosen + 1e-12))
        lost -= self.by_value * float(self.values @ np.log(won + 1e-12) + (1 - self.values) @ np.log(1 - won + 1e-12))
        slope = self.sharp * (chosen - self.wanted) + self.by_value * (won - self.values)
        rows, places, counts = self.features
        summed: Floats = np.bincount(places, counts * slope[rows], self.size).astype(np.float64)
        return lost, summed


def share(scores: Floats, starts: NDArray[np.int64]) -> Floats:
    """Return each move's share of its position by the scores: a softmax."""
    sizes = np.diff([*starts, len(scores)])
    odds = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
    found: Floats = odds / np.repeat(np.add.reduceat(odds, starts), sizes)
    return found


def fit(choices: Choices, shrink: float) -> Floats:
    """Return the table with the least loss plus ``shrink`` / 2 times its sum of squares."""

    def objective(table: Floats) -> tuple[float, Floats]:
        lost, slope = choices.loss(table)
        return lost + shrink / 2 * float(table @ table), slope + shrink * table

    return minimise(objective, np.zeros(choices.size))


def minimise(objective: Objective, start: Floats) -> Floats:
    """Minimise a smooth convex function by L-BFGS with halved steps."""
    at, (value, slope) = start, objective(start)
    moved: list[tuple[Floats, Floats]] = []
    for _ in range(STEPS):
        step = -_apply_curvature(moved, slope)
        length, before = 1.0, value
        while (found := objective(at + length * step))[0] > value + 1e-4 * length * float(slope @ step):
            length /= 2
            if length < 1e-6:
                return at
        bent = found[1] - slope
        if float(step @ bent) > 0:
            moved = [*moved, (length * step, bent)][-KEPT:]
        at, (value, slope) = at + length * step, found
        if before - value <= SETTLED * abs(before):
            break
    return at


def _apply_curvature(moved: list[tuple[Floats, Floats]], slope: Floats) -> Floats:
    """Return the slope times an estimate of the inverse of the second derivatives."""
    if not moved:
        return slope * 1e-3
    found, parts = slope, []
    for step, bent in reversed(moved):
        part = float(step @ found) / float(step @ bent)
        found = found - part * bent
        parts.append(part)
    step, bent = moved[-1]
    found = found * (float(step @ bent) / float(bent @ bent))
    for (step, bent), part in zip(moved, reversed(parts), strict=True):
        found = found + (part - float(bent @ found) / float(step @ bent)) * step
    return found
