"""What never changes on a board of a size under a rule set: its lines, the cells within reach, and Zobrist keys."""

from collections.abc import Callable
from functools import cache

import numpy as np

from bots.search import layout, shapes
from bots.search.jit import Words

REACH = int(shapes.REACH)


@cache
def geometry(rules: str, size: int) -> Words:
    """The array ``geometry`` of `layout`, shape (GEOMETRY_WORDS,)."""
    words = np.zeros(int(layout.GEOMETRY_WORDS), np.uint64)
    black, white = shapes.FIVES[rules]
    words[int(layout.SIZE)] = size
    words[int(layout.POINTS)] = size * size
    words[int(layout.FOULS)] = 0 if black & shapes.FOUL else 1 if white & shapes.FOUL else 2
    words[int(layout.ENCLOSED)] = bool(black & shapes.ENCLOSED)
    words[int(layout.STEP) : int(layout.STEP) + 4] = (1, size, size + 1, size - 1)
    for y in range(size):
        for x in range(size):
            # line and place on it by axis: row, column, falling and rising diagonal
            lines = ((y, x), (x, y), (x - y + size - 1, min(x, y)), (x + y, min(size - 1 - x, y)))
            lengths = (size, size, size - abs(x - y), size - abs(x + y - size + 1))
            for axis, ((line, place), length) in enumerate(zip(lines, lengths, strict=True)):
                at = int(layout.AXIS) + 16 * (y * size + x) + 4 * axis
                key = int(layout.KEY) + int(layout.LINES) * axis + line
                words[at : at + 4] = (key, 2 * place, min(place, REACH), min(length - 1 - place, REACH))
    # one stream of chance for every board, so that keys never change from run to run
    words[int(layout.ZOBRIST) : int(layout.NEAR)] = np.random.Generator(np.random.PCG64(5)).integers(
        0, 2**64, 2 * int(layout.CELLS), np.uint64
    )
    _sets(words[int(layout.NEAR) : int(layout.STAR)], size, _is_near)
    _sets(words[int(layout.STAR) :], size, _is_on_a_line)
    words.setflags(write=False)
    return words


def _sets(words: Words, size: int, holds: Callable[[int, int], bool]) -> None:
    """Fill in, for each point of the board, the set of the other points for which ``holds`` is true of (dx, dy)."""
    steps = [(dx, dy) for dx in range(-REACH, REACH + 1) for dy in range(-REACH, REACH + 1) if dx or dy]
    steps = [(dx, dy) for dx, dy in steps if holds(abs(dx), abs(dy))]
    for y in range(size):
        for x in range(size):
            points = [(y + dy) * size + x + dx for dx, dy in steps if 0 <= x + dx < size and 0 <= y + dy < size]
            for point in points:
                words[(y * size + x) * int(layout.BITS) + point // 64] |= np.uint64(1 << point % 64)


def _is_near(dx: int, dy: int) -> bool:
    """
    o . . o . . o
    . o o o o o .
    . o o o o o .
    o o o X o o o
    . o o o o o .
    . o o o o o .
    o . . o . . o
    """
    return max(dx, dy) <= 2 or (max(dx, dy) == 3 and _is_on_a_line(dx, dy))


def _is_on_a_line(dx: int, dy: int) -> bool:
    return not dx or not dy or dx == dy
