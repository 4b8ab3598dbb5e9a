"""Cells of a pattern: what each must hold, how they turn, and their drawing.

A cell is (dx, dy, kind), dx to the right and dy downwards. Symmetries are those of `gomoku.symmetry`, about (0, 0).
"""

from collections.abc import Iterable
from enum import IntEnum

from gomoku import symmetry


class Kind(IntEnum):
    """What a cell must hold."""

    ATTACKER = 0  # a stone of the attacker's
    EMPTY = 1
    NOT_ATTACKER = 2  # nothing, a stone of the defender's, or the edge of the board
    DEFENDER = 3  # a stone of the defender's


Place = tuple[int, int]
Cell = tuple[int, int, Kind]
Cells = tuple[Cell, ...]

LETTERS = {Kind.ATTACKER: "a", Kind.EMPTY: "e", Kind.NOT_ATTACKER: "n", Kind.DEFENDER: "d"}


def turn_place(place: Place, by: int) -> Place:
    """Where a symmetry takes a place."""
    dx, dy = place
    if by >= 4:
        dx = -dx
    for _ in range(by % 4):
        dx, dy = -dy, dx
    return dx, dy


def least(cells: Iterable[Cell]) -> Cells:
    """Least of the eight images, each moved to begin at (0, 0) and in ascending order."""
    return least_image(cells)[0]


def least_image(cells: Iterable[Cell]) -> tuple[Cells, int]:
    """The least image, and a symmetry that gives it."""
    given = tuple(cells)
    return min((image(given, by), by) for by in range(symmetry.COUNT))


def image(cells: Cells, by: int) -> Cells:
    """Cells after a symmetry, moved to begin at (0, 0), ascending."""
    moved = [(*turn_place((dx, dy), by), kind) for dx, dy, kind in cells]
    left, top = min(dx for dx, _, _ in moved), min(dy for _, dy, _ in moved)
    return tuple(sorted((dx - left, dy - top, kind) for dx, dy, kind in moved))


def extent(cells: Cells) -> tuple[int, int]:
    """Width and height of cells that begin at (0, 0)."""
    return 1 + max(dx for dx, _, _ in cells), 1 + max(dy for _, dy, _ in cells)


def draw_cells(cells: Cells) -> str:
    """Rows from the top, a letter a cell, "-" for what may hold anything; rows end with their last cell.

    Two sets of cells that begin at (0, 0) have the same drawing only if they are the same.
    """
    rows: list[str] = []
    for dx, dy, kind in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        rows += [""] * (dy + 1 - len(rows))
        rows[dy] = rows[dy].ljust(dx, "-") + LETTERS[kind]
    return ".".join(rows)
