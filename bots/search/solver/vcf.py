"""VCF: victory by continuous fours, searched exhaustively.

Every attacker's move makes a four, so the defender has one answer or none. A four that gives the defender a four forces
the attacker's next move. Refuted positions are remembered by zobrist key; wins need no memory, because a win at any
node ends the search along its branch.
"""

import numpy as np

from bots.search.board import point_classes, shapes
from bots.search.board.forbidden import is_forbidden
from bots.search.board.layout import (
    BITS,
    ENCLOSED,
    HASH,
    STEP,
    BoardArrays,
    State,
    class_at,
    count_of,
    fives_word,
    fours_word,
    key_place,
    shapes_at,
    window_shift,
    zobrist_key,
)
from bots.search.board.moves import do_move, undo_move
from bots.search.runtime.bits import lowest_bit, lowest_point, unpack_point, without_lowest
from bots.search.runtime.instructions import prefetch
from bots.search.runtime.jit import U0, U1, U2, U4, U, kernel
from bots.search.solver.solver_layout import (
    CONFINED,
    CUT,
    LEFT,
    LIMIT,
    MOVES,
    NO_FOUR,
    NODES,
    NOWHERE,
    PROOF,
    PROOF_LIMIT,
    PROOFS,
    REFUTED,
    SALT,
    SPREAD,
    TICK,
    TOP,
    UNKNOWN,
    WITHIN,
    WON,
    SolverArrays,
    SolverState,
)


@kernel
def search_vcf(board: BoardArrays, solver: SolverArrays, side: np.uint64) -> np.uint64:
    """Search for a win of ``side``, to move, by fours alone: WON, REFUTED, or UNKNOWN when the limit or a flag ended
    it.

    Once CUT is set, REFUTED only rules out wins by at most LEFT fours. The proof is written children first; a node is
    its answers, their number and the move.
    """
    state = board.state
    search, refuted = solver.search, solver.refuted
    other = U1 - side
    five = find_five(state, search, side)
    if five != NOWHERE:
        _write_proof(search, five, U0, U0)
        return WON
    if search[LEFT] == U0:
        for kind in range(point_classes.FOUR, point_classes.WINNING_FOUR + U1):
            search[CUT] |= U(count_of(state, side, np.uint64(kind)) > U0)
        return REFUTED
    key = _key_of(search, state[HASH])
    slot = key & U(refuted.size - 1)
    if refuted[slot] == key:
        return REFUTED
    threats = count_of(state, other, point_classes.FIVE)
    bottom = search[TOP]
    if threats < U2 or board.geometry[ENCLOSED]:
        _generate_fours(board, search, side)
    result = REFUTED
    while search[TOP] > bottom:
        search[TOP] -= U1
        point = search[MOVES + search[TOP]] & U(0xFFFF)
        if is_forbidden(board, point, side):
            continue
        if search[NODES] >= search[LIMIT] or search[PROOF] > PROOF_LIMIT or solver.stop[0] or solver.late[0]:
            result = UNKNOWN
            break
        mark = search[PROOF]
        do_move(board, point, side + U1)
        search[NODES] += U1
        search[LEFT] -= search[TICK]
        points, number = find_replies(board, search, side, point)
        result = REFUTED if number == NO_FOUR or count_of(state, other, point_classes.FIVE) else WON
        answers, count = U0, U0
        for n in range(number):
            reply = unpack_point(points, np.uint64(n))
            if result != WON:
                break
            if is_forbidden(board, reply, other):
                continue
            if search[NODES] >= search[LIMIT]:
                result = UNKNOWN
                break
            prepare_vcf(solver, state[HASH] ^ zobrist_key(board.geometry, other, reply))
            do_move(board, reply, other + U1)
            search[NODES] += U1
            result = search_vcf(board, solver, side)
            undo_move(board, reply)
            answers |= reply << (U(16) * count)
            count += U1
        search[LEFT] += search[TICK]
        undo_move(board, point)
        if result == WON:
            _write_proof(search, point, answers, count)
            break
        search[PROOF] = mark
        if result == UNKNOWN:
            break
    search[TOP] = bottom
    if result == REFUTED:
        refuted[slot] = key
    return result


