import sys

import pytest

from bots.engine import Choice, Limits, Stop
from gomoku.board import EMPTY
from gomoku.game import Game
from gomoku.rulesets import ruleset
from lab.learning.attackers import CLASSIC, OUTSIDE, PLAIN, STAND_IN, Attacker, DrawingPlayer, find_attacker
from tests.bots.learning.lost import LOSING, MOVES

RULES = ruleset("freestyle")
QUIET = Game.replay(RULES, 15, (112, 97, 114, 82))


def played(attacker: Attacker, seed: int, game: Game = QUIET, nodes: int = 200) -> int:
    player = attacker.open(RULES, 15, nodes, seed)
    try:
        return player.choose(game, Limits(), Stop()).point
    finally:
        player.close()


def test_the_same_seed_draws_the_same_and_others_draw_others() -> None:
    begun = Game.replay(RULES, 15, (112, 97))
    found = [played(PLAIN, seed, begun) for seed in range(6)]
    assert found == [played(PLAIN, seed, begun) for seed in range(6)]
    assert len(set(found)) > 1


def test_without_a_margin_the_search_plays_its_best() -> None:
    assert len({played(Attacker("sure", -10_000), seed) for seed in range(4)}) == 1


def test_a_win_is_not_left_to_chance() -> None:
    game = Game.replay(RULES, 15, [*MOVES, LOSING[0]])  # from here on there is a proven win
    assert len({played(PLAIN, seed, game, 20_000) for seed in range(4)}) == 1


class Scored:
    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        return Choice(1, 100, ((1, 100), (2, 96), (3, 94), (4, None)))

    def close(self) -> None:
        pass


@pytest.mark.parametrize(("margin", "drawn"), [(0, {1}), (4, {1, 2}), (6, {1, 2, 3})])
def test_moves_within_the_margin_are_drawn(margin: int, drawn: set[int]) -> None:
    seeds = range(30)
    assert {DrawingPlayer(Scored(), margin, n).choose(QUIET, Limits(), Stop()).point for n in seeds} == drawn


def test_a_classic_draws_too() -> None:
    assert played(CLASSIC, 1) == played(CLASSIC, 1)


def test_a_program_from_outside_is_an_attacker() -> None:
    command = f"{sys.executable} -m server engine"
    assert find_attacker(PLAIN.name) == PLAIN
    assert find_attacker(STAND_IN.name) == STAND_IN
    assert QUIET.board[played(find_attacker(OUTSIDE + command), 1)] == EMPTY
