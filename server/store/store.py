"""The way to everything that is kept: one connection that writes, one that reads, one server a file."""

import asyncio
import logging
import os
import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import aiosqlite
from msgspec import MsgspecError

from server.errors import StoreError, StoreUnusable
from server.protocol.events import Ended, Seated
from server.store import (
    checksum_backfill,
    conditional_moves,
    correspondence,
    event_rows,
    experience,
    game_rows,
    high_water_mark,
    jobs,
    joining,
    patterns,
    ratings,
)
from server.store.connection import BROKEN, connect
from server.store.database_file import prepare
from server.store.integrity import Integrity
from server.store.lock import DatabaseReplaced, Lock
from server.store.mark_keeper import MarkKeeper
from server.store.migrations import MIGRATIONS
from server.store.proofs import StoredProofs
from server.store.records import Append, FlagAt, NewGame, PlanAt
from server.store.sql import Named, Parameters, Row, Statement
from server.store.writer import OnBatch, Unit, Writer

log = logging.getLogger(__name__)

FEW_EVENTS = 50
LOOK_S = 0.25
"""So often it is looked whether the file is at its place while nothing is written; each commit looks, too."""
_TELLING = re.compile(
    r"\b(games|players|patterns|pattern_sources|encounters|analyses|lessons|passages|edges|uncounted)\b"
)
_UNTOLD = ("INSERT INTO players", "UPDATE players SET seen_at")
"""A new player is in no list yet, and in none is when somebody was here."""
_ACTIONS = f"SELECT {event_rows.STORED} FROM actions"

ON_END = (
    conditional_moves.ON_END,
    jobs.ON_END,
    jobs.AFTER_END,
    patterns.ON_END,
    patterns.BLOCKED_ON_END,
    experience.ON_END,
    ratings.ON_END,
)
"""What follows from the end of a game."""

ORDER = (
    game_rows.INSERT_GAME,
    event_rows.INSERT_ACTION,
    game_rows.UPDATE_GAME,
    ratings.ON_BEGIN,
    correspondence.SET_FLAG,
    conditional_moves.DROP,
    conditional_moves.KEEP,
    *ON_END,
    *checksum_backfill.WRITTEN,
    *joining.WRITTEN,
    *ratings.WRITTEN,
)
"""A game stands before its actions, and all updates of one game in a batch touch different columns.

What follows from the end of a game comes last.
"""


