import random

import pytest

from bots.learning.proofs.prover import INSISTENCE, canonical
from bots.learning.proofs.verdicts import Standing
from bots.search.solver.proof import relocate
from bots.search.solver.proof_check import check
from gomoku import symmetry
from gomoku.board import Board, Color
from gomoku.rulesets import ruleset
from tests.bots.learning.conftest import Provers
from tests.bots.learning.positions import QUIET, QUIET_LOST, game, won_positions
from tests.gomoku.positions import drawn


def image(board: Board, by: int) -> Board:
    moved = Board(board.size)
    for point, color in enumerate(board.cells):
        if color:
            moved.place(symmetry.maps(board.size)[by][point], Color(color))
    return moved


@pytest.mark.parametrize("rules", ["freestyle", "renju"])
def test_images_of_a_position_have_images_of_its_proof(rules: str, prover: Provers) -> None:
    for board, attacker in won_positions(prover(rules), random.Random(3), 6):
        attack = prover(rules).attack(board, attacker).attack
        assert attack is not None
        least, _ = canonical(board)
        for by in range(1, 8):
            moved = image(board, by)
            assert canonical(moved)[0] == least
            found = prover(rules).attack(moved, attacker).attack
            assert found is not None
            assert found == attack.__class__(attack.method, relocate(attack.win, symmetry.maps(15)[by]))
            last = found.win
        check(ruleset(rules), moved, attacker, last)


def test_the_verdict_names_the_strongest_method_that_fails(prover: Provers) -> None:
    board, _ = drawn(". X X . .", ". . . . .", "O . . . O")
    verdict = prover("freestyle").attack(board, Color.BLACK)
    assert (verdict.standing, verdict.refuted) == (Standing.OPEN, "vct")
    assert verdict.withstands("vcf")
    assert verdict.withstands("vct")
    two_closed_threes, _ = drawn("O X X X . . .", ". . . . . . .", "O X X X . . .")
    closed = prover("freestyle", nodes=1).attack(two_closed_threes, Color.BLACK)
    assert closed.standing is Standing.UNKNOWN
    assert not closed.withstands("vct")


def test_a_total_that_is_used_up_leaves_the_rest_unknown_until_more_is_allowed(prover: Provers) -> None:
    board, _ = drawn(". X X X . .", ". . . . . .")
    work = prover("freestyle", total=0)
    assert work.attack(board, Color.BLACK).standing is Standing.UNKNOWN
    assert work.attack(board, Color.BLACK).refuted is None
    work.allow(1000)
    assert work.attack(board, Color.BLACK).standing is Standing.WON


def test_a_position_is_solved_once(prover: Provers, monkeypatch: pytest.MonkeyPatch) -> None:
    board, _ = drawn(". X X X . .", ". . O O . .")
    work, asked = prover("freestyle"), []
    prove = work.solver.prove

    def counted(*args: object, **named: object) -> object:
        asked.append(args)
        return prove(*args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(work.solver, "prove", counted)
    first = work.attack(board, Color.BLACK)
    assert work.attack(image(board, 0), Color.BLACK) == first
    work.attack(image(board, 5), Color.BLACK)
    assert len(asked) == 1


def test_insisting_takes_what_a_limit_left_undecided_ten_times_as_far(prover: Provers) -> None:
    board, _ = drawn(". . . . . .", ". X X . . .", ". . . X . .", "O . . X . O")  # threes that cross
    nodes = next(n for n in range(10, 20_000, 10) if prover("freestyle", nodes=n).attack(board, Color.BLACK).attack)
    work = prover("freestyle", nodes=-(-nodes // INSISTENCE))
    assert work.attack(board, Color.BLACK).standing is Standing.UNKNOWN
    work.insist(board, Color.BLACK)
    assert work.attack(board, Color.BLACK).standing is Standing.WON


def test_who_presses_finds_what_quiet_moves_win(prover: Provers) -> None:
    moves = [*QUIET[:QUIET_LOST], *game("G14")]
    board, asked = Board.from_stones(15, moves[::2], moves[1::2]), prover("renju")
    assert asked.attack(board, Color.BLACK).refuted == "vct"
    few = asked.press(board, Color.BLACK, 100)
    assert (few.standing, few.pressed) == (Standing.OPEN, 100)
    spent = asked.spent
    assert asked.press(board, Color.BLACK, 50) == few
    assert asked.spent == spent
    found = asked.press(board, Color.BLACK, 200_000)
    assert (found.standing, found.attack and found.attack.method) == (Standing.WON, "fukumi")
    assert asked.attack(board, Color.BLACK) == found
    turned = asked.attack(image(board, 3), Color.BLACK).attack
    assert turned is not None
    check(ruleset("renju"), image(board, 3), Color.BLACK, turned.win)


def test_where_too_little_is_left_nothing_is_said_to_be_pressed(prover: Provers) -> None:
    moves = [*QUIET[:QUIET_LOST], *game("G14")]
    asked = prover("renju", total=100_000)
    found = asked.press(Board.from_stones(15, moves[::2], moves[1::2]), Color.BLACK, 200_000)
    assert found.pressed is None
