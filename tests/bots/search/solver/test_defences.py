"""Points where the defender spoils an attack, compared with the checker, which replays each of them."""

import random
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from bots.engine import Limits, Stop
from bots.search.solver.proof import Defences, Proof, Unknown, Win
from bots.search.solver.solver import Solver
from gomoku.board import Color
from gomoku.rulesets import ruleset
from tests.bots.search.composed import RULE_SETS, composed_wins, listed, spoiling
from tests.bots.search.positions import BROAD, ENCLOSED, RULES, after, puzzles, walled
from tests.data import OWN
from tests.gomoku.positions import drawn


def compare(rules: str, folder: Path, chosen: Callable[[int], bool]) -> None:
    """Compare the solver with the checker, which takes a quarter of a second, on the puzzles chosen by number."""
    solver, compared, sizes = Solver(ruleset(rules), 15), 0, set()
    for _, (_, board, attacker) in filter(lambda each: chosen(each[0]), enumerate(puzzles(folder))):
        found = solver.prove(board, attacker)
        if isinstance(found, Proof) and found.size < 12:
            defences = listed(solver, board, attacker, found.win)
            assert defences == spoiling(ruleset(rules), board, attacker, found.win)
            compared += 1
            sizes.add(len(defences))
    assert compared > 2
    assert len(sizes) > 1


@pytest.mark.parametrize("rules", RULES)
def test_defences_are_where_the_checker_refuses(rules: str, data: Path) -> None:
    # each puzzle of our own under one rule set
    share, first = (len(RULES), RULES.index(rules)) if data == OWN else (100, 5)
    compare(rules, data, lambda n: n % share == first)


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_so_they_are_in_each_puzzle_under_each_rule_set(rules: str) -> None:
    compare(rules, OWN, lambda _: True)


@pytest.mark.parametrize("rules", RULES)
def test_defences_on_crowded_boards(rules: str) -> None:
    """Wins by fours and by threats, where forbidden points and enclosed fives abound."""
    chance, solver = random.Random(7), Solver(ruleset(rules), 15)
    methods: list[bool] = []
    while len(methods) < 12 or len(set(methods)) < 2:
        attacker = chance.choice(list(Color))
        board = walled(chance, attacker, 10, 10)
        found = solver.prove(board, attacker, method="vct")
        if not isinstance(found, Proof) or found.size > 400:
            continue
        by_threats = any(win.threat for win in found.win)
        if methods.count(by_threats) < 8:
            methods.append(by_threats)
            assert listed(solver, board, attacker, found.win) == spoiling(ruleset(rules), board, attacker, found.win)


@RULE_SETS
def test_defences_against_threats_within_threats(rules: str) -> None:
    """Where fives may be enclosed the solver may list one point too many: it expects a stone that stops two fives."""
    solver, nested = Solver(ruleset(rules), 15), 0
    for (board, attacker, win), _ in zip(composed_wins(random.Random(7), solver, 100), range(8), strict=False):
        found, wanted = listed(solver, board, attacker, win), spoiling(ruleset(rules), board, attacker, win)
        assert found == wanted or (rules in ENCLOSED and set(found) > set(wanted))
        nested += any(below.threat for move in win if move.threat for below in move.threat)
    assert nested > 2


def test_points_that_matter_to_three_in_a_row() -> None:
    board, marks = drawn(
        ". a b X X X m c . .",
        ". . . . . . . . . .",
        "X O O O . d . . . .",
        "X . O . O . . . . .",
    )
    solver, win = Solver(ruleset("freestyle"), 15), Win(marks["m"])
    fours = {marks["d"], marks["d"] - 1}
    defences = listed(solver, board, Color.BLACK, win)
    assert {marks[name] for name in "bmc"} | fours <= set(defences)
    assert marks["a"] not in defences
    assert defences == spoiling(ruleset("freestyle"), board, Color.BLACK, win)


def test_defences_keep_to_limits() -> None:
    board, attacker = after(BROAD)
    solver = Solver(ruleset("renju"), 15)
    proof = solver.prove(board, attacker, method="vct")
    assert isinstance(proof, Proof)
    whole = solver.defences(board, attacker, proof.win)
    assert isinstance(whole, Defences)
    assert solver.defences(board, attacker, proof.win, Limits(nodes=whole.nodes + 1)) == whole
    for nodes in (1, 100, whole.nodes // 2, whole.nodes - 1):
        assert solver.defences(board, attacker, proof.win, Limits(nodes=nodes)) == Unknown(nodes, 0)
    asking = (solver.defences(board, attacker, proof.win, Limits(time_ms=1)) for _ in range(500))
    # other work of the machine lets some go on for longer, or even to their end
    assert any(isinstance(each, Unknown) and each.nodes < whole.nodes / 4 for each in asking)
    found, times = [], []
    for _ in range(9):
        stop = Stop()
        solver._search[0] = 0
        asked = Thread(target=lambda stop=stop: found.append(solver.defences(board, attacker, proof.win, stop=stop)))
        asked.start()
        while solver._search[0] < 1000:
            time.sleep(0)  # lets the other thread begin
        began = time.perf_counter()
        stop.set()
        asked.join()
        times.append(time.perf_counter() - began)
    assert all(isinstance(each, Unknown) and each.nodes < whole.nodes for each in found)
    assert min(times) < 0.005  # a millisecond; more is due to other work of the machine
    stop.set()
    with solver.heeding(stop):
        assert solver.ended
        assert isinstance(solver.defences(board, attacker, proof.win), Unknown)
        assert not solver.replays(board, attacker, proof.win)
    assert not solver.ended
    assert solver.replays(board, attacker, proof.win)
