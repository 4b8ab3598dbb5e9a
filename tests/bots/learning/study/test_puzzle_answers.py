from functools import cache

import pytest

from bots.learning.proofs.prover import Prover
from bots.learning.proofs.verdicts import Standing
from bots.learning.study.puzzle_answers import decidable, find_answers
from bots.search.alphabeta.iterative_deepening import Deepening
from bots.search.solver.solver import Solver
from gomoku import symmetry
from gomoku.board import Board, Color
from gomoku.rulesets import ruleset
from tests.gomoku.positions import drawn

NODES = 20_000
FOUR_THREE = (  # white is about to make an open four: black has to win by fours, from a
    "O X X X a b . .",
    ". . . . c . . .",
    ". . . . X . . .",
    ". . . . X . . .",
    ". . . . . . . .",
    ". . O O O . . q",
)
THREES = (  # whatever black plays, white can stop only one of the two
    ". . X X X . . . .",
    ". . . . . . . . .",
    ". . . . . . . . .",
    ". . . . . . . . .",
    ". . . . X X X . .",
)


@cache
def solver() -> Solver:
    return Solver(ruleset("freestyle"), 15)


@cache
def search() -> Deepening:
    return Deepening(ruleset("freestyle"), 15, 1 << 20)


def test_the_attack_goes_on_or_does_not() -> None:
    board, at = drawn(*FOUR_THREE)
    provers = [Prover(solver(), NODES)]
    attack = provers[0].attack(board, Color.BLACK).attack
    for mark, expected in (("a", Standing.WON), ("b", Standing.OPEN), ("q", Standing.OPEN)):
        board.place(at[mark], Color.BLACK)
        assert find_answers(provers, board, Color.BLACK, "vcf", attack)[0] is expected
        board.remove(at[mark])


def test_more_nodes_are_asked_for_only_what_few_cannot_tell() -> None:
    board, at = drawn(*FOUR_THREE)
    few, many = Prover(solver(), 1), Prover(solver(), NODES)
    board.place(at["q"], Color.BLACK)
    assert find_answers([few], board, Color.BLACK, "vct", None)[0] is Standing.UNKNOWN
    assert find_answers([few, many], board, Color.BLACK, "vct", None)[0] is Standing.OPEN
    assert find_answers([many, few], board, Color.BLACK, "vct", None)[0] is Standing.OPEN


@pytest.mark.parametrize("by", range(symmetry.COUNT))
def test_a_win_is_a_puzzle_where_other_moves_can_be_told_to_fail(by: int) -> None:
    board, at = drawn(*FOUR_THREE)
    turned = Board(15)
    for point, cell in enumerate(board.cells):
        if cell:
            turned.place(symmetry.maps(15)[by][point], Color(cell))
    last = symmetry.maps(15)[by][at["q"] - 3]  # the last of white's three
    assert decidable(solver(), search(), NODES, turned, Color.BLACK, last)


def test_where_everything_wins_there_is_no_puzzle() -> None:
    board, _ = drawn(*THREES)
    assert not decidable(solver(), search(), NODES, board, Color.BLACK, 0)


def test_a_win_that_takes_too_many_nodes_is_no_puzzle() -> None:
    board, at = drawn(*FOUR_THREE)
    assert not decidable(solver(), search(), 0, board, Color.BLACK, at["q"] - 3)
