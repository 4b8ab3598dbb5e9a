"""A square board and its stones."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from gomoku.errors import BadBoardSize

EMPTY = 0

SMALLEST, LARGEST = 3, 26  # a line must fit, and each column has a letter


class Color(IntEnum):
    """Colour of a stone, as stored in a cell."""

    BLACK = 1
    WHITE = 2

    @property
    def other(self) -> Color:
        """The opponent's colour."""
        return Color.WHITE if self is Color.BLACK else Color.BLACK


class Board:
    """Cells of a ``size`` x ``size`` board; legality of moves is the game's concern.

    ``cells`` is a bytearray of ``size * size`` values, indexed by point: 0 empty, 1 black, 2 white. Raises BadBoardSize
    outside SMALLEST to LARGEST.
    """

    __slots__ = ("cells", "size", "stones")

    def __init__(self, size: int) -> None:
        if not SMALLEST <= size <= LARGEST:
            raise BadBoardSize(size)
        self.size = size
        self.cells = bytearray(size * size)
        self.stones = 0

    @classmethod
    def from_stones(cls, size: int, black: Iterable[int], white: Iterable[int]) -> Board:
        """Build a board with the given stones; raises ValueError for a point given twice."""
        board = cls(size)
        for color, points in ((Color.BLACK, black), (Color.WHITE, white)):
            for point in points:
                if board.cells[point]:
                    raise ValueError(f"two stones on point {point}")
                board.place(point, color)
        return board

    def place(self, point: int, color: Color) -> None:
        """Put a stone on an empty point."""
        self.cells[point] = color
        self.stones += 1

    def remove(self, point: int) -> None:
        """Remove the stone from an occupied point."""
        self.cells[point] = EMPTY
        self.stones -= 1

    def __getitem__(self, point: int) -> int:
        return self.cells[point]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.size == other.size and self.cells == other.cells

    __hash__ = None  # type: ignore[assignment]  # a board is mutable

    @property
    def full(self) -> bool:
        """Whether no point is empty."""
        return self.stones == len(self.cells)

    def copy(self) -> Board:
        """Return an independent board with the same stones."""
        board = Board.__new__(Board)
        board.size = self.size
        board.cells = self.cells[:]
        board.stones = self.stones
        return board
