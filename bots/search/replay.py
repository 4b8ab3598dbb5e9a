"""Which of the defender's points spoil an attack: those at which its proof does not replay unchanged.

A proof is read backwards from its end, as `vcf.attack` writes it: the move, the number of its answers, the answers, and
before them the proofs of what wins after each. When the number carries THREATENS, the move makes no four but threatens
an attack, whose proof lies between the answers and what comes before. What a replay asks for is what `check` asks for.
"""

from typing import Final

import numpy as np

from bots.search import classes, shapes
from bots.search.forbidden import forbidden
from bots.search.jit import Bytes, Table, Words, kernel, lowest
from bots.search.layout import (
    AXIS,
    BITS,
    CELL,
    CELLS,
    CLASS,
    CLASSES,
    COUNT,
    FIVES,
    FOULS,
    FOURS,
    POINTS,
    SHAPES,
    STEP,
    U,
)
from bots.search.make import make, unmake
from bots.search.vcf import DEFENCES, LIMIT, MARKED, NO_FOUR, NODES, replies

THREATENS: Final = U(1 << 15)
FAILED: Final = ~U(0)  # in place of where a proof begins
LOW: Final = U(0xFFFF)


@kernel
def replay(
    state: Words,
    table: Table,
    geometry: Words,
    search: Words,
    proof: Words,
    end: np.uint64,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
) -> np.uint64:
    """Where the proof that ends at ``end`` begins, or FAILED when the attacker, to move, does not win by it.

    Fails without a reason once the limit of nodes is passed or a flag set. Changes the set MARKED when a part of the
    proof threatens.
    """
    move, number, other = proof[end - U(1)], proof[end - U(2)], U(1) - side
    kind = state[CLASS + side * CELLS + move]
    if state[CELL + move] or search[NODES] >= search[LIMIT] or stop[0] or late[0]:
        return FAILED
    if kind == classes.FIVE:
        return skip(proof, end)
    if forbidden(state, table, geometry, move, side):
        return FAILED
    make(state, table, geometry, move, side + U(1))
    search[NODES] += U(1)
    count = number & ~THREATENS
    first = end - U(2) - count  # of the answers
    begin = first
    due, dues = U(0), NO_FOUR
    if state[COUNT + other * CLASSES + classes.FIVE]:
        begin = FAILED
    elif number & THREATENS:
        relevant(state, table, geometry, search, proof, first, stop, late, side)
        points = search[MARKED : MARKED + BITS].copy()  # a threat within the threat marks points of its own
        if replay(state, table, geometry, search, proof, first, stop, late, side) == FAILED:
            _mark_all(geometry, search)  # the threat is none any more, wherever the defender plays
            points = search[MARKED : MARKED + BITS].copy()
        for n in range(BITS):
            word = points[n]
            while word and begin != FAILED:
                point = U(64) * np.uint64(n) + lowest(word)
                word &= word - U(1)
                if state[CELL + point] or _among(proof, first, count, point):
                    continue
                if search[NODES] >= search[LIMIT]:
                    begin = FAILED
                    break
                make(state, table, geometry, point, other + U(1))
                search[NODES] += U(1)
                failed = replay(state, table, geometry, search, proof, first, stop, late, side) == FAILED
                unmake(state, table, geometry, point)
                if failed and not forbidden(state, table, geometry, point, other):
                    begin = FAILED
        if begin != FAILED:
            begin = skip(proof, first)
    else:
        due, dues = replies(state, geometry, search, side, move)
        if dues == NO_FOUR:
            begin = FAILED
        for n in range(dues & ~NO_FOUR):
            reply = (due >> (U(16) * np.uint64(n))) & LOW
            if not _among(proof, first, count, reply) and not forbidden(state, table, geometry, reply, other):
                begin = FAILED
    for n in range(count):
        if begin == FAILED:
            break
        reply = proof[first + count - U(1) - np.uint64(n)]
        asked = U(0) if state[CELL + reply] else number & THREATENS
        for i in range(dues & ~NO_FOUR):
            asked |= U((due >> (U(16) * np.uint64(i))) & LOW == reply)
        if not asked or forbidden(state, table, geometry, reply, other):
            begin = skip(proof, begin)
            continue
        if search[NODES] >= search[LIMIT]:
            begin = FAILED
            break
        make(state, table, geometry, reply, other + U(1))
        search[NODES] += U(1)
        begin = replay(state, table, geometry, search, proof, begin, stop, late, side)
        unmake(state, table, geometry, reply)
    unmake(state, table, geometry, move)
    return np.uint64(begin)


@kernel
def skip(proof: Words, end: np.uint64) -> np.uint64:
    """Where the proof that ends at ``end`` begins."""
    waiting = U(1)
    while waiting:
        number = proof[end - U(2)]
        waiting += (number & ~THREATENS) + U(number >= THREATENS) - U(1)
        end -= (number & ~THREATENS) + U(2)
    return end


@kernel
def _among(proof: Words, first: np.uint64, count: np.uint64, point: np.uint64) -> np.uint64:
    for n in range(count):
        if proof[first + np.uint64(n)] == point:
            return U(1)
    return U(0)


