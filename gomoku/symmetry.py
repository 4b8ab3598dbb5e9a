"""The eight symmetries of a square board, as maps of points.

Symmetry 0 is the identity; 1 to 3 rotate the board clockwise by one to three quarter turns; 4 to 7 mirror it left to
right and then rotate it by none to three quarter turns.
"""

from collections.abc import Iterable
from functools import cache

COUNT = 8


@cache
def maps(size: int) -> tuple[tuple[int, ...], ...]:
    """Return the eight maps for a board: ``maps(size)[symmetry][point]`` is the image of the point."""
    identity = tuple(range(size * size))
    mirror = tuple(y * size + size - 1 - x for y in range(size) for x in range(size))
    turn = tuple(x * size + size - 1 - y for y in range(size) for x in range(size))
    found = []
    for start in (identity, mirror):
        image = start
        for _ in range(4):
            found.append(image)
            image = tuple(turn[point] for point in image)
    return tuple(found)


def inverse(symmetry: int) -> int:
    """Return the inverse symmetry."""
    return symmetry if symmetry >= 4 else -symmetry % 4


def canonical_stones(stones: Iterable[tuple[int, int]], size: int) -> tuple[tuple[tuple[int, int], ...], int]:
    """Return the least of the eight images of a set of (point, colour) pairs, sorted, and the symmetry that gives
    it."""
    placed = tuple(stones)
    images = (tuple(sorted((image[point], color) for point, color in placed)) for image in maps(size))
    return min((moved, symmetry) for symmetry, moved in enumerate(images))
