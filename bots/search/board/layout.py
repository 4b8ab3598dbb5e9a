"""Layout of the two arrays of 64-bit words that a board is to the kernels, and accessors of its fields.

Colours are 1 and 2, as on the board; a side is a colour less one. Points are y * size + x. Axes are 0 to 3: row,
column, falling and rising diagonal. A set of points is BITS words, see `runtime.bits`.
"""

from typing import Final

import numpy as np

from bots.search.runtime.jit import Words, kernel

U = np.uint64

State = Words
"""What changes with every stone, shape (STATE_WORDS,), the same for every size: its parts begin at HASH to VALUE."""
Geometry = Words
"""What belongs to a size under a rule set and never changes, shape (GEOMETRY_WORDS,): SIZE to STAR."""

LARGEST: Final = U(20)
CELLS: Final = LARGEST * LARGEST
LINES: Final = U(40)  # more than the diagonals of the largest board
BITS: Final = (CELLS + U(63)) // U(64)  # words in a set of points
CLASSES: Final = U(16)

# state
HASH: Final = U(0)
STONES: Final = U(1)
CELL: Final = U(8)  # a word for each point: 0 empty, 1 black, 2 white
KEY: Final = CELL + CELLS  # a word for each axis and line: two bits a cell, from bit 10 on; 3 is beyond the edge
ENTRY: Final = KEY + U(4) * LINES  # for each point and axis: its word of the table of shapes
SHAPES: Final = ENTRY + U(4) * CELLS  # for each side and point: four shapes of four bits, one an axis
CLASS: Final = SHAPES + U(2) * CELLS  # for each side and point: the class of the shapes, whatever lies there
COUNT: Final = CLASS + U(2) * CELLS  # for each side and class: how many empty points are of it
FIVES: Final = COUNT + U(2) * CLASSES  # for each side: the set of empty points that make five
FOURS: Final = FIVES + U(2) * BITS  # for each side: the set of empty points that make a four, and no five
THREES: Final = FOURS + U(2) * BITS  # for each side: the set of empty points that make an open three, and no four
VALUE: Final = (
    THREES + U(2) * BITS
)  # for each side: worth of the empty points to it, in sixteenths, see `point_classes`
STATE_WORDS: Final = VALUE + U(2)

# geometry
SIZE: Final = U(0)
POINTS: Final = U(1)
FORBIDDEN_SIDE: Final = U(2)  # the side that has forbidden points, or 2 when none has
ENCLOSED: Final = U(3)  # 1 when a five enclosed on both ends does not win
STEP: Final = U(4)  # for each axis: the difference between neighbours
AXIS: Final = U(8)  # for each point and axis: its line's key, its shift, cells within reach before and after it
ZOBRIST: Final = AXIS + U(16) * CELLS  # for each side and point
NEAR: Final = ZOBRIST + U(2) * CELLS  # for each point: the set of points that a stone there makes worth looking at
STAR: Final = NEAR + CELLS * BITS  # for each point: the set of points within reach of it on its four lines
GEOMETRY_WORDS: Final = STAR + CELLS * BITS


@kernel
def cell_at(state: State, point: np.uint64) -> np.uint64:
    """Colour of the stone on a point, 0 when it is empty."""
    return np.uint64(state[CELL + point])


@kernel
def shapes_at(state: State, side: np.uint64, point: np.uint64) -> np.uint64:
    """Four shapes of four bits, one an axis, that a stone of a side on the point makes, or has made; see `shape_on`."""
    return np.uint64(state[SHAPES + side * CELLS + point])


@kernel
def class_at(state: State, side: np.uint64, point: np.uint64) -> np.uint64:
    """Class of what a stone of a side on the point makes, one of those of `point_classes`."""
    return np.uint64(state[CLASS + side * CELLS + point])


@kernel
def count_of(state: State, side: np.uint64, kind: np.uint64) -> np.uint64:
    """How many empty points are of a class for a side."""
    return np.uint64(state[COUNT + side * CLASSES + kind])


@kernel
def fives_word(state: State, side: np.uint64, n: np.uint64) -> np.uint64:
    """Word ``n`` of the set of empty points on which a side makes five."""
    return np.uint64(state[FIVES + side * BITS + n])


@kernel
def fours_word(state: State, side: np.uint64, n: np.uint64) -> np.uint64:
    """Word ``n`` of the set of empty points on which a side makes a four and no five."""
    return np.uint64(state[FOURS + side * BITS + n])


@kernel
def threes_word(state: State, side: np.uint64, n: np.uint64) -> np.uint64:
    """Word ``n`` of the set of empty points on which a side makes an open three and no four."""
    return np.uint64(state[THREES + side * BITS + n])


@kernel
def entry_place(point: np.uint64, axis: np.uint64) -> np.uint64:
    """Place in the state of the word of the table of shapes for a point and axis."""
    return ENTRY + U(4) * point + axis


@kernel
def key_place(geometry: Geometry, point: np.uint64, axis: np.uint64) -> np.uint64:
    """Place in the state of the key of the line through a point on an axis."""
    return np.uint64(geometry[AXIS + U(16) * point + U(4) * axis])


@kernel
def window_shift(geometry: Geometry, point: np.uint64, axis: np.uint64) -> np.uint64:
    """Bit of that key at which the window of the point begins, five cells before it."""
    return np.uint64(geometry[AXIS + U(16) * point + U(4) * axis + U(1)])


@kernel
def cells_before(geometry: Geometry, point: np.uint64, axis: np.uint64) -> np.uint64:
    """How many cells of the board lie within reach before a point on an axis, 5 at most."""
    return np.uint64(geometry[AXIS + U(16) * point + U(4) * axis + U(2)])


@kernel
def cells_after(geometry: Geometry, point: np.uint64, axis: np.uint64) -> np.uint64:
    """How many cells of the board lie within reach after a point on an axis, 5 at most."""
    return np.uint64(geometry[AXIS + U(16) * point + U(4) * axis + U(3)])


@kernel
def stone_bits(color: np.uint64, shift: np.uint64) -> np.uint64:
    """What a stone in the middle of the window at ``shift`` adds to the key of its line."""
    return color << (shift + U(10))


@kernel
def zobrist_key(geometry: Geometry, side: np.uint64, point: np.uint64) -> np.uint64:
    """Random number of a stone of a side on a point, one part of the hash."""
    return np.uint64(geometry[ZOBRIST + side * CELLS + point])


@kernel
def near_word(geometry: Geometry, point: np.uint64, n: np.uint64) -> np.uint64:
    """Word ``n`` of the set of points that a stone on the point makes worth looking at."""
    return np.uint64(geometry[NEAR + point * BITS + n])


@kernel
def star_word(geometry: Geometry, point: np.uint64, n: np.uint64) -> np.uint64:
    """Word ``n`` of the set of points within reach of the point on its four lines."""
    return np.uint64(geometry[STAR + point * BITS + n])
