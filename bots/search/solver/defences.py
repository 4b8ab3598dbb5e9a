"""Defences against an attack: the points at which its proof does not replay unchanged.

A proof is read backwards from its end, as `search_vcf` writes it: the move, the number of answers, the answers, and
before them the proofs of the wins after each answer. When the number carries THREATENS, the move makes no four but
threatens an attack, whose proof lies between the answers and the earlier proofs. The conditions are those of `check`.
"""

from typing import Final

import numpy as np

from bots.search.board import point_classes, shapes
from bots.search.board.forbidden import is_forbidden
from bots.search.board.layout import (
    BITS,
    FORBIDDEN_SIDE,
    POINTS,
    STEP,
    BoardArrays,
    Geometry,
    cell_at,
    cells_after,
    cells_before,
    class_at,
    count_of,
    fives_word,
    fours_word,
    shapes_at,
)
from bots.search.board.moves import do_move, undo_move
from bots.search.board.shapes import shape_on
from bots.search.runtime.bits import add_point, lowest_point, unpack_point, without_lowest
from bots.search.runtime.jit import U0, U1, U2, U4, U, kernel
from bots.search.solver.solver_layout import (
    DEFENCES,
    LIMIT,
    MARKED,
    NESTED,
    NO_FOUR,
    NODES,
    TOUCHED,
    ProofWords,
    SolverArrays,
    SolverState,
)
from bots.search.solver.vcf import find_replies

THREATENS: Final = U(1 << 15)
FAILED: Final = ~U0  # returned in place of the start of a proof


@kernel
def replay_proof(
    board: BoardArrays, solver: SolverArrays, proof: ProofWords, end: np.uint64, side: np.uint64
) -> np.uint64:
    """Replay the proof that ends at ``end``; return its start, or FAILED when the attacker, to move, does not win by
    it.

    Also returns FAILED once the node limit is passed or a flag is set. Changes the set MARKED when part of the proof
    threatens.
    """
    state, geometry = board.state, board.geometry
    search, stop, late = solver.search, solver.stop, solver.late
    move, number, other = proof[end - U1], proof[end - U2], U1 - side
    kind = class_at(state, side, move)
    if cell_at(state, move) or search[NODES] >= search[LIMIT] or stop[0] or late[0]:
        return FAILED
    if kind == point_classes.FIVE:
        return skip_proof(proof, end)
    if is_forbidden(board, move, side):
        return FAILED
    do_move(board, move, side + U1)
    search[NODES] += U1
    count = number & ~THREATENS
    first = end - U2 - count  # place of the answers
    begin = first
    due, dues = U0, NO_FOUR
    if count_of(state, other, point_classes.FIVE):
        begin = FAILED
    elif number & THREATENS:
        mark_relevant(board, solver, proof, first, side)
        points = TOUCHED + BITS * search[NESTED]  # a threat within the threat marks its own points
        search[NESTED] += U1
        _keep_marked(search, points)
        if replay_proof(board, solver, proof, first, side) == FAILED:
            _mark_all(geometry, search)  # the threat itself fails, wherever the defender plays
            _keep_marked(search, points)
        for n in range(BITS):
            word = search[points + np.uint64(n)]
            while word and begin != FAILED:
                point = lowest_point(np.uint64(n), word)
                word = without_lowest(word)
                if cell_at(state, point) or _is_among(proof, first, count, point):
                    continue
                if search[NODES] >= search[LIMIT]:
                    begin = FAILED
                    break
                do_move(board, point, other + U1)
                search[NODES] += U1
                failed = replay_proof(board, solver, proof, first, side) == FAILED
                undo_move(board, point)
                if failed and not is_forbidden(board, point, other):
                    begin = FAILED
        search[NESTED] -= U1
        if begin != FAILED:
            begin = skip_proof(proof, first)
    else:
        due, dues = find_replies(board, search, side, move)
        if dues == NO_FOUR:
            begin = FAILED
        for n in range(dues & ~NO_FOUR):
            reply = unpack_point(due, np.uint64(n))
            if not _is_among(proof, first, count, reply) and not is_forbidden(board, reply, other):
                begin = FAILED
    for n in range(count):
        if begin == FAILED:
            break
        reply = proof[first + count - U1 - np.uint64(n)]
        asked = U0 if cell_at(state, reply) else number & THREATENS
        for i in range(dues & ~NO_FOUR):
            asked |= U(unpack_point(due, np.uint64(i)) == reply)
        if not asked or is_forbidden(board, reply, other):
            begin = skip_proof(proof, begin)
            continue
        if search[NODES] >= search[LIMIT]:
            begin = FAILED
            break
        do_move(board, reply, other + U1)
        search[NODES] += U1
        begin = replay_proof(board, solver, proof, begin, side)
        undo_move(board, reply)
    undo_move(board, move)
    return np.uint64(begin)


@kernel
def skip_proof(proof: ProofWords, end: np.uint64) -> np.uint64:
    """Return the start of the proof that ends at ``end``."""
    waiting = U1
    while waiting:
        number = proof[end - U2]
        waiting += (number & ~THREATENS) + U(number >= THREATENS) - U1
        end -= (number & ~THREATENS) + U2
    return end


@kernel
def _is_among(proof: ProofWords, first: np.uint64, count: np.uint64, point: np.uint64) -> np.uint64:
    for n in range(count):
        if proof[first + np.uint64(n)] == point:
            return U1
    return U0


