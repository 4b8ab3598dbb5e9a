"""VCT: victory by continuous threats, found by proof-number search on an explicit tree.

A move of the attacker's, one of those that `threats` gathers, counts when it makes a four, or when the attacker would
win by continuous fours if the defender passed: that attack is the threat. The defender's answers are all the points
that leave no five after a four, and all at which a threat does not replay unchanged. An attacker who wins by continuous
fours has won, and a threat that the defender meets by winning so itself has failed.

The fours of a position are searched with few stones at first, and with many once all threats have failed there: a few
long searches would take most of the stones otherwise.

After a node of the tree was opened the search climbs the way it came down, only as far as numbers change, and goes down
again from there; what other ways lead to numbers that changed is seen when the search comes by.
"""

from typing import Final

import numpy as np

from bots.search import classes, vcf
from bots.search.forbidden import forbidden
from bots.search.jit import Bytes, Table, Words, kernel, lowest
from bots.search.layout import (
    BITS,
    CELL,
    CELLS,
    CLASS,
    CLASSES,
    COUNT,
    HASH,
    SHAPES,
    U,
)
from bots.search.make import make, unmake
from bots.search.replay import defend
from bots.search.threats import LEAF, QUIET, gather, promise, widen
from bots.search.tree import (
    BELOW,
    CHILDREN,
    CUT,
    DN,
    END,
    MOVE,
    NODE,
    PN,
    ROOT,
    SAME,
    SELF,
    SOLVED,
    USED,
    WRITTEN,
    add,
    adopt,
    is_open,
    most_proving,
    renumber,
    stand_in,
)
from bots.search.vcf import (
    DEFENCES,
    LEFT,
    LIMIT,
    MARKED,
    NO_FOUR,
    NODES,
    NOWHERE,
    PROOF,
    PROOFS,
    REFUTED,
    SALT,
    TICK,
    TOP,
    UNKNOWN,
    WIDE,
    WITHIN,
    WON,
    attack,
    replies,
)

WHOLE: Final = U(4096)  # stones for the fours of a node once nothing else is left to win by, and at the root
COUNTER: Final = U(100)  # the same for fours of the defender's


@kernel
def prove(
    state: Words,
    table: Table,
    geometry: Words,
    search: Words,
    refuted: Words,
    tree: Words,
    proofs: Words,
    solved: Words,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
) -> np.uint64:
    """Whether ``side``, to move, wins by continuous threats: REFUTED, WON, or UNKNOWN when something ended it.

    Besides limits and flags, a full tree ends the search. Once CUT is set, REFUTED does not hold.
    """
    tree[USED], tree[WRITTEN] = ROOT + U(1), U(0)
    tree[NODE * ROOT : NODE * (ROOT + U(1))] = U(0)
    node, depth, running = ROOT, U(0), U(1)
    path = np.zeros(CELLS, np.uint64)  # nodes whose stones are on the board, not those that stand for them
    path[0] = ROOT
    tree[NODE * ROOT + PN] = tree[NODE * ROOT + DN] = U(1)
    while running and is_open(tree, ROOT):
        while running and tree[NODE * node + CHILDREN] and is_open(tree, node):
            if search[NODES] >= search[LIMIT]:
                running = U(0)
                break
            child = most_proving(tree, node, depth & U(1))
            if tree[NODE * child + MOVE] == NOWHERE:
                break
            make(state, table, geometry, tree[NODE * child + MOVE], U(1) + (side ^ (depth & U(1))))
            search[NODES] += U(1)
            depth += U(1)
            path[depth], node = child, stand_in(tree, child)
        if not running or not is_open(tree, node):
            pass  # what stands for it was solved on another way down
        elif tree[NODE * node + CHILDREN]:
            running = widen(state, table, geometry, search, refuted, tree, stop, late, side, node)
        elif depth & U(1):
            running = _defence(state, table, geometry, search, refuted, tree, proofs, stop, late, side, node)
        else:
            running = _attack(state, table, geometry, search, refuted, tree, proofs, solved, stop, late, side, node)
            node = stand_in(tree, node)
        changed = U(1)
        while depth and (changed or not running):
            changed = renumber(tree, node, depth & U(1)) | (U(1) - is_open(tree, node))
            if running and not depth & U(1) and _left_over(tree, node):
                running = _whole(state, table, geometry, search, refuted, tree, proofs, stop, late, side, node)
            if changed or not running:
                unmake(state, table, geometry, tree[NODE * path[depth] + MOVE])
                depth -= U(1)
                node = stand_in(tree, path[depth])
        if depth == U(0):
            renumber(tree, ROOT, U(0))
    if not running:
        return UNKNOWN
    search[vcf.CUT] |= U(tree[NODE * ROOT + CUT] > U(0))
    return REFUTED if tree[NODE * ROOT + PN] else WON


