"""The moves to try at a node, the likeliest first, and what a cut-off teaches about that order."""

from typing import Final

import numpy as np

from bots.search import classes
from bots.search.evaluation import early
from bots.search.jit import Table, Words, kernel, lowest
from bots.search.layout import BITS, CELLS, CLASS, CLASSES, COUNT, ENCLOSED, FIVES, FOURS, POINTS, STAR, U
from bots.search.make import merit
from bots.search.scratch import COUNTERS, HISTORY, KILLERS, LINE, MOVES, NEAR, OCCUPIED, ORDERING, PARTS, TOP

POINT: Final = U(0xFFFF)  # of a move; how early it is to be tried lies above
MINE, THEIRS = U(5), U(4)  # weights of what the point is to either side
KILLER: Final = U(1500)
COUNTER: Final = U(1000)
HISTORY_MOST: Final = U(1 << 11)
FIRST: Final = U(1 << 40)


@kernel
def generate(
    state: Words,
    table: Table,
    geometry: Words,
    search: Words,
    side: np.uint64,
    ply: np.uint64,
    threats: np.uint64,
    threatened: np.uint64,
    best: np.uint64,
) -> np.uint64:
    """Put the moves to try on top of the moves, unordered, forbidden ones among them; returns how many.

    ``threats``: points where the other side makes five. ``threatened``: it has a winning four. ``best``: to be tried
    first, if it is a point.
    """
    other = U(1) - side
    count = U(0)
    base = MOVES + search[TOP]
    killers = KILLERS + U(2) * ply
    counter = search[COUNTERS + other * CELLS + search[LINE + ply]]
    fouls = threatened and state[COUNT + other * CLASSES + classes.FOUL]
    for n in range((geometry[POINTS] + U(63)) >> U(6)):
        w = np.uint64(n)
        if threats:
            word = state[FIVES + other * BITS + w]
            if geometry[ENCLOSED]:
                word |= _around(state, geometry, FIVES + other * BITS, classes.FIVE, other, w)
        elif threatened:
            word = state[FOURS + other * BITS + w] | state[FOURS + side * BITS + w]
            if geometry[ENCLOSED]:
                word |= _around(state, geometry, FOURS + other * BITS, classes.WINNING_FOUR, other, w)
            if fouls:
                word |= search[NEAR + ply * BITS + w]
        else:
            word = search[NEAR + ply * BITS + w]
        word &= ~search[OCCUPIED + w]
        while word:
            point = U(64) * w + lowest(word)
            word &= word - U(1)
            # what is forbidden to the other side now may be a point of its five later
            if fouls and max(state[CLASS + side * CELLS + point], state[CLASS + other * CELLS + point]) < classes.FOUR:
                continue
            rank = early(merit(state, table, side, point)) * MINE + early(merit(state, table, other, point)) * THEIRS
            if search[PARTS] & ORDERING:
                rank += search[HISTORY + side * CELLS + point]
                rank += KILLER * U(search[killers] == point + U(1) or search[killers + U(1)] == point + U(1))
                rank += COUNTER * U(counter == point + U(1))
            rank += FIRST * U(point == best)
            search[base + count] = (rank << U(16)) | point
            count += U(1)
    return count


@kernel
def _around(
    state: Words, geometry: Words, points: np.uint64, kind: np.uint64, side: np.uint64, w: np.uint64
) -> np.uint64:
    """Word ``w`` of the set of all points within reach of those in a set that are of a class.

    Where a five enclosed on both ends does not win, a stone beyond the five's end may be an answer.
    """
    found = U(0)
    for n in range(BITS):
        word = state[points + np.uint64(n)]
        while word:
            point = U(64) * np.uint64(n) + lowest(word)
            word &= word - U(1)
            if state[CLASS + side * CELLS + point] == kind:
                found |= geometry[STAR + point * BITS + w]
    return found


@kernel
def pick(search: Words, at: np.uint64, count: np.uint64) -> np.uint64:
    """Bring the likeliest of the ``count`` moves from ``at`` on to the front; its point."""
    first = at
    for n in range(U(1), count):
        if search[at + np.uint64(n)] > search[first]:
            first = at + np.uint64(n)
    move = search[first]
    search[first] = search[at]
    search[at] = move
    return np.uint64(move & POINT)


@kernel
def forces(mine: np.uint64, theirs: np.uint64) -> np.uint64:
    """Whether a point of these classes makes or stops an open three or more."""
    return U(classes.OPEN_THREE <= mine <= classes.FIVE or classes.OPEN_THREE <= theirs <= classes.FIVE)


@kernel
def forcing_first(state: Words, search: Words, side: np.uint64, at: np.uint64, end: np.uint64) -> np.uint64:
    """Bring those that force of the moves from ``at`` to ``end`` to the front; where the others begin."""
    for n in range(at, end):
        move = search[np.uint64(n)]
        point = move & POINT
        if forces(state[CLASS + side * CELLS + point], state[CLASS + (U(1) - side) * CELLS + point]):
            search[np.uint64(n)] = search[at]
            search[at] = move
            at += U(1)
    return at


@kernel
def refuted_by(search: Words, side: np.uint64, ply: np.uint64, point: np.uint64, depth: np.int64) -> None:
    """A quiet move proved too good for the other side: it is a killer, a counter-move, and rises in history."""
    killers = KILLERS + U(2) * ply
    if search[killers] != point + U(1):
        search[killers + U(1)] = search[killers]
        search[killers] = point + U(1)
    search[COUNTERS + (U(1) - side) * CELLS + search[LINE + ply]] = point + U(1)
    at = HISTORY + side * CELLS + point
    bonus = _bonus(depth)
    search[at] += bonus - search[at] * bonus // HISTORY_MOST


@kernel
def failed(search: Words, side: np.uint64, point: np.uint64, depth: np.int64) -> None:
    """A quiet move was tried in vain before another refuted: it falls in history."""
    at = HISTORY + side * CELLS + point
    search[at] -= search[at] * _bonus(depth) // HISTORY_MOST


@kernel
def _bonus(depth: np.int64) -> np.uint64:
    return min(U(32) * np.uint64(depth * depth), HISTORY_MOST // U(4))
