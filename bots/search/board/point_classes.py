"""Point classes: what a stone on a point makes on its four lines together.

FIVE           a five
FORBIDDEN      no five, but an overline or two fours where those are forbidden
WINNING_FOUR   an open four, or two fours: one answer cannot stop the five
FOUR_THREE     a four and an open three
FOUR
DOUBLE_THREE   two open threes and no four; where double threes are forbidden, only if both are real
OPEN_THREE
QUIET          less than that
"""

from functools import cache
from typing import Final

import numpy as np

from bots.search.board import shapes
from bots.search.board.shapes import shape_on
from bots.search.runtime.jit import U0, U1, U2, U4, Table, U, kernel

QUIET: Final = U0
OPEN_THREE: Final = U1
DOUBLE_THREE: Final = U2
FOUR: Final = U(3)
FOUR_THREE: Final = U4
WINNING_FOUR: Final = U(5)
FIVE: Final = U(6)
FORBIDDEN: Final = U(7)

CODES: Final = U(1 << 16)  # all codes of four shapes of four bits
TABLE_WORDS: Final = shapes.SHAPE_WORDS + U2 * CODES

# A table word for four shapes: their class, from bit 4 their sort (see `order`), and from bit 16 the value of the empty
# point in sixteenths, plus an offset that cancels between sides with equal numbers of points.
KIND: Final = U(15)
SORT: Final = U4
SORT_BITS: Final = U(0xFFF)
WORTH: Final = U(16)


@cache
def class_table(rules: str) -> Table:
    """Return the table of `shapes.look_up_shape` followed by the class of every shape code, for black and for white."""
    whole = np.zeros(int(TABLE_WORDS), np.uint32)
    whole[: int(shapes.SHAPE_WORDS)] = shapes.shape_table(rules)
    for side, five in enumerate(shapes.FIVES[rules]):
        _classify_codes(whole, U(side), U(five & shapes.SIX_FORBIDDEN))
    whole.setflags(write=False)
    return whole


@kernel
def _classify_codes(whole: Table, side: np.uint64, forbids: np.uint64) -> None:
    for number in range(CODES):
        code = np.uint64(number)
        fives, overlines, fours, threes, best = U0, U0, U0, U0, U0
        for axis in range(U4):
            shape = shape_on(code, np.uint64(axis))
            fives += U(shape == shapes.FIVE)
            overlines += U(shape == shapes.OVERLINE)
            fours += U(shapes.FOUR <= shape <= shapes.DOUBLE_FOUR) + U(shape == shapes.DOUBLE_FOUR)
            threes += U(shape == shapes.OPEN_THREE)
            best = max(best, shape)
        kind = QUIET
        if fives:
            kind = FIVE
        elif forbids and (overlines or fours > U1):
            kind = FORBIDDEN
        elif fours > U1 or best == shapes.OPEN_FOUR:
            kind = WINNING_FOUR
        elif fours:
            kind = FOUR_THREE if threes else FOUR
        elif threes:
            kind = DOUBLE_THREE if threes > U1 else OPEN_THREE
        whole[shapes.SHAPE_WORDS + side * CODES + code] = np.uint32(kind)
