"""Wins found without a full-width search: by an unstoppable four, and by continuous fours."""

from typing import Final

import numpy as np

from bots.search.alphabeta.search_layout import FOUR_NODES, LIMIT, NODES, SearchArrays
from bots.search.board import point_classes, shapes
from bots.search.board.forbidden import is_forbidden
from bots.search.board.layout import BITS, FORBIDDEN_SIDE, BoardArrays, State, class_at, count_of, fours_word, shapes_at
from bots.search.board.shapes import shape_on
from bots.search.runtime.bits import lowest_point, without_lowest
from bots.search.runtime.jit import U0, U1, U2, U4, U, kernel
from bots.search.solver import solver_layout, vcf
from bots.search.solver.solver_layout import SolverState

SIDE_KEY: Final = U(0xD1B54A32D192ED03)  # mixed into the key when the second side is to move
SEVERAL: Final = U4  # four points, two to each three, whose stones may meet on another line


@kernel
def has_winning_four(board: BoardArrays, side: np.uint64) -> np.uint64:
    """Return 1 when ``side`` has a playable point that makes an open four or two fours, else 0."""
    state = board.state
    if not count_of(state, side, point_classes.WINNING_FOUR):
        return U0
    if side != board.geometry[FORBIDDEN_SIDE]:
        return U1
    for n in range(BITS):
        word = fours_word(state, side, np.uint64(n))
        while word:
            point = lowest_point(np.uint64(n), word)
            word = without_lowest(word)
            wins = class_at(state, side, point) == point_classes.WINNING_FOUR
            if wins and not is_forbidden(board, point, side):
                return U1
    return U0


@kernel
def fours_may_win(state: State, side: np.uint64) -> np.uint64:
    """Return 1 when ``side`` may win by continuous fours, else 0: a cheap filter before the search.

    An answered four is worth what its stone makes on other lines: a three on one, or smaller shapes of several fours
    that may combine. Fours hardly ever win where this is 0.
    """
    if count_of(state, side, point_classes.FOUR_THREE) or count_of(state, side, point_classes.WINNING_FOUR):
        return U1
    if not count_of(state, side, point_classes.FOUR):
        return U0
    several = U0
    for n in range(BITS):
        word = fours_word(state, side, np.uint64(n))
        while word:
            point = lowest_point(np.uint64(n), word)
            word = without_lowest(word)
            most = U0  # strongest shape on the lines without the four
            for axis in range(U4):
                shape = shape_on(shapes_at(state, side, point), np.uint64(axis))
                if shape < shapes.FOUR:
                    most = max(most, shape)
            if most >= shapes.THREE:
                return U1
            several += U(most > shapes.NONE)
    return U(several >= SEVERAL)


@kernel
def plies_to_win_by_fours(board: BoardArrays, arrays: SearchArrays, side: np.uint64, budget: np.uint64) -> np.uint64:
    """Return the plies within which ``side``, to move, wins by fours alone; 0 when the budget of stones finds no win.

    ``fours`` is the array of `vcf`, not CONFINED and with WITHIN every point.
    """
    s, fours = arrays.search, arrays.fours.search
    if not fours_may_win(board.state, side):
        return U0
    fours[: solver_layout.CONFINED] = U0
    fours[solver_layout.LIMIT] = min(budget, s[LIMIT] - min(s[NODES], s[LIMIT]))
    fours[solver_layout.SALT] = side * SIDE_KEY
    fours[solver_layout.LEFT] = ~U0
    won = vcf.search_vcf(board, arrays.fours, side)
    s[NODES] += fours[solver_layout.NODES]
    s[FOUR_NODES] += fours[solver_layout.NODES]
    return _longest_line(fours) if won == solver_layout.WON else U0


@kernel
def _longest_line(fours: SolverState) -> np.uint64:
    """Return the plies to the five along the longest line of a proof, with its last four answered."""
    at = solver_layout.PROOFS + fours[solver_layout.PROOF]
    top, deepest = solver_layout.MOVES, U0
    fours[top] = U1
    while at > solver_layout.PROOFS:
        level, answers = fours[top], fours[at - U2]
        deepest = max(deepest, level)
        for n in range(answers):
            fours[top + np.uint64(n)] = level + U1
        top += answers - U1
        at -= answers + U2
    return U2 * deepest + U1
