import pytest

from bots.search.check import Unsound, check
from bots.search.proof import Win
from gomoku.board import Board, Color
from gomoku.rulesets import ruleset
from tests.gomoku.positions import drawn

FREESTYLE = ruleset("freestyle")
CROSS = (
    "O X X X a b .",
    ". . . . X . .",
    ". . . . X . .",
    ". . . . X . .",
    ". . . . O . .",
)


def refused(board: Board, win: Win, color: Color = Color.BLACK, rules: str = "freestyle") -> str:
    before = board.copy()
    with pytest.raises(Unsound) as caught:
        check(ruleset(rules), board, color, win)
    assert board == before
    return str(caught.value)


def test_two_fours_need_no_answers() -> None:
    board, marks = drawn(*CROSS)
    check(FREESTYLE, board, Color.BLACK, Win(marks["a"]))


def test_a_single_four_needs_its_answer_and_what_follows() -> None:
    board, marks = drawn(*CROSS[:1])
    a, b = marks["a"], marks["b"]
    assert refused(board, Win(a)) == f"{a} is answered on {b}"
    assert refused(board, Win(a, ((b + 1, Win(b)),))) == f"{a} is answered on {b}"
    assert refused(board, Win(a, ((b, Win(0)),))) == "0 makes no four"


def test_occupied_points_and_points_off_the_board_prove_nothing() -> None:
    board, marks = drawn(*CROSS)
    stone = marks["a"] - 1
    assert refused(board, Win(stone)) == f"{stone} is no empty point"
    assert refused(board, Win(225)) == "225 is no empty point"
    assert refused(board, Win(-1)) == "-1 is no empty point"


def test_what_is_forbidden_proves_nothing() -> None:
    board, marks = drawn(*CROSS)
    assert refused(board, Win(marks["a"]), rules="renju") == f"{marks['a']} is forbidden"


def test_a_five_of_the_defender_s_refutes() -> None:
    board, marks = drawn(*CROSS, ". . . . . . .", "X O O O O c .")
    assert refused(board, Win(marks["a"])) == f"{marks['a']} is answered by the five on {marks['c']}"


def test_a_proof_is_followed_to_its_end_on_every_branch() -> None:
    board, marks = drawn("O X X X a b . .", ". . . . X . . .", ". . . . X . . .", ". . . . c . . .", ". . . . O . . .")
    a, b, c = marks["a"], marks["b"], marks["c"]
    assert refused(board, Win(a, ((b, Win(c)),))) == f"{c} is answered on {a - 15}"
    assert refused(board, Win(a, ((b, Win(c, ((a - 15, Win(b + 1)),))),))) == f"{b + 1} makes no four"
