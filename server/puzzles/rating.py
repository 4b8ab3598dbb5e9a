"""One number for how hard a puzzle is."""

from math import log10

from server.store.puzzles import SMOOTHING

MIDDLE = 1500
DECADE = 400


def rate_puzzle(solved: int, failed: int) -> int:
    """Rating of a puzzle on the scale of Elo: whom it beats as often as not, if its solvers' mean is 1500.

    400 points are ten failures to a solution. It starts at 1500 and one attempt moves it little.
    """
    return round(MIDDLE + DECADE * log10((failed + SMOOTHING) / (solved + SMOOTHING)))
