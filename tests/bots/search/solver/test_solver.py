import json
import random
import time
from pathlib import Path
from statistics import median
from threading import Thread

import pytest

from bots.engine import Limits, Stop
from bots.search.solver.proof import Proof, Refuted, Unknown
from bots.search.solver.proof_check import Unsound, check
from bots.search.solver.solver import Solver
from gomoku.board import Board, Color
from gomoku.errors import BadBoardSize
from gomoku.rulesets import ruleset
from tests.bots.search.positions import ENCLOSED, RULES, board_of, puzzles
from tests.data import OWN
from tests.gomoku.positions import drawn
from tests.oracles.every_reply import wins_in_fours

WINS = (
    {
        "freestyle": 547,
        "standard": 547,
        "renju": 629,
        "caro": 0,
    },  # of the puzzles from outside; caro: unknown
    {"freestyle": 29, "standard": 27, "renju": 27, "caro": 26},  # of our own
)


@pytest.mark.parametrize("rules", RULES)
def test_puzzles(rules: str, data: Path) -> None:
    """Wins are solved and nothing else is claimed; some proofs are replayed here, all of them in a slow test."""
    solver = Solver(ruleset(rules), 15)
    wins, nodes = 0, []
    for n, (row, board, attacker) in enumerate(puzzles(data)):
        found = solver.prove(board, attacker)
        nodes.append(found.nodes)
        if rules in row["vcf"]:
            assert isinstance(found, Proof if row["vcf"][rules]["win"] else Refuted), row["id"]
            wins += isinstance(found, Proof)
        if isinstance(found, Proof) and n % 11 == 0:
            check(ruleset(rules), board, attacker, found.win)
    assert wins == WINS[data == OWN].get(rules, 0)
    assert median(nodes) < 50
    assert max(nodes) < 1_000_000


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_every_proof_of_a_puzzle_holds(rules: str, data: Path) -> None:
    solver = Solver(ruleset(rules), 15)
    for _, board, attacker in puzzles(data):
        found = solver.prove(board, attacker)
        if isinstance(found, Proof):
            check(ruleset(rules), board, attacker, found.win)


def test_very_long_wins_and_those_of_another_solver(shared_data: Path) -> None:
    solver = Solver(ruleset("renju"), 15)
    rows = [(row, Color(row["side"])) for row in json.loads((shared_data / "long_vcf_cases.json").read_text())]
    rows += [
        (row, Color[row["attacker"].upper()])
        for row in json.loads((shared_data / "solver_cases.json").read_text())
        if row["mode"].startswith("VCF") and row["solution"]
    ]
    assert len(rows) == 15
    for row, attacker in rows:
        board = board_of(row)
        found = solver.prove(board, attacker)
        assert isinstance(found, Proof)
        check(ruleset("renju"), board, attacker, found.win)


def test_another_solver_s_wins_take_as_many_fours_as_it_says(shared_data: Path) -> None:
    solver, renju, told = Solver(ruleset("renju"), 15), ruleset("renju"), []
    for row in json.loads((shared_data / "solver_cases.json").read_text()):
        if not row["mode"].startswith("VCF") or not row["limit"].isdigit():
            continue
        board, attacker, fours = board_of(row), Color[row["attacker"].upper()], int(row["limit"])
        found = solver.prove(board, attacker, fours=fours)
        told.append(bool(row["solution"]))
        assert isinstance(found, Proof if row["solution"] else Unknown)
        if isinstance(found, Proof):
            check(renju, board, attacker, found.win)
            assert len(found.win.line()) <= 2 * fours + 1
    assert sorted(told) == [False, False, True, True, True]


@pytest.mark.parametrize("rules", RULES)
def test_enough_fours_give_the_answer_that_no_limit_gives(rules: str, data: Path) -> None:
    solver = Solver(ruleset(rules), 15)
    for n, (_, board, attacker) in enumerate(puzzles(data)):
        if n % (3 if data == OWN else 20):
            continue
        whole = solver.prove(board, attacker)
        fours = len(whole.win.line()) // 2 + 1 if isinstance(whole, Proof) else 225
        limited = [solver.prove(board, attacker, Limits(nodes=100_000), fours=k) for k in range(fours + 1)]
        if rules not in ENCLOSED:  # where the first line of a tree is not its longest
            assert type(limited[-1]) is type(whole)
        proven = [isinstance(found, Proof) for found in limited]
        assert proven == sorted(proven)
        assert not isinstance(whole, Proof) or not any(isinstance(found, Refuted) for found in limited)


