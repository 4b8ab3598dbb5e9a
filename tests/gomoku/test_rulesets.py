import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gomoku.board import Board, Color
from gomoku.errors import UnknownRuleSet
from gomoku.point import at
from gomoku.rulesets import RULESETS, ruleset
from tests.gomoku.positions import drawn, streaky_boards
from tests.oracles.rows import ROWS, find_winning_rows

FIVES = ["freestyle", "standard", "renju", "caro"]


@pytest.mark.parametrize("name", FIVES)
@given(data=st.data())
def test_winning_lines_agree_with_the_oracle(name: str, data: st.DataObject) -> None:
    board = data.draw(streaky_boards(9, 7))
    for point in range(81):
        if board[point]:
            assert RULESETS[name].winning_line(board, point) == find_winning_rows(name, board, point)


@settings(max_examples=60)
@given(st.sampled_from([*FIVES, *ROWS]), st.data())
def test_winning_lines_agree_with_the_oracle_on_every_board(name: str, data: st.DataObject) -> None:
    size = data.draw(st.sampled_from(RULESETS[name].sizes))
    board = data.draw(streaky_boards(size, min(size, 9)))
    stones = [point for point, cell in enumerate(board.cells) if cell]
    for point in data.draw(st.lists(st.sampled_from(stones), max_size=6)):
        assert RULESETS[name].winning_line(board, point) == find_winning_rows(name, board, point)


@given(streaky_boards(3, 3))
def test_noughts_and_crosses_agree_with_the_oracle(board: Board) -> None:
    for point in range(9):
        if board[point]:
            assert RULESETS["tictactoe"].winning_line(board, point) == find_winning_rows("tictactoe", board, point)


@pytest.mark.parametrize(
    ("row", "winners"),
    [
        ("..XXXX..", set()),
        ("..XXXXX..", {"freestyle", "standard", "renju", "caro"}),
        (".OXXXXX..", {"freestyle", "standard", "renju", "caro"}),
        (".OXXXXXO.", {"freestyle", "standard", "renju"}),
        (".XXXXXX..", {"freestyle"}),
        ("..OOOOO..", {"freestyle", "standard", "renju", "caro"}),
        (".XOOOOOX.", {"freestyle", "standard", "renju"}),
        (".OOOOOO..", {"freestyle", "renju"}),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_who_wins_with_a_row(row: str, winners: set[str], turned: bool) -> None:
    board, _ = drawn(*row) if turned else drawn(row)
    stone = at(4, 8, 15) if turned else at(8, 4, 15)
    assert {name for name in FIVES if RULESETS[name].winning_line(board, stone)} == winners


def test_the_edge_encloses_nothing_under_caro() -> None:
    board = Board.from_stones(15, [0, 1, 2, 3, 4], [5])
    assert RULESETS["caro"].winning_line(board, 2) == (0, 1, 2, 3, 4)
    board = Board.from_stones(15, range(10, 15), [9])
    assert RULESETS["caro"].winning_line(board, 14) == (10, 11, 12, 13, 14)


def test_two_rows_won_at_once_are_both_shown() -> None:
    board, _ = drawn("XXXXX", "X", "X", "X", "X")
    corner = 4 * 15 + 4
    line = RULESETS["standard"].winning_line(board, corner)
    assert line == tuple(sorted({corner + i for i in range(5)} | {corner + 15 * i for i in range(5)}))


def test_an_overline_is_no_part_of_a_win_by_exactly_five() -> None:
    board, marks = drawn("XXXXXX", "X", "X", "X", "X")
    corner = 4 * 15 + 4
    assert not marks
    assert RULESETS["renju"].winning_line(board, corner) == tuple(corner + 15 * i for i in range(5))


def test_rule_sets_are_found_by_name() -> None:
    assert {name: (rules.name, rules.sizes, rules.length) for name, rules in RULESETS.items()} == {
        **{name: (name, tuple(range(5, 21)), 5) for name in FIVES},
        **{name: (name, tuple(range(max(length, 5), 21)), length) for name, length in ROWS.items()},
        "tictactoe": ("tictactoe", (3,), 3),
    }
    assert ruleset("renju") is RULESETS["renju"]
    with pytest.raises(UnknownRuleSet) as unknown:
        ruleset("go")
    assert unknown.value.code == "unknown_rules"


def test_only_renju_forbids_anything() -> None:
    board, marks = drawn("XX*XXX")
    for name in ("freestyle", "standard", "caro", "tictactoe", *ROWS):
        for color in Color:
            assert RULESETS[name].forbidden(board, marks["*"], color) is None
            assert RULESETS[name].forbidden_points(board, color) == {}
