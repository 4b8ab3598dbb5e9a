"""Live and rush points: score the row that a stone on each cell would make, for both sides.

After a published tutorial that weighs five 100000, four ("rush four") 5000, three 1000, two 500 (its figures, its own
units). It looks at unbroken rows only and never at what stops them, and in one direction, downwards, it adds more for
stones that wait there; both are kept.
"""

import numpy as np
from numpy.typing import NDArray

from bots.classic.scored import COUNTS, BoardView, ScoredEngine, Sight, directions, first_best
from bots.immediate_wins import around, run_lengths

REACH = 4

# by the length of the row that the stone would be in, at most 4 neighbours each way: exactly five has 10000 on top
ROW = np.array((0, 2, 500, 1000, 5000, 110_000, 100_000, 100_000, 100_000, 100_000), np.int64)

VERTICAL, DOWN = 1, 1  # axis and sense in the table of neighbours
TWO_BELOW, FOUR_BELOW = 500, 5000


class LiveRush(ScoredEngine):
    """Engine of live and rush points."""

    name = "live_rush"
    version = "1"

    def look(self, position: BoardView) -> Sight:
        """My best cell if it scores at least the opponent's best, else theirs; the first of equals each time.

        The scores reported are the two bests, wherever they lie.
        """
        size, allowed = position.size, position.allowed
        threat, own = side_scores(position.theirs, size), side_scores(position.mine, size)
        here = first_best(np.where(allowed, own, -1), size)
        there = first_best(np.where(allowed, threat, -1), size)
        attacks = own[here] >= threat[there]
        point, side = (here, position.mine) if attacks else (there, position.theirs)
        rows = run_lengths(around(side, size, REACH))[:, point]
        longest = rows.max()
        seen = {
            "threat": int(threat[there]),
            "own": int(own[here]),
            "shape": COUNTS[min(longest, 5)],
            "directions": directions(rows == longest),
        }
        return Sight(point, np.maximum(threat, own), threat, own, seen)


def side_scores(stones: NDArray[np.bool_], size: int) -> NDArray[np.int64]:
    """Score of every cell for the side with these stones: shape (size * size,)."""
    near = around(stones, size, REACH)
    rows: NDArray[np.int64] = ROW[run_lengths(near)].sum(axis=0)
    below = near[VERTICAL, DOWN]
    rows += TWO_BELOW * below[:2].all(axis=0) + FOUR_BELOW * below.all(axis=0)
    return rows


ENGINE = LiveRush()
