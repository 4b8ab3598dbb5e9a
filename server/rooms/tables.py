"""Tables in memory: loaded on demand, locked while a room changes, dropped when done."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from server.errors import Refused
from server.protocol.events import Ended, RoomEvent, Seated
from server.rooms import fold
from server.rooms.policy import Policy
from server.rooms.room import Room
from server.rooms.table import OnEvents, Table, Told
from server.signals import RoomChanged, Signals
from server.steady_time import Now
from server.store.database import Database
from server.store.games import correspondence, room_log
from server.store.writes import NewGame


class Others(Told, Protocol):
    """Tells other processes of rooms."""

    def tell_new(self, new: NewGame, events: Sequence[RoomEvent]) -> None:
        """Tell a new room and its first events."""


class Tables:
    """All tables in memory: unfinished games, and finished ones while somebody looks at them.

    Unfinished games by correspondence are in memory only while somebody looks, and do not count as a player's own.
    ``now`` returns the time in ms. ``on_events`` is called with the events of a room after their broadcast, or with
    none when a room has come into memory. Emits `RoomChanged`.
    """

    def __init__(
        self,
        store: Database,
        policy: Policy,
        now: Now,
        signals: Signals,
        *,
        on_events: OnEvents,
    ) -> None:
        self._store = store
        self._now = now
        self._signals = signals
        self._policy = policy
        self._on_events = on_events
        self.others: Others | None = None
        """Tells the other processes; None if there are none. Set before the first table is added."""
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._wanted: dict[str, int] = {}
        """Number of holders and waiters of each table, which stays while there are any."""
        self._of_player: dict[str, set[str]] = {}

    def __iter__(self) -> Iterator[Table]:
        return iter(list(self._tables.values()))

    def __len__(self) -> int:
        return len(self._tables)

    def get(self, id: str) -> Table | None:
        """Return a table in memory, or None."""
        return self._tables.get(id)

    def add(self, room: Room) -> Table:
        """Add a table for a room; it counts as one of its players' rooms until it is over."""
        table = Table(room, self._store, self._now, self._signals, on_events=self._note, others=self.others)
        self._tables[room.id] = table
        if room.result is None and not room.dormant:
            for who in room.seats:
                if who is not None and who.id:
                    self.count(who.id, room.id)
        return table

    def begin(self, new: NewGame, events: list[RoomEvent]) -> None:
        """Bring a room that has just been stored into memory; its creator is present."""
        table = self._add_new(new, events)
        table.audience.company.set()
        self._arrive(table)
        if self.others is not None:
            self.others.tell_new(new, events)
        self._signals.emit(RoomChanged(new.id))
        self.drop_if_done(table)

    def join(self, new: NewGame, events: Sequence[RoomEvent]) -> None:
        """Bring a room that another process has just stored into memory; its bot is that process's to ask."""
        table = self._add_new(new, events)
        self._arrive(table)
        self._signals.hear(RoomChanged(new.id))
        self.drop_if_done(table)

    def _add_new(self, new: NewGame, events: Iterable[RoomEvent]) -> Table:
        room = Room(new.serial, new.id, new.created, self._policy, new.bot)
        for event in events:
            fold.apply(room, event)
        return self.add(room)

    def _arrive(self, table: Table) -> None:
        """Announce a room that has come into memory, where nobody looks at it yet."""
        table.audience.note_gone(self._now())
        self._on_events(table, [], True)

    def _note(self, table: Table, events: list[RoomEvent], ours: bool) -> None:
        """Update the counts of players whose game has begun or ended, and pass the events on."""
        room = table.room
        for event in events:
            if isinstance(event, Ended) or (room.slow and isinstance(event, Seated)):
                for who in room.seats:
                    if who is not None:
                        self.discount(who.id, room.id)
            elif isinstance(event, Seated) and event.who.id:
                self.count(event.who.id, room.id)
        self._on_events(table, events, ours)

    def hold(self, id: str) -> "Hold":
        """Return a context manager that locks and yields the table of a room; raises Refused("unknown_room")."""
        return Hold(self, id)

    async def take(self, id: str) -> Table:
        """Load and lock a table; `hold` calls this on entry."""
        self._wanted[id] = self._wanted.get(id, 0) + 1
        try:
            # Each round but the last has waited for somebody who ends without us: for a load, which is no longer among
            # those under way when it is done, or for a holder, who has dropped the table. The loop's turn always ends.
            while True:
                table = self._tables.get(id) or await self._load(id)
                await table.lock.acquire()
                if self._tables.get(id) is table:
                    break
                table.lock.release()
            if table.room.slow:
                try:
                    await self._set_free_time(table.room)
                    table.plans = await correspondence.read_plans(self._store, table.room.serial)
                except BaseException:
                    table.lock.release()
                    raise
            return table
        except BaseException:
            self._want_no_more(id)
            raise

    def take_now(self, id: str) -> Table | None:
        """Lock a table, as `take` does, if that needs no waiting: None if it must be loaded, if somebody holds it, or
        for a game by correspondence, of which more must be read.
        """
        table = self._tables.get(id)
        if table is None or table.room.slow or not table.lock.take():
            return None
        self._wanted[id] = self._wanted.get(id, 0) + 1
        return table

    async def _set_free_time(self, room: Room) -> None:
        """Give the clock of a game by correspondence the vacations and downtimes of the present move."""
        for seat, who in enumerate(room.seats):
            player = "" if who is None else who.id
            room.vacations[seat] = await correspondence.list_vacations(self._store, player, room.turn_at)
        room.set_free_time(await correspondence.list_downtimes(self._store, room.turn_at))

    def give_back(self, table: Table) -> None:
        """Unlock a table; `hold` calls this on exit."""
        table.lock.release()
        self._want_no_more(table.room.id)

    def _want_no_more(self, id: str) -> None:
        self._wanted[id] -= 1
        if self._wanted[id] == 0:
            del self._wanted[id]
            table = self._tables.get(id)
            if table is not None:
                self.drop_if_done(table)

    async def _load(self, id: str) -> Table:
        """Load a room; concurrent callers wait for the same table."""
        task = self._loading.get(id)
        if task is None:
            task = self._loading[id] = asyncio.get_running_loop().create_task(self._read(id))
            task.add_done_callback(_ignore_refusal)
        return await asyncio.shield(task)

    async def settle(self) -> None:
        """Wait for the loads that are under way now."""
        if self._loading:
            await asyncio.wait(list(self._loading.values()))

    async def _read(self, id: str) -> Table:
        try:
            stored = await room_log.find_room(self._store, id)
            if stored is None:
                raise Refused(code="unknown_room")
            known = self._tables.get(id)
            if known is not None:
                return known
            room = fold.replay(stored.serial, stored.id, stored.events, self._policy, stored.bot)
            room.commands = stored.commands
            table = self.add(room)
            self._arrive(table)
            self.drop_if_done(table)  # in case nobody waits for it any more
            return table
        finally:  # by the task itself: a callback would come one loop round after its end
            del self._loading[id]

    def drop_if_done(self, table: Table) -> None:
        """Drop a room that is over or dormant and that nobody looks at, holds or waits for; the store has it."""
        room = table.room
        if (room.result is not None or room.dormant) and not table.audience.viewers and room.id not in self._wanted:
            self.drop(room.id)

    def drop(self, id: str) -> Table | None:
        """Drop a table whatever its state."""
        table = self._tables.pop(id, None)
        if table is not None:
            for who in table.room.seats:
                if who is not None:
                    self.discount(who.id, id)
        return table

    # --- rooms by player ------------------------------------------------------------------------------------------

    def of_player(self, player: str) -> list[str]:
        """List the unfinished rooms in which a player has a seat."""
        return sorted(self._of_player.get(player, ()))

    def waiting(self, ids: Iterable[str]) -> list[str]:
        """List those of some rooms in which a seat is free."""
        found = (self._tables.get(id) for id in ids)
        return [table.room.id for table in found if table is not None and table.room.open]

    def count(self, player: str, id: str) -> None:
        """Add a room to a player's unfinished ones."""
        self._of_player.setdefault(player, set()).add(id)

    @contextmanager
    def promise(self, player: str, id: str) -> Iterator[None]:
        """Count a room while it is being stored, so that concurrent requests cannot exceed a limit together."""
        self.count(player, id)
        try:
            yield
        except BaseException:
            table = self._tables.get(id)
            if table is None or table.room.seat_of(player) is None:
                self.discount(player, id)
            raise

    def discount(self, player: str, id: str) -> None:
        """Remove a room from a player's unfinished ones."""
        rooms = self._of_player.get(player)
        if rooms is not None:
            rooms.discard(id)
            if not rooms:
                del self._of_player[player]


def _ignore_refusal(load: asyncio.Task[Table]) -> None:
    """Retrieve the exception of a load whose waiters may have gone, so that asyncio does not log it."""
    if not load.cancelled():
        load.exception()


class Hold:
    """Context manager around `Tables.take` and `Tables.give_back`; a generator would cost each move some
    microseconds.
    """

    __slots__ = ("_id", "_table", "_tables")

    def __init__(self, tables: Tables, id: str) -> None:
        self._tables = tables
        self._id = id
        self._table: Table | None = None

    async def __aenter__(self) -> Table:
        self._table = await self._tables.take(self._id)
        return self._table

    async def __aexit__(self, *_: object) -> None:
        if self._table is not None:
            self._tables.give_back(self._table)
