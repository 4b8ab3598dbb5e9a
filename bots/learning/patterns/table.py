"""The learned patterns of one rule set, compiled for matching on boards."""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from bots.errors import BadPattern, BotError
from bots.learning.patterns import matcher
from bots.learning.patterns.entries import TURNS, Forms, Numbers, Small, forms
from bots.learning.patterns.pattern import Pattern
from bots.learning.proofs.known_positions import Known
from bots.learning.proofs.last_chances import Memory
from bots.search.runtime.jit import U, Words
from gomoku.board import Board, Color

MOST = 4096  # most matches of each kind on one board
OUTSIDE = -1
NONE_KNOWN: Mapping[int, Known] = {}


class Match(NamedTuple):
    """Pattern ``number`` of the table on the board, turned by ``symmetry``, with its origin at (x, y).

    ``missing``: the empty point that lacks an attacker's stone, None when none is missing.
    """

    number: int
    symmetry: int
    x: int
    y: int
    missing: int | None = None

    def place(self, dx: int, dy: int) -> tuple[int, int]:
        """Return the (x, y) of a cell of the pattern, on the board or beyond its edge."""
        (a, b), (c, d) = TURNS[self.symmetry].tolist()
        return self.x + a * dx + b * dy, self.y + c * dx + d * dy


