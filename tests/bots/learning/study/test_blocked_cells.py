"""Results at the points that block a pattern, and their effect on the weights."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bots.learning.patterns import block_weights
from bots.learning.patterns.pattern import Pattern
from bots.learning.study.blocked_cells import find_blocked
from bots.learning.study.findings import FirstFindings, Study
from bots.learning.study.study import first, study
from gomoku.symmetry import maps

SIZE = 15


def points(*places: tuple[int, int]) -> list[int]:
    return [y * SIZE + x for x, y in places]


MOVES = points((7, 7), (0, 0), (8, 7), (14, 0), (9, 7), (0, 14), (6, 7), (5, 7), (10, 7))
"""White ignores an open three."""


@pytest.fixture(scope="module")
def data() -> Study:
    return study("freestyle", SIZE, MOVES, "black", "five", 2000)


def pattern_of(data: FirstFindings) -> Pattern:
    (found,) = data.patterns
    return found.pattern()


def test_what_withstood_and_what_lost_is_told_of_each_cell(data: Study) -> None:
    pattern = pattern_of(data)
    assert [place[:2] for place in pattern.blocking] == [(0, 0), (0, 4), (0, 5)]
    # an open three is stopped at its ends; beyond one of them, where white finally stands, a block was tried and lost
    assert find_blocked(SIZE, MOVES, data, pattern) == [(0, 0, True), (0, 4, True), (0, 5, False)]


@pytest.mark.parametrize("by", range(8))
def test_cells_are_told_of_in_all_orientations(data: Study, by: int) -> None:
    turn = maps(SIZE)[by]
    assert data.lesson is not None
    ply = data.lesson.entry - 1
    moves, label = list(data.moves), data.moves[ply]
    moves[ply] = replace(
        label,
        open=tuple(replace(move, point=turn[move.point]) for move in label.open),
        lost=tuple(replace(move, point=turn[move.point]) for move in label.lost),
    )
    there = replace(data, moves=tuple(moves))
    pattern = pattern_of(data)
    here, turned = (
        find_blocked(SIZE, MOVES, data, pattern),
        find_blocked(SIZE, [turn[move] for move in MOVES], there, pattern),
    )
    assert sorted(each.held for each in turned) == sorted(each.held for each in here)
    assert len({each[:2] for each in turned}) == len(turned)


def test_without_a_lesson_nothing_is_told(data: Study) -> None:
    assert find_blocked(SIZE, MOVES, replace(data, lesson=None), pattern_of(data)) == []


def test_before_the_labels_are_there_nothing_is_told() -> None:
    data = first("freestyle", SIZE, MOVES, "black", "five", 2000, lambda _: None)
    assert find_blocked(SIZE, MOVES, data, pattern_of(data)) == []


def test_points_that_held_weigh_more_than_points_that_lost() -> None:
    none, lost, held = (block_weights.weigh_evidence(48, *seen) for seen in ((0, 0), (1, 0), (1, 1)))
    assert lost < none == 48 < held
    assert block_weights.weigh_evidence(48, 9, 0) < lost
    assert block_weights.weigh_evidence(48, 9, 9) > held
    assert block_weights.weigh_evidence(48, 8, 4) == none  # as many held as the prior assumes


@given(st.integers(1, 400), st.integers(0, 10_000), st.data())
def test_weights_stay_within_bounds_and_above_nothing(weight: int, blocked: int, more: st.DataObject) -> None:
    withstood = more.draw(st.integers(0, blocked))
    assert 1 <= block_weights.weigh_evidence(weight, blocked, withstood) <= 2 * weight + 1
    assert 0 < block_weights.share(blocked, withstood) < 1
