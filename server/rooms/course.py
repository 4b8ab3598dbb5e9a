"""What happens at the tables: kept in the store, then told to everybody, then what follows from it.

Order, always: commit to the store, let the room take it, acknowledge, broadcast.
"""

from collections.abc import Callable, Sequence

from bots.executor import Executor
from server.background import Background
from server.errors import StoreError
from server.protocol.events import Ended, Moved, Rematched, RoomEvent, Seated, TookBack
from server.rooms import forbidden, founding, hints, judge
from server.rooms.bot_games import BotGames
from server.rooms.expiry import Expiry
from server.rooms.limits import Limits
from server.rooms.room import Room
from server.rooms.seats import think
from server.rooms.table import Table
from server.rooms.tables import Tables
from server.rooms.terms import Terms
from server.rooms.viewer import Viewer
from server.store.rows import Append, NewGame
from server.store.store import Store

PLIES_A_LOBBY_LINE = 10
"""The lobby shows the length of a game, not each of its moves."""


class Course:
    """The course of all live games; who calls `keep` and `publish` holds the table's lock.

    ``now`` gives the time in milliseconds. ``on_change`` is told a room's id whenever what the lobby shows of it may
    have changed, ``on_move`` of each stored move, whether a bot made it.
    """

    def __init__(
        self,
        store: Store,
        executor: Executor,
        now: Callable[[], int],
        terms: Terms,
        limits: Limits,
        on_change: Callable[[str], None],
        on_move: Callable[[bool], None],
    ) -> None:
        self.store = store
        self.executor = executor
        self.now = now
        self.terms = terms
        self.limits = limits
        self.on_change = on_change
        self.on_move = on_move
        self.bot_games = BotGames()
        self.tables = Tables(store, terms, lambda table: on_change(table.room.id), self._loaded)
        self.background = Background()
        self.expiry = Expiry(self.tables, self.background, now, self.happen)

    async def close(self) -> None:
        """Stop thinking and timing; what is stored stays."""
        self.expiry.close()
        for table in self.tables:
            await table.close()
        await self.background.close()

    async def happen(self, table: Table, events: list[RoomEvent]) -> None:
        """Keep and publish what no command brought; raises StoreError."""
        await self.keep(table, events, None)
        self.publish(table, events)

    async def keep(self, table: Table, events: list[RoomEvent], key: str | None, met: Sequence[str] = ()) -> None:
        """Commit events and only then let the room take them; ``key`` marks the command behind them as done.

        ``met`` are the learned patterns that a bot's move answered. Raises StoreError: the room is then as the store
        has it, and whoever looks at it knows.
        """
        room, plies = table.room, table.room.game.ply
        writes: list[NewGame | Append] = []
        following: tuple[NewGame, list[RoomEvent]] | None = None
        for event in events:
            if isinstance(event, Moved):
                plies += 1
            elif isinstance(event, TookBack):
                plies -= event.plies
            elif isinstance(event, Rematched):
                following = founding.rematch(room, event, self.store.new_serial())
                new, seated = following
                writes += [new, *(Append(new.serial, each, None, 0) for each in seated)]
            known = met if isinstance(event, Moved) else ()
            writes.append(Append(room.serial, event, key if event is events[-1] else None, plies, known))
        try:
            await self.store.commit(*writes)
        except StoreError:
            await self._catch_up(table)
            raise
        for event in events:
            room.apply(event)
        if key is not None and events:
            room.commands[key] = room.v
        if following is not None:
            self.begin(*following)

    async def _catch_up(self, table: Table) -> None:
        """After a failed commit: what the disk may have kept after all is what counts."""
        try:
            stored = await self.store.room(table.room.id)
        except StoreError:
            return
        if stored is None:
            return
        events = stored.events[table.room.v :]
        for event in events:
            table.room.apply(event)
        table.room.commands = stored.commands
        if events:
            table.everybody_gone(self.now())  # whoever sat down with them is not at the table yet
            self.publish(table, events)

    def publish(self, table: Table, events: list[RoomEvent], mover: Viewer | None = None, ack: bytes = b"") -> None:
        """Acknowledge to who brought it, tell everybody what is stored, and do what follows from it."""
        table.broadcast(events, self.now(), mover, ack)
        for event in events:
            if isinstance(event, Moved):
                self.on_move(table.room.is_bot(event.seat))
            elif isinstance(event, Ended):
                self.bot_games.discount(table.room.id)
                for who in table.room.seats:
                    if who is not None:
                        self.tables.discount(who.id, table.room.id)
            elif isinstance(event, Seated) and event.who.id:
                self.tables.count(event.who.id, table.room.id)
        self.follow(table)
        if not isinstance(events[-1], Moved) or table.room.game.ply % PLIES_A_LOBBY_LINE == 0:
            self.on_change(table.room.id)

    def begin(self, new: NewGame, events: list[RoomEvent]) -> None:
        """A stored room comes to life."""
        room = Room(new.serial, new.id, new.created, self.terms, new.bot)
        for event in events:
            room.apply(event)
        table = self.tables.add(room)
        table.company.set()  # whoever made it
        self._loaded(table)
        self.on_change(room.id)

    def _loaded(self, table: Table) -> None:
        """A room has come to a table, where nobody is yet."""
        table.everybody_gone(self.now())
        self.follow(table)

    def follow(self, table: Table) -> None:
        """What follows from how the room stands now: its deadline, its bot, black's forbidden points, a stale hint."""
        room = table.room
        self.expiry.arm(table)
        seat = room.seat_to_move
        if seat is None or not room.is_bot(seat):
            table.stop_thinking()
        elif table.thinking is None:
            table.thinking = self.background.spawn(think(self, table))
        if forbidden.applies(table):
            self.background.spawn(forbidden.tell(table))
        else:
            table.forbidden = None
        hints.follow(table)
        if room.result is not None and table.bot is not None:
            self.background.spawn(table.dismiss_bot())

    async def close_room(self, id: str) -> bool:
        """End a room without a result; False if it is not a live one."""
        if self.tables.get(id) is None:
            return False
        async with self.tables.held(id) as table:
            events = judge.close(table.room, self.now())
            if events:
                await self.happen(table, events)
        return bool(events)
