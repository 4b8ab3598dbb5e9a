"""The interface of a rule set: which rows win, and which points are forbidden."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from gomoku.board import Board, Color
from gomoku.errors import ForbiddenReason
from gomoku.lines import rows_through

SIZES = tuple(range(5, 21))
"""Boards from the smallest that fits a row of five to the largest that the kernels of `bots.search` support."""


class RuleSet(ABC):
    """Stateless rules: one instance serves every game.

    ``length`` stones in a row are needed to win; ``sizes`` are the boards the rules are played on.
    """

    name: ClassVar[str]
    sizes: ClassVar[tuple[int, ...]] = SIZES
    length: ClassVar[int] = 5

    @abstractmethod
    def wins(self, board: Board, row: tuple[int, ...]) -> bool:
        """Tell whether an unbroken row of at least ``length`` stones of one colour, given in full, wins."""

    def winning_line(self, board: Board, point: int) -> tuple[int, ...] | None:
        """Return the points, ascending, of every winning row through the stone at ``point``; None when there is
        none."""
        rows = [row for row in rows_through(board, point, self.length) if self.wins(board, row)]
        if not rows:
            return None
        return tuple(sorted({stone for row in rows for stone in row}))

    def forbidden(self, board: Board, point: int, color: Color) -> ForbiddenReason | None:
        """Return why ``color`` may not play the empty ``point``; None when it may."""
        return None

    def forbidden_points(self, board: Board, color: Color) -> dict[int, ForbiddenReason]:
        """Find every empty point that ``color`` may not play, with the reason."""
        return {}
