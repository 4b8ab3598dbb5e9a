"""The wins array: counts both sides' stones on every line of five; a cell is worth the live lines through it.

After a published tutorial. Scores are in its own units: a line with 1, 2, 3, 4 stones of the opponent's is a threat of
200, 400, 2000, 10000, one with the player's own is worth 220, 420, 2220, 20000, so that winning outranks blocking. A
line with stones of both sides is dead for both.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from bots.classic.scored import (
    COUNTS,
    BoardView,
    ScoredEngine,
    SeenPoint,
    Sight,
    directions,
    first_best,
    nearest_centre,
)
from gomoku.lines import AXES, lines

LENGTH = 5

# by the number of stones on a live line; a full line has no cell left to score
THREAT = (0, 200, 400, 2000, 10000, 0)
OWN = (0, 220, 420, 2220, 20000, 0)

# [own stones on the line, opponent's stones on it]
THREAT_OF_LINE = np.zeros((LENGTH + 1, LENGTH + 1), np.int64)
THREAT_OF_LINE[0, :] = THREAT
OWN_OF_LINE = np.zeros((LENGTH + 1, LENGTH + 1), np.int64)
OWN_OF_LINE[:, 0] = OWN


@lru_cache(maxsize=4)
def line_table(size: int) -> NDArray[np.intp]:
    """Return the points of every line of five, shape (lines, 5): 572 lines on 15x15. Their order does not matter."""
    table = np.array(lines(size, LENGTH), np.intp)
    table.flags.writeable = False
    return table


class WinsArray(ScoredEngine):
    """Engine of the wins array."""

    name = "wins_array"
    version = "1"

    def look(self, position: BoardView) -> Sight:
        """Pick the last choice of the published scan."""
        return line_sight(position, position.allowed)


def line_sight(position: BoardView, allowed: NDArray[np.bool_]) -> Sight:
    """Score cells by the live lines through them, and pick one among ``allowed``.

    The scan keeps the best of either score so far. A cell replaces the choice when one of its scores exceeds the best,
    or equals it while its other score exceeds the chosen cell's other score. So the first cell that reaches the overall
    best decides which of the two scores leads; of the cells whose leading score is the best, the one with the largest
    other score wins, and the first of equals. Where no cell scores, it is the point nearest the centre.
    """
    table, size = line_table(position.size), position.size
    mine, theirs = position.mine[table].sum(axis=1), position.theirs[table].sum(axis=1)
    line_threat, line_own = THREAT_OF_LINE[mine, theirs], OWN_OF_LINE[mine, theirs]
    threat, own = _spread(line_threat, table, size), _spread(line_own, table, size)

    worth = np.maximum(threat, own)
    ranked = np.where(allowed, worth, -1)
    first = first_best(ranked, size)
    best = ranked[first]
    if best == 0:
        return Sight(nearest_centre(allowed, size), worth, threat, own, kind="centre")
    threat_leads = threat[first] == best
    leading, other, lines_worth, stones = (
        (threat, own, line_threat, theirs) if threat_leads else (own, threat, line_own, mine)
    )
    point = first_best(np.where(allowed & (leading == best), other, -1), size)
    through = np.flatnonzero((table == point).any(axis=1) & (lines_worth > 0))
    return Sight(point, worth, threat, own, _fullest(table[through], stones[through], size))


def _fullest(through: NDArray[np.intp], stones: NDArray[np.intp], size: int) -> SeenPoint:
    """Describe the live lines through a cell, at least one, that would have the most stones with one more."""
    most = stones.max()
    steps = (through[:, 1] - through[:, 0])[stones == most]
    axes = np.array([(steps == dy * size + dx).any() for dx, dy in AXES])
    return SeenPoint(COUNTS[most + 1], directions(axes))


def _spread(line_worth: NDArray[np.int64], table: NDArray[np.intp], size: int) -> NDArray[np.int64]:
    """Sum, for every cell, the worth of the lines through it. Sums are far below 2**53, so floats are exact."""
    summed = np.bincount(table.ravel(), np.repeat(line_worth, LENGTH), size * size)
    return summed.astype(np.int64)


ENGINE = WinsArray()
