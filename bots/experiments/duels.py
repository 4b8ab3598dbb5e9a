"""Games of the learner against one fixed attacker, the engine of the search at a small node limit."""

from collections.abc import Sequence
from dataclasses import dataclass

from bots.engine import MEMORY, Limits, Player, Stop
from bots.learning.patterns.table import PatternTable
from bots.learning.players.learner import Learner
from bots.learning.players.taught import Learned
from bots.learning.study.decided_games import DecidedGame
from bots.registry import engine
from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import ruleset

POINTS = {True: 1.0, False: 0.0, None: 0.5}


@dataclass(frozen=True, slots=True)
class Duel:
    """One game to be played: the opening and its number, the learner's colour, the nodes of each attacker's move."""

    rules: str
    size: int
    number: int
    opening: tuple[int, ...]
    color: Color
    nodes: int


@dataclass(frozen=True, slots=True)
class Dueled:
    """A game that was played; ``points`` are the learner's: 1, a half, or 0."""

    duel: Duel
    game: DecidedGame
    points: float


def pairs(rules: str, size: int, openings: Sequence[tuple[int, tuple[int, ...]]], nodes: int) -> list[Duel]:
    """Each numbered opening with either colour."""
    return [Duel(rules, size, number, moves, color, nodes) for number, moves in openings for color in Color]


def play(duel: Duel, table: PatternTable) -> Dueled:
    """Play it, the learner with this table; neither side has chance, so the game is always the same."""
    rules = ruleset(duel.rules)
    game = Game.replay(rules, duel.size, duel.opening, forbidden_loses=True)
    sides: dict[Color, tuple[Player, Limits]] = {
        duel.color: (Learner(Learned(lambda _: table)).open(rules, duel.size, 0, MEMORY), Limits()),
        duel.color.other: (engine("search").open(rules, duel.size, 0, MEMORY), Limits(nodes=duel.nodes)),
    }
    while game.outcome is None:
        player, limits = sides[game.to_move]
        game.play(player.choose(game, limits, Stop()).point)
    for player, _ in sides.values():
        player.close()
    won = None if game.outcome.winner is None else game.outcome.winner is duel.color
    played = DecidedGame(f"{duel.number} {duel.color.name}", duel.size, tuple(game.moves), game.outcome)
    return Dueled(duel, played, POINTS[won])
