"""Known positions, proven won or lost, of one rule set and size: the bots' in-memory copy without proofs.

A move needs only the verdict, in microseconds; the proof is looked up only to play it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bots.learning.proofs.proven_positions import Row, Shelf, position
from gomoku.board import EMPTY, Board, Color
from gomoku.keys import Keys

LATEST = 1 << 14  # rows kept beside the arrays before the arrays are rebuilt


class Fact(NamedTuple):
    """Whether the side to move wins or loses, and the number of the winner's moves."""

    won: bool
    length: int


class _Sorted(NamedTuple):
    """Rows sorted by key; the position of row n is ``positions[ends[n]:ends[n + 1]]``."""

    keys: NDArray[np.int64]
    ends: NDArray[np.uint32]
    positions: bytes
    won: NDArray[np.bool_]
    lengths: NDArray[np.uint16]


Entry = tuple[int, bytes, Fact]
_NONE = _Sorted(np.zeros(0, np.int64), np.zeros(1, np.uint32), b"", np.zeros(0, np.bool_), np.zeros(0, np.uint16))


class Known:
    """An immutable set of proven positions; ``shelf`` holds their proofs."""

    def __init__(self, shelf: Shelf | None = None) -> None:
        self.shelf = shelf
        self._sorted = _NONE
        self._latest: dict[int, list[tuple[bytes, Fact]]] = {}
        self._count = 0

    @classmethod
    def of(cls, rows: Iterable[Row], shelf: Shelf | None = None) -> Known:
        """Build from the intact rows."""
        return cls(shelf).with_more((row.key, row.position, Fact(row.won, row.length)) for row in rows if row.whole)

    def with_more(self, entries: Iterable[Entry]) -> Known:
        """Return a copy with more positions, each given once: key, position, and fact."""
        more = Known(self.shelf)
        more._sorted, more._count = self._sorted, self._count
        more._latest = {key: list(found) for key, found in self._latest.items()}
        for key, place, fact in entries:
            more._latest.setdefault(key, []).append((place, fact))
            more._count += 1
        if more._count - len(more._sorted.keys) > LATEST:
            more._sort()
        return more

    def __len__(self) -> int:
        return self._count

    @property
    def nbytes(self) -> int:
        """The size of the arrays in bytes; the latest positions, in a dict, take several times as much each."""
        found = self._sorted
        return len(found.positions) + sum(each.nbytes for each in (found.keys, found.ends, found.won, found.lengths))

    def of_position(self, board: Board, to_move: Color) -> Fact | None:
        """Return the fact about a position, or None."""
        if not self._count:
            return None
        key, by = Keys.of(board).least(to_move)
        return next((fact for place, fact in self._of_key(key) if place == position(board, to_move, by)), None)

    def after(self, board: Board, color: Color) -> dict[int, Fact]:
        """Return the known facts about the opponent's position after each move of ``color``, by point."""
        if not self._count:
            return {}
        keys, found = Keys.of(board), dict[int, Fact]()
        empty = [point for point, cell in enumerate(board.cells) if cell == EMPTY]
        of_empty = [keys.after(point, color) for point in empty]
        at = np.searchsorted(self._sorted.keys, np.array(of_empty, np.int64))
        there = at < len(self._sorted.keys)
        there[there] = self._sorted.keys[at[there]] == np.array(of_empty, np.int64)[there]
        for point, key, sorted_there in zip(empty, of_empty, there.tolist(), strict=True):
            if sorted_there or key in self._latest:
                board.place(point, color)
                fact = self.of_position(board, color.other)
                board.remove(point)
                if fact is not None:
                    found[point] = fact
        return found

    def has_key(self, key: int) -> bool:
        """Tell whether a position with this key is known."""
        return any(True for _ in self._of_key(key))

    def _of_key(self, key: int) -> Iterator[tuple[bytes, Fact]]:
        yield from self._latest.get(key, ())
        found = self._sorted
        n = int(np.searchsorted(found.keys, key))
        while n < len(found.keys) and found.keys[n] == key:
            yield found.positions[found.ends[n] : found.ends[n + 1]], Fact(bool(found.won[n]), int(found.lengths[n]))
            n += 1

    def _entries(self) -> Iterator[Entry]:
        found = self._sorted
        for n, key in enumerate(found.keys.tolist()):
            place = found.positions[found.ends[n] : found.ends[n + 1]]
            yield key, place, Fact(bool(found.won[n]), int(found.lengths[n]))
        for key, latest in self._latest.items():
            for place, fact in latest:
                yield key, place, fact

    def _sort(self) -> None:
        entries: Sequence[Entry] = sorted(self._entries(), key=lambda entry: entry[0])
        ends = list(accumulate((len(place) for _, place, _ in entries), initial=0))
        self._sorted = _Sorted(
            np.array([key for key, *_ in entries], np.int64),
            np.array(ends, np.uint32),
            b"".join(place for _, place, _ in entries),
            np.array([fact.won for *_, fact in entries], np.bool_),
            np.array([min(fact.length, np.iinfo(np.uint16).max) for *_, fact in entries], np.uint16),
        )
        self._latest = {}


NOTHING = Known()
