"""Stored patterns that are decoded on demand: thousands of objects in memory would slow every garbage collection."""

from collections.abc import Sequence
from dataclasses import replace
from typing import overload

import msgspec

from bots.learning.patterns.block_weights import weigh_evidence
from bots.learning.patterns.pattern import Pattern
from server.store.patterns import StoredPattern


class LazyPatterns(Sequence[Pattern]):
    """Readable stored patterns, with weights adjusted by evidence; each is decoded once. Safe for threads."""

    def __init__(self, rows: Sequence[StoredPattern]) -> None:
        self._rows = rows
        self._read: dict[int, Pattern] = {}

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> Pattern: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Pattern]: ...
    def __getitem__(self, at: int | slice) -> Pattern | Sequence[Pattern]:
        if isinstance(at, slice):
            return [self[n] for n in range(*at.indices(len(self)))]
        if at not in self._read:
            self._read[at] = _read(self._rows[at])
        return self._read[at]


def _read(row: StoredPattern) -> Pattern:
    pattern = Pattern.from_json(msgspec.json.decode(row.body))
    blocking = tuple(
        (dx, dy, weigh_evidence(weight, row.met, row.held, *row.blocks.get((dx, dy), (0, 0))))
        for dx, dy, weight in pattern.blocking
    )
    return replace(pattern, blocking=blocking)
