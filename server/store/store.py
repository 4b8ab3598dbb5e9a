"""The way to everything that is kept: one connection that writes, one that reads, one server a file."""

import asyncio
import logging
import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import aiosqlite
from msgspec import MsgspecError

from server.errors import StoreError, StoreUnusable
from server.protocol.api import GameHistory, GamePage, LevelScore
from server.protocol.events import Ended, RoomEvent
from server.store import history, jobs, library, mark, patterns, sums
from server.store.lock import Lock
from server.store.mark import Mark
from server.store.opening import BROKEN, MIGRATIONS, connect, is_large, prepare
from server.store.proofs import Library
from server.store.rows import Append, GameFilter, NewGame, StoredRoom
from server.store.sums import Damaged
from server.store.writer import OnBatch, Parameters, Unit, Writer

log = logging.getLogger(__name__)

FEW_EVENTS = 50
_TELLING = re.compile(r"\b(games|players|patterns|pattern_sources|encounters|analyses)\b")
_UNTOLD = ("INSERT INTO players", "UPDATE players SET seen_at")
"""A new player is in no list yet, and in none is when somebody was here."""
MOST_TOLD = 1_000
"""So many damaged games are remembered, for a line each in the log."""
_ACTIONS = f"SELECT {history.STORED} FROM actions"


