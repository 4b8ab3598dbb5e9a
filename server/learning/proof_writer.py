"""Writer of proofs that hints, puzzles and bots have found: from their threads to the store, in batches."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection

from bots.learning.proofs.proven_positions import Row
from server.errors import StoreError
from server.steady_time import Now
from server.store.database import Database
from server.store.knowledge import proofs, puzzles

log = logging.getLogger("tengen.learning")

MOST = 2_000
"""Most waiting rows; further ones are dropped, and may be found again."""
PAUSE_S = 10.0
"""Pause between two batches, so that rows close in time share one commit."""


class ProofWriter:
    """Writes rows and calls ``kept`` after each batch. ``now`` returns the time in ms.

    Create it in the loop's thread; `add` may be called from any thread.
    """

    def __init__(self, store: Database, now: Now, kept: Callable[[], None]) -> None:
        self._store = store
        self._now = now
        self._kept = kept
        self._rows: dict[tuple[str, int, int, bytes], Row] = {}
        self._come = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def add(self, rows: Collection[Row]) -> None:
        """Queue rows for writing."""
        if rows and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._add, list(rows))

    def _add(self, rows: Collection[Row]) -> None:
        for row in rows:
            if len(self._rows) < MOST:
                self._rows[row[:4]] = row
        self._come.set()

    async def work(self) -> None:
        """Write queued rows until cancelled."""
        while True:
            await self._come.wait()
            await asyncio.sleep(PAUSE_S)
            self._come.clear()
            await self.keep()

    async def keep(self) -> None:
        """Write the queued rows, and queue the games that they affect for another study."""
        rows, self._rows = list(self._rows.values()), {}
        if not rows:
            return
        around = await asyncio.to_thread(proofs.list_keys_around, rows)
        withdrawn = await asyncio.to_thread(puzzles.withdraw_refuted, rows)
        now = self._now()
        try:
            await self._store.execute(*proofs.keep(rows, now), *proofs.queue_concerned(around, None, now), *withdrawn)
        except StoreError as error:
            log.warning("%d proofs are not kept: %s", len(rows), error)
            return
        self._kept()
