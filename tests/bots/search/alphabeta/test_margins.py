import numpy as np
from numpy.typing import NDArray

from bots.search.alphabeta.margins import (
    DEPTHS,
    FUTILITY,
    LATE,
    MARGIN_WORDS,
    MARGINS,
    NEVER,
    RAZOR,
    REDUCTION,
    REVERSE,
    TRIED,
    Margins,
    row,
    tabulate,
)
from bots.search.runtime.jit import I


def _table(place: np.uint64, *shape: int) -> NDArray[np.int64]:
    return tabulate(MARGINS)[int(place) : int(place) + int(np.prod(shape))].reshape(shape)


def test_the_tables_fill_their_words() -> None:
    assert tabulate(MARGINS).shape == (int(MARGIN_WORDS),)


def test_deeper_searches_prune_less_and_reduce_more() -> None:
    for place, shape in ((REVERSE, (2, DEPTHS)), (RAZOR, (1, DEPTHS)), (FUTILITY, (1, DEPTHS)), (LATE, (2, DEPTHS))):
        assert (np.diff(_table(place, *shape)) >= 0).all()
    reductions = _table(REDUCTION, 2, DEPTHS, TRIED)
    assert (np.diff(reductions, axis=1) >= 0).all()
    assert (np.diff(reductions, axis=2) >= 0).all()


def test_an_improving_side_is_pruned_and_reduced_less_among_its_moves() -> None:
    worse, better = _table(LATE, 2, DEPTHS)
    assert (better >= worse).all()
    worse_reduction, better_reduction = _table(REDUCTION, 2, DEPTHS, TRIED)
    assert (better_reduction <= worse_reduction).all()


def test_no_margin_is_negative_whatever_the_numbers() -> None:
    assert (tabulate(Margins(reverse_from=9, razor=-50, futility=-90, late=-5)) >= 0).all()


def test_margins_end_at_their_depth() -> None:
    table = tabulate(Margins(razor_depth=3))[int(RAZOR) : int(FUTILITY)]
    assert (table[:4] < NEVER).all()
    assert (table[4:] == NEVER).all()


def test_the_row_of_a_depth_stays_within_the_table() -> None:
    assert [int(row(I(depth))) for depth in (-3, 0, 5, DEPTHS - 1, 90)] == [0, 0, 5, DEPTHS - 1, DEPTHS - 1]
