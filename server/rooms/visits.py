"""Visits: which clients look at which rooms, and what they receive on entering."""

import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from server.background import Background
from server.errors import Refused, StoreError
from server.handlers import Client
from server.protocol.events import RoomEvent
from server.protocol.inbound import Enter, Leave
from server.protocol.outbound import Error, Queued
from server.rooms import snapshot
from server.rooms.room import Room
from server.rooms.rooms import Rooms
from server.rooms.table import Table
from server.store.games import room_log

log = logging.getLogger("tengen.rooms")

MOST_WATCHED = 20
"""Most rooms that one connection may look at."""

MOST_EVENTS_RESENT = 100
"""A client that missed more events than this gets the whole room; with the reasons of bots that is some 30 KiB."""

MOST_TOLD = 100
"""Most log lines about rooms that were set back, one for each room: the claim is the player's alone."""


class Visits:
    """Rooms of ``rooms`` by the client that looks at them.

    ``greet(client, room)`` is awaited after a client has entered a room and has been shown it; it sends the talk.
    """

    def __init__(self, rooms: Rooms, greet: Callable[[Client, str], Awaitable[None]]) -> None:
        self._greet = greet
        self._background = Background()
        self._store = rooms.store
        self._now = rooms.now
        self._tables = rooms.tables
        self._expiry = rooms.expiry
        self._admission = rooms.admission
        self._watched: dict[Client, set[str]] = {}
        self._told_back: set[str] = set()

    def watches(self, client: Client, room: str) -> bool:
        """Return whether a client looks at a room."""
        return room in self._watched.get(client, ())

    @contextmanager
    def begin(self, client: Client, room: str) -> Iterator[None]:
        """Add a room to those of a client; undo that if the block fails, unless it was there before."""
        watched = self._watched.setdefault(client, set())
        if room in watched:
            yield
            return
        if len(watched) >= MOST_WATCHED:
            raise Refused(code="too_many_rooms", limit=MOST_WATCHED)
        watched.add(room)
        try:
            yield
        except BaseException:
            watched.discard(room)
            raise

    async def enter(self, client: Client, message: Enter, at: int) -> None:
        """Enter a room: send the events since a version, or the whole room; from then on send every event."""
        with self.begin(client, message.room):
            await self._enter(client, message)
        await self._tell_talk(client, message.room)

    async def close(self) -> None:
        """Cancel pending greetings."""
        await self._background.close()

    async def _tell_talk(self, client: Client, room: str) -> None:
        try:
            await self._greet(client, room)
        except StoreError as error:
            log.warning("room %s: what was said there cannot be read: %s", room, error)

    async def leave(self, client: Client, message: Leave, at: int) -> None:
        """Stop looking at a room."""
        self._watched.get(client, set()).discard(message.room)
        self._leave(client, message.room, at)

    def bring_forward(self, client: Client, id: str) -> None:
        """Show a room to a client that is in front again, and has received nothing meanwhile."""
        table = self._tables.get(id)
        if table is not None:
            self._show(client, table)
            self._tell_more(client, table)
            self._background.spawn(self._tell_talk(client, id))

    def leave_all(self, client: Client, at: int) -> None:
        """Leave all rooms of a client that has disconnected."""
        for room in self._watched.pop(client, ()):
            self._leave(client, room, at)

    async def _enter(self, client: Client, message: Enter) -> None:
        id, since = message.room, message.since
        async with self._tables.hold(id) as table:
            room = table.room
            if since is not None and since > room.v:
                await table.refresh()
            seat = room.seat_of(client.player)
            if room.created.visibility == "private" and seat is None and not room.open:
                raise Refused(code="private_room")
            try:
                await table.go_on(seat)
            except StoreError as error:
                log.warning("room %s: its clock waits for the store: %s", room.id, error)
            if message.behind and table.audience.front_of(client) is not None:
                table.audience.stand_behind(client)
                return
            missed: list[RoomEvent] | None = None
            if since is not None and 0 < since <= room.v <= since + MOST_EVENTS_RESENT:
                missed = [] if since == room.v else await room_log.read_events_since(self._store, room.serial, since)
            # sent before the client joins the audience, so that no event reaches a client that does not know the room
            # yet
            if missed is None:
                self._show(client, table)
            else:
                client.say(table.make_message(missed))
            if since is not None and since > room.v:
                self._set_back(client, room, since)
            table.audience.enter(client)
            if seat is not None:
                self._admission.move(client, room)
            self._tell_more(client, table)
            self._expiry.arm(table)

    def _show(self, client: Client, table: Table) -> None:
        """Send the whole room to a client."""
        seat = table.room.seat_of(client.player)
        client.say(snapshot.make_state(table.room, self._now(), seat, table.audience.watchers))

    def _tell_more(self, client: Client, table: Table) -> None:
        """Send a client the state that has no version: forbidden points and the bots' queue."""
        if table.forbidden is not None:
            client.say(table.forbidden)
        if table.ahead is not None:
            client.say(Queued(table.room.id, table.ahead))

    def _set_back(self, client: Client, room: Room, seen: int) -> None:
        """Report that a client has seen a later version than the store has: the file was cut off or replaced by an
        older one.

        The client's claim proves nothing; the high-water mark in the log at the start does.
        """
        if (
            room.seat_of(client.player) is not None
            and room.id not in self._told_back
            and len(self._told_back) < MOST_TOLD
        ):
            self._told_back.add(room.id)
            log.info("room %s: a player says that version %d was seen, and the file has %d", room.id, seen, room.v)
        client.say(Error("set_back", room=room.id, detail={"since": seen, "v": room.v}))

    def _leave(self, client: Client, id: str, at: int) -> None:
        table = self._tables.get(id)
        if table is not None:
            front = table.audience.leave(client, at)
            if front is not None:
                self.bring_forward(front, id)
            self._expiry.arm(table)
            self._tables.drop_if_done(table)
