"""Training games between our own searches, from openings that no match uses."""

import random
from collections.abc import Iterator

from bots.engine import Limits, Stop
from bots.openings import DRAWN_ON, FREESTYLE, load
from bots.search.engine import ENGINE
from bots.tuning.training_games import TrainingGame, Winner
from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import ruleset
from gomoku.symmetry import canonical_stones
from lab.openings.make_openings import draw_opening, quiet

RULES = ruleset("freestyle")
MEMORY = 4 << 20
WINNERS: dict[Color, Winner] = {Color.BLACK: "black", Color.WHITE: "white"}


def openings(seed: int) -> Iterator[tuple[int, ...]]:
    """Yield random openings, none of which equals one of the tree's or an earlier one up to symmetry."""
    chance = random.Random(seed)
    seen = {_key(moves) for moves in load(FREESTYLE, RULES, DRAWN_ON)}
    while True:
        moves = draw_opening(chance)
        if quiet(moves) and _key(moves) not in seen:
            seen.add(_key(moves))
            yield moves


def play(opening: tuple[int, ...], nodes: tuple[int, int]) -> TrainingGame:
    """Play a game from an opening between two searches with these nodes per move, black's and white's."""
    game = Game.replay(RULES, DRAWN_ON, opening)
    players = {color: ENGINE.open(RULES, DRAWN_ON, 0, MEMORY) for color in Color}
    while game.outcome is None:
        color = game.to_move
        game.play(players[color].choose(game, Limits(nodes=nodes[color - 1]), Stop()).point)
    winner = game.outcome.winner
    return TrainingGame(RULES.name, DRAWN_ON, tuple(game.moves), None if winner is None else WINNERS[winner])


def _key(moves: tuple[int, ...]) -> object:
    return canonical_stones([(move, 1 + ply % 2) for ply, move in enumerate(moves)], DRAWN_ON)[0]
