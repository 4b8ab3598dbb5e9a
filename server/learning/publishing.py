"""Publishing of learned and proven knowledge from the store to the players, who use it from their next move on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, overload

import msgspec

from bots.errors import BotError, Stopped
from bots.executor import Executor
from bots.learning.patterns.block_weights import weigh_evidence
from bots.learning.patterns.pattern import Pattern
from bots.learning.players import published
from gomoku.rulesets import FIVES
from server.errors import StoreError
from server.learning import learning_process
from server.learning.books import Books
from server.store.database import Database
from server.store.knowledge import lost_positions, patterns, proofs
from server.store.knowledge.patterns import StoredPattern

if TYPE_CHECKING:
    from bots.learning.patterns.table import Compiled
    from bots.learning.proofs.known_positions import Known
    from bots.learning.proofs.last_chances import Memory


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


log = logging.getLogger("tengen.learning")

COMPILED = learning_process.compile_patterns
FEW = 200
"""Most patterns of one rule set that a thread compiles, in some tens of ms; starting a process takes seconds."""
AT_ONCE = 20_000
"""Proofs read together: some tens of ms off the event loop."""
RETRY_S = 5.0
CAUGHT_UP_S = 10.0
"""Longest wait for a publication before it is announced."""


@dataclass(frozen=True, slots=True)
class _Built:
    """The compilation of the patterns with these keys, without the ``unreadable`` ones."""

    keys: Sequence[str]
    compiled: Compiled
    unreadable: frozenset[int]


class Publishing:
    """Keeps `players.published` in step with the store, once the kernels are ready; ``experience`` is optional."""

    def __init__(self, store: Database, executor: Executor, *, experience: bool = True) -> None:
        self._store = store
        self._executor = executor
        self._books = Books(store) if experience else None
        self._changed = asyncio.Event()
        self._changed.set()
        self._current = asyncio.Event()
        self._built: dict[str, _Built] = {}
        self._known: dict[tuple[str, int], Known] = {}
        self._last = 0
        self._told = 0
        self.revision = 0
        """Revision of the published patterns."""

    def changed(self) -> None:
        """Request a publication: something was learned, met, turned off or on, forgotten or imported."""
        self._current.clear()
        self._changed.set()

    async def caught_up(self) -> None:
        """Publish the stored knowledge and wait for it, for at most `CAUGHT_UP_S`."""
        self.changed()
        with suppress(TimeoutError):
            async with asyncio.timeout(CAUGHT_UP_S):
                await self._current.wait()

    async def work(self) -> None:
        """Publish the present knowledge and every change until cancelled; does nothing without kernels."""
        try:
            await self._executor.warm()
        except BotError:
            return
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                await self.publish()
                if not self._changed.is_set():
                    self._current.set()
            except Stopped:
                return
            except (StoreError, BotError) as error:
                log.warning("learned patterns wait: %s", error)
                self._changed.set()
                await asyncio.sleep(RETRY_S)

    async def publish(self) -> None:
        """Build the tables off the event loop, and replace the published ones.

        If the patterns are the same and only proofs have changed, nothing is built.
        """
        if self._books is not None:
            await self._books.publish()
        await self._look_up()
        revision = await patterns.read_revision(self._store)
        if revision == self.revision:
            for rules in {rules for rules, _ in self._known}:
                table = published.table_for(rules)
                if table.known != self._known_of(rules):
                    published.publish(table.with_known(self._known_of(rules)))
            return
        stored = await patterns.list_in_use(self._store)
        for rules in FIVES:
            memory = await self._memory(rules)
            await self._publish(rules, [row for row in stored if row.rules == rules], memory, revision)
        self.revision = revision
        if len(stored) != self._told:  # every proof changes the revision, too often for the log
            log.info("%d learned patterns in use, revision %d", len(stored), revision)
        self._told = len(stored)

    async def _look_up(self) -> None:
        """Load the proofs since the last call, or all of them if many of the loaded ones are no longer stored."""
        from bots.learning.proofs.known_positions import Known  # noqa: PLC0415 - as below

        if sum(map(len, self._known.values())) > 5 * proofs.MOST // 4:
            self._known, self._last = {}, 0
        while True:
            last, found = await proofs.list_since(self._store, self._last, AT_ONCE)
            for pool, entries in found.items():
                known = self._known.get(pool) or Known(published.shelf())
                self._known[pool] = await asyncio.to_thread(known.with_more, entries)
            if last == self._last:
                return
            self._last = last

    def _known_of(self, rules: str) -> dict[int, Known]:
        """Return the proofs of a rule set by size."""
        return {size: known for (each, size), known in self._known.items() if each == rules}

    async def _memory(self, rules: str) -> Memory:
        from bots.learning.proofs.last_chances import LastChance, Memory  # noqa: PLC0415 - imports numba: who starts shall not wait for it

        positions = await lost_positions.list_in_use(self._store, rules)
        return await asyncio.to_thread(lambda: Memory(map(LastChance.of_stored, positions)))

    async def _publish(self, rules: str, rows: Sequence[StoredPattern], memory: Memory, revision: int) -> None:
        from bots.learning.patterns.table import PatternTable  # noqa: PLC0415 - as above

        if not rows:
            published.publish(PatternTable(rules, (), revision, memory=memory, known=self._known_of(rules)))
            return
        keys, built = [row.key for row in rows], self._built.get(rules)
        if built is None or built.keys != keys:
            built = self._built[rules] = await self._build(rules, rows)
        readable = LazyPatterns([row for n, row in enumerate(rows) if n not in built.unreadable])
        published.publish(PatternTable(rules, readable, revision, built.compiled, memory, self._known_of(rules)))

    async def _build(self, rules: str, rows: Sequence[StoredPattern]) -> _Built:
        """Compile patterns: a few in a thread, many in a process; raises BotError if that is unavailable."""
        bodies = [row.body for row in rows]
        if len(rows) <= FEW:
            from bots.learning.patterns.table import compile_patterns  # noqa: PLC0415 - as above

            compiled, unreadable = await asyncio.to_thread(compile_patterns, rules, bodies)
        else:
            compiled, unreadable = await self._executor.run(COMPILED, rules, bodies, awaited=True)
        for n, why in unreadable.items():
            log.warning("pattern %d cannot be read, the others can: %s", rows[n].id, why)
        return _Built([row.key for row in rows], compiled, frozenset(unreadable))
