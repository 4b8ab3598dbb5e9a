"""Patterns: the few stones and empty points that a forced win consists of, independent of their place on a board.

A pattern states that wherever its cells match, the attacker, to move, wins by its proof unless surrounding stones give
the defender a four on the way. The proof's coordinates are those of a board of CANVAS points a side with the pattern in
the middle, far from the edge, and nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from bots.errors import BadPattern, BadProof
from bots.learning.patterns.cells import (
    LETTERS,
    Cell,
    Cells,
    Kind,
    Place,
    draw_cells,
    extent,
    image,
    least,
    least_image,
    turn_place,
)
from bots.learning.proofs.verdicts import METHODS
from bots.search.solver.proof import Win, load_win, relocate
from gomoku import symmetry
from gomoku.board import EMPTY, Board, Color
from gomoku.errors import GomokuError
from gomoku.point import at, xy
from gomoku.ruleset import RuleSet
from gomoku.rulesets import RULESETS

CANVAS = 20  # the largest board size
OUTSIDE = -1
LARGEST = 16  # most width and height of a pattern: at least two points stay free on every side

_KINDS = {letter: kind for kind, letter in LETTERS.items()}


@dataclass(frozen=True)
class Pattern:
    """A forced win of one rule set; ``attacker`` is None where both colours have the same rules.

    ``cells`` are the least of their eight images. ``length`` counts the attacker's moves to five on the longest line.
    ``blocking`` lists the empty cells at which a defender's stone leaves no proof, each with its weight. ``setup``:
    with all attacker's stones placed every defender's move loses, so the pattern matters already when one of them is
    missing. ``method`` names the kind of proof.
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
        """A unique text of rule set, colour where it matters, and cells; the same for all images of a pattern."""
        color = f"-{self.attacker.name.lower()}" if self.attacker else ""
        return f"{self.rules}{color}:{draw_cells(self.cells)}"

    @property
    def color(self) -> Color:
        """The attacker's colour on the canvas."""
        return self.attacker or Color.BLACK

    def point(self, place: Place) -> int:
        """Return the point of the canvas at a place of the pattern."""
        return canvas_point(place, extent(self.cells))

    def board(self) -> Board:
        """Return the canvas with the pattern's stones."""
        return canvas(self.cells, self.color)

    def to_json(self) -> dict[str, Any]:
        """Convert to plain data, the inverse of `from_json`."""
        return {
            "key": self.key,
            "rules": self.rules,
            "attacker": self.attacker.name.lower() if self.attacker else None,
            "cells": [[dx, dy, LETTERS[kind]] for dx, dy, kind in self.cells],
            "method": self.method,
            "length": self.length,
            "blocking": [list(point) for point in self.blocking],
            "setup": self.setup,
            "win": self.win.dump(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Pattern:
        """Build a pattern from plain data; raises BadPattern. The proof is not verified:
        `bots.search.solver.proof_check` does that."""
        try:
            pattern = _read(data)
        except (KeyError, TypeError, ValueError, AttributeError, GomokuError, BadProof) as error:
            raise BadPattern(f"{type(error).__name__}: {error}") from error
        _validate(pattern)
        if data.get("key", pattern.key) != pattern.key:
            raise BadPattern("the key does not match the cells")
        return pattern


def canvas_point(place: Place, size: tuple[int, int]) -> int:
    """Return the point of the canvas at a place in cells of this width and height, OUTSIDE beyond the edge."""
    (dx, dy), (width, height) = place, size
    x, y = (CANVAS - width) // 2 + dx, (CANVAS - height) // 2 + dy
    return at(x, y, CANVAS) if 0 <= x < CANVAS and 0 <= y < CANVAS else OUTSIDE


class Image:
    """Cells on a board turned into their least image; ``cells`` begin at (0, 0)."""

    def __init__(self, placed: Collection[Cell]) -> None:
        self.cells, self._by = least_image(placed)
        images = [turn_place((x, y), self._by) for x, y, _ in placed]
        self._left, self._top = min(x for x, _ in images), min(y for _, y in images)

    def back(self, place: Place) -> Place:
        """Return the place on the board, or beyond its edge, of a place of the image."""
        return turn_place((place[0] + self._left, place[1] + self._top), symmetry.inverse(self._by))

    def on_canvas(self, win: Win, size: int) -> Win | None:
        """Move a proof from that board to the canvas; None if it plays on a point beyond the canvas.

        ``size`` is that of the board.
        """
        points: list[int] = []
        for point in range(size * size):
            x, y = turn_place(xy(point, size), self._by)
            points.append(canvas_point((x - self._left, y - self._top), extent(self.cells)))
        there = relocate(win, points)
        played = {point for step in there for point in (step.move, *(reply for reply, _ in step.answers))}
        return None if OUTSIDE in played else there


def canvas(cells: Cells, attacker: Color) -> Board:
    """Return the canvas with the stones of cells that begin at (0, 0)."""
    size, board = extent(cells), Board(CANVAS)
    colors = {Kind.ATTACKER: attacker, Kind.DEFENDER: attacker.other}
    for dx, dy, kind in cells:
        if kind in colors:
            board.place(canvas_point((dx, dy), size), colors[kind])
    return board


def attacker_of(rules: RuleSet, color: Color) -> Color | None:
    """Return the colour that a pattern names as attacker: None where the rules treat both colours alike."""
    return color if rules.name == "renju" else None


def _read(data: Mapping[str, Any]) -> Pattern:
    name = data["attacker"]
    return Pattern(
        rules=data["rules"],
        attacker=None if name is None else Color[name.upper()],
        cells=tuple((_whole(dx), _whole(dy), _KINDS[letter]) for dx, dy, letter in data["cells"]),
        method=data["method"],
        length=_whole(data["length"]),
        blocking=tuple((_whole(dx), _whole(dy), _whole(weight)) for dx, dy, weight in data["blocking"]),
        setup=data["setup"],
        win=load_win(data["win"]),
    )


def _whole(number: object) -> int:
    if type(number) is not int:
        raise TypeError(f"{number!r} is not a whole number")
    return number


def _validate(pattern: Pattern) -> None:
    rules = RULESETS.get(pattern.rules) if isinstance(pattern.rules, str) else None
    if rules is None or rules.length != 5 or CANVAS not in rules.sizes:
        raise BadPattern(f"unsupported rules {pattern.rules!r}")
    if (attacker_of(rules, pattern.color) is None) != (pattern.attacker is None):
        raise BadPattern("the attacker's colour is required in renju and only there")
    kinds = {(dx, dy): kind for dx, dy, kind in pattern.cells}
    if len(kinds) != len(pattern.cells) or Kind.ATTACKER not in kinds.values():
        raise BadPattern("cells must differ, and at least one must be the attacker's stone")
    if pattern.cells != least(pattern.cells) or max(extent(pattern.cells)) > LARGEST:
        raise BadPattern(f"cells must be their least image, and at most {LARGEST} wide and high")
    if pattern.method not in METHODS or pattern.length < 1:
        raise BadPattern("invalid method or length")
    blocks = [(dx, dy) for dx, dy, weight in pattern.blocking if weight > 0]
    if len(set(blocks)) != len(pattern.blocking) or any(kinds.get(place) != Kind.EMPTY for place in blocks):
        raise BadPattern("blocking points must be distinct empty cells with weights above 0")
    if not isinstance(pattern.setup, bool):
        raise BadPattern("setup must be true or false")


Kinds = frozenset[Kind]

NOTHING: Final[Kinds] = frozenset()
BEYOND: Final = frozenset({Kind.NOT_ATTACKER})  # demands that hold off the board

# a cell's kind -> the demands it satisfies
GRANTS: Final[Mapping[Kind, Kinds]] = {
    Kind.ATTACKER: frozenset({Kind.ATTACKER}),
    Kind.EMPTY: frozenset({Kind.EMPTY, Kind.NOT_ATTACKER}),
    Kind.NOT_ATTACKER: frozenset({Kind.NOT_ATTACKER}),
    Kind.DEFENDER: frozenset({Kind.DEFENDER, Kind.NOT_ATTACKER}),
}


def lies_on(cells: Cells, board: Board, attacker: Color) -> bool:
    """Tell whether the cells match anywhere on a board. This is the slow way, without a table."""
    kinds = {EMPTY: Kind.EMPTY, int(attacker): Kind.ATTACKER, int(attacker.other): Kind.DEFENDER}
    granted = {xy(point, board.size): GRANTS[kinds[color]] for point, color in enumerate(board.cells)}
    return _lies(cells, granted, BEYOND)


def lies_within(small: Cells, large: Cells) -> bool:
    """Tell whether ``small`` matches wherever ``large`` does."""
    return _lies(small, {(dx, dy): GRANTS[kind] for dx, dy, kind in large}, NOTHING)


def _lies(cells: Cells, granted: Mapping[Place, Kinds], beyond: Kinds) -> bool:
    anchors = [place for place, kinds in granted.items() if Kind.ATTACKER in kinds]
    for by in range(symmetry.COUNT):
        turned = image(cells, by)
        first_x, first_y = next((dx, dy) for dx, dy, kind in turned if kind is Kind.ATTACKER)
        for x, y in anchors:
            left, top = x - first_x, y - first_y
            if all(kind in granted.get((left + dx, top + dy), beyond) for dx, dy, kind in turned):
                return True
    return False


def subsumes(small: Pattern, large: Pattern) -> bool:
    """Tell whether ``small`` matches wherever ``large`` does, under the same rules and for the same colour."""
    same = (small.rules, small.attacker) == (large.rules, large.attacker)
    return same and lies_within(small.cells, large.cells)


def select_essential(patterns: Iterable[Pattern], most: int) -> Sequence[Pattern]:
    """Select the first ``most`` patterns that no other one subsumes, in their order and without duplicates."""
    different = list({pattern.key: pattern for pattern in patterns}.values())
    kept = [p for p in different if not any(other is not p and subsumes(other, p) for other in different)]
    return kept[:most]
