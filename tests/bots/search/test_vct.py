"""Wins by continuous threats: every proof is replayed by the checker, on the rules alone."""

import json
import time
from pathlib import Path
from statistics import median
from threading import Thread

import pytest

from bots.engine import Limits, Stop
from bots.search.check import check
from bots.search.proof import Proof, Refuted, Unknown, load
from bots.search.solver import Solver
from gomoku.board import Board, Color
from gomoku.rulesets import ruleset
from tests.bots.search.positions import board_of, puzzles
from tests.gomoku.positions import drawn

RULES = ["freestyle", "standard", "renju", "caro"]
FOUR_AND_THREE = (
    ". . . . . . .",
    ". . . . X . .",
    ". . . . X . .",
    ". X X . . . .",
    ". . . . . . .",
)


@pytest.mark.parametrize("rules", ["freestyle", "standard"])
def test_two_open_threes_win_by_threats_and_not_by_fours(rules: str) -> None:
    board, _ = drawn(*FOUR_AND_THREE)
    solver = Solver(ruleset(rules), 15)
    assert isinstance(solver.prove(board, Color.BLACK), Refuted)
    found = solver.prove(board, Color.BLACK, method="vct")
    assert isinstance(found, Proof)
    assert found.win.threat is not None
    check(ruleset(rules), board, Color.BLACK, found.win)
    assert load(json.loads(json.dumps(found.win.dump()))) == found.win


def test_nothing_is_claimed_where_nothing_threatens() -> None:
    solver = Solver(ruleset("freestyle"), 15)
    assert isinstance(solver.prove(Board(15), Color.BLACK, method="vct"), Refuted)
    board, _ = drawn(". X X . .", ". . . . .", ". O O O .")
    assert isinstance(solver.prove(board, Color.BLACK, method="vct"), Refuted)


def test_the_attacker_keeps_to_the_points_it_is_confined_to() -> None:
    board, _ = drawn(*FOUR_AND_THREE)
    solver = Solver(ruleset("freestyle"), 15)
    found = solver.prove(board, Color.BLACK, method="vct")
    assert isinstance(found, Proof)
    moves = {win.move for win in found.win}
    again = solver.prove(board, Color.BLACK, method="vct", within=range(225))
    assert again == found
    for point in moves:
        confined = solver.prove(board, Color.BLACK, method="vct", within=set(range(225)) - {point})
        if isinstance(confined, Proof):
            check(ruleset("freestyle"), board, Color.BLACK, confined.win)
            assert point not in {win.move for win in confined.win}
    assert isinstance(solver.prove(board, Color.BLACK, method="vct", within=()), Refuted)


def test_another_solver_s_wins_hold(shared_data: Path) -> None:
    """Those it finds with open threes and fours alone; its own limits are depths, which say nothing about ours."""
    solver, renju, proven = Solver(ruleset("renju"), 15), ruleset("renju"), set()
    for row in json.loads((shared_data / "solver_cases.json").read_text()):
        if not row["mode"].startswith("VCT") or row["threat"] != "1" or row["test"] in proven:
            continue
        board, attacker = board_of(row), Color[row["attacker"].upper()]
        found = solver.prove(board, attacker, method="vct")
        assert isinstance(found, Proof), row["test"]
        check(renju, board, attacker, found.win)
        proven.add(row["test"])
    assert len(proven) == 5


@pytest.mark.parametrize("rules", RULES)
def test_a_win_by_fours_is_one_by_threats_for_the_same_stones(rules: str, shared_data: Path) -> None:
    solver = Solver(ruleset(rules), 15)
    for n, (_, board, attacker) in enumerate(puzzles(shared_data)):
        if n % 9 == 0:
            fours = solver.prove(board, attacker)
            if isinstance(fours, Proof) and fours.nodes < 4096:
                assert solver.prove(board, attacker, method="vct") == fours


def test_a_node_limit_gives_the_same_answer_every_time(shared_data: Path) -> None:
    rows = json.loads((shared_data / "solver_cases.json").read_text())
    row = next(row for row in rows if row["test"] == "bench_vct_white")
    board, attacker = board_of(row), Color[row["attacker"].upper()]
    solver, limits = Solver(ruleset("renju"), 15), Limits(nodes=20_000)
    first = solver.prove(board, attacker, limits, method="vct")
    assert isinstance(first, Unknown)
    assert 20_000 <= first.nodes < 20_100
    assert solver.prove(board, attacker, limits, method="vct") == first
    assert Solver(ruleset("renju"), 15).prove(board, attacker, limits, method="vct") == first


def test_a_stop_flag_ends_the_search_within_milliseconds(shared_data: Path) -> None:
    rows = json.loads((shared_data / "solver_cases.json").read_text())
    row = next(row for row in rows if row["test"] == "bench_vct_white")
    board, attacker, solver = board_of(row), Color[row["attacker"].upper()], Solver(ruleset("renju"), 15)
    found: list[Proof | Refuted | Unknown] = []
    times = []
    for _ in range(9):
        stop = Stop()
        before = len(found)
        solver._search[0] = 0
        thread = Thread(target=lambda stop=stop: found.append(solver.prove(board, attacker, stop=stop, method="vct")))
        thread.start()
        while solver._search[0] < 3000:
            time.sleep(0)  # lets the other thread begin
        began = time.perf_counter()
        stop.set()
        thread.join()
        times.append(time.perf_counter() - began)
        assert isinstance(found[before], Unknown)
    assert median(times) < 0.01  # a millisecond, when the machine has nothing else to do
