"""Attackers of the learner: engines that draw among moves they score nearly equal."""

import shlex
from dataclasses import dataclass
from random import Random
from typing import Final

from bots.engine import Choice, Limits, Player, Stop
from bots.gomocup.opponent import GomocupEngine
from bots.gomocup.settings import ExternalEngine
from bots.players.legal import open_bare
from bots.players.wrappers import GuardedPlayer
from bots.registry import engine
from bots.search.alphabeta.iterative_deepening import Deepening
from bots.search.alphabeta.negamax import WON
from bots.search.board.weights import FITTED, HAND, Weights
from bots.search.engine import Search
from bots.search.solver.proof import Proof
from bots.search.solver.solver import Solver
from gomoku.game import Game
from gomoku.ruleset import RuleSet
from lab.learning.stand_in import StandIn

MEMORY: Final = 1 << 20
OUTSIDE_MS: Final = 100  # for a move of a program from outside
MOST_DRAWN: Final = 4  # most moves among which one is drawn
NO_LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True)
class Attacker:
    """An attacker: a search with ``weights`` and ``power`` times the plan's attacker nodes, or another engine.

    ``margin``: how far below the best score a drawn move may be, in the engine's own units. ``classic`` names a classic
    engine, ``command`` starts a program that speaks the Gomocup protocol, and ``apart`` stands in for such programs.
    """

    name: str
    margin: int
    power: float = 1.0
    weights: Weights = FITTED
    classic: str | None = None
    command: str | None = None
    apart: bool = False

    def open(self, rules: RuleSet, size: int, nodes: int, seed: int) -> Player:
        """Open a player; the same seed draws the same moves in the same positions."""
        if self.command is not None:
            settings = ExternalEngine(0, "outside", tuple(shlex.split(self.command)), time_ms=OUTSIDE_MS)
            return GomocupEngine(settings).open(rules, size, seed, MEMORY)
        if self.classic is not None:
            bare = open_bare(engine(self.classic), rules, size, seed, MEMORY)
            return DrawingPlayer(GuardedPlayer(bare), self.margin, seed)
        if self.apart:
            return StandIn(size, seed, self.margin)
        return DrawingSearch(rules, size, round(self.power * nodes), self.margin, self.weights, seed)


# PLAIN trains and tests, and so does DEEP, which has more nodes and draws less. FOREIGN judges positions by other
# weights and never trains. STAND_IN stands for engines from outside: no part of it is the learner's.
PLAIN: Final = Attacker("plain", 40)
DEEP: Final = Attacker("deep", 20, 2.0)
FOREIGN: Final = Attacker("foreign", 40, 1.5, HAND)
CLASSIC: Final = Attacker("classic", 5, classic="double_threat")
STAND_IN: Final = Attacker("stand-in", 20, apart=True)
OUTSIDE: Final = "outside: "
"""Start of the name of an attacker that a command starts."""


def find_attacker(name: str) -> Attacker:
    """Return the attacker of this name: one of ours, or the program that the rest of the name starts."""
    if name.startswith(OUTSIDE):
        return Attacker(name, 0, command=name.removeprefix(OUTSIDE))
    return next(each for each in (PLAIN, DEEP, FOREIGN, CLASSIC, STAND_IN) if each.name == name)


def habits(attacker: Attacker, person: int) -> int:
    """Return the seed of a person with the attacker's style: the same moves in the same positions, against any
    opponent."""
    return Random(f"{attacker.name} {person}").getrandbits(32)


class DrawingPlayer:
    """Draws among the best candidates that another player has scored."""

    def __init__(self, player: Player, margin: int, seed: int) -> None:
        self._player = player
        self._margin = margin
        self._seed = seed

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Choose a move nearly as good as the player's; moves that win or block a five are kept."""
        choice = self._player.choose(game, limits, stop)
        if choice.score is None:
            return choice
        least = choice.score - self._margin
        liked = [point for point, score in choice.candidates if score is not None and score >= least]
        return draw_choice(choice, liked, self._seed, game.ply)

    def close(self) -> None:
        """Close the wrapped player."""
        self._player.close()


class DrawingSearch:
    """A search that draws among several moves, each searched as the best of the remaining ones.

    Moves that lose to threats are not drawn.
    """

    def __init__(self, rules: RuleSet, size: int, nodes: int, margin: int, weights: Weights, seed: int) -> None:
        self._player = Search(weights).open(rules, size, seed, MEMORY)
        self._search = Deepening(rules, size, MEMORY, weights)
        self._solver = Solver(rules, size)
        self._limits = Limits(nodes=nodes)
        self._margin = margin
        self._seed = seed

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Choose a move with its own nodes; ``limits`` is ignored."""
        choice = self._player.choose(game, self._limits, stop)
        if choice.kind != "search" or choice.score is None or abs(choice.score) >= WON:
            return choice
        me, liked = game.to_move, [choice.point]
        self._search.start(game.board, me, game.moves[-1], self._limits)
        point, found = choice.point, self._search.deepen(Limits(nodes=1), stop)
        while len(found.moves) > 1 and len(liked) < MOST_DRAWN:
            self._search.exclude(point)
            found = self._search.deepen(self._limits, stop)
            point, score = found.moves[0]
            if score < choice.score - self._margin:
                break
            if not self._loses(game, point, stop):
                liked.append(point)
        return draw_choice(choice, liked, self._seed, game.ply)

    def _loses(self, game: Game, point: int, stop: Stop) -> bool:
        board = game.board.copy()
        board.place(point, game.to_move)
        found = self._solver.prove(board, game.to_move.other, self._limits, stop, method="vct")
        return isinstance(found, Proof)

    def close(self) -> None:
        """Do nothing: memory is all the player holds."""


def draw_choice(choice: Choice, liked: list[int], seed: int, ply: int) -> Choice:
    """Draw one of the points by the seed and the ply."""
    point = Random(f"{seed}:{ply}").choice(liked)
    return choice if point == choice.point else Choice(point, None, choice.candidates, choice.why)
