"""The worth of the first move in games of one kind, estimated from their results with the ratings as they were."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from server.ratings.glicko2 import SCALE, PlayerRating, expect, weigh

FEWEST = 200
"""Games of a kind from which an estimate counts; with fewer, none is added."""
SPREAD = 100.0
"""Points: how large advantages are taken to be before any game is seen, one standard deviation around none."""
NEAR = 1e-9
MOST_STEPS = 100


class FirstMoveGame(NamedTuple):
    """A game by the ratings before it; ``score`` is that of who moved first."""

    first: PlayerRating
    second: PlayerRating
    score: float


class FirstMove(NamedTuple):
    """``points`` of rating that the first move is worth, and their standard ``error``."""

    points: float
    error: float


def estimate(games: Sequence[FirstMoveGame]) -> FirstMove | None:
    """The most likely advantage, given the games and `SPREAD`; None where they are fewer than `FEWEST`.

    Newton's method on one parameter; the function is concave, so that there is one.
    """
    if len(games) < FEWEST:
        return None
    points = 0.0
    for _ in range(MOST_STEPS):
        slope, bend = _derivatives(games, points)
        step = slope / bend
        points += step
        if abs(step) < NEAR:
            break
    _, bend = _derivatives(games, points)
    return FirstMove(points, 1 / sqrt(bend))


def _derivatives(games: Sequence[FirstMoveGame], points: float) -> tuple[float, float]:
    """The first derivative of the logarithm of the likelihood, and the second without its sign."""
    slope, bend = -points / SPREAD**2, 1 / SPREAD**2
    for game in games:
        weight = weigh(game.second) / SCALE
        share = expect(game.first, game.second, points)
        slope += weight * (game.score - share)
        bend += weight * weight * share * (1 - share)
    return slope, bend
