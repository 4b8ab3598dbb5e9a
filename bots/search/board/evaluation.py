"""Static evaluation of a position for the side to move, from incrementally updated sums.

`do_move` keeps, for each side, the sum of the values of its empty points; the table gives each point's value by its
four shapes. Threats are added from the counts of classes. Fives and the mover's winning fours are left to the search.
"""

from functools import lru_cache
from typing import Final

import numpy as np

from bots.search.board import order, point_classes, shapes
from bots.search.board.layout import CLASSES, VALUE, BoardArrays, count_of
from bots.search.board.moves import look_up_point
from bots.search.board.point_classes import CODES, KIND, SORT, SORT_BITS, TABLE_WORDS, WORTH
from bots.search.board.weights import FITTED, KINDS, Weights, sort_of_codes
from bots.search.runtime.jit import U1, U2, Table, kernel

# Follow the words of `point_classes.class_table`: weights of the mover's threat classes, then of the opponent's, then
# the tempo, signed 32-bit, in sixteenths; the ranks of sorts of points, for the mover's shapes and for the opponent's.
THREATS: Final = TABLE_WORDS
TEMPO: Final = THREATS + U2 * CLASSES
RANKS: Final = TEMPO + U1
WHOLE_WORDS: Final = RANKS + U2 * order.SIDE

KEPT: Final = 32  # cached tables of about 2 MB each, one per rule set and set of weights in play
PARTS: Final = 16
MOST: Final = np.int64(28_000)  # beyond any static score, below a win
OFFSET: Final = 1 << 15


@lru_cache(KEPT)
def evaluation_table(rules: str, weights: Weights = FITTED) -> Table:
    """Return the kernels' table for a rule set: `class_table` with sorts and values filled in, then threats, tempo
    and ranks."""
    whole = np.zeros(int(WHOLE_WORDS), np.uint32)
    whole[: int(TABLE_WORDS)] = point_classes.class_table(rules)
    worth = np.round(np.array(weights.points) * PARTS).astype(np.int64)[sort_of_codes()]
    for side in range(2):
        first = int(shapes.SHAPE_WORDS) + side * int(CODES)
        words = whole[first : first + int(CODES)]
        kinds = words & np.uint32(KIND)
        special = [kinds == int(point_classes.FORBIDDEN), kinds == int(point_classes.FIVE)]
        sorts = np.select(special, [order.FORBIDDEN, order.FIVE], sort_of_codes())
        words |= (sorts << int(SORT) | np.clip(worth + OFFSET, 0, 0xFFFF) << int(WORTH)).astype(np.uint32)
    tail = whole[int(THREATS) :].view(np.int32)
    for first, sides in ((0, weights.mine), (int(CLASSES), weights.theirs)):
        tail[first + KINDS[0] : first + KINDS[-1] + 1] = np.round(np.array(sides) * PARTS)
    tail[int(TEMPO - THREATS)] = round(weights.tempo * PARTS)
    sorts_ranks, _ = order.read_order()
    whole[int(RANKS) :] = order.tabulate_ranks(sorts_ranks)
    whole.setflags(write=False)
    return whole


@kernel
def evaluate(board: BoardArrays, side: np.uint64) -> np.int64:
    """Return the score of a position for ``side``, to move, in the units of `weights`, clamped to MOST either way."""
    state, table = board.state, board.table
    other = U1 - side
    total = np.int64(state[VALUE + side] - state[VALUE + other]) + _as_signed(table, TEMPO)
    for n in range(point_classes.OPEN_THREE, point_classes.FIVE):
        kind = np.uint64(n)
        if count_of(state, side, kind):
            total += _as_signed(table, THREATS + kind)
        if count_of(state, other, kind):
            total += _as_signed(table, THREATS + CLASSES + kind)
    return max(-MOST, min(total // np.int64(PARTS), MOST))


@kernel
def _as_signed(table: Table, at: np.uint64) -> np.int64:
    return np.int64(np.int32(table[at]))


@kernel
def sort_rank(board: BoardArrays, side: np.uint64, point: np.uint64) -> np.uint64:
    """Return the rank of a side's move on an empty point by the shapes of both sides there."""
    mine = (look_up_point(board, side, point) >> SORT) & SORT_BITS
    theirs = (look_up_point(board, U1 - side, point) >> SORT) & SORT_BITS
    return np.uint64(board.table[RANKS + mine] + board.table[RANKS + order.SIDE + theirs])
