"""A bot in a seat: what it is, exactly, and its moves."""

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING

from bots.engine import Choice
from bots.errors import BotError
from bots.levels import Level
from bots.levels import level as level_of
from server.errors import Refused, StoreError
from server.protocol.api import BotRun
from server.protocol.events import RoomEvent
from server.rooms import judge
from server.rooms.table import Table

if TYPE_CHECKING:
    from server.rooms.course import Course

log = logging.getLogger("tengen.rooms")

TRIES = 3
RETRY_S = 1.0


def bot_run(level: Level) -> BotRun:
    """What is stored of a bot, so that its game could be played again."""
    limits = {"time_ms": level.limits.time_ms, "nodes": level.limits.nodes}
    return BotRun(
        level=level.number,
        engine=level.engine,
        version=level.version,
        seed=secrets.randbits(31),
        limits={name: value for name, value in limits.items() if value is not None},
    )


async def think(course: "Course", table: Table) -> None:
    """Have the bot to move choose, and play what it chose unless the position has changed meanwhile."""
    room = table.room
    moves = tuple(room.game.moves)
    seat = room.seat_to_move
    began = course.now()
    try:
        choice = await _choose(course, table, moves)
        await asyncio.sleep(_pause_s(course, table, began))
        async with table.lock:
            if seat is None or room.seat_to_move != seat or tuple(room.game.moves) != moves:
                return
            at = course.now()
            events = judge.move(room, seat, len(moves), choice.point, at, why=dict(choice.why) or None)
            await _until_stored(course, table, events)
            table.thinking = None
            course.publish(table, events)
    except (BotError, Refused):
        # nobody shall win or lose by a broken bot
        log.exception("room %s: the bot cannot go on, the game is aborted", room.id)
        table.thinking = None
        await course.close_room(room.id)


async def _choose(course: "Course", table: Table, moves: tuple[int, ...]) -> Choice:
    """The bot's choice; a crash is tried again, a full queue waited for."""
    room = table.room
    failures = 0
    while True:
        if table.bot is None:
            assert room.bot is not None
            level = level_of(room.bot.level)
            table.bot = course.executor.seat(level, room.created.rules, room.created.size, room.bot.seed)
        try:
            return await table.bot.choose(moves)
        except BotError as error:
            if error.code != "bots_busy":
                failures += 1
                log.warning("room %s: the bot failed (%d of %d): %s", room.id, failures, TRIES, error)
            if failures == TRIES:
                raise
            await asyncio.sleep(RETRY_S)


def _pause_s(course: "Course", table: Table, began: int) -> float:
    """What is left of the pause after which an answer looks like one; none when the clock is short."""
    pause = course.limits.bot_pause_ms
    seat = table.room.seat_to_move
    left = None if seat is None else table.room.clock.left(seat, course.now())
    if left is not None:
        pause = min(pause, left // 20)
    return max(0, began + pause - course.now()) / 1000


async def _until_stored(course: "Course", table: Table, events: list[RoomEvent]) -> None:
    """A bot has nobody to tell of a full disk: it waits until its move can be kept."""
    while True:
        try:
            await course.keep(table, events, None)
        except StoreError as error:
            log.warning("room %s: the bot's move waits for the store: %s", table.room.id, error)
            await asyncio.sleep(RETRY_S)
        else:
            return