class Store:
    """An open database. Make it with `Store.open`; every method raises StoreError when the file fails."""

    def __init__(
        self,
        path: Path,
        lock: Lock,
        writing: aiosqlite.Connection,
        reading: aiosqlite.Connection,
        writer: Writer,
        serial: int,
    ) -> None:
        self.path = path
        self.library = Library(path)
        """What is proven, for any thread."""
        self._lock = lock
        self._writing = writing
        self._reading = reading
        self._writer = writer
        self._serial = serial
        self._told_damaged: set[int] = set()
        self._mark: Mark | None = None
        self._moved: dict[int, tuple[int, str, int]] = {}
        """What the mark does not say yet, by the numbers of the games."""
        self._marking: asyncio.Task[None] | None = None
        self.behind: list[str] = []
        """A line for each game that had come further than this file has it, when it was opened."""
        self.unsummed: tuple[int, int] | None = None
        """The first and the last of the older games that have no checksums yet; see `sums.fill`."""
        self.told = 0
        """Rises with every change of what lists and files of finished games and traps say."""
        self.job_queued = asyncio.Event()
        """A game may wait to be studied that did not before; for whoever studies them to clear."""

    @classmethod
    async def open(cls, path: Path, migrations: Path = MIGRATIONS, *, on_batch: OnBatch | None = None) -> "Store":
        """Lock, check and update the file at ``path`` (made where there is none).

        StoreUnusable says in one line why it cannot be used; nothing was touched then.
        """
        lock = await asyncio.to_thread(prepare, path, migrations)
        connections = [
            aiosqlite.Connection(lambda: connect(path, autocommit=True), iter_chunk_size=64) for _ in range(2)
        ]
        try:
            writing, reading = [await connection for connection in connections]
            await (await reading.execute("PRAGMA query_only = ON")).close()
            last = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'games'"
            ((serial,),) = await reading.execute_fetchall(last)
            unsummed = await reading.execute_fetchall("SELECT next, last FROM summing")
            lock.check()
        except (sqlite3.Error, StoreUnusable) as error:
            for connection in connections:
                await connection.close()
            lock.release()
            if isinstance(error, StoreUnusable):
                raise
            raise StoreUnusable(f"{path} cannot be used: {error}") from error
        store = cls(path, lock, writing, reading, Writer(writing, history.ORDER, on_batch), serial)
        store.unsummed = next(((row[0], row[1]) for row in unsummed), None)
        try:
            store.behind, store._mark = await asyncio.to_thread(_marked, lock.path)
        except BROKEN as error:
            await store.close()
            raise StoreUnusable(f"{path} cannot be used: {error}") from error
        for line in store.behind:
            log.error("the file is older than it was: %s", line)
        store._marking = asyncio.create_task(store._keep_mark(), name="store mark")
        return store

    async def close(self) -> None:
        """Keep what is queued, then close the file. Closing twice is harmless."""
        await self._writer.close()
        if self._marking is not None:
            self._marking.cancel()
            await asyncio.gather(self._marking, return_exceptions=True)
            self._marking = None
        if self._mark is not None:
            await asyncio.to_thread(self._mark.write, self._moved.values())
            self._mark.close()
            self._mark = None
        self.library.close()
        await self._reading.close()
        await self._writing.close()
        self._lock.release()

    @property
    def failing(self) -> bool:
        """Nothing can be kept at the moment, as on a full disk."""
        return self._writer.failing

    def new_serial(self) -> int:
        """The number of the next game; never given twice, not even after a game is deleted."""
        self._serial += 1
        return self._serial

    async def commit(self, *writes: NewGame | Append) -> None:
        """Keep ``writes``, all or none, in their order. Durable on return.

        StoreError when nothing was kept. A caller that is cancelled does not know; the writes are kept all the same.
        """
        bulk: dict[str, list[Parameters]] = {}
        try:
            for write in writes:
                met: Sequence[str] = ()
                if isinstance(write, Append):
                    event, command, plies, met = write.event, write.command, write.plies, write.met
                else:
                    event, command, plies = write.created, None, 0
                    bulk.setdefault(history.INSERT_GAME, []).append(history.game_row(write))
                bulk.setdefault(history.INSERT_ACTION, []).append(history.action_row(write.serial, event, command, met))
                change = history.game_change(write.serial, event, plies)
                if change is not None:
                    bulk.setdefault(history.UPDATE_GAME, []).append(change)
                if isinstance(event, Ended):
                    for statement in (jobs.ON_END, jobs.AFTER_END, patterns.ON_END):
                        bulk.setdefault(statement, []).append((write.serial,))
        except (MsgspecError, TypeError, ValueError, OverflowError) as error:
            raise StoreError(f"not kept: {error}") from error
        await self._put(Unit(bulk), telling=jobs.ON_END in bulk)
        for write in writes:
            serial = write.serial
            if isinstance(write, NewGame):
                self._moved[serial] = (serial, write.id, write.created.v)
            else:
                named = self._moved[serial][1] if serial in self._moved else ""
                self._moved[serial] = (serial, named, 0 if isinstance(write.event, Ended) else write.event.v)
        if jobs.ON_END in bulk:
            self.job_queued.set()

    async def execute(self, *statements: tuple[str, Parameters]) -> list[int]:
        """Run writing statements, all or none; the number of rows that each changed. Conflict where one may not."""
        return await self._put(
            Unit({}, statements),
            telling=any(_TELLING.search(sql) and not sql.startswith(_UNTOLD) for sql, _ in statements),
        )

    async def _put(self, unit: Unit, *, telling: bool) -> list[int]:
        kept = self._writer.put(unit)
        if telling:  # also where nobody waits any more for what is kept
            unit.done.add_done_callback(self._tell)
        return await kept

    def _tell(self, _: object) -> None:
        self.told += 1

    async def fetch(self, sql: str, parameters: Parameters | Mapping[str, Any] = ()) -> list[sqlite3.Row]:
        """All rows of a query."""
        try:
            return list(await self._reading.execute_fetchall(sql, parameters))
        except (sqlite3.Error, ValueError) as error:
            raise StoreError(f"not readable: {error}") from error

    async def live_rooms(self) -> list[StoredRoom]:
        """The rooms that are not over, in the order in which they were made, but for those that are damaged."""
        try:
            return await self._rooms("ended_at IS NULL")
        except StoreError:  # one of them at the least
            rooms: list[StoredRoom] = []
            for row in await self.fetch("SELECT id FROM games WHERE ended_at IS NULL ORDER BY serial"):
                try:
                    rooms += await self._rooms("id = ?", (row["id"],))
                except Damaged:
                    continue  # the log has said so
                except StoreError as error:
                    log.error("room %s cannot be read: %s", row["id"], error)  # noqa: TRY400 - one line
            return rooms

    async def room(self, id: str) -> StoredRoom | None:
        """A room, over or not; a game from a file never had one. Damaged where it is not as it was written."""
        rooms = await self._rooms("id = ? AND imported IS NULL", (id,))
        return rooms[0] if rooms else None

    async def room_of_command(self, owner: str, command: str) -> str | None:
        """The id of the room that ``owner`` made with ``command``."""
        rows = await self.fetch("SELECT id FROM games WHERE owner = ? AND command = ?", (owner, command))
        return rows[0]["id"] if rows else None

    async def events_since(self, serial: int, v: int) -> list[RoomEvent]:
        """The events of a game after version ``v``."""
        sql = f"SELECT {history.STORED} FROM actions WHERE game = ? AND v > ? ORDER BY v"
        rows = await self.fetch(sql, (serial, v))
        covered = self.covers(serial)
        for row in rows:
            fault = sums.action_fault(row, covered)
            if fault is not None:
                raise self._damaged(serial, fault)
        return await self.named(history.event_of(row[2:-1]) for row in map(tuple, rows))

    async def whole(self, game: sqlite3.Row) -> list[RoomEvent]:
        """All events of a row of ``games``; Damaged where they or the row are not as they were written."""
        rows = await self.fetch(f"{_ACTIONS} WHERE game = ? ORDER BY v", (game["serial"],))

        def read() -> list[RoomEvent]:
            self._check(game, rows)
            return [history.event_of(row[2:-1]) for row in map(tuple, rows)]

        # tens of microseconds each: a long game shall not hold the loop
        return await self.named(await asyncio.to_thread(read) if len(rows) > FEW_EVENTS else read())

    async def games(self, wanted: GameFilter, cursor: str | None, limit: int) -> GamePage:
        """A page of at most ``limit`` finished games, newest end first. Refused("bad_cursor") for a strange cursor."""
        return await library.games(self, wanted, cursor, limit)

    async def game(self, id: str) -> GameHistory | None:
        """A game that has begun, whole. The caller judges who may see it."""
        return await library.game(self, id)

    async def scores(self, player: str) -> list[LevelScore]:
        """What a player has reached against each bot that it has finished a game with, by level."""
        return await library.scores(self, player)

    async def delete_game(self, id: str) -> bool:
        """Delete a game, its events, and the links to it from the games before and after; False if there is none.

        What its room appends afterwards is refused with a Conflict.
        """
        rows = await self.fetch("SELECT serial, previous, next FROM games WHERE id = ?", (id,))
        if not rows:
            return False
        serial = rows[0]["serial"]
        changed = await self.execute(
            ("UPDATE games SET next = NULL WHERE id = ?", (rows[0]["previous"],)),
            ("UPDATE games SET previous = NULL WHERE id = ?", (rows[0]["next"],)),
            ("DELETE FROM games WHERE id = ?", (id,)),
        )
        self._moved[serial] = (serial, id, 0)
        return changed[-1] == 1

    async def heartbeat(self, at: int) -> None:
        """Note that the server is alive."""
        sql = "INSERT INTO heartbeat VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at"
        await self.execute((sql, (at,)))

    async def last_heartbeat(self) -> int | None:
        """When the server was last known to be alive."""
        rows = await self.fetch("SELECT at FROM heartbeat")
        return rows[0]["at"] if rows else None

    async def names(self, players: Iterable[str | None]) -> dict[str, str]:
        """The names of those players that were not deleted, by their ids."""
        ids = history.json.encode(sorted({id for id in players if id})).decode()
        sql = "SELECT id, name FROM players WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL"
        return {row["id"]: row["name"] for row in await self.fetch(sql, (ids,))}

    async def named(self, events: Iterable[RoomEvent]) -> list[RoomEvent]:
        """The events with the names of their people as they are today."""
        found = list(events)
        names = await self.names(history.people(found))
        return [history.named(event, names) for event in found]

    async def _rooms(self, condition: str, parameters: Sequence[Any] = ()) -> list[StoredRoom]:
        games = await self.fetch(f"SELECT * FROM games WHERE {condition} ORDER BY serial", parameters)
        rows = await self.fetch(
            f"{_ACTIONS} WHERE game IN (SELECT serial FROM games WHERE {condition}) ORDER BY game, v", parameters
        )
        stored: dict[int, list[tuple[Any, ...]]] = {game["serial"]: [] for game in games}
        for row in map(tuple, rows):
            if row[0] in stored:  # a room may have been made or ended between the two queries
                stored[row[0]].append(row)
        games = [game for game in games if stored[game["serial"]] or self.covers(game["serial"])]
        for game in games:
            self._check(game, stored[game["serial"]])
        events = {game["serial"]: [history.event_of(row[2:-1]) for row in stored[game["serial"]]] for game in games}
        names = await self.names(history.people(event for of_room in events.values() for event in of_room))
        return [
            StoredRoom(
                serial=game["serial"],
                id=game["id"],
                events=[history.named(event, names) for event in events[game["serial"]]],
                commands={row[1]: row[4] for row in stored[game["serial"]] if row[1] is not None},
                bot=history.bot_of(game),
            )
            for game in games
        ]

    # --- what the file alone cannot say ---------------------------------------------------------------------------

    async def _keep_mark(self) -> None:
        """Write down how far the games are, a moment after they were kept; see whether the file is still there."""
        replaced = False
        while True:
            await asyncio.sleep(mark.PAUSE_S)
            if not self._moved or self._mark is None:
                continue
            moved, self._moved = self._moved, {}
            await asyncio.shield(asyncio.to_thread(self._mark.write, moved.values()))
            try:
                self._lock.check()
            except StoreUnusable as error:
                if not replaced:
                    log.critical("%s: what is played now may be lost", error)
                replaced = True

    async def check_pages(self) -> None:
        """Read a file through that was too large for it before the start; the log says what is wrong with it."""
        path = self._lock.path
        if not is_large(path):
            return
        connection = await asyncio.to_thread(connect, path, "ro", shared=True)
        try:
            damage = await asyncio.to_thread(_damage, connection)
        except asyncio.CancelledError:
            connection.interrupt()
            raise
        finally:
            connection.close()
        if damage is None:
            log.info("%s is read through: sound", path)
        else:
            log.critical("%s is damaged (%s): restore a backup", path, damage)

    # --- checksums ------------------------------------------------------------------------------------------------

    def covers(self, serial: int) -> bool:
        """Whether a game must have its checksums; those from before there were any wait for theirs."""
        return self.unsummed is None or not self.unsummed[0] <= serial <= self.unsummed[1]

    def _check(self, game: sqlite3.Row, actions: Sequence[Sequence[Any]]) -> None:
        fault = next(sums.faults(game, actions, self.covers(game["serial"])), None)
        if fault is not None:
            raise self._damaged(game["serial"], f"{game['id']!r}: {fault}")

    def _damaged(self, serial: int, fault: str) -> Damaged:
        if serial not in self._told_damaged:
            if len(self._told_damaged) < MOST_TOLD:
                self._told_damaged.add(serial)
            log.error("game number %d is damaged and kept closed (%s); `tengen check` says more", serial, fault)
        return Damaged(f"game number {serial} is damaged")

    async def sum_some(self, games: int = 10) -> None:
        """Give the next ``games`` of those in ``unsummed`` their checksums."""
        if self.unsummed is None:
            return
        first, last = self.unsummed
        chosen = "SELECT serial FROM games WHERE serial BETWEEN ? AND ? ORDER BY serial LIMIT ?"
        rows = await self.fetch(f"SELECT * FROM games WHERE serial IN ({chosen})", (first, last, games))
        actions = await self.fetch(f"{_ACTIONS} WHERE game IN ({chosen}) AND sum IS NULL", (first, last, games))
        bulk: dict[str, list[Parameters]] = {
            sums.SUM_GAME: [(sums.of_game({name: row[name] for name in sums.FIXED}), row["serial"]) for row in rows],
            sums.SUM_ACTION: [(sums.summed(tuple(row)[:-1])[-1], row["game"], row["v"]) for row in actions],
        }
        following = max((row["serial"] for row in rows), default=last) + 1
        statement = ("UPDATE summing SET next = ?", (following,)) if following <= last else ("DELETE FROM summing", ())
        await self._writer.put(Unit({sql: found for sql, found in bulk.items() if found}, [statement]))
        self.unsummed = (following, last) if following <= last else None


def _marked(path: Path) -> tuple[list[str], Mark]:
    """The games that are behind the mark, and the mark begun anew. Blocking."""
    seen = mark.read(path)
    if seen is None and mark.beside(path).exists():
        log.warning("%s cannot be read: a file that was put back would not be noticed", mark.beside(path))
    with closing(connect(path)) as connection:
        lines = [] if seen is None else mark.behind(connection, seen)
        live = "SELECT serial, id, (SELECT max(v) FROM actions WHERE game = serial) FROM games WHERE ended_at IS NULL"
        games = {serial: (id, v or 0) for serial, id, v in connection.execute(live)}
        row = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'games'").fetchone()
    return lines, Mark(path, games, row[0] if row else 0)


def _damage(connection: sqlite3.Connection) -> str | None:
    """What SQLite's quick check finds first."""
    try:
        found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except BROKEN as error:
        found = str(error)
    return None if found == "ok" else " ".join(found.split())
