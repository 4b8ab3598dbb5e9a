"""Proofs of forced wins, an interface of its own: levels, review, learning and puzzles stand on it."""

import time
from threading import Timer

import numpy as np

from bots.engine import Limits, Stop
from bots.search import vcf
from bots.search.jit import Words
from bots.search.layout import U
from bots.search.position import Position
from bots.search.proof import Proof, Refuted, Unknown, read
from gomoku.board import Board, Color
from gomoku.ruleset import RuleSet

ENTRIES = 1 << 20  # of the memory of refuted positions, eight bytes each


class Solver:
    """A solver for one rule set and size of board; one search at a time.

    ``entries``, a power of two, bounds what it remembers during a search. Raises BadBoardSize for a size, or a rule
    set, that it does not know.
    """

    def __init__(self, rules: RuleSet, size: int, entries: int = ENTRIES) -> None:
        self.position = Position(rules, size)
        self._search: Words = np.zeros(int(vcf.SEARCH_WORDS), np.uint64)
        self._refuted: Words = np.zeros(entries, np.uint64)
        self._searches = 0
        self.prove(Board(size), Color.BLACK)  # compiles the kernels, or loads them, before anything is timed

    def prove(
        self,
        board: Board,
        attacker: Color,
        limits: Limits | None = None,
        stop: Stop | None = None,
        fours: int | None = None,
    ) -> Proof | Refuted | Unknown:
        """Whether the attacker, to move in a running game, wins by continuous fours.

        ``limits.nodes`` bounds the stones put on the board; the answer is the same for the same bound. ``fours``
        bounds the attacker's moves before the five; what only more of them could decide is Unknown. Without limits the
        search goes on to its end, or until a proof grows out of its 64 Ki words (caro). Raises BadBoardSize for a board
        of another size.
        """
        limits = limits or Limits()
        search = self._search
        self.position.lay(board)
        self._searches += 1
        search[: int(vcf.MOVES)] = 0
        search[int(vcf.LIMIT)] = np.iinfo(np.int64).max if limits.nodes is None else limits.nodes
        search[int(vcf.SALT)] = self._searches * int(vcf.SPREAD) % 2**64
        search[int(vcf.LEFT)] = np.iinfo(np.int64).max if fours is None else fours
        search[int(vcf.TICK)] = fours is not None
        stop, late = stop or Stop(), Stop()
        timer = None if limits.time_ms is None else Timer(limits.time_ms / 1000, late.set)
        if timer is not None:
            timer.start()
        before = time.perf_counter()
        result = vcf.attack(
            self.position.state,
            self.position.table,
            self.position.geometry,
            search,
            self._refuted,
            stop.array,
            late.array,
            U(attacker - 1),
        )
        ms = (time.perf_counter() - before) * 1000
        if timer is not None:
            timer.cancel()
            timer.join()
        nodes = int(search[int(vcf.NODES)])
        if result == vcf.WON:
            first = int(vcf.PROOFS)
            return Proof(nodes, ms, read(search[first : first + int(search[int(vcf.PROOF)])].tolist()))
        exhausted = result == vcf.REFUTED and not search[int(vcf.CUT)]
        return Refuted(nodes, ms) if exhausted else Unknown(nodes, ms)
