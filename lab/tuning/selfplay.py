"""Training games between our own searches, from openings that no match uses."""

import random
from collections.abc import Iterator

from bots.engine import Limits, Player, Stop
from bots.match.pairing import Pairing
from bots.match.pairing_game import play as play_pairing
from bots.openings import DRAWN_ON, FREESTYLE, load
from bots.search.alphabeta.margins import Margins
from bots.search.engine import ENGINE, Search
from bots.tuning.training_games import TrainingGame, Winner
from gomoku.board import Color
from gomoku.game import Game
from gomoku.ruleset import RuleSet
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


def play_pair(opening: tuple[int, ...], up: Margins, down: Margins, nodes: int) -> float:
    """Return the points, 0 to 2, that ``up`` takes from ``down`` in two games from the opening."""
    engines = {"up": Search(margins=up), "down": Search(margins=down)}

    def opened(name: str, rules: RuleSet, size: int, seed: int) -> tuple[Player, Limits]:
        return engines[name].open(rules, size, seed, MEMORY), Limits(nodes=nodes)

    points = 0.0
    for black, white in (("up", "down"), ("down", "up")):
        result = play_pairing(Pairing(0, black, white, 0, 0), RULES, DRAWN_ON, opening, opened)
        points += 0.5 if result.winner is None else float(result.winner == "up")
    return points


def _key(moves: tuple[int, ...]) -> object:
    return canonical_stones([(move, 1 + ply % 2) for ply, move in enumerate(moves)], DRAWN_ON)[0]
