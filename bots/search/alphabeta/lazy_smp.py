"""Lazy SMP: threads that search the root of another search into its transposition table, where it finds their results.

They differ from it only in the depth they begin with and in what they meet in the table (Chess Programming Wiki, Lazy
SMP). Nobody asks for their own scores and moves.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Final

import numpy as np

from bots.engine import Stop
from bots.search.alphabeta import search_layout
from bots.search.alphabeta.aspiration import search_depth
from bots.search.alphabeta.negamax import WON
from bots.search.alphabeta.search_layout import SearchArrays
from bots.search.board.layout import BoardArrays
from bots.search.solver.solver_layout import SolverArrays

DEEPEST: Final = 60


@contextmanager
def helping(board: BoardArrays, arrays: SearchArrays, side: np.uint64, depth: int, expected: int) -> Iterator[None]:
    """Search the root that board and arrays hold in one more thread, beyond ``depth``, until the block ends.

    The thread has arrays of its own, some 1.8 MB, besides the tables. Its nodes are added in the end.
    """
    ended = Stop()
    own_board = board._replace(state=board.state.copy())
    search, fours = arrays.search.copy(), arrays.fours
    search[int(search_layout.NODES)], search[int(search_layout.LIMIT)] = 0, np.iinfo(np.int64).max
    search[int(search_layout.ENDED)] = 0
    own = SearchArrays(
        search,
        arrays.entries,
        SolverArrays(fours.search.copy(), fours.refuted, ended.array, ended.array),
        arrays.network.copy_for_thread(),
    )

    def deepen() -> None:
        reached, score = depth, expected
        while reached < DEEPEST and not search[int(search_layout.ENDED)] and abs(score) < WON:
            reached += 1
            score = search_depth(own_board, own, side, reached, score)

    thread = Thread(target=deepen, name="search", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        arrays.search[int(search_layout.NODES)] += search[int(search_layout.NODES)]
