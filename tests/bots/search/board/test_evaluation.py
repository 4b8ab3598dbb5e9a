"""The evaluation: its running sums compared with sums from the board, and its symmetry."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.search.alphabeta.negamax import WON
from bots.search.board import layout
from bots.search.board.evaluation import MOST, PARTS, evaluate
from bots.search.board.position import Position
from bots.search.board.weights import FITTED, HAND, KINDS, SORTS, Weights, format_weights, parse_weights
from bots.search.runtime.jit import U
from gomoku.board import Board, Color
from gomoku.rulesets import ruleset
from tests.bots.search.positions import EVEN, RULES, position_of, turned
from tests.gomoku.positions import streaky_boards


@st.composite
def boards(draw: st.DrawFn) -> Board:
    return draw(streaky_boards(draw(st.sampled_from([15, 19, 20])), 5))


def score(position: Position, color: Color) -> int:
    return int(evaluate(position.arrays, U(color - 1)))


def summed(position: Position, board: Board, color: Color, weights: Weights) -> float:
    """Evaluate as `weights` describes, point by point."""
    total = weights.tempo
    for side, sign, threats in ((color, 1, weights.mine), (color.other, -1, weights.theirs)):
        kinds = set()
        for point, cell in enumerate(board.cells):
            if cell:
                continue
            place = (side - 1) * int(layout.CELLS) + point
            code = int(position.read_shapes(side)[point])
            shapes = [code >> 4 * axis & 15 for axis in range(4)]
            sort = tuple(sorted(shape if shape <= 7 else 0 for shape in shapes))
            total += sign * weights.points[SORTS.index(sort)]
            kinds.add(int(position.state[int(layout.CLASS) + place]))
        total += sum(weight for kind, weight in zip(KINDS, threats, strict=True) if kind in kinds)
    return total


@settings(max_examples=30)
@given(boards(), st.sampled_from(RULES), st.sampled_from(list(Color)))
def test_the_running_sums_are_those_of_the_board(board: Board, rules: str, color: Color) -> None:
    position = position_of(board, ruleset(rules))
    rounding = 1 + board.size**2 / PARTS
    assert abs(score(position, color) - summed(position, board, color, FITTED)) <= rounding


@settings(max_examples=40)
@given(boards(), st.sampled_from(RULES), st.integers(0, 7), st.sampled_from(list(Color)))
def test_it_is_the_same_however_the_board_is_turned(board: Board, rules: str, symmetry: int, color: Color) -> None:
    other = turned(board, symmetry)
    assert score(position_of(board, ruleset(rules)), color) == score(position_of(other, ruleset(rules)), color)


@settings(max_examples=40)
@given(boards(), st.sampled_from(EVEN), st.sampled_from(list(Color)))
def test_it_is_the_same_for_either_colour_where_the_rules_are(board: Board, rules: str, color: Color) -> None:
    swapped = Board(board.size)
    for point, cell in enumerate(board.cells):
        if cell:
            swapped.place(point, Color(cell).other)
    assert score(position_of(board, ruleset(rules)), color) == score(position_of(swapped, ruleset(rules)), color.other)


def test_the_file_of_weights_is_read_as_it_is_written() -> None:
    for weights in (HAND, FITTED):
        assert np.allclose(parse_weights("# a remark\n" + format_weights(weights)).points, weights.points)
        assert parse_weights(format_weights(weights)) == weights


@pytest.mark.parametrize("color", Color)
def test_no_worth_reads_as_a_win(color: Color) -> None:
    """This holds even where one side has all the stones, half the board's, without a five."""
    stones = [y * 20 + x for y in range(20) for x in range(20) if (7 * x + 6 * y) % 4 < 2]
    board = Board.from_stones(20, *((stones, []) if color is Color.BLACK else ([], stones)))
    position = position_of(board, ruleset("freestyle"))
    assert score(position, color) == MOST < WON
    assert score(position, color.other) == -MOST