@pytest.mark.parametrize("rules", RULES)
def test_nothing_is_refuted_that_a_search_on_the_rules_alone_wins(rules: str) -> None:
    chance, solver, seen = random.Random(11), Solver(ruleset(rules), 15), []
    area = [y * 15 + x for y in range(6) for x in range(6)]
    # walls leave the corner so few empty points that a slow search can try them all
    for _ in range(40):
        stones = chance.sample(area, 22)
        board = Board.from_stones(15, stones[:11], stones[11:])
        wall = [point for point in range(225) if point not in area]
        for point in wall:
            board.place(point, Color((point % 15 + point // 15 * 2) // 2 % 2 + 1))
        attacker = chance.choice(list(Color))
        found = solver.prove(board, attacker)
        seen.append(type(found))
        if isinstance(found, Proof):
            check(ruleset(rules), board, attacker, found.win)
        else:
            assert not wins_in_fours(rules, board, attacker, 2)
    assert set(seen) == {Proof, Refuted}


@pytest.mark.parametrize("rules", RULES)
def test_a_proof_replays_where_the_checker_accepts_it(rules: str) -> None:
    chance, solver, seen = random.Random(12), Solver(ruleset(rules), 15), []
    for _ in range(30):
        stones = chance.sample([y * 15 + x for y in range(3, 11) for x in range(3, 11)], 16)
        board, attacker = Board.from_stones(15, stones[:8], stones[8:]), chance.choice(list(Color))
        found = solver.prove(board, attacker, Limits(nodes=2000), method="vct")
        if not isinstance(found, Proof):
            continue
        assert solver.replays(board, attacker, found.win)
        for _ in range(3):
            point, changed = chance.randrange(225), board.copy()
            if changed[point]:
                changed.remove(point)
            else:
                changed.place(point, chance.choice(list(Color)))
            try:
                check(ruleset(rules), changed, attacker, found.win)
                sound = True
            except Unsound:
                sound = False
            seen.append(sound)
            assert solver.replays(changed, attacker, found.win) is sound
    assert {True, False} == set(seen)


def test_a_proof_does_not_replay_where_its_fives_lie_without() -> None:
    solver, row = Solver(ruleset("freestyle"), 15), [112, 113, 114]
    board = Board.from_stones(15, row, [])
    found = solver.prove(board, Color.BLACK)
    assert isinstance(found, Proof)
    used = {111, 110, 115, 116}
    assert solver.replays(board, Color.BLACK, found.win, used)
    assert not solver.replays(board, Color.BLACK, found.win, {found.win.move})


def test_against_a_four_only_the_move_that_stops_it_counts() -> None:
    solver = Solver(ruleset("freestyle"), 15)
    board, marks = drawn(
        ". X X X a . .",
        ". . . . O . .",
        ". . . . O . .",
        ". . . . O . .",
        ". . . . O . .",
        ". . . . X . .",
    )
    found = solver.prove(board, Color.BLACK)
    assert isinstance(found, Proof)
    assert found.win.line() == [marks["a"]]
    board, _ = drawn(
        ". X X X . . O",
        ". . . . . . O",
        ". . . . . . O",
        ". . . . . . O",
        ". . . . . . X",
    )
    assert isinstance(solver.prove(board, Color.BLACK), Refuted)


def many_closed_threes() -> Board:
    """Return twenty-one threes that each make two fours and never meet: no win, and far too much to try."""
    board = Board(20)
    for y in range(0, 20, 3):
        for x in (0, 7, 13):
            board.place(y * 20 + x, Color.WHITE)
            for i in (1, 2, 3):
                board.place(y * 20 + x + i, Color.BLACK)
    return board


def test_a_node_limit_gives_the_same_answer_every_time() -> None:
    board = many_closed_threes()
    solver = Solver(ruleset("standard"), 20)
    first = solver.prove(board, Color.BLACK, Limits(nodes=30_001))
    assert isinstance(first, Unknown)
    assert first.nodes == 30_001
    assert solver.prove(board, Color.BLACK, Limits(nodes=30_001)) == first
    assert Solver(ruleset("standard"), 20).prove(board, Color.BLACK, Limits(nodes=30_001)) == first


def test_a_stop_flag_set_by_another_thread_ends_the_search() -> None:
    solver, found, times = Solver(ruleset("standard"), 20), [], []
    for _ in range(5):
        stop = Stop()
        solver._search[0] = 0
        thread = Thread(
            target=lambda stop=stop: found.append(solver.prove(many_closed_threes(), Color.BLACK, stop=stop))
        )
        thread.start()
        while solver._search[0] < 1000:
            time.sleep(0)  # lets the other thread begin
        before = time.perf_counter()
        stop.set()
        thread.join()
        times.append(time.perf_counter() - before)
    assert min(times) < 0.1, times
    assert all(isinstance(each, Unknown) for each in found)


def test_a_limit_of_time_ends_the_search() -> None:
    found = Solver(ruleset("standard"), 20).prove(many_closed_threes(), Color.BLACK, Limits(time_ms=20))
    assert isinstance(found, Unknown)
    assert found.ms < 500


def test_a_win_in_one_is_the_five_and_the_board_is_left_alone() -> None:
    board, marks = drawn("O X X X X a")
    before = board.copy()
    found = Solver(ruleset("freestyle"), 15).prove(board, Color.BLACK)
    assert isinstance(found, Proof)
    assert found.win.line() == [marks["a"]]
    assert found.size == 1
    assert found.nodes == 0
    assert board == before


def test_the_answer_that_black_may_not_play_is_a_win_for_white() -> None:
    board, marks = drawn(
        ". . . . . X .",
        ". . . . . X .",
        ". . . . . X .",
        "X O O O a b .",
        ". . . . . X .",
        ". . . . . X .",
    )
    found = Solver(ruleset("renju"), 15).prove(board, Color.WHITE)
    assert isinstance(found, Proof)
    assert found.win.line() == [marks["a"]]
    assert isinstance(Solver(ruleset("standard"), 15).prove(board, Color.WHITE), Refuted)


def test_in_caro_a_four_is_answered_at_the_end_that_encloses_it_too() -> None:
    board, _ = drawn("O X X X . . . .")
    found = Solver(ruleset("caro"), 15).prove(board, Color.BLACK)
    assert isinstance(found, Refuted)
    # a second four from the same stone leaves one answer too few
    board, marks = drawn(
        "O X X X a . .",
        ". . . . X . .",
        ". . . . X . .",
        ". . . . X . .",
        ". . . . O . .",
    )
    found = Solver(ruleset("caro"), 15).prove(board, Color.BLACK)
    assert isinstance(found, Proof)
    assert found.win.line() == [marks["a"]]


def test_a_board_of_another_size_or_game_is_refused() -> None:
    with pytest.raises(BadBoardSize):
        Solver(ruleset("freestyle"), 15).prove(Board(19), Color.BLACK)
    with pytest.raises(BadBoardSize):
        Solver(ruleset("tictactoe"), 3)
