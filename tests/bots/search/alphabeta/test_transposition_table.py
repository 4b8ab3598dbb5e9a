import numpy as np
import pytest

from bots.search.alphabeta.transposition_table import (
    EXACT,
    LOWER,
    NO_MOVE,
    UPPER,
    bound_of,
    depth_of,
    move_of,
    probe,
    score_of,
    store,
)
from bots.search.runtime.jit import U

I = np.int64  # noqa: E741


def entries(buckets: int = 2) -> "np.ndarray[tuple[int], np.dtype[np.uint64]]":
    return np.zeros(8 * buckets, np.uint64)


@pytest.mark.parametrize("score", [-31_000, -1, 0, 29_995])
@pytest.mark.parametrize(("bound", "move", "depth"), [(LOWER, U(0), 0), (UPPER, NO_MOVE, 127), (EXACT, U(399), 5)])
def test_what_is_kept_is_found(score: int, bound: U, move: U, depth: int) -> None:
    table = entries()
    store(table, U(2**63 + 9), I(score), I(depth), bound, move, U(63))
    word = probe(table, U(2**63 + 9))
    assert [int(of(word)) for of in (score_of, bound_of, move_of, depth_of)] == [score, bound, move, depth]
    assert probe(table, U(9)) == 0


def test_a_position_has_one_place_and_keeps_its_move() -> None:
    table = entries()
    store(table, U(7), I(10), I(3), EXACT, U(50), U(0))
    store(table, U(7), I(20), I(1), UPPER, NO_MOVE, U(0))
    word = probe(table, U(7))
    assert [int(of(word)) for of in (score_of, depth_of, move_of)] == [20, 1, 50]
    assert np.count_nonzero(table) == 2


def test_the_shallow_make_way_and_the_old_sooner() -> None:
    table = entries(1)
    for key, depth in ((1, 5), (2, 2), (3, 9), (4, 4)):
        store(table, U(key), I(0), I(depth), EXACT, U(key), U(1))
    store(table, U(5), I(0), I(1), EXACT, U(5), U(1))
    assert [int(probe(table, U(key)) > 0) for key in range(1, 6)] == [1, 0, 1, 1, 1]
    store(table, U(3), I(0), I(9), EXACT, U(3), U(3))
    for key in (6, 7, 8):
        store(table, U(key), I(0), I(3), EXACT, U(key), U(3))
    assert [int(probe(table, U(key)) > 0) for key in (1, 3, 4, 5)] == [0, 1, 0, 0]


def test_an_entry_of_which_two_threads_wrote_a_word_each_belongs_to_nobody() -> None:
    one, other = entries(1), entries(1)
    store(one, U(7), I(10), I(3), EXACT, U(50), U(0))
    store(other, U(8), I(-900), I(30), LOWER, U(60), U(0))
    torn = one.copy()
    torn[1] = other[1]
    assert probe(one, U(7))
    assert probe(torn, U(7)) == probe(torn, U(8)) == 0
