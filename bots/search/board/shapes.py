"""Shapes: what a stone on a point makes on one line through it, for both colours from one key.

A line is seen through the eleven cells around the point; nothing further away matters, and in freestyle not even the
outermost two do. Each half of this window, the five cells on one side of the point, is one of 364: empty, black and
white cells, then off the board from some cell on.

    5 4 3 2 1 p 1 2 3 4 5

All shapes go *through* the point and are defined by what the next stones can do, so the same definitions serve every
rule set: only the definition of a five differs. Below, p is the new stone, X its colour, O the other one.

    FIVE         XXpXX                 wins
    OPEN_FOUR    .XXpX.                a five next that no single stone prevents
    DOUBLE_FOUR  X.XpX.X  XX.pX.XX     the same, by two fours that share stones
    FOUR         OXXpX.  X.XpX         a five next unless the opponent answers
    OPEN_THREE   .XXp..  .X.Xp.        an open or double four next
    THREE        OXXp..  X..Xp         a four next
    OPEN_TWO     ..Xp..  .X.p.         an open three next
    TWO          OXp...  X...p         a three next
    OVERLINE     XXXpXX                six or more, where that is forbidden
    NONE         OXpXO

Where six are not a five, `.XXXX.` with another X behind a gap has only one point that makes five and is a FOUR. In caro
a five with an O on both ends does not win, so `O.XXXX.O` is a FOUR that either gap answers, and `OXXXX..` one that
either dot answers.
"""

from functools import cache
from typing import Final

import numpy as np

from bots.search.runtime.jit import U0, U1, U2, U4, Bytes, Table, U, kernel

REACH: Final = U(5)
FREE_REACH: Final = U4  # cells on either side that matter where six in a row are a five too

NONE: Final = U0
TWO: Final = U1
OPEN_TWO: Final = U2
THREE: Final = U(3)
OPEN_THREE: Final = U4
FOUR: Final = U(5)
OPEN_FOUR: Final = U(6)
DOUBLE_FOUR: Final = U(7)
FIVE: Final = U(8)
OVERLINE: Final = U(9)

HALVES: Final = U(364)
HALF_CODES: Final = U(1024)
WINDOWS: Final = U2 * HALF_CODES  # the table begins with the number of each half code, left halves then right
SMALL: Final = WINDOWS + HALVES * HALVES  # then the shapes of each window alone, a byte for each, four in a word
SHAPE_WORDS: Final = SMALL + HALVES * HALVES // U4

# A table word: shape and answers for black, and the same for white from bit 16 on. Bit i of the answers is the i-th of
# the window's ten other cells from the left: a stone of the opponent there stops the five. A byte has black's shape and
# above it white's; the bytes of the windows that occur stay in a processor's near caches, which the words do not.
SHAPE: Final = U(15)
ANSWERS: Final = U4
ANSWER_BITS: Final = U(1023)
WHITE: Final = U(16)

# Flags: which rows count as five for a colour.
EXACT, SIX_FORBIDDEN, ENCLOSED = 1, 2, 4
FIVES: Final = {  # (black, white)
    "freestyle": (0, 0),
    "standard": (EXACT, EXACT),
    "renju": (EXACT | SIX_FORBIDDEN, 0),
    "caro": (EXACT | ENCLOSED, EXACT | ENCLOSED),
}


@kernel
def look_up_shape(table: Table, key: np.uint64, shift: np.uint64) -> np.uint64:
    """Return the table word of the cell whose window begins at bit ``shift`` of its line key."""
    left = np.uint64(table[(key >> shift) & U(1023)])
    right = np.uint64(table[HALF_CODES + ((key >> (shift + U(12))) & U(1023))])
    return np.uint64(table[WINDOWS + left * HALVES + right])


@kernel
def look_up_shapes(table: Table, key: np.uint64, shift: np.uint64) -> np.uint64:
    """Return the shapes of both colours in the cell whose window begins at bit ``shift`` of its line key: black's, and
    white's from bit 4 on."""
    left = np.uint64(table[(key >> shift) & U(1023)])
    right = np.uint64(table[HALF_CODES + ((key >> (shift + U(12))) & U(1023))])
    at = left * HALVES + right
    return (np.uint64(table[SMALL + (at >> U2)]) >> (U(8) * (at & U(3)))) & U(0xFF)


@kernel
def shape_of(entry: np.uint64, side: np.uint64) -> np.uint64:
    """Return a side's shape in a table word."""
    return (entry >> (WHITE * side)) & SHAPE


@kernel
def shape_on(code: np.uint64, axis: np.uint64) -> np.uint64:
    """Return the shape on one axis from a point's code of four shapes."""
    return (code >> (U4 * axis)) & SHAPE


@cache
def shape_table(rules: str) -> Table:
    """Return the table of `look_up_shape` for a rule set: uint32, numbers of the halves, then a word for each pair."""
    black, white = FIVES[rules]
    cells, numbers = _list_halves()
    table = np.zeros(int(SHAPE_WORDS), np.uint32)
    table[: int(WINDOWS)] = numbers
    one, two = (np.zeros(int(HALVES) ** 2, np.uint32) for _ in range(2))
    _name_windows(cells, numbers, one, U(black))
    swapped = np.where((cells == 1) | (cells == 2), 3 - cells, cells).astype(np.uint8)
    swap = _number_halves(swapped, numbers)
    halves = int(HALVES)
    _name_windows(cells, numbers, two, U(white))
    two = two.reshape(halves, halves)[np.ix_(swap, swap)].reshape(-1)
    table[int(WINDOWS) : int(SMALL)] = one | two << 16
    both = (one & int(SHAPE) | (two & int(SHAPE)) << 4).reshape(-1, 4)
    table[int(SMALL) :] = np.bitwise_or.reduce(both << np.arange(0, 32, 8, dtype=np.uint32), axis=1)
    return table


