"""A player that has learned from lost games: their traps, and the lost positions themselves.

In order: what the player inside does about fives, and wins that it has proven; a proven win by fours; where a learned
pattern lies on the board and its win is proven again here, or the very position lost a game before, a defence
after which no forced win is found; else what the player inside plays.
"""

import threading
import time
from collections.abc import Callable

from bots.engine import Advice, AdvisedPlayer, Choice, Limits, Player, Stop
from bots.learning.current import table_for
from bots.learning.lesson import Standing
from bots.learning.memory import Recalled
from bots.learning.prover import Prover
from bots.learning.table import PatternTable
from bots.learning.traps import Block, Watch, blocking_weights
from bots.search.proof import Proof
from bots.search.solver import POSITIONS, Solver
from bots.search.tables import Workspace
from gomoku.game import Game
from gomoku.ruleset import RuleSet

OWN_NODES = 4000  # of the search for a win by fours
NODES = 5000  # of each question about the opponent's wins
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
        advised = isinstance(self._player, AdvisedPlayer)
        if isinstance(self._player, AdvisedPlayer):
            weights = blocking_weights(table, game.board, me.other)
            self._player.advise(Advice(weights, *table.memory.won(game.size)))
        knows = bool(table.patterns or table.memory)
        choice = self._player.choose(game, _before(limits) if knows else limits, stop)
        if choice.why.get("kind") in SETTLED or (advised and not knows):
            return choice
        left = None if limits.time_ms is None else max(1, limits.time_ms - int((time.perf_counter() - begun) * 1000))
        solver = _solver(game.rules, game.size)
        with solver.heeding(stop, left):
            return _considered(choice, game, table, solver, limits.nodes, advised)

    def close(self) -> None:
        """Close the player inside."""
        self._player.close()


def _considered(
    choice: Choice, game: Game, table: PatternTable, solver: Solver, nodes: int | None, advised: bool
) -> Choice:
    """The choice, or a better one: a win by fours, or the block of a trap."""
    me = game.to_move
    proof = solver.prove(game.board, me, Limits(nodes=_least(OWN_NODES, nodes)))
    if isinstance(proof, Proof):
        line = proof.win.line()
        return Choice(line[0], None, ((line[0], None),), {"kind": "proof", "method": "vcf", "line": line})
    recalled, prover = table.memory.recall(game.board, me), Prover(solver, _least(NODES, nodes))
    known = recalled.open
    if advised and not known and not _loses(prover, game, choice.point):
        known = (choice.point,)  # it has looked further than the solver does for a defence
    own = list(dict.fromkeys([choice.point, *(point for point, _ in choice.candidates)]))
    block = Watch(prover, table, game.board.copy(), me.other, own).block(known)
    return _remembering(recalled, choice) if block is None else _blocking(block, choice)


def _before(limits: Limits) -> Limits:
    """What the player inside may take of the limits."""
    time_ms = limits.time_ms
    return Limits(None if time_ms is None else max(1, time_ms - time_ms // PART), limits.nodes)


def _loses(prover: Prover, game: Game, point: int) -> bool:
    """Whether the move is found to leave the opponent a win."""
    board = game.board.copy()
    board.place(point, game.to_move)
    return prover.attack(board, game.to_move.other).standing is Standing.WON


def _least(nodes: int, limit: int | None) -> int:
    return nodes if limit is None else min(nodes, limit)


def _solver(rules: RuleSet, size: int) -> Solver:
    """This thread's solver; all of a thread work in the same place."""
    if not hasattr(_solvers, "known"):
        _solvers.known, _solvers.workspace = {}, Workspace(ENTRIES, POSITIONS)
    known: dict[tuple[str, int], Solver] = _solvers.known
    if (rules.name, size) not in known:
        known[rules.name, size] = Solver(rules, size, workspace=_solvers.workspace)
    return known[rules.name, size]


def _blocking(block: Block, own: Choice) -> Choice:
    """The choice of a block, with the other candidates after it."""
    first = block.traps[0]
    why = {
        "kind": "trap",
        "pattern": first.pattern.key,
        "point": block.point,
        "cells": list(first.cells),
        "met": list(dict.fromkeys(trap.pattern.key for trap in block.traps)),
    }
    return instead(block.point, own, why)


def _remembering(recalled: Recalled, own: Choice) -> Choice:
    """The choice where the position lost a game before: what was left open there, or at least something else."""
    candidates = [point for point, _ in own.candidates]
    better = [point for point in candidates if point in recalled.open] or [
        *recalled.open,
        *(point for point in candidates if point not in recalled.lost),
    ]
    if own.point in recalled.open or not better or not (recalled.open or own.point in recalled.lost):
        return own
    return instead(better[0], own, {"kind": "remembered"})


def instead(point: int, own: Choice, why: dict[str, object]) -> Choice:
    """The choice of another point, with the other candidates after it."""
    scores = dict(own.candidates)
    score = scores.pop(point, None)
    return Choice(point, score, ((point, score), *scores.items())[: max(1, len(own.candidates))], why)
