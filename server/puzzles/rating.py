"""Rating of puzzles: one number for the level of a puzzle, and its uncertainty.

A puzzle starts with presumed attempts, and so with a rating: see `presume`. Real attempts are added, and prevail in
time.
"""

from math import log, log10, sqrt

MIDDLE = 1500
DECADE = 400
SMOOTHING = 2.0
"""Fewest presumed failures and solutions of every puzzle: one attempt says little."""


def presume(rating: int) -> tuple[float, float]:
    """Return the presumed solutions and failures of a puzzle with a given rating."""
    odds = find_odds(rating)
    return (SMOOTHING, SMOOTHING * odds) if odds >= 1 else (SMOOTHING / odds, SMOOTHING)


def rate_puzzle(solved: float, failed: float) -> int:
    """Return the rating of a puzzle on the Elo scale: its even opponent's, if its solvers' mean is 1500.

    400 points are ten failures to a solution. Both numbers include the presumed ones.
    """
    return round(MIDDLE + DECADE * log10(failed / solved))


def deviate(solved: float, failed: float) -> int:
    """Return the standard deviation of the rating, as that of the logarithm of counted odds."""
    return round(DECADE / log(10) * sqrt(1 / solved + 1 / failed))


def find_odds(rating: float) -> float:
    """Return the failures for each solution of a puzzle with this rating."""
    return float(10 ** ((rating - MIDDLE) / DECADE))
