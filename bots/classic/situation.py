"""Situation scoring with empathy: scores a cell by what a stone there would make for the player and for the opponent.

After a published tutorial whose figures are lost; FIGURES are our own. Only cells within four cells of a stone on one
of its eight rays are considered. On each of the four lines through a cell, the run that a stone would be in is counted,
and its ends are classified: open, the opponent, or the wall. Run and ends index a table; a cell's score is the sum over
its lines. Its worth is the player's score plus, as empathy, the opponent's; without the second term the engine attacks
and never defends. Ties are broken at random.

In the author's next step, tied cells are first played out for a few plies, both sides taking the best cell by the same
scoring, and the best total decides. This is the lookahead, which ``Flat`` omits.
"""

from enum import IntEnum
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from bots.classic.rays import EMPTY, MINE, SWAPPED, THEIRS, WALL, Cells, per_ray, ray_codes
from bots.classic.scored import BoardView, ScoredEngine, SeenPoint, Sight, directions, draw_point, nearest_centre

PLIES = 3  # played out after a candidate: reply, move, reply


class RunKind(IntEnum):
    """Classes of a run by its length and number of open ends."""

    NOTHING = 0
    ONE = 1
    CLOSED_TWO = 2
    OPEN_TWO = 3
    CLOSED_THREE = 4
    OPEN_THREE = 5
    CLOSED_FOUR = 6
    OPEN_FOUR = 7
    FIVE = 8


# For the player, and for the opponent as empathy. The order of threats is own five, opponent's five, own open four,
# opponent's open four: each outranks any sum, over four lines and both sides, of the lesser ones. Threes with an open
# end and closed fours likewise outrank twos and closed threes, and these the rest; within a group values add up: a
# double three is worth more than a three, whoever makes it.
FIGURES = {
    RunKind.FIVE: (10_000_000, 1_000_000),
    RunKind.OPEN_FOUR: (100_000, 20_000),
    RunKind.CLOSED_FOUR: (2_200, 1_760),
    RunKind.OPEN_THREE: (2_000, 1_600),
    RunKind.CLOSED_THREE: (210, 168),
    RunKind.OPEN_TWO: (200, 160),
    RunKind.CLOSED_TWO: (20, 16),
    RunKind.ONE: (2, 1),
    RunKind.NOTHING: (0, 0),
}
FOR_ME, FOR_OPPONENT = np.array([FIGURES[run] for run in RunKind], np.int64).T

OPEN = {1: RunKind.ONE, 2: RunKind.OPEN_TWO, 3: RunKind.OPEN_THREE, 4: RunKind.OPEN_FOUR}
CLOSED = {1: RunKind.ONE, 2: RunKind.CLOSED_TWO, 3: RunKind.CLOSED_THREE, 4: RunKind.CLOSED_FOUR}


class Situation(ScoredEngine):
    """Engine of situation scoring with the lookahead."""

    name = "situation"
    version = "1"
    gil_bound = True  # a lookahead takes about a millisecond per ten tied cells
    lookahead: ClassVar[bool] = True

    def look(self, position: BoardView) -> Sight:
        """Pick one of the best cells near stones; on an empty board the centre."""
        codes = ray_codes(position.mine, position.theirs, position.size)
        mine, theirs = runs(codes), runs(SWAPPED[codes])
        own, threat = FOR_ME[mine].sum(axis=0), FOR_OPPONENT[theirs].sum(axis=0)
        cells = position.allowed & near_stones(codes)
        worth = np.where(cells, own + threat, 0)
        if not cells.any():
            return Sight(nearest_centre(position.allowed, position.size), worth, threat, own, kind="centre")

        best = cells & (worth == worth[cells].max())
        seen = SeenPoint(equal=int(best.sum()))
        if self.lookahead and best.sum() > 1:
            points = np.flatnonzero(best)
            totals = play_out(position.mine, position.theirs, points, position.size)
            best = np.zeros_like(best)
            best[points[totals == totals.max()]] = True
            seen = seen._replace(ahead=int(totals.max()))
        point = draw_point(best, position.seed)
        if worth[point] == 0:
            return Sight(point, worth, threat, own, seen, "random")
        leading = (mine if own[point] >= threat[point] else theirs)[:, point]
        shape = RunKind(int(leading.max()))
        seen = seen._replace(shape=shape.name.lower(), directions=directions(leading == shape))
        return Sight(point, worth, threat, own, seen)


