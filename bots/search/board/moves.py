"""Make and unmake a stone, updating only the cells within reach.

Shapes are kept for every cell as if it were empty, because a stone is not part of its own window. Counts and point sets
contain empty points only.
"""

from typing import Final

import numpy as np

from bots.search.board import point_classes
from bots.search.board.layout import (
    BITS,
    CELL,
    CELLS,
    CLASS,
    CLASSES,
    COUNT,
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
    BoardArrays,
    State,
    cell_at,
    cells_after,
    cells_before,
    class_at,
    entry_place,
    key_place,
    shapes_at,
    stone_bits,
    window_shift,
    zobrist_key,
)
from bots.search.board.point_classes import KIND, WORTH
from bots.search.board.shapes import SHAPE, SHAPE_WORDS, look_up_shape, shape_of
from bots.search.runtime.bits import toggle_point
from bots.search.runtime.jit import U0, U1, U2, U4, Bytes, U, kernel

AXES: Final = (U0, U1, U2, U(3))
SIDES: Final = (U0, U1)


@kernel
def clear_board(board: BoardArrays) -> None:
    """Reset the state to the empty board."""
    state, geometry = board.state, board.geometry
    state[:] = U0
    # 1. Line keys: everything but the cells of the board is off the board.
    state[KEY : KEY + U4 * LINES] = ~U0
    points = geometry[POINTS]
    for n in range(points):
        for axis in AXES:
            edge = stone_bits(U(3), window_shift(geometry, np.uint64(n), axis))
            state[key_place(geometry, np.uint64(n), axis)] &= ~edge
    # 2. Shapes, classes, values and counts of every point.
    for n in range(points):
        point = np.uint64(n)
        for axis in AXES:
            key, shift = state[key_place(geometry, point, axis)], window_shift(geometry, point, axis)
            entry = look_up_shape(board.table, key, shift)
            state[entry_place(point, axis)] = entry
            state[SHAPES + point] |= shape_of(entry, U0) << (U4 * axis)
            state[SHAPES + CELLS + point] |= shape_of(entry, U1) << (U4 * axis)
        for side in SIDES:
            word = look_up_point(board, side, point)
            state[CLASS + side * CELLS + point] = word & KIND
            state[VALUE + side] += word >> WORTH
            _count_point(state, side, point, word & KIND)


@kernel
def look_up_point(board: BoardArrays, side: np.uint64, point: np.uint64) -> np.uint64:
    """Return the `class_table` word of a side's shapes on a point: KIND, SORT and WORTH."""
    return np.uint64(board.table[SHAPE_WORDS + side * point_classes.CODES + shapes_at(board.state, side, point)])


@kernel
def do_move(board: BoardArrays, point: np.uint64, color: np.uint64) -> None:
    """Put a stone on an empty point."""
    state = board.state
    state[HASH] ^= zobrist_key(board.geometry, color - U1, point)
    state[STONES] += U1
    state[CELL + point] = color
    for side in SIDES:  # the point is no longer empty
        state[VALUE + side] -= look_up_point(board, side, point) >> WORTH
        _uncount_point(state, side, point, class_at(state, side, point))
    _update_lines(board, point, color)


@kernel
def do_moves(board: BoardArrays, cells: Bytes) -> None:
    """Put the stones of ``cells``, shape (points,), 0 empty, 1 black, 2 white, on an empty board."""
    for point in range(U(cells.size)):
        if cells[point]:
            do_move(board, np.uint64(point), np.uint64(cells[point]))


@kernel
def undo_move(board: BoardArrays, point: np.uint64) -> None:
    """Remove a stone."""
    state = board.state
    color = cell_at(state, point)
    state[HASH] ^= zobrist_key(board.geometry, color - U1, point)
    state[STONES] -= U1
    _update_lines(board, point, color)
    state[CELL + point] = U0
    for side in SIDES:  # the point is empty again
        state[VALUE + side] += look_up_point(board, side, point) >> WORTH
        _count_point(state, side, point, class_at(state, side, point))


@kernel
def _update_lines(board: BoardArrays, point: np.uint64, color: np.uint64) -> None:
    """Toggle the stone's two bits in the four line keys and update the cells within reach."""
    state, geometry = board.state, board.geometry
    for axis in AXES:
        # 1. The line key.
        shift, before = window_shift(geometry, point, axis), cells_before(geometry, point, axis)
        place = key_place(geometry, point, axis)
        key = state[place] ^ stone_bits(color, shift)
        state[place] = key
        # 2. The cells whose window contains this stone, first to last.
        step = geometry[STEP + axis]
        cell = point - before * step
        shift -= U2 * before
        for _ in range(before + cells_after(geometry, point, axis) + U1):
            entry, place = look_up_shape(board.table, key, shift), entry_place(cell, axis)
            change = entry ^ state[place]
            if change and cell != point:
                state[place] = entry
                for side in SIDES:
                    if shape_of(change, side):
                        _update_point(board, side, cell, axis, shape_of(entry, side))
            cell += step
            shift += U2


@kernel
def _update_point(board: BoardArrays, side: np.uint64, cell: np.uint64, axis: np.uint64, shape: np.uint64) -> None:
    """Change a cell's shape on one axis; if the cell is empty, update counts, sets and value."""
    state = board.state
    place = side * CELLS + cell
    before = look_up_point(board, side, cell)
    others = shapes_at(state, side, cell) & ~(SHAPE << (U4 * axis))
    state[SHAPES + place] = others | (shape << (U4 * axis))
    word = look_up_point(board, side, cell)
    kind, old = word & KIND, before & KIND
    empty = cell_at(state, cell) == U0
    if empty:
        state[VALUE + side] += (word >> WORTH) - (before >> WORTH)
    if kind != old:
        state[CLASS + place] = kind
        if empty:
            _uncount_point(state, side, cell, old)
            _count_point(state, side, cell, kind)


@kernel
def _count_point(state: State, side: np.uint64, cell: np.uint64, kind: np.uint64) -> None:
    """Add an empty point to the counts and sets of its class."""
    state[COUNT + side * CLASSES + kind] += U1
    _toggle_in_set(state, side, cell, kind)


@kernel
def _uncount_point(state: State, side: np.uint64, cell: np.uint64, kind: np.uint64) -> None:
    """Remove an empty point from the counts and sets of its class."""
    state[COUNT + side * CLASSES + kind] -= U1
    _toggle_in_set(state, side, cell, kind)


@kernel
def _toggle_in_set(state: State, side: np.uint64, cell: np.uint64, kind: np.uint64) -> None:
    """Toggle the point in the set of its class, if the class has one."""
    if kind == point_classes.FIVE:
        toggle_point(state, FIVES + side * BITS, cell)
    elif point_classes.FOUR <= kind <= point_classes.WINNING_FOUR:
        toggle_point(state, FOURS + side * BITS, cell)
    elif point_classes.OPEN_THREE <= kind <= point_classes.DOUBLE_THREE:
        toggle_point(state, THREES + side * BITS, cell)