@kernel
def mark_relevant(board: BoardArrays, solver: SolverArrays, proof: ProofWords, end: np.uint64, side: np.uint64) -> None:
    """Fill the set MARKED with a superset of the points at which the proof might not replay unchanged.

    A defender's stone matters on the line of a four or five, where it makes a four itself, where it could make a
    forbidden answer playable, and where it could make an attacker's move forbidden. A defender's stone only lowers the
    attacker's shapes, so the last case needs two threes, one of them not real. The stones that make a three real may
    lie anywhere, and a threat within the proof depends on the whole board: both mark every point.
    """
    for n in range(BITS):
        solver.search[MARKED + np.uint64(n)] = U0
    if _mark_touched(board, solver, proof, end, side) == FAILED:
        _mark_all(board.geometry, solver.search)


@kernel
def _keep_marked(search: SolverState, at: np.uint64) -> None:
    """Copy the set MARKED to the words from ``at`` on."""
    for n in range(BITS):
        search[at + np.uint64(n)] = search[MARKED + np.uint64(n)]


@kernel
def _mark_all(geometry: Geometry, search: SolverState) -> None:
    for point in range(geometry[POINTS]):
        _mark_point(search, np.uint64(point))


@kernel
def _mark_touched(
    board: BoardArrays, solver: SolverArrays, proof: ProofWords, end: np.uint64, side: np.uint64
) -> np.uint64:
    state, geometry = board.state, board.geometry
    search = solver.search
    move, count, other = proof[end - U1], proof[end - U2], U1 - side
    if cell_at(state, move) or count >= THREATENS or search[NODES] >= search[LIMIT] or solver.stop[0] or solver.late[0]:
        return FAILED
    kind = class_at(state, side, move)
    code = shapes_at(state, side, move)
    for n in range(U4):
        if shapes.FOUR <= shape_on(code, np.uint64(n)) <= shapes.FIVE:
            mark_line(geometry, search, move, np.uint64(n))
    if kind == point_classes.FIVE:
        return skip_proof(proof, end)
    if side == geometry[FORBIDDEN_SIDE] and _count_threes(code) > U1:
        return FAILED
    do_move(board, move, side + U1)
    search[NODES] += U1
    due, dues = find_replies(board, search, side, move)
    begin = end - U2 - count
    if dues == NO_FOUR or count_of(state, other, point_classes.FIVE):
        begin = FAILED
    for n in range(BITS):
        search[MARKED + np.uint64(n)] |= fours_word(state, other, np.uint64(n))
    if other == geometry[FORBIDDEN_SIDE] and count_of(state, other, point_classes.FORBIDDEN):
        begin = FAILED  # two fours are forbidden, but the first of them may have been made before
    for n in range(dues & ~NO_FOUR):
        reply = unpack_point(due, np.uint64(n))
        if is_forbidden(board, reply, other):
            for axis in range(U4):
                mark_line(geometry, search, reply, np.uint64(axis))
            if _count_threes(shapes_at(state, other, reply)) > U1:
                begin = FAILED
    for n in range(count):
        if begin == FAILED:
            break
        reply = proof[end - U(3) - np.uint64(n)]
        if cell_at(state, reply) or search[NODES] >= search[LIMIT]:
            begin = FAILED
            break
        do_move(board, reply, other + U1)
        search[NODES] += U1
        begin = _mark_touched(board, solver, proof, begin, side)
        undo_move(board, reply)
    undo_move(board, move)
    return np.uint64(begin)


@kernel
def _count_threes(code: np.uint64) -> np.uint64:
    """Count the axes on which the shapes of a point are open threes."""
    found = U0
    for axis in range(U4):
        found += U(shape_on(code, np.uint64(axis)) == shapes.OPEN_THREE)
    return found


@kernel
def mark_line(geometry: Geometry, search: SolverState, point: np.uint64, axis: np.uint64) -> None:
    """Add the cells within reach of the point on one axis to the set MARKED."""
    before, step = cells_before(geometry, point, axis), geometry[STEP + axis]
    for n in range(before + cells_after(geometry, point, axis) + U1):
        _mark_point(search, point - before * step + np.uint64(n) * step)


@kernel
def _mark_point(search: SolverState, point: np.uint64) -> None:
    add_point(search, MARKED, point)


@kernel
def find_defences(
    board: BoardArrays, solver: SolverArrays, proof: ProofWords, end: np.uint64, side: np.uint64
) -> np.uint64:
    """Fill the set DEFENCES with the legal points of the defender at which the proof does not replay unchanged.

    Returns 1, or 0 when the limit or a flag ended the search before the set was complete.
    """
    state = board.state
    search = solver.search
    other = U1 - side
    mark_relevant(board, solver, proof, end, side)
    for n in range(BITS):
        search[DEFENCES + np.uint64(n)] = search[MARKED + np.uint64(n)] | fives_word(state, other, np.uint64(n))
    for n in range(BITS):
        word = search[DEFENCES + np.uint64(n)]
        while word:
            bit = word & (~word + U1)
            word ^= bit
            point = lowest_point(np.uint64(n), bit)
            if cell_at(state, point):
                search[DEFENCES + np.uint64(n)] ^= bit
                continue
            if class_at(state, other, point) == point_classes.FIVE:
                continue
            if search[NODES] >= search[LIMIT]:
                return U0
            do_move(board, point, other + U1)
            search[NODES] += U1
            held = replay_proof(board, solver, proof, end, side) != FAILED
            undo_move(board, point)
            if search[NODES] >= search[LIMIT] or solver.stop[0] or solver.late[0]:
                return U0
            if held or is_forbidden(board, point, other):
                search[DEFENCES + np.uint64(n)] ^= bit
    return U1
