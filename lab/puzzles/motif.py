"""The motif of a puzzle: the stones that its proof uses, independent of place and orientation."""

from __future__ import annotations

import hashlib

from bots.learning.patterns.cells import Kind, least
from bots.learning.proofs.trace import stones_on_fives, trace
from bots.puzzles.puzzle import MadePuzzle
from bots.search.solver.proof import Win
from gomoku.board import Board, Color
from gomoku.point import xy
from gomoku.ruleset import RuleSet

ROW = 5


def motif(rules: RuleSet, board: Board, attacker: Color, win: Win, asked: int) -> str:
    """Hash the attacker's stones that the proof uses and the point of the ``asked`` move.

    The defender's stones are left out: the same attack against other useless stones is the same motif.
    """
    used = stones_on_fives(board, attacker, trace(rules, board, attacker, win).points, ROW)
    cells = [(*xy(stone, board.size), Kind.ATTACKER) for stone in used] + [(*xy(asked, board.size), Kind.EMPTY)]
    return hashlib.blake2b(repr(least(cells)).encode(), digest_size=8).hexdigest()


def motif_of(puzzle: MadePuzzle) -> str:
    """Return a puzzle's motif; in a defence, that of the threat and the holding move."""
    win = puzzle.win if puzzle.kind == "win" else puzzle.win.threat
    assert win is not None
    return motif(puzzle.ruleset, puzzle.board(), puzzle.attacker, win, puzzle.answers[0])
