"""Directional vectors: walks outwards from each cell in eight directions, adds opposite ones, and looks up the sums.

After a published tutorial, whose tables and figures (its own units) are kept. A direction counts two for each stone of
the side in question, one less when the opponent closes it, and zero when the walk leaves the board. So the sum over a
line says what a stone there would extend: 2 n means n stones with both ends open, 2 n - 1 means n stones with one end
closed; two closed ends count zero.
"""

from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bots.classic.rays import MINE, SWAPPED, THEIRS, WALL, Cells, per_ray, ray_codes
from bots.classic.scored import BoardView, ScoredEngine, SeenPoint, Sight, directions, draw_point

# by the sum over a line
ATTACK = np.array((0, 1, 3, 2, 4, 5, 85, 1365, 1365), np.int64)
DEFENCE = np.array((0, 1, 2, 3, 4, 5, 21, 341, 341), np.int64)
SHAPES = (
    "none",
    "closed_one",
    "open_one",
    "closed_two",
    "open_two",
    "closed_three",
    "open_three",
    "closed_four",
    "open_four",
)
LARGEST = len(SHAPES) - 1


class Vectors(NamedTuple):
    """Sums of each line of each cell for both sides, shape (4 axes, size * size) each."""

    mine: NDArray[np.int64]
    theirs: NDArray[np.int64]

    @property
    def attack(self) -> NDArray[np.int64]:
        """Values of each line for the player's stones."""
        return ATTACK[self.mine]

    @property
    def defence(self) -> NDArray[np.int64]:
        """Values of each line against the opponent's stones."""
        return DEFENCE[self.theirs]


class Vector(ScoredEngine):
    """Engine of the directional vectors.

    A line is worth the larger of attack and defence, a cell the sum over its four lines; ties are broken at random.
    ``temper`` first narrows the tied cells: -1 (careful) to the largest share of defence, 1 (aggressive) to the largest
    share of attack. A line counts towards the share of the larger value, or of both when equal.
    """

    name = "vector"
    version = "1"
    temper: ClassVar[int] = 0

    def look(self, position: BoardView) -> Sight:
        """Pick one of the best cells; on an empty board all are equal."""
        vectors = read(position.mine, position.theirs, position.size)
        attack, defence = vectors.attack, vectors.defence
        worth = np.maximum(attack, defence).sum(axis=0)
        own = np.where(attack >= defence, attack, 0).sum(axis=0)
        threat = np.where(defence >= attack, defence, 0).sum(axis=0)

        best = best_of(worth, position.allowed)
        if self.temper:
            best = best_of(own if self.temper > 0 else threat, best)
        point = draw_point(best, position.seed)
        if worth[point] == 0:
            return Sight(point, worth, threat, own, kind="random")
        attacks = own[point] >= threat[point]
        line_worth = (attack if attacks else defence)[:, point]
        leading = line_worth == line_worth.max()
        sums = (vectors.mine if attacks else vectors.theirs)[leading, point]
        return Sight(point, worth, threat, own, SeenPoint(SHAPES[sums.max()], directions(leading)))


class Careful(Vector):
    """The vectors of a careful player."""

    name = "vector_careful"
    temper = -1


class Aggressive(Vector):
    """The vectors of an aggressive player."""

    name = "vector_aggressive"
    temper = 1


def read(mine: NDArray[np.bool_], theirs: NDArray[np.bool_], size: int) -> Vectors:
    """Compute the sums of a whole board; stones have shape (size * size,)."""
    codes = ray_codes(mine, theirs, size)
    return Vectors(_add_opposites(WALK[codes]), _add_opposites(WALK[SWAPPED[codes]]))


def best_of(scores: NDArray[np.int64], cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Select the cells, at least one, with the largest score."""
    best: NDArray[np.bool_] = cells & (scores == scores[cells].max())
    return best


def walk(cells: Cells) -> int:
    """Return the count of one direction for the side whose stones are MINE."""
    total = 0
    for cell in cells:
        if cell == WALL:
            return 0
        if cell != MINE:
            return total - 1 if cell == THEIRS and total > 1 else total
        total += 2
    return total


WALK = per_ray(walk)


def _add_opposites(walks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Add opposite directions: (4 axes, 2 senses, cells) to (4 axes, cells)."""
    back, forward = walks[:, 0], walks[:, 1]
    return np.where(back & forward & 1, 0, np.minimum(back + forward, LARGEST))


ENGINE = Vector()
CAREFUL = Careful()
AGGRESSIVE = Aggressive()
