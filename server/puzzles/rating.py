"""One number for how hard a puzzle is, and how sure it is.

A puzzle is taken to have been tried before the first attempt, and so begins with a rating: `presume` says how often.
Attempts then count beside these, and prevail in time.
"""

from math import log, log10, sqrt

MIDDLE = 1500
DECADE = 400
SMOOTHING = 2.0
"""Failures and solutions at the least that every puzzle is taken to have had: one attempt says little."""


def presume(rating: int) -> tuple[float, float]:
    """Solutions and failures with which a puzzle begins at a rating."""
    odds = find_odds(rating)
    return (SMOOTHING, SMOOTHING * odds) if odds >= 1 else (SMOOTHING / odds, SMOOTHING)


def rate_puzzle(solved: float, failed: float) -> int:
    """Rating of a puzzle on the scale of Elo: whom it beats as often as not, if its solvers' mean is 1500.

    400 points are ten failures to a solution. Both numbers have those in them that were presumed.
    """
    return round(MIDDLE + DECADE * log10(failed / solved))


def deviate(solved: float, failed: float) -> int:
    """Standard deviation of the rating, as it is of the logarithm of odds that were counted."""
    return round(DECADE / log(10) * sqrt(1 / solved + 1 / failed))


def find_odds(rating: float) -> float:
    """Failures for each solution of a puzzle with this rating."""
    return float(10 ** ((rating - MIDDLE) / DECADE))
