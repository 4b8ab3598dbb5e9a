"""Make and unmake a stone: only the cells within reach are looked at again.

Shapes are kept for every cell, as if it were empty, since a stone's own cell is no part of its window; the counts and
the sets of points hold empty ones only.
"""

import numpy as np

from bots.search import classes
from bots.search.classes import KIND, WORTH
from bots.search.jit import Table, Words, kernel
from bots.search.layout import (
    AXIS,
    BITS,
    CELL,
    CELLS,
    CLASS,
    CLASSES,
    COUNT,
    ENTRY,
    FIVES,
    FOURS,
    HASH,
    KEY,
    LINES,
    POINTS,
    SHAPES,
    STEP,
    STONES,
    THREES,
    VALUE,
    ZOBRIST,
    U,
)
from bots.search.shapes import SHAPE, SHAPE_WORDS, WHITE, look


@kernel
def clear(state: Words, table: Table, geometry: Words) -> None:
    """Set the state to the empty board."""
    state[:] = U(0)
    state[KEY : KEY + U(4) * LINES] = ~U(0)
    points = geometry[POINTS]
    for line in range(U(4) * points):
        at = AXIS + U(4) * np.uint64(line)
        state[geometry[at]] &= ~(U(3) << (geometry[at + U(1)] + U(10)))
    for n in range(points):
        cell = np.uint64(n)
        for a in range(U(4)):
            axis = np.uint64(a)
            at = AXIS + U(16) * cell + U(4) * axis
            entry = look(table, state[geometry[at]], geometry[at + U(1)])
            state[ENTRY + U(4) * cell + axis] = entry
            state[SHAPES + cell] |= (entry & SHAPE) << (U(4) * axis)
            state[SHAPES + CELLS + cell] |= ((entry >> WHITE) & SHAPE) << (U(4) * axis)
        for side in range(U(2)):
            place = np.uint64(side) * CELLS + cell
            word = merit(state, table, np.uint64(side), cell)
            state[CLASS + place] = word & KIND
            state[VALUE + np.uint64(side)] += word >> WORTH
            _enter(state, np.uint64(side), cell, word & KIND)


@kernel
def merit(state: Words, table: Table, side: np.uint64, cell: np.uint64) -> np.uint64:
    """Word of `classes.table` for the shapes that a side has on a point."""
    return np.uint64(table[SHAPE_WORDS + side * classes.CODES + state[SHAPES + side * CELLS + cell]])


@kernel
def make(state: Words, table: Table, geometry: Words, point: np.uint64, color: np.uint64) -> None:
    """Put a stone on an empty point."""
    state[HASH] ^= geometry[ZOBRIST + (color - U(1)) * CELLS + point]
    state[STONES] += U(1)
    state[CELL + point] = color
    for side in range(U(2)):
        state[VALUE + np.uint64(side)] -= merit(state, table, np.uint64(side), point) >> WORTH
        _leave(state, np.uint64(side), point, state[CLASS + np.uint64(side) * CELLS + point])
    _turn(state, table, geometry, point, color)


@kernel
def unmake(state: Words, table: Table, geometry: Words, point: np.uint64) -> None:
    """Take a stone away."""
    color = state[CELL + point]
    state[HASH] ^= geometry[ZOBRIST + (color - U(1)) * CELLS + point]
    state[STONES] -= U(1)
    _turn(state, table, geometry, point, color)
    state[CELL + point] = U(0)
    for side in range(U(2)):
        state[VALUE + np.uint64(side)] += merit(state, table, np.uint64(side), point) >> WORTH
        _enter(state, np.uint64(side), point, state[CLASS + np.uint64(side) * CELLS + point])


@kernel
def _turn(state: Words, table: Table, geometry: Words, point: np.uint64, color: np.uint64) -> None:
    """Change the point's two bits in its four keys, and what follows from them."""
    for a in range(U(4)):
        axis = np.uint64(a)
        at = AXIS + U(16) * point + U(4) * axis
        shift, before = geometry[at + U(1)], geometry[at + U(2)]
        key = state[geometry[at]] ^ (color << (shift + U(10)))
        state[geometry[at]] = key
        step = geometry[STEP + axis]
        cell = point - before * step
        shift -= U(2) * before
        for _ in range(before + geometry[at + U(3)] + U(1)):
            entry = look(table, key, shift)
            place = ENTRY + U(4) * cell + axis
            change = entry ^ state[place]
            if change and cell != point:
                state[place] = entry
                if change & SHAPE:
                    _reshape(state, table, U(0), cell, axis, entry & SHAPE)
                if (change >> WHITE) & SHAPE:
                    _reshape(state, table, U(1), cell, axis, (entry >> WHITE) & SHAPE)
            cell += step
            shift += U(2)


@kernel
def _reshape(state: Words, table: Table, side: np.uint64, cell: np.uint64, axis: np.uint64, shape: np.uint64) -> None:
    place = side * CELLS + cell
    before = merit(state, table, side, cell)
    state[SHAPES + place] = (state[SHAPES + place] & ~(SHAPE << (U(4) * axis))) | (shape << (U(4) * axis))
    word = merit(state, table, side, cell)
    kind, old = word & KIND, before & KIND
    empty = state[CELL + cell] == U(0)
    if empty:
        state[VALUE + side] += (word >> WORTH) - (before >> WORTH)
    if kind != old:
        state[CLASS + place] = kind
        if empty:
            _leave(state, side, cell, old)
            _enter(state, side, cell, kind)


@kernel
def _enter(state: Words, side: np.uint64, cell: np.uint64, kind: np.uint64) -> None:
    state[COUNT + side * CLASSES + kind] += U(1)
    _flip(state, side, cell, kind)


@kernel
def _leave(state: Words, side: np.uint64, cell: np.uint64, kind: np.uint64) -> None:
    state[COUNT + side * CLASSES + kind] -= U(1)
    _flip(state, side, cell, kind)


@kernel
def _flip(state: Words, side: np.uint64, cell: np.uint64, kind: np.uint64) -> None:
    """Put the point into its set, or take it out."""
    if kind == classes.FIVE:
        state[FIVES + side * BITS + (cell >> U(6))] ^= U(1) << (cell & U(63))
    elif classes.FOUR <= kind <= classes.WINNING_FOUR:
        state[FOURS + side * BITS + (cell >> U(6))] ^= U(1) << (cell & U(63))
    elif classes.OPEN_THREE <= kind <= classes.DOUBLE_THREE:
        state[THREES + side * BITS + (cell >> U(6))] ^= U(1) << (cell & U(63))
