"""A player that has learned from lost games: their traps, the lost positions themselves, and all that is proven.

What it may change about the choice of the player inside, and why, `bots.learning.authority` says.
"""

import threading
import time
from collections.abc import Callable

from bots.engine import Advice, AdvisedPlayer, Choice, Limits, Player, Stop
from bots.learning.authority import Authority
from bots.learning.current import table_for, tell
from bots.learning.table import PatternTable
from bots.learning.traps import blocking_weights
from bots.search.solver import POSITIONS, Solver
from bots.search.tables import Workspace
from gomoku.game import Game
from gomoku.ruleset import RuleSet

ENTRIES = 1 << 14  # of a solver's memory
PART = 8  # of the time, that is kept for traps
SETTLED = ("win", "block", "proof")  # why a player inside is not asked twice

Tables = Callable[[str], PatternTable]

_solvers = threading.local()  # a solver does one search at a time: each thread has those of all its seats


class TaughtPlayer:
    """What another player would do, unless that is known or proven to lose; ``tables`` gives what was learned under a
    rule set, anew at each move. A player that takes advice is given it.

    Compiles the kernels or loads them, where that has not been done.
    """

    def __init__(self, player: Player, rules: RuleSet, size: int, tables: Tables = table_for) -> None:
        self._player = player
        self._tables = tables
        _solver(rules, size)

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """The choice; ``why`` of the kind "trap" names the pattern blocked, its cells, and all that were ``met``.

        ``limits.time_ms`` and stop end the search for traps. ``limits.nodes`` bounds what the player inside does, and
        each question to the solver, as constants do. Raises NoMove when the game is over or no point may be played.
        """
        begun = time.perf_counter()
        table, me = self._tables(game.rules.name), game.to_move
        solver = _solver(game.rules, game.size)
        authority = Authority(game, table, solver, limits.nodes)
        knows = bool(table.patterns or table.memory or table.known)
        advised = isinstance(self._player, AdvisedPlayer)
        if isinstance(self._player, AdvisedPlayer):
            weights = blocking_weights(table, game.board, me.other)
            lost = tuple(sorted(authority.losing, key=authority.losing.__getitem__))
            self._player.advise(Advice(weights, *table.memory.won(game.size), lost))
        choice = self._player.choose(game, _before(limits) if knows else limits, stop)
        if choice.why.get("kind") in SETTLED or (advised and not knows):
            return choice
        left = None if limits.time_ms is None else max(1, limits.time_ms - int((time.perf_counter() - begun) * 1000))
        with solver.heeding(stop, left):
            choice = authority.decide(choice, trusted=advised)
        tell(authority.proofs.fresh.values())
        return choice

    def close(self) -> None:
        """Close the player inside."""
        self._player.close()


def _before(limits: Limits) -> Limits:
    """What the player inside may take of the limits."""
    time_ms = limits.time_ms
    return Limits(None if time_ms is None else max(1, time_ms - time_ms // PART), limits.nodes)


def _solver(rules: RuleSet, size: int) -> Solver:
    """This thread's solver; all of a thread work in the same place."""
    if not hasattr(_solvers, "known"):
        _solvers.known, _solvers.workspace = {}, Workspace(ENTRIES, POSITIONS)
    known: dict[tuple[str, int], Solver] = _solvers.known
    if (rules.name, size) not in known:
        known[rules.name, size] = Solver(rules, size, workspace=_solvers.workspace)
    return known[rules.name, size]
