"""Linear tables over the shapes of both colours through a point, as features of positions and of moves.

SORTS has today's features: the sort of a side's four shapes, for either side by itself. BOTH has a number for each two
sorts, the player's and the opponent's, on the same point; LINES one for each two lines through a point, where a line
is the shape of either side on it. As a value a table is summed over the empty points and changes its sign with the
side; as an order of moves it is read at the point of the move.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bots.engine import Limits
from bots.search.alphabeta.iterative_deepening import Deepening
from bots.search.board import layout, point_classes, shapes
from bots.search.board.order import LOGIT
from bots.search.board.position import Position
from bots.search.board.weights import SORTS as ALL_SORTS
from bots.search.board.weights import sort_of_codes
from bots.tuning.fit_weights import count_points
from gomoku.board import Board, Color
from lab.learning.plan import SIZE

Codes = NDArray[np.int64]
"""Codes of four shapes, one for each of some points."""

SORTS, BOTH, LINES = "sorts", "both", "lines"
NUMBER: Final = len(ALL_SORTS)
SHAPES: Final = 8  # of a line; a five and an overline count as none
STATES: Final = SHAPES**2  # of a line, for both sides
SIZES: Final = {SORTS: 2 * NUMBER, BOTH: NUMBER**2, LINES: STATES**2}


class Features(NamedTuple):
    """Places in a table and what is counted there, for each row of a matrix with few entries."""

    rows: NDArray[np.int64]
    places: NDArray[np.int64]
    counts: NDArray[np.float64]


def list_places(table: str, own: Codes, opponents: Codes) -> list[NDArray[np.int64]]:
    """List the places of a table that the points' codes stand for, an array for each place of a point."""
    sorts = sort_of_codes()
    if table == SORTS:
        return [sorts[own], NUMBER + sorts[opponents]]
    if table == BOTH:
        return [sorts[own] * NUMBER + sorts[opponents]]
    lines = [_shape(own, axis) * SHAPES + _shape(opponents, axis) for axis in range(4)]
    pairs = [(lines[one], lines[other]) for other in range(4) for one in range(other)]
    return [np.minimum(one, other) * STATES + np.maximum(one, other) for one, other in pairs]


def _shape(codes: Codes, axis: int) -> NDArray[np.int64]:
    shape = codes >> 4 * axis & 15
    return np.where(shape > int(shapes.DOUBLE_FOUR), 0, shape)


def value_features(table: str, own: Codes, opponents: Codes) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return places and counts of a position for the side of ``own``: its points' minus those seen from the other
    side."""
    places = np.concatenate([*list_places(table, own, opponents), *list_places(table, opponents, own)])
    signs = np.repeat([1.0, -1.0], len(places) // 2)
    used, at = np.unique(places, return_inverse=True)
    counts = np.bincount(at, signs)
    return used[counts != 0], counts[counts != 0]


class Reader:
    """Reads codes of positions under one rule set."""

    def __init__(self, deepening: Deepening) -> None:
        self._deepening = deepening

    def read_moves(self, board: Board, color: Color, last: int) -> tuple[list[int], Codes, Codes, NDArray[np.float64]]:
        """Return the moves that the search would try, the codes of both sides there, and today's log-odds of
        the moves."""
        self._deepening.start(board, color, last, Limits(nodes=1))
        moves = self._deepening.roots
        own, opponents = (codes[moves] for codes in _read_codes(self._deepening.position, color))
        order = np.array([self._deepening.rank(move, color) for move in moves]) / LOGIT
        return moves, own, opponents, order

    def read_leaf(self, board: Board, color: Color, line: tuple[int, ...]) -> tuple[Codes, Codes] | None:
        """Return the codes of both sides on the empty points after a line of moves; None if one can make five."""
        position, mover = self._deepening.position, color
        position.set_board(board)
        for point in line:
            if count_points(position, mover, point_classes.FIVE):
                return None
            position.do_move(point, mover)
            mover = mover.other
        if any(count_points(position, side, point_classes.FIVE) for side in Color):
            return None
        first = int(layout.CELL)
        empty = position.state[first : first + SIZE * SIZE] == 0
        own, opponents = _read_codes(position, color)
        return own[empty], opponents[empty]


def _read_codes(position: Position, color: Color) -> tuple[Codes, Codes]:
    own, opponents = (position.read_shapes(side).astype(np.int64) for side in (color, color.other))
    return own, opponents
