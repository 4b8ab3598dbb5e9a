"""Forbidden points, exactly, in compiled code; the definitions are those of `gomoku.forbidden`.

Stones are put on the keys of the lines alone, and shapes read off them: nothing else in the state changes.
"""

from typing import Final

import numpy as np

from bots.search import shapes
from bots.search.jit import Table, Words, kernel
from bots.search.layout import AXIS, CELL, CELLS, FOULS, SHAPES, STEP, U
from bots.search.shapes import SHAPE, WHITE, look


@kernel
def forbidden(state: Words, table: Table, geometry: Words, point: np.uint64, side: np.uint64) -> np.uint64:
    """1 when ``side`` may not play the empty ``point``, else 0."""
    if side != geometry[FOULS]:
        return U(0)
    code = state[SHAPES + side * CELLS + point]
    threes = U(0)
    for axis in range(U(4)):
        shape = (code >> (U(4) * np.uint64(axis))) & SHAPE
        threes += U(shape >= shapes.OPEN_THREE)
    # a point with at most one line that could count is decided by that line
    if threes < U(2) and (code & U(0x8888)) == U(0) and not _double(code):
        return U(0)
    return U(_verdict(state, table, geometry, point, side) == FORBIDDEN)


@kernel
def _double(code: np.uint64) -> np.uint64:
    found = U(0)
    for axis in range(U(4)):
        found |= U(((code >> (U(4) * np.uint64(axis))) & SHAPE) == shapes.DOUBLE_FOUR)
    return found


PLAYABLE: Final = U(0)
FORBIDDEN: Final = U(1)
FIVE: Final = U(2)


@kernel
def _verdict(state: Words, table: Table, geometry: Words, point: np.uint64, side: np.uint64) -> np.uint64:
    """What a stone on the empty point would be; asks itself about the open fours that a three could become."""
    at = AXIS + U(16) * point
    fours, threes, overline = U(0), U(0), U(0)
    for axis in range(U(4)):
        line = at + U(4) * np.uint64(axis)
        shape = (look(table, state[geometry[line]], geometry[line + U(1)]) >> (WHITE * side)) & SHAPE
        if shape == shapes.FIVE:
            return FIVE
        overline |= U(shape == shapes.OVERLINE)
        fours += U(shapes.FOUR <= shape <= shapes.DOUBLE_FOUR) + U(shape == shapes.DOUBLE_FOUR)
        threes += U(shape == shapes.OPEN_THREE)
    if overline or fours > U(1):
        return FORBIDDEN
    if threes < U(2):
        return PLAYABLE
    real = U(0)
    _flip(state, geometry, point, side)
    state[CELL + point] = side + U(1)
    for n in range(U(4)):
        line, step = at + U(4) * np.uint64(n), geometry[STEP + np.uint64(n)]
        key, middle = state[geometry[line]], geometry[line + U(1)]
        if (look(table, key, middle) >> (WHITE * side)) & SHAPE != shapes.OPEN_THREE:
            continue
        before, after = min(geometry[line + U(2)], U(4)), min(geometry[line + U(3)], U(4))
        cell = point - before * step
        shift = middle - U(2) * before
        for _ in range(before + after + U(1)):
            if state[CELL + cell] == U(0):
                # with a stone here too, what does the middle of the three make?
                extended = key | ((side + U(1)) << (shift + U(10)))
                shape = (look(table, extended, middle) >> (WHITE * side)) & SHAPE
                if shape == shapes.OPEN_FOUR and _verdict(state, table, geometry, cell, side) == PLAYABLE:
                    real += U(1)
                    break
            cell += step
            shift += U(2)
    state[CELL + point] = U(0)
    _flip(state, geometry, point, side)
    return FORBIDDEN if real > U(1) else PLAYABLE


@kernel
def _flip(state: Words, geometry: Words, point: np.uint64, side: np.uint64) -> None:
    at = AXIS + U(16) * point
    for _ in range(U(4)):
        state[geometry[at]] ^= (side + U(1)) << (geometry[at + U(1)] + U(10))
        at += U(4)
