"""Set-ups and what a match comes to on a board; blocks of whole traps are tested with the learner."""

import pytest

from bots.engine import Stop
from bots.learning.cells import Kind
from bots.learning.lesson import Standing
from bots.learning.prover import Prover
from bots.learning.siege import besiege
from bots.learning.study import solver
from bots.learning.table import PatternTable
from bots.learning.traps import Watch, trap
from gomoku.board import Board, Color
from tests.bots.learning.lost import NODES, before_the_mistake, learned, table

BLACK, WHITE = Color.BLACK, Color.WHITE


@pytest.fixture
def prover() -> Prover:
    return Prover(solver("freestyle", 15), NODES)


def set_up() -> tuple[PatternTable, Board, int]:
    """A table of one pattern, a board on which it lacks a stone of white's, and where: completed, every move loses."""
    pattern = next(pattern for pattern in learned()[1] if pattern.setup)
    stones = [(4 + dy) * 15 + 4 + dx for dx, dy, kind in pattern.cells if kind is Kind.ATTACKER]
    return PatternTable("freestyle", [pattern]), Board.from_stones(15, [], stones[1:]), stones[0]


def test_a_set_up_is_blocked_before_it_is_complete(prover: Prover) -> None:
    table, board, missing = set_up()
    _, lacking = table.match(board, WHITE)
    assert missing in lacking.missing
    block = Watch(prover, table, board, WHITE).block()
    assert block is not None
    (met,) = block.traps
    board.place(block.point, BLACK)
    assert prover.attack(board, WHITE).standing is not Standing.WON
    if met.missing is not None and board[met.missing] == 0:
        board.place(met.missing, WHITE)
        assert besiege(prover, board, WHITE).standing is not Standing.WON


def test_the_other_sides_stones_are_no_trap(prover: Prover) -> None:
    table, board, _ = set_up()
    assert Watch(prover, table, board, BLACK).block() is None


def test_no_block_once_it_is_stopped(prover: Prover) -> None:
    table, board, _ = set_up()
    stop = Stop()
    stop.set()
    with prover.solver.heeding(stop):
        assert Watch(prover, table, board, WHITE).block() is None
    assert Watch(prover, table, board, WHITE).block() is not None


def test_many_more_nodes_are_only_spent_until_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    board, hasty, stop = before_the_mistake().board, Prover(solver("freestyle", 15), NODES // 200), Stop()
    asked: list[Color] = []
    threat = Prover(solver("freestyle", 15), NODES).attack(board, WHITE).attack
    assert threat is not None

    def insist(_self: Prover, _board: Board, attacker: Color) -> None:
        asked.append(attacker)
        stop.set()

    monkeypatch.setattr(Prover, "insist", insist)
    watch = Watch(hasty, table(), board.copy(), WHITE)
    watch.withstanding(threat)
    assert len(asked) > 1
    asked.clear()
    stop.clear()
    with hasty.solver.heeding(stop):
        watch.withstanding(threat)
    assert len(asked) == 1


def test_the_first_of_equal_weights_in_the_order_given_is_played(prover: Prover) -> None:
    three = [7 * 15 + x for x in (6, 7, 8)]
    board = Board.from_stones(15, [], three)
    block = Watch(prover, table(), board, WHITE).block()
    assert block is not None
    best = max(block.traps[0].weights.values())
    equal = [point for point, weight in block.traps[0].weights.items() if weight == best]
    for wanted in equal:
        order = [wanted, *(point for point in equal if point != wanted)]
        found = Watch(prover, PatternTable("freestyle", [block.traps[0].pattern]), board, WHITE, order).block()
        assert found is not None
        if len(found.traps) == 1:
            assert found.point == wanted


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