class Flat(Situation):
    """Situation scoring without the lookahead: ties are broken at random at once."""

    name = "situation_flat"
    gil_bound = False
    lookahead = False


def runs(codes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the run that a stone of MINE would be in on each line through each cell.

    Maps shape (..., 4 axes, 2 senses, cells) to (..., 4 axes, cells).
    """
    back, ahead = codes[..., 0, :], codes[..., 1, :]
    made: NDArray[np.uint8] = TABLE[LENGTH[back] + LENGTH[ahead], STOP[back], STOP[ahead]]
    return made


def near_stones(codes: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Tell whether any stone lies on the rays of each cell: (..., 4 axes, 2 senses, cells) to (..., cells)."""
    near: NDArray[np.bool_] = np.logical_or.reduce(NEAR[codes], axis=(-3, -2))
    return near


def play_out(
    mine: NDArray[np.bool_], theirs: NDArray[np.bool_], points: NDArray[np.intp], size: int
) -> NDArray[np.int64]:
    """Return the total of a play-out after a stone on each of the points, all of equal worth, shape (points,).

    Both sides in turn take the first of their best cells; the player's cells count positive, the opponent's negative. A
    line ends with a five or a full board. All boards are played in parallel.
    """
    boards = np.arange(len(points))
    movers = np.repeat(mine[None], len(points), axis=0)
    others = np.repeat(theirs[None], len(points), axis=0)
    made = runs(ray_codes(mine, theirs, size))
    goes_on: NDArray[np.bool_] = np.logical_and.reduce(made[:, points] != RunKind.FIVE)
    movers[boards, points] = True
    totals = np.zeros(len(points), np.int64)
    sign = 1
    for _ in range(PLIES):
        movers, others, sign = others, movers, -sign
        codes = ray_codes(movers, others, size)
        made = runs(codes)
        worth = FOR_ME[made].sum(axis=-2) + FOR_OPPONENT[runs(SWAPPED[codes])].sum(axis=-2)
        worth[movers | others] = -1
        replies = worth.argmax(axis=-1)
        gained = worth[boards, replies]
        goes_on &= gained >= 0
        totals += np.where(goes_on, sign * gained, 0)
        goes_on &= (made[boards, :, replies] != RunKind.FIVE).all(axis=-1)
        movers[boards[goes_on], replies[goes_on]] = True
    return totals


def length(cells: Cells) -> int:
    """Count the adjacent stones of MINE on one ray."""
    return next((count for count, cell in enumerate(cells) if cell != MINE), len(cells))


def stop(cells: Cells) -> int:
    """Return what ends them: EMPTY, THEIRS or WALL. It does not matter after four stones, which make five."""
    return next((cell for cell in cells if cell != MINE), EMPTY)


def _table() -> NDArray[np.uint8]:
    """Tabulate runs by the stones on two opposite rays and by both ends, shape (9, 4, 4)."""
    table = np.full((9, 4, 4), RunKind.NOTHING, np.uint8)
    table[4:] = RunKind.FIVE
    for stones in range(4):
        table[stones, EMPTY, EMPTY] = OPEN[stones + 1]
        for stopped in (THEIRS, WALL):
            table[stones, EMPTY, stopped] = table[stones, stopped, EMPTY] = CLOSED[stones + 1]
    return table


TABLE = _table()
LENGTH, STOP = per_ray(length), per_ray(stop)
NEAR = per_ray(lambda cells: MINE in cells or THEIRS in cells).astype(np.bool_)

ENGINE = Situation()
FLAT = Flat()
