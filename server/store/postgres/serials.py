"""Numbers of new games, taken from the database in blocks, so that a room gets its own without a trip."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence

from server.errors import StoreError
from server.store.sql import Row

log = logging.getLogger(__name__)

BLOCK = 256
"""Numbers taken at once; those that are left when a server stops are never used."""
LEAST = 128
"""The next block is fetched when so many are left."""

_TAKE = "SELECT nextval(pg_get_serial_sequence('games', 'serial')) AS serial FROM generate_series(1, ?)"


class Serials:
    """A supply of numbers. ``fetch`` runs a query on the database that the numbers are of."""

    def __init__(self, fetch: Callable[[str, Sequence[int]], Awaitable[list[Row]]]) -> None:
        self._fetch = fetch
        self._left: deque[int] = deque()
        self._filling: asyncio.Task[None] | None = None

    async def fill(self) -> None:
        """Fetch a block. Raises StoreError if the database does not answer."""
        self._left.extend(row["serial"] for row in await self._fetch(_TAKE, (BLOCK,)))

    def take(self) -> int:
        """Return the next number. Raises StoreError if there is none left and the next ones have not come yet."""
        if len(self._left) <= LEAST and (self._filling is None or self._filling.done()):
            self._filling = asyncio.get_running_loop().create_task(self._refill(), name="game numbers")
        if not self._left:
            raise StoreError("there is no number for a new game yet")
        return self._left.popleft()

    async def _refill(self) -> None:
        try:
            await self.fill()
        except StoreError as error:
            log.warning("numbers for new games cannot be fetched: %s", error)

    async def close(self) -> None:
        """Stop fetching."""
        if self._filling is not None:
            self._filling.cancel()
            await asyncio.wait([self._filling])
