"""Shapes: what a black stone makes on one line, under the exact-five rule of renju.

A line is seen through a window of eleven cells with the point in the middle; nothing further away matters.

    . . . . . p . . . . .      index 5 is the point
    0 1 2 3 4 5 6 7 8 9 10

To black the edge of the board and a white stone are the same, so a window holds only empty, black and white.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from gomoku.board import EMPTY, Board, Color
from gomoku.lines import rays

REACH = 5
BLACK = int(Color.BLACK)
EDGE = bytes([Color.WHITE])


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape that the stone makes on its line.

    ``row`` is the length of the unbroken row through it. ``fours`` counts the fours through it; one line can hold two.
    ``straight`` holds the offsets from the point, in steps along the line, at which one more stone would make a
    straight four through it; if it is not empty the line is a three.
    """

    row: int
    fours: int
    straight: tuple[int, ...]


@cache
def shape(window: bytes) -> Shape:
    """Return the shape that a black stone in the middle of the eleven cells makes."""
    line = bytearray(window)
    line[REACH] = BLACK
    return Shape(_row(line), _fours(line), _find_straight(line))


def _row(line: bytearray) -> int:
    before = bytes(line[:REACH])
    after = bytes(line[REACH + 1 :])
    black = bytes([BLACK])
    return len(before) - len(before.rstrip(black)) + 1 + len(after) - len(after.lstrip(black))


def _fours(line: bytearray) -> int:
    """Count the fours, distinguished by their stones.

    ``.XXXX.`` is one four with two ways to five; ``X.XXX.X`` and ``XX.XX.XX`` are two fours that share stones. A gap
    whose stone would make an overline, as in ``XX.XXXX``, completes nothing.
    """
    fours = set()
    for start in range(1, REACH + 1):
        five = line[start : start + 5]
        if five.count(BLACK) == 4 and five.count(EMPTY) == 1 and BLACK not in (line[start - 1], line[start + 5]):
            gap = start + five.index(EMPTY)
            fours.add(tuple(i for i in range(start, start + 5) if i != gap))
    return len(fours)


def _find_straight(line: bytearray) -> tuple[int, ...]:
    """Find the offsets that make a straight four: ``.XXXX.`` with a five, and no overline, on either end."""
    found = []
    for start in range(2, REACH + 1):
        four = line[start : start + 4]
        if (
            four.count(BLACK) == 3
            and four.count(EMPTY) == 1
            and line[start - 1] == EMPTY == line[start + 4]
            and BLACK not in (line[start - 2], line[start + 5])
        ):
            found.append(start + four.index(EMPTY) - REACH)
    return tuple(found)


@cache
def _windows(size: int) -> tuple[tuple[tuple[int, slice, bytes, bytes], ...], ...]:
    """For each point and axis: the step, the slice of the cells in the window, and the edge cells on both sides."""
    table = []
    for point, axes in enumerate(rays(size)):
        windows = []
        for step, back, forward in axes:
            before, after = min(len(back), REACH), min(len(forward), REACH)
            cut = slice(point - before * step, point + after * step + 1, step)
            windows.append((step, cut, EDGE * (REACH - before), EDGE * (REACH - after)))
        table.append(tuple(windows))
    return tuple(table)


def shapes(board: Board, point: int) -> list[tuple[int, Shape]]:
    """Return, for each axis, the difference between neighbours and the shape of a black stone at ``point``."""
    cells = board.cells
    return [(step, shape(before + cells[cut] + after)) for step, cut, before, after in _windows(board.size)[point]]
