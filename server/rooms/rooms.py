"""All live rooms: made, entered, played in, and brought back from the store after a restart.

Order, always: validate, commit to the store, acknowledge, broadcast.
"""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from bots.errors import BotError
from bots.executor import Executor
from bots.levels import level as level_of
from bots.workers.turns import Asker
from server.errors import Refused, StoreError
from server.protocol.api import GameHistory
from server.protocol.events import Rematched, RoomEvent
from server.protocol.inbound import Create, Hint, RoomCommand, Sit
from server.protocol.outbound import Ack, Error, Queued
from server.protocol.shapes import Who
from server.rooms import founding, hints, judge, snapshot
from server.rooms.course import Course
from server.rooms.limits import Limits
from server.rooms.room import Room
from server.rooms.table import Table, encode
from server.rooms.terms import Terms
from server.rooms.viewer import Viewer
from server.store.library import may_see
from server.store.rows import Append, NewGame
from server.store.store import Store
from server.store.writer import Conflict

__all__ = ["Limits", "Rooms"]

log = logging.getLogger("tengen.rooms")

MOST_EVENTS_RESENT = 100
"""Somebody who missed more than this gets the room whole; with the reasons of bots it is some 30 KiB."""

MOST_TOLD = 100
"""Rooms that have gone back are told of in the log, one line each, up to so many: players may say what they like."""


