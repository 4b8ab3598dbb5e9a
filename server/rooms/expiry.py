"""Expiry of games and rooms: flags, missing first moves, rooms that nobody touches."""

import logging

from server.background import Background
from server.errors import StoreError
from server.rooms import judge
from server.rooms.deadlines import Deadlines
from server.rooms.table import Table
from server.rooms.tables import Tables
from server.rooms.time_limits import find_deadline
from server.steady_time import Now

log = logging.getLogger("tengen.rooms")

RETRY_MS = 1000
"""Delay before the end of a game is tried again after a store error."""


class Expiry:
    """Checks each room when its deadline has come; ``now`` returns the time in ms."""

    def __init__(self, tables: Tables, background: Background, now: Now) -> None:
        self._tables = tables
        self._background = background
        self._now = now
        self._deadlines = Deadlines(now, self._due, lambda id: tables.get(id) is not None)

    def arm(self, table: Table) -> None:
        """Schedule a check for the room's deadline. A later deadline needs no entry: the check at the earlier one notes
        it.
        """
        deadline = find_deadline(table.room, table.audience.lag_ms)
        if deadline is not None and (table.armed_at is None or deadline < table.armed_at):
            table.armed_at = deadline
            self._deadlines.note(deadline, table.room.id)

    def close(self) -> None:
        """Cancel all deadlines."""
        self._deadlines.close()

    def _due(self, id: str) -> None:
        table = self._tables.get(id)
        if table is None:
            return
        table.armed_at = None
        deadline = find_deadline(table.room, table.audience.lag_ms)
        if deadline is not None and deadline <= self._now():
            self._background.spawn(self._expire(id))
        else:
            self.arm(table)

    async def _expire(self, id: str) -> None:
        async with self._tables.hold(id) as table:
            events = judge.expire(table.room, self._now(), table.audience.lag_ms)
            try:
                if events:
                    await table.record(events)
            except StoreError as error:
                log.warning("room %s: its end waits for the store: %s", id, error)
                self._deadlines.note(self._now() + RETRY_MS, id)
            else:
                self.arm(table)
