"""Where everything lies in the two arrays of 64-bit words that the kernels work on.

``state`` changes with every stone and is allocated once for the largest board; ``geometry`` belongs to a size of board
and never changes. Colours are 1 and 2, as on the board; a side is a colour less one.
"""

from typing import Final

import numpy as np

U = np.uint64

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
VALUE: Final = THREES + U(2) * BITS  # for each side: sum of what the empty points are worth to it, see `classes`
STATE_WORDS: Final = VALUE + U(2)

# geometry
SIZE: Final = U(0)
POINTS: Final = U(1)
FOULS: Final = U(2)  # the side that has forbidden points, or 2 when none has
ENCLOSED: Final = U(3)  # 1 when a five enclosed on both ends does not win
STEP: Final = U(4)  # for each axis: the difference between neighbours
AXIS: Final = U(8)  # for each point and axis: its line's key, its shift, cells within reach before and after it
ZOBRIST: Final = AXIS + U(16) * CELLS  # for each side and point
NEAR: Final = ZOBRIST + U(2) * CELLS  # for each point: the set of points that a stone there makes worth looking at
STAR: Final = NEAR + CELLS * BITS  # for each point: the set of points within reach of it on its four lines
GEOMETRY_WORDS: Final = STAR + CELLS * BITS
