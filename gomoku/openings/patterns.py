"""The 26 patterns of renju's first three stones, by the names and numbers of its federation.

White's stone touches the centre along a line (direct, D) or diagonally (indirect, I); black's second stone is at most
two lines away. Patterns that are images of each other are one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from gomoku.point import parse
from gomoku.symmetry import maps

_SIZE = 15
_CENTER = 7 * _SIZE + 7

DIRECT = (
    "Kansei H10, Keigetsu I10, Sosei J10, Kagetsu I9, Zangetsu J9, Ugetsu I8, Kinsei J8, Shogetsu H7, Kyugetsu I7, "
    "Shingetsu J7, Zuisei H6, Sangetsu I6, Yusei J6"
)
INDIRECT = (
    "Chosei J10, Kyogetsu J9, Kosei J8, Suigetsu J7, Ryusei J6, Ungetsu I8, Hogetsu I7, Rangetsu I6, Gingetsu H7, "
    "Myojo H6, Shagetsu G7, Meigetsu G6, Suisei F6"
)
"""By number: the name, and the third stone's point when the first is on H8 and the second on H9 or I9."""


@cache
def _table() -> dict[tuple[int, int], str]:
    """Map the points of the second and third stone, with the first on H8 of a 15x15 board, to the pattern's number."""
    found = {}
    for letter, second, patterns in (("D", "H9", DIRECT), ("I", "I9", INDIRECT)):
        for number, entry in enumerate(patterns.split(", "), 1):
            third = entry.split()[1]
            for image in maps(_SIZE):
                found[image[parse(second, _SIZE)], image[parse(third, _SIZE)]] = f"{letter}{number}"
    return found


def find_pattern(moves: Sequence[int], size: int) -> str | None:
    """Return the number, D1 to D13 or I1 to I13, of the first three stones' pattern; None if they form none.

    The pattern is centred on the black stone in the middle of the board, or on the first stone if there is none.
    """
    if len(moves) < 3:
        return None
    first, second, third = moves[:3]
    if size % 2 and third == size // 2 * (size + 1):
        first, third = third, first
    return _table().get((_shift(second, first, size), _shift(third, first, size)))


def list_patterns() -> list[tuple[int, int, int]]:
    """List one of each of the 26 patterns, direct ones first, on a 15x15 board."""
    return [
        (_CENTER, parse(second, _SIZE), parse(entry.split()[1], _SIZE))
        for second, patterns in (("H9", DIRECT), ("I9", INDIRECT))
        for entry in patterns.split(", ")
    ]


def _shift(point: int, origin: int, size: int) -> int:
    """Move a point from ``origin`` to the centre of a 15x15 board; -1 if it is farther than 2 lines away."""
    y, x = divmod(point, size)
    origin_y, origin_x = divmod(origin, size)
    dx, dy = x - origin_x, y - origin_y
    return _CENTER + dy * _SIZE + dx if max(abs(dx), abs(dy)) <= 2 else -1
