"""VCF: victory by continuous fours, searched to the end.

Every move of the attacker makes a four, so the defender's answers are few: one, or none. A four that makes the defender
a four forces the attacker's next move onto its answer. What was searched in vain is remembered by its Zobrist key; a
win needs no memory, since one at the bottom is one at the top.
"""

from typing import Final

import numpy as np

from bots.search import classes, shapes
from bots.search.forbidden import forbidden
from bots.search.jit import Bytes, Table, Words, kernel, lowest
from bots.search.layout import BITS, CELLS, CLASS, CLASSES, COUNT, ENCLOSED, ENTRY, FIVES, FOURS, HASH, STEP, U
from bots.search.make import make, unmake

# the array ``search``: words of its own, then the moves to try along the branch, then the proof
NODES: Final = U(0)  # stones put on the board so far
LIMIT: Final = U(1)
SALT: Final = U(2)  # mixed into the keys: what an earlier search remembered never counts
TOP: Final = U(3)  # of the moves
PROOF: Final = U(4)  # end of the proof
LEFT: Final = U(5)  # fours that may still be made
TICK: Final = U(6)  # what a four takes off that: 0 when their number has no limit
CUT: Final = U(7)  # 1 once a four was left out for want of it
CONFINED: Final = U(8)  # 1 when WITHIN is not every point
WIDE: Final = U(9)  # 1 when a search for threats tries quiet moves too
WITHIN: Final = U(10)  # the set of points on which the attacker may put stones
MARKED: Final = WITHIN + BITS  # a set for `replay`
DEFENCES: Final = MARKED + BITS  # the set that `replay.defend` answers with
MOVES: Final = DEFENCES + BITS
MOVE_WORDS: Final = CELLS * CELLS // U(4)  # fewer fours are left with every four made
PROOFS: Final = MOVES + MOVE_WORDS
PROOF_LIMIT: Final = U(1 << 16)  # with room above for what is on the branch
SEARCH_WORDS: Final = PROOFS + PROOF_LIMIT + U(8) * CELLS

SPREAD: Final = U(0x9E3779B97F4A7C15)  # odd, its bits mixed: products with it are far apart

REFUTED: Final = U(0)
WON: Final = U(1)
UNKNOWN: Final = U(2)

NOWHERE: Final = CELLS  # in place of a point
NO_FOUR: Final = U(8)  # in place of a number of replies


@kernel
def attack(
    state: Words,
    table: Table,
    geometry: Words,
    search: Words,
    refuted: Words,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
) -> np.uint64:
    """Whether ``side``, to move, wins by fours alone: REFUTED, WON, or UNKNOWN when the limit or a flag ended it.

    Once CUT is set, REFUTED speaks of wins by LEFT fours only.

    The proof is written children first; a node is its answers, their number and the move.
    """
    other = U(1) - side
    five = first_five(state, search, side)
    if five != NOWHERE:
        _write(search, five, U(0), U(0))
        return WON
    if search[LEFT] == U(0):
        for kind in range(classes.FOUR, classes.WINNING_FOUR + U(1)):
            search[CUT] |= U(state[COUNT + side * CLASSES + np.uint64(kind)] > U(0))
        return REFUTED
    key = state[HASH] ^ search[SALT] ^ (search[LEFT] * SPREAD)
    slot = key & U(refuted.size - 1)
    if refuted[slot] == key:
        return REFUTED
    threats = state[COUNT + other * CLASSES + classes.FIVE]
    bottom = search[TOP]
    if threats < U(2) or geometry[ENCLOSED]:
        _collect(state, geometry, search, side)
    result = REFUTED
    while search[TOP] > bottom:
        search[TOP] -= U(1)
        point = search[MOVES + search[TOP]] & U(0xFFFF)
        if forbidden(state, table, geometry, point, side):
            continue
        if search[NODES] >= search[LIMIT] or search[PROOF] > PROOF_LIMIT or stop[0] or late[0]:
            result = UNKNOWN
            break
        mark = search[PROOF]
        make(state, table, geometry, point, side + U(1))
        search[NODES] += U(1)
        search[LEFT] -= search[TICK]
        points, number = replies(state, geometry, search, side, point)
        result = REFUTED if number == NO_FOUR or state[COUNT + other * CLASSES + classes.FIVE] else WON
        answers, count = U(0), U(0)
        for n in range(number):
            reply = (points >> (U(16) * np.uint64(n))) & U(0xFFFF)
            if result != WON:
                break
            if forbidden(state, table, geometry, reply, other):
                continue
            if search[NODES] >= search[LIMIT]:
                result = UNKNOWN
                break
            make(state, table, geometry, reply, other + U(1))
            search[NODES] += U(1)
            result = attack(state, table, geometry, search, refuted, stop, late, side)
            unmake(state, table, geometry, reply)
            answers |= reply << (U(16) * count)
            count += U(1)
        search[LEFT] += search[TICK]
        unmake(state, table, geometry, point)
        if result == WON:
            _write(search, point, answers, count)
            break
        search[PROOF] = mark
        if result == UNKNOWN:
            break
    search[TOP] = bottom
    if result == REFUTED:
        refuted[slot] = key
    return result


