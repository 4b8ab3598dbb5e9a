"""Live and rush points: scores the row that a stone on each cell would make, for both sides.

After a published tutorial that scores five 100000, four ("rush four") 5000, three 1000, two 500 (its own figures and
units). It considers only unbroken rows and ignores what blocks them, and it adds a bonus for waiting stones in one
direction only, downwards; both quirks are kept.
"""

import numpy as np
from numpy.typing import NDArray

from bots.classic.scored import COUNTS, BoardView, ScoredEngine, SeenPoint, Sight, directions, first_best
from bots.immediate_wins import around, run_lengths

REACH = 4

# by the length of the row with the stone, at most 4 neighbours each way; exactly five has 10000 on top
ROW = np.array((0, 2, 500, 1000, 5000, 110_000, 100_000, 100_000, 100_000, 100_000), np.int64)

VERTICAL, DOWN = 1, 1  # axis and sense in the table of neighbours
TWO_BELOW, FOUR_BELOW = 500, 5000


class LiveRush(ScoredEngine):
    """Engine of live and rush points."""

    name = "live_rush"
    version = "1"

    def look(self, position: BoardView) -> Sight:
        """Pick the player's best cell if it scores at least the opponent's best, else the opponent's; the first of
        equals.

        The scores reported are the two best ones, wherever they are.
        """
        size, allowed = position.size, position.allowed
        threat, own = side_scores(position.theirs, size), side_scores(position.mine, size)
        here = first_best(np.where(allowed, own, -1), size)
        there = first_best(np.where(allowed, threat, -1), size)
        attacks = own[here] >= threat[there]
        point, side = (here, position.mine) if attacks else (there, position.theirs)
        rows = run_lengths(around(side, size, REACH))[:, point]
        longest = rows.max()
        best = int(threat[there]), int(own[here])
        seen = SeenPoint(COUNTS[min(longest, 5)], directions(rows == longest), best=best)
        return Sight(point, np.maximum(threat, own), threat, own, seen)


def side_scores(stones: NDArray[np.bool_], size: int) -> NDArray[np.int64]:
    """Score every cell for the side with these stones, shape (size * size,)."""
    near = around(stones, size, REACH)
    rows: NDArray[np.int64] = ROW[run_lengths(near)].sum(axis=0)
    below = near[VERTICAL, DOWN]
    rows += TWO_BELOW * below[:2].all(axis=0) + FOUR_BELOW * below.all(axis=0)
    return rows


ENGINE = LiveRush()