class Store:
    """An open database. Make it with `Store.open`; every method raises StoreError when the file fails."""

    def __init__(
        self,
        path: Path,
        lock: Lock,
        writing: aiosqlite.Connection,
        reading: aiosqlite.Connection,
        serial: int,
        on_batch: OnBatch | None,
    ) -> None:
        self.path = path
        self.proofs = StoredProofs(path)
        """What is proven, for any thread."""
        self._lock = lock
        self._writing = writing
        self._reading = reading
        self._writer = Writer(writing, ORDER, on_batch, check=lock.check, on_lost=self._lose)
        self._watching = asyncio.create_task(self._watch(), name="store file")
        self.lost: DatabaseReplaced | None = None
        """Why nothing can be kept any more: the file is gone from its place."""
        self.on_lost: Callable[[], None] = lambda: None
        """Called when that is noticed."""
        self._serial = serial
        self._mark: MarkKeeper | None = None
        self.integrity = Integrity()
        self.told = 0
        """Rises with every change of what lists and files of finished games and traps say."""
        self.job_queued = asyncio.Event()
        """A game may wait to be studied that did not before; for whoever studies them to clear."""
        self.games_changed = asyncio.Event()
        """Finished games may be others than they were; for who counts them to clear."""
        self.bot_game_ended = asyncio.Event()
        """A game may wait for its lesson; for whoever looks for it to clear."""
        self.unread = asyncio.Event()
        """A game may wait to be read into the bots' book that did not before; for whoever reads them to clear."""
        self.to_rate = asyncio.Event()
        """A game may wait to be counted for ratings that did not before; for whoever counts to clear."""

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
            ((serial,),) = await reading.execute_fetchall(high_water_mark.LAST)
            unsummed = await reading.execute_fetchall("SELECT next, last FROM summing")
            lock.check()
        except (sqlite3.Error, StoreUnusable) as error:
            for connection in connections:
                await connection.close()
            lock.release()
            if isinstance(error, StoreUnusable):
                raise
            raise StoreUnusable(f"{path} cannot be used: {error}") from error
        store = cls(path, lock, writing, reading, serial, on_batch)
        store.integrity.unsummed = next(((row[0], row[1]) for row in unsummed), None)
        try:
            store._mark = await MarkKeeper.open(lock)
        except BaseException as error:  # the threads of the connections would have the process hang
            await store.close()
            if isinstance(error, BROKEN):
                raise StoreUnusable(f"{path} cannot be used: {error}") from error
            raise
        return store

    async def close(self) -> None:
        """Keep what is queued, then close the file. Closing twice is harmless."""
        self._watching.cancel()
        await self._writer.close()
        if self._mark is not None:
            await self._mark.close()
            self._mark = None
        self.proofs.close()
        await self._reading.close()
        await self._writing.close()
        self._lock.release()

    def _lose(self, error: DatabaseReplaced) -> None:
        self.lost = error
        self.on_lost()

    async def _watch(self) -> None:
        """Notice that the file is gone also while nothing is written."""
        while self.lost is None:
            self._writer.look()
            await asyncio.sleep(LOOK_S)

    def look(self) -> None:
        """See whether the file is still at its place: ``lost`` says so afterwards."""
        self._writer.look()

    async def rescue(self) -> Path:
        """Copy what the open file holds, which may have no name any more, to a new one beside its place.

        StoreError where that fails.
        """
        target = self.path.with_name(f"{self.path.name}.rescued-{datetime.now(UTC):%Y%m%d-%H%M%S}")
        try:
            os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            async with aiosqlite.connect(target) as copy:
                await self._reading.backup(copy)
                await (await copy.execute("PRAGMA journal_mode = DELETE")).close()
        except (OSError, sqlite3.Error) as error:
            with suppress(OSError):
                target.unlink(missing_ok=True)
            raise StoreError(f"{target} cannot be written: {error}") from error
        return target

    @property
    def failing(self) -> bool:
        """Nothing can be kept at the moment, as on a full disk, or ever again, where the file is gone."""
        return self._writer.failing

    @property
    def behind(self) -> Sequence[str]:
        """A line for each game that had come further than this file has it, when it was opened."""
        return () if self._mark is None else self._mark.behind

    def note_version(self, serial: int, id: str, v: int) -> None:
        """Have the high-water mark say how far a game is; ``id`` may be empty where it is known, 0 is its end."""
        if self._mark is not None:
            self._mark.note(serial, id, v)

    def new_serial(self) -> int:
        """The number of the next game; never given twice, not even after a game is deleted."""
        self._serial += 1
        return self._serial

    async def commit(self, *writes: NewGame | Append | FlagAt | PlanAt, noted: Sequence[Statement] = ()) -> None:
        """Keep ``writes``, all or none, in their order, and with them what is ``noted`` of them. Durable on return.

        StoreError when nothing was kept. A caller that is cancelled does not know; the writes are kept all the same.
        """
        bulk: dict[str, list[Parameters]] = {}
        try:
            for write in writes:
                if isinstance(write, FlagAt):
                    bulk.setdefault(correspondence.SET_FLAG, []).append((write.at, write.waits_for, write.serial))
                    continue
                if isinstance(write, PlanAt):
                    bulk.setdefault(conditional_moves.DROP, []).append((write.serial, write.seat))
                    if write.plan is not None:
                        row = conditional_moves.make_plan_row(write.serial, write.seat, write.plan, write.at)
                        bulk.setdefault(conditional_moves.KEEP, []).append(row)
                    continue
                counted: tuple[Sequence[str], Sequence[int]] = (), ()
                if isinstance(write, Append):
                    event, command_key, plies = write.event, write.command_key, write.plies
                    counted = write.met, write.blocked
                else:
                    event, command_key, plies = write.created, None, 0
                    bulk.setdefault(game_rows.INSERT_GAME, []).append(game_rows.make_game_row(write))
                row = event_rows.make_action_row(write.serial, event, command_key, *counted)
                bulk.setdefault(event_rows.INSERT_ACTION, []).append(row)
                change = game_rows.make_game_change(write.serial, event, plies)
                if change is not None:
                    bulk.setdefault(game_rows.UPDATE_GAME, []).append(change)
                if isinstance(event, Seated):
                    bulk.setdefault(ratings.ON_BEGIN, []).append((write.serial,))
                elif isinstance(event, Ended):
                    for statement in ON_END:
                        bulk.setdefault(statement, []).append((write.serial,))
        except (MsgspecError, TypeError, ValueError, OverflowError) as error:
            raise StoreError(f"not kept: {error}") from error
        await self._put(Unit(bulk, noted), telling=jobs.ON_END in bulk)
        for write in writes:
            serial = write.serial
            if isinstance(write, FlagAt | PlanAt):
                continue
            if isinstance(write, NewGame):
                self.note_version(serial, write.id, write.created.v)
            else:
                self.note_version(serial, "", 0 if isinstance(write.event, Ended) else write.event.v)
        if jobs.ON_END in bulk:
            self.job_queued.set()
            self.bot_game_ended.set()
            self.unread.set()
            self.to_rate.set()

    async def execute(self, *statements: Statement) -> list[int]:
        """Run writing statements, all or none; the number of rows that each changed. Conflict where one may not."""
        return await self._put(
            Unit({}, statements),
            telling=any(_TELLING.search(sql) and not sql.startswith(_UNTOLD) for sql, _ in statements),
        )

    async def keep(self, bulk: Mapping[str, list[Parameters]], *statements: Statement, telling: bool) -> None:
        """Keep rows by the statement that writes them, one of ORDER, and then run statements, all or none.

        ``telling`` where lists and files of finished games may say something else then.
        """
        await self._put(Unit({sql: rows for sql, rows in bulk.items() if rows}, statements), telling=telling)

    async def _put(self, unit: Unit, *, telling: bool) -> list[int]:
        kept = self._writer.put(unit)
        if telling:  # also where nobody waits any more for what is kept
            unit.done.add_done_callback(self._tell)
        return await kept

    def _tell(self, _: object) -> None:
        self.told += 1
        self.games_changed.set()

    async def fetch(self, sql: str, parameters: Parameters | Named = ()) -> list[Row]:
        """All rows of a query."""
        try:
            return list(await self._reading.execute_fetchall(sql, parameters))
        except (sqlite3.Error, ValueError) as error:
            raise StoreError(f"not readable: {error}") from error
