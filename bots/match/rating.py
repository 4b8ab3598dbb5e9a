"""Elo from results: the Bradley-Terry model by maximum likelihood, a draw counting as half a win.

The unit of evidence is the pair of games over one opening with the colours swapped: its two results hang together,
since an opening may favour a colour. So the covariance is the robust one for clustered data (the "sandwich" of White
1982, with the clusters of Liang and Zeger 1986): the inverse information on both sides of the scatter of the pairs.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ELO = 400 / np.log(10)  # a difference of one unit of the logistic scale, in Elo
NORMAL_95 = 1.959964
PRECISION = 1e-8  # of the logistic scale; the last step of Newton's method is far more exact than the one before


@dataclass(frozen=True, slots=True)
class Evidence:
    """Games of two players (indices) that count as one piece of evidence: points of ``one`` out of ``games``."""

    one: int
    other: int
    points: float
    games: int


@dataclass(frozen=True, slots=True)
class Rating:
    """Elo of every player, shape (players,), and its covariance in Elo squared, shape (players, players).

    ``padded``: some player took everything or nothing, so that no finite estimate exists, and a drawn pair of games was
    added for every two players.
    """

    elo: NDArray[np.float64]
    covariance: NDArray[np.float64]
    padded: bool

    def interval(self, player: int) -> float:
        """Half the width of the 95 % interval of a player's Elo."""
        return float(NORMAL_95 * np.sqrt(max(self.covariance[player, player], 0.0)))

    def interval_between(self, one: int, other: int) -> float:
        """Half the width of the 95 % interval of the difference of two players' Elo."""
        v = self.covariance
        return float(NORMAL_95 * np.sqrt(max(v[one, one] + v[other, other] - 2 * v[one, other], 0.0)))


def rate(players: int, units: Sequence[Evidence], anchor: int | None = None, anchor_elo: float = 0.0) -> Rating:
    """Estimate from units in which every two players are linked; the mean is 0, or the anchor has its Elo.

    An anchor's own interval is 0, and those of the others are of the difference to it.
    """
    padded = not _finite(players, units)
    if padded:
        met = sorted({(min(unit.one, unit.other), max(unit.one, unit.other)) for unit in units})
        units = [*units, *(Evidence(one, other, 1.0, 2) for one, other in met)]
    one = np.array([unit.one for unit in units])
    other = np.array([unit.other for unit in units])
    points = np.array([unit.points for unit in units])
    games = np.array([unit.games for unit in units], float)

    def likelihood(at: NDArray[np.float64]) -> float:
        lead = at[one] - at[other]
        return float(-(points * np.logaddexp(0, -lead) + (games - points) * np.logaddexp(0, lead)).sum())

    strength, longest = np.zeros(players), np.inf
    while longest > PRECISION:
        expected = games / (1 + np.exp(strength[other] - strength[one]))
        surplus = points - expected
        information = _laplacian(players, one, other, expected * (1 - expected / games))
        # strengths are determined but for a constant, and so is the inverse: any weight on the constant will do
        inverse = np.linalg.inv(information + information.trace() / players**2)
        step = inverse @ (np.bincount(one, surplus, players) - np.bincount(other, surplus, players))
        while (longest := np.abs(step).max()) > PRECISION and likelihood(strength + step) <= likelihood(strength):
            step /= 2
        strength = strength + step
    covariance = inverse @ _laplacian(players, one, other, surplus**2) @ inverse

    shift = np.eye(players) - 1 / players if anchor is None else np.eye(players) - np.eye(players)[anchor]
    elo = shift @ strength * ELO + (0.0 if anchor is None else anchor_elo)
    return Rating(elo, shift @ covariance @ shift.T * ELO**2, padded)


def _laplacian(
    players: int, one: NDArray[np.int_], other: NDArray[np.int_], weight: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Sum over units of weight times the outer product with itself of +1 at one player and -1 at the other."""
    found = np.zeros((players, players))
    for row, column, sign in ((one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)):
        np.add.at(found, (row, column), sign * weight)
    return found


def _finite(players: int, units: Sequence[Evidence]) -> bool:
    """Whether the maximum exists: of every two parts of the players each took points from the other (Ford 1957)."""
    took = np.eye(players, dtype=bool)
    for unit in units:
        took[unit.one, unit.other] |= unit.points > 0
        took[unit.other, unit.one] |= unit.points < unit.games
    for through in range(players):
        took |= np.outer(took[:, through], took[through])
    return bool(took.all())
