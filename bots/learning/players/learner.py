"""The engine ``learner``: the search held to few nodes, what it asks the solver, and what it has learned."""

from bots.engine import Engine, Limits, Numbers, Player
from bots.errors import UnsupportedGame
from bots.learning.players.parts import EVERYTHING, Parts
from bots.learning.players.taught import CURRENT, NO_LIMITS, Learned, TaughtPlayer
from bots.players.legal import open_bare
from bots.search.board.weights import FITTED, Weights, from_numbers
from bots.search.engine import Search
from gomoku.ruleset import RuleSet

HELD = Limits(nodes=500)
"""What the search may take of a move where nobody says otherwise: the same on every machine."""
MEMORY = 1 << 21  # bytes that so few nodes can fill


class LearningEngine(Engine):
    """What another engine's players would play, with what was ``learned`` and the solver's answers, as far as ``parts``
    go; ``usual`` are the limits of a move that has none."""

    compiled = True
    knows_rules = True

    def __init__(self, inside: Engine, learned: Learned, parts: Parts, usual: Limits = NO_LIMITS) -> None:
        self.name, self.version = inside.name, inside.version
        self._inside = inside
        self._learned = learned
        self._parts = parts
        self._usual = usual

    def supports(self, rules: RuleSet, size: int) -> bool:
        """What the engine inside plays, where five win."""
        return rules.length == 5 and self._inside.supports(rules, size)

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> Player:
        """A player; compiles the kernels or loads them, where that has not been done. Raises UnsupportedGame."""
        if not self.supports(rules, size):
            raise UnsupportedGame(f"{self.name} does not play {rules.name} on {size}x{size}")
        inside = open_bare(self._inside, rules, size, seed, memory)
        return TaughtPlayer(inside, rules, size, self._learned, self._parts, seed, self._usual)

    def holds(self, memory: int) -> int:
        """What the player inside holds."""
        return self._inside.holds(memory)


class Learner(LearningEngine):
    """The search, which need not look for threats by itself as it asks the solver, and all that can be learned."""

    weighs = True

    def __init__(self, learned: Learned = CURRENT, parts: Parts = EVERYTHING, weights: Weights = FITTED) -> None:
        super().__init__(Search(weights, threats=False), learned, parts, HELD)
        self.name, self.version = "learner", "8"
        self._weights = weights

    def with_weights(self, weights: Numbers) -> "Learner":
        """The same with other weights of its search; raises BadWeights."""
        return Learner(self._learned, self._parts, from_numbers(weights))

    def with_parts(self, parts: Parts, learned: Learned) -> "Learner":
        """The same with other parts, and with what was learned from elsewhere."""
        return Learner(learned, parts, self._weights)

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> Player:
        """A player that takes as little memory as its nodes need."""
        return super().open(rules, size, seed, self.holds(memory))

    def holds(self, memory: int) -> int:
        """What so few nodes can fill."""
        return min(memory, MEMORY)


def make_learner(source: Engine, parts: Parts, weights: Numbers | None = None, learned: Learned = CURRENT) -> Engine:
    """An engine with these parts beside its search, and with these weights where it searches and may have them.

    Raises BadWeights for what are none.
    """
    if weights is not None and Parts.WEIGHTS in parts:
        source = source.with_weights(weights)
    return source.with_parts(parts, learned) if isinstance(source, Learner) else LearningEngine(source, learned, parts)


ENGINE = Learner()
