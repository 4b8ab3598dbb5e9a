"""The engine ``asking``: the search plus a question about the opponent's threats, to measure its value at equal nodes.

The search already checks whether its move leaves the opponent a win. This engine also asks beforehand whether the
opponent would win if it could move, and ranks the points that disturb that win first. Other moves stay possible.
"""

from bots.engine import Advice, AdvisedPlayer, Choice, Engine, Limits, Player, Stop
from bots.immediate_wins import find_wins
from bots.learning.players.taught import DEFENCE
from bots.learning.proofs.last_chances import Memory
from bots.learning.proofs.prover import Prover
from bots.search.engine import Search
from bots.search.move_budget import MoveBudget
from bots.search.solver.proof import Defences
from bots.search.solver.solver import POSITIONS, Solver
from gomoku.game import Game
from gomoku.ruleset import RuleSet

PART = 12  # divisor of a move's nodes, for each method of the question
ENTRIES = 1 << 14


class Asking(Engine):
    """The search with a question about threats, paid from its nodes."""

    name = "asking"
    version = "2"
    compiled = True
    knows_rules = True

    def __init__(self) -> None:
        self._search = Search()

    def supports(self, rules: RuleSet, size: int) -> bool:
        """Support what the search supports."""
        return self._search.supports(rules, size)

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> Player:
        """Open a player; raises UnsupportedGame."""
        return AskingPlayer(self._search.open(rules, size, seed, memory), Solver(rules, size, ENTRIES, POSITIONS))


class AskingPlayer:
    """A player for one side of one game."""

    def __init__(self, search: AdvisedPlayer, solver: Solver) -> None:
        self._search = search
        self._solver = solver

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Choose with the nodes that the question leaves; time limits bound the search alone."""
        opponent = game.to_move.other
        if game.outcome is not None or find_wins(game, game.to_move) or find_wins(game, opponent):
            return self._search.choose(game, limits, stop)
        limits = MoveBudget(limits).limits
        prover = Prover(self._solver, (limits.nodes or MoveBudget(Limits()).limits.nodes or 0) // PART)
        with self._solver.heeding(stop):
            attack = prover.attack(game.board.copy(), opponent).attack
            found = None if attack is None else self._solver.defences(game.board, opponent, attack.win)
        points = found.points if isinstance(found, Defences) else ()
        self._search.advise(Advice(dict.fromkeys(points, DEFENCE), *Memory().won(game.size)))
        left = None if limits.nodes is None else max(1, limits.nodes - prover.spent)
        return self._search.choose(game, Limits(limits.time_ms, left), stop)

    def close(self) -> None:
        """Close the search."""
        self._search.close()


ENGINE = Asking()
