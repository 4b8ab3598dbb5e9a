"""Which of the defender's points spoil an attack: against the checker, which replays every one of them."""

import random
from pathlib import Path

import pytest

from bots.search.check import Unsound, check
from bots.search.proof import Proof, Win
from bots.search.solver import Solver
from gomoku.board import EMPTY, Board, Color
from gomoku.rulesets import ruleset
from tests.bots.search.positions import puzzles, walled
from tests.gomoku.positions import drawn

RULES = ["freestyle", "standard", "renju", "caro"]


def spoiling(rules: str, board: Board, attacker: Color, win: Win) -> tuple[int, ...]:
    """Every point at which the checker refuses the attack, a five of the defender's included."""
    rule, defender, found = ruleset(rules), attacker.other, []
    for point in range(len(board.cells)):
        if board[point] != EMPTY or rule.forbidden(board, point, defender):
            continue
        board.place(point, defender)
        try:
            assert rule.winning_line(board, point) is None
            check(rule, board, attacker, win)
        except (AssertionError, Unsound):
            found.append(point)
        board.remove(point)
    return tuple(found)


@pytest.mark.parametrize("rules", RULES)
def test_defences_are_where_the_checker_refuses(rules: str, shared_data: Path) -> None:
    solver, compared, sizes = Solver(ruleset(rules), 15), 0, set()
    for n, (_, board, attacker) in enumerate(puzzles(shared_data)):
        if n % 100 != 5:
            continue
        found = solver.prove(board, attacker)
        if isinstance(found, Proof) and found.size < 12:
            defences = solver.defences(board, attacker, found.win)
            assert defences == spoiling(rules, board, attacker, found.win)
            compared += 1
            sizes.add(len(defences))
    assert compared > 2
    assert len(sizes) > 1


@pytest.mark.parametrize("rules", RULES)
def test_defences_on_crowded_boards(rules: str) -> None:
    """Of wins by fours and by threats, where forbidden points and enclosed fives abound."""
    chance, solver = random.Random(7), Solver(ruleset(rules), 15)
    methods: list[bool] = []
    while len(methods) < 12 or len(set(methods)) < 2:
        attacker = chance.choice(list(Color))
        board = walled(chance, attacker, 10, 10)
        found = solver.prove(board, attacker, method="vct")
        if not isinstance(found, Proof) or found.size > 60:
            continue
        by_threats = any(win.threat for win in found.win)
        if methods.count(by_threats) < 8:
            methods.append(by_threats)
            assert solver.defences(board, attacker, found.win) == spoiling(rules, board, attacker, found.win)


def test_points_that_matter_to_three_in_a_row() -> None:
    board, marks = drawn(
        ". a b X X X m c . .",
        ". . . . . . . . . .",
        "X O O O . d . . . .",
        "X . O . O . . . . .",
    )
    solver, win = Solver(ruleset("freestyle"), 15), Win(marks["m"])
    fours = {marks["d"], marks["d"] - 1}
    defences = solver.defences(board, Color.BLACK, win)
    assert {marks[name] for name in "bmc"} | fours <= set(defences)
    assert marks["a"] not in defences
    assert defences == spoiling("freestyle", board, Color.BLACK, win)
