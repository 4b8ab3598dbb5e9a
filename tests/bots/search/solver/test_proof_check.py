import random

import pytest

from bots.search.solver.proof import Proof, Win
from bots.search.solver.proof_check import Unsound, _Replay, check
from bots.search.solver.solver import Solver
from gomoku.board import Board, Color
from gomoku.rulesets import ruleset
from tests.bots.search.composed import RULE_SETS, accepted, composed_wins, holds, spoiling, spoilt
from tests.bots.search.positions import walled
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
    assert refused(board, Win(a)) == f"{b} answers {a}"
    assert refused(board, Win(a, ((b + 1, Win(b)),))) == f"{b} answers {a}"
    assert refused(board, Win(a, ((b, Win(0)),))) == "0 makes no four"


def test_occupied_points_and_points_off_the_board_prove_nothing() -> None:
    board, marks = drawn(*CROSS)
    stone = marks["a"] - 1
    assert refused(board, Win(stone)) == f"{stone} is not an empty point"
    assert refused(board, Win(225)) == "225 is not an empty point"
    assert refused(board, Win(-1)) == "-1 is not an empty point"


def test_what_is_forbidden_proves_nothing() -> None:
    board, marks = drawn(*CROSS)
    assert refused(board, Win(marks["a"]), rules="renju") == f"{marks['a']} is forbidden"


def test_a_five_of_the_defender_s_refutes() -> None:
    board, marks = drawn(*CROSS, ". . . . . . .", "X O O O O c .")
    assert refused(board, Win(marks["a"])) == f"the five on {marks['c']} answers {marks['a']}"


def test_a_proof_is_followed_to_its_end_on_every_branch() -> None:
    board, marks = drawn("O X X X a b . .", ". . . . X . . .", ". . . . X . . .", ". . . . c . . .", ". . . . O . . .")
    a, b, c = marks["a"], marks["b"], marks["c"]
    assert refused(board, Win(a, ((b, Win(c)),))) == f"{a - 15} answers {c}"
    assert refused(board, Win(a, ((b, Win(c, ((a - 15, Win(b + 1)),))),))) == f"{b + 1} makes no four"


@RULE_SETS
def test_threats_within_threats_hold_where_trying_every_answer_says_so(rules: str) -> None:
    chance, rule = random.Random(23), ruleset(rules)
    verdicts = []
    for (board, attacker, win), _ in zip(composed_wins(chance, Solver(rule, 15), 15), range(6), strict=False):
        assert accepted(rule, board, attacker, win)
        for other in [win, *spoilt(chance, win)]:
            verdicts.append(holds(rule, board, attacker, other))
            assert accepted(rule, board, attacker, other) == verdicts[-1]
    assert min(verdicts.count(True), verdicts.count(False)) > 5


@RULE_SETS
def test_what_spoils_a_win_is_among_its_needs(rules: str) -> None:
    chance, solver = random.Random(31), Solver(ruleset(rules), 15)
    wins = [
        (board, attacker, win)
        for (board, attacker, win), _ in zip(composed_wins(chance, solver, 60), range(4), strict=False)
    ]
    while len(wins) < 10:
        attacker = chance.choice(list(Color))
        board = walled(chance, attacker, 10, 10)
        found = solver.prove(board, attacker, method="vct")
        if isinstance(found, Proof) and any(win.threat for win in found.win):
            wins.append((board, attacker, found.win))
    for board, attacker, win in wins:
        needs = _Replay(ruleset(rules), board.copy(), attacker).attack(win).points
        assert all(needs >> point & 1 for point in spoiling(ruleset(rules), board, attacker, win))