@kernel
def relevant(
    state: Words,
    table: Table,
    geometry: Words,
    search: Words,
    proof: Words,
    end: np.uint64,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
) -> None:
    """Put into the set MARKED all at which the proof might not replay unchanged, and some more.

    A stone of the defender's matters on the line of a four or five, where it makes a four itself, and where it could
    make a forbidden answer playable, or a move of the attacker's forbidden; since it only ever lowers the attacker's
    shapes, the last takes two threes of which one was not real. What makes a three real may lie anywhere, and a threat
    within the proof looks at the whole board.
    """
    for n in range(BITS):
        search[MARKED + np.uint64(n)] = U(0)
    if _touch(state, table, geometry, search, proof, end, stop, late, side) == FAILED:
        _mark_all(geometry, search)


@kernel
def _mark_all(geometry: Words, search: Words) -> None:
    for point in range(geometry[POINTS]):
        _mark(search, np.uint64(point))


@kernel
def _touch(
    state: Words,
    table: Table,
    geometry: Words,
    search: Words,
    proof: Words,
    end: np.uint64,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
) -> np.uint64:
    move, count, other = proof[end - U(1)], proof[end - U(2)], U(1) - side
    if state[CELL + move] or count >= THREATENS or search[NODES] >= search[LIMIT] or stop[0] or late[0]:
        return FAILED
    kind = state[CLASS + side * CELLS + move]
    code = state[SHAPES + side * CELLS + move]
    for n in range(U(4)):
        if shapes.FOUR <= (code >> (U(4) * np.uint64(n))) & shapes.SHAPE <= shapes.FIVE:
            mark_line(geometry, search, move, np.uint64(n))
    if kind == classes.FIVE:
        return skip(proof, end)
    if side == geometry[FOULS] and _threes(code) > U(1):
        return FAILED
    make(state, table, geometry, move, side + U(1))
    search[NODES] += U(1)
    due, dues = replies(state, geometry, search, side, move)
    begin = end - U(2) - count
    if dues == NO_FOUR or state[COUNT + other * CLASSES + classes.FIVE]:
        begin = FAILED
    for n in range(BITS):
        search[MARKED + np.uint64(n)] |= state[FOURS + other * BITS + np.uint64(n)]
    if other == geometry[FOULS] and state[COUNT + other * CLASSES + classes.FOUL]:
        begin = FAILED  # two fours are forbidden, but the first of them may have been laid before
    for n in range(dues & ~NO_FOUR):
        reply = (due >> (U(16) * np.uint64(n))) & LOW
        if forbidden(state, table, geometry, reply, other):
            for axis in range(U(4)):
                mark_line(geometry, search, reply, np.uint64(axis))
            if _threes(state[SHAPES + other * CELLS + reply]) > U(1):
                begin = FAILED
    for n in range(count):
        if begin == FAILED:
            break
        reply = proof[end - U(3) - np.uint64(n)]
        if state[CELL + reply] or search[NODES] >= search[LIMIT]:
            begin = FAILED
            break
        make(state, table, geometry, reply, other + U(1))
        search[NODES] += U(1)
        begin = _touch(state, table, geometry, search, proof, begin, stop, late, side)
        unmake(state, table, geometry, reply)
    unmake(state, table, geometry, move)
    return np.uint64(begin)


@kernel
def _threes(code: np.uint64) -> np.uint64:
    """On how many axes the shapes of a point are open threes."""
    found = U(0)
    for axis in range(U(4)):
        found += U((code >> (U(4) * np.uint64(axis))) & shapes.SHAPE == shapes.OPEN_THREE)
    return found


@kernel
def mark_line(geometry: Words, search: Words, point: np.uint64, axis: np.uint64) -> None:
    """Put the cells within reach on one axis into the set MARKED."""
    at = AXIS + U(16) * point + U(4) * axis
    before, step = geometry[at + U(2)], geometry[STEP + axis]
    for n in range(before + geometry[at + U(3)] + U(1)):
        _mark(search, point - before * step + np.uint64(n) * step)


@kernel
def _mark(search: Words, point: np.uint64) -> None:
    search[MARKED + (point >> U(6))] |= U(1) << (point & U(63))


@kernel
def defend(
    state: Words,
    table: Table,
    geometry: Words,
    search: Words,
    proof: Words,
    end: np.uint64,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
) -> np.uint64:
    """Fill the set DEFENCES with the points the defender may play at which the proof does not replay unchanged.

    The answer is 1, or 0 when the limit or a flag ended it before the set was whole.
    """
    other = U(1) - side
    relevant(state, table, geometry, search, proof, end, stop, late, side)
    for n in range(BITS):
        search[DEFENCES + np.uint64(n)] = search[MARKED + np.uint64(n)] | state[FIVES + other * BITS + np.uint64(n)]
    for n in range(BITS):
        word = search[DEFENCES + np.uint64(n)]
        while word:
            bit = word & (~word + U(1))
            word ^= bit
            point = U(64) * np.uint64(n) + lowest(bit)
            if state[CELL + point]:
                search[DEFENCES + np.uint64(n)] ^= bit
                continue
            if state[CLASS + other * CELLS + point] == classes.FIVE:
                continue
            if search[NODES] >= search[LIMIT]:
                return U(0)
            make(state, table, geometry, point, other + U(1))
            search[NODES] += U(1)
            held = replay(state, table, geometry, search, proof, end, stop, late, side) != FAILED
            unmake(state, table, geometry, point)
            if search[NODES] >= search[LIMIT] or stop[0] or late[0]:
                return U(0)
            if held or forbidden(state, table, geometry, point, other):
                search[DEFENCES + np.uint64(n)] ^= bit
    return U(1)
