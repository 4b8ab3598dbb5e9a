"""Wins by continuous threats: the checker replays every proof on the rules alone."""

import json
import random
import time
from pathlib import Path
from threading import Thread

import pytest

from bots.engine import Limits, Stop
from bots.search.solver.proof import Proof, Refuted, Unknown, load_win
from bots.search.solver.proof_check import check
from bots.search.solver.solver import METHODS, Method, Solver
from gomoku.board import EMPTY, Board, Color
from gomoku.rulesets import ruleset
from tests.bots.search.positions import HARD, RULES, after, board_of, puzzles, threat_cases, walled
from tests.data import OWN
from tests.gomoku.positions import drawn
from tests.oracles.every_reply import wins_in_threats

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
    assert load_win(json.loads(json.dumps(found.win.dump()))) == found.win


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


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("rules", RULES)
def test_confined_wins_hold_everywhere(rules: str, method: Method) -> None:
    chance, solver, wins = random.Random(3), Solver(ruleset(rules), 15), 0
    for _ in range(80):
        attacker = chance.choice(list(Color))
        board = walled(chance, attacker, 10, 10)
        empty = [point for point, cell in enumerate(board.cells) if cell == EMPTY]
        within = set(chance.sample(empty, len(empty) * 3 // 4))
        found = solver.prove(board, attacker, method=method, within=within)
        if isinstance(found, Proof):
            check(ruleset(rules), board, attacker, found.win)
            assert {win.move for win in found.win} <= within
            wins += 1
            assert isinstance(solver.prove(board, attacker, method=method), Proof)
    assert wins > 5


def test_wins_of_our_games_are_found_by_the_method_that_they_take() -> None:
    taken: dict[str, int] = {}
    for row in map(json.loads, (OWN / "threats.jsonl").read_text().splitlines()):
        rules, board, attacker = ruleset(row["rules"]), board_of(row), Color[row["to_move"].upper()]
        solver, method = Solver(rules, 15), METHODS.index(row["method"])
        lesser = solver.prove(board, attacker, Limits(nodes=60_000), method=METHODS[method - 1])
        assert isinstance(lesser, Refuted), row["id"]
        found = solver.prove(board, attacker, Limits(nodes=60_000), method=METHODS[method])
        assert isinstance(found, Proof), row["id"]
        check(rules, board, attacker, found.win)
        taken[row["method"]] = taken.get(row["method"], 0) + 1
    assert taken == {"vct": 16, "fukumi": 1}


def test_another_solver_s_wins_by_fours_and_open_threes_are_found(shared_data: Path) -> None:
    """The other solver's limits are depths, which are unrelated to ours."""
    solver, renju, proven = Solver(ruleset("renju"), 15), ruleset("renju"), []
    for name, board, attacker in threat_cases(shared_data):
        found = solver.prove(board, attacker, Limits(nodes=20_000), method="vct")
        if isinstance(found, Proof):
            check(renju, board, attacker, found.win)
            proven.append(name.removeprefix("test_vct_"))
    assert proven == ["black", "white", "counter", "forbidden_breaker", "dual_forbiddens"]


@pytest.mark.slow
def test_all_wins_of_another_solver_by_threats_are_found(shared_data: Path) -> None:
    solver, renju, cases = Solver(ruleset("renju"), 15, positions=1 << 22), ruleset("renju"), 0
    for name, board, attacker in threat_cases(shared_data):
        found = solver.prove(board, attacker, Limits(nodes=40_000_000), method="fukumi")
        assert isinstance(found, Proof), name
        check(renju, board, attacker, found.win)
        cases += 1
    assert cases == 10


def test_a_quiet_move_wins_where_fours_and_threes_do_not(shared_data: Path) -> None:
    cases = {name: (board, attacker) for name, board, attacker in threat_cases(shared_data)}
    board, attacker = cases["test_vct_fukumi_move"]
    solver = Solver(ruleset("renju"), 15)
    assert isinstance(solver.prove(board, attacker, method="vct"), Refuted)
    found = solver.prove(board, attacker, Limits(nodes=200_000), method="fukumi")
    assert isinstance(found, Proof)
    check(ruleset("renju"), board, attacker, found.win)


@pytest.mark.parametrize("method", METHODS[1:])
@pytest.mark.parametrize("rules", RULES)
def test_nothing_is_refuted_that_a_search_on_the_rules_alone_wins(rules: str, method: Method) -> None:
    chance, solver = random.Random(57), Solver(ruleset(rules), 15)
    seen: list[tuple[type, bool]] = []
    crossing = [y * 15 + x for x, y in [(4, 1), (4, 2), (1, 3), (2, 3)]]
    while len(seen) < 8:
        attacker = chance.choice(list(Color))
        board = walled(chance, attacker, 2, 7, crossing)
        if not isinstance(solver.prove(board, attacker), Refuted):
            continue
        found = solver.prove(board, attacker, method=method)
        if method == "fukumi" and isinstance(found, Unknown):
            continue  # few stones are spent on the threats of quiet moves
        won = wins_in_threats(rules, board, attacker, 1, method)
        seen.append((type(found), won))
        if isinstance(found, Proof):
            check(ruleset(rules), board, attacker, found.win)
        else:
            assert isinstance(found, Refuted)
            assert not won
    assert {(Proof, True), (Refuted, False)} <= set(seen)


@pytest.mark.parametrize("rules", RULES)
def test_a_win_by_fours_is_one_by_threats_for_the_same_stones(rules: str, data: Path) -> None:
    solver = Solver(ruleset(rules), 15)
    for n, (_, board, attacker) in enumerate(puzzles(data)):
        if data == OWN or n % 9 == 0:
            fours = solver.prove(board, attacker)
            if isinstance(fours, Proof) and fours.nodes < 4096:
                assert solver.prove(board, attacker, method="vct") == fours


@pytest.mark.parametrize("method", METHODS[1:])
def test_a_node_limit_gives_the_same_answer_every_time(method: Method) -> None:
    board, attacker = after(HARD)
    solver, limits = Solver(ruleset("renju"), 15), Limits(nodes=20_000)
    first = solver.prove(board, attacker, limits, method=method)
    assert isinstance(first, Unknown)
    assert first.nodes == 20_000
    assert solver.prove(board, attacker, limits, method=method) == first
    assert Solver(ruleset("renju"), 15).prove(board, attacker, limits, method=method) == first
    for nodes in range(1, 2000, 7):
        assert solver.prove(board, attacker, Limits(nodes=nodes), method=method).nodes == nodes


def test_a_stop_flag_ends_the_search_within_milliseconds() -> None:
    (board, attacker), solver = after(HARD), Solver(ruleset("renju"), 15)
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
    assert min(times) < 0.01  # a millisecond; more is due to other work of the machine
