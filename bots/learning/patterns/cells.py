"""Cells of a pattern: their kinds, symmetries and drawing.

A cell is (dx, dy, kind), with dx to the right and dy downwards. Symmetries are those of `gomoku.symmetry`, about (0,
0).
"""

from collections.abc import Iterable
from enum import IntEnum

from gomoku import symmetry


class Kind(IntEnum):
    """The required content of a cell."""

    ATTACKER = 0  # an attacker's stone
    EMPTY = 1
    NOT_ATTACKER = 2  # empty, a defender's stone, or off the board
    DEFENDER = 3  # a defender's stone


Place = tuple[int, int]
Cell = tuple[int, int, Kind]
Cells = tuple[Cell, ...]

LETTERS = {Kind.ATTACKER: "a", Kind.EMPTY: "e", Kind.NOT_ATTACKER: "n", Kind.DEFENDER: "d"}


def turn_place(place: Place, by: int) -> Place:
    """Apply a symmetry to a place."""
    dx, dy = place
    if by >= 4:
        dx = -dx
    for _ in range(by % 4):
        dx, dy = -dy, dx
    return dx, dy


def least(cells: Iterable[Cell]) -> Cells:
    """Return the least of the eight images, each moved to begin at (0, 0) and sorted."""
    return least_image(cells)[0]


def least_image(cells: Iterable[Cell]) -> tuple[Cells, int]:
    """Return the least image and a symmetry that gives it."""
    given = tuple(cells)
    return min((image(given, by), by) for by in range(symmetry.COUNT))


def image(cells: Cells, by: int) -> Cells:
    """Apply a symmetry to cells, move them to begin at (0, 0), and sort them."""
    moved = [(*turn_place((dx, dy), by), kind) for dx, dy, kind in cells]
    left, top = min(dx for dx, _, _ in moved), min(dy for _, dy, _ in moved)
    return tuple(sorted((dx - left, dy - top, kind) for dx, dy, kind in moved))


def extent(cells: Cells) -> tuple[int, int]:
    """Return width and height of cells that begin at (0, 0)."""
    return 1 + max(dx for dx, _, _ in cells), 1 + max(dy for _, dy, _ in cells)


def draw_cells(cells: Cells) -> str:
    """Draw cells as rows from the top, one letter a cell and "-" for any content; rows end with their last cell.

    Different sets of cells that begin at (0, 0) have different drawings.
    """
    rows: list[str] = []
    for dx, dy, kind in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        rows += [""] * (dy + 1 - len(rows))
        rows[dy] = rows[dy].ljust(dx, "-") + LETTERS[kind]
    return ".".join(rows)
