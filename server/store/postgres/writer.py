"""One task that commits to PostgreSQL what has queued up since its last commit, as `server.store.writer` to a file.

Servers that share a database take turns: a batch holds a lock from its first statement to its commit, so that it reads
what those before it have written, as in SQLite, ids rise in the order of the commits, and no two batches wait for each
other. A batch of nothing but moves needs none of this and takes no turn.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from time import monotonic, perf_counter

import asyncpg

from server.errors import StoreError
from server.store.changes import StatementChanges
from server.store.postgres.connection import FAILURES, PostgresConnection, is_lost
from server.store.sql import BulkStatement, Conflict, Parameters
from server.store.writer import OnBatch, Unit, sort_rows

log = logging.getLogger(__name__)

TURN = 0x54454E47
"""Key of the advisory lock of a batch that writes."""
LEAST_WAIT_S = 0.2
MOST_WAIT_S = 5.0
MOST_ROWS = 5_000
"""Maximum rows per statement."""

POISONED = (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError, OverflowError, ValueError, TypeError)
"""Errors that a single write can cause, before or after it is sent."""
ANEW = (
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    asyncpg.InFailedSQLTransactionError,
    asyncpg.InvalidCachedStatementError,
    asyncpg.exceptions.LockNotAvailableError,
)
"""Errors after which the same write may succeed."""
TRIES = 3

Announce = Callable[[Sequence[str]], str]
"""Return the text that tells other servers of the changes of statements, "" if none waits for them."""


class PostgresWriter:
    """The only writer of this server. ``connect`` opens a connection for it; ``session`` is the first one."""

    def __init__(
        self,
        session: PostgresConnection,
        connect: Callable[[], Awaitable[PostgresConnection]],
        changes: StatementChanges,
        announce: Announce,
        on_batch: OnBatch | None = None,
    ) -> None:
        self._session: PostgresConnection | None = session
        self._connect = connect
        self._changes = changes
        self._announce = announce
        self._on_batch = on_batch
        self._queue: list[Unit] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._failing = False
        self._wait_s = LEAST_WAIT_S
        self._again_at = 0.0
        self._alone: dict[BulkStatement, bool] = {}
        self._task = asyncio.create_task(self._run(), name="store writer")

    def put(self, unit: Unit) -> None:
        """Queue a unit, which ends once it is durable, or with StoreError if it was not written.

        If the connection breaks during the commit, the error does not say whether the unit was written.
        """
        if self._closing:
            raise StoreError("the store is closed")
        self._queue.append(unit)
        self._wake.set()

    @property
    def failing(self) -> bool:
        """Return whether the last commit failed because of the database or the way there."""
        return self._failing

    async def close(self) -> None:
        """Write what is queued, then stop."""
        self._closing = True
        self._wake.set()
        await self._task
        if self._session is not None:
            await self._session.close()

    async def _run(self) -> None:
        while True:
            if self._queue:
                batch, self._queue = self._queue, []
                await self._keep(batch)
            elif self._closing:
                return
            else:
                self._wake.clear()
                try:
                    await asyncio.wait_for(self._wake.wait(), self._wait_s if self._failing else None)
                except TimeoutError:  # nobody writes: who waits for the database hears of its return all the same
                    with suppress(StoreError, *FAILURES):
                        await self._reconnect()
                        self._succeed()

    async def _keep(self, batch: list[Unit], tries: int = 0) -> None:
        try:
            if self._session is None or self._session.is_lost:
                await self._reconnect()
            counts = await self._commit(batch)
        except ANEW as error:
            assert self._session is not None
            self._session.forget()
            if len(batch) > 1:
                for unit in batch:
                    await self._keep([unit])
            elif tries < TRIES:
                await self._keep(batch, tries + 1)
            else:
                _refuse(batch, StoreError, error)
        except Exception as error:
            lost = self._session is None or self._session.is_lost or is_lost(error)
            poisoned = isinstance(error, POISONED) or (
                isinstance(error, (asyncpg.SyntaxOrAccessError, asyncpg.InterfaceError))
                and not isinstance(error, asyncpg.InsufficientPrivilegeError)
            )
            if poisoned and not lost:
                if len(batch) > 1:
                    for unit in batch:
                        await self._keep([unit])
                    return
                kind = Conflict if isinstance(error, asyncpg.IntegrityConstraintViolationError) else StoreError
                _refuse(batch, kind, error)
                return
            self._fail(error, lost)
            _refuse(batch, StoreError, error)
        else:
            self._succeed()
            for unit, count in zip(batch, counts, strict=True):
                _end(unit, count)

    def _fail(self, error: Exception, lost: bool) -> None:
        if lost and self._session is not None:
            self._session.drop()
            self._session = None
        if not self._failing:
            self._failing = True
            known = isinstance(error, (StoreError, *FAILURES))
            log.critical("the store cannot write: %s; moves are refused until it can", error, exc_info=not known)

    def _succeed(self) -> None:
        if self._failing:
            self._failing = False
            log.warning("the store writes again")

    async def _reconnect(self) -> None:
        """Open a new connection, but not more often than every `MOST_WAIT_S` seconds while that fails."""
        if self._session is not None:
            if not self._session.is_lost:
                await self._session.fetch("SELECT 1")
                return
            self._session.drop()
            self._session = None
        if monotonic() < self._again_at:
            raise StoreError("the database does not answer")
        try:
            self._session = await self._connect()
        except BaseException:
            self._again_at = monotonic() + self._wait_s
            self._wait_s = min(2 * self._wait_s, MOST_WAIT_S)
            raise
        self._wait_s = LEAST_WAIT_S

    async def _commit(self, batch: list[Unit]) -> list[list[int]]:
        assert self._session is not None
        began = perf_counter()
        bulk = sort_rows(batch)
        if len(bulk) == 1 and not any(unit.single for unit in batch):
            ((statement, rows),) = bulk.items()
            if len(rows) <= MOST_ROWS and self._goes_alone(statement):
                await self._insert(self._session, statement, rows)
                self._report(len(rows), began)
                return [[] for _ in batch]
        counts = await self._transaction(self._session, bulk, batch)
        self._report(sum(map(len, bulk.values())) + sum(map(len, counts)), began)
        return counts

    def _goes_alone(self, statement: BulkStatement) -> bool:
        """Return whether a statement only inserts into one table, whose rows nobody follows by their ids, and of which
        nobody waits to hear."""
        found = self._alone.get(statement)
        if found is None:
            changes = self._changes.find(statement.sql)
            found = statement.takes_rows and len(changes) == 1 and not self._announce([statement.sql])
            found = found and {change.table for change in changes} == {"actions"}
            self._alone[statement] = found
        return found

    async def _transaction(
        self, session: PostgresConnection, bulk: dict[BulkStatement, list[Parameters]], batch: list[Unit]
    ) -> list[list[int]]:
        await session.script(f"BEGIN; SELECT pg_advisory_xact_lock({TURN})")
        try:
            for statement, rows in bulk.items():
                if statement.takes_rows:
                    for first in range(0, len(rows), MOST_ROWS):
                        await self._insert(session, statement, rows[first : first + MOST_ROWS])
                else:
                    await session.run_many(statement.sql, rows)
            counts = [[await session.run(*one) for one in unit.single] for unit in batch]
            changing = [statement.sql for statement in bulk]
            for unit, count in zip(batch, counts, strict=True):
                changing += [sql for (sql, _), rows in zip(unit.single, count, strict=True) if rows]
            told = self._announce(changing)
            await session.script(f"{told}; COMMIT" if told else "COMMIT")
        except BaseException:
            with suppress(*FAILURES):
                await session.script("ROLLBACK")
            raise
        return counts

    @staticmethod
    async def _insert(session: PostgresConnection, statement: BulkStatement, rows: list[Parameters]) -> None:
        if len(rows) == 1:
            await session.run(statement.sql, rows[0])
        else:
            await session.insert_rows(statement.sql, rows)

    def _report(self, rows: int, began: float) -> None:
        if self._on_batch is not None:
            self._on_batch(rows, perf_counter() - began)


def _refuse(batch: list[Unit], kind: type[StoreError], error: Exception) -> None:
    for unit in batch:
        refusal = kind(f"not kept: {error}")
        refusal.__cause__ = error
        _end(unit, refusal)


def _end(unit: Unit, outcome: list[int] | StoreError) -> None:
    """End a unit in the loop's next turn, while the database has the next batch already."""
    asyncio.get_running_loop().call_soon(unit.end, outcome)
