"""A player improved by knowledge from other games: lost positions, traps, proofs and experience.

`bots.learning.players.authority` decides when it overrides the wrapped player.
"""

import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass

from bots.engine import Advice, AdvisedPlayer, Choice, Limits, Player, Stop
from bots.immediate_wins import find_wins
from bots.learning.patterns.table import PatternTable
from bots.learning.players import published
from bots.learning.players.advisor import NODES, Advisor
from bots.learning.players.authority import Authority
from bots.learning.players.parts import EVERYTHING, Parts
from bots.search.solver.solver import POSITIONS, Solver
from bots.search.solver.workspace import Workspace
from gomoku.game import Game
from gomoku.ruleset import RuleSet

ENTRIES = 1 << 14  # of a solver's memory
PART = 8  # a player that asks keeps 1/PART of the time for its questions
NO_LIMITS = Limits()
DEFENCE = 64  # weight of a point that disturbs the opponent's threat

_solvers = threading.local()  # a solver runs one search at a time: each thread has one for all its seats


@dataclass(frozen=True, slots=True)
class Learned:
    """Sources of learned knowledge by rule set, read anew at each move."""

    tables: Callable[[str], PatternTable] = published.table_for
    experience: Callable[[str], Advisor | None] = published.experience_for


CURRENT = Learned()
"""The knowledge published in this process."""


class TaughtPlayer:
    """Plays another player's moves unless they are known to lose or experience is against them.

    ``parts`` selects the knowledge used. A player that takes advice is given it. ``usual`` are the limits of a move
    without limits. Compiles or loads the kernels if needed.
    """

    def __init__(
        self,
        player: Player,
        rules: RuleSet,
        size: int,
        learned: Learned = CURRENT,
        parts: Parts = EVERYTHING,
        seed: int = 0,
        usual: Limits = NO_LIMITS,
    ) -> None:
        self._player = player
        self._rules = rules
        self._size = size
        self._learned = learned
        self._parts = parts
        self._seed = seed
        self._usual = usual
        self._last: tuple[PatternTable, PatternTable] | None = None
        _solver(rules, size)

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Choose a move; ``why`` of the kind "trap" names the pattern blocked, its cells, and all patterns ``met``.

        ``limits.nodes`` bounds each search of the wrapped player and constants bound the questions to the solver;
        ``limits.time_ms`` and stop end both. Raises NoMove when the game is over or no point may be played.
        """
        limits = limits if limits != NO_LIMITS else self._usual
        if game.outcome is not None or find_wins(game, game.to_move) or find_wins(game, game.to_move.other):
            return self._player.choose(game, limits, stop)
        begun = time.perf_counter()
        solver, table = _solver(self._rules, self._size), self._table()
        experience = self._learned.experience(self._rules.name) if Parts.EXPERIENCE in self._parts else None
        authority = Authority(game, table, solver, self._parts)
        asking = Parts.ASKING in self._parts

        def search(refused: Collection[int]) -> Choice:
            if isinstance(self._player, AdvisedPlayer):
                weights = authority.watch.weights()
                weights.update(dict.fromkeys(authority.defences, DEFENCE))
                self._player.advise(Advice(weights, *table.memory.won(self._size), _last_longest(refused, authority)))
            return self._player.choose(game, _left(limits, begun, kept=asking), stop)

        left = None if limits.time_ms is None else max(1, limits.time_ms)
        with solver.heeding(stop, left):
            shallow = limits.nodes is not None and limits.nodes < NODES
            choice = authority.decide(search, experience, self._seed, shallow=shallow)
        published.tell(authority.proofs.fresh.values())
        return choice

    def _table(self) -> PatternTable:
        """Return the table restricted to this player's parts."""
        table = self._learned.tables(self._rules.name)
        if self._last is None or self._last[0] is not table:
            self._last = table, table.only(patterns=Parts.PATTERNS in self._parts, proven=Parts.PROVEN in self._parts)
        return self._last[1]

    def close(self) -> None:
        """Close the wrapped player."""
        self._player.close()


def _last_longest(refused: Collection[int], authority: Authority) -> tuple[int, ...]:
    """Order excluded points so that those that last longest come last."""
    return tuple(sorted(refused, key=lambda point: authority.losing.get(point, 0)))


def _left(limits: Limits, begun: float, *, kept: bool) -> Limits:
    """Return the limits left for the wrapped player, minus the time kept for questions."""
    if limits.time_ms is None:
        return limits
    gone = int((time.perf_counter() - begun) * 1000)
    return Limits(max(1, limits.time_ms - gone - (limits.time_ms // PART if kept else 0)), limits.nodes)


def _solver(rules: RuleSet, size: int) -> Solver:
    """Return this thread's solver for a rule set and size; all of a thread's solvers share a workspace."""
    if not hasattr(_solvers, "known"):
        _solvers.known, _solvers.workspace = {}, Workspace(ENTRIES, POSITIONS)
    known: dict[tuple[str, int], Solver] = _solvers.known
    if (rules.name, size) not in known:
        known[rules.name, size] = Solver(rules, size, workspace=_solvers.workspace)
    return known[rules.name, size]
