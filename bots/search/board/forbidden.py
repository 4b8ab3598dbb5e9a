"""Exact forbidden points in compiled code, by the definitions of `gomoku.forbidden`.

Trial stones are put on the line keys only, and shapes are read off those; the rest of the state is unchanged on return.
"""

from typing import Final

import numpy as np

from bots.search.board import shapes
from bots.search.board.layout import (
    CELL,
    FORBIDDEN_SIDE,
    STEP,
    BoardArrays,
    cell_at,
    cells_after,
    cells_before,
    key_place,
    shapes_at,
    stone_bits,
    window_shift,
)
from bots.search.board.shapes import look_up_shape, shape_of, shape_on
from bots.search.runtime.jit import U0, U1, U2, U4, U, kernel


@kernel
def is_forbidden(board: BoardArrays, point: np.uint64, side: np.uint64) -> np.uint64:
    """Return 1 when ``side`` may not play the empty ``point``, else 0."""
    if side != board.geometry[FORBIDDEN_SIDE]:
        return U0
    code = shapes_at(board.state, side, point)
    threes = U0
    for axis in range(U4):
        shape = shape_on(code, np.uint64(axis))
        threes += U(shape >= shapes.OPEN_THREE)
    # fewer than two threes, no overline and no double four: nothing can be forbidden
    if threes < U2 and (code & U(0x8888)) == U0 and not _has_double_four(code):
        return U0
    return U(_judge_move(board, point, side) == FORBIDDEN)


@kernel
def _has_double_four(code: np.uint64) -> np.uint64:
    found = U0
    for axis in range(U4):
        found |= U(shape_on(code, np.uint64(axis)) == shapes.DOUBLE_FOUR)
    return found


PLAYABLE: Final = U0
FORBIDDEN: Final = U1
FIVE: Final = U2


@kernel
def _judge_move(board: BoardArrays, point: np.uint64, side: np.uint64) -> np.uint64:
    """Judge a stone on the empty point: PLAYABLE, FORBIDDEN or FIVE. Recurses into the open fours a three could
    become."""
    state, geometry = board.state, board.geometry
    # 1. A five, an overline or two fours decide at once.
    fours, threes, overline = U0, U0, U0
    for n in range(U4):
        shape = _shape_through(board, point, np.uint64(n), side)
        if shape == shapes.FIVE:
            return FIVE
        overline |= U(shape == shapes.OVERLINE)
        fours += U(shapes.FOUR <= shape <= shapes.DOUBLE_FOUR) + U(shape == shapes.DOUBLE_FOUR)
        threes += U(shape == shapes.OPEN_THREE)
    if overline or fours > U1:
        return FORBIDDEN
    if threes < U2:
        return PLAYABLE
    # 2. A three is real if one more playable stone turns it into an open four.
    real = U0
    _flip_stone(board, point, side)
    state[CELL + point] = side + U1
    for n in range(U4):
        axis = np.uint64(n)
        if _shape_through(board, point, axis, side) != shapes.OPEN_THREE:
            continue
        key, middle = state[key_place(geometry, point, axis)], window_shift(geometry, point, axis)
        step = geometry[STEP + axis]
        before, after = min(cells_before(geometry, point, axis), U4), min(cells_after(geometry, point, axis), U4)
        cell = point - before * step
        shift = middle - U2 * before
        for _ in range(before + after + U1):
            if cell_at(state, cell) == U0:
                # the shape through the middle of the three with a stone here too
                extended = key | stone_bits(side + U1, shift)
                shape = shape_of(look_up_shape(board.table, extended, middle), side)
                if shape == shapes.OPEN_FOUR and _judge_move(board, cell, side) == PLAYABLE:
                    real += U1
                    break
            cell += step
            shift += U2
    state[CELL + point] = U0
    _flip_stone(board, point, side)
    return FORBIDDEN if real > U1 else PLAYABLE


@kernel
def _shape_through(board: BoardArrays, point: np.uint64, axis: np.uint64, side: np.uint64) -> np.uint64:
    """Return a side's shape through a point on an axis, read off the line key."""
    key, shift = board.state[key_place(board.geometry, point, axis)], window_shift(board.geometry, point, axis)
    return np.uint64(shape_of(look_up_shape(board.table, key, shift), side))


@kernel
def _flip_stone(board: BoardArrays, point: np.uint64, side: np.uint64) -> None:
    """Toggle a stone on the keys of the point's four lines."""
    for n in range(U4):
        axis = np.uint64(n)
        board.state[key_place(board.geometry, point, axis)] ^= stone_bits(
            side + U1, window_shift(board.geometry, point, axis)
        )
