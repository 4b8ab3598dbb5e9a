"""The control for what patterns are worth: the untrained learner, which asks the solver at every move.

A learner asks it only where a learned pattern takes part in a win, so some of what it gains over its untrained twin is
the solver's.
"""

from bots.engine import Choice, Engine, Limits, Player, Stop
from bots.learning.authority import NODES, instead
from bots.learning.learner import Learner
from bots.learning.prover import Prover
from bots.learning.table import PatternTable
from bots.learning.taught import SETTLED
from bots.learning.traps import Watch
from bots.search.solver import Solver
from gomoku.game import Game
from gomoku.ruleset import RuleSet


class Asking(Engine):
    """Engine that looks for a defence wherever the opponent has a win, whether one was met before or not."""

    name = "asking"
    version = "1"
    compiled = True
    knows_rules = True

    def __init__(self) -> None:
        self._base = Learner(PatternTable)

    def supports(self, rules: RuleSet, size: int) -> bool:
        """What the learner plays."""
        return self._base.supports(rules, size)

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> Player:
        """A player without state; raises UnsupportedGame."""
        return AskingPlayer(self._base.open(rules, size, seed, memory), Solver(rules, size))


class AskingPlayer:
    """One side of one game."""

    def __init__(self, untrained: Player, solver: Solver) -> None:
        self._untrained = untrained
        self._solver = solver

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """What the untrained player chooses, or a defence against the opponent's win where that loses."""
        choice = self._untrained.choose(game, limits, stop)
        if choice.why.get("kind") in SETTLED:
            return choice
        prover, board, attacker = Prover(self._solver, NODES), game.board.copy(), game.to_move.other
        attack = prover.attack(board, attacker).attack
        if attack is None:
            return choice
        order = list(dict.fromkeys([choice.point, *(point for point, _ in choice.candidates)]))
        point = Watch(prover, PatternTable(game.rules.name), board, attacker, order).withstanding(attack)
        return choice if point is None else instead(point, choice, {"kind": "defend"})

    def close(self) -> None:
        """Close the untrained player."""
        self._untrained.close()
