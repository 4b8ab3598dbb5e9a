"""Leases of jobs: the process that does a job says so in its row, and says it again as long as it lives."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from server.bus.bus import Bus
from server.errors import StoreError
from server.steady_time import Now
from server.store.database import Database
from server.store.knowledge import jobs
from server.store.knowledge.jobs import Lease

log = logging.getLogger("tengen.review")

ALONE = "alone"
"""Name of a process without others: what it did when it was killed, it does again at once."""
LEASE_MS = 30_000
RENEW_S = 8.0
LOOK_S = 5.0
"""Interval in which a process looks for jobs whose worker is gone."""


class Leases:
    """The leases of this process for one ``part`` of the work, by its name on the ``bus``.

    ``now`` returns the time in ms; ``freed`` are set when jobs of workers that are gone are free again.
    """

    def __init__(self, store: Database, bus: Bus | None, now: Now, part: str, freed: list[asyncio.Event]) -> None:
        self._store = store
        self._now = now
        self._worker = f"{ALONE if bus is None else bus.name} {part}"
        self.freed = freed

    @property
    def mine(self) -> Lease:
        """A lease that begins now."""
        now = self._now()
        return Lease(self._worker, now, now + LEASE_MS)

    @asynccontextmanager
    async def hold(self, serial: int, renewed: Callable[[], None], lost: Callable[[], None]) -> AsyncIterator[bool]:
        """Take the job of a game for the block; False if another process does it, or it is gone.

        ``renewed`` is called now and then, ``lost`` if the job is deleted or another's before the block has ended.
        """
        if not await jobs.take(self._store, serial, self.mine):
            yield False
            return

        async def renew() -> None:
            while True:
                await asyncio.sleep(RENEW_S)
                try:
                    if not await jobs.renew(self._store, serial, self.mine):
                        lost()
                        return
                except StoreError as error:
                    log.warning("a lease is not renewed: %s", error)
                else:
                    renewed()

        renewing = asyncio.create_task(renew())
        try:
            yield True
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)
            with suppress(StoreError):  # then it is free in a while
                await jobs.release(self._store, serial, self._worker)

    async def free(self) -> None:
        """Free the jobs of workers that are gone, this process's own of an earlier life among them."""
        await jobs.free(self._store, self.mine)


async def free_expired(store: Database, now: Now, freed: list[asyncio.Event]) -> None:
    """Free the jobs of workers that have gone, until cancelled."""
    while True:
        await asyncio.sleep(LOOK_S)
        try:
            if await jobs.free_expired(store, now()):
                for event in freed:
                    event.set()
        except StoreError as error:
            log.warning("jobs of processes that are gone: %s", error)
