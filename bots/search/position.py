"""A board as the kernels see it."""

import numpy as np

from bots.search import layout
from bots.search.evaluation import table
from bots.search.forbidden import forbidden
from bots.search.geometry import geometry
from bots.search.layout import U
from bots.search.make import clear, make, unmake
from bots.search.weights import FITTED, Weights
from gomoku.board import Board, Color
from gomoku.errors import BadBoardSize
from gomoku.ruleset import RuleSet


class Position:
    """Stones and all that is kept of them, for one rule set and size; raises BadBoardSize for another size."""

    def __init__(self, rules: RuleSet, size: int, weights: Weights = FITTED) -> None:
        if size not in rules.sizes or size > layout.LARGEST or rules.length != 5:
            raise BadBoardSize(size)
        self.rules = rules
        self.size = size
        self.table = table(rules.name, weights)
        self.geometry = geometry(rules.name, size)
        self.state = np.zeros(int(layout.STATE_WORDS), np.uint64)
        self._empty = self.state.copy()
        clear(self._empty, self.table, self.geometry)
        self.state[:] = self._empty

    def lay(self, board: Board) -> None:
        """Take over the stones of a board; raises BadBoardSize for one of another size."""
        if board.size != self.size:
            raise BadBoardSize(board.size)
        self.state[:] = self._empty
        for point, color in enumerate(board.cells):
            if color:
                self.make(point, Color(color))

    def make(self, point: int, color: Color) -> None:
        """Put a stone on an empty point."""
        make(self.state, self.table, self.geometry, U(point), U(color))

    def unmake(self, point: int) -> None:
        """Take a stone away."""
        unmake(self.state, self.table, self.geometry, U(point))

    def forbidden(self, point: int, color: Color) -> bool:
        """Whether the rules forbid the empty point to a colour."""
        return bool(forbidden(self.state, self.table, self.geometry, U(point), U(color - 1)))
