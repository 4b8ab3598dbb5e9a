"""The branch that alpha-beta is on: laid out at the root, and longer or shorter by a move."""

import numpy as np

from bots.search import classes
from bots.search.forbidden import forbidden
from bots.search.jit import Bytes, Table, Words, kernel
from bots.search.layout import BITS, CELL, CLASSES, COUNT, POINTS, U
from bots.search.layout import NEAR as NEAR_OF
from bots.search.make import make, unmake
from bots.search.ordering import generate, pick
from bots.search.scratch import (
    ENDED,
    KILLERS,
    LENGTH,
    LIMIT,
    LINE,
    MOVES,
    NEAR,
    NODES,
    OCCUPIED,
    PLIES,
    ROOT,
    ROOTS,
    SCORE,
    TOP,
    VARIATION,
)
from bots.search.transposition import NO_MOVE
from bots.search.wins import unanswerable


@kernel
def begin(state: Words, table: Table, geometry: Words, s: Words, side: np.uint64) -> None:
    """Lay out a search of the position: stones, points near them, and the moves to try at the root."""
    s[OCCUPIED : OCCUPIED + BITS] = U(0)
    s[NEAR : NEAR + BITS] = U(0)
    s[ROOTS] = U(0)
    s[TOP] = U(0)
    s[LENGTH] = U(0)
    for n in range(geometry[POINTS]):
        point = np.uint64(n)
        if state[CELL + point]:
            s[OCCUPIED + (point >> U(6))] |= U(1) << (point & U(63))
            for w in range(BITS):
                s[NEAR + np.uint64(w)] |= geometry[NEAR_OF + point * BITS + np.uint64(w)]
    other = U(1) - side
    threats = state[COUNT + other * CLASSES + classes.FIVE]
    threatened = U(0) if threats else unanswerable(state, table, geometry, other)
    for forced in (U(1), U(0)):
        count = generate(state, table, geometry, s, side, U(0), threats * forced, threatened * forced, NO_MOVE)
        for n in range(count):
            at = MOVES + np.uint64(n)
            point = pick(s, at, count - np.uint64(n))
            if not forbidden(state, table, geometry, point, side):
                s[ROOT + s[ROOTS]], s[SCORE + s[ROOTS]] = point, U(0)
                s[ROOTS] += U(1)
        if s[ROOTS]:
            break


@kernel
def enter(
    state: Words,
    table: Table,
    geometry: Words,
    s: Words,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
    ply: np.uint64,
    point: np.uint64,
) -> np.uint64:
    """Make a move of the search; 0 when limit or flags end the search instead."""
    if s[NODES] >= s[LIMIT] or stop[0] or late[0]:
        s[ENDED] = U(1)
        return U(0)
    s[NODES] += U(1)
    s[OCCUPIED + (point >> U(6))] ^= U(1) << (point & U(63))
    for n in range((geometry[POINTS] + U(63)) >> U(6)):
        w = np.uint64(n)
        at = NEAR + ply * BITS + w
        s[at + BITS] = s[at] | geometry[NEAR_OF + point * BITS + w]
    s[LINE + ply + U(1)] = point
    s[KILLERS + U(2) * (ply + U(2))] = U(0)
    s[KILLERS + U(2) * (ply + U(2)) + U(1)] = U(0)
    make(state, table, geometry, point, side + U(1))
    return U(1)


@kernel
def leave(state: Words, table: Table, geometry: Words, s: Words, point: np.uint64) -> None:
    """Take a move of the search back."""
    unmake(state, table, geometry, point)
    s[OCCUPIED + (point >> U(6))] ^= U(1) << (point & U(63))


@kernel
def extend(s: Words, ply: np.uint64, point: np.uint64) -> None:
    """The variation from a ply is its move and that of the next."""
    here, below = VARIATION + ply * PLIES, VARIATION + (ply + U(1)) * PLIES
    s[here] = point
    length = s[LENGTH + ply + U(1)]
    for n in range(length):
        s[here + np.uint64(n) + U(1)] = s[below + np.uint64(n)]
    s[LENGTH + ply] = length + U(1)
