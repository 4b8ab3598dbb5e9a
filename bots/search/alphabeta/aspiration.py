"""Searches of the root with an aspiration window."""

from typing import Final

import numpy as np

from bots.search.alphabeta import search_layout
from bots.search.alphabeta.negamax import WORST, search_root
from bots.search.alphabeta.search_layout import SearchArrays
from bots.search.board.layout import BoardArrays
from bots.search.runtime.jit import I

WINDOW: Final = 60  # half-width of the first window


def search_depth(board: BoardArrays, arrays: SearchArrays, side: np.uint64, depth: int, expected: int) -> int:
    """Return the score at a depth, searched with a window around ``expected`` that widens on failure.

    Once ENDED is set the score is meaningless.
    """
    lowest, highest = int(WORST), -int(WORST)
    wide = WINDOW
    alpha, beta = (expected - wide, expected + wide) if depth > 3 else (lowest, highest)
    while True:
        score = int(search_root(board, arrays, side, I(depth), I(alpha), I(beta)))
        if alpha < score < beta or arrays.search[int(search_layout.ENDED)]:
            return score
        wide *= 4
        if score <= alpha:
            alpha = max(lowest, score - wide) if wide < 1000 else lowest
        else:
            beta = min(highest, score + wide) if wide < 1000 else highest
