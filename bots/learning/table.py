"""The learned patterns of one rule set, compiled: which of them lie on a board, turned or mirrored?"""

from collections.abc import Sequence
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from bots.learning.forms import TURNS, Forms, forms
from bots.learning.pattern import Pattern
from bots.search import match as matcher
from bots.search.jit import Words
from bots.search.layout import U
from gomoku.board import Board, Color

MOST = 4096  # matches of either sort on one board
MARGIN, STRIDE = int(matcher.MARGIN), int(matcher.STRIDE)


class Match(NamedTuple):
    """Pattern ``number`` of the table lies on the board turned by the symmetry, its origin at (x, y).

    ``missing``: the empty point that lacks one of the attacker's stones, None when all of them are there.
    """

    number: int
    symmetry: int
    x: int
    y: int
    missing: int | None = None

    def place(self, dx: int, dy: int) -> tuple[int, int]:
        """Where a cell of the pattern lies, (x, y): on the board or beyond its edge."""
        (a, b), (c, d) = TURNS[self.symmetry].tolist()
        return self.x + a * dx + b * dy, self.y + c * dx + d * dy


class Matches(Sequence[Match]):
    """What lies on one board: ``numbers`` of the patterns, shape (matches,), each match read only when asked for."""

    def __init__(self, words: Words, compiled: Forms, numbers: NDArray[np.int64], size: int) -> None:
        self._entries = (words & matcher.ENTRY).astype(np.int64)
        self.numbers = numbers[compiled.number[self._entries]]
        self._words = words
        self._compiled = compiled
        self._size = size

    def __len__(self) -> int:
        return len(self._words)

    @overload
    def __getitem__(self, at: int) -> Match: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Match]: ...
    def __getitem__(self, at: int | slice) -> Match | Sequence[Match]:
        if isinstance(at, slice):
            return [self[n] for n in range(*at.indices(len(self)))]
        entry, word = int(self._entries[at]), int(self._words[at])
        anchor, gap = (word >> int(place) & int(matcher.CELL) for place in (matcher.ANCHOR_AT, matcher.GAP_AT))
        dx, dy = self._compiled.origin[entry].tolist()
        missing = (gap // STRIDE - MARGIN) * self._size + gap % STRIDE - MARGIN if gap else None
        x, y = anchor % STRIDE - MARGIN + dx, anchor // STRIDE - MARGIN + dy
        return Match(int(self.numbers[at]), int(self._compiled.symmetry[entry]), x, y, missing)


class PatternTable:
    """Patterns of one rule set; ``revision`` tells the states of what was learned apart. It never changes.

    Raises ValueError for a pattern of other rules, and for one that no board can hold.
    """

    def __init__(self, rules: str, patterns: Sequence[Pattern] = (), revision: int = 0) -> None:
        if any(pattern.rules != rules for pattern in patterns):
            raise ValueError(f"a pattern of other rules than {rules}")
        self.rules = rules
        self.patterns = tuple(patterns)
        self.revision = revision
        self._numbers: dict[Color, NDArray[np.int64]] = {}
        self._forms: dict[Color, Forms] = {}
        for color in Color:
            numbers = np.array([n for n, pattern in enumerate(patterns) if pattern.attacker in (None, color)], np.int64)
            same = color.other in self._numbers and np.array_equal(numbers, self._numbers[color.other])
            self._numbers[color] = numbers
            self._forms[color] = self._forms[color.other] if same else forms([patterns[n] for n in numbers])

    def match(self, board: Board, attacker: Color) -> tuple[Matches, Matches]:
        """Every whole pattern of the attacker's, and every set-up, which lacks one stone, on an empty point.

        A pattern that is its own image is found once. Of either sort no more than MOST are found, in the order of
        points.
        """
        compiled, size = self._forms[attacker], U(board.size)
        grid = np.empty(int(matcher.GRID), np.uint8)
        matcher.spread(grid, np.frombuffer(board.cells, np.uint8), size, U(attacker))
        whole, lacking = np.empty(MOST, np.uint64), np.empty(MOST, np.uint64)
        found, near = matcher.match(*compiled[:4], grid, size, whole, lacking)
        numbers = self._numbers[attacker]
        return (
            Matches(whole[: int(found)], compiled, numbers, board.size),
            Matches(lacking[: int(near)], compiled, numbers, board.size),
        )
