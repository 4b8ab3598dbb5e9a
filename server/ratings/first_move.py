"""Worth of the first move in games of one kind, estimated from their results and the ratings before them."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from server.ratings.glicko2 import SCALE, PlayerRating, expect, weigh

FEWEST = 200
"""Fewest games of a kind for an estimate."""
SPREAD = 100.0
"""Standard deviation, in points, of the prior of the advantage, around 0."""
NEAR = 1e-9
MOST_STEPS = 100


class FirstMoveGame(NamedTuple):
    """A game with the ratings before it; ``score`` is that of the player who moved first."""

    first: PlayerRating
    second: PlayerRating
    score: float


class FirstMove(NamedTuple):
    """``points`` of rating that the first move is worth, and their standard ``error``."""

    points: float
    error: float


def estimate(games: Sequence[FirstMoveGame]) -> FirstMove | None:
    """Return the most likely advantage, given the games and `SPREAD`; None for fewer than `FEWEST` games.

    Uses Newton's method on one parameter; the function is concave, so that the maximum is unique.
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
    """Return the first derivative of the log likelihood, and the negated second."""
    slope, bend = -points / SPREAD**2, 1 / SPREAD**2
    for game in games:
        weight = weigh(game.second) / SCALE
        share = expect(game.first, game.second, points)
        slope += weight * (game.score - share)
        bend += weight * weight * share * (1 - share)
    return slope, bend
