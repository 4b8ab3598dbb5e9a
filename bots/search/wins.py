"""Wins that need no search of all moves: by a four that nothing answers, and by fours alone."""

from typing import Final

import numpy as np

from bots.search import classes, vcf
from bots.search.forbidden import forbidden
from bots.search.jit import Bytes, Table, Words, kernel, lowest
from bots.search.layout import BITS, CELLS, CLASS, CLASSES, COUNT, FOULS, FOURS, U
from bots.search.scratch import LIMIT, NODES, SALT

SIDE_KEY: Final = U(0xD1B54A32D192ED03)  # of the second side to move


@kernel
def unanswerable(state: Words, table: Table, geometry: Words, side: np.uint64) -> np.uint64:
    """1 when ``side`` could make an open four or two fours on a point that it may play, else 0."""
    if not state[COUNT + side * CLASSES + classes.WINNING_FOUR]:
        return U(0)
    if side != geometry[FOULS]:
        return U(1)
    for n in range(BITS):
        word = state[FOURS + side * BITS + np.uint64(n)]
        while word:
            point = U(64) * np.uint64(n) + lowest(word)
            word &= word - U(1)
            wins = state[CLASS + side * CELLS + point] == classes.WINNING_FOUR
            if wins and not forbidden(state, table, geometry, point, side):
                return U(1)
    return U(0)


@kernel
def wins_by_fours(
    state: Words,
    table: Table,
    geometry: Words,
    s: Words,
    fours: Words,
    refuted: Words,
    stop: Bytes,
    late: Bytes,
    side: np.uint64,
    budget: np.uint64,
) -> np.uint64:
    """Plies within which ``side``, to move, wins by fours alone; 0 when it does not, or not within the budget.

    ``fours`` is the array of `vcf`, not CONFINED and with WITHIN every point.
    """
    any_four = U(0)
    for kind in range(classes.FOUR, classes.FIVE):
        any_four |= state[COUNT + side * CLASSES + np.uint64(kind)]
    if not any_four:
        return U(0)
    fours[: vcf.CONFINED] = U(0)
    fours[vcf.LIMIT] = min(budget, s[LIMIT] - min(s[NODES], s[LIMIT]))
    fours[vcf.SALT] = s[SALT] ^ (side * SIDE_KEY)
    fours[vcf.LEFT] = ~U(0)
    won = vcf.attack(state, table, geometry, fours, refuted, stop, late, side)
    s[NODES] += fours[vcf.NODES]
    return _plies(fours) if won == vcf.WON else U(0)


@kernel
def _plies(fours: Words) -> np.uint64:
    """Plies to the five along the longest line of a proof, if its last four is answered as long as may be."""
    at = vcf.PROOFS + fours[vcf.PROOF]
    top, deepest = vcf.MOVES, U(0)
    fours[top] = U(1)
    while at > vcf.PROOFS:
        level, answers = fours[top], fours[at - U(2)]
        deepest = max(deepest, level)
        for n in range(answers):
            fours[top + np.uint64(n)] = level + U(1)
        top += answers - U(1)
        at -= answers + U(2)
    return U(2) * deepest + U(1)
