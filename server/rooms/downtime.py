"""Downtime: heartbeats that the server notes while it runs, so that no clock is charged for time when it did not."""

import asyncio
import logging

from server.errors import StoreError
from server.rooms.rooms import HEARTBEAT_MS, Rooms
from server.steady_time import SteadyTime
from server.store.database import Database
from server.store.games import correspondence, room_log

log = logging.getLogger("tengen")

HEARTBEAT_S = 1.0
TOLD_MS = 1_000
"""Shortest gap of which players are told: the clocks on their pages have run on."""
STEP_MS = 10_000
"""Smallest step of the system clock that is logged."""


async def note_heartbeats(rooms: Rooms, now: SteadyTime) -> None:
    """Write heartbeats to the store until cancelled: a gap between them is downtime.

    While a quick game is on the clock this happens at every beat, else every `HEARTBEAT_MS` for games by
    correspondence. A game without a clock may lie untouched for a day and has nothing to lose.
    """
    noted_at, stood, step = 0, now.stood_ms, now.behind_ms - now.stood_ms
    while True:
        await asyncio.sleep(HEARTBEAT_S)
        try:
            before, stood = stood, now.stood_ms
            if stood - before >= TOLD_MS:
                log.info("the server did not run for %.1f s, which are charged to nobody", (stood - before) / 1000)
                rooms.show_clocks()
            step = _tell_step(now, step)
            ms = now.find_leap()
            if ms:
                await leap(rooms, now, ms)
                stood = now.stood_ms
            on_the_clock = any(
                room.timed and room.playing and not room.slow for room in (table.room for table in rooms.tables)
            )
            if on_the_clock or now() - noted_at >= HEARTBEAT_MS:
                noted_at = now()
                await room_log.note_heartbeat(rooms.store, noted_at)
        except StoreError as error:
            log.warning("heartbeat: %s", error)


async def go_on_from(store: Database, now: SteadyTime) -> None:
    """Continue the server's time from the last run: no stored time lies in the future, and times within a game never
    run backward.
    """
    alive_at = await room_log.read_alive_at(store)
    if alive_at - now() >= STEP_MS:
        log.warning("the system clock is %.0f s behind the last run; games go on from there", (alive_at - now()) / 1000)
    now.begin_after(alive_at)


async def leap(rooms: Rooms, now: SteadyTime, ms: int) -> None:
    """Put the time forward by the ms that it is behind, as a downtime; on StoreError the time stays."""
    start = now()
    await correspondence.note_downtime(rooms.store, start, start + ms)
    now.leap(ms)


def _tell_step(now: SteadyTime, told: int) -> int:
    """Log a step of the system clock. Return how far the clock is off now, in ms."""
    step = now.behind_ms - now.stood_ms
    if abs(step - told) < STEP_MS:
        return told
    log.warning("the system clock is %+.0f s from the time that has passed; games go on by the latter", step / 1000)
    return step
