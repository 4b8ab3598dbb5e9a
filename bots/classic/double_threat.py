"""Double threats: the wins array, extended to see that one more stone would make two threes or fours at once.

After the second article on the wins array. A stone on an empty cell is classified on each of the four lines through it:

    . [X] X X .      an open three, also with a gap, also with the cell inside: it can become a straight four
    [X] X X X        a four: one cell completes it; an open four when there are two such cells
    X [X] X X X      five or more

Threes and fours on two or more lines are a double threat. Cells are ranked by what either side would make there; among
the cells of the highest rank the wins array picks one, by its own scores and tie order. The reported score is the wins
array's plus a million for each rank above the lowest.
"""

from enum import IntEnum
from itertools import combinations_with_replacement, product

import numpy as np
from numpy.typing import NDArray

from bots.classic.rays import EMPTY, MINE, REACH, SWAPPED, THEIRS, WALL, per_ray, ray_codes
from bots.classic.scored import REST, BoardView, ScoredEngine, SeenPoint, Sight, directions
from bots.classic.wins_array import line_sight

STEP = 1_000_000  # above any sum of the wins array


class Made(IntEnum):
    """The result of a stone on one line."""

    NOTHING = 0
    THREE = 1
    FOUR = 2
    OPEN_FOUR = 3
    FIVE = 4


class Rank(IntEnum):
    """Ranks of cells, lowest first; for a block, the opponent would make the threat on the cell."""

    REST = 0
    BLOCK_DOUBLE = 1
    OWN_DOUBLE = 2
    BLOCK_OPEN_FOUR = 3  # or a double threat that contains a four
    OWN_OPEN_FOUR = 4
    BLOCK_FIVE = 5
    OWN_FIVE = 6

    @property
    def blocks(self) -> bool:
        """Whether a stone here stops the opponent."""
        return self in BLOCKS


BLOCKS = {Rank.BLOCK_DOUBLE, Rank.BLOCK_OPEN_FOUR, Rank.BLOCK_FIVE}


class DoubleThreat(ScoredEngine):
    """The wins array extended with double threats."""

    name = "double_threat"
    version = "1"

    def look(self, position: BoardView) -> Sight:
        """Pick the wins array's cell among the allowed cells of the highest rank."""
        mine, theirs = look_up(position.mine, position.theirs, position.size)
        placed = places(mine, theirs)
        highest = Rank(placed[position.allowed].max())
        sight = line_sight(position, position.allowed & (placed == highest))
        worth = sight.worth + STEP * placed
        if highest is Rank.REST:
            return Sight(sight.point, worth, sight.threat, sight.own, sight.seen._replace(place=REST), sight.kind)
        made_here = (theirs if highest.blocks else mine)[:, sight.point]
        seen = _describe(made_here)._replace(place=highest.name.lower())
        kind = None if highest >= Rank.BLOCK_FIVE else "defend" if highest.blocks else "attack"
        return Sight(sight.point, worth, sight.threat, sight.own, seen, kind)


def look_up(
    mine: NDArray[np.bool_], theirs: NDArray[np.bool_], size: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return what a stone of either side would make on each line through every cell: Made, shape (4 axes, size *
    size)."""
    codes = ray_codes(mine, theirs, size)
    return _look_up(codes), _look_up(SWAPPED[codes])


def places(mine: NDArray[np.uint8], theirs: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Rank every cell by what either side would make there, shape (size * size,)."""
    most, most_theirs = mine.max(axis=0), theirs.max(axis=0)
    double, double_theirs = (mine > Made.NOTHING).sum(axis=0) > 1, (theirs > Made.NOTHING).sum(axis=0) > 1
    cases = [
        (most == Made.FIVE, Rank.OWN_FIVE),
        (most_theirs == Made.FIVE, Rank.BLOCK_FIVE),
        (most == Made.OPEN_FOUR, Rank.OWN_OPEN_FOUR),
        ((most_theirs == Made.OPEN_FOUR) | double_theirs & (most_theirs == Made.FOUR), Rank.BLOCK_OPEN_FOUR),
        (double, Rank.OWN_DOUBLE),
        (double_theirs, Rank.BLOCK_DOUBLE),
    ]
    return np.select([cells for cells, _ in cases], [np.int64(place) for _, place in cases], np.int64(Rank.REST))


def _describe(lines: NDArray[np.uint8]) -> SeenPoint:
    """Describe the shape and directions of a stone's four lines, at least a double three."""
    strongest = Made(int(lines.max()))
    if strongest >= Made.OPEN_FOUR:
        return SeenPoint(strongest.name.lower(), directions(lines == strongest))
    shape = ("double_three", "four_three", "double_four")[min((lines == Made.FOUR).sum(), 2)]
    return SeenPoint(shape, directions(lines > Made.NOTHING))


def _look_up(codes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    ray = RAY[codes]
    return MADE[ray[:, 0], ray[:, 1]]


def on_line(line: bytes) -> Made:
    """Return what the stone in the middle of nine cells makes; a wall counts as an opponent's stone."""
    gaps = set()
    for start in range(5):
        five = line[start : start + 5]
        if five.count(MINE) == 5:
            return Made.FIVE
        if five.count(MINE) == 4 and 0 in five:
            gaps.add(start + five.index(0))
    if gaps:
        return Made.FOUR if len(gaps) == 1 else Made.OPEN_FOUR
    for start in range(4):
        four = line[start + 1 : start + 5]
        if four.count(MINE) == 3 and 0 in four and line[start] == 0 == line[start + 5]:
            return Made.THREE
    return Made.NOTHING


def _table() -> NDArray[np.uint8]:
    """Tabulate Made for a stone between two rays, by their indices in RAYS, shape (81, 81), symmetric."""
    table = np.zeros((len(RAYS), len(RAYS)), np.uint8)
    for (one, back), (other, ahead) in combinations_with_replacement(enumerate(RAYS), 2):
        table[one, other] = table[other, one] = on_line(back[::-1] + bytes([MINE]) + ahead)
    return table


RAYS = [bytes(cells) for cells in product((EMPTY, MINE, THEIRS), repeat=REACH)]  # a wall counts as the opponent's
RAY = per_ray(lambda cells: RAYS.index(bytes(THEIRS if cell == WALL else cell for cell in cells)))  # by code
MADE = _table()

ENGINE = DoubleThreat()
