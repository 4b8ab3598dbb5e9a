"""All live rooms: made, entered, played in, expired, and brought back from the store after a restart.

Order, always: validate, commit to the store, acknowledge, broadcast.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass

from bots.executor import Executor
from server.errors import Refused, StoreError
from server.protocol.events import Ended, Moved, Rematched, RoomEvent, Seated, TookBack
from server.protocol.inbound import Create, RoomCommand, Sit
from server.protocol.outbound import Ack
from server.protocol.shapes import Who
from server.rooms import forbidden, founding, judge
from server.rooms.deadlines import Deadlines
from server.rooms.room import Room
from server.rooms.seats import think
from server.rooms.table import Table, encode
from server.rooms.tables import Tables
from server.rooms.terms import Terms
from server.rooms.viewer import Viewer
from server.store.rows import Append, NewGame
from server.store.store import Store

log = logging.getLogger("tengen.rooms")

MOST_EVENTS_RESENT = 200
"""Somebody who missed more than this gets the room whole."""

PLIES_A_LOBBY_LINE = 10
"""The lobby shows the length of a game, not each of its moves."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one player may have going on, and how long a bot's answer takes at least."""

    rooms_per_player: int = 8
    bot_games_per_player: int = 4
    bot_pause_ms: int = 350


class Rooms:
    """Every live room of this server.

    ``now`` gives the time in milliseconds. ``on_change`` is told a room's id whenever what the lobby shows of it may
    have changed, ``on_move`` of each stored move,
    whether a bot made it.
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
        self.executor = executor
        self.now = now
        self.terms = terms
        self.limits = limits
        self.on_change = on_change
        self.on_move = on_move
        self.tables = Tables(store, terms, lambda table: on_change(table.room.id))
        self._deadlines = Deadlines(now, self._due)
        self._tasks: set[asyncio.Task[None]] = set()

    # --- life -----------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Bring back every game that is not over; the downtime is charged to nobody."""
        alive_at = await self.store.last_heartbeat() or 0
        now = self.now()
        tables: list[tuple[Table, list[RoomEvent]]] = []
        for stored in await self.store.live_rooms():
            room = Room.replay(stored.serial, stored.id, stored.events, self.terms, stored.bot)
            room.commands = stored.commands
            table = self.tables.add(room)
            table.everybody_gone(now)
            tables.append((table, judge.resume(room, now, alive_at)))
        writes = [Append(t.room.serial, event, None, t.room.game.ply) for t, events in tables for event in events]
        if writes:
            await self.store.commit(*writes)
        for table, events in tables:
            for event in events:
                table.room.apply(event)
            self._after(table)
        if tables:
            log.info("%d unfinished games and open rooms brought back", len(tables))

    async def close(self) -> None:
        """Stop thinking and timing; what is stored stays."""
        self._deadlines.close()
        for table in self.tables:
            await table.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- making and entering --------------------------------------------------------------------------------------

    async def create(self, viewer: Viewer, command: Create, at: int) -> None:
        """Make a room with the viewer in seat 0; the same command again finds the room it made."""
        made = await self.store.room_of_command(viewer.player, command.id)
        if made is None:
            self._check_limits(viewer.player, against_bot=command.level is not None)
            owner = Who(viewer.player, viewer.name)
            new, events = founding.found(command, owner, at, self.store.new_serial())
            # counted before the store is asked, so that many at once do not pass the limit together
            self.tables.count(viewer.player, new.id)
            try:
                await self.store.commit(new, *(Append(new.serial, event, None, 0) for event in events))
            except BaseException:
                self.tables.discount(viewer.player, new.id)
                raise
            self._open(new, events)
            made = new.id
        viewer.send(encode(Ack(command.id, made)))

    def _check_limits(self, player: str, *, against_bot: bool) -> None:
        own = self.tables.of_player(player)
        if len(own) >= self.limits.rooms_per_player:
            raise Refused(code="too_many_rooms", limit=self.limits.rooms_per_player)
        if against_bot:
            tables = [self.tables.get(id) for id in own]
            with_bots = sum(table is not None and table.room.bot is not None for table in tables)
            if with_bots >= self.limits.bot_games_per_player:
                raise Refused(code="too_many_bot_games", limit=self.limits.bot_games_per_player)

    async def enter(self, viewer: Viewer, id: str, since: int | None, at: int) -> None:
        """Let the viewer look: what it missed since a version, or the room whole; then everything as it happens."""
        async with self.tables.held(id) as table:
            room = table.room
            seat = room.seat_of(viewer.player)
            if room.created.visibility == "private" and seat is None and not room.open:
                raise Refused(code="private_room")
            missed: list[RoomEvent] | None = None
            if since is not None and 0 < since <= room.v <= since + MOST_EVENTS_RESENT:
                missed = [] if since == room.v else await self.store.events_since(room.serial, since)
            # told before it is counted in, so that nothing reaches somebody who does not know the room yet
            if missed is None:
                viewer.send(encode(room.state(self.now(), seat, table.watchers)))
            else:
                viewer.send(encode(table.message(missed, self.now())))
            table.enter(viewer, at)
            if table.forbidden is not None:
                viewer.send(encode(table.forbidden))
            self._arm(table)

    def leave(self, viewer: Viewer, id: str, at: int) -> None:
        """The viewer stopped looking at a room."""
        table = self.tables.get(id)
        if table is not None:
            table.leave(viewer, at)
            self._arm(table)
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
            if isinstance(command, Sit):
                self._check_limits(viewer.player, against_bot=False)
                events = judge.sit(room, Who(viewer.player, viewer.name), at)
                key = f"1.{command.id}"
            elif seat is None:
                raise Refused(code="not_seated")
            else:
                events = judge.decide(room, seat, command, at, viewer.lag_ms)
            try:
                await self.store_events(table, events, key)
            except StoreError:
                await self._catch_up(table)
                raise
            if isinstance(command, Sit):
                table.seat(viewer)
            viewer.send(encode(Ack(command.id, room.id, room.v)))
            self.publish(table, events)

    async def store_events(self, table: Table, events: list[RoomEvent], key: str | None) -> None:
        """Commit events and only then let the room take them; ``key`` marks the command behind them as done."""
        room, plies = table.room, table.room.game.ply
        writes: list[NewGame | Append] = []
        following: tuple[NewGame, list[RoomEvent]] | None = None
        for event in events:
            if isinstance(event, Moved):
                plies += 1
            elif isinstance(event, TookBack):
                plies -= event.plies
            elif isinstance(event, Rematched):
                following = founding.rematch(room, event, self.store.new_serial())
                new, seated = following
                writes += [new, *(Append(new.serial, each, None, 0) for each in seated)]
            writes.append(Append(room.serial, event, key if event is events[-1] else None, plies))
        await self.store.commit(*writes)
        for event in events:
            room.apply(event)
        if key is not None and events:
            room.commands[key] = room.v
        if following is not None:
            self._open(*following)

    def publish(self, table: Table, events: list[RoomEvent]) -> None:
        """Tell everybody what is stored, and do what follows from it."""
        table.broadcast(events, self.now())
        for event in events:
            if isinstance(event, Moved):
                self.on_move(table.room.is_bot(event.seat))
            elif isinstance(event, Ended):
                for who in table.room.seats:
                    if who is not None:
                        self.tables.discount(who.id, table.room.id)
            elif isinstance(event, Seated) and event.who.id:
                self.tables.count(event.who.id, table.room.id)
        self._after(table)
        if not isinstance(events[-1], Moved) or table.room.game.ply % PLIES_A_LOBBY_LINE == 0:
            self.on_change(table.room.id)

    async def _catch_up(self, table: Table) -> None:
        """After a failed commit: what the disk may have kept after all is what counts."""
        try:
            events = await self.store.events_since(table.room.serial, table.room.v)
        except StoreError:
            return
        for event in events:
            table.room.apply(event)
        if events:
            self.publish(table, events)

    def _open(self, new: NewGame, events: list[RoomEvent]) -> None:
        room = Room(new.serial, new.id, new.created, self.terms, new.bot)
        for event in events:
            room.apply(event)
        table = self.tables.add(room)
        table.everybody_gone(self.now())
        self._after(table)
        self.on_change(room.id)

    def _after(self, table: Table) -> None:
        """The room has changed: its deadline, its bot."""
        room = table.room
        self._arm(table)
        seat = room.seat_to_move
        if seat is None or not room.is_bot(seat):
            table.stop_thinking()
        elif table.thinking is None:
            table.thinking = self.spawn(think(self, table))
        if forbidden.applies(table):
            self.spawn(forbidden.tell(table))
        else:
            table.forbidden = None

    # --- time -----------------------------------------------------------------------------------------------------

    def _arm(self, table: Table) -> None:
        """Have the room looked at when its deadline comes. A later deadline needs no entry: the early one notes it."""
        deadline = table.room.deadline(table.lag_ms)
        if deadline is not None and (table.armed_at is None or deadline < table.armed_at):
            table.armed_at = deadline
            self._deadlines.note(deadline, table.room.id)

    def _due(self, id: str) -> None:
        table = self.tables.get(id)
        if table is None:
            return
        table.armed_at = None
        deadline = table.room.deadline(table.lag_ms)
        if deadline is not None and deadline <= self.now():
            self.spawn(self._expire(id))
        else:
            self._arm(table)

    async def _expire(self, id: str) -> None:
        async with self.tables.held(id) as table:
            events = judge.expire(table.room, self.now(), table.lag_ms)
            try:
                if events:
                    await self.store_events(table, events, None)
                    self.publish(table, events)
            except StoreError as error:
                log.warning("room %s: its end waits for the store: %s", id, error)
                self._deadlines.note(self.now() + 1000, id)
            else:
                self._arm(table)

    def spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run something in the background; what it raises is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._reap)
        return task

    def _reap(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("in the background: %s", error, exc_info=error)

    # --- what operators and accounts do to live rooms ---------------------------------------------------------------

    async def close_room(self, id: str) -> bool:
        """End a room without a result; False if it is not a live one."""
        if self.tables.get(id) is None:
            return False
        async with self.tables.held(id) as table:
            events = judge.close(table.room, self.now())
            if events:
                await self.store_events(table, events, None)
                self.publish(table, events)
        return bool(events)

    async def forget(self, id: str) -> None:
        """A game is deleted: whoever looks at it is told that there is no such room."""
        table = self.tables.drop(id)
        if table is not None:
            table.dismiss()
            await table.close()
            self.on_change(id)

    def renamed(self, player: str, name: str) -> None:
        """A player's name has changed, or is empty for one who was deleted; everybody at the tables sees it."""
        for table in self.tables:
            seat = table.room.seat_of(player)
            if seat is not None:
                table.room.seats[seat] = Who(player, name) if name else Who()
                table.show(self.now())
                self.on_change(table.room.id)
