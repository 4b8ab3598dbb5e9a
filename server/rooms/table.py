"""A live room at its table: events are committed, then applied, then broadcast, in this order."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from msgspec.json import Encoder

from bots.executor import BotSeat
from bots.workers.fair_queue import Asker
from gomoku.plan import AnswerPlan
from server.errors import StoreError
from server.handlers import Client
from server.protocol.events import Answered, Moved, Offered, RoomEvent, TookBack
from server.protocol.inbound import Hint
from server.protocol.outbound import Ack, Events, Forbidden, LobbyRoom, Queued
from server.rooms import fold, judge, snapshot
from server.rooms.audience import Audience
from server.rooms.room import Room
from server.rooms.time_limits import find_first_move_by, foresee_flag
from server.rooms.waiting_offers import list_asked
from server.signals import Signals
from server.steady_time import Now
from server.store.database import Database, OnCommit
from server.store.games import correspondence, offers, room_log
from server.store.sql import Statement
from server.store.writes import Append, FlagAt, NewGame, PlanAt, PlansAre
from server.turn import Turn

encode = Encoder().encode


@dataclass(slots=True)
class Hinting:
    """A hint being computed for the position after ``ply`` moves, and the client that receives it."""

    ply: int
    client: Client
    command: Hint
    task: asyncio.Task[None] | None = None


class Told(Protocol):
    """Tells other processes of a room."""

    def tell_events(self, room: str, events: Sequence[RoomEvent], key: str | None = None) -> None:
        """Tell committed events, and the key of their command."""

    def tell_seat(self, room: str, seat: int, at: int, here: bool) -> None:
        """Tell whether the newest connection of a seat is here, since ``at`` (ms)."""


class Overtaken(StoreError):
    """The store had other events of the room first, or has these after all; the room has caught up: judge again."""


class Table:
    """One live room, its audience, and the bot in its seat.

    A caller that changes the room holds ``lock`` from the judgement to the broadcast: see
    `server.rooms.tables.Tables.hold`. Its fields beside the room are not stored and end with it. ``now`` returns the
    time in ms. ``on_events`` is called after the broadcast. ``others`` tells other processes, if there are any.
    """

    __slots__ = (
        "_now",
        "_on_events",
        "_others",
        "_store",
        "ahead",
        "armed_at",
        "asked",
        "audience",
        "bot",
        "forbidden",
        "hinting",
        "lock",
        "plans",
        "room",
        "thinking",
    )

    def __init__(
        self,
        room: Room,
        store: Database,
        now: Now,
        signals: Signals,
        *,
        on_events: "OnEvents",
        others: Told | None = None,
    ) -> None:
        self._store = store
        self._others = others
        self._now = now
        self._on_events = on_events
        self.room = room
        self.lock = Turn()
        self.audience = Audience(room, signals, now, None if others is None else others.tell_seat)
        self.bot: BotSeat | None = None
        self.ahead: int | None = None
        """Number of bot moves queued before this one, once it is worth showing."""
        self.thinking: asyncio.Task[None] | None = None
        self.hinting: Hinting | None = None
        self.plans: list[AnswerPlan | None] = [None, None]
        """Plans of both seats, read again whenever ``lock`` is taken; each is shown to its owner alone."""
        self.armed_at: int | None = None
        self.asked = list_asked(room, room.offers)
        """Offers last announced, as pairs of player and kind."""
        self.forbidden: Forbidden | None = None

    async def commit(
        self,
        events: list[RoomEvent],
        command_key: str | None = None,
        *,
        following: Sequence[NewGame | Append | FlagAt | PlansAre | PlanAt] = (),
        noted: Sequence[Statement] = (),
    ) -> None:
        """Commit events, then apply them to the room; ``command_key`` marks their command as done.

        ``following`` is written in the same transaction: the next game, the rest of plans; ``noted`` are further
        statements. On StoreError the room catches up with the store, and its viewers are updated; raises Overtaken if
        that changed it.
        """
        writes = [*following, *self._list_appends(events, command_key)]
        if self.room.slow and not all(isinstance(event, Offered | Answered) for event in events):
            writes.append(foresee_flag(self.room, events))  # this copies the game; offers alone change no clock
        try:
            await self._store.commit(*writes, noted=[*noted, *self._note_offers(events)])
        except StoreError as error:
            if await self.catch_up(events):
                raise Overtaken(f"room {self.room.id} has gone on: {error}") from error
            raise
        self.apply(events, command_key)

    def commit_then(self, events: list[RoomEvent], command_key: str, on_end: OnCommit) -> None:
        """Begin to commit events of a game that is not by correspondence, without a task.

        On success ``on_end`` must `apply` them; on StoreError it must `catch_up`, as `commit` does.
        """
        self._store.commit_then(on_end, *self._list_appends(events, command_key), noted=self._note_offers(events))

    def _list_appends(
        self, events: list[RoomEvent], command_key: str | None
    ) -> list[NewGame | Append | FlagAt | PlansAre | PlanAt]:
        plies = self.room.game.ply
        writes: list[NewGame | Append | FlagAt | PlansAre | PlanAt] = []
        for event in events:
            if isinstance(event, Moved):
                plies += 1
            elif isinstance(event, TookBack):
                plies -= event.plies
            writes.append(Append(self.room.serial, event, command_key if event is events[-1] else None, plies))
        return writes

    def apply(self, events: list[RoomEvent], command_key: str | None = None) -> None:
        """Apply events that this process has committed, and tell the other processes of them."""
        room = self.room
        for event in events:
            fold.apply(room, event)
        if command_key is not None and events:
            room.commands[command_key] = room.v
        if self._others is not None:
            self._others.tell_events(room.id, events, command_key)

    def hear(self, events: Sequence[RoomEvent], command_key: str | None) -> bool:
        """Apply and publish events that another process has committed. Return False if events before them are missing.

        Call it while nobody holds ``lock``: it awaits nothing.
        """
        fresh = [event for event in events if event.v > self.room.v]
        if fresh and fresh[0].v != self.room.v + 1:
            return False
        for event in fresh:
            fold.apply(self.room, event)
        if fresh:
            if command_key is not None:
                self.room.commands[command_key] = self.room.v
            self.audience.seat_players()
            self.publish(fresh, ours=False)
        return True

    def _note_offers(self, events: list[RoomEvent]) -> list[Statement]:
        """Return the statements that write the offers that stand after these events."""
        room = self.room
        if room.bot is not None or not (any(room.offers) or any(isinstance(event, Offered) for event in events)):
            return []
        standing = (set(room.offers[0]), set(room.offers[1]))
        for event in events:
            fold.apply_offers(standing, event)
        return offers.keep(room.serial, list_asked(room, standing), events[-1].at)

    async def refresh(self) -> bool:
        """Catch up with the other processes, if there are any; return whether the room has changed.

        News of a room may be on its way, while a player who saw it elsewhere is here already.
        """
        return self._others is not None and await self.catch_up()

    async def catch_up(self, attempted: Sequence[RoomEvent] = ()) -> bool:
        """Apply and publish the events that only the store has. Return whether there were any, or other plans.

        ``attempted`` are events whose commit seemed to fail: if the store has them, they are this process's.
        """
        try:
            stored = await room_log.find_room(self._store, self.room.id)
            if stored is None:
                return False
            planned = self.plans
            if self.room.slow:  # whoever stored events has followed the plans
                self.plans = await correspondence.read_plans(self._store, self.room.serial)
        except StoreError:
            return False
        events = stored.events[self.room.v :]
        for event in events:
            fold.apply(self.room, event)
        self.room.commands = stored.commands
        if events:
            self.audience.seat_players()
            self.audience.note_gone(self._now())  # a player who sat down in them may not look yet
            self.publish(events, ours=bool(attempted) and events[: len(attempted)] == list(attempted))
        return bool(events) or self.plans != planned

    def publish(
        self, events: list[RoomEvent], client: Client | None = None, ack: Ack | None = None, *, ours: bool = True
    ) -> None:
        """Broadcast stored events, then schedule what follows. ``client``, whose command it was, gets the
        acknowledgement first, in the same write. Events that are not ``ours`` come from another process.
        """
        viewers = self.audience.viewers
        payload = encode(self.make_message(events)) if viewers else b""
        if client is not None:
            if client in viewers:
                client.send(encode(ack), payload)
            else:
                client.send(encode(ack))
        for viewer in viewers:
            if viewer is not client:
                viewer.send(payload)
        self._on_events(self, events, ours)

    def make_message(self, events: list[RoomEvent]) -> Events:
        """Build the message of events, with the clocks as they stand after the last."""
        room, now = self.room, self._now()
        running = room.clock.running if room.timed else None
        told = events if room.shows_why else snapshot.hide_reasons(events)
        left, reserve = room.read_clocks(now)
        return Events(
            *(room.id, now, told, left, running, find_first_move_by(room), reserve),
            progress=snapshot.make_progress(room),
            flag_at=room.clock.deadline() if room.slow else None,
        )

    async def record(self, events: list[RoomEvent], noted: Sequence[Statement] = ()) -> None:
        """Commit and publish events that no command caused, as `commit` does; raises StoreError."""
        await self.commit(events, noted=noted)
        self.publish(events)

    async def settle(
        self, judgement: Callable[[], list[RoomEvent]], noted: Sequence[Statement] = ()
    ) -> list[RoomEvent]:
        """Record the events of a judgement, judged again whenever other events were stored first. Return the events.

        Raises StoreError, and Refused as the judgement does.
        """
        while True:
            events = judgement()
            if events:
                try:
                    await self.record(events, noted)
                except Overtaken:
                    continue
            return events

    async def go_on(self, seat: int | None) -> None:
        """Restart the clock if it has waited since a restart for the player in this seat."""

        def judgement() -> list[RoomEvent]:
            awaited = self.room.awaited_until is not None and seat == self.room.seat_to_act
            return judge.go_on(self.room, self._now()) if awaited else []

        await self.settle(judgement)

    def make_lobby_line(self) -> LobbyRoom | None:
        """Build the lobby line of a public room that is open or being played; None for others."""
        return snapshot.make_lobby_line(self.room, self.audience.watchers)

    def make_asker(self, address: str) -> Asker:
        """Build the identity of the person here for the bots' queue."""
        person = 0 if self.room.is_bot(1) else 1
        who, seated = self.room.seats[person], self.audience.seated
        return Asker(address, "" if who is None else who.id, lambda: seated[person] is not None)

    def tell_queue(self, ahead: int | None) -> None:
        """Broadcast how many moves are queued before the bot's; None once it thinks."""
        self.ahead = ahead
        self.audience.send(Queued(self.room.id, ahead))


OnEvents = Callable[[Table, list[RoomEvent], bool], None]
"""Is called after a table has applied committed events, with whether this process has committed them."""
