"""Elo from results: the Bradley-Terry model by maximum likelihood, with a draw as half a win.

The unit of evidence is the pair of games over one opening with the colours swapped: their results are correlated, since
an opening may favour a colour. So the covariance is the robust one for clustered data (the "sandwich" of White 1982,
with the clusters of Liang and Zeger 1986): the scatter of the pairs between two factors of the inverse information.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ELO = 400 / np.log(10)  # Elo of one unit of the logistic scale
NORMAL_95 = 1.959964
PRECISION = 1e-8  # on the logistic scale; the last Newton step is far more exact than the one before


@dataclass(frozen=True, slots=True)
class Evidence:
    """Games of two players (indices) that count as one unit of evidence: ``points`` of ``one`` out of ``games``."""

    one: int
    other: int
    points: float
    games: int


@dataclass(frozen=True, slots=True)
class Rating:
    """Elo of every player, shape (players,), and its covariance in Elo squared, shape (players, players).

    ``padded``: a drawn pair of games was added for every two players, because some group won or lost everything against
    the rest and no finite estimate exists.
    """

    elo: NDArray[np.float64]
    covariance: NDArray[np.float64]
    padded: bool

    def interval(self, player: int) -> float:
        """Return half the width of the 95 % interval of a player's Elo."""
        return float(NORMAL_95 * np.sqrt(max(self.covariance[player, player], 0.0)))

    def interval_between(self, one: int, other: int) -> float:
        """Return half the width of the 95 % interval of the difference of two players' Elo."""
        v = self.covariance
        return float(NORMAL_95 * np.sqrt(max(v[one, one] + v[other, other] - 2 * v[one, other], 0.0)))


def rate(players: int, units: Sequence[Evidence], anchor: int | None = None, anchor_elo: float = 0.0) -> Rating:
    """Estimate Elo from units that link all players; the mean is 0, or the anchor has its Elo.

    With an anchor, its interval is 0 and those of the others are of the difference to it.
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
        # strengths are determined up to a constant, and so is the inverse: any weight on the constant will do
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
    """Sum, over units, weight times the outer product with itself of the vector with +1 at ``one`` and -1 at
    ``other``."""
    found = np.zeros((players, players))
    for row, column, sign in ((one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)):
        np.add.at(found, (row, column), sign * weight)
    return found


def _finite(players: int, units: Sequence[Evidence]) -> bool:
    """Tell whether the maximum exists: for every split of the players, each part took points from the other (Ford
    1957)."""
    took = np.eye(players, dtype=bool)
    for unit in units:
        took[unit.one, unit.other] |= unit.points > 0
        took[unit.other, unit.one] |= unit.points < unit.games
    for through in range(players):
        took |= np.outer(took[:, through], took[through])
    return bool(took.all())