class Matches(Sequence[Match]):
    """The matches on one board: pattern ``numbers`` and ``missing`` points, shape (matches,) each."""

    def __init__(self, words: Words, compiled: Forms, of_color: Numbers, size: int) -> None:
        entries = (words & matcher.ENTRY).astype(np.int64)
        anchor, gap = ((words >> at & matcher.CELL).astype(np.int64) for at in (matcher.ANCHOR_AT, matcher.GAP_AT))
        stride, margin = int(matcher.STRIDE), int(matcher.MARGIN)
        self.numbers = of_color[compiled.number[entries]]
        self.missing = np.where(gap > 0, (gap // stride - margin) * size + gap % stride - margin, OUTSIDE)
        self._symmetries = compiled.symmetry[entries]
        self._origins = compiled.origin[entries] + np.stack([anchor % stride - margin, anchor // stride - margin], 1)

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, at: int) -> Match: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Match]: ...
    def __getitem__(self, at: int | slice) -> Match | Sequence[Match]:
        if isinstance(at, slice):
            return [self[n] for n in range(*at.indices(len(self)))]
        missing = int(self.missing[at])
        x, y = self._origins[at].tolist()
        return Match(int(self.numbers[at]), int(self._symmetries[at]), x, y, None if missing == OUTSIDE else missing)

    def points(self, places: Small, size: int) -> Numbers:
        """Map places of the patterns, shape (patterns, places, 2), to points, shape (matches, places); OUTSIDE off the
        board."""
        at = np.einsum("mij,mpj->mpi", TURNS[self._symmetries], places[self.numbers]) + self._origins[:, None]
        inside = ((at >= 0) & (at < size)).all(axis=2)
        return np.where(inside, at[..., 1] * size + at[..., 0], OUTSIDE)


class Compiled(NamedTuple):
    """The compiled data of patterns, in arrays only, so that another process can make it.

    ``lengths`` and ``setups`` of the patterns, shape (patterns,). ``places`` of their cells, shape (patterns, cells,
    2), padded with the first cell. For each colour the ``numbers`` of the patterns in which it attacks, and their
    ``forms``.
    """

    lengths: Numbers
    setups: NDArray[np.bool_]
    places: Small
    numbers: dict[Color, Numbers]
    forms: dict[Color, Forms]

    @classmethod
    def of(cls, rules: str, patterns: Sequence[Pattern]) -> "Compiled":
        """Compile patterns; raises ValueError for a pattern of other rules and for one that no board can hold."""
        if any(pattern.rules != rules for pattern in patterns):
            raise ValueError(f"a pattern has other rules than {rules}")
        most = max((len(pattern.cells) for pattern in patterns), default=0)
        places = np.zeros((len(patterns), most, 2), np.int8)
        for n, pattern in enumerate(patterns):
            places[n] = pattern.cells[0][:2]
            places[n, : len(pattern.cells)] = [cell[:2] for cell in pattern.cells]
        numbers = {
            color: np.array([n for n, pattern in enumerate(patterns) if pattern.attacker in (None, color)], np.int64)
            for color in Color
        }
        black = forms([patterns[n] for n in numbers[Color.BLACK]])
        same = np.array_equal(numbers[Color.BLACK], numbers[Color.WHITE])
        white = black if same else forms([patterns[n] for n in numbers[Color.WHITE]])
        return cls(
            np.array([pattern.length for pattern in patterns], np.int64),
            np.array([pattern.setup for pattern in patterns], np.bool_),
            places,
            numbers,
            {Color.BLACK: black, Color.WHITE: white},
        )


class PatternTable:
    """An immutable set of patterns of one rule set; ``revision`` identifies the state of learning.

    ``compiled``, if given, saves compiling the patterns here; the patterns are then read only when matched. ``memory``
    holds the positions that lost games, ``known`` the proven positions by board size.
    """

    def __init__(
        self,
        rules: str,
        patterns: Sequence[Pattern] = (),
        revision: int = 0,
        compiled: Compiled | None = None,
        memory: Memory | None = None,
        known: Mapping[int, Known] = NONE_KNOWN,
    ) -> None:
        self.rules = rules
        self.memory = memory or Memory()
        self.known = known
        self.patterns = patterns
        self.revision = revision
        self.compiled = Compiled.of(rules, patterns) if compiled is None else compiled
        self.lengths, self.setups, self.places = self.compiled[:3]

    def with_known(self, known: Mapping[int, Known]) -> "PatternTable":
        """Return this table with other proven positions."""
        return PatternTable(self.rules, self.patterns, self.revision, self.compiled, self.memory, known)

    def only(self, *, patterns: bool, proven: bool) -> "PatternTable":
        """Return this table with only some of its parts."""
        memory, known = (self.memory, self.known) if proven else (None, NONE_KNOWN)
        if patterns:
            return PatternTable(self.rules, self.patterns, self.revision, self.compiled, memory, known)
        return PatternTable(self.rules, revision=self.revision, memory=memory, known=known)

    def match(self, board: Board, attacker: Color) -> tuple[Matches, Matches]:
        """Find all complete patterns of the attacker, and all of three stones or more that lack one stone on an empty
        point.

        A pattern that is its own image is found once. At most MOST of each kind are returned, in the order of points.
        """
        numbers, compiled = self.compiled.numbers[attacker], self.compiled.forms[attacker]
        size = U(board.size)
        grid = np.empty(int(matcher.GRID), np.uint8)
        matcher.lay_grid(grid, np.frombuffer(board.cells, np.uint8), size, U(attacker))
        whole, lacking = np.empty(MOST, np.uint64), np.empty(MOST, np.uint64)
        found, near = matcher.find_matches(*compiled[:7], grid, size, whole, lacking)
        return (
            Matches(whole[: int(found)], compiled, numbers, board.size),
            Matches(lacking[: int(near)], compiled, numbers, board.size),
        )


def compile_patterns(rules: str, bodies: Sequence[str]) -> tuple[Compiled, dict[int, str]]:
    """Compile the patterns with these JSON texts; return the result, and the reason for each text that cannot be
    read."""
    patterns: list[Pattern] = []
    unreadable: dict[int, str] = {}
    for n, body in enumerate(bodies):
        try:
            patterns.append(_read(rules, body))
        except (BotError, ValueError) as error:
            unreadable[n] = str(error)
    return Compiled.of(rules, patterns), unreadable


def _read(rules: str, body: str) -> Pattern:
    pattern = Pattern.from_json(json.loads(body))
    if pattern.rules != rules:
        raise BadPattern(f"it is for {pattern.rules}")
    return pattern
