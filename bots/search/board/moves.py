"""Make and unmake a stone: making updates the empty cells within reach and logs what they were, unmaking restores it.

A point with a stone keeps the shapes and classes it had when the stone was put there, which is what it must have again
when the stone is taken back. Counts and point sets contain empty points only.
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
    CODE_BITS,
    CODE_WIDTH,
    COUNT,
    FIVES,
    FOURS,
    HASH,
    KEY,
    LINES,
    LOG,
    LOGGED,
    POINTS,
    SAVED,
    SHAPES,
    STATE_WORDS,
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
    is_stone,
    key_place,
    shapes_at,
    stone_bits,
    window_shift,
    zobrist_key,
)
from bots.search.board.point_classes import KIND, WORTH
from bots.search.board.shapes import SHAPE, SHAPE_WORDS, look_up_shapes
from bots.search.runtime.bits import toggle_point
from bots.search.runtime.jit import U0, U1, U2, U4, Bytes, U, kernel

AXES: Final = (U0, U1, U2, U(3))
SIDES: Final = (U0, U1)

# A change in the log: the point's shapes before it, the point, and its classes for black and white.
SHAPE_BITS: Final = U(0xFFFFFFFF)
PLACE: Final = U(32)
PLACE_BITS: Final = U(0xFFFF)
KINDS: Final = U(48)


@kernel
def clear_board(board: BoardArrays) -> None:
    """Reset the state to the empty board."""
    state, geometry = board.state, board.geometry
    state[:STATE_WORDS] = U0
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
            state[SHAPES + point] |= _spread(look_up_shapes(board.table, key, shift), axis)
        for side in SIDES:
            word = look_up_point(board, side, point)
            state[CLASS + side * CELLS + point] = word & KIND
            state[VALUE + side] += word >> WORTH
            _count_point(state, side, point, word & KIND)


@kernel
def look_up_point(board: BoardArrays, side: np.uint64, point: np.uint64) -> np.uint64:
    """Return the `class_table` word of a side's shapes on a point: KIND, SORT and WORTH."""
    return _look_up_code(board, side, shapes_at(board.state, side, point))


@kernel
def _look_up_code(board: BoardArrays, side: np.uint64, code: np.uint64) -> np.uint64:
    return np.uint64(board.table[SHAPE_WORDS + side * point_classes.CODES + code])


@kernel
def do_move(board: BoardArrays, point: np.uint64, color: np.uint64) -> None:
    """Put a stone on an empty point."""
    state = board.state
    top = LOG + state[LOGGED]
    for n in range(SAVED):
        state[top + np.uint64(n)] = state[COUNT + np.uint64(n)]
    state[HASH] ^= zobrist_key(board.geometry, color - U1, point)
    state[STONES] += U1
    state[CELL + point] = color
    for side in SIDES:  # the point is no longer empty
        state[VALUE + side] -= look_up_point(board, side, point) >> WORTH
        _uncount_point(state, side, point, class_at(state, side, point))
    state[LOGGED] = _update_lines(board, point, color, top + SAVED) - LOG


@kernel
def do_moves(board: BoardArrays, cells: Bytes) -> None:
    """Put the stones of ``cells``, shape (points,), 0 empty, 1 black, 2 white, on an empty board."""
    for point in range(U(cells.size)):
        if cells[point]:
            do_move(board, np.uint64(point), np.uint64(cells[point]))


@kernel
def undo_move(board: BoardArrays, point: np.uint64) -> None:
    """Remove the last stone, which is on the point."""
    state, geometry = board.state, board.geometry
    color = cell_at(state, point)
    # 1. The points whose shapes it changed.
    at = LOG + state[LOGGED] - U1
    for _ in range(state[at]):
        at -= U1
        change = state[at]
        cell = (change >> PLACE) & PLACE_BITS
        state[SHAPES + cell] = change & SHAPE_BITS
        for side in SIDES:
            state[CLASS + side * CELLS + cell] = (change >> (KINDS + U4 * side)) & KIND
    # 2. Counts, sets of points and values.
    at -= SAVED
    for n in range(SAVED):
        state[COUNT + np.uint64(n)] = state[at + np.uint64(n)]
    state[LOGGED] = at - LOG
    # 3. The stone and its line keys.
    for axis in AXES:
        state[key_place(geometry, point, axis)] ^= stone_bits(color, window_shift(geometry, point, axis))
    state[CELL + point] = U0
    state[STONES] -= U1
    state[HASH] ^= zobrist_key(geometry, color - U1, point)


@kernel
def _update_lines(board: BoardArrays, point: np.uint64, color: np.uint64, top: np.uint64) -> np.uint64:
    """Put the stone on its four line keys and update the empty cells within reach; log what they were from ``top`` on,
    and return the end of it."""
    state, geometry = board.state, board.geometry
    first = top
    for axis in AXES:
        # 1. The line key.
        shift, before = window_shift(geometry, point, axis), cells_before(geometry, point, axis)
        place = key_place(geometry, point, axis)
        key = state[place] ^ stone_bits(color, shift)
        state[place] = key
        # 2. The empty cells whose window contains this stone, first to last.
        step = geometry[STEP + axis]
        cell = point - before * step
        shift -= U2 * before
        for _ in range(before + cells_after(geometry, point, axis) + U1):
            if not is_stone(key, shift):
                old = state[SHAPES + cell]
                new = old & ~_spread(U(0xFF), axis) | _spread(look_up_shapes(board.table, key, shift), axis)
                if new != old:
                    kinds = class_at(state, U0, cell) | class_at(state, U1, cell) << U4
                    state[top] = old | cell << PLACE | kinds << KINDS
                    top += U1
                    state[SHAPES + cell] = new
                    for side in SIDES:
                        was, is_now = (old >> CODE_WIDTH * side) & CODE_BITS, (new >> CODE_WIDTH * side) & CODE_BITS
                        if was != is_now:
                            _update_point(board, side, cell, was, is_now)
            cell += step
            shift += U2
    state[top] = top - first
    return top + U1


@kernel
def _spread(both: np.uint64, axis: np.uint64) -> np.uint64:
    """Return the shapes of `look_up_shapes` where a point's word of SHAPES has those of an axis."""
    return (both & SHAPE | both >> U4 << CODE_WIDTH) << (U4 * axis)


@kernel
def _update_point(board: BoardArrays, side: np.uint64, cell: np.uint64, before: np.uint64, after: np.uint64) -> None:
    """Change a side's four shapes on an empty cell: its class, counts, sets and value."""
    state = board.state
    old, new = _look_up_code(board, side, before), _look_up_code(board, side, after)
    state[VALUE + side] += (new >> WORTH) - (old >> WORTH)
    if new & KIND != old & KIND:
        state[CLASS + side * CELLS + cell] = new & KIND
        _uncount_point(state, side, cell, old & KIND)
        _count_point(state, side, cell, new & KIND)


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
