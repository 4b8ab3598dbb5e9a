"""Removes guests who have not been seen for long and have nothing to come back for."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from time import perf_counter

from server.errors import StoreError
from server.store import guests
from server.store.guests import Place
from server.store.store import Store

log = logging.getLogger("tengen")

DAY_MS = 86_400_000
FORGOTTEN_MS = 30 * DAY_MS
"""A guest without a game is removed when nobody has seen it for so long."""

SWEEP_S = 3_600.0
SHARE = 0.05
"""Of the store's time that a sweep takes at most."""
SHORTEST_S = 0.05


class Cleaning:
    """``online`` gives the players who are connected, ``now`` the time in ms."""

    def __init__(self, store: Store, online: Callable[[], Iterable[str]], now: Callable[[], int]) -> None:
        self._store = store
        self._online = online
        self._now = now

    async def work(self) -> None:
        """Sweep now and every hour, until cancelled."""
        while True:
            try:
                removed = await self.sweep()
            except StoreError as error:
                log.warning("guests are not removed: %s", error)
            else:
                if removed:
                    log.info("%d guests were removed, not seen for 30 days and without a game", removed)
            await asyncio.sleep(SWEEP_S)

    async def sweep(self) -> int:
        """Go once through all who have not been seen for long; how many were removed.

        In small transactions, with pauses that leave the store to those who play.
        """
        now = self._now()
        # whoever has stayed for weeks was seen a moment ago
        await guests.here(self._store, list(self._online()), now, now - DAY_MS)
        before, removed = now - FORGOTTEN_MS, 0
        place: Place | None = Place()
        while place is not None:
            began = perf_counter()
            ids, place = await guests.forgettable(self._store, before, place)
            if ids:
                removed += await guests.forget(self._store, ids, before)
            took = perf_counter() - began
            await asyncio.sleep(max(SHORTEST_S, took / SHARE) if ids else took / SHARE)
        return removed
