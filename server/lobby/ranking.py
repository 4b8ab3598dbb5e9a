"""Ranking of rooms beyond the size of a lobby: the first room of every address before the second of any.

Rooms that wait for an opponent come first, then games to watch; within each group, rooms with somebody present come
before deserted ones. Within these the addresses take turns, and behind one address its people do:

    address A: ada 1, bob 1, ada 2, ...   shown: A's first, B's first, A's second, B's second, ...
    address B: cy 1, cy 2, ...

So a player with hundreds of rooms hides no room of another address. Longer waiting rooms and later begun games come
first; nothing else changes the order, so that the list depends on the rooms alone.
"""

from bisect import bisect_left, insort
from collections.abc import Iterator
from itertools import chain, islice
from typing import NamedTuple

from server.protocol.outbound import LobbyRoom

MOST_ROOMS = 120
"""Longest lobby: nobody reads more, and it must fit a write buffer."""
MOST_WAITING = 90
"""Most waiting rooms in it, if there are games to watch."""
MOST_OF_OWNER = 4
"""Most rooms of one owner, among the waiting and among the watchable ones each."""


class Entry(NamedTuple):
    """The lobby's knowledge of a room: its line, its owner, their address, and whether somebody is present.

    Without an address the last known one counts; if there was none since the server's start, the owner counts as an
    address.
    """

    line: LobbyRoom
    owner: str
    address: str
    here: bool


Place = tuple[bool, int]
"""Whether a room is deserted, and how many of the same owner or address come before it."""


class _Queue:
    """Rooms by place, then by age."""

    def __init__(self) -> None:
        self._at: dict[str, tuple[Place, int]] = {}
        self._rows: dict[Place, list[tuple[int, str]]] = {}

    def put(self, room: str, place: Place, age: int) -> None:
        if self._at.get(room) != (place, age):
            self.drop(room)
            self._at[room] = place, age
            insort(self._rows.setdefault(place, []), (age, room))

    def drop(self, room: str) -> None:
        known = self._at.pop(room, None)
        if known is not None:
            place, age = known
            row = self._rows[place]
            del row[bisect_left(row, (age, room))]
            if not row:
                del self._rows[place]

    def __iter__(self) -> Iterator[str]:
        return (room for place in sorted(self._rows) for _, room in self._rows[place])


class _Address:
    """The rooms of one address, of which the first few take part in the turns of all."""

    def __init__(self) -> None:
        self.queue = _Queue()
        self.owners: dict[str, set[str]] = {}
        self.shown: list[str] = []


class _Section:
    """The waiting rooms, or the games to watch."""

    def __init__(self) -> None:
        self._entries: dict[str, tuple[Entry, int]] = {}
        self._addresses: dict[str, _Address] = {}
        self._changed: set[str] = set()
        self._queue = _Queue()

    def put(self, room: str, entry: Entry, age: int) -> None:
        known = self._entries.get(room)
        if known is not None and known[0][1:] == entry[1:]:
            self._entries[room] = entry, age
            return  # only its line has changed, not its place
        self.drop(room)
        self._entries[room] = entry, age
        address = self._addresses.setdefault(entry.address, _Address())
        address.owners.setdefault(entry.owner, set()).add(room)
        self._take_turns(address, entry)

    def drop(self, room: str) -> None:
        known = self._entries.pop(room, None)
        if known is not None:
            entry, _ = known
            address = self._addresses[entry.address]
            address.queue.drop(room)
            address.owners[entry.owner].discard(room)
            if not address.owners[entry.owner]:
                del address.owners[entry.owner]
            self._take_turns(address, entry)

    def _take_turns(self, address: _Address, changed: Entry) -> None:
        """Place the rooms of an owner again among those of the address."""
        mine = [(room, *self._entries[room]) for room in address.owners.get(changed.owner, ())]
        rooms = [(not entry.here, age, room) for room, entry, age in mine]
        for n, (deserted, age, room) in enumerate(sorted(rooms)):
            if n < MOST_OF_OWNER:
                address.queue.put(room, (deserted, n), age)
            else:
                address.queue.drop(room)
        self._changed.add(changed.address)

    def first(self) -> list[LobbyRoom]:
        """Return the lines of the first rooms, at most a lobby's size; costs only what has changed since the last
        call.
        """
        changed = [self._addresses[name] for name in self._changed]
        for address in changed:  # of all, before any is placed: a room may have moved from one address to another
            before, address.shown = address.shown, list(islice(address.queue, MOST_ROOMS))
            for room in set(before).difference(address.shown):
                self._queue.drop(room)
        for address in changed:
            for n, room in enumerate(address.shown):
                entry, age = self._entries[room]
                self._queue.put(room, (not entry.here, n), age)
        for name in self._changed:
            if not self._addresses[name].owners:
                del self._addresses[name]
        self._changed.clear()
        return [self._entries[room][0].line for room in islice(self._queue, MOST_ROOMS)]


class Ranking:
    """All rooms that could be shown; `first` returns those that are."""

    def __init__(self) -> None:
        self._waiting = _Section()
        self._playing = _Section()
        self._known: dict[str, tuple[int, str]] = {}
        """The arrival number of each room, and its last address."""
        self._arrivals = 0

    def put(self, room: str, entry: Entry | None) -> None:
        """Add or update a room; an entry of None removes it."""
        if entry is None:
            self._known.pop(room, None)
            self._waiting.drop(room)
            self._playing.drop(room)
            return
        if room not in self._known:
            self._arrivals += 1
        arrived, address = self._known.get(room, (self._arrivals, entry.owner))
        entry = entry._replace(address=entry.address or address)
        self._known[room] = arrived, entry.address
        if entry.line.black is None:
            self._playing.drop(room)
            self._waiting.put(room, entry, arrived)
        else:
            self._waiting.drop(room)
            self._playing.put(room, entry, -arrived)

    def first(self) -> list[LobbyRoom]:
        """Return the lobby's lines, waiting rooms before games to watch."""
        waiting, playing = self._waiting.first(), self._playing.first()
        waiting = waiting[: max(MOST_WAITING, MOST_ROOMS - len(playing))]
        return list(chain(waiting, playing[: MOST_ROOMS - len(waiting)]))
