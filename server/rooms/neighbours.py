"""The other processes of an installation: what they commit in rooms, and who sits there.

Nobody owns a room. Each process keeps all live rooms in memory and judges commands on its own copy; the store takes a
command only at the version that it was judged at. What one process has committed it tells the others by the bus, so
that their copies and their viewers have it at once. The bus may lose it: every second, and whenever the bus is back,
each process asks the store for the versions of the live rooms and catches up with those that have gone on.

Presence is on the bus alone. A process tells the seats that have their newest connection there, each when it changes
and all of them every few seconds. One that has been silent for a while has nobody any more.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from zlib import crc32

import msgspec
from msgspec import MsgspecError, Struct

from server.background import Background
from server.bus.bus import Bus
from server.errors import Refused, StoreError
from server.protocol.events import RoomEvent
from server.rooms.table import Table
from server.rooms.tables import Tables
from server.signals import CameForward, RoomChanged, Signals
from server.steady_time import Now
from server.store.database import Database
from server.store.games import room_log
from server.store.writes import NewGame

log = logging.getLogger("tengen.rooms")

CHECK_S = 1.0
"""Interval in which lost news is made up for."""
SEATS_S = 5.0
"""Interval in which a process tells all its seats; far shorter than the grace for an absent player."""
SILENT_S = 3.0
"""Silence after which a process counts as gone."""
MOST_SEATS = 10_000
"""Most seats in a message."""


class EventsTold(Struct, frozen=True, tag="events", array_like=True):
    """Events of a room that were committed, and the key of their command; ``new`` is set for a new room."""

    events: list[RoomEvent]
    key: str | None = None
    new: NewGame | None = None


class SeatTold(Struct, frozen=True, tag="seat", array_like=True):
    """A seat has its newest connection in a process since ``at`` (ms), or has none there any more."""

    process: str
    seat: int
    at: int
    here: bool


class SeatsTold(Struct, frozen=True, tag="seats", array_like=True):
    """All seats of a process, as room, seat and time, of the rooms that fall into one of ``parts``. Also a sign of
    life."""

    process: str
    part: int
    parts: int
    seats: list[tuple[str, int, int]]
    new: bool = False
    """Whether the process has just come: the others tell it theirs."""


class LifeTold(Struct, frozen=True, tag="life", array_like=True):
    """A sign of life; a process that leaves in order says so."""

    process: str
    leaves: bool = False


encode = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(EventsTold | SeatTold | SeatsTold | LifeTold)


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
        self._heard_at: dict[str, float] = {}
        """When each other process was last heard, by the loop's time."""
        self._due = asyncio.Event()

    async def start(self) -> None:
        """Listen from now on, and ask the others for their seats."""
        await self._bus.subscribe("room.*", self._hear)
        await self._bus.subscribe("rooms", self._hear)
        self._bus.on_return(self._return)
        self._tell_seats(new=True)

    def close(self) -> None:
        """Tell the others that nobody sits here any more."""
        self._bus.publish("rooms", encode(LifeTold(self._bus.name, leaves=True)))

    @property
    def others(self) -> int:
        """Number of other processes heard of lately."""
        return len(self._heard_at)

    @property
    def sees(self) -> bool:
        """Whether presence in other processes is known: the bus is there."""
        return self._bus.connected

    # --- told -------------------------------------------------------------------------------------------------------

    def tell_events(self, room: str, events: Sequence[RoomEvent], key: str | None = None) -> None:
        """Tell the others of committed events."""
        self._bus.publish(f"room.{room}", encode(EventsTold(list(events), key)))

    def tell_new(self, new: NewGame, events: Sequence[RoomEvent]) -> None:
        """Tell the others of a new room."""
        self._bus.publish(f"room.{new.id}", encode(EventsTold(list(events), None, new)))

    def tell_seat(self, room: str, seat: int, at: int, here: bool) -> None:
        """Tell the others that the newest connection of a seat is here, or that none is here any more."""
        self._bus.publish(f"room.{room}", encode(SeatTold(self._bus.name, seat, at, here)))

    def _tell_seats(self, new: bool = False) -> None:
        seats = [
            (table.room.id, seat, table.audience.front_at[seat])
            for table in self._tables
            for seat, front in enumerate(table.audience.seated)
            if front is not None
        ]
        parts = len(seats) // MOST_SEATS + 1
        for part in range(parts):
            told = [each for each in seats if crc32(each[0].encode()) % parts == part]
            self._bus.publish("rooms", encode(SeatsTold(self._bus.name, part, parts, told, new)))

    # --- heard ------------------------------------------------------------------------------------------------------

    def _hear(self, subject: str, payload: bytes) -> None:
        try:
            told = _decoder.decode(payload)
        except MsgspecError as error:
            log.warning("%s: another process says what this one does not understand: %s", subject, error)
            return
        id = subject.removeprefix("room.")
        match told:
            case EventsTold():
                self._hear_events(id, told)
            case SeatTold(process):
                self._note_life(process)
                table = self._tables.get(id)
                if table is not None:
                    self._follow_seat(table, told.seat, process, told.at if told.here else None)
            case SeatsTold(process):
                self._note_life(process)
                self._hear_seats(told)
                if told.new:
                    self._tell_seats()
            case LifeTold(process):
                if told.leaves:
                    self._bury(process)
                else:
                    self._note_life(process)

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

    def _follow_seat(self, table: Table, seat: int, process: str, since: int | None) -> None:
        front = table.audience.note_elsewhere(seat, process, since, self._now())
        if front is not None:
            self._signals.emit(CameForward(front, table.room.id))

    def _hear_seats(self, told: SeatsTold) -> None:
        seats = {(room, seat): at for room, seat, at in told.seats}
        for table in self._tables:
            id = table.room.id
            if told.parts > 1 and crc32(id.encode()) % told.parts != told.part:
                continue
            for seat in (0, 1):
                since = seats.get((id, seat))
                if since is not None or told.process in table.audience.elsewhere[seat]:
                    self._follow_seat(table, seat, told.process, since)

    # --- faults -----------------------------------------------------------------------------------------------------

    async def keep_checking(self) -> None:
        """Make up for what the bus has lost, until cancelled."""
        loop = asyncio.get_running_loop()
        seats_at = loop.time()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(CHECK_S):
                    await self._due.wait()
            self._due.clear()
            try:
                await self.check()
            except StoreError as error:
                log.warning("the rooms of other processes: %s", error)
            if not self._bus.connected:
                continue
            if loop.time() - seats_at >= SEATS_S:
                seats_at = loop.time()
                self._tell_seats()
            else:
                self._bus.publish("rooms", encode(LifeTold(self._bus.name)))
            for process in [each for each, at in self._heard_at.items() if loop.time() - at > SILENT_S]:
                log.warning("process %s is silent: nobody sits there any more", process)
                self._bury(process)

    async def check(self) -> None:
        """Catch up with every live room that the store has further than this process, or that it does not know."""
        known = {table.room.id: table.room.v for table in self._tables}
        others = [table.room.id for table in self._tables if table.room.result is not None or table.room.dormant]
        heads = await room_log.list_heads(self._store, others)
        for id in _find_behind(known, heads):
            await self._catch_up(id)

    def _return(self) -> None:
        """Make up for a break of the bus."""
        now = asyncio.get_running_loop().time()
        self._heard_at = dict.fromkeys(self._heard_at, now)  # nobody could be heard
        self._due.set()
        self._tell_seats(new=True)

    def _note_life(self, process: str) -> None:
        self._heard_at[process] = asyncio.get_running_loop().time()

    def _bury(self, process: str) -> None:
        self._heard_at.pop(process, None)
        for table in self._tables:
            for seat in (0, 1):
                if process in table.audience.elsewhere[seat]:
                    self._follow_seat(table, seat, process, None)


def _find_behind(known: dict[str, int], heads: dict[str, int]) -> Iterator[str]:
    """Yield the rooms whose copies lack events; a room that the store no longer lists as live is over or deleted."""
    for id, v in heads.items():
        if known.get(id, 0) < v:
            yield id
    for id in known:
        if id not in heads:
            yield id
