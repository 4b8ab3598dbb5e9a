"""The watchers of rooms in the other processes of an installation: their numbers, told on the bus.

A process tells the number of its watchers of a room when it changes, and those of all rooms every few seconds. So a
lost message costs seconds. The watchers of a process that is silent count no more.
"""

import asyncio
import logging

import msgspec
from msgspec import MsgspecError, Struct

from server.bus.bus import Bus
from server.rooms.tables import Tables
from server.signals import RoomChanged, Signals

log = logging.getLogger("tengen.rooms")

SUBJECT = "watchers"
TELL_S = 5.0
"""Interval in which a process tells the numbers of all rooms."""
SILENT_S = 12.0
"""Silence after which nobody watches in a process any more."""
MOST_ROOMS = 10_000
"""Most rooms in a message; in a larger house the rest is told at the next change."""


class WatchersTold(Struct, frozen=True, array_like=True):
    """Watchers in a process, by room; if ``all``, there are none of any other room. ``new`` asks the others."""

    process: str
    rooms: dict[str, int]
    all: bool = False
    new: bool = False


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(WatchersTold).decode


class FarWatchers:
    """Tells other processes of the watchers of ``tables`` here, and notes theirs."""

    def __init__(self, bus: Bus, tables: Tables, signals: Signals) -> None:
        self._bus = bus
        self._tables = tables
        self._told: dict[str, int] = {}
        self._heard_at: dict[str, float] = {}
        signals.on(RoomChanged, lambda change: self._tell(change.room))

    async def start(self) -> None:
        """Listen, and ask the others for theirs."""
        await self._bus.subscribe(SUBJECT, self._hear)
        self._bus.on_return(lambda: self._tell_all(new=True))
        self._tell_all(new=True)

    def close(self) -> None:
        """Tell the others that nobody watches here any more."""
        self._bus.publish(SUBJECT, _encode(WatchersTold(self._bus.name, {}, all=True)))

    def _tell(self, room: str) -> None:
        table = self._tables.get(room)
        here = 0 if table is None else table.audience.watchers_here
        if here == self._told.get(room, 0):
            return
        self._note(room, here)
        self._bus.publish(SUBJECT, _encode(WatchersTold(self._bus.name, {room: here})))

    def _note(self, room: str, here: int) -> None:
        if here:
            self._told[room] = here
        else:
            self._told.pop(room, None)

    def _tell_all(self, *, new: bool = False) -> None:
        found = {table.room.id: table.audience.watchers_here for table in self._tables}
        self._told = {room: here for room, here in found.items() if here}
        told = dict(list(self._told.items())[:MOST_ROOMS])
        self._bus.publish(SUBJECT, _encode(WatchersTold(self._bus.name, told, all=True, new=new)))

    async def keep_telling(self) -> None:
        """Tell all numbers in intervals, and forget processes that are silent, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(TELL_S)
            if not self._bus.connected:
                self._heard_at = dict.fromkeys(self._heard_at, loop.time())  # nobody could be heard
                continue
            self._tell_all()
            for process in [each for each, at in self._heard_at.items() if loop.time() - at > SILENT_S]:
                del self._heard_at[process]
                self._keep(process, {})

    def _hear(self, subject: str, payload: bytes) -> None:
        try:
            told = _decode(payload)
        except MsgspecError as error:
            log.warning("%s: another process says what this one does not understand: %s", subject, error)
            return
        self._heard_at[told.process] = asyncio.get_running_loop().time()
        if told.all:
            self._keep(told.process, told.rooms)
        else:
            for room, number in told.rooms.items():
                table = self._tables.get(room)
                if table is not None:
                    table.audience.note_watchers(told.process, number)
        if told.new:
            self._tell_all()

    def _keep(self, process: str, rooms: dict[str, int]) -> None:
        for table in self._tables:
            table.audience.note_watchers(process, rooms.get(table.room.id, 0))
