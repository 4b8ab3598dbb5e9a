"""The wins array: every line of five counts each side's stones, and a cell is worth the live lines through it.

After a published tutorial. Scores are in its own units: a line with 1, 2, 3, 4 stones of the opponent's is a threat of
200, 400, 2000, 10000, one with the player's own is worth 220, 420, 2220, 20000, so that winning outranks blocking. A
line that holds stones of both sides is dead for both.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from bots.classic.scored import Pick, ScoredEngine, first_best
from gomoku.lines import lines

LENGTH = 5

# by the number of stones on a live line; one that is full has no cell left to score
THREAT = (0, 200, 400, 2000, 10000, 0)
OWN = (0, 220, 420, 2220, 20000, 0)

# [own stones on the line, opponent's stones on it]
THREAT_OF_LINE = np.zeros((LENGTH + 1, LENGTH + 1), np.int64)
THREAT_OF_LINE[0, :] = THREAT
OWN_OF_LINE = np.zeros((LENGTH + 1, LENGTH + 1), np.int64)
OWN_OF_LINE[:, 0] = OWN


@lru_cache(maxsize=4)
def line_table(size: int) -> NDArray[np.intp]:
    """Points of every line of five: shape (lines, 5), 572 lines on 15x15. Sums over lines need no order of them."""
    table = np.array(lines(size, LENGTH), np.intp)
    table.flags.writeable = False
    return table


@lru_cache(maxsize=4)
def from_centre(size: int) -> NDArray[np.int64]:
    """Minus the squared distance of every point from the centre, in half cells."""
    offset = 2 * np.arange(size, dtype=np.int64) - (size - 1)
    return -np.add.outer(offset**2, offset**2).ravel()


class WinsArray(ScoredEngine):
    """Engine of the wins array."""

    name = "wins_array"
    version = "1"

    def scores(
        self, mine: NDArray[np.bool_], theirs: NDArray[np.bool_], size: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Threat and own score of every cell, summed over the live lines through it."""
        table = line_table(size)
        counts = mine[table].sum(axis=1), theirs[table].sum(axis=1)
        return _spread(THREAT_OF_LINE[counts], table, size), _spread(OWN_OF_LINE[counts], table, size)

    def pick(self, threat: NDArray[np.int64], own: NDArray[np.int64], allowed: NDArray[np.bool_], size: int) -> Pick:
        """The cell that the scan ends with; where no cell scores, the point nearest the centre.

        The scan keeps the best of either score so far. A cell replaces the choice when one of its scores is above the
        best, or equals it while its other score is above the chosen cell's other score. So the first cell that
        reaches the overall best decides which of the two scores leads; of the cells whose leading score is the best,
        the one with the largest other score wins, and the first of equals.
        """
        worth = np.where(allowed, np.maximum(threat, own), -1)
        first = first_best(worth, size)
        best = worth[first]
        if best == 0:
            point = first_best(np.where(allowed, from_centre(size), np.iinfo(np.int64).min), size)
        else:
            leading, other = (threat, own) if threat[first] == best else (own, threat)
            point = first_best(np.where(allowed & (leading == best), other, -1), size)
        return Pick(point, int(threat[point]), int(own[point]))


def _spread(line_worth: NDArray[np.int64], table: NDArray[np.intp], size: int) -> NDArray[np.int64]:
    """Sum for every cell of the worth of the lines through it; sums are far below 2**53, so floats are exact."""
    summed = np.bincount(table.ravel(), np.repeat(line_worth, LENGTH), size * size)
    return summed.astype(np.int64)


ENGINE = WinsArray()
