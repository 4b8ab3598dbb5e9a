"""Patterns: the few stones and empty points that a forced win consists of, wherever they lie.

A pattern says: where its cells match, the attacker, to move, wins by its proof, as long as no stones around them give
the defender a four on the way. Its coordinates are those of a board of CANVAS points a side that holds it in the
middle, far from the edge, and nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bots.errors import BadPattern, BadProof
from bots.learning.patterns.cells import (
    LETTERS,
    Cell,
    Cells,
    Kind,
    Place,
    draw_cells,
    extent,
    least,
    least_image,
    turn_place,
)
from bots.learning.proofs.verdicts import METHODS
from bots.search.solver.proof import Win, load_win, relocate
from gomoku import symmetry
from gomoku.board import Board, Color
from gomoku.errors import GomokuError
from gomoku.point import at, xy
from gomoku.ruleset import RuleSet
from gomoku.rulesets import RULESETS

CANVAS = 20  # the largest board played on
OUTSIDE = -1
LARGEST = 16  # width and height of a pattern: two points at least are left on every side

_KINDS = {letter: kind for kind, letter in LETTERS.items()}


@dataclass(frozen=True)
class Pattern:
    """A forced win of one rule set; ``attacker`` is None where both colours have the same rules.

    ``cells`` are the least of their eight images. ``length`` counts the attacker's moves to five in the longest line.
    ``blocking`` has the empty cells at which a defender's stone leaves no proof, with the weight of each. ``setup``:
    once the attacker's stones are all there every move of the defender's loses, so that it matters already when one of
    them is missing. ``method`` names the kind of proof.
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
        return f"{self.rules}{color}:{draw_cells(self.cells)}"

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

    def to_json(self) -> dict[str, Any]:
        """Plain data, the inverse of `from_json`."""
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
        """Pattern of plain data; raises BadPattern. Whether its proof holds `bots.search.solver.proof_check` says."""
        try:
            pattern = _read(data)
        except (KeyError, TypeError, ValueError, AttributeError, GomokuError, BadProof) as error:
            raise BadPattern(f"{type(error).__name__}: {error}") from error
        _validate(pattern)
        if data.get("key", pattern.key) != pattern.key:
            raise BadPattern("the key is of other cells")
        return pattern


def canvas_point(place: Place, size: tuple[int, int]) -> int:
    """Point of the canvas for a place in cells of this width and height, OUTSIDE for one beyond its edge."""
    (dx, dy), (width, height) = place, size
    x, y = (CANVAS - width) // 2 + dx, (CANVAS - height) // 2 + dy
    return at(x, y, CANVAS) if 0 <= x < CANVAS and 0 <= y < CANVAS else OUTSIDE


class Image:
    """Cells on a board as the least of their images; ``cells`` begin at (0, 0)."""

    def __init__(self, placed: Collection[Cell]) -> None:
        self.cells, self._by = least_image(placed)
        images = [turn_place((x, y), self._by) for x, y, _ in placed]
        self._left, self._top = min(x for x, _ in images), min(y for _, y in images)

    def back(self, place: Place) -> Place:
        """Where on the board a place of the image lies, or beyond its edge."""
        return turn_place((place[0] + self._left, place[1] + self._top), symmetry.inverse(self._by))

    def on_canvas(self, win: Win, size: int) -> Win | None:
        """A proof on that board as it is on the canvas; None where it plays on a point that the canvas does not have.

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
        raise TypeError(f"{number!r} is no whole number")
    return number


def _validate(pattern: Pattern) -> None:
    rules = RULESETS.get(pattern.rules) if isinstance(pattern.rules, str) else None
    if rules is None or rules.length != 5 or CANVAS not in rules.sizes:
        raise BadPattern(f"no patterns are kept for the rules {pattern.rules!r}")
    if (attacker_of(rules, pattern.color) is None) != (pattern.attacker is None):
        raise BadPattern("the attacker's colour must be given in renju, and only there")
    kinds = {(dx, dy): kind for dx, dy, kind in pattern.cells}
    if len(kinds) != len(pattern.cells) or Kind.ATTACKER not in kinds.values():
        raise BadPattern("cells must differ, and one must hold the attacker's stone")
    if pattern.cells != least(pattern.cells) or max(extent(pattern.cells)) > LARGEST:
        raise BadPattern(f"cells must be the least of their images, and at most {LARGEST} wide and high")
    if pattern.method not in METHODS or pattern.length < 1:
        raise BadPattern("the method or the length is none")
    blocks = [(dx, dy) for dx, dy, weight in pattern.blocking if weight > 0]
    if len(set(blocks)) != len(pattern.blocking) or any(kinds.get(place) != Kind.EMPTY for place in blocks):
        raise BadPattern("only an empty cell blocks, once and with a weight above 0")
    if not isinstance(pattern.setup, bool):
        raise BadPattern("setup is true or false")
