"""Tables for a board size and rule set: lines, cells within reach, and zobrist keys."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from bots.search.board import layout, shapes
from bots.search.runtime.jit import Words

REACH = int(shapes.REACH)


@cache
def board_geometry(rules: str, size: int) -> Words:
    """Return the read-only array ``board_geometry`` of `layout`, shape (GEOMETRY_WORDS,)."""
    words = np.zeros(int(layout.GEOMETRY_WORDS), np.uint64)
    black, white = shapes.FIVES[rules]
    words[int(layout.SIZE)] = size
    words[int(layout.POINTS)] = size * size
    words[int(layout.FORBIDDEN_SIDE)] = 0 if black & shapes.SIX_FORBIDDEN else 1 if white & shapes.SIX_FORBIDDEN else 2
    words[int(layout.ENCLOSED)] = bool(black & shapes.ENCLOSED)
    words[int(layout.STEP) : int(layout.STEP) + 4] = (1, size, size + 1, size - 1)
    y, x = np.divmod(np.arange(size * size), size)
    # lines and positions on them by axis: row, column, falling and rising diagonal
    lines = np.stack((y, x, x - y + size - 1, x + y))
    places = np.stack((x, y, np.minimum(x, y), np.minimum(size - 1 - x, y)))
    lengths = np.stack((0 * x + size, 0 * x + size, size - abs(x - y), size - abs(x + y - size + 1)))
    keys = int(layout.KEY) + int(layout.LINES) * np.arange(4)[:, None] + lines
    reach = REACH if black or white else int(shapes.FREE_REACH)
    reaches = np.minimum(places, reach), np.minimum(lengths - 1 - places, reach)
    axes = words[int(layout.AXIS) : int(layout.AXIS) + 16 * size * size]
    axes[:] = np.stack((keys, 2 * places, *reaches)).transpose(2, 1, 0).reshape(-1)
    # a fixed seed: zobrist keys never change between runs
    words[int(layout.ZOBRIST) : int(layout.NEAR)] = np.random.Generator(np.random.PCG64(5)).integers(
        0, 2**64, 2 * int(layout.CELLS), np.uint64
    )
    dx, dy = abs(x[:, None] - x), abs(y[:, None] - y)
    far = np.maximum(dx, dy)
    on_a_line = (dx == 0) | (dy == 0) | (dx == dy)
    _fill_sets(words[int(layout.NEAR) : int(layout.STAR)], _is_near(far, on_a_line))
    _fill_sets(words[int(layout.STAR) :], on_a_line & (far > 0) & (far <= REACH))
    words.setflags(write=False)
    return words


def _is_near(far: NDArray[np.int64], on_a_line: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """
    o . . o . . o
    . o o o o o .
    . o o o o o .
    o o o X o o o
    . o o o o o .
    . o o o o o .
    o . . o . . o
    """
    near: NDArray[np.bool_] = (far > 0) & ((far <= 2) | ((far == 3) & on_a_line))
    return near


def _fill_sets(words: Words, holds: NDArray[np.bool_]) -> None:
    """Write, for each point, the set of points whose column is True in the point's row of ``holds``."""
    points = len(holds)
    sets = np.zeros((points, 64 * int(layout.BITS)), np.bool_)
    sets[:, :points] = holds
    words[: points * int(layout.BITS)] = np.packbits(sets, axis=1, bitorder="little").reshape(-1).view("<u8")
