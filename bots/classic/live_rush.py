"""Live and rush points: score the row that a stone on each cell would make, for both sides.

After a published tutorial that weighs five 100000, four ("rush four") 5000, three 1000, two 500 (its figures, its own
units). It looks at unbroken rows only and never at what stops them, and in one direction, downwards, it adds more for
stones that wait there; both are kept.
"""

import numpy as np
from numpy.typing import NDArray

from bots.classic.scored import Pick, ScoredEngine, first_best
from bots.rows import around, run_lengths

REACH = 4

# by the length of the row that the stone would be in, at most 4 neighbours each way: exactly five has 10000 on top
ROW = np.array((0, 2, 500, 1000, 5000, 110_000, 100_000, 100_000, 100_000, 100_000), np.int64)

VERTICAL, DOWN = 1, 1  # axis and sense in the table of neighbours
TWO_BELOW, FOUR_BELOW = 500, 5000


class LiveRush(ScoredEngine):
    """Engine of live and rush points."""

    name = "live_rush"
    version = "1"

    def scores(
        self, mine: NDArray[np.bool_], theirs: NDArray[np.bool_], size: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Score of every cell for the opponent and for the player."""
        return side_scores(theirs, size), side_scores(mine, size)

    def pick(self, threat: NDArray[np.int64], own: NDArray[np.int64], allowed: NDArray[np.bool_], size: int) -> Pick:
        """My best cell if it scores at least the opponent's best, else theirs; the first of equals each time.

        The scores reported are the two bests, wherever they lie.
        """
        here = first_best(np.where(allowed, own, -1), size)
        there = first_best(np.where(allowed, threat, -1), size)
        point = here if own[here] >= threat[there] else there
        return Pick(point, int(threat[there]), int(own[here]))


def side_scores(stones: NDArray[np.bool_], size: int) -> NDArray[np.int64]:
    """Score of every cell for the side with these stones: shape (size * size,)."""
    near = around(stones, size, REACH)
    rows: NDArray[np.int64] = ROW[run_lengths(near)].sum(axis=0)
    below = near[VERTICAL, DOWN]
    rows += TWO_BELOW * below[:2].all(axis=0) + FOUR_BELOW * below.all(axis=0)
    return rows


ENGINE = LiveRush()
