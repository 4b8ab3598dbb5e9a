"""Move generation and ordering, and the killer, counter-move and history updates after a cut-off."""

from typing import Final

import numpy as np

from bots.search.alphabeta.margins import COUNTER, KILLER, PAST, PAST_BITS
from bots.search.alphabeta.search_layout import (
    LINE,
    MARGINS,
    MOVES,
    OCCUPIED,
    SELECTIVE,
    TOP,
    SearchState,
    counter_place,
    history_place,
    killers_place,
    near_place,
)
from bots.search.board import point_classes
from bots.search.board.evaluation import sort_rank
from bots.search.board.layout import (
    BITS,
    ENCLOSED,
    FIVES,
    FOURS,
    POINTS,
    BoardArrays,
    State,
    class_at,
    count_of,
    fives_word,
    fours_word,
    star_word,
)
from bots.search.board.network import NetworkArrays, added_rank
from bots.search.runtime.bits import lowest_point, without_lowest
from bots.search.runtime.jit import I0, U0, U1, U4, I, U, kernel

POINT: Final = U(0xFFFF)  # mask of the point in a packed move; the rank lies above it
HISTORY_MOST: Final = U(1 << 11)
FIRST: Final = U(1 << 40)  # of the move to try first


@kernel
def generate_moves(
    board: BoardArrays,
    search: SearchState,
    side: np.uint64,
    ply: np.uint64,
    threats: np.uint64,
    threatened: np.uint64,
    best: np.uint64,
    network: NetworkArrays,
    refined: np.uint64,
) -> np.uint64:
    """Push the moves to try onto the move stack, unordered and with forbidden moves among them; return their number.

    ``threats``: number of points where the opponent makes five. ``threatened``: 1 when the opponent has a winning four.
    ``best``: the move to rank first, or NO_MOVE. ``refined``: 1 if the network, which has followed to the position,
    adds to the ranks.
    """
    state, geometry = board.state, board.geometry
    other = U1 - side
    count = U0
    base = MOVES + search[TOP]
    killers = killers_place(ply)
    counter = search[counter_place(other, search[LINE + ply])]
    forbids = threatened and count_of(state, other, point_classes.FORBIDDEN)
    for n in range((geometry[POINTS] + U(63)) >> U(6)):
        w = np.uint64(n)
        if threats:
            word = fives_word(state, other, w)
            if geometry[ENCLOSED]:
                word |= _word_of_neighbours(board, FIVES + other * BITS, point_classes.FIVE, other, w)
        elif threatened:
            word = fours_word(state, other, w) | fours_word(state, side, w)
            if geometry[ENCLOSED]:
                word |= _word_of_neighbours(board, FOURS + other * BITS, point_classes.WINNING_FOUR, other, w)
            if forbids:
                word |= search[near_place(ply) + w]
        else:
            word = search[near_place(ply) + w]
        word &= ~search[OCCUPIED + w]
        while word:
            point = lowest_point(w, word)
            word = without_lowest(word)
            # a point forbidden to the opponent now may become the point of its five later
            if forbids and max(class_at(state, side, point), class_at(state, other, point)) < point_classes.FOUR:
                continue
            rank = sort_rank(board, side, point)
            if refined:
                rank = np.uint64(max(I0, I(rank) + added_rank(network, side, point)))
            if search[SELECTIVE]:
                rank += (search[history_place(side, point)] * search[MARGINS + PAST]) >> U(PAST_BITS)
                killer = search[killers] == point + U1 or search[killers + U1] == point + U1
                rank += search[MARGINS + KILLER] * U(killer)
                rank += search[MARGINS + COUNTER] * U(counter == point + U1)
            rank += FIRST * U(point == best)
            search[base + count] = (rank << U(16)) | point
            count += U1
    return count


@kernel
def _word_of_neighbours(
    board: BoardArrays, points: np.uint64, kind: np.uint64, side: np.uint64, w: np.uint64
) -> np.uint64:
    """Return word ``w`` of the set of points within reach of any point of class ``kind`` in a set.

    Where a five enclosed on both ends does not win, a stone beyond the end of a five can be the answer.
    """
    found = U0
    for n in range(BITS):
        word = board.state[points + np.uint64(n)]
        while word:
            point = lowest_point(np.uint64(n), word)
            word = without_lowest(word)
            if class_at(board.state, side, point) == kind:
                found |= star_word(board.geometry, point, w)
    return found


@kernel
def pick_best(search: SearchState, at: np.uint64, count: np.uint64) -> np.uint64:
    """Swap the highest-ranked of the ``count`` moves from ``at`` on to the front; return its point."""
    first = at
    for n in range(U1, count):
        if search[at + np.uint64(n)] > search[first]:
            first = at + np.uint64(n)
    move = search[first]
    search[first] = search[at]
    search[at] = move
    return np.uint64(move & POINT)


@kernel
def rank_of(move: np.uint64) -> np.uint64:
    """Return the rank of a packed move, without FIRST."""
    return (move >> U(16)) & (FIRST - U1)


@kernel
def is_forcing(mine: np.uint64, theirs: np.uint64) -> np.uint64:
    """Tell whether a point of these classes makes or stops an open three or more."""
    return U(
        point_classes.OPEN_THREE <= mine <= point_classes.FIVE
        or point_classes.OPEN_THREE <= theirs <= point_classes.FIVE
    )


@kernel
def partition_forcing(state: State, search: SearchState, side: np.uint64, at: np.uint64, end: np.uint64) -> np.uint64:
    """Move the forcing moves in ``at`` to ``end`` to the front; return the place of the first quiet one."""
    for n in range(at, end):
        move = search[np.uint64(n)]
        point = move & POINT
        if is_forcing(class_at(state, side, point), class_at(state, U1 - side, point)):
            search[np.uint64(n)] = search[at]
            search[at] = move
            at += U1
    return at


@kernel
def reward_quiet(search: SearchState, side: np.uint64, ply: np.uint64, point: np.uint64, depth: np.int64) -> None:
    """Reward a quiet move that caused a cut-off: store it as killer and counter-move, and raise its history."""
    killers = killers_place(ply)
    if search[killers] != point + U1:
        search[killers + U1] = search[killers]
        search[killers] = point + U1
    search[counter_place(U1 - side, search[LINE + ply])] = point + U1
    at = history_place(side, point)
    bonus = _history_bonus(depth)
    search[at] += bonus - search[at] * bonus // HISTORY_MOST


@kernel
def punish_quiet(search: SearchState, side: np.uint64, point: np.uint64, depth: np.int64) -> None:
    """Lower the history of a quiet move that was tried before the one that caused a cut-off."""
    at = history_place(side, point)
    search[at] -= search[at] * _history_bonus(depth) // HISTORY_MOST


@kernel
def _history_bonus(depth: np.int64) -> np.uint64:
    return min(U(32) * np.uint64(depth * depth), HISTORY_MOST // U4)
