"""Downtime: what the server notes while it runs, so that nobody's clock is charged for the time when it did not."""

import asyncio
import logging

from server.errors import StoreError
from server.rooms.rooms import HEARTBEAT_MS, Rooms
from server.steady_time import SteadyTime
from server.store import room_log

log = logging.getLogger("tengen")

HEARTBEAT_S = 1.0


async def note_heartbeats(rooms: Rooms, now: SteadyTime) -> None:
    """Note in the store that we are alive: what is missing was downtime. Ends by being cancelled.

    While somebody is on the clock of a quick game this is done at every beat, and else now and then, for games by
    correspondence. With nobody on it, the system's time is taken over. A game without a clock may lie untouched for a
    day, and has nothing to lose.
    """
    noted_at = 0
    while True:
        await asyncio.sleep(HEARTBEAT_S)
        on_the_clock = any(
            room.timed and room.playing and not room.slow for room in (table.room for table in rooms.tables)
        )
        if not on_the_clock:
            now.catch_up()
        if on_the_clock or now() - noted_at >= HEARTBEAT_MS:
            noted_at = now()
            try:
                await room_log.note_heartbeat(rooms.store, noted_at)
            except StoreError as error:
                log.warning("heartbeat: %s", error)