@kernel
def prepare_vcf(solver: SolverArrays, position: np.uint64) -> None:
    """Begin to load what is remembered of a position, given by its zobrist key."""
    prefetch(solver.refuted, _key_of(solver.search, position) & U(solver.refuted.size - 1))


@kernel
def _key_of(search: SolverState, position: np.uint64) -> np.uint64:
    """Return the key under which a position is refuted, from its zobrist key: within so many fours, for one side."""
    return np.uint64(position ^ search[SALT] ^ (search[LEFT] * SPREAD))


@kernel
def find_five(state: State, search: SolverState, side: np.uint64) -> np.uint64:
    """Return the first point on which the attacker may make five, or NOWHERE."""
    if count_of(state, side, point_classes.FIVE):
        for n in range(BITS):
            word = fives_word(state, side, np.uint64(n)) & search[WITHIN + np.uint64(n)]
            if word:
                return lowest_point(np.uint64(n), word)
    return NOWHERE


@kernel
def find_replies(
    board: BoardArrays, search: SolverState, side: np.uint64, point: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Find the defender's replies that leave no five after the attacker's stone on ``point``.

    Returns the points, sixteen bits each, and their number: at most 4, or NO_FOUR when the stone made no four.
    """
    state, geometry = board.state, board.geometry
    if search[CONFINED]:
        inside, outside, five = U0, U0, U0
        for n in range(BITS):
            word = fives_word(state, side, np.uint64(n))
            outside |= word & ~search[WITHIN + np.uint64(n)]
            word &= search[WITHIN + np.uint64(n)]
            while word:
                five = lowest_point(np.uint64(n), word)
                word = without_lowest(word)
                inside += U1
        if inside == U0 or (outside and geometry[ENCLOSED]):
            return U0, NO_FOUR  # one reply may stop two fives here, so all of them must be within
        if outside:
            return five, U(inside == U1)
    kind = class_at(state, side, point)
    if kind == point_classes.WINNING_FOUR:
        return U0, U0
    code = shapes_at(state, side, point)
    for n in range(U4):
        axis = np.uint64(n)
        if shapes.shape_on(code, axis) == shapes.FOUR:
            key, shift = state[key_place(geometry, point, axis)], window_shift(geometry, point, axis)
            entry = shapes.look_up_shape(board.table, key, shift) >> (shapes.WHITE * side)
            points, number = U0, U0
            answers = (entry >> shapes.ANSWERS) & shapes.ANSWER_BITS
            while answers:
                bit = lowest_bit(answers)
                answers = without_lowest(answers)
                # the window's ten other cells from the left; the point is between the fifth and the sixth
                steps = bit + U(bit >= shapes.REACH)
                reply = point + steps * geometry[STEP + axis] - shapes.REACH * geometry[STEP + axis]
                points |= reply << (U(16) * number)
                number += U1
            return points, number
    return U0, NO_FOUR


@kernel
def _generate_fours(board: BoardArrays, search: SolverState, side: np.uint64) -> None:
    """Push the fours to try onto the move stack, best last; against a four, only those that stop it."""
    state = board.state
    other = U1 - side
    threatened = count_of(state, other, point_classes.FIVE) and not board.geometry[ENCLOSED]
    bottom = search[TOP]
    for n in range(BITS):
        word = fours_word(state, side, np.uint64(n)) & search[WITHIN + np.uint64(n)]
        if threatened:
            word &= fives_word(state, other, np.uint64(n))
        while word:
            point = lowest_point(np.uint64(n), word)
            word = without_lowest(word)
            move = (class_at(state, side, point) << U(16)) | point
            at = search[TOP]
            while at > bottom and search[MOVES + at - U1] > move:
                search[MOVES + at] = search[MOVES + at - U1]
                at -= U1
            search[MOVES + at] = move
            search[TOP] += U1


@kernel
def _write_proof(search: SolverState, point: np.uint64, answers: np.uint64, count: np.uint64) -> None:
    at = PROOFS + search[PROOF]
    for n in range(count):
        search[at + np.uint64(n)] = unpack_point(answers, np.uint64(n))
    search[at + count] = count
    search[at + count + U1] = point
    search[PROOF] += count + U2
