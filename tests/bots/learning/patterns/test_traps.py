"""Setups and the results of matches on a board; blocks of complete traps are tested with the learner."""

import pytest

from bots.engine import Stop
from bots.learning.patterns.cells import Kind
from bots.learning.patterns.table import PatternTable
from bots.learning.patterns.traps import Watch, trap
from bots.learning.proofs.defence_search import search_defences
from bots.learning.proofs.prover import Prover
from bots.learning.proofs.verdicts import Standing
from bots.learning.study.study import solver
from gomoku.board import Board, Color
from tests.bots.learning.lost import NODES, before_the_mistake, learned, table

BLACK, WHITE = Color.BLACK, Color.WHITE


@pytest.fixture
def prover() -> Prover:
    return Prover(solver("freestyle", 15), NODES)


def set_up() -> tuple[PatternTable, Board, int]:
    """Return a table of one pattern, a board where it lacks a white stone, and that point: once complete, every move
    loses."""
    pattern = next(pattern for pattern in learned()[1] if pattern.setup)
    stones = [(4 + dy) * 15 + 4 + dx for dx, dy, kind in pattern.cells if kind is Kind.ATTACKER]
    return PatternTable("freestyle", [pattern]), Board.from_stones(15, [], stones[1:]), stones[0]


def test_a_set_up_is_blocked_before_it_is_complete(prover: Prover) -> None:
    table, board, missing = set_up()
    _, lacking = table.match(board, WHITE)
    assert missing in lacking.missing
    block = Watch(prover, table, board, WHITE).against_set_up(())
    assert block is not None
    (met,) = block.traps
    board.place(block.point, BLACK)
    assert prover.attack(board, WHITE).standing is not Standing.WON
    if met.missing is not None and board[met.missing] == 0:
        board.place(met.missing, WHITE)
        assert search_defences(prover, board, WHITE).standing is not Standing.WON


def test_the_other_sides_stones_are_no_trap(prover: Prover) -> None:
    table, board, _ = set_up()
    assert Watch(prover, table, board, BLACK).against_set_up(()) is None


def test_no_block_once_it_is_stopped(prover: Prover) -> None:
    table, board, _ = set_up()
    stop = Stop()
    stop.set()
    with prover.solver.heeding(stop):
        assert Watch(prover, table, board, WHITE).against_set_up(()) is None
    assert Watch(prover, table, board, WHITE).against_set_up(()) is not None


def test_the_first_choice_is_played_where_it_stops_the_set_up(prover: Prover) -> None:
    table, board, missing = set_up()
    watch = Watch(prover, table, board, WHITE)
    block = watch.against_set_up(())
    assert block is not None
    (met,) = block.traps
    fitting = [
        point
        for point in {missing, *met.weights}
        if board[point] == 0 and (found := watch.against_set_up([point])) is not None and found.point == point
    ]
    assert block.point in fitting
    assert watch.against_set_up([0]) == block  # far away: it stops nothing
    assert missing in watch.region
    without = watch.against_set_up((), fitting)
    assert without is None or without.point not in fitting


def test_a_win_is_told_by_the_patterns_that_it_consists_of(prover: Prover) -> None:
    game = before_the_mistake()
    attack = prover.attack(game.board, WHITE).attack
    assert attack is not None
    traps = Watch(prover, table(), game.board.copy(), WHITE).find_met(attack.win)
    assert traps
    assert [trap.pattern.length for trap in traps] == sorted((trap.pattern.length for trap in traps), reverse=True)
    assert Watch(prover, PatternTable("freestyle"), game.board.copy(), WHITE).find_met(attack.win) == ()


def test_points_that_block_whole_patterns_weigh_more(prover: Prover) -> None:
    board = Board.from_stones(15, [], [7 * 15 + x for x in (6, 7, 8)])
    weights = Watch(prover, table(), board, WHITE).weights()
    assert max(weights, key=weights.__getitem__) in {7 * 15 + 5, 7 * 15 + 9}
    assert not Watch(prover, table(), board, BLACK).weights()


def test_cells_beyond_the_edge_are_no_points() -> None:
    learned_table = table()
    board = Board.from_stones(15, [], [15 * y for y in (5, 6, 7)])
    for matches in learned_table.match(board, WHITE):
        for match in matches:
            found = trap(learned_table, match, 15)
            places = [match.place(dx, dy) for dx, dy, _ in found.pattern.cells]
            inside = [y * 15 + x for x, y in places if 0 <= x < 15 and 0 <= y < 15]
            assert list(found.cells) == inside
            assert set(found.weights) <= set(inside)
