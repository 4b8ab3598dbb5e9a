"""Publishing of what other processes have learned, as soon as it is in the store."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from server.errors import StoreError
from server.learning.publishing import Publishing
from server.learning.tuning import Tuning
from server.store.changes import Watched
from server.store.database import Database
from server.store.knowledge import practice

log = logging.getLogger("tengen.learning")

PAUSE_S = 0.5
"""Pause before a publication: what is learned together is published together."""
RETRY_S = 5.0
LEARNED = (
    Watched("learned"),
    Watched("proofs", deletes=False),
    Watched("experience_games", ignored=frozenset({"looked"})),
    Watched("experience_choices", deletes=False),
    Watched("experience_dropped"),
    practice.CHANGED,
)
"""Changes after which there is something to publish; every change of patterns raises the revision in ``learned``."""
WEIGHTS = (
    Watched("weights_in_use", ignored=frozenset({"games", "fitted_at", "frozen"})),
    Watched("weights", ignored=frozenset({"points", "elo", "low", "high", "decided_at", "note", "spread"})),
)


class Following:
    """Has ``publishing`` and ``tuning`` publish whatever changes in ``store``."""

    def __init__(self, store: Database, publishing: Publishing, tuning: Tuning) -> None:
        self._publishing = publishing
        self._tuning = tuning
        self._learned = asyncio.Event()
        self._weighed = asyncio.Event()
        self._weighed.set()  # for what has changed since the start
        store.on_change(self._learned.set, *LEARNED)
        store.on_change(self._weighed.set, *WEIGHTS)

    async def work(self) -> None:
        """Follow changes until cancelled."""
        await asyncio.gather(
            self._follow(self._learned, self._publish), self._follow(self._weighed, self._tuning.publish)
        )

    async def _publish(self) -> None:
        self._publishing.changed()

    async def _follow(self, changed: asyncio.Event, publish: Callable[[], Awaitable[None]]) -> None:
        while True:
            await changed.wait()
            await asyncio.sleep(PAUSE_S)
            changed.clear()
            try:
                await publish()
            except StoreError as error:
                log.warning("what other processes have learned waits: %s", error)
                changed.set()
                await asyncio.sleep(RETRY_S)
