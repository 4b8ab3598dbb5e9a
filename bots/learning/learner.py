"""The engine ``learner``: the engine of double threats, and what was learned from lost games."""

from bots.engine import Engine, Player
from bots.errors import UnsupportedGame
from bots.guard import GuardedPlayer
from bots.learning.current import table_for
from bots.learning.taught import Tables, TaughtPlayer
from bots.legal import open_bare
from bots.registry import engine
from gomoku.ruleset import RuleSet

BASE = "double_threat"


class Learner(Engine):
    """Engine that knows the traps of a table; ``tables`` gives that of a rule set, anew at each move."""

    name = "learner"
    version = "3"
    compiled = True
    knows_rules = True

    def __init__(self, tables: Tables = table_for) -> None:
        self._tables = tables

    def supports(self, rules: RuleSet, size: int) -> bool:
        """What the engine of double threats plays."""
        return engine(BASE).supports(rules, size)

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> Player:
        """A player without state; compiles the kernels or loads them, where that has not been done."""
        if not self.supports(rules, size):
            raise UnsupportedGame(f"{self.name} does not play {rules.name} on {size}x{size}")
        base = GuardedPlayer(open_bare(engine(BASE), rules, size, seed, memory))
        return TaughtPlayer(base, rules, size, self._tables)


ENGINE = Learner()
