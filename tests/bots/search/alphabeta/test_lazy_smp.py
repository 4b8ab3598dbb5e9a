import threading
import time

import numpy as np

from bots.engine import Limits, Stop
from bots.search.alphabeta import search_layout
from bots.search.alphabeta.iterative_deepening import Deepening
from bots.search.alphabeta.lazy_smp import helping
from bots.search.alphabeta.search_layout import SearchArrays
from bots.search.runtime.jit import U
from bots.search.solver.solver_layout import SolverArrays
from tests.bots.positions import played

GAME = played("freestyle", 15, (7, 7), (8, 8), (7, 9), (6, 7), (9, 6), (8, 5))
NODES = int(search_layout.NODES)


def test_a_helper_fills_the_table_until_the_block_ends_and_touches_nothing_else() -> None:
    deepening = Deepening(GAME.rules, 15, 4 << 20)
    deepening.search(GAME.board, GAME.to_move, GAME.moves[-1], Limits(nodes=1), Stop())  # the kernels are compiled
    deepening.start(GAME.board, GAME.to_move, GAME.moves[-1], Limits(time_ms=1))
    position, search, (entries, refuted) = deepening.position, deepening._search, deepening._memories
    flag, network = Stop(), deepening._network
    arrays = SearchArrays(search, entries, SolverArrays(deepening._fours, refuted, flag.array, flag.array), network)
    before = search.copy(), position.state.copy(), network.track.copy()
    with helping(position.arrays, arrays, U(GAME.to_move - 1), 1, 0):
        end = time.monotonic() + 60
        while np.count_nonzero(entries) < 2000:
            assert time.monotonic() < end
        assert np.array_equal(search, before[0])
    assert not [thread for thread in threading.enumerate() if thread.name == "search"]
    assert search[NODES] >= 1000
    search[NODES] = 0
    assert np.array_equal(search, before[0])
    assert np.array_equal(position.state, before[1])
    assert np.array_equal(network.track, before[2])


def test_three_threads_find_a_win_as_one_does() -> None:
    fours = played("freestyle", 15, (7, 7), (0, 0), (8, 7), (2, 14), (9, 7), (14, 3))
    for threads in (1, 3):
        found = Deepening(fours.rules, 15, 4 << 20).search(
            fours.board, fours.to_move, fours.moves[-1], Limits(time_ms=2000, threads=threads), Stop()
        )
        assert found.moves[0][1] > 29_000


def test_limits_of_nodes_give_the_same_answer_with_any_number_of_threads() -> None:
    one, three = (
        Deepening(GAME.rules, 15, 4 << 20).search(
            GAME.board, GAME.to_move, GAME.moves[-1], Limits(nodes=5000, threads=threads), Stop()
        )
        for threads in (1, 3)
    )
    assert one == three
