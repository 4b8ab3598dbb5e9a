"""The live rooms of this server: restored after a restart; schedules what follows from their events.

Commands of clients are in `server.rooms.messages` and `server.rooms.visits`.
"""

import dataclasses
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import Any

from msgspec.structs import replace

from bots.executor import Executor
from server.background import Background
from server.bus.bus import Bus
from server.errors import Refused, StoreError
from server.metrics import Metrics
from server.moderation.fair_play import GuardedGame
from server.protocol.events import Decided, Ended, Moved, RoomEvent, Seated, TookBack
from server.protocol.values import Who
from server.ratings.held import Ratings
from server.rooms import fold, hints, judge
from server.rooms.admission import Admission
from server.rooms.bot_moves import BotMoves
from server.rooms.expiry import Expiry
from server.rooms.hints import Hints
from server.rooms.neighbours import Neighbours
from server.rooms.policy import Policy
from server.rooms.room import Room
from server.rooms.room_ratings import RoomRatings
from server.rooms.slow_flags import SlowFlags
from server.rooms.table import Overtaken, Table
from server.rooms.tables import Tables
from server.rooms.waiting_offers import list_asked
from server.signals import (
    GameDeleted,
    OfferChanged,
    PlayerJoined,
    PlayerRenamed,
    RoomChanged,
    SidesChanged,
    Signals,
    TurnCame,
)
from server.steady_time import Now
from server.store.database import Database
from server.store.games import correspondence, room_log
from server.store.integrity import Damaged
from server.store.people import players
from server.store.sql import Statement
from server.store.writes import Append

log = logging.getLogger("tengen.rooms")

HEARTBEAT_MS = 60_000
"""Interval of heartbeats in the store while no quick game is on the clock."""

RUNNING_MS = 5_000
"""Age of the last heartbeat up to which another process is taken to serve."""

MOST_RENAMED = 1_000
"""Players whose last change of name is remembered, for rooms that are being stored."""

PLIES_A_LOBBY_LINE = 10
"""The lobby shows the length of a game, not each of its moves."""

TURNS = Seated | Moved | Decided | TookBack
"""Events after which it may be another player's turn."""


