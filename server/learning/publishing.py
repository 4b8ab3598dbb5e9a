"""Publishing of learned and proven knowledge from the store to the players, who use it from their next move on."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from bots.errors import BotError, Stopped
from bots.executor import Executor
from bots.learning.players import published
from bots.learning.players.published import LearnedPositions
from gomoku.rulesets import FIVES
from server.errors import StoreError
from server.learning.books import Books
from server.store.database import Database
from server.store.knowledge import lost_positions, patterns, proofs

if TYPE_CHECKING:
    from bots.learning.proofs.known_positions import Known
    from bots.learning.proofs.last_chances import Memory


log = logging.getLogger("tengen.learning")

AT_ONCE = 20_000
"""Proofs read together: some tens of ms off the event loop."""
RETRY_S = 5.0
CAUGHT_UP_S = 10.0
"""Longest wait for a publication before it is announced."""


class Publishing:
    """Keeps `players.published` in step with the store, once the kernels are ready; ``experience`` is optional."""

    def __init__(self, store: Database, executor: Executor, *, experience: bool = True) -> None:
        self._store = store
        self._executor = executor
        self._books = Books(store) if experience else None
        self._changed = asyncio.Event()
        self._changed.set()
        self._current = asyncio.Event()
        self._known: dict[tuple[str, int], Known] = {}
        self._last = 0
        self.revision = -1
        """Revision of the published knowledge, -1 before the first publication."""

    def changed(self) -> None:
        """Request a publication: something was learned, turned off or on, or forgotten."""
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
                log.warning("learned positions wait: %s", error)
                self._changed.set()
                await asyncio.sleep(RETRY_S)

    async def publish(self) -> None:
        """Read what is learned, and replace the published knowledge.

        If the lost positions are the same and only proofs have changed, nothing else is read.
        """
        if self._books is not None:
            await self._books.publish()
        await self._look_up()
        revision = await patterns.read_revision(self._store)
        if revision == self.revision:
            for rules in {rules for rules, _ in self._known}:
                positions, known = published.positions_for(rules), self._known_of(rules)
                if positions is not None and positions.known != known:
                    published.publish(positions._replace(known=known))
            return
        for rules in FIVES:
            memory = await self._memory(rules)
            published.publish(LearnedPositions(rules, revision, memory, self._known_of(rules)))
        self.revision = revision

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
