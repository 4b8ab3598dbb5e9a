"""Brings the puzzles of the tree into the store, some at a time, while nobody waits for anything.

How many lines have been taken is kept in the transaction that keeps their puzzles: a server that is stopped goes on
where it was, and one that has them all reads no more than a hash. Another version of the file is taken anew.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from bots.errors import BotError, Stopped
from server.errors import StoreError
from server.puzzles import supply_process
from server.store import supplied_puzzles
from server.store.database import Database

log = logging.getLogger("tengen")

AT_ONCE = 40
"""Lines; their transaction takes some milliseconds."""
PAUSE_S = 0.1
RETRY_S = 10.0


class Supply:
    """``run`` calls a function in the process for background work, as `Executor.run` does; ``now`` gives milliseconds.

    Not ``active``, it does nothing.
    """

    def __init__(
        self, store: Database, run: Callable[..., Awaitable[Any]], now: Callable[[], int], active: bool = True
    ) -> None:
        self._store = store
        self._run = run
        self._now = now
        self._active = active

    async def work(self) -> None:
        """Take all that is left."""
        while self._active:
            try:
                await self.fill()
            except Stopped:
                return
            except (BotError, StoreError) as error:
                log.warning("the puzzles of the tree wait: %s", error)
                await asyncio.sleep(RETRY_S)
            else:
                return

    async def fill(self) -> None:
        """Take all that is left; raises BotError, StoreError, after either of which it may be called again."""
        version, lines = await self._run(supply_process.find_version)
        first = await supplied_puzzles.read_done(self._store, version)
        for done in range(first, lines, AT_ONCE):
            found = await self._run(supply_process.read, done, AT_ONCE)
            end = min(lines, done + AT_ONCE)
            await self._store.execute(*supplied_puzzles.keep(found, version, end, self._now()))
            await asyncio.sleep(PAUSE_S)
