"""The attacker's moves to try in a search for continuous threats, and what they promise.

They are the fours and, by their shapes, the open threes; against a four of the defender's, only what stops it. A search
that is WIDE also tries quiet ones, fukumi, that join stones of its own in some row, where the threat is seen within
LEAF stones. To see that takes many stones: at first a node whose move is NOWHERE stands for all quiet moves of a
position, and only where that is the most proving one are they looked for.
"""

from typing import Final

import numpy as np

from bots.search import classes, shapes
from bots.search.forbidden import forbidden
from bots.search.jit import Bytes, Table, Words, kernel
from bots.search.layout import (
    BITS,
    CELL,
    CELLS,
    CLASS,
    CLASSES,
    COUNT,
    ENCLOSED,
    FIVES,
    FOURS,
    POINTS,
    SHAPES,
    THREES,
    U,
)
from bots.search.make import make, unmake
from bots.search.replay import mark_line
from bots.search.tree import BELOW, CHILDREN, CUT, DN, FIRST, MOVE, NODE, PN, SOLVED, USED, add, adopt
from bots.search.vcf import LIMIT, MARKED, NODES, PROOF, TOP, UNKNOWN, WITHIN, WON, attack

LEAF: Final = U(128)  # stones a single search for continuous fours may put on the board at first
QUIET: Final = U(15)  # the proof number of quiet moves, for each less the rows that it joins


@kernel
def gather(state: Words, geometry: Words, search: Words, side: np.uint64) -> None:
    """Put the attacker's moves to try, and perhaps other points, into the set MARKED."""
    other = U(1) - side
    for n in range(BITS):
        search[MARKED + np.uint64(n)] = state[FIVES + other * BITS + np.uint64(n)]
    fives = state[COUNT + other * CLASSES + classes.FIVE]
    if fives == U(0):
        for n in range(BITS):
            search[MARKED + np.uint64(n)] = (
                state[FOURS + side * BITS + np.uint64(n)] | state[THREES + side * BITS + np.uint64(n)]
            )
    elif geometry[ENCLOSED]:
        for cell in range(geometry[POINTS]):
            code = state[SHAPES + other * CELLS + np.uint64(cell)]
            for axis in range(U(4)):
                if (code >> (U(4) * np.uint64(axis))) & shapes.SHAPE == shapes.FIVE:
                    mark_line(geometry, search, np.uint64(cell), np.uint64(axis))
    elif fives > U(1):
        for n in range(BITS):
            search[MARKED + np.uint64(n)] = U(0)


@kernel
def promise(kind: np.uint64, code: np.uint64) -> np.uint64:
    """Proof number of a move of these shapes before anything was tried; less when it prepares something more.

    A four comes last: it can always be made, its one answer keeps the number low, and fours alone do not win here.
    """
    number = U(1)
    if kind == classes.FOUR:
        number = U(9)
    elif kind == classes.OPEN_THREE:
        number = U(5)
    for axis in range(U(4)):
        shape = (code >> (U(4) * np.uint64(axis))) & shapes.SHAPE
        number -= U(number > U(1) and shapes.OPEN_TWO <= shape <= shapes.THREE)
    return number


@kernel
def widen(
    state: Words,
    table: Table,
    geometry: Words,
    search: Words,
    refuted: Words,
    tree: Words,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
    node: np.uint64,
) -> np.uint64:
    """Put its quiet moves in the place of what stands for them, the last child of a node; 0 when all has to end."""
    at, first = NODE * node, tree[USED]
    for n in range(tree[at + CHILDREN] - U(1)):
        child, copy = NODE * (tree[at + FIRST] + np.uint64(n)), NODE * tree[USED]
        if not add(tree, tree[child + MOVE], U(1), U(1)):
            return U(0)
        tree[copy : copy + NODE] = tree[child : child + NODE]
    if not _quiet(state, table, geometry, search, refuted, tree, stop, late, side, node):
        return U(0)
    adopt(tree, node, first)
    if tree[USED] == first:
        tree[at + PN], tree[at + DN] = SOLVED, U(0)
    return U(1)


@kernel
def _quiet(
    state: Words,
    table: Table,
    geometry: Words,
    search: Words,
    refuted: Words,
    tree: Words,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
    node: np.uint64,
) -> np.uint64:
    """Write the attacker's moves that threaten fours without being one or an open three; 0 when all has to end."""
    for cell in range(geometry[POINTS]):
        point = np.uint64(cell)
        place = side * CELLS + point
        within = search[WITHIN + (point >> U(6))] >> (point & U(63)) & U(1)
        if state[CELL + point] or not within or state[CLASS + place] != classes.QUIET:
            continue
        joined, code = U(0), state[SHAPES + place]
        for axis in range(U(4)):
            joined += U((code >> (U(4) * np.uint64(axis))) & shapes.SHAPE != shapes.NONE)
        if joined == U(0) or forbidden(state, table, geometry, point, side):
            continue
        limit = search[LIMIT]
        make(state, table, geometry, point, U(1) + side)
        search[NODES] += U(1)
        search[LIMIT] = min(limit, search[NODES] + LEAF)
        search[TOP] = search[PROOF] = U(0)
        result = attack(state, table, geometry, search, refuted, stop, late, side)
        search[LIMIT] = limit
        unmake(state, table, geometry, point)
        if search[NODES] >= limit or stop[0] or late[0]:
            return U(0)
        if result == UNKNOWN:
            tree[NODE * node + CUT] |= BELOW
        elif result == WON and not add(tree, point, QUIET - joined, U(1)):
            return U(0)
    return U(1)
