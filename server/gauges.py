"""Periodic measurements of the server's state for the metrics."""

import asyncio
from collections import deque
from contextlib import suppress

from bots.executor import Executor
from server.errors import StoreError
from server.metrics import Metrics
from server.rooms.rooms import Rooms
from server.steady_time import Now
from server.store.database import Database
from server.store.knowledge import studies
from server.store.knowledge.studies import StudyQueue

PROBE_S = 0.5
STUDIES_S = 10.0
KEPT = round(60 / PROBE_S)
"""Number of stored delays of the event loop, a minute's worth."""


class Gauges:
    """Gauges of the event loop, rooms, bots and studies; ``now`` returns ms. Both of its jobs run until cancelled."""

    def __init__(self, store: Database, executor: Executor, rooms: Rooms, metrics: Metrics, now: Now) -> None:
        self._store = store
        self._executor = executor
        self._rooms = rooms
        self._metrics = metrics
        self._now = now
        self._late_s: deque[float] = deque([0.0], KEPT)

    @property
    def late_s(self) -> float:
        """Longest delay of the event loop within the last minute, in seconds."""
        return max(self._late_s)

    def count_rooms(self) -> dict[str, int]:
        """Count the rooms in memory by state."""
        states = {"open": 0, "playing": 0, "over": 0}
        for table in self._rooms.tables:
            states["open" if table.room.open else "playing" if table.room.playing else "over"] += 1
        return states

    async def read_studies(self) -> StudyQueue:
        """Read the state of the queue of studies."""
        (row,) = await self._store.fetch(studies.STATE, {"now": self._now()})
        return studies.read_queue(row)

    async def probe_loop(self) -> None:
        """Measure the delay of the event loop, and the load of rooms and bots."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + PROBE_S
            await asyncio.sleep(PROBE_S)
            late_s = max(0.0, loop.time() - due)
            self._late_s.append(late_s)
            self._metrics.loop_lag_seconds.observe(late_s)
            for state, count in self.count_rooms().items():
                self._metrics.rooms.labels(state).set(count)
            self._metrics.observe_bots(self._executor.load())
            self._metrics.bot_games.set(len(self._rooms.admission.bot_games))

    async def watch_studies(self) -> None:
        """Record the state of the queue of studies."""
        while True:
            now = self._now()
            with suppress(StoreError):
                found = await self.read_studies()
                counts = {state: getattr(found, state) for state in ("waiting", "asked", "failed", "done", "dropped")}
                oldest = now if found.oldest_at is None else found.oldest_at
                self._metrics.observe_studies(
                    counts | {"running": found.running is not None}, max(0, now - oldest) / 1000
                )
            await asyncio.sleep(STUDIES_S)
