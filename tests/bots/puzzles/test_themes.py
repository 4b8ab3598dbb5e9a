"""Shapes made by a stone: fours and threes, under the rules of the game."""

import pytest

from bots.puzzles.themes import look
from gomoku.board import Color
from gomoku.rulesets import ruleset
from tests.gomoku.positions import drawn


@pytest.mark.parametrize(
    ("rows", "rules", "fours", "threes"),
    [
        ((". . X a X . .", ". . . . . . ."), "freestyle", 0, 1),
        ((". X X a X . .",), "freestyle", 1, 0),
        (("O X X a X . .",), "freestyle", 1, 0),
        (("O X X a X O .",), "freestyle", 0, 0),
        (("O X X a . . .",), "freestyle", 0, 0),
        ((". X a X . X . X .", ". . . . . . . . ."), "freestyle", 1, 0),
        ((". X X a X . X . .",), "freestyle", 1, 0),
        (("X X a X . X X . .",), "standard", 1, 0),
        (("O X X a X . .", ". . . X . . .", ". . . X . . ."), "freestyle", 1, 1),
        ((". . . . . . .", ". . X a X . .", ". . . X . . .", ". . . X . . .", ". . . . . . ."), "freestyle", 0, 2),
        (("O X X a X . .", ". . . X . . .", ". . . X . . .", ". . . X . . .", ". . . . . . ."), "freestyle", 2, 0),
    ],
)
def test_lines_are_counted_each_once(rows: tuple[str, ...], rules: str, fours: int, threes: int) -> None:
    board, at = drawn(*rows)
    before = bytes(board.cells)
    made = look(ruleset(rules), board, at["a"], Color.BLACK)
    assert (made.fours, made.threes) == (fours, threes)
    assert bytes(board.cells) == before


def test_a_straight_four_has_two_points_and_an_overline_is_no_five_of_standard() -> None:
    board, at = drawn(". X X a X . .")
    ((left, right),) = look(ruleset("freestyle"), board, at["a"], Color.BLACK).fives
    assert {left, right} == {at["a"] - 3, at["a"] + 2}
    board, at = drawn("X . X a X X . O")  # both of its points would make six, or one makes five
    assert look(ruleset("freestyle"), board, at["a"], Color.BLACK).fours == 1
    assert look(ruleset("standard"), board, at["a"], Color.BLACK).fives == ((at["a"] + 3,),)
