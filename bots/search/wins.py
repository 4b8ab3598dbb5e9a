"""Wins that need no search of all moves: by a four that nothing answers, and by fours alone."""

from typing import Final

import numpy as np

from bots.search import classes, shapes, vcf
from bots.search.forbidden import forbidden
from bots.search.jit import Bytes, Table, Words, kernel, lowest
from bots.search.layout import BITS, CELLS, CLASS, CLASSES, COUNT, FOULS, FOURS, SHAPES, U
from bots.search.scratch import LIMIT, NODES

SIDE_KEY: Final = U(0xD1B54A32D192ED03)  # of the second side to move
SEVERAL: Final = U(4)  # points of fours, two to each three: the stones of some may come together on another line


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
def fours_lead_on(state: Words, side: np.uint64) -> np.uint64:
    """1 when the stone of some four of ``side`` makes a three on another line, or those of several may do; else 0.

    Once a four is answered it is worth what its stone makes elsewhere: hardly ever do fours win where this is 0.
    """
    if state[COUNT + side * CLASSES + classes.FOUR_THREE] or state[COUNT + side * CLASSES + classes.WINNING_FOUR]:
        return U(1)
    if not state[COUNT + side * CLASSES + classes.FOUR]:
        return U(0)
    several = U(0)
    for n in range(BITS):
        word = state[FOURS + side * BITS + np.uint64(n)]
        while word:
            point = U(64) * np.uint64(n) + lowest(word)
            word &= word - U(1)
            most = U(0)  # of the lines that the four is not on
            for axis in range(U(4)):
                shape = (state[SHAPES + side * CELLS + point] >> (U(4) * np.uint64(axis))) & shapes.SHAPE
                if shape < shapes.FOUR:
                    most = max(most, shape)
            if most >= shapes.THREE:
                return U(1)
            several += U(most > shapes.NONE)
    return U(several >= SEVERAL)


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
    """Plies within which ``side``, to move, wins by fours alone; 0 when that is not found within the budget of stones.

    ``fours`` is the array of `vcf`, not CONFINED and with WITHIN every point.
    """
    if not fours_lead_on(state, side):
        return U(0)
    fours[: vcf.CONFINED] = U(0)
    fours[vcf.LIMIT] = min(budget, s[LIMIT] - min(s[NODES], s[LIMIT]))
    fours[vcf.SALT] = side * SIDE_KEY
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
