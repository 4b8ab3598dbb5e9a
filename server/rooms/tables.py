"""The live tables by room and by player: found, loaded from the store when somebody asks, dropped when done."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from server.errors import Refused
from server.rooms.room import Room
from server.rooms.table import Table
from server.rooms.terms import Terms
from server.store.store import Store


class Tables:
    """Every table in memory: all unfinished games, and finished ones as long as somebody looks at them.

    ``on_presence`` is told of each change of who looks at a table, ``on_load`` of each table that `held` has brought
    back.
    """

    def __init__(
        self,
        store: Store,
        terms: Terms,
        on_presence: Callable[[Table], None],
        on_load: Callable[[Table], None],
    ) -> None:
        self._store = store
        self._terms = terms
        self._on_presence = on_presence
        self._on_load = on_load
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
        table = Table(room, self._on_presence)
        self._tables[room.id] = table
        if room.result is None:
            for who in room.seats:
                if who is not None and who.id:
                    self.count(who.id, room.id)
        return table

    def held(self, id: str) -> "Held":
        """The table of a room with its lock held, for ``async with``; raises Refused("unknown_room")."""
        return Held(self, id)

    async def take(self, id: str) -> Table:
        """What `held` begins with."""
        self._wanted[id] = self._wanted.get(id, 0) + 1
        try:
            # Each round but the last has waited for somebody who ends without us: for a load, which is no longer among
            # those under way when it is done, or for a holder, who has dropped the table. The loop's turn always ends.
            while True:
                table = self._tables.get(id) or await self._load(id)
                await table.lock.acquire()
                if self._tables.get(id) is table:
                    return table
                table.lock.release()
        except BaseException:
            self._want_no_more(id)
            raise

    def give_back(self, table: Table) -> None:
        """What `held` ends with."""
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
            task.add_done_callback(_heard)
        return await asyncio.shield(task)

    async def _read(self, id: str) -> Table:
        try:
            stored = await self._store.room(id)
            if stored is None:
                raise Refused(code="unknown_room")
            known = self._tables.get(id)
            if known is not None:
                return known
            room = Room.replay(stored.serial, stored.id, stored.events, self._terms, stored.bot)
            room.commands = stored.commands
            table = self.add(room)
            self._on_load(table)
            self.drop_if_done(table)  # where nobody waits for it any more
            return table
        finally:  # by the task itself: a callback would come a round of the loop after its end
            del self._loading[id]

    def drop_if_done(self, table: Table) -> None:
        """Forget a finished room that nobody looks at, holds or waits for; it is in the store."""
        room = table.room
        if room.result is not None and not table.viewers and room.id not in self._wanted:
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

    def count(self, player: str, id: str) -> None:
        """A room is among a player's unfinished ones."""
        self._of_player.setdefault(player, set()).add(id)

    @contextmanager
    def promised(self, player: str, id: str) -> Iterator[None]:
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


def _heard(load: asyncio.Task[Table]) -> None:
    """Whoever waited for a load may have gone: its refusal is then nobody's, and no fault."""
    if not load.cancelled():
        load.exception()


class Held:
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
