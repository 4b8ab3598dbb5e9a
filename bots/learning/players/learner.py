"""The engine ``learner``: a search with few nodes, and learned knowledge."""

from bots.engine import Engine, Limits, Numbers, Player
from bots.errors import UnsupportedGame
from bots.learning.players.parts import EVERYTHING, Parts
from bots.learning.players.taught import CURRENT, NO_LIMITS, Learned, TaughtPlayer
from bots.players.legal import open_bare
from bots.search.board.weights import FITTED, Weights, from_numbers
from bots.search.engine import Search
from gomoku.ruleset import RuleSet

HELD = Limits(nodes=4_000)
"""Default limits of the search for one move, the same on every machine: some 4 ms of processor time."""
MEMORY = 1 << 21  # bytes that so few nodes can fill


class LearningEngine(Engine):
    """Another engine improved by ``learned`` knowledge, as far as ``parts`` allow; ``usual`` are the limits of a move
    without limits."""

    compiled = True
    knows_rules = True

    def __init__(self, inside: Engine, learned: Learned, parts: Parts, usual: Limits = NO_LIMITS) -> None:
        self.name, self.version = inside.name, inside.version
        self._inside = inside
        self._learned = learned
        self._parts = parts
        self._usual = usual

    def supports(self, rules: RuleSet, size: int) -> bool:
        """Support games of the wrapped engine in which five win."""
        return rules.length == 5 and self._inside.supports(rules, size)

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> Player:
        """Open a player, compiling or loading the kernels if needed; raises UnsupportedGame."""
        if not self.supports(rules, size):
            raise UnsupportedGame(f"{self.name} does not play {rules.name} on {size}x{size}")
        inside = open_bare(self._inside, rules, size, seed, memory)
        return TaughtPlayer(inside, rules, size, self._learned, self._parts, seed, self._usual)

    def holds(self, memory: int) -> int:
        """Return the memory that the wrapped player holds."""
        return self._inside.holds(memory)


class Learner(LearningEngine):
    """The search with all that can be learned."""

    weighs = True

    def __init__(self, learned: Learned = CURRENT, parts: Parts = EVERYTHING, weights: Weights = FITTED) -> None:
        super().__init__(Search(weights), learned, parts, HELD)
        self.name, self.version = "learner", "16"
        self._weights = weights

    def with_weights(self, weights: Numbers) -> "Learner":
        """Return this engine with other search weights; raises BadWeights."""
        return Learner(self._learned, self._parts, from_numbers(weights))

    def with_parts(self, parts: Parts, learned: Learned) -> "Learner":
        """Return this engine with other parts and another source of learned knowledge."""
        return Learner(learned, parts, self._weights)

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> Player:
        """Open a player with no more memory than its nodes need."""
        return super().open(rules, size, seed, self.holds(memory))

    def holds(self, memory: int) -> int:
        """Return the memory that its nodes can fill, in bytes."""
        return min(memory, MEMORY)


def make_learner(source: Engine, parts: Parts, weights: Numbers | None = None, learned: Learned = CURRENT) -> Engine:
    """Wrap an engine with these parts, and with these weights if it has weights and WEIGHTS is among the parts.

    Raises BadWeights.
    """
    if weights is not None and Parts.WEIGHTS in parts:
        source = source.with_weights(weights)
    return source.with_parts(parts, learned) if isinstance(source, Learner) else LearningEngine(source, learned, parts)


ENGINE = Learner()
