"""Losing moves beside the one that lost: every other move before it whose loss is proven, and by what line."""

from __future__ import annotations

from typing import NamedTuple

from bots.learning.proofs.defence_search import DefenceResult
from bots.learning.proofs.prover import Prover
from bots.learning.study.findings import LosingMove
from gomoku.board import EMPTY, Board, Color


class LosingMoves(NamedTuple):
    """``lost`` have the line that wins after each. ``rest`` is the line that wins after every point that neither these
    nor the open and undecided ones name, None where that is not proven. ``forbidden`` may not be played at all."""

    lost: tuple[LosingMove, ...]
    rest: tuple[int, ...] | None
    forbidden: tuple[int, ...]


def find_losing_moves(prover: Prover, board: Board, mover: Color, result: DefenceResult | None) -> LosingMoves:
    """Of the moves that were asked about, the defender to move, those that lose."""
    rules = prover.rules
    empty = [point for point in range(len(board.cells)) if board[point] == EMPTY]
    banned = tuple(point for point in empty if rules.forbidden(board, point, mover) is not None)
    if result is None or result.threat is None or prover.five(board, mover) is not None:
        return LosingMoves((), None, banned)
    lost = tuple(LosingMove(point, tuple(win.longest())) for point, win in result.wins())
    return LosingMoves(lost, tuple(result.threat.win.longest()), banned)
