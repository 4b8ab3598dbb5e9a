"""The engine ``learner``: double threats, and the traps that were learned from lost games.

In order: a five, the block of a five, a proven win by fours; then, where a learned pattern lies on the board and its
win is proven again here, a defence that is proven to hold; else what the engine of double threats plays.
"""

import threading
import time
from collections.abc import Callable

from bots.engine import Choice, Engine, Limits, Player, Stop
from bots.errors import UnsupportedGame
from bots.guard import GuardedPlayer
from bots.learning.current import table_for
from bots.learning.prover import Prover
from bots.learning.table import PatternTable
from bots.learning.traps import Block, Watch
from bots.levels import open_bare
from bots.registry import engine
from bots.search.proof import Proof
from bots.search.solver import Solver
from gomoku.game import Game
from gomoku.ruleset import RuleSet

BASE = "double_threat"
OWN_NODES = 4000  # of the search for a win by fours
NODES = 5000  # of each question about the opponent's wins
ENTRIES = 1 << 14  # of a solver's memory

Tables = Callable[[str], PatternTable]

_solvers = threading.local()  # a solver does one search at a time, and is large: each thread has one for all its seats


class Learner(Engine):
    """Engine that knows the traps of a table; ``tables`` gives that of a rule set, anew at each move."""

    name = "learner"
    version = "2"
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
        _solver(rules, size)
        return LearnerPlayer(rules, size, seed, memory, self._tables)


class LearnerPlayer:
    """One side of one game."""

    def __init__(self, rules: RuleSet, size: int, seed: int, memory: int, tables: Tables) -> None:
        self._base = GuardedPlayer(open_bare(engine(BASE), rules, size, seed, memory))
        self._tables = tables

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """The choice; ``why`` of the kind "trap" names the pattern blocked, its cells, and all that were ``met``.

        ``limits.time_ms`` and stop end the search for traps. ``limits.nodes`` bounds each question to the solver, as
        constants of the engine do. Raises NoMove when the game is over or no point may be played.
        """
        begun = time.perf_counter()
        choice = self._base.choose(game, limits, stop)
        if choice.why.get("guard"):
            return choice
        solver, me = _solver(game.rules, game.size), game.to_move
        proof = solver.prove(game.board, me, Limits(limits.time_ms, _least(OWN_NODES, limits.nodes)), stop)
        if isinstance(proof, Proof):
            line = proof.win.line()
            return Choice(line[0], None, ((line[0], None),), {"kind": "proof", "line": line})

        def go_on() -> bool:
            spent = (time.perf_counter() - begun) * 1000
            return not stop.is_set() and (limits.time_ms is None or spent < limits.time_ms)

        watch = Watch(
            Prover(solver, _least(NODES, limits.nodes)),
            self._tables(game.rules.name),
            game.board.copy(),
            me.other,
            [point for point, _ in choice.candidates],
            go_on,
        )
        block = watch.block()
        return choice if block is None else _blocking(block, choice)

    def close(self) -> None:
        """Close the player of double threats."""
        self._base.close()


def _least(nodes: int, limit: int | None) -> int:
    return nodes if limit is None else min(nodes, limit)


def _solver(rules: RuleSet, size: int) -> Solver:
    """This thread's solver."""
    key = f"{rules.name} {size}"
    if not hasattr(_solvers, key):
        setattr(_solvers, key, Solver(rules, size, ENTRIES))
    found: Solver = getattr(_solvers, key)
    return found


def _blocking(block: Block, base: Choice) -> Choice:
    """The choice of a block, with the candidates of the base after it."""
    first = block.traps[0]
    scores = dict(base.candidates)
    score = scores.pop(block.point, None)
    why = {
        "kind": "trap",
        "pattern": first.pattern.key,
        "point": block.point,
        "cells": list(first.cells),
        "met": list(dict.fromkeys(trap.pattern.key for trap in block.traps)),
    }
    return Choice(block.point, score, ((block.point, score), *scores.items())[: len(base.candidates)], why)


ENGINE = Learner()
