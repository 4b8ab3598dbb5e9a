"""The ranking of rooms when there are more than a lobby shows: everybody's first room before anybody's second.

Rooms that wait for an opponent come first, then games to watch; of either, those with somebody there before those that
are deserted. Among these the addresses take turns, and behind one address its people do:

    address A: ada 1, bob 1, ada 2, ...     shown: A's first, B's first, A's second, B's second, ...
    address B: cy 1, cy 2, ...

So whoever makes hundreds of rooms hides no room of anybody at another address. What waits longer comes first, what
began later does; nothing else changes an order, so that the list is a matter of the rooms alone.
"""

from bisect import bisect_left, insort
from collections.abc import Iterator
from itertools import chain, islice
from typing import NamedTuple

from server.protocol.outbound import LobbyRoom

MOST_ROOMS = 120
"""A lobby longer than this is cut: nobody reads it, and it must fit a write buffer."""
MOST_WAITING = 90
"""So many of them wait at most, where there are games to watch."""
MOST_OF_OWNER = 4
"""Of those that wait and of those to watch, each."""


class Entry(NamedTuple):
    """What a lobby knows of a room: its line, whose it is, from which address, and whether somebody is there.

    Without an address the last one counts, and the owner for himself where there was none since the server started.
    """

    line: LobbyRoom
    owner: str
    address: str
    here: bool


Place = tuple[bool, int]
"""Whether a room is deserted, and how many of the same owner or address come before it."""


class _Queue:
    """Rooms by their place, then by age."""

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
    """The rooms behind one address, of which the first few take part in the turns of all."""

    def __init__(self) -> None:
        self.queue = _Queue()
        self.owners: dict[str, set[str]] = {}
        self.shown: list[str] = []


class _Section:
    """The rooms that wait, or the games to watch."""

    def __init__(self) -> None:
        self._entries: dict[str, tuple[Entry, int]] = {}
        self._addresses: dict[str, _Address] = {}
        self._changed: set[str] = set()
        self._queue = _Queue()

    def put(self, room: str, entry: Entry, age: int) -> None:
        known = self._entries.get(room)
        if known is not None and known[0][1:] == entry[1:]:
            self._entries[room] = entry, age
            return  # it looks different, and is where it was
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
        """Place the rooms of an owner anew among those of the address."""
        mine = [(room, *self._entries[room]) for room in address.owners.get(changed.owner, ())]
        rooms = [(not entry.here, age, room) for room, entry, age in mine]
        for n, (deserted, age, room) in enumerate(sorted(rooms)):
            if n < MOST_OF_OWNER:
                address.queue.put(room, (deserted, n), age)
            else:
                address.queue.drop(room)
        self._changed.add(changed.address)

    def first(self) -> list[LobbyRoom]:
        """The lines of the first rooms, as many as a lobby has at most; costs what has changed since the last time."""
        changed = [self._addresses[name] for name in self._changed]
        for address in changed:  # of all, before any is put: a room may have come from one address to another
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
    """All rooms that could be shown; `first` are those that are."""

    def __init__(self) -> None:
        self._waiting = _Section()
        self._playing = _Section()
        self._known: dict[str, tuple[int, str]] = {}
        """Of each room, the how manyth it was and the address that it was last at."""
        self._arrivals = 0

    def put(self, room: str, entry: Entry | None) -> None:
        """A room is new, has changed, or, with None, is not to be shown any more."""
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
        """What the lobby shows, those that wait before games to watch."""
        waiting, playing = self._waiting.first(), self._playing.first()
        waiting = waiting[: max(MOST_WAITING, MOST_ROOMS - len(playing))]
        return list(chain(waiting, playing[: MOST_ROOMS - len(waiting)]))
