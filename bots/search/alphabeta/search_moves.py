"""Root setup, and making and unmaking moves of the alpha-beta branch."""

import numpy as np

from bots.search.alphabeta.move_ordering import generate_moves, pick_best
from bots.search.alphabeta.search_layout import (
    ENDED,
    LENGTH,
    LIMIT,
    LINE,
    MOVES,
    NEAR,
    NODES,
    OCCUPIED,
    ROOT,
    ROOTS,
    SCORE,
    TOP,
    SearchArrays,
    SearchState,
    killers_place,
    near_place,
    variation_place,
)
from bots.search.alphabeta.transposition_table import NO_MOVE, prepare
from bots.search.alphabeta.winning_fours import SIDE_KEY, has_winning_four
from bots.search.board import point_classes
from bots.search.board.forbidden import is_forbidden
from bots.search.board.layout import BITS, HASH, POINTS, BoardArrays, cell_at, count_of, near_word, zobrist_key
from bots.search.board.moves import do_move, undo_move
from bots.search.board.network import NetworkArrays
from bots.search.runtime.bits import add_point, toggle_point
from bots.search.runtime.jit import U0, U1, U2, U, kernel


@kernel
def init_search(board: BoardArrays, s: SearchState, side: np.uint64, network: NetworkArrays) -> None:
    """Set up a search of the position, the network's root: occupied points, points near them, and the ordered root
    moves."""
    # 1. Point sets; the move stack is empty.
    s[OCCUPIED : OCCUPIED + BITS] = U0
    s[NEAR : NEAR + BITS] = U0
    s[ROOTS] = U0
    s[TOP] = U0
    s[LENGTH] = U0
    for n in range(board.geometry[POINTS]):
        point = np.uint64(n)
        if cell_at(board.state, point):
            add_point(s, OCCUPIED, point)
            for w in range(BITS):
                s[NEAR + np.uint64(w)] |= near_word(board.geometry, point, np.uint64(w))
    # 2. Root moves, best-ranked first: the defences against a threat, or all moves if no defence is legal.
    other = U1 - side
    threats = count_of(board.state, other, point_classes.FIVE)
    threatened = U0 if threats else has_winning_four(board, other)
    for forced in (U1, U0):
        count = generate_moves(board, s, side, U0, threats * forced, threatened * forced, NO_MOVE, network, U1)
        for n in range(count):
            at = MOVES + np.uint64(n)
            point = pick_best(s, at, count - np.uint64(n))
            if not is_forbidden(board, point, side):
                s[ROOT + s[ROOTS]], s[SCORE + s[ROOTS]] = point, U0
                s[ROOTS] += U1
        if s[ROOTS]:
            break


@kernel
def do_search_move(
    board: BoardArrays, arrays: SearchArrays, side: np.uint64, ply: np.uint64, point: np.uint64
) -> np.uint64:
    """Make a move on the branch; return 1, or 0 when a limit or flag ends the search instead."""
    s = arrays.search
    if s[NODES] >= s[LIMIT] or arrays.fours.stop[0] or arrays.fours.late[0]:
        s[ENDED] = U1
        return U0
    s[NODES] += U1
    key = board.state[HASH] ^ zobrist_key(board.geometry, side, point) ^ ((U1 - side) * SIDE_KEY)
    prepare(arrays.entries, key)
    toggle_point(s, OCCUPIED, point)
    for n in range((board.geometry[POINTS] + U(63)) >> U(6)):
        w = np.uint64(n)
        s[near_place(ply + U1) + w] = s[near_place(ply) + w] | near_word(board.geometry, point, w)
    s[LINE + ply + U1] = point
    killers = killers_place(ply + U2)
    s[killers], s[killers + U1] = U0, U0
    do_move(board, point, side + U1)
    return U1


@kernel
def undo_search_move(board: BoardArrays, s: SearchState, point: np.uint64) -> None:
    """Unmake a move of the branch."""
    undo_move(board, point)
    toggle_point(s, OCCUPIED, point)


@kernel
def update_variation(s: SearchState, ply: np.uint64, point: np.uint64) -> None:
    """Set a ply's principal variation to ``point`` followed by that of the next ply."""
    here, below = variation_place(ply), variation_place(ply + U1)
    s[here] = point
    length = s[LENGTH + ply + U1]
    for n in range(length):
        s[here + np.uint64(n) + U1] = s[below + np.uint64(n)]
    s[LENGTH + ply] = length + U1
