"""The watchers of rooms in the other processes of an installation: their numbers, by a roster."""

from server.bus.bus import Bus
from server.rooms.tables import Tables
from server.roster import Roster
from server.signals import RoomChanged, Signals

SILENT_S = 12.0
"""Silence after which nobody watches in a process any more."""


class FarWatchers:
    """Tells other processes of the watchers of ``tables`` here, and notes theirs."""

    def __init__(self, bus: Bus, tables: Tables, signals: Signals) -> None:
        self._tables = tables
        self._told: dict[str, int] = {}
        self.roster = Roster(bus, "watchers", (str, int), self._list_here, self._put, silent_s=SILENT_S)
        signals.on(RoomChanged, lambda change: self._tell(change.room))

    def _tell(self, room: str) -> None:
        table = self._tables.get(room)
        here = 0 if table is None else table.audience.watchers_here
        if here != self._told.get(room, 0):
            if here:
                self._told[room] = here
            else:
                del self._told[room]
            self.roster.tell(room, here or None)

    def _list_here(self) -> dict[str, int]:
        found = {table.room.id: table.audience.watchers_here for table in self._tables}
        self._told = {room: here for room, here in found.items() if here}
        return self._told

    def _put(self, process: str, room: str, number: int | None) -> None:
        table = self._tables.get(room)
        if table is not None:
            table.audience.note_watchers(process, number or 0)