def _list_halves() -> tuple[Bytes, Table]:
    """List the cells of each half, nearest first, shape (364, 5), and the number of each code: left halves, then right.

    Halves are sorted by their number of empty cells, so adding a stone to one gives one with a lower number.
    """
    halves = []
    for code in range(int(HALF_CODES)):
        cells = [code >> 2 * i & 3 for i in range(5)]
        if 3 not in cells or set(cells[cells.index(3) :]) == {3}:
            halves.append(cells)
    halves.sort(key=lambda cells: (cells.count(0), cells))
    numbers = np.zeros(int(WINDOWS), np.uint32)
    for number, cells in enumerate(halves):
        numbers[sum(cell << 2 * (4 - i) for i, cell in enumerate(cells))] = number
        numbers[int(HALF_CODES) + sum(cell << 2 * i for i, cell in enumerate(cells))] = number
    return np.array(halves, np.uint8), numbers


def _number_halves(cells: Bytes, numbers: Table) -> Table:
    """Return the numbers of halves given by their cells."""
    codes = (cells.astype(np.uint64) << np.arange(0, 10, 2, dtype=np.uint64)).sum(axis=1)
    found: Table = numbers[int(HALF_CODES) + codes.astype(np.int64)]
    return found


@kernel
def _name_windows(cells: Bytes, numbers: Table, words: Table, five: np.uint64) -> None:
    """Write shape and answers for colour 1 of each pair of halves to ``words``.

    Pairs are visited in order of their numbers. A stone in an empty cell lowers one of the two numbers, so the
    resulting window has been computed before.
    """
    for left in range(HALVES):
        for right in range(HALVES):
            words[left * HALVES + right] = _window(cells, numbers, words, np.uint64(left), np.uint64(right), five)


@kernel
def _window(
    cells: Bytes, numbers: Table, words: Table, left: np.uint64, right: np.uint64, five: np.uint64
) -> np.uint32:
    row, ends = U1, U0
    for half in (left, right):
        i = U0
        while i < REACH and cells[half, i] == 1:
            i += U1
        row += i
        ends += U(i < REACH and cells[half, i] == 2)
    if row >= U(5) and not (five & U(EXACT) and row > U(5)) and not (five & U(ENCLOSED) and ends == U2):
        return np.uint32(FIVE)
    if row > U(5) and five & U(SIX_FORBIDDEN):
        return np.uint32(OVERLINE)
    best, good, first, last, wins, answers, held = NONE, U0, U0, U0, U0, U0, U0
    for place in range(U(10)):
        cell = np.uint64(place)
        if _cell_of_window(cells, left, right, cell) != U0:
            continue
        shape = np.uint64(words[_window_with_stone(cells, numbers, left, right, cell, U1)]) & SHAPE
        if shape == FIVE:
            where = cell + U(cell >= REACH)  # the point itself lies between the halves
            first = where if wins == U0 else first
            last = where
            wins += U1
        elif shape < FIVE:
            best = max(best, shape)
            good |= U(shape == OPEN_FOUR or (shape == DOUBLE_FOUR and not five & U(SIX_FORBIDDEN)))
        against = np.uint64(words[_window_with_stone(cells, numbers, left, right, cell, U2)]) & SHAPE
        if against < FOUR or against > FIVE:
            answers |= U1 << cell
            held += U1
    if wins == U0:
        if good:
            return np.uint32(OPEN_THREE)
        if best >= FOUR:
            return np.uint32(THREE)
        if best >= OPEN_THREE:
            return np.uint32(OPEN_TWO)
        return np.uint32(TWO if best == THREE else NONE)
    if held > U0:
        return np.uint32(FOUR | answers << ANSWERS)
    return np.uint32(OPEN_FOUR if last - first == U(5) else DOUBLE_FOUR)


@kernel
def _cell_of_window(cells: Bytes, left: np.uint64, right: np.uint64, cell: np.uint64) -> np.uint64:
    """Return the i-th of a window's ten cells, from the left."""
    if cell < REACH:
        return np.uint64(cells[left, U4 - cell])
    return np.uint64(cells[right, cell - REACH])


@kernel
def _window_with_stone(
    cells: Bytes, numbers: Table, left: np.uint64, right: np.uint64, cell: np.uint64, stone: np.uint64
) -> np.uint64:
    """Return the number of the window after a stone is put in its i-th cell from the left, which is empty."""
    half, i = (left, U4 - cell) if cell < REACH else (right, cell - REACH)
    code = U0
    for n in range(REACH):
        code |= (stone if np.uint64(n) == i else np.uint64(cells[half, n])) << (U2 * np.uint64(n))
    number = np.uint64(numbers[HALF_CODES + code])
    return number * HALVES + right if cell < REACH else left * HALVES + number
