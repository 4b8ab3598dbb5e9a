"""Layout of the two arrays of 64-bit words that represent a board in the kernels, and accessors of their fields.

Colours are 1 and 2, as on the board; a side is a colour minus one. Points are y * size + x. Axes are 0 to 3: row,
column, falling and rising diagonal. A set of points is BITS words, see `runtime.bits`.
"""

from typing import Final, NamedTuple

import numpy as np

from bots.search.runtime.jit import U0, U1, U2, U4, Table, U, Words, kernel

State = Words
"""Mutable state, updated with every stone, shape (STATE_WORDS + LOG_WORDS,), the same for every size. Fields: HASH to
VALUE, then what the stones changed, from LOG on."""
Geometry = Words
"""Constants of a size and rule set, shape (GEOMETRY_WORDS,). Fields: SIZE to STAR."""


class BoardArrays(NamedTuple):
    """The arrays of a board."""

    state: State
    table: Table
    geometry: Geometry


LARGEST: Final = U(20)
CELLS: Final = LARGEST * LARGEST
LINES: Final = U(40)  # at least the diagonals of the largest board
BITS: Final = (CELLS + U(63)) // U(64)  # words in a set of points
CLASSES: Final = U(16)
CODE_WIDTH: Final = U(16)  # of the four shapes of a side on a point
CODE_BITS: Final = U(0xFFFF)

# state
HASH: Final = U0
STONES: Final = U1
LOGGED: Final = U2  # words of the log in use
CELL: Final = U(8)  # per point: 0 empty, 1 black, 2 white
KEY: Final = CELL + CELLS  # per axis and line: two bits a cell from bit 10 on; 3 is off the board
SHAPES: Final = KEY + U4 * LINES  # per point: four shapes of four bits, one per axis, of black and above them of white
CLASS: Final = SHAPES + CELLS  # per side and point: the class of those shapes
COUNT: Final = CLASS + U2 * CELLS  # per side and class: number of empty points of that class
FIVES: Final = COUNT + U2 * CLASSES  # per side: the set of empty points that make five
FOURS: Final = FIVES + U2 * BITS  # per side: the set of empty points that make a four but no five
THREES: Final = FOURS + U2 * BITS  # per side: the set of empty points that make an open three but no four
VALUE: Final = THREES + U2 * BITS  # per side: value of its empty points in sixteenths, see `point_classes`
STATE_WORDS: Final = VALUE + U2

# The log, which follows the state in its array, so that the last stone can be taken back. A stone adds the SAVED words
# of the state from COUNT on, as they were before it; then a word for each point whose shapes it changed (see `moves`),
# and their number.
LOG: Final = STATE_WORDS
SAVED: Final = STATE_WORDS - COUNT
MOST_CHANGES: Final = U(40)
LOG_WORDS: Final = CELLS * (SAVED + MOST_CHANGES + U1)

# geometry
SIZE: Final = U0
POINTS: Final = U1
FORBIDDEN_SIDE: Final = U2  # the side that has forbidden points, or 2 for neither
ENCLOSED: Final = U(3)  # 1 when a five enclosed on both ends does not win
STEP: Final = U4  # per axis: the distance between neighbouring points
AXIS: Final = U(8)  # per point and axis: key place, shift, cells within reach before and after
ZOBRIST: Final = AXIS + U(16) * CELLS  # per side and point: the zobrist key
NEAR: Final = ZOBRIST + U2 * CELLS  # per point: the set of points that a stone there makes candidates
STAR: Final = NEAR + CELLS * BITS  # per point: the set of points within reach on its four lines
GEOMETRY_WORDS: Final = STAR + CELLS * BITS


@kernel
def cell_at(state: State, point: np.uint64) -> np.uint64:
    """Return the colour of the stone on a point, 0 when empty."""
    return np.uint64(state[CELL + point])


@kernel
def shapes_at(state: State, side: np.uint64, point: np.uint64) -> np.uint64:
    """Return the four shapes of four bits, one per axis, that a side's stone makes on the empty point, or made on one
    with a stone before that was placed; see `shape_on`."""
    return (np.uint64(state[SHAPES + point]) >> (CODE_WIDTH * side)) & CODE_BITS


@kernel
def class_at(state: State, side: np.uint64, point: np.uint64) -> np.uint64:
    """Return the class, one of `point_classes`, of the shapes of `shapes_at`."""
    return np.uint64(state[CLASS + side * CELLS + point])


@kernel
def count_of(state: State, side: np.uint64, kind: np.uint64) -> np.uint64:
    """Return the number of empty points of a class for a side."""
    return np.uint64(state[COUNT + side * CLASSES + kind])


@kernel
def fives_word(state: State, side: np.uint64, n: np.uint64) -> np.uint64:
    """Return word ``n`` of the set of empty points on which a side makes five."""
    return np.uint64(state[FIVES + side * BITS + n])


@kernel
def fours_word(state: State, side: np.uint64, n: np.uint64) -> np.uint64:
    """Return word ``n`` of the set of empty points on which a side makes a four but no five."""
    return np.uint64(state[FOURS + side * BITS + n])


@kernel
def threes_word(state: State, side: np.uint64, n: np.uint64) -> np.uint64:
    """Return word ``n`` of the set of empty points on which a side makes an open three but no four."""
    return np.uint64(state[THREES + side * BITS + n])


@kernel
def key_place(geometry: Geometry, point: np.uint64, axis: np.uint64) -> np.uint64:
    """Return the place in the state of the key of the line through a point on an axis."""
    return np.uint64(geometry[AXIS + U(16) * point + U4 * axis])


@kernel
def window_shift(geometry: Geometry, point: np.uint64, axis: np.uint64) -> np.uint64:
    """Return the bit of that key at which the point's window begins, five cells before the point."""
    return np.uint64(geometry[AXIS + U(16) * point + U4 * axis + U1])


@kernel
def cells_before(geometry: Geometry, point: np.uint64, axis: np.uint64) -> np.uint64:
    """Return the number of board cells within reach before a point on an axis, at most 5, in
    freestyle 4."""
    return np.uint64(geometry[AXIS + U(16) * point + U4 * axis + U2])


@kernel
def cells_after(geometry: Geometry, point: np.uint64, axis: np.uint64) -> np.uint64:
    """Return the number of board cells within reach after a point on an axis, at most 5, in
    freestyle 4."""
    return np.uint64(geometry[AXIS + U(16) * point + U4 * axis + U(3)])


@kernel
def stone_bits(color: np.uint64, shift: np.uint64) -> np.uint64:
    """Return the bits that a stone in the middle of the window at ``shift`` adds to the line key."""
    return color << (shift + U(10))


@kernel
def is_stone(key: np.uint64, shift: np.uint64) -> np.uint64:
    """Return 0 if the cell in the middle of the window at ``shift`` of a line key is empty."""
    return (key >> (shift + U(10))) & U(3)


@kernel
def zobrist_key(geometry: Geometry, side: np.uint64, point: np.uint64) -> np.uint64:
    """Return the zobrist key of a side's stone on the point."""
    return np.uint64(geometry[ZOBRIST + side * CELLS + point])


@kernel
def near_word(geometry: Geometry, point: np.uint64, n: np.uint64) -> np.uint64:
    """Return word ``n`` of the set of points that a stone on the point makes candidates."""
    return np.uint64(geometry[NEAR + point * BITS + n])


@kernel
def star_word(geometry: Geometry, point: np.uint64, n: np.uint64) -> np.uint64:
    """Return word ``n`` of the set of points within reach of the point on its four lines."""
    return np.uint64(geometry[STAR + point * BITS + n])
