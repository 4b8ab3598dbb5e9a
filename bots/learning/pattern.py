"""Patterns: the few stones and empty points that a forced win consists of, wherever they lie.

A pattern says: where its cells match, the attacker, to move, wins by its proof, as long as no stones around them give
the defender a four on the way. Its coordinates are those of a board of CANVAS points a side that holds it in the
middle, far from the edge, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from bots.learning.cells import Cells, Kind, Place, drawing, extent
from bots.search.proof import Win
from gomoku.board import Board, Color
from gomoku.point import at
from gomoku.ruleset import RuleSet

CANVAS = 20  # the largest board played on
LARGEST = 16  # width and height of a pattern: two points at least are left on every side


@dataclass(frozen=True)
class Pattern:
    """A forced win of one rule set; ``attacker`` is None where both colours have the same rules.

    ``cells`` are the least of their eight images. ``length`` counts the attacker's moves to five in the longest line.
    ``blocking`` has the empty cells at which a defender's stone leaves no proof, with the weight of each. ``setup``:
    once the attacker's stones are all there the defender, to move, has no saving move, so that it matters already when
    one of them is missing. ``method`` names the kind of proof.
    """

    rules: str
    attacker: Color | None
    cells: Cells
    method: str
    length: int
    blocking: tuple[tuple[int, int, int], ...]
    setup: bool
    win: Win

    @cached_property
    def key(self) -> str:
        """Text that names rule set, colour where it matters, and cells: one for a pattern and its images."""
        color = f"-{self.attacker.name.lower()}" if self.attacker else ""
        return f"{self.rules}{color}:{drawing(self.cells)}"

    @property
    def color(self) -> Color:
        """Colour of the attacker on the canvas."""
        return self.attacker or Color.BLACK

    def point(self, place: Place) -> int:
        """Point of the canvas that a place of the pattern has."""
        return canvas_point(place, extent(self.cells))

    def board(self) -> Board:
        """The canvas with the pattern's stones."""
        return canvas(self.cells, self.color)


def canvas_point(place: Place, size: tuple[int, int]) -> int:
    """Point of the canvas for a place in cells of this width and height."""
    (dx, dy), (width, height) = place, size
    return at((CANVAS - width) // 2 + dx, (CANVAS - height) // 2 + dy, CANVAS)


def canvas(cells: Cells, attacker: Color) -> Board:
    """The canvas with the stones of cells that begin at (0, 0)."""
    size, board = extent(cells), Board(CANVAS)
    colors = {Kind.ATTACKER: attacker, Kind.DEFENDER: attacker.other}
    for dx, dy, kind in cells:
        if kind in colors:
            board.place(canvas_point((dx, dy), size), colors[kind])
    return board


def attacker_of(rules: RuleSet, color: Color) -> Color | None:
    """The colour that a pattern of this attacker names: None where the rules treat both alike."""
    return color if rules.name == "renju" else None