class Rooms:
    """Every live room of this server, as connections and operators see them.

    ``now`` gives the time in milliseconds. ``on_change`` is told a room's id whenever what the lobby shows of it may
    have changed, ``on_move`` of each stored move, whether a bot made it.
    """

    def __init__(
        self,
        store: Store,
        executor: Executor,
        now: Callable[[], int],
        *,
        terms: Terms,
        limits: Limits,
        on_change: Callable[[str], None],
        on_move: Callable[[bool], None],
    ) -> None:
        self.store = store
        self.now = now
        self.terms = terms
        self.limits = limits
        self.course = Course(store, executor, now, terms, limits, on_change, on_move)
        self.tables = self.course.tables
        self._told_back: set[str] = set()

    # --- life -----------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Bring back every game that is not over; the downtime is charged to nobody."""
        alive_at = await self.store.last_heartbeat() or 0
        now = self.now()
        tables: list[tuple[Table, list[RoomEvent]]] = []
        for stored in await self.store.live_rooms():
            try:
                room = Room.replay(stored.serial, stored.id, stored.events, self.terms, stored.bot)
                events = judge.resume(room, now, alive_at)
            except Exception:
                log.exception("room %s cannot be brought back; the others can", stored.id)
                continue
            room.commands = stored.commands
            table = self.tables.add(room)
            if room.bot is not None:
                self.course.bot_games.count(room.id, "")
            table.everybody_gone(now)
            tables.append((table, events))
        writes = [Append(t.room.serial, event, None, t.room.game.ply) for t, events in tables for event in events]
        if writes:
            await self.store.commit(*writes)
        for table, events in tables:
            for event in events:
                table.room.apply(event)
            self.course.follow(table)
        if tables:
            log.info("%d unfinished games and open rooms brought back", len(tables))

    async def close(self) -> None:
        """Stop thinking and timing; what is stored stays."""
        await self.course.close()

    # --- making and entering --------------------------------------------------------------------------------------

    async def create(self, viewer: Viewer, command: Create, at: int) -> None:
        """Make a room with the viewer in seat 0; the same command again finds the room it made."""
        made = await self.store.room_of_command(viewer.player, command.id)
        if made is None:
            owner = Who(viewer.player, viewer.name)
            source = None if command.from_game is None else await self._source(viewer.player, command.from_game)
            self._check(viewer, against_bot=command.level is not None)
            serial, ready = self.store.new_serial(), self.course.executor.ready
            new, events = founding.found(command, owner, at, serial, ready, source)
            if new.bot is not None:
                self._require_time(viewer, new.bot.level)
            made = await self._found(viewer, command.id, new, events)
        viewer.send(encode(Ack(command.id, made)))

    async def _source(self, player: str, id: str) -> GameHistory:
        """The stored game that a player wants to go on from."""
        source = await self.store.game(id)
        if source is None or not may_see(source, player):
            raise Refused(code="unknown_game")
        return source

    def _check(self, viewer: Viewer, *, against_bot: bool) -> None:
        self.limits.check(self.tables, self.course.bot_games, viewer, against_bot=against_bot)

    def _require_time(self, viewer: Viewer, level: int) -> None:
        """Raise Refused where the bots have too much to do for one game more of this player's."""
        try:
            busy = self.course.executor.busy(level_of(level), Asker(viewer.address, viewer.player))
        except BotError as error:  # a level that is no more
            raise Refused(code=error.code, level=level) from None
        if busy:
            raise Refused(code="bots_busy")

    def _promised(self, viewer: Viewer, room: str, *, against_bot: bool) -> AbstractContextManager[None]:
        return self.course.bot_games.promised(room, viewer.address) if against_bot else nullcontext()

    async def _found(self, viewer: Viewer, command: str, new: NewGame, events: list[RoomEvent]) -> str:
        """Store a new room and begin it; the id of the room that the command has made."""
        player, against_bot = viewer.player, new.bot is not None
        try:
            with self.tables.promised(player, new.id), self._promised(viewer, new.id, against_bot=against_bot):
                await self.store.commit(new, *(Append(new.serial, event, None, 0) for event in events))
        except Conflict:  # the same command, sent again on another connection, was faster
            made = await self.store.room_of_command(player, command)
            if made is None:
                raise
            return made
        self.course.begin(new, events)
        return new.id

    async def enter(self, viewer: Viewer, id: str, since: int | None, at: int) -> None:
        """Let the viewer look: what it missed since a version, or the room whole; then everything as it happens."""
        async with self.tables.held(id) as table:
            room = table.room
            seat = room.seat_of(viewer.player)
            if room.created.visibility == "private" and seat is None and not room.open:
                raise Refused(code="private_room")
            try:
                await self._back(table, seat)
            except StoreError as error:
                log.warning("room %s: its clock waits for the store: %s", room.id, error)
            missed: list[RoomEvent] | None = None
            if since is not None and 0 < since <= room.v <= since + MOST_EVENTS_RESENT:
                missed = [] if since == room.v else await self.store.events_since(room.serial, since)
            # told before it is counted in, so that nothing reaches somebody who does not know the room yet
            if missed is None:
                viewer.send(encode(snapshot.state(room, self.now(), seat, table.watchers)))
            else:
                viewer.send(encode(table.message(missed, self.now())))
            if since is not None and since > room.v:
                self._set_back(viewer, room, since)
            table.enter(viewer, at)
            if seat is not None:
                self.course.bot_games.moved(room.id, viewer.address)
            if table.forbidden is not None:
                viewer.send(encode(table.forbidden))
            if table.ahead is not None:
                viewer.send(encode(Queued(room.id, table.ahead)))
            self.course.expiry.arm(table)

    def _set_back(self, viewer: Viewer, room: Room, seen: int) -> None:
        """Somebody has seen what the store does not know: its file was cut off or an older one put back."""
        if (
            room.seat_of(viewer.player) is not None
            and room.id not in self._told_back
            and len(self._told_back) < MOST_TOLD
        ):
            self._told_back.add(room.id)
            log.warning("room %s has gone back: a player has seen version %d, the file has %d", room.id, seen, room.v)
        viewer.send(encode(Error("set_back", room=room.id, detail={"since": seen, "v": room.v})))

    async def _back(self, table: Table, seat: int | None) -> None:
        """Whoever has a seat is here: where the clock waited for that since a restart, it runs again."""
        room = table.room
        if room.awaited_until is not None and seat == room.seat_to_move:
            await self.course.happen(table, judge.go_on(room, self.now()))

    def leave(self, viewer: Viewer, id: str, at: int) -> None:
        """The viewer stopped looking at a room."""
        table = self.tables.get(id)
        if table is not None:
            table.leave(viewer, at)
            self.course.expiry.arm(table)
            self.tables.drop_if_done(table)

    # --- playing --------------------------------------------------------------------------------------------------

    async def command(self, viewer: Viewer, command: RoomCommand, at: int) -> None:
        """Judge, store, acknowledge and broadcast; raises Refused or StoreError, and then nothing has changed."""
        async with self.tables.held(command.room) as table:
            room = table.room
            seat = room.seat_of(viewer.player)
            key = f"{seat}.{command.id}"
            if seat is not None and key in room.commands:
                viewer.send(encode(Ack(command.id, room.id, room.commands[key])))
                return
            if seat is not None:
                table.company.set()
                await self._back(table, seat)
            if isinstance(command, Sit):
                events = judge.sit(room, Who(viewer.player, viewer.name), at)
                self._check(viewer, against_bot=False)
                with self.tables.promised(viewer.player, room.id):
                    await self.course.keep(table, events, f"1.{command.id}")
                table.seat(viewer)
            elif seat is None:
                raise Refused(code="not_seated")
            elif isinstance(command, Hint):
                hints.begin(self.course, table, seat, viewer, command)
                return
            else:
                events = judge.decide(room, seat, command, at, viewer.lag_ms)
                last = events[-1] if events else None
                following = last.room if isinstance(last, Rematched) else None
                against_bot = following is not None and room.bot is not None
                if following is not None:
                    self._check(viewer, against_bot=against_bot)
                    if room.bot is not None:
                        self._require_time(viewer, room.bot.level)
                with self._promised(viewer, following or "", against_bot=against_bot):
                    await self.course.keep(table, events, key)
            self.course.publish(table, events, viewer, encode(Ack(command.id, room.id, room.v)))

    # --- what operators and accounts do to live rooms ---------------------------------------------------------------

    async def close_room(self, id: str) -> bool:
        """End a room without a result; False if it is not a live one."""
        return await self.course.close_room(id)

    async def forget(self, id: str) -> None:
        """A game is deleted: whoever looks at it is told that there is no such room."""
        table = self.tables.get(id)
        if table is None:
            return
        async with table.lock:  # a command that is being stored would count its player in again afterwards
            self.tables.drop(id)
            self.course.bot_games.discount(id)
            table.dismiss()
            await table.close()
            self.course.on_change(id)

    def renamed(self, player: str, name: str) -> None:
        """A player's name has changed, or is empty for one who was deleted; everybody at the tables sees it."""
        for table in self.tables:
            seat = table.room.seat_of(player)
            if seat is not None:
                table.room.seats[seat] = Who(player, name) if name else Who()
                if not name:
                    self.tables.discount(player, table.room.id)
                table.show(self.now())
                self.course.on_change(table.room.id)
