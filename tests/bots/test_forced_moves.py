"""Forced moves, compared with playing every move of the opponent's after a pass."""

import random

import pytest

from bots.immediate_wins import find_threat
from gomoku.board import EMPTY, Color
from gomoku.game import Game
from gomoku.point import parse
from gomoku.rulesets import FIVES, ruleset


def after(moves: str, rules: str = "freestyle") -> Game:
    return Game.replay(ruleset(rules), 15, [parse(name, 15) for name in moves.split()])


def wins(game: Game, color: Color) -> list[int]:
    """List the points where a colour would win, trying each."""
    found = []
    for point, cell in enumerate(game.board.cells):
        if cell == EMPTY and game.rules.forbidden(game.board, point, color) is None:
            game.board.place(point, color)
            if game.rules.winning_line(game.board, point) is not None:
                found.append(point)
            game.board.remove(point)
    return found


@pytest.mark.parametrize("rules", FIVES)
def test_fives_are_those_that_the_opponent_could_make(rules: str) -> None:
    chance, seen = random.Random(rules), 0
    for _ in range(60):
        game = Game(ruleset(rules), 15)
        while game.outcome is None and game.ply < 40:
            free = [y * 15 + x for y in range(4, 11) for x in range(4, 11) if game.board[y * 15 + x] == EMPTY]
            legal = [point for point in free if game.rules.forbidden(game.board, point, game.to_move) is None]
            game.play(chance.choice(legal))
        if game.outcome is None:
            threatened = bool(wins(game, game.to_move.other))
            seen += threatened
            assert (find_threat(game) == "five") == threatened
    assert seen > 3


def test_an_open_three_forces_and_a_closed_one_does_not() -> None:
    assert find_threat(after("H8 A1 I8 A3 J8")) == "four"
    assert find_threat(after("H8 G8 I8 A3 J8")) is None
    assert find_threat(after("H8 A1 I8 A3 K8 O15 L8")) == "five"


def test_who_can_win_at_once_is_forced_by_nothing_less() -> None:
    game = after("H8 A1 I8 A2 J8 A3 O15 A4 O13")
    assert find_threat(game) is None


def test_a_four_that_the_rules_forbid_is_none() -> None:
    """Black could make two fours at once, each in a closed row: forbidden in renju."""
    moves = "H8 G8 I8 A1 J8 A3 K9 K12 K10 A5 K11"
    assert find_threat(after(moves)) == "four"
    assert find_threat(after(moves, "renju")) is None
    assert find_threat(after("H8 A1 I8 A3 J8", "renju")) == "four"
