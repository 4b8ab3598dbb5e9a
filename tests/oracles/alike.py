"""Equivalent points of a position, by definition: some rotation or reflection of the board makes no difference."""

from collections.abc import Callable, Sequence

_Map = Callable[[int, int, int], tuple[int, int]]

MAPS: tuple[_Map, ...] = (
    lambda x, y, last: (x, y),
    lambda x, y, last: (last - y, x),
    lambda x, y, last: (last - x, last - y),
    lambda x, y, last: (y, last - x),
    lambda x, y, last: (last - x, y),
    lambda x, y, last: (x, last - y),
    lambda x, y, last: (y, x),
    lambda x, y, last: (last - y, last - x),
)


def find_alike(moves: Sequence[int], point: int, size: int) -> set[int]:
    """Find the points where a stone gives the same position as on ``point`` up to symmetry; black moved first."""
    return {
        _move(point, image, size)
        for image in MAPS
        if {_move(n, image, size) for n in moves[::2]} == set(moves[::2])
        and {_move(n, image, size) for n in moves[1::2]} == set(moves[1::2])
    }


def _move(point: int, image: _Map, size: int) -> int:
    x, y = image(point % size, point // size, size - 1)
    return y * size + x
