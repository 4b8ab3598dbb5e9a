"""The tables in memory: loaded from the store when somebody asks, held while a room changes, dropped when done."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from server.errors import Refused
from server.protocol.events import Ended, RoomEvent, Seated
from server.rooms import fold
from server.rooms.policy import Policy
from server.rooms.room import Room
from server.rooms.table import Table
from server.signals import RoomChanged, Signals
from server.store import conditional_moves, correspondence, room_log
from server.store.database import Database
from server.store.records import NewGame


class Tables:
    """Every table in memory: all unfinished games, and finished ones as long as somebody looks at them.

    Of games by correspondence that go on, too, only those that somebody looks at; a player's own do not count them.

    ``now`` gives the time in milliseconds. ``on_events`` is told what was stored and told of a room, or nothing where
    it has just come into memory. Emits `RoomChanged`.
    """

    def __init__(
        self,
        store: Database,
        policy: Policy,
        now: Callable[[], int],
        signals: Signals,
        *,
        on_events: Callable[[Table, list[RoomEvent]], None],
    ) -> None:
        self._store = store
        self._now = now
        self._signals = signals
        self._policy = policy
        self._on_events = on_events
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._wanted: dict[str, int] = {}
        """How many hold each table or wait for it; as long as somebody does, it stays."""
        self._of_player: dict[str, set[str]] = {}

    def __iter__(self) -> Iterator[Table]:
        return iter(list(self._tables.values()))

    def __len__(self) -> int:
        return len(self._tables)

    def get(self, id: str) -> Table | None:
        """A table in memory."""
        return self._tables.get(id)

    def add(self, room: Room) -> Table:
        """A table for a room that comes to life; its players have it among theirs until it is over."""
        table = Table(room, self._store, self._now, self._signals, on_events=self._note)
        self._tables[room.id] = table
        if room.result is None and not room.dormant:
            for who in room.seats:
                if who is not None and who.id:
                    self.count(who.id, room.id)
        return table

    def begin(self, new: NewGame, events: list[RoomEvent]) -> None:
        """Bring a room to life that has just been stored; whoever made it is there."""
        room = Room(new.serial, new.id, new.created, self._policy, new.bot)
        for event in events:
            fold.apply(room, event)
        table = self.add(room)
        table.audience.company.set()
        self._arrive(table)
        self._signals.emit(RoomChanged(room.id))
        self.drop_if_done(table)

    def _arrive(self, table: Table) -> None:
        """A room has come into memory, where nobody looks at it yet."""
        table.audience.note_gone(self._now())
        self._on_events(table, [])

    def _note(self, table: Table, events: list[RoomEvent]) -> None:
        """Count whose game has begun or ended, and have done what follows."""
        room = table.room
        for event in events:
            if isinstance(event, Ended) or (room.slow and isinstance(event, Seated)):
                for who in room.seats:
                    if who is not None:
                        self.discount(who.id, room.id)
            elif isinstance(event, Seated) and event.who.id:
                self.count(event.who.id, room.id)
        self._on_events(table, events)

    def hold(self, id: str) -> "Hold":
        """The table of a room with its lock held, for ``async with``; raises Refused("unknown_room")."""
        return Hold(self, id)

    async def take(self, id: str) -> Table:
        """What `hold` begins with."""
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
                    table.plans = await conditional_moves.read_plans(self._store, table.room.serial)
                except BaseException:
                    table.lock.release()
                    raise
            return table
        except BaseException:
            self._want_no_more(id)
            raise

    async def _set_free_time(self, room: Room) -> None:
        """Have the clock of a game by correspondence know what of this move is charged to nobody."""
        for seat, who in enumerate(room.seats):
            player = "" if who is None else who.id
            room.vacations[seat] = await correspondence.list_vacations(self._store, player, room.turn_at)
        room.set_free_time(await correspondence.list_downtimes(self._store, room.turn_at))

    def give_back(self, table: Table) -> None:
        """What `hold` ends with."""
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
        """Bring a room back; everybody who asks meanwhile waits for the same table."""
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
            self.drop_if_done(table)  # where nobody waits for it any more
            return table
        finally:  # by the task itself: a callback would come a round of the loop after its end
            del self._loading[id]

    def drop_if_done(self, table: Table) -> None:
        """Forget a room that nobody looks at, holds or waits for, and that is over or dormant; the store has it."""
        room = table.room
        if (room.result is not None or room.dormant) and not table.audience.viewers and room.id not in self._wanted:
            self.drop(room.id)

    def drop(self, id: str) -> Table | None:
        """Forget a table whatever its state."""
        table = self._tables.pop(id, None)
        if table is not None:
            for who in table.room.seats:
                if who is not None:
                    self.discount(who.id, id)
        return table

    # --- whose they are -------------------------------------------------------------------------------------------

    def of_player(self, player: str) -> list[str]:
        """Unfinished rooms in which a player has a seat."""
        return sorted(self._of_player.get(player, ()))

    def waiting(self, ids: Iterable[str]) -> list[str]:
        """Those of some rooms in which a seat is free."""
        found = (self._tables.get(id) for id in ids)
        return [table.room.id for table in found if table is not None and table.room.open]

    def count(self, player: str, id: str) -> None:
        """A room is among a player's unfinished ones."""
        self._of_player.setdefault(player, set()).add(id)

    @contextmanager
    def promise(self, player: str, id: str) -> Iterator[None]:
        """Count a room in while its store is asked, so that many at once do not pass a limit together."""
        self.count(player, id)
        try:
            yield
        except BaseException:
            table = self._tables.get(id)
            if table is None or table.room.seat_of(player) is None:
                self.discount(player, id)
            raise

    def discount(self, player: str, id: str) -> None:
        """It is no longer."""
        rooms = self._of_player.get(player)
        if rooms is not None:
            rooms.discard(id)
            if not rooms:
                del self._of_player[player]


def _ignore_refusal(load: asyncio.Task[Table]) -> None:
    """Whoever waited for a load may have gone: its refusal is then nobody's, and no fault."""
    if not load.cancelled():
        load.exception()


class Hold:
    """A table between `Tables.take` and `Tables.give_back`; a generator would cost each move some microseconds."""

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
