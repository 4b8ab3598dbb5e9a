"""Flags of games by correspondence: none has a timer; a sweep finds those that may have fallen."""

import asyncio
import logging

from server.errors import Refused, StoreError
from server.rooms import judge
from server.rooms.tables import Tables
from server.rooms.time_limits import find_deadline
from server.steady_time import Now
from server.store.database import Database
from server.store.games import correspondence

log = logging.getLogger("tengen.rooms")

SWEEP_S = 15
"""Longest delay between the fall of a flag and its detection, where nobody looks at the game."""
AT_ONCE = 100
"""Games read at a time."""
RETRY_MS = 3_600_000
"""Delay before a game that cannot be read is tried again."""


class SlowFlags:
    """Checks each game by correspondence whose `next_flag_at` has come; ``now`` returns the time in ms."""

    def __init__(self, tables: Tables, store: Database, now: Now) -> None:
        self._tables = tables
        self._store = store
        self._now = now

    async def keep_sweeping(self) -> None:
        """Sweep until cancelled."""
        while True:
            try:
                await self.sweep()
            except StoreError as error:
                log.warning("games by correspondence: %s", error)
            await asyncio.sleep(SWEEP_S)

    async def sweep(self) -> None:
        """End every game whose flag has fallen; postpone those whose time has grown meanwhile."""
        now = self._now()
        while due := await correspondence.list_due(self._store, now, AT_ONCE):
            for id in due:
                await self._look(id)

    async def reconsider(self, player: str) -> None:
        """Check every game that waits for a player whose vacations have changed."""
        for id in await correspondence.list_waiting_for(self._store, player):
            await self._look(id)

    async def _look(self, id: str) -> None:
        try:
            async with self._tables.hold(id) as table:
                now, lag_ms = self._now(), table.audience.lag_ms
                if not await table.settle(lambda: judge.expire(table.room, now, lag_ms)):
                    # lag is waited for, too; a game that is over has no flag
                    flag = find_deadline(table.room, lag_ms) or now + RETRY_MS
                    await correspondence.put_off(self._store, id, max(flag, now + 1))
                    table.audience.show(now)  # the flag shown to viewers has changed
        except (Refused, StoreError) as error:
            log.warning("room %s: its flag cannot be looked at: %s", id, error)
        except Exception:
            log.exception("room %s cannot be brought back; the others can", id)
        else:
            return
        await correspondence.put_off(self._store, id, self._now() + RETRY_MS)