@kernel
def first_five(state: Words, search: Words, side: np.uint64) -> np.uint64:
    """First point on which the attacker may make five, or NOWHERE."""
    if state[COUNT + side * CLASSES + classes.FIVE]:
        for n in range(BITS):
            word = state[FIVES + side * BITS + np.uint64(n)] & search[WITHIN + np.uint64(n)]
            if word:
                return U(64) * np.uint64(n) + lowest(word)
    return NOWHERE


@kernel
def replies(
    state: Words, geometry: Words, search: Words, side: np.uint64, point: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Points that leave the attacker no five after its stone on ``point``, sixteen bits each, and their number.

    The number, 4 at most, is NO_FOUR when the stone made no four.
    """
    if search[CONFINED]:
        inside, outside, five = U(0), U(0), U(0)
        for n in range(BITS):
            word = state[FIVES + side * BITS + np.uint64(n)]
            outside |= word & ~search[WITHIN + np.uint64(n)]
            word &= search[WITHIN + np.uint64(n)]
            while word:
                five = U(64) * np.uint64(n) + lowest(word)
                word &= word - U(1)
                inside += U(1)
        if inside == U(0) or (outside and geometry[ENCLOSED]):
            return U(0), NO_FOUR  # where one reply may stop two fives, all of them must be within
        if outside:
            return five, U(inside == U(1))
    kind = state[CLASS + side * CELLS + point]
    if kind == classes.WINNING_FOUR:
        return U(0), U(0)
    for n in range(U(4)):
        axis = np.uint64(n)
        entry = state[ENTRY + U(4) * point + axis] >> (shapes.WHITE * side)
        if entry & shapes.SHAPE == shapes.FOUR:
            points, number = U(0), U(0)
            answers = (entry >> shapes.ANSWERS) & shapes.ANSWER_BITS
            while answers:
                bit = lowest(answers)
                answers &= answers - U(1)
                # the window's ten other cells from the left, the point itself between the fifth and the sixth
                steps = bit + U(bit >= shapes.REACH)
                reply = point + steps * geometry[STEP + axis] - shapes.REACH * geometry[STEP + axis]
                points |= reply << (U(16) * number)
                number += U(1)
            return points, number
    return U(0), NO_FOUR


@kernel
def _collect(state: Words, geometry: Words, search: Words, side: np.uint64) -> None:
    """Put the fours to try on top of the moves, the best last; against a four, only those that stop it."""
    other = U(1) - side
    threatened = state[COUNT + other * CLASSES + classes.FIVE] and not geometry[ENCLOSED]
    bottom = search[TOP]
    for n in range(BITS):
        word = state[FOURS + side * BITS + np.uint64(n)] & search[WITHIN + np.uint64(n)]
        if threatened:
            word &= state[FIVES + other * BITS + np.uint64(n)]
        while word:
            point = U(64) * np.uint64(n) + lowest(word)
            word &= word - U(1)
            move = (state[CLASS + side * CELLS + point] << U(16)) | point
            at = search[TOP]
            while at > bottom and search[MOVES + at - U(1)] > move:
                search[MOVES + at] = search[MOVES + at - U(1)]
                at -= U(1)
            search[MOVES + at] = move
            search[TOP] += U(1)


@kernel
def _write(search: Words, point: np.uint64, answers: np.uint64, count: np.uint64) -> None:
    at = PROOFS + search[PROOF]
    for n in range(count):
        search[at + np.uint64(n)] = (answers >> (U(16) * np.uint64(n))) & U(0xFFFF)
    search[at + count] = count
    search[at + count + U(1)] = point
    search[PROOF] += count + U(2)