class Rooms:
    """All live rooms of this server: what follows from their events, and the actions of operators on them.

    ``now`` returns the time in ms. ``bus`` leads to the other processes of the installation, None if there are none.
    Emits `RoomChanged`, `SidesChanged`, `TurnCame` and `OfferChanged`.
    """

    def __init__(
        self,
        store: Database,
        executor: Executor,
        now: Now,
        *,
        policy: Policy,
        signals: Signals,
        metrics: Metrics,
        bus: Bus | None = None,
    ) -> None:
        self.store = store
        self.executor = executor
        self.now = now
        self.policy = policy
        self.signals = signals
        self._moves = metrics.moves.labels("person"), metrics.moves.labels("bot")
        self._background = Background()
        self.tables = Tables(store, policy, now, signals, on_events=self._follow)
        self._neighbours: Neighbours | None = None
        if bus is not None:
            self._neighbours = Neighbours(bus, self.tables, store, self._background, now, signals, self.forget)
            self.tables.others = self._neighbours
        self.admission = Admission(policy, self.tables, executor)
        self.expiry = Expiry(self.tables, self._background, now)
        self.slow_flags = SlowFlags(self.tables, store, now)
        self.hints = Hints(executor, self._background)
        self.ratings = Ratings(store)
        self.room_ratings = RoomRatings(
            *(store, self.ratings, self._background, self.tables.get, signals), shared=bus is not None
        )
        self._renamed: dict[str, str] = {}
        """Names given last, "" for deleted players."""
        self._bot_moves = BotMoves(
            *(self.tables, store, executor, self._background, now),
            pause_ms=policy.bot_pause_ms,
            bot_games=self.admission.bot_games,
            signals=signals,
        )

    # --- life -----------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Restore every unfinished game; the downtime is charged to nobody.

        Games by correspondence stay in the store until somebody looks at them or a flag may have fallen.
        """
        if self._neighbours is not None:
            await self._neighbours.start()
        now = self.now()
        alive_at = await room_log.read_alive_at(self.store)
        runs = self._neighbours is not None and now - alive_at < RUNNING_MS
        if runs:  # other processes have served on: nothing has stood still
            alive_at = now
        elif 0 < alive_at < now:
            await correspondence.note_downtime(self.store, alive_at, now)
            await room_log.note_heartbeat(self.store, now)  # a start that fails later shall not note the same again
        live = await room_log.list_live_rooms(self.store)
        oldest = min((stored.events[0].at for stored in live if stored.events), default=now)
        downtimes = await correspondence.list_downtimes(self.store, oldest)
        tables: list[tuple[Table, list[RoomEvent]]] = []
        for stored in live:
            try:
                room = fold.replay(stored.serial, stored.id, stored.events, self.policy, stored.bot)
                room.set_free_time(each for each in downtimes if each[1] > room.created.at)
                events = [] if runs else judge.resume(room, now, alive_at)
            except Exception:
                log.exception("room %s cannot be brought back; the others can", stored.id)
                continue
            room.commands = stored.commands
            table = self.tables.add(room)
            self.admission.restore(room)
            table.audience.note_gone(now)
            tables.append((table, events))
        if self._neighbours is None:
            writes = [Append(t.room.serial, event, None, t.room.game.ply) for t, events in tables for event in events]
            if writes:
                await self.store.commit(*writes)
            for table, events in tables:
                for event in events:
                    fold.apply(table.room, event)
        else:
            for table, events in tables:
                with suppress(Overtaken):  # another process has started at the same time, and resumed this game
                    await table.commit(events)
        for table, _ in tables:
            self._follow(table, [], True)
        if tables:
            log.info("%d unfinished games and open rooms brought back", len(tables))
        self._background.spawn(self.slow_flags.keep_sweeping())
        if self._neighbours is not None:
            self._background.spawn(self._neighbours.keep_checking())
            self._background.spawn(self._neighbours.seats.keep_telling())

    async def close(self) -> None:
        """Stop bots and timers; stored data stays."""
        self.expiry.close()
        if self._neighbours is not None:
            self._neighbours.close()
        for table in self.tables:
            await self._close_table(table)
        await self._background.close()

    async def _close_table(self, table: Table) -> None:
        """Release the bot and every timer of a table."""
        table.audience.close()
        self.hints.stop(table)
        await self._bot_moves.dismiss(table)

    def _follow(self, table: Table, events: list[RoomEvent], ours: bool) -> None:
        """Schedule what follows from stored events and from the present state of the room: its deadline, its bot,
        black's forbidden points, the end of a stale hint, its line in the lobby. Events that are not ``ours`` were
        stored by another process, which does what must be done once.
        """
        room, tell = table.room, self.signals.emit if ours else self.signals.hear
        for event in events:
            if isinstance(event, Moved):
                if ours:
                    self._moves[room.is_bot(event.seat)].inc()
            elif isinstance(event, Seated | Ended):
                tell(SidesChanged(room.id))
        moved = bool(events) and all(isinstance(event, Moved) for event in events)  # the usual case
        if events and not moved:
            self.admission.follow(room)
        if room.slow and events and isinstance(events[-1], TURNS):
            seat = room.seat_to_act
            who = None if seat is None else room.seats[seat]
            if who is not None and who.id:
                tell(TurnCame(who.id, room.id))
        if table.asked or any(room.offers):
            self._tell_asked(table, ours)
        self.expiry.arm(table)
        if room.bot is not None:
            self._bot_moves.follow(table)
            self.hints.follow(table)
        if room.created.rules == "renju":
            hints.follow(table, self._background)
        if not moved:
            self.room_ratings.follow(table, events)
            self._catch_up_names(table)
        if events and (not isinstance(events[-1], Moved) or room.game.ply % PLIES_A_LOBBY_LINE == 0):
            tell(RoomChanged(room.id))

    def _tell_asked(self, table: Table, ours: bool) -> None:
        before, table.asked = table.asked, list_asked(table.room, table.room.offers)
        if not ours:  # the other process says so itself, to all
            return
        for player, _ in before - table.asked:
            self.signals.emit(OfferChanged(player, table.room.id, None))
        for player, what in table.asked - before:
            self.signals.emit(OfferChanged(player, table.room.id, what))

    def stand_still(self, start: int, end: int) -> None:
        """Exclude an interval in which the server did not run from all clocks, after the server's time has leapt over
        it.
        """
        for table in self.tables:
            table.room.stand_still(start, end)
            table.audience.show(end)

    def show_clocks(self) -> None:
        """Send the running games again after a gap in which the clocks of the pages have run on."""
        now = self.now()
        for table in self.tables:
            if table.room.timed and table.room.playing:
                table.audience.show(now)

    def plays_in_public(self, player: str) -> bool:
        """Return whether a player is playing now in a game that anybody may watch."""
        tables = map(self.tables.get, self.tables.of_player(player))
        rooms = [table.room for table in tables if table is not None]
        return any(room.playing and not room.slow and room.created.visibility == "public" for room in rooms)

    # --- what is rated ----------------------------------------------------------------------------------------------

    def list_rated(self, player: str) -> list[GuardedGame]:
        """List the rated live games that a player plays now."""
        tables = map(self.tables.get, self.tables.of_player(player))
        rooms = [table.room for table in tables if table is not None]
        return [
            GuardedGame(room.id, room.created.size, room.game.moves)
            for room in rooms
            if room.rated and room.playing and not room.slow
        ]

    async def list_rated_slow(self, player: str) -> list[GuardedGame]:
        """List a player's rated games by correspondence; raises StoreError."""
        return [GuardedGame(*found) for found in await correspondence.list_rated_positions(self.store, player)]

    def limit(self, **limits: Any) -> None:
        """Change numbers of the policy for games that begin from now on."""
        self.policy = self.admission.policy = dataclasses.replace(self.policy, **limits)

    # --- what operators and accounts do to live rooms ---------------------------------------------------------------

    async def close_room(self, id: str, *noted: Statement) -> list[str]:
        """End a room without a result, together with the ``noted`` statements. Return its players; none if it is not
        live.
        """
        try:
            async with self.tables.hold(id) as table:
                events = await table.settle(lambda: judge.close(table.room, self.now()), noted)
                seats = table.room.seats if events else ()
                return [who.id for who in seats if who is not None and who.id]
        except Refused:
            return []

    def subscribe(self, signals: Signals) -> None:
        """Subscribe to changes of players and games, by this process or another."""
        signals.on(PlayerRenamed, lambda renamed: self.rename(renamed.player, renamed.name))
        signals.on(PlayerJoined, lambda joined: self._give_seats(joined.player, Who(joined.account, joined.name)))
        signals.on(GameDeleted, lambda deleted: self.forget(deleted.game))

    async def forget(self, id: str) -> None:
        """Drop a deleted game and tell its viewers that there is no such room."""
        table = self.tables.get(id)
        if table is None:
            return
        async with table.lock:  # a command that is being stored would count its player in again afterwards
            self.tables.drop(id)
            self.admission.forget(id)
            for player, _ in table.asked:
                self.signals.emit(OfferChanged(player, id, None))
            table.audience.dismiss()
            await self._close_table(table)
            self.signals.emit(RoomChanged(id))

    @asynccontextmanager
    async def reseat(self, player: str, who: Who) -> AsyncIterator[None]:
        """Hold all games of a player in memory while the block gives them to another player in the store; afterwards
        ``who`` has the seats.
        """
        async with AsyncExitStack() as stack:
            seated = [table.room.id for table in self.tables if table.room.seat_of(player) is not None]
            for id in sorted(seated):  # in one order: two concurrent joins cannot deadlock
                with suppress(Refused):  # deleted meanwhile
                    await stack.enter_async_context(self.tables.hold(id))
            yield
            await self.tables.settle()  # loads under way may have read the store of before
            self.signals.emit(PlayerJoined(player, who.id, who.name))

    def _give_seats(self, player: str, who: Who) -> None:
        """Give the seats of a player to another one, who has them in the store."""
        for table in self.tables:
            self._reseat(table, player, who)

    def _reseat(self, table: Table, player: str, who: Who) -> None:
        room = table.room
        seat = room.seat_of(player)
        if seat is None:
            return
        table.audience.dismiss_player(player, self.now())  # its connections belong to another player now, or to nobody
        room.seats[seat] = who
        table.audience.seat_players()
        table.asked = list_asked(room, room.offers)  # nothing new is offered by that
        if room.created.owner.id == player:
            room.created = replace(room.created, owner=who)
        if room.id in self.tables.of_player(player):
            self.tables.discount(player, room.id)
            self.tables.count(who.id, room.id)
        table.audience.show(self.now())
        self.room_ratings.follow_people(table)
        self.signals.emit(RoomChanged(room.id))

    async def give_up(self, player: str) -> list[str]:
        """Resign the rated games of a player who is about to be deleted, as nobody may leave in order not to lose.
        Return the ids of games that cannot be played on, which stay unchanged. Raises StoreError.
        """
        left: list[str] = []
        for id in await players.list_rated_games(self.store, player):
            try:
                async with self.tables.hold(id) as table:
                    room, seat = table.room, table.room.seat_of(player)
                    if seat is None:
                        left.append(id)
                    else:
                        await table.settle(partial(self._resign, room, seat))
            except Damaged:
                left.append(id)
            except Refused:
                continue  # over or deleted meanwhile
        return left

    def _resign(self, room: Room, seat: int) -> list[RoomEvent]:
        return judge.resign(room, seat, self.now())

    def rename(self, player: str, name: str) -> None:
        """Update a player's name in all rooms and show it to the viewers; an empty name empties the seat."""
        self._renamed.pop(player, None)
        self._renamed[player] = name
        if len(self._renamed) > MOST_RENAMED:
            del self._renamed[next(iter(self._renamed))]
        for table in self.tables:
            self._rename_in(table, player, name)

    def _rename_in(self, table: Table, player: str, name: str) -> None:
        seat = table.room.seat_of(player)
        if seat is not None:
            table.room.seats[seat] = Who(player, name) if name else Who()
            if not name:
                self.tables.discount(player, table.room.id)
                if table.room.open:
                    self._background.spawn(self._close_left(table.room.id))
            table.audience.show(self.now())
            self.room_ratings.follow_people(table)
            self.signals.emit(RoomChanged(table.room.id))

    async def _close_left(self, id: str) -> None:
        """Close the waiting room of a deleted player: nobody is to wait for nobody there."""
        try:
            await self.close_room(id)
        except StoreError as error:
            log.warning("room %s, which a deleted player has left, stays open for now: %s", id, error)

    def _catch_up_names(self, table: Table) -> None:
        """Apply names that were given while the room or a seat was being stored."""
        for who in list(table.room.seats):
            if who is not None and who.id and self._renamed.get(who.id, who.name) != who.name:
                self._rename_in(table, who.id, self._renamed[who.id])
