"""A game from the empty board that beats the untaught Learner: one that a person may repeat."""

from functools import cache

from bots.engine import MEMORY, Limits, Stop
from bots.levels import LEVELS, open_player
from bots.registry import engine
from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import ruleset

LEARNER = next(level for level in LEVELS if level.engine == "learner")
STRONGER = (16_000, 100_000, 50_000, 14_000)
"""Nodes of the attacker. The first two beat it by a move that a study knows to lose; after the game of the third the
proven positions turn it aside before that move."""
SIZE = 15
CENTRE = SIZE * SIZE // 2
LONGEST = 60  # most moves


@cache
def beaten(rules: str = "freestyle") -> tuple[int, ...]:
    """Return the moves of a game that black wins by five."""
    for nodes in STRONGER:
        game = Game.replay(ruleset(rules), SIZE, [CENTRE])
        bot = open_player(LEARNER, game.rules, SIZE, 1, MEMORY)
        black = engine("search").open(game.rules, SIZE, 1, MEMORY)
        while game.outcome is None and game.ply < LONGEST:
            player, limits = (bot, LEARNER.limits) if game.to_move is Color.WHITE else (black, Limits(nodes=nodes))
            game.play(player.choose(game, limits, Stop()).point)
        if game.outcome is not None and game.outcome.winner is Color.BLACK:
            return tuple(game.moves)
    raise AssertionError("nobody beats it")
