"""Motives of moves: drawings, and a comparison with slow searches on `gomoku/` alone."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.search.board.motives import BLOCKS, Motive, find_motives, motive_of_stone
from bots.search.board.position import Position
from gomoku.board import EMPTY, Board, Color
from gomoku.errors import ForbiddenReason
from gomoku.lines import star
from gomoku.rulesets import ruleset
from gomoku.symmetry import maps
from tests.bots.search.positions import RULES, position_of
from tests.gomoku.positions import crowded_boards, drawn, streaky_boards
from tests.oracles.motives import find_made, is_legal, put, wins

SIZE = 15
WEAKEST = -len(BLOCKS)


def told(rules: str, board: Board, point: int, color: Color) -> list[str]:
    return [str(motive) for motive in find_motives(position_of(board, ruleset(rules)), point, color)]


@pytest.mark.parametrize(
    ("drawing", "reasons"),
    [
        (["X X X X a O"], ["five"]),
        (["O O O O a X"], ["blocks_five"]),
        ([". O O O O a .", ". . . . . . ."], ["blocks_five"]),  # one of two
        (["X O O O O . .", ". . . . . . .", "O X X X a . ."], ["four"]),
        ([". X X X a . ."], ["open_four"]),
        (["X . X a X . X"], ["double_four"]),
        (["O X X X a . .", ". . . . . . .", ". . . . X . .", ". . . . X . ."], ["four_three"]),
        (["O X X X a . ."], ["four"]),
        ([". . X a . X .", ". . . . . . .", ". . . X . . .", ". . . X . . ."], ["double_three"]),
        ([". . X a X . ."], ["open_three"]),
        ([". O O O a . ."], ["blocks_open_four"]),
        ([". O O O . a ."], ["builds"]),  # the four is made on the other side
        ([". . O O O . a . ."], ["builds"]),
        (["X O O O a . .", ". . . . . . .", ". . . . O . .", ". . . . O . ."], ["blocks_four_three"]),
        ([". . O a . O .", ". . . . . . .", ". . . O . . .", ". . . O . . ."], ["blocks_double_three"]),
        ([". . . . . . .", ". . X a . . .", ". . . . . . ."], ["builds"]),
    ],
)
def test_drawings(drawing: list[str], reasons: list[str]) -> None:
    board, marks = drawn(*drawing)
    assert told("standard", board, marks["a"], Color.BLACK) == reasons


def test_a_move_may_attack_and_defend_at_once_and_the_weightier_is_told_first() -> None:
    board, marks = drawn(
        ". . . . X . .",
        ". . . . X . .",
        ". O O O a . .",
        ". . . . . . .",
    )
    assert told("standard", board, marks["a"], Color.BLACK) == ["blocks_open_four", "open_three"]


def test_in_renju_only_real_threes_count() -> None:
    # b would extend the column to a straight four, but black would also make an overline there
    crossing = [
        ". . . . . . . . . .",
        ". . . . b . . . . .",
        ". . . . X . . . . .",
        ". . X X a . . . . .",
        ". . . . X . . . . .",
        ". . . . c . . . . .",
    ]
    board, marks = drawn(*crossing)
    assert told("standard", board, marks["a"], Color.BLACK) == ["double_three"]
    assert motive_of_stone(position_of(board, ruleset("renju")), marks["a"], Color.BLACK) is None  # forbidden
    for mark in "bc":
        x, y = marks[mark] % SIZE, marks[mark] // SIZE
        for dx in (-3, -2, -1, 1, 2):
            board.place(y * SIZE + x + dx, Color.BLACK)
    position = position_of(board, ruleset("renju"))
    assert position.is_forbidden(marks["b"], Color.BLACK)
    assert position.is_forbidden(marks["c"], Color.BLACK)
    assert motive_of_stone(position, marks["a"], Color.BLACK) is Motive.OPEN_THREE
    assert motive_of_stone(position_of(board, ruleset("freestyle")), marks["a"], Color.BLACK) is Motive.DOUBLE_THREE


def test_what_black_may_not_do_needs_no_blocking() -> None:
    drawing = [
        ". . X a X . .",
        ". . . . . . .",
        ". . . X . . .",
        ". . . X . . .",
    ]
    board, marks = drawn(*drawing)
    assert told("standard", board, marks["a"], Color.WHITE) == ["blocks_double_three"]
    assert told("renju", board, marks["a"], Color.WHITE) == ["builds"]


@cache
def position(rules: str) -> Position:
    return Position(ruleset(rules), SIZE)


@st.composite
def moves(draw: st.DrawFn) -> tuple[str, Board, int, Color]:
    """Draw a rule set, a board without a winner, and a legal move."""
    rules = draw(st.sampled_from(RULES))
    board = draw(st.one_of(streaky_boards(SIZE, 4), crowded_boards(SIZE)))
    color = draw(st.sampled_from(list(Color)))
    near = sorted({n for p, cell in enumerate(board.cells) if cell for n in star(SIZE, 2)[p] if board[n] == EMPTY})
    point = draw(st.sampled_from(near))
    return rules, board, point, color


@settings(max_examples=200)
@given(moves())
def test_what_a_stone_makes_agrees_with_a_slow_search(case: tuple[str, Board, int, Color]) -> None:
    rules, board, point, color = case
    position(rules).set_board(board)
    assert motive_of_stone(position(rules), point, color) in find_made(rules, board, point, color)


@settings(max_examples=100)
@given(moves())
def test_blocking_takes_away_what_the_other_side_had(case: tuple[str, Board, int, Color]) -> None:
    rules, board, point, color = case
    if not is_legal(rules, board, point, color) or wins(rules, board, point, color):
        return
    position(rules).set_board(board)
    blocks = [reason for reason in find_motives(position(rules), point, color) if reason in BLOCKS.values()]

    def had(board: Board) -> dict[int, int]:
        """Return the strength of the opponent's threats by point."""
        position(rules).set_board(board)
        threats = {
            p: motive_of_stone(position(rules), p, color.other) for p, cell in enumerate(board.cells) if cell == EMPTY
        }
        return {p: -list(BLOCKS).index(threat) for p, threat in threats.items() if threat in BLOCKS}

    before, after = had(board), had(put(board, point, color))
    strongest = max(before.values(), default=None)
    prevented = strongest is not None and (
        before.get(point) == strongest or strongest > max(after.values(), default=-9)
    )
    assert blocks == ([list(BLOCKS.values())[-strongest]] if prevented and strongest is not None else [])


@settings(max_examples=60)
@given(moves(), st.integers(0, 7))
def test_a_turned_board_tells_the_same(case: tuple[str, Board, int, Color], symmetry: int) -> None:
    rules, board, point, color = case
    if ruleset(rules).forbidden(board, point, color) is not None:
        return
    image = maps(SIZE)[symmetry]
    stones = [[image[p] for p, cell in enumerate(board.cells) if cell == c] for c in Color]
    position(rules).set_board(board)
    cells = position(rules).state.copy()
    reasons = find_motives(position(rules), point, color)
    assert (position(rules).state == cells).all()
    position(rules).set_board(Board.from_stones(SIZE, *stones))
    assert find_motives(position(rules), image[point], color) == reasons


def test_the_forbidden_reason_of_a_double_three_is_no_motive() -> None:
    board, marks = drawn(". . X a X . .", ". . . . . . .", ". . . X . . .", ". . . X . . .")
    assert ruleset("renju").forbidden(board, marks["a"], Color.BLACK) is ForbiddenReason.DOUBLE_THREE
    assert motive_of_stone(position_of(board, ruleset("renju")), marks["a"], Color.BLACK) is None
