"""A bot in a seat: what it is, exactly, and its moves."""

import asyncio
import logging
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bots.engine import Choice
from bots.errors import BotError, IllegalAnswer
from bots.learning import current
from bots.levels import Level
from bots.levels import level as level_of
from gomoku.clock import Fischer, TimeControl
from server.errors import Refused, StoreError
from server.protocol.api import BotRun
from server.protocol.inbound import Resign
from server.rooms import judge, reasons
from server.rooms.table import Table

if TYPE_CHECKING:
    from server.rooms.course import Course

log = logging.getLogger("tengen.rooms")

TRIES = 3
RETRY_S = 1.0


def bot_run(level: Level, rules: str) -> BotRun:
    """What is stored of a bot, so that its game could be played again: of what was learned, the revision by now."""
    limits = {"time_ms": level.limits.time_ms, "nodes": level.limits.nodes}
    return BotRun(
        level=level.number,
        engine=level.engine,
        version=level.version,
        seed=secrets.randbits(31),
        limits={name: value for name, value in limits.items() if value is not None},
        learned=current.revision(rules),
    )


async def think(course: "Course", table: Table) -> None:
    """Have the bot to move choose, and play what it chose unless the position has changed meanwhile.

    Nobody shall win or lose by a broken bot: a game in which it cannot go on is aborted. Somebody else's program that
    chooses what may not be played resigns by it.
    """
    room = table.room
    moves = tuple(room.game.moves)
    began = course.now()
    choice: Choice | IllegalAnswer | None = None
    try:
        await _be_ready(course, table)
        choice = await _choose(course, table, moves)
        await asyncio.sleep(_pause_s(course, table, began))
    except IllegalAnswer as error:
        log.warning("room %s: the bot loses: %s", room.id, error)
        choice = error
    except BotError:
        log.exception("room %s: the bot cannot go on, the game is aborted", room.id)
    # a bot has nobody to tell of a full disk: it waits until its move can be kept
    while True:
        if await _answer(course, room.id, moves, choice):
            return
        await asyncio.sleep(RETRY_S)


async def _answer(course: "Course", id: str, moves: tuple[int, ...], choice: Choice | IllegalAnswer | None) -> bool:
    """Play what was chosen after ``moves``, if that is still what is asked; False when the store cannot keep it."""
    async with course.tables.held(id) as table:
        room = table.room
        seat = room.seat_to_move
        if seat is None or not room.is_bot(seat) or tuple(room.game.moves) != moves:
            return True
        try:
            await _play(course, table, seat, choice)
        except StoreError as error:
            log.warning("room %s: the bot's move waits for the store: %s", id, error)
            return False
        return True


async def _play(course: "Course", table: Table, seat: int, choice: Choice | IllegalAnswer | None) -> None:
    room, at = table.room, course.now()
    events = judge.close(room, at)
    met: Sequence[str] = ()
    if isinstance(choice, IllegalAnswer):
        events = judge.decide(room, seat, Resign("illegal", room.id), at)
    elif choice is not None:
        met, why = reasons.met(choice), await reasons.told(course.store, room, choice)
        try:
            events = judge.move(room, seat, room.game.ply, choice.point, at, 0, why, choice.forced is not None)
        except Refused:
            log.exception("room %s: the bot chose %d, the game is aborted", room.id, choice.point)
    await course.keep(table, events, None, met)
    table.thinking = None
    course.publish(table, events)


async def _be_ready(course: "Course", table: Table) -> None:
    """Wait for a person, and for an engine that a restart has left without its kernels; that is charged to nobody."""
    room = table.room
    assert room.bot is not None
    ready = course.executor.ready(level_of(room.bot.level))
    if ready and table.company.is_set():
        return
    since = course.now()
    await table.company.wait()
    if not ready:
        await course.executor.warm()
    async with course.tables.held(room.id):
        if room.timed:
            try:
                await course.happen(table, judge.resume(room, course.now(), since))
            except StoreError as error:
                log.warning("room %s: the bot is charged its wait: %s", room.id, error)


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
            asker = table.asker(course.bot_games.address(room.id))
            return await table.bot.choose(
                moves, spare_ms=lambda: _spare_ms(course, table), asker=asker, told=table.tell_queue
            )
        except IllegalAnswer:
            raise
        except BotError as error:
            if error.code != "bots_busy":
                failures += 1
                log.warning("room %s: the bot failed (%d of %d): %s", room.id, failures, TRIES, error)
            if failures == TRIES:
                raise
            await asyncio.sleep(RETRY_S)


def _spare_ms(course: "Course", table: Table) -> int | None:
    """What the clock of the bot to move can spare for this move now; None without a clock."""
    clock, seat = table.room.clock, table.room.seat_to_move
    left = None if seat is None else clock.left(seat, course.now())
    return None if left is None else spare_ms(clock.control, left)


def spare_ms(control: TimeControl, left_ms: int) -> int:
    """What of a clock one move may take, so that it is never up: a share of the store, and most of what comes back."""
    if isinstance(control, Fischer):
        return min(left_ms // 2, left_ms // 20 + control.increment_ms * 4 // 5)
    return left_ms * 4 // 5


def _pause_s(course: "Course", table: Table, began: int) -> float:
    """What is left of the pause after which an answer looks like one; none when the clock is short."""
    pause = course.limits.bot_pause_ms
    seat = table.room.seat_to_move
    left = None if seat is None else table.room.clock.left(seat, course.now())
    if left is not None:
        pause = min(pause, left // 20)
    return max(0, began + pause - course.now()) / 1000
