from bots.learning.proofs.trace import fives_through, stones_on_fives, trace
from bots.search.solver.proof import Win
from gomoku.board import Color
from gomoku.rulesets import ruleset
from tests.gomoku.positions import drawn

FREESTYLE = ruleset("freestyle")


def test_a_five_is_one_move_on_one_point() -> None:
    board, marks = drawn("O X X X X a")
    found = trace(FREESTYLE, board, Color.BLACK, Win(marks["a"]))
    assert (found.points, found.length) == (frozenset({marks["a"]}), 1)


def test_an_open_four_uses_both_its_ends() -> None:
    board, marks = drawn("a X X X b c")
    found = trace(FREESTYLE, board, Color.BLACK, Win(marks["b"]))
    assert (found.points, found.length) == (frozenset(marks.values()), 2)


def test_the_longest_line_counts_and_a_threat_too() -> None:
    board, marks = drawn(". d a X X b e .")
    a, b, d, e = (marks[mark] for mark in "abde")
    outside = d - 1
    # a threatens the open four on b; the only claim about the answer on b is a move
    win = Win(a, ((b, Win(outside, ((d, Win(e)),))),), Win(b))
    found = trace(FREESTYLE, board, Color.BLACK, win)
    assert found.points == {a, b, d, e, outside}
    assert found.length == 4


def test_fives_through_a_stone() -> None:
    board, marks = drawn("a X X X X b", "X . . . . .")
    assert set(fives_through(FREESTYLE, board, Color.BLACK, marks["b"] - 1)) == {marks["a"], marks["b"]}
    assert fives_through(FREESTYLE, board, Color.WHITE, marks["b"] - 1) == []


def test_stones_count_on_lines_that_can_still_be_filled() -> None:
    board, marks = drawn("a X X X b X O X .")
    first = marks["a"] + 1
    empty = frozenset({marks["a"], marks["b"]})
    assert stones_on_fives(board, Color.BLACK, empty, 5) == {first, first + 1, first + 2, marks["b"] + 1}
    assert stones_on_fives(board, Color.BLACK, frozenset(), 5) == set()
