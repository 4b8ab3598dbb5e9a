"""Expiry of games and rooms: flags, missing first moves, rooms that nobody touches. One timer serves all."""

import asyncio
import heapq
import logging
from collections.abc import Callable

from server.background import Background
from server.errors import StoreError
from server.rooms import judge
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
            try:
                await table.settle(lambda: judge.expire(table.room, self._now(), table.audience.lag_ms))
            except StoreError as error:
                log.warning("room %s: its end waits for the store: %s", id, error)
                self._deadlines.note(self._now() + RETRY_MS, id)
            else:
                self.arm(table)


TIDY_AT = 1000
"""Smallest heap size at which stale entries are removed."""


class Deadlines:
    """Calls ``due(key)`` when a noted deadline has come.

    ``now`` returns ms. A key may be noted several times: ``due`` must check whether its time has really come, and note
    the next deadline if not. Entries of keys that are no longer ``wanted``, and all but the first entry of a key, are
    removed eventually.
    """

    def __init__(self, now: Now, due: Callable[[str], None], wanted: Callable[[str], bool] = lambda _: True) -> None:
        self._now = now
        self._due = due
        self._wanted = wanted
        self._tidy_at = TIDY_AT
        self._heap: list[tuple[int, str]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0

    def note(self, at: int, key: str) -> None:
        """Schedule ``due(key)`` for ``at`` (ms)."""
        heapq.heappush(self._heap, (at, key))
        if len(self._heap) >= self._tidy_at:
            self._tidy()
            self._tidy_at = max(TIDY_AT, 2 * len(self._heap))
        if self._timer is None or at < self._timer_at:
            self._arm()

    def __len__(self) -> int:
        """Return the number of entries in the heap."""
        return len(self._heap)

    def close(self) -> None:
        """Cancel all deadlines."""
        self._heap.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _tidy(self) -> None:
        """Keep only the first entry of each wanted key: a room that is loaded often is noted each time."""
        first: dict[str, int] = {}
        for at, key in self._heap:
            if self._wanted(key):
                first[key] = min(at, first.get(key, at))
        self._heap = [(at, key) for key, at in first.items()]
        heapq.heapify(self._heap)

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._heap:
            self._timer_at = self._heap[0][0]
            delay = max(0, self._timer_at - self._now()) / 1000
            self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        self._timer = None
        now = self._now()
        ringing = []  # removed first: entries that are noted meanwhile wait for the next round
        while self._heap and self._heap[0][0] <= now:
            ringing.append(heapq.heappop(self._heap)[1])
        for key in ringing:
            try:
                self._due(key)
            except Exception:
                log.exception("the deadline of %s", key)  # one room's error must not delay the others
        if self._timer is None:
            self._arm()
