"""Access to the database: one connection that writes, one that reads, and one server per file."""

import asyncio
import logging
import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import aiosqlite

from server.errors import StoreError, StoreUnusable
from server.steady_time import read_wall
from server.store.changes import SCHEMA, OnChange, StatementChanges, Subscriptions, Watched, derive_changes
from server.store.database import OnCommit, Write
from server.store.file import high_water_mark
from server.store.file.connection import BROKEN, connect
from server.store.file.database_file import prepare
from server.store.file.high_water_mark import MarkKeeper
from server.store.file.lock import DatabaseReplaced, Lock
from server.store.file.migrations import MIGRATIONS
from server.store.integrity import Integrity
from server.store.knowledge.proofs import StoredProofs
from server.store.sql import Bulk, Named, Parameters, Row, Statement
from server.store.writer import OnBatch, Unit, Writer, follow_changes, gather_rows, write_unit

log = logging.getLogger(__name__)

LOOK_S = 0.25
"""Seconds between checks that the file is in its place; each commit checks, too."""


class Store:
    """An open database, made with `Store.open`. Methods raise StoreError if the file fails."""

    def __init__(
        self,
        path: Path,
        lock: Lock,
        writing: sqlite3.Connection,
        reading: aiosqlite.Connection,
        serial: int,
        changes: StatementChanges,
        on_batch: OnBatch | None,
        spacing_s: float,
    ) -> None:
        self.path = path
        self.address = str(path)
        self.proofs = StoredProofs(self.address)
        """Stored proofs, readable from any thread."""
        self._lock = lock
        self._writing = writing
        self._reading = reading
        self._writer = Writer(writing, on_batch, spacing_s=spacing_s, check=lock.check, on_lost=self._lose)
        self._watching = asyncio.create_task(self._watch(), name="store file")
        self.lost: DatabaseReplaced | None = None
        """Set once the file is gone from its place: nothing can be written any more."""
        self.on_lost: Callable[[], None] = lambda: None
        """Called when ``lost`` is set."""
        self._serial = serial
        self._mark: MarkKeeper | None = None
        self.integrity = Integrity()
        self._subscriptions = Subscriptions(changes)

    @classmethod
    async def open(
        cls, path: Path, migrations: Path = MIGRATIONS, *, on_batch: OnBatch | None = None, spacing_s: float = 0.0
    ) -> "Store":
        """Lock, check and migrate the file at ``path``, created if missing. Commits are ``spacing_s`` apart at least.

        Raises StoreUnusable with a one-line reason if the file cannot be used; nothing is changed then.
        """
        lock = await asyncio.to_thread(prepare, path, migrations)
        reading = aiosqlite.Connection(lambda: connect(path, autocommit=True), iter_chunk_size=64)
        writing: sqlite3.Connection | None = None
        try:
            await reading
            writing = await asyncio.to_thread(connect, path, autocommit=True, shared=True)
            await (await reading.execute("PRAGMA query_only = ON")).close()
            ((serial,),) = await reading.execute_fetchall(high_water_mark.LAST)
            unsummed = await reading.execute_fetchall("SELECT next, last FROM summing")
            schema = tuple(row[0] for row in await reading.execute_fetchall(SCHEMA))
            changes = await asyncio.to_thread(derive_changes, schema)
            lock.check()
        except (sqlite3.Error, StoreUnusable) as error:
            await reading.close()
            if writing is not None:
                writing.close()
            lock.release()
            if isinstance(error, StoreUnusable):
                raise
            raise StoreUnusable(f"{path} cannot be used: {error}") from error
        store = cls(path, lock, writing, reading, serial, changes, on_batch, spacing_s)
        store.integrity.unsummed = next(((row[0], row[1]) for row in unsummed), None)
        try:
            store._mark = await MarkKeeper.open(lock)
        except BaseException as error:  # open connection threads would keep the process alive
            await store.close()
            if isinstance(error, BROKEN):
                raise StoreUnusable(f"{path} cannot be used: {error}") from error
            raise
        return store

    async def close(self) -> None:
        """Write what is queued, then close the file. Closing twice is harmless."""
        self._watching.cancel()
        await self._writer.close()
        if self._mark is not None:
            await self._mark.close()
            self._mark = None
        self.proofs.close()
        await self._reading.close()
        await asyncio.to_thread(self._writing.close)
        self._lock.release()

    def _lose(self, error: DatabaseReplaced) -> None:
        self.lost = error
        self.on_lost()

    async def _watch(self) -> None:
        """Check for the loss of the file while nothing is written."""
        while self.lost is None:
            self._writer.look()
            await asyncio.sleep(LOOK_S)

    def look(self) -> None:
        """Check that the file is in its place; set ``lost`` if not."""
        self._writer.look()

    async def rescue(self) -> Path:
        """Copy the open database, even if its file is unlinked, to a new file beside its place; return the path.

        Raises StoreError if that fails.
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
        """Whether writes fail now, as on a full disk, or for good, since the file is gone."""
        return self._writer.failing

    @property
    def behind(self) -> Sequence[str]:
        """One line per game that was further along than this file when it was opened."""
        return () if self._mark is None else self._mark.behind

    def note_version(self, serial: int, id: str, v: int) -> None:
        """Record a game's version in the high-water mark: ``v`` 0 is its end; ``id`` may be empty if known."""
        if self._mark is not None:
            self._mark.note(serial, id, v)

    async def read_clock(self) -> int:
        """Return what this machine's clock shows, in ms since 1970: the file has none of its own."""
        return read_wall()

    async def lead(self, name: str) -> bool:
        """Return True: the file belongs to one process."""
        return True

    async def stop_leading(self, name: str) -> None:
        """Do nothing: there is no other process."""

    def new_serial(self) -> int:
        """Return the serial for the next game; it is never reused, even after a game is deleted."""
        self._serial += 1
        return self._serial

    async def commit(self, *writes: Write, noted: Sequence[Statement] = ()) -> None:
        """Write ``writes`` in order, and run ``noted``, in one transaction. Durable on return.

        Raises StoreError if nothing was written. If the caller is cancelled, the writes are committed all the same.
        """
        await write_unit(self._put, gather_rows(writes), noted)
        self._note_versions(writes)

    def commit_then(self, on_end: OnCommit, *writes: Write, noted: Sequence[Statement] = ()) -> None:
        """Begin to commit, and call ``on_end`` with None once that is durable, or with the StoreError."""

        def end(outcome: list[int] | StoreError) -> None:
            if isinstance(outcome, StoreError):
                on_end(outcome)
            else:
                self._note_versions(writes)
                on_end(None)

        self._put(Unit(gather_rows(writes), noted, end))

    def _note_versions(self, writes: Iterable[Write]) -> None:
        for write in writes:
            version = write.version
            if version is not None:
                self.note_version(*version)

    async def execute(self, *statements: Statement) -> list[int]:
        """Run writing statements in one transaction; return how many rows each changed.

        Raises Conflict if a constraint refuses one.
        """
        return await write_unit(self._put, {}, statements)

    async def keep(self, bulk: Bulk, *statements: Statement) -> None:
        """Write rows by bulk statement, then run statements, in one transaction."""
        await write_unit(self._put, {statement: rows for statement, rows in bulk.items() if rows}, statements)

    def _put(self, unit: Unit) -> None:
        follow_changes(unit, self._subscriptions)
        self._writer.put(unit)

    def on_change(self, call: OnChange, *watched: Watched) -> None:
        """Register ``call`` to run after each write that may have changed ``watched``.

        It runs on the event loop once the write is durable, even if the writer was cancelled, but not for a single
        statement known to have changed no row. ``call`` must not raise.
        """
        self._subscriptions.add(watched, call)

    async def fetch(self, sql: str, parameters: Parameters | Named = ()) -> list[Row]:
        """Return all rows of a query. Raises StoreError if it fails."""
        try:
            return list(await self._reading.execute_fetchall(sql, parameters))
        except (sqlite3.Error, ValueError) as error:
            raise StoreError(f"not readable: {error}") from error
