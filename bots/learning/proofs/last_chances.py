"""Last chances: positions where a game was lost, with the move played and the moves after which no win was found.

A pattern is what a lost game shares with others; this is the lost position itself, up to symmetry, so that an expensive
analysis is not repeated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from bots.learning.proofs.lesson import Lesson, StoredLastChance
from bots.learning.proofs.prover import canonical
from gomoku import symmetry
from gomoku.board import Board, Color


@dataclass(frozen=True, slots=True)
class LastChance:
    """A position, as the least of its eight images, where ``color`` played the losing move ``lost``.

    ``cells`` are those of the board before the move. ``open`` lists the points after which no forced win was found, if
    any.
    """

    cells: bytes
    color: Color
    lost: int
    open: tuple[int, ...]

    @classmethod
    def of(cls, size: int, moves: Sequence[int], lesson: Lesson) -> LastChance | None:
        """Return the position before the entry of a game's lesson; None if the game was lost from its first stone."""
        if lesson.entry == 0:
            return None
        ply = lesson.entry - 1
        least, there = _turn(size, moves[:ply])
        left = tuple(there[move.point] for move in lesson.open)
        return cls(bytes(least.cells), lesson.winner.other, there[moves[ply]], left)

    def to_stored(self) -> StoredLastChance:
        """Convert to the stored form, the inverse of `of_stored`."""
        cells, color = self.cells.translate(_DIGITS).decode(), self.color
        return StoredLastChance(cells, "black" if color is Color.BLACK else "white", self.lost, self.open)

    @classmethod
    def of_stored(cls, stored: StoredLastChance) -> LastChance:
        """Build from the stored form. Fields of earlier studies, which searched too little, are dropped."""
        cells = stored.cells.encode().translate(_CELLS)
        return cls(cells, Color[stored.color.upper()], stored.lost, stored.open)


def with_open(stored: StoredLastChance, moves: Sequence[int], points: Iterable[int]) -> StoredLastChance:
    """Return a stored position, which came after some moves, with other points after which no win was found."""
    _, there = _turn(isqrt(len(stored.cells)), moves)
    return replace(stored, open=tuple(there[point] for point in points))


def cells_after(size: int, moves: Sequence[int]) -> str:
    """Return the stored ``cells`` of the position after some moves."""
    least, _ = _turn(size, moves)
    return bytes(least.cells).translate(_DIGITS).decode()


def list_points(size: int, moves: Sequence[int], stored: Iterable[int]) -> list[int]:
    """Return the points, after some moves, of points stored with the ``cells`` of that position."""
    _, there = _turn(size, moves)
    return [there.index(point) for point in stored]


class Recalled(NamedTuple):
    """Knowledge about a board: points that have lost there, and points after which no forced win was found."""

    lost: tuple[int, ...]
    open: tuple[int, ...]


Boards = NDArray[np.uint8]

_DIGITS, _CELLS = bytes.maketrans(b"\0\1\2", b"012"), bytes.maketrans(b"012", b"\0\1\2")
NOTHING = Recalled((), ())


class Memory:
    """Last chances of one rule set, recognised in all eight orientations."""

    def __init__(self, positions: Iterable[LastChance] = ()) -> None:
        self._known: dict[tuple[bytes, Color], Recalled] = {}
        self._won: dict[int, tuple[Boards, Boards]] = {}
        for position in positions:
            key = position.cells, position.color
            known = self._known.get(key, NOTHING)
            lost = _union(known.lost, [position.lost])
            left = [point for point in _union(known.open, position.open) if point not in lost]
            self._known[key] = Recalled(lost, tuple(left))

    def __len__(self) -> int:
        return len(self._known)

    def recall(self, board: Board, color: Color) -> Recalled:
        """Return what is known of a board with ``color`` to move."""
        if not self._known:
            return NOTHING
        least, by = canonical(board)
        known = self._known.get((bytes(least.cells), color))
        if known is None:
            return NOTHING
        back = symmetry.maps(board.size)[symmetry.inverse(by)]
        return Recalled(tuple(back[point] for point in known.lost), tuple(back[point] for point in known.open))

    def won(self, size: int) -> tuple[Boards, Boards]:
        """Return won boards and winners: positions right after a losing move, in all orientations.

        Shapes (boards, size * size) and (boards,); the winner is to move.
        """
        if size not in self._won:
            boards, winners = [], []
            for (cells, color), known in self._known.items():
                if isqrt(len(cells)) == size:
                    for point in known.lost:
                        boards.append(np.frombuffer(cells[:point] + bytes([color]) + cells[point + 1 :], np.uint8))
                        winners.append(color.other)
            turns = np.array(symmetry.maps(size))
            found = np.array(boards, np.uint8).reshape(-1, size * size)[:, turns].reshape(-1, size * size)
            self._won[size] = found, np.repeat(np.array(winners, np.uint8), len(turns))
        return self._won[size]


def _turn(size: int, moves: Sequence[int]) -> tuple[Board, Sequence[int]]:
    """Return the least image of the board after some moves, and where it has each point."""
    least, by = canonical(Board.from_stones(size, moves[::2], moves[1::2]))
    return least, symmetry.maps(size)[by]


def _union(known: Sequence[int], more: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys([*known, *more]))
