"""Layout of the array ``search`` that alpha-beta works in, and accessors of its fields."""

from typing import Final

import numpy as np

from bots.search.board.layout import BITS, CELLS, U
from bots.search.runtime.jit import Words, kernel

SearchState = Words
"""What alpha-beta knows besides the board, shape (SEARCH_WORDS,): of the whole search, then of each ply."""

PLIES: Final = U(96)  # that a branch may be long; with what forced replies add, no search comes near it

NODES: Final = U(0)  # stones put on the board so far
LIMIT: Final = U(1)  # how many there may be
ENDED: Final = U(2)  # 1 once the limit or a flag ended the search: what it returns then means nothing
SELECTIVE: Final = U(3)  # 1; or 0 for plain alpha-beta that leaves nothing out and remembers nothing, an oracle
TOP: Final = U(4)  # of the moves to try
AGE: Final = U(5)  # of the search, in the table of transpositions
ROOTS: Final = U(6)  # number of moves at the root
OCCUPIED: Final = U(7)  # the set of points with stones
NEAR: Final = OCCUPIED + BITS  # for each ply: the set of points near stones, those with stones among them
LINE: Final = NEAR + (PLIES + U(1)) * BITS  # for each ply: the move made at it; the first is the last one of the game
KILLERS: Final = LINE + PLIES + U(2)  # for each ply: two quiet moves that refuted others there, plus 1
COUNTERS: Final = KILLERS + U(2) * (PLIES + U(1))  # for each side and point: what refuted the stone there, plus 1
HISTORY: Final = COUNTERS + U(2) * CELLS  # for each side and point: how well it has done
LENGTH: Final = HISTORY + U(2) * CELLS  # for each ply: of its principal variation
VARIATION: Final = LENGTH + PLIES + U(2)  # for each ply: the moves of it
ROOT: Final = VARIATION + (PLIES + U(2)) * PLIES  # moves, the best first
SCORE: Final = ROOT + CELLS  # for each of them: its score, with a sign; a bound unless it was the best
MOVES: Final = SCORE + CELLS  # to try, of the whole branch
SEARCH_WORDS: Final = MOVES + (PLIES + U(2)) * CELLS


@kernel
def near_place(ply: np.uint64) -> np.uint64:
    """First word of the set of points near stones at a ply."""
    return NEAR + ply * BITS


@kernel
def killers_place(ply: np.uint64) -> np.uint64:
    """Place of the first killer of a ply; the second follows."""
    return KILLERS + U(2) * ply


@kernel
def counter_place(side: np.uint64, point: np.uint64) -> np.uint64:
    """Place of the move that last refuted a side's stone on the point."""
    return COUNTERS + side * CELLS + point


@kernel
def history_place(side: np.uint64, point: np.uint64) -> np.uint64:
    """Place of how well a side's stone on the point has done, from 0 to HISTORY_MOST."""
    return HISTORY + side * CELLS + point


@kernel
def variation_place(ply: np.uint64) -> np.uint64:
    """Place of the first move of a ply's principal variation."""
    return VARIATION + ply * PLIES