@kernel
def _left_over(tree: Words, node: np.uint64) -> np.uint64:
    """Whether all that the node can still win by are the fours that its search has not come to."""
    return U(tree[NODE * node + DN] == U(0) and tree[NODE * node + CUT] & SELF)


@kernel
def _whole(
    state: Words,
    table: Table,
    geometry: Words,
    search: Words,
    refuted: Words,
    tree: Words,
    proofs: Words,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
    node: np.uint64,
) -> np.uint64:
    """Search an attack node for fours again, with more stones; 0 when the search has to end."""
    at = NODE * node
    tree[at + CUT] &= BELOW
    result = _fours(state, table, geometry, search, refuted, tree, proofs, stop, late, side, node, WHOLE)
    if result == WON:
        tree[at + PN], tree[at + DN] = U(0), SOLVED
    elif tree[at + CUT] & SELF:
        tree[at + CUT] = BELOW
    return U(result != UNKNOWN)


@kernel
def _attack(
    state: Words,
    table: Table,
    geometry: Words,
    search: Words,
    refuted: Words,
    tree: Words,
    proofs: Words,
    solved: Words,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
    node: np.uint64,
) -> np.uint64:
    """Open a node with the attacker to move; 0 when the search has to end."""
    key = state[HASH] ^ search[SALT]
    slot = U(2) * (key & U(solved.size // 2 - 1))
    at = NODE * node
    if solved[slot] == key:
        tree[at + SAME] = solved[slot + U(1)]
        return U(1)
    solved[slot], solved[slot + U(1)] = key, node
    leaf = WHOLE if node == ROOT else LEAF
    result = _fours(state, table, geometry, search, refuted, tree, proofs, stop, late, side, node, leaf)
    if result == UNKNOWN:
        return U(0)
    if node == ROOT and tree[at + CUT]:
        tree[at + CUT] = BELOW
    tree[at + PN], tree[at + DN] = (U(0), SOLVED) if result == WON else (SOLVED, U(0))
    if result == WON:
        return U(1)
    gather(state, geometry, search, side)
    first = tree[USED]
    for n in range(BITS):
        word = search[MARKED + np.uint64(n)] & search[WITHIN + np.uint64(n)]
        while word:
            point = U(64) * np.uint64(n) + lowest(word)
            word &= word - U(1)
            if state[CELL + point] or forbidden(state, table, geometry, point, side):
                continue
            place = side * CELLS + point
            if not add(tree, point, promise(state[CLASS + place], state[SHAPES + place]), U(1)):
                return U(0)
    wide = search[WIDE] and not state[COUNT + (U(1) - side) * CLASSES + classes.FIVE]
    if wide and not add(tree, NOWHERE, QUIET, U(1)):
        return U(0)
    adopt(tree, node, first)
    if tree[USED] == first and _left_over(tree, node):
        return _whole(state, table, geometry, search, refuted, tree, proofs, stop, late, side, node)
    return U(1)


@kernel
def _defence(
    state: Words,
    table: Table,
    geometry: Words,
    search: Words,
    refuted: Words,
    tree: Words,
    proofs: Words,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
    node: np.uint64,
) -> np.uint64:
    """Open a node with the defender to move; 0 when the search has to end."""
    other, at, first = U(1) - side, NODE * node, tree[USED]
    tree[at + PN], tree[at + DN] = SOLVED, U(0)
    if state[COUNT + other * CLASSES + classes.FIVE]:
        return U(1)
    points, number = replies(state, geometry, search, side, tree[at + MOVE])
    if number != NO_FOUR:
        for n in range(number):
            point = (points >> (U(16) * np.uint64(n))) & U(0xFFFF)
            if not forbidden(state, table, geometry, point, other) and not add(tree, point, U(1), U(1)):
                return U(0)
        adopt(tree, node, first)
        tree[at + PN], tree[at + DN] = U(0), SOLVED
        return U(1)
    result = _fours(state, table, geometry, search, refuted, tree, proofs, stop, late, side, node, WHOLE)
    if result != WON:
        return U(result == REFUTED)
    result = _counter(state, table, geometry, search, refuted, stop, late, other)
    if result != REFUTED:
        return U(result == WON)
    if not defend(state, table, geometry, search, proofs, tree[at + END], stop, late, side):
        return U(0)
    for n in range(BITS):
        word = search[DEFENCES + np.uint64(n)]
        while word:
            point = U(64) * np.uint64(n) + lowest(word)
            word &= word - U(1)
            # a four of the defender's puts off what it has to do
            four = classes.FOUR <= state[CLASS + other * CELLS + point] <= classes.WINNING_FOUR
            if not add(tree, point, U(1), U(1) + U(four)):
                return U(0)
    adopt(tree, node, first)
    tree[at + PN], tree[at + DN] = U(0), SOLVED
    return U(1)


@kernel
def _fours(
    state: Words,
    table: Table,
    geometry: Words,
    search: Words,
    refuted: Words,
    tree: Words,
    proofs: Words,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
    node: np.uint64,
    leaf: np.uint64,
) -> np.uint64:
    """Whether the attacker, were it to move, wins by fours alone; if so the proof is kept.

    REFUTED also, with the node's CUT set, when after ``leaf`` stones it is not known; UNKNOWN when all has to end.
    """
    limit = search[LIMIT]
    search[LIMIT] = min(limit, search[NODES] + leaf)
    search[TOP] = search[PROOF] = U(0)
    result = attack(state, table, geometry, search, refuted, stop, late, side)
    search[LIMIT] = limit
    if result == UNKNOWN and search[NODES] < limit and not stop[0] and not late[0]:
        tree[NODE * node + CUT] |= SELF
        return REFUTED
    if result != WON:
        return result
    begin = tree[WRITTEN]
    if begin + search[PROOF] > U(proofs.size):
        return UNKNOWN
    for n in range(search[PROOF]):
        proofs[begin + np.uint64(n)] = search[PROOFS + np.uint64(n)]
    tree[WRITTEN] = tree[NODE * node + END] = begin + search[PROOF]
    return WON


@kernel
def _counter(
    state: Words,
    table: Table,
    geometry: Words,
    search: Words,
    refuted: Words,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
) -> np.uint64:
    """Whether the defender ``side``, to move, wins by fours alone, and soon; UNKNOWN when the search has to end."""
    limit, left, tick = search[LIMIT], search[LEFT], search[TICK]
    search[LIMIT] = min(limit, search[NODES] + COUNTER)
    # a number that the attacker never has left: what was searched in vain for the one says nothing about the other
    search[LEFT], search[TICK] = U(1) << U(62), U(0)
    search[TOP] = search[PROOF] = U(0)
    for n in range(BITS):  # the attacker alone is confined
        search[DEFENCES + np.uint64(n)] = search[WITHIN + np.uint64(n)]
        search[WITHIN + np.uint64(n)] = ~U(0)
    result = attack(state, table, geometry, search, refuted, stop, late, side)
    for n in range(BITS):
        search[WITHIN + np.uint64(n)] = search[DEFENCES + np.uint64(n)]
    search[LIMIT], search[LEFT], search[TICK] = limit, left, tick
    if result == UNKNOWN and search[NODES] < limit and not stop[0] and not late[0]:
        return REFUTED
    return result
