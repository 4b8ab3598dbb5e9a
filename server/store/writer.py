"""One task that commits what has queued up since its last commit: durable, in batches, without delay."""

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from time import perf_counter

import aiosqlite

from server.errors import StoreError
from server.store.file.lock import DatabaseReplaced
from server.store.sql import Bulk, BulkStatement, Conflict, Parameters, Statement

log = logging.getLogger(__name__)

OnBatch = Callable[[int, float], None]
"""Called after each commit with its number of rows and statements, and the seconds until durable. Must not raise."""

POISONED = (
    sqlite3.IntegrityError,
    sqlite3.DataError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
    OverflowError,
    ValueError,
)
"""Errors that a single write can cause. Any other error, as a full disk, affects the whole batch."""

MOST_ROWS = 500
"""Maximum rows per statement; SQLite takes 32,766 parameters."""


class Unit:
    """Rows and statements written together or not at all, and the future of the caller that waits for them.

    ``bulk`` holds rows by statement, written stage by stage together with those of other units; ``single`` holds
    statements of this unit only, whose row counts become the future's result.
    """

    __slots__ = ("bulk", "done", "single")

    def __init__(self, bulk: Bulk, single: Sequence[Statement] = ()) -> None:
        self.bulk = bulk
        self.single = single
        self.done: asyncio.Future[list[int]] = asyncio.get_running_loop().create_future()


class Writer:
    """The only writer on ``connection``, which is in autocommit mode (``isolation_level`` None).

    ``check`` raises DatabaseReplaced once the file is not in its place: from then on no write is acknowledged, and
    ``on_lost`` is called.
    """

    def __init__(
        self,
        connection: aiosqlite.Connection,
        on_batch: OnBatch | None = None,
        *,
        check: Callable[[], None] = lambda: None,
        on_lost: Callable[[DatabaseReplaced], None] = lambda _: None,
    ) -> None:
        self._check = check
        self._on_lost = on_lost
        self._lost: DatabaseReplaced | None = None
        self._connection = connection
        self._on_batch = on_batch
        self._queue: list[Unit] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._failing = False
        self._task = asyncio.create_task(self._run(), name="store writer")

    def put(self, unit: Unit) -> Awaitable[list[int]]:
        """Queue a unit; return its future, done once the unit is durable, or StoreError if it was not written.

        A caller that stops waiting changes nothing: the unit is written all the same, once.
        """
        if self._closing:
            raise StoreError("the store is closed")
        self._queue.append(unit)
        self._wake.set()
        return unit.done

    @property
    def failing(self) -> bool:
        """Whether the last commit failed because of the disk or the file."""
        return self._failing

    def look(self) -> None:
        """Check that the file is in its place."""
        if self._lost is None:
            try:
                self._check()
            except DatabaseReplaced as error:
                self._lose(error)
            except OSError:  # an unreadable folder does not prove that the file is gone
                pass

    def _lose(self, error: DatabaseReplaced) -> None:
        self._lost, self._failing = error, True
        log.critical("%s: nothing is kept any more", error)
        self._on_lost(error)

    async def close(self) -> None:
        """Write what is queued, then stop."""
        self._closing = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        while True:
            if self._queue:
                batch, self._queue = self._queue, []
                await self._keep(batch)
            elif self._closing:
                return
            else:
                self._wake.clear()
                await self._wake.wait()

    async def _keep(self, batch: list[Unit]) -> None:
        self.look()
        if self._lost is not None:
            self._refuse(batch, StoreError, self._lost)
            return
        try:
            counts = await self._commit(batch)
        except POISONED as error:
            if len(batch) > 1:
                for unit in batch:
                    await self._keep([unit])
                return
            kind = Conflict if isinstance(error, sqlite3.IntegrityError) else StoreError
            self._refuse(batch, kind, error)
        except Exception as error:
            if not self._failing:
                self._failing = True
                known = isinstance(error, sqlite3.Error)
                log.critical("the store cannot write: %s; moves are refused until it can", error, exc_info=not known)
            self._refuse(batch, StoreError, error)
        else:
            self.look()  # a write to a file that is gone must not be acknowledged
            if self._lost is not None:
                self._refuse(batch, StoreError, self._lost)
                return
            if self._failing:
                self._failing = False
                log.warning("the store writes again")
            for unit, count in zip(batch, counts, strict=True):
                if not unit.done.done():
                    unit.done.set_result(count)

    async def _commit(self, batch: list[Unit]) -> list[list[int]]:
        began = perf_counter()
        bulk = sort_rows(batch)
        if len(bulk) == 1 and not any(unit.single for unit in batch):
            ((statement, rows),) = bulk.items()
            if statement.takes_rows and len(rows) <= MOST_ROWS:
                # one statement is a transaction of its own: one trip to the connection's thread, durable on return
                await self._insert(statement, rows)
                self._report(len(rows), began)
                return [[] for _ in batch]
        counts = await self._transaction(bulk, batch)
        self._report(sum(map(len, bulk.values())) + sum(map(len, counts)), began)
        return counts

    async def _transaction(self, bulk: dict[BulkStatement, list[Parameters]], batch: list[Unit]) -> list[list[int]]:
        connection = self._connection
        await connection.execute("BEGIN IMMEDIATE")
        try:
            for statement, rows in bulk.items():
                if statement.takes_rows:
                    for first in range(0, len(rows), MOST_ROWS):
                        await self._insert(statement, rows[first : first + MOST_ROWS])
                else:
                    await connection.executemany(statement.sql, rows)
            counts = [[(await connection.execute(*one)).rowcount for one in unit.single] for unit in batch]
            await connection.commit()
        except BaseException:
            with suppress(sqlite3.Error):  # SQLite has rolled back by itself after some errors
                await connection.rollback()
            raise
        return counts

    async def _insert(self, statement: BulkStatement, rows: list[Parameters]) -> None:
        """Insert all rows in one step: SQLite releases the interpreter lock once, not once per row."""
        await self._connection.execute(statement.repeat(len(rows)), [value for row in rows for value in row])

    def _report(self, rows: int, began: float) -> None:
        if self._on_batch is not None:
            self._on_batch(rows, perf_counter() - began)

    @staticmethod
    def _refuse(batch: list[Unit], kind: type[StoreError], error: Exception) -> None:
        for unit in batch:
            if not unit.done.done():
                refusal = kind(f"not kept: {error}")
                refusal.__cause__ = error
                unit.done.set_exception(refusal)


def sort_rows(batch: Sequence[Unit]) -> dict[BulkStatement, list[Parameters]]:
    """Return the rows of all units by statement, the statements by stage."""
    found: dict[BulkStatement, list[Parameters]] = {}
    for unit in batch:
        for statement, rows in unit.bulk.items():
            found.setdefault(statement, []).extend(rows)
    return dict(sorted(found.items(), key=lambda item: item[0].stage))
