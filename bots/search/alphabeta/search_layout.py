"""Layout of the working array ``search`` of alpha-beta, and accessors of its fields."""

from typing import Final, NamedTuple

import numpy as np

from bots.search.alphabeta.margins import MARGIN_WORDS
from bots.search.alphabeta.transposition_table import Entries
from bots.search.board.layout import BITS, CELLS
from bots.search.board.network import NetworkArrays
from bots.search.runtime.jit import U0, U1, U2, U4, U, Words, kernel
from bots.search.solver.solver_layout import SolverArrays

SearchState = Words
"""Working memory of alpha-beta besides the board, shape (SEARCH_WORDS,): global fields, then fields for each ply."""


class SearchArrays(NamedTuple):
    """The arrays of alpha-beta, and those of its search for fours, whose flags end both."""

    search: SearchState
    entries: Entries
    fours: SolverArrays
    network: NetworkArrays


PLIES: Final = U(96)  # longest branch; extensions for forced replies stay well below it

NODES: Final = U0  # stones put on the board so far
LIMIT: Final = U1  # most stones that may be put
ENDED: Final = U2  # 1 once a limit or flag has ended the search; its score is then meaningless
SELECTIVE: Final = U(3)  # 1; or 0 for plain alpha-beta without pruning or table, an oracle for tests
TOP: Final = U4  # top of the stack of moves to try
AGE: Final = U(5)  # age of the search in the transposition table
ROOTS: Final = U(6)  # number of moves at the root
OCCUPIED: Final = U(7)  # the set of points with stones
NEAR: Final = OCCUPIED + BITS  # per ply: the set of points near stones, occupied ones included
LINE: Final = NEAR + (PLIES + U1) * BITS  # per ply: the move made; the first is the last move of the game
KILLERS: Final = LINE + PLIES + U2  # per ply: two quiet moves that caused cut-offs, plus 1
COUNTERS: Final = KILLERS + U2 * (PLIES + U1)  # per side and point: the counter-move to the stone there, plus 1
HISTORY: Final = COUNTERS + U2 * CELLS  # per side and point: the history value
LENGTH: Final = HISTORY + U2 * CELLS  # per ply: length of its principal variation
VARIATION: Final = LENGTH + PLIES + U2  # per ply: moves of its principal variation
ROOT: Final = VARIATION + (PLIES + U2) * PLIES  # root moves, best first
SCORE: Final = ROOT + CELLS  # signed score of each root move; a bound unless it was the best
MOVES: Final = SCORE + CELLS  # stack of moves to try, for the whole branch
STATIC: Final = MOVES + (PLIES + U2) * CELLS  # per ply: signed static score for the side to move there
MARGINS: Final = STATIC + PLIES + U1  # the tables of `margins`
COUNTS: Final = MARGINS + MARGIN_WORDS  # of a search: counts of nodes and cut-offs by kind, and the longest branch
FOUR_NODES: Final = COUNTS  # nodes that searches for fours took
LEAVES: Final = COUNTS + U1  # nodes without depth left
CUTS: Final = COUNTS + U2  # cut-offs after a move
FIRST_CUTS: Final = COUNTS + U(3)  # cut-offs after the first move
DEEPEST_PLY: Final = COUNTS + U4
SEARCH_WORDS: Final = COUNTS + U(5)


@kernel
def near_place(ply: np.uint64) -> np.uint64:
    """Return the first word of the set of points near stones at a ply."""
    return NEAR + ply * BITS


@kernel
def killers_place(ply: np.uint64) -> np.uint64:
    """Return the place of the first killer of a ply; the second follows it."""
    return KILLERS + U2 * ply


@kernel
def counter_place(side: np.uint64, point: np.uint64) -> np.uint64:
    """Return the place of the counter-move to a side's stone on the point."""
    return COUNTERS + side * CELLS + point


@kernel
def history_place(side: np.uint64, point: np.uint64) -> np.uint64:
    """Return the place of the history value, 0 to HISTORY_MOST, of a side's stone on the point."""
    return HISTORY + side * CELLS + point


@kernel
def variation_place(ply: np.uint64) -> np.uint64:
    """Return the place of the first move of a ply's principal variation."""
    return VARIATION + ply * PLIES
