"""Losing moves besides the one that lost the game: all others proven to lose before it, with their lines."""

from __future__ import annotations

from typing import NamedTuple

from bots.learning.proofs.defence_search import DefenceResult
from bots.learning.proofs.prover import Prover
from bots.learning.study.findings import LosingMove
from gomoku.board import EMPTY, Board, Color


class LosingMoves(NamedTuple):
    """``lost``: moves with the line that wins after each. ``rest``: the line that wins after every point that is in
    neither this list nor the open and undecided ones, None if unproven. ``forbidden``: illegal points."""

    lost: tuple[LosingMove, ...]
    rest: tuple[int, ...] | None
    forbidden: tuple[int, ...]


def find_losing_moves(prover: Prover, board: Board, mover: Color, result: DefenceResult | None) -> LosingMoves:
    """Find the losing moves among those asked about, with the defender to move."""
    rules = prover.rules
    empty = [point for point in range(len(board.cells)) if board[point] == EMPTY]
    banned = tuple(point for point in empty if rules.forbidden(board, point, mover) is not None)
    if result is None or result.threat is None or prover.five(board, mover) is not None:
        return LosingMoves((), None, banned)
    lost = tuple(LosingMove(point, tuple(win.longest())) for point, win in result.wins())
    return LosingMoves(lost, tuple(result.threat.win.longest()), banned)
