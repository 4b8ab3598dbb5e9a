"""The other processes of an installation: what they commit in rooms, and who sits there.

Nobody owns a room. Each process keeps all live rooms in memory and judges commands on its own copy; the store takes a
command only at the version that it was judged at. What one process has committed it tells the others by the bus, so
that their copies and their viewers have it at once. The bus may lose it: every second, and whenever the bus is back,
each process asks the store for the versions of the live rooms and catches up with those that have gone on.

Presence is on the bus alone, by a roster of the seats that have their newest connection in a process.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress

import msgspec
from msgspec import MsgspecError, Struct

from server.background import Background
from server.bus.bus import Bus
from server.errors import Refused, StoreError
from server.protocol.events import RoomEvent
from server.rooms.tables import Tables
from server.roster import Roster
from server.signals import CameForward, RoomChanged, Signals
from server.steady_time import Now
from server.store.database import Database
from server.store.games import room_log
from server.store.writes import NewGame

log = logging.getLogger("tengen.rooms")

CHECK_S = 1.0
"""Interval in which lost news is made up for."""
SILENT_S = 3.0
"""Silence after which nobody sits in a process any more; far shorter than the grace for an absent player."""


class EventsTold(Struct, frozen=True, array_like=True):
    """Events of a room that were committed, and the key of their command; ``new`` is set for a new room."""

    events: list[RoomEvent]
    key: str | None = None
    new: NewGame | None = None


encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(EventsTold).decode


class Neighbours:
    """Tells the other processes on a bus of the rooms of ``tables``, and hears from them.

    ``now`` returns the time in ms; ``forget`` drops a room that has been deleted. Emits `CameForward`.
    """

    def __init__(
        self,
        bus: Bus,
        tables: Tables,
        store: Database,
        background: Background,
        now: Now,
        signals: Signals,
        forget: Callable[[str], Awaitable[None]],
    ) -> None:
        self._signals = signals
        self._forget = forget
        self._bus = bus
        self._tables = tables
        self._store = store
        self._background = background
        self._now = now
        self.seats = Roster(bus, "seats", (tuple[str, int], int), self._list_seats, self._put_seat, silent_s=SILENT_S)
        """The seats that have their newest connection in a process, by room and seat, and since when (ms)."""
        self._due = asyncio.Event()

    async def start(self) -> None:
        """Listen from now on, and ask the others for their seats."""
        await self._bus.subscribe("room.*", self._hear)
        self._bus.on_return(self._due.set)
        await self.seats.start()

    def close(self) -> None:
        """Tell the others that nobody sits here any more."""
        self.seats.close()

    # --- told -------------------------------------------------------------------------------------------------------

    def tell_events(self, room: str, events: Sequence[RoomEvent], key: str | None = None) -> None:
        """Tell the others of committed events."""
        self._bus.publish(f"room.{room}", encode(EventsTold(list(events), key)))

    def tell_new(self, new: NewGame, events: Sequence[RoomEvent]) -> None:
        """Tell the others of a new room."""
        self._bus.publish(f"room.{new.id}", encode(EventsTold(list(events), None, new)))

    def tell_seat(self, room: str, seat: int, at: int, here: bool) -> None:
        """Tell the others that the newest connection of a seat is here, or that none is here any more."""
        self.seats.tell((room, seat), at if here else None)

    def _list_seats(self) -> dict[tuple[str, int], int]:
        return {
            (table.room.id, seat): table.audience.front_at[seat]
            for table in self._tables
            for seat, front in enumerate(table.audience.seated)
            if front is not None
        }

    # --- heard ------------------------------------------------------------------------------------------------------

    def _hear(self, subject: str, payload: bytes) -> None:
        try:
            told = _decode(payload)
        except MsgspecError as error:
            log.warning("%s: another process says what this one does not understand: %s", subject, error)
            return
        self._hear_events(subject.removeprefix("room."), told)

    def _hear_events(self, id: str, told: EventsTold) -> None:
        table = self._tables.get(id)
        if table is None:
            if told.new is not None:
                self._tables.join(told.new, told.events)
        elif table.lock.locked():
            self._background.spawn(self._hear_later(id, told))
        elif not table.hear(told.events, told.key):
            self._background.spawn(self._catch_up(id))

    async def _hear_later(self, id: str, told: EventsTold) -> None:
        """Apply events to a room in which something is being done, once it is done."""
        table = self._tables.get(id)
        if table is None:
            return
        async with table.lock:
            behind = self._tables.get(id) is table and not table.hear(told.events, told.key)
        if behind:
            await self._catch_up(id)

    async def _catch_up(self, id: str) -> None:
        """Read a room again, or for the first time."""
        known = self._tables.get(id) is not None
        try:
            async with self._tables.hold(id) as table:
                if not known:  # else its next event would be the first that anybody hears of it
                    self._signals.hear(RoomChanged(id))
                if await table.catch_up() or await room_log.exists(self._store, id):
                    return
        except Refused:  # deleted before it was known here
            return
        except StoreError as error:
            log.warning("room %s: its events wait for the store: %s", id, error)
            return
        await self._forget(id)

    def _put_seat(self, process: str, key: tuple[str, int], since: int | None) -> None:
        room, seat = key
        table = self._tables.get(room)
        if table is not None:
            front = table.audience.note_elsewhere(seat, process, since, self._now())
            if front is not None:
                self._signals.emit(CameForward(front, room))

    # --- faults -----------------------------------------------------------------------------------------------------

    async def keep_checking(self) -> None:
        """Make up for what the bus has lost, until cancelled."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(CHECK_S):
                    await self._due.wait()
            self._due.clear()
            try:
                await self.check()
            except StoreError as error:
                log.warning("the rooms of other processes: %s", error)

    async def check(self) -> None:
        """Catch up with every live room that the store has further than this process, or that it does not know."""
        known = {table.room.id: table.room.v for table in self._tables}
        others = [table.room.id for table in self._tables if table.room.result is not None or table.room.dormant]
        heads = await room_log.list_heads(self._store, others)
        for id in _find_behind(known, heads):
            await self._catch_up(id)


def _find_behind(known: dict[str, int], heads: dict[str, int]) -> Iterator[str]:
    """Yield the rooms whose copies lack events; a room that the store no longer lists as live is over or deleted."""
    for id, v in heads.items():
        if known.get(id, 0) < v:
            yield id
    for id in known:
        if id not in heads:
            yield id
