"""A board in the arrays of the kernels."""

import numpy as np
from numpy.typing import NDArray

from bots.search.board import layout
from bots.search.board.evaluation import evaluation_table
from bots.search.board.forbidden import is_forbidden
from bots.search.board.geometry import board_geometry
from bots.search.board.moves import clear_board, do_move, do_moves, undo_move
from bots.search.board.weights import FITTED, Weights
from bots.search.runtime.jit import U
from gomoku.board import Board, Color
from gomoku.errors import BadBoardSize
from gomoku.ruleset import RuleSet


class Position:
    """Stones and their derived state for one rule set and size; raises BadBoardSize for an unsupported size or rule
    set."""

    def __init__(self, rules: RuleSet, size: int, weights: Weights = FITTED) -> None:
        if size not in rules.sizes or size > layout.LARGEST or rules.length != 5:
            raise BadBoardSize(size)
        self.rules = rules
        self.size = size
        whole = np.zeros(int(layout.STATE_WORDS + layout.LOG_WORDS), np.uint64)
        self.state = whole[: int(layout.STATE_WORDS)]
        self.arrays = layout.BoardArrays(whole, evaluation_table(rules.name, weights), board_geometry(rules.name, size))
        clear_board(self.arrays)
        self._empty = self.state.copy()

    def set_board(self, board: Board) -> None:
        """Copy the stones of a board; raises BadBoardSize for one of another size."""
        if board.size != self.size:
            raise BadBoardSize(board.size)
        self.state[:] = self._empty
        cells = np.frombuffer(board.cells, np.uint8)
        do_moves(self.arrays, cells)

    def do_move(self, point: int, color: Color) -> None:
        """Put a stone on an empty point."""
        do_move(self.arrays, U(point), U(color))

    def undo_move(self, point: int) -> None:
        """Remove the last stone, which is on the point."""
        undo_move(self.arrays, U(point))

    def read_shapes(self, color: Color) -> NDArray[np.uint64]:
        """Return the four shapes of a colour's stone on each point, shape (points,), four bits for each axis;
        `layout.shapes_at` tells what those of points with stones are."""
        first = int(layout.SHAPES)
        codes = self.state[first : first + self.size**2] >> layout.CODE_WIDTH * U(color - 1)
        return codes & layout.CODE_BITS

    def is_forbidden(self, point: int, color: Color) -> bool:
        """Tell whether the rules forbid the empty point to a colour."""
        return bool(is_forbidden(self.arrays, U(point), U(color - 1)))
