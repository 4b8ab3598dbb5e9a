"""The stand-in's wins by fours, checked against the rules and against our own solver."""

import random

import pytest

from bots.engine import Limits, Stop
from bots.search.solver.proof import Proof
from bots.search.solver.solver import Solver
from gomoku.board import EMPTY, Board, Color
from gomoku.game import Game
from gomoku.point import at
from gomoku.rulesets import ruleset
from lab.learning.stand_in import FoursSearch, StandIn

RULES = ruleset("freestyle")


def wins(board: Board, attacker: Color, line: list[int]) -> bool:
    """Tell whether the line ends in a five, every reply being forced."""
    color = attacker
    for n, point in enumerate(line):
        board.place(point, color)
        won = RULES.winning_line(board, point) is not None
        if won:
            return color is attacker and n == len(line) - 1
        color = color.other
    return False


def positions(count: int) -> list[Board]:
    found = []
    for seed in range(count):
        stones = random.Random(seed).sample([y * 15 + x for y in range(4, 11) for x in range(4, 11)], 20)
        board = Board.from_stones(15, stones[::2], stones[1::2])
        if not any(RULES.winning_line(board, point) for point in stones):
            found.append(board)
    return found


def test_a_line_that_it_finds_wins_and_our_solver_finds_one_too() -> None:
    solver, found = Solver(RULES, 15), 0
    for board in positions(120):
        line = FoursSearch(board, Color.BLACK).find()
        proven = isinstance(solver.prove(board, Color.BLACK, Limits(nodes=100_000)), Proof)
        assert proven or not line
        if line:
            found += 1
            assert wins(board.copy(), Color.BLACK, line)
    assert found > 20


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ([112, 0, 113, 1, 114, 2], {111, 115, 110, 116}),  # black wins by the three that it has
        ([0, 112, 1, 113, 32, 114], {111, 115}),  # black must stop white's three
    ],
)
def test_it_wins_by_fours_and_leaves_the_opponent_none(moves: list[int], expected: set[int]) -> None:
    game = Game.replay(RULES, 15, moves)
    for seed in range(4):
        assert StandIn(15, seed, 20).choose(game, Limits(), Stop()).point in expected


def test_it_wins_by_a_move_that_makes_two_threes() -> None:
    two_and_two = [at(7, 7, 15), 0, at(8, 7, 15), 14, at(9, 6, 15), 210, at(9, 5, 15), 224]  # they meet on J8
    game = Game.replay(RULES, 15, two_and_two)
    assert not FoursSearch(game.board, Color.BLACK).find()
    player = StandIn(15, 1, 20)
    while game.outcome is None and game.ply < 20:
        if game.to_move is Color.BLACK:
            game.play(player.choose(game, Limits(), Stop()).point)
        else:
            line = FoursSearch(game.board, Color.BLACK).find()
            game.play(next(point for point in (*line, *range(225)) if game.board[point] == EMPTY))
    assert game.outcome is not None
    assert game.outcome.winner is Color.BLACK


def test_the_same_seed_plays_the_same_and_seeds_differ() -> None:
    game = Game.replay(RULES, 15, (112, 97, 114, 82))
    found = [StandIn(15, seed, 40).choose(game, Limits(), Stop()).point for seed in range(8)]
    assert found == [StandIn(15, seed, 40).choose(game, Limits(), Stop()).point for seed in range(8)]
    assert len(set(found)) > 1
