"""Proofs of forced wins, an interface of its own: levels, review, learning and puzzles stand on it."""

import time

import numpy as np

from bots.engine import Limits, Stop
from bots.search import vcf
from bots.search.layout import U
from bots.search.position import Position
from bots.search.proof import Proof, Refuted, Unknown, read
from gomoku.board import Board, Color
from gomoku.ruleset import RuleSet

ENTRIES = 1 << 20  # of the memory of refuted positions, eight bytes each
GOLDEN = 0x9E3779B97F4A7C15


class Solver:
    """A solver for one rule set and size; one search at a time.

    ``entries``, a power of two, bounds what it remembers during a search. Raises BadBoardSize.
    """

    def __init__(self, rules: RuleSet, size: int, entries: int = ENTRIES) -> None:
        self.position = Position(rules, size)
        self._search = np.zeros(int(vcf.SEARCH_WORDS), np.uint64)
        self._refuted = np.zeros(entries, np.uint64)
        self._searches = 0

    def vcf(
        self, board: Board, attacker: Color, limits: Limits | None = None, stop: Stop | None = None
    ) -> Proof | Refuted | Unknown:
        """Whether the attacker, to move, wins by continuous fours.

        ``limits.nodes`` bounds the stones put on the board; the answer is the same for the same bound.
        """
        position, search = self.position, self._search
        position.lay(board)
        self._searches += 1
        nodes = limits.nodes if limits is not None else None
        search[: int(vcf.MOVES)] = 0
        search[int(vcf.LIMIT)] = np.iinfo(np.int64).max if nodes is None else nodes
        search[int(vcf.SALT)] = self._searches * GOLDEN % 2**64
        flag = (stop or Stop()).array
        before = time.perf_counter()
        result = vcf.attack(
            position.state, position.table, position.geometry, search, self._refuted, flag, U(attacker - 1)
        )
        ms = (time.perf_counter() - before) * 1000
        made = int(search[int(vcf.NODES)])
        if result == vcf.WON:
            first = int(vcf.PROOFS)
            return Proof(made, ms, read(search[first : first + int(search[int(vcf.PROOF)])].tolist()))
        return Refuted(made, ms) if result == vcf.REFUTED else Unknown(made, ms)
