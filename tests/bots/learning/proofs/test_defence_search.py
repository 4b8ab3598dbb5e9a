import random

import pytest

from bots.learning.proofs.defence_search import DefenceResult, judge_defence, loses, press, search_defences
from bots.learning.proofs.prover import Prover
from bots.learning.proofs.verdicts import Standing
from bots.search.solver.proof_check import check
from gomoku.board import EMPTY, Board, Color
from gomoku.rulesets import ruleset
from tests.bots.learning.conftest import Provers
from tests.bots.learning.positions import QUIET, QUIET_LOST, TWO_FIVES, game, won_positions
from tests.gomoku.positions import drawn


def result_of(prover: Prover, *rows: str, attacker: Color = Color.BLACK) -> tuple[DefenceResult, dict[str, int]]:
    board, marks = drawn(*rows)
    return search_defences(prover, board, attacker, whole=True), marks


def test_an_open_three_is_held_at_its_ends(prover: Provers) -> None:
    result, marks = result_of(prover("freestyle"), ". a X X X b .", ". . . O . . .")
    assert result.standing is Standing.OPEN
    assert {point for point, _ in result.withstanding("vcf")} == {marks[mark] for mark in "ab"}


def test_an_open_four_is_lost(prover: Provers) -> None:
    result, _ = result_of(prover("freestyle"), ". X X X X .")
    assert result.standing is Standing.WON
    assert result.withstanding("vcf") == ()
    assert result.undecided("vct") == ()


def test_without_a_threat_nothing_need_be_done(prover: Provers) -> None:
    result, _ = result_of(prover("freestyle"), ". X . X .", "O . O . .")
    assert result.threat is None
    assert result.standing is not Standing.WON


def test_a_defender_who_makes_five_holds(prover: Provers) -> None:
    result, marks = result_of(prover("freestyle"), ". X X X X .", ". . . . . .", "X O O O O a")
    assert [point for point, _ in result.withstanding("vct")] == [marks["a"]]


def test_a_four_thrown_in_saves_nobody(prover: Provers) -> None:
    # two open threes that no stone stops at once, and a closed three of white's
    rows = (". . X X X . .", ". . . . . . .", ". . X X X . .", ". . . . . . .", "X O O O . . .")
    result, _ = result_of(prover("freestyle"), *rows)
    assert result.standing is Standing.WON
    fours = [verdict for verdict in result.after.values() if verdict.attack and verdict.attack.win.threat]
    assert fours


def test_it_saves_where_the_four_stops_the_threat_too(prover: Provers) -> None:
    rows = (". a X X X b .", ". . . . . O .", ". . . . . O .", ". . . . . O .", ". . . . . X .")
    result, marks = result_of(prover("freestyle"), *rows)
    assert marks["b"] in {point for point, _ in result.withstanding("vcf")}


@pytest.mark.parametrize("rules", ["freestyle", "standard", "renju", "caro"])
def test_what_is_called_lost_is_lost(rules: str, prover: Provers) -> None:
    """A defence that was not asked about leaves the threat intact; one said to lose loses by its proof."""
    work, rule, chance = prover(rules, nodes=500), ruleset(rules), random.Random(17)
    for board, attacker in won_positions(work, chance, 3):
        result = search_defences(work, board, attacker, whole=True)
        assert result.threat is not None
        empty = [point for point in range(225) if board[point] == EMPTY]
        legal = [point for point in empty if not rule.forbidden(board, point, attacker.other)]
        outside = [(point, result.threat.win) for point in legal if point not in result.after]
        inside = [(point, verdict.attack.win) for point, verdict in result.after.items() if verdict.attack is not None]
        for point, win in chance.sample(outside, 3) + chance.sample(inside, min(2, len(inside))):
            if not any(below.threat for move in win if move.threat for below in move.threat):
                board.place(point, attacker.other)
                check(rule, board, attacker, win)
                board.remove(point)


@pytest.mark.parametrize("rules", ["freestyle", "renju"])
def test_whether_all_defences_lose_is_told_sooner_than_what_each_of_them_is_worth(rules: str, prover: Provers) -> None:
    chance, told = random.Random(18), list[bool]()
    quick, thorough = prover(rules, nodes=500), prover(rules, nodes=500)
    for board, attacker in won_positions(prover(rules, nodes=500), chance, 6):
        for point in [None, *chance.sample([point for point in range(225) if board[point] == EMPTY], 2)]:
            if point is not None:
                board.place(point, attacker)
            if not quick.five(board, attacker):
                whole = search_defences(thorough, board, attacker, whole=True)
                told.append(loses(quick, board, attacker))
                assert told[-1] == (whole.standing is Standing.WON)
            if point is not None:
                board.remove(point)
    assert True in told
    assert False in told
    assert quick.spent < thorough.spent / 2


def test_who_makes_five_does_not_lose(prover: Provers) -> None:
    board, _ = drawn(". X X X X .", ". . . . . .", "X O O O O a")
    assert not loses(prover("freestyle"), board, Color.BLACK)


def test_the_threat_may_be_told(prover: Provers) -> None:
    board, _ = drawn("a X X X b", ". O . . .")
    win = prover("freestyle").attack(board, Color.BLACK).attack
    blind = prover("freestyle", total=0)
    assert search_defences(blind, board, Color.BLACK).threat is None
    assert search_defences(blind, board, Color.BLACK, win).threat == win
    board.place(win.win.move if win else 0, Color.WHITE)
    assert search_defences(blind, board, Color.BLACK, win).threat is None


def test_what_withstands_threats_but_loses_to_quiet_moves_is_not_named(prover: Provers) -> None:
    asked, moves = prover("renju"), QUIET[:QUIET_LOST]
    board = Board.from_stones(15, moves[::2], moves[1::2])
    result = search_defences(asked, board, Color.BLACK, whole=True, patient=True)
    assert result.standing is Standing.OPEN
    assert {point for point, _ in result.withstanding("vct")} == set(game("G14 D11 C10"))
    pressed = press(asked, board, Color.BLACK, result)
    assert (pressed.standing, pressed.open()) == (Standing.WON, ())
    check(ruleset("renju"), Board.from_stones(15, moves[:-1:2], moves[1::2]), Color.BLACK, pressed.win_by(moves[-1]))


def test_what_is_named_was_asked_by_the_strongest_method(prover: Provers) -> None:
    asked, moves = prover("renju"), QUIET[: QUIET_LOST - 2]
    board = Board.from_stones(15, moves[::2], moves[1::2])
    result = search_defences(asked, board, Color.BLACK, whole=True, patient=True)
    assert result.open() == ()
    (named,) = press(asked, board, Color.BLACK, result).open()
    assert (named.point, named.method, named.nodes) == (*game("G14"), "fukumi", 10 * asked.nodes)
    (harder,) = press(asked, board, Color.BLACK, result, 300_000).open()
    assert harder.nodes == 300_000


def test_two_fives_that_one_stone_stops_are_no_win(prover: Provers) -> None:
    asked, board = prover("caro"), Board.from_stones(15, TWO_FIVES[::2], TWO_FIVES[1::2])
    threat = asked.attack(board, Color.WHITE).attack
    assert threat is not None
    (point,) = game("D10")
    assert judge_defence(asked, board, Color.WHITE, point, threat).standing is not Standing.OPEN
