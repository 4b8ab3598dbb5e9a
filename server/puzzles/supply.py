"""Import of the supplied puzzles into the store, in small pieces in idle time.

The number of imported lines is stored in the transaction that stores their puzzles: a stopped server continues where it
was, and one that has them all reads no more than a hash. Another version of the file is imported again.
"""

import asyncio
import logging

from bots.errors import BotError, Stopped
from bots.executor import Execute
from server.errors import StoreError
from server.puzzles import supply_process
from server.steady_time import Now
from server.store import supplied_puzzles
from server.store.database import Database

log = logging.getLogger("tengen")

AT_ONCE = 40
"""Lines in one transaction, of some milliseconds."""
PAUSE_S = 0.1
RETRY_S = 10.0


class Supply:
    """``run`` calls a function in the background process, as `Executor.run` does; ``now`` returns ms. If not
    ``active``, it does nothing.
    """

    def __init__(self, store: Database, run: Execute, now: Now, active: bool = True) -> None:
        self._store = store
        self._run = run
        self._now = now
        self._active = active

    async def work(self) -> None:
        """Import all remaining puzzles."""
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
        """Import all remaining puzzles; raises BotError and StoreError, after which it may be called again."""
        version, lines = await self._run(supply_process.find_version)
        first = await supplied_puzzles.read_done(self._store, version)
        for done in range(first, lines, AT_ONCE):
            found = await self._run(supply_process.read, done, AT_ONCE)
            end = min(lines, done + AT_ONCE)
            await self._store.execute(*supplied_puzzles.keep(found, version, end, self._now()))
            await asyncio.sleep(PAUSE_S)
