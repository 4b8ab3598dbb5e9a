"""One thread that commits what has queued up since its last commit: durable, in batches, without delay."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import chain
from queue import SimpleQueue
from threading import Thread
from time import perf_counter

from msgspec import MsgspecError

from server.errors import StoreError
from server.store.changes import Subscriptions
from server.store.database import Write
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


Outcome = list[int] | Exception
"""The row counts of a unit's single statements, or why it was not written."""
OnEnd = Callable[[list[int] | StoreError], None]
"""Called on the loop once a unit is durable, with the row counts of its single statements, or was not written."""


class Unit:
    """Rows and statements written together or not at all, and what is called in the end.

    ``bulk`` holds rows by statement, written stage by stage together with those of other units; ``single`` holds
    statements of this unit only.
    """

    __slots__ = ("bulk", "on_end", "single")

    def __init__(self, bulk: Bulk, single: Sequence[Statement], on_end: OnEnd) -> None:
        self.bulk = bulk
        self.single = single
        self.on_end = on_end

    def end(self, outcome: list[int] | StoreError) -> None:
        """Call ``on_end``; an error in it is logged, as other units end in the same turn of the loop."""
        try:
            self.on_end(outcome)
        except Exception:
            log.exception("after a commit")


class Writer:
    """The only writer on ``connection``, which is in autocommit mode (``isolation_level`` None) and shared by threads.

    A batch goes to the writer's thread and comes back as a whole, because a hand-over between threads costs more than a
    row. Batches begin ``spacing_s`` seconds apart at least. ``check`` raises DatabaseReplaced once the file is not in
    its place: from then on no write is acknowledged, and ``on_lost`` is called.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        on_batch: OnBatch | None = None,
        *,
        spacing_s: float = 0.0,
        check: Callable[[], None] = lambda: None,
        on_lost: Callable[[DatabaseReplaced], None] = lambda _: None,
    ) -> None:
        self._check = check
        self._on_lost = on_lost
        self._lost: DatabaseReplaced | None = None
        self._connection = connection
        self._on_batch = on_batch
        self._queue: list[Unit] = []
        self._closing = False
        self._failing = False
        self._loop = asyncio.get_running_loop()
        self._spacing_s = spacing_s
        self._began_at = -spacing_s
        self._idle = asyncio.Event()
        """Set while no batch is under way or about to be."""
        self._idle.set()
        self._handed: SimpleQueue[list[Unit] | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="store writer")
        self._thread.start()

    def put(self, unit: Unit) -> None:
        """Queue a unit, which ends once it is durable, or with StoreError if it was not written."""
        if self._closing:
            raise StoreError("the store is closed")
        self._queue.append(unit)
        if self._idle.is_set():
            self._idle.clear()
            self._hand_over_soon()

    @property
    def failing(self) -> bool:
        """Whether the last commit failed because of the disk or the file."""
        return self._failing

    def look(self) -> None:
        """Check that the file is in its place."""
        if self._lost is None:
            lost = self._find_loss()
            if lost is not None:
                self._lose(lost)

    def _lose(self, error: DatabaseReplaced) -> None:
        self._lost, self._failing = error, True
        log.critical("%s: nothing is kept any more", error)
        self._on_lost(error)

    async def close(self) -> None:
        """Write what is queued, then stop."""
        self._closing = True
        await self._idle.wait()
        self._handed.put(None)
        self._thread.join()

    # --- on the loop ----------------------------------------------------------------------------------------------

    def _hand_over_soon(self) -> None:
        """Hand over what has queued up once the spacing allows it, but not before others have had their turn."""
        wait = self._began_at + self._spacing_s - self._loop.time() if self._spacing_s else 0.0
        if wait > 0:
            self._loop.call_later(wait, self._hand_over)
        else:
            self._loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        self._began_at = self._loop.time()
        batch, self._queue = self._queue, []
        self._handed.put(batch)

    def _settle(self, batch: list[Unit], outcomes: list[Outcome], commits: list[tuple[int, float]]) -> None:
        """End the units, then hand over what has queued up meanwhile."""
        if self._on_batch is not None:
            for rows, seconds in commits:
                self._on_batch(rows, seconds)
        for unit, outcome in zip(batch, outcomes, strict=True):
            if self._lost is not None:
                self._refuse(unit, self._lost)
            elif isinstance(outcome, Exception):
                self._refuse(unit, outcome)
            else:
                if self._failing:
                    self._failing = False
                    log.warning("the store writes again")
                unit.end(outcome)
        if self._queue:
            self._hand_over_soon()
        else:
            self._idle.set()

    def _refuse(self, unit: Unit, error: Exception) -> None:
        kind = StoreError
        if isinstance(error, DatabaseReplaced):
            if self._lost is None:
                self._lose(error)
        elif isinstance(error, POISONED):
            kind = Conflict if isinstance(error, sqlite3.IntegrityError) else StoreError
        elif not self._failing:
            self._failing = True
            known = isinstance(error, sqlite3.Error)
            log.critical(
                "the store cannot write: %s; moves are refused until it can", error, exc_info=None if known else error
            )
        refusal = kind(f"not kept: {error}")
        refusal.__cause__ = error
        unit.end(refusal)

    # --- in the thread --------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while (batch := self._handed.get()) is not None:
            commits: list[tuple[int, float]] = []
            outcomes = self._keep(batch, commits)
            self._loop.call_soon_threadsafe(self._settle, batch, outcomes, commits)

    def _keep(self, batch: list[Unit], commits: list[tuple[int, float]]) -> list[Outcome]:
        """Commit a batch, or each of its units alone if one is poisoned; note the rows and seconds of the commits."""
        lost = self._find_loss()
        if lost is not None:
            return [lost] * len(batch)
        began = perf_counter()
        try:
            rows, counts = self._commit(batch)
        except POISONED as error:
            if len(batch) > 1:
                return [outcome for unit in batch for outcome in self._keep([unit], commits)]
            return [error]
        except Exception as error:
            return [error] * len(batch)
        commits.append((rows, perf_counter() - began))
        lost = self._find_loss()  # a write to a file that is gone must not be acknowledged
        return list(counts) if lost is None else [lost] * len(batch)

    def _find_loss(self) -> DatabaseReplaced | None:
        try:
            self._check()
        except DatabaseReplaced as error:
            return error
        except OSError:  # an unreadable folder does not prove that the file is gone
            pass
        return None

    def _commit(self, batch: list[Unit]) -> tuple[int, list[list[int]]]:
        """Return the number of rows and statements, and the counts of each unit; durable on return."""
        bulk = sort_rows(batch)
        if len(bulk) == 1 and not any(unit.single for unit in batch):
            ((statement, rows),) = bulk.items()
            if statement.takes_rows and len(rows) <= MOST_ROWS:
                self._insert(statement, rows)  # one statement is a transaction of its own
                return len(rows), [[] for _ in batch]
        counts = self._transaction(bulk, batch)
        return sum(map(len, bulk.values())) + sum(map(len, counts)), counts

    def _transaction(self, bulk: dict[BulkStatement, list[Parameters]], batch: list[Unit]) -> list[list[int]]:
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement, rows in bulk.items():
                if statement.takes_rows:
                    for first in range(0, len(rows), MOST_ROWS):
                        self._insert(statement, rows[first : first + MOST_ROWS])
                else:
                    connection.executemany(statement.sql, rows)
            counts = [[connection.execute(*one).rowcount for one in unit.single] for unit in batch]
            connection.commit()
        except BaseException:
            with suppress(sqlite3.Error):  # SQLite has rolled back by itself after some errors
                connection.rollback()
            raise
        return counts

    def _insert(self, statement: BulkStatement, rows: list[Parameters]) -> None:
        """Insert all rows in one step: SQLite releases the interpreter lock once, not once per row."""
        self._connection.execute(statement.repeat(len(rows)), [value for row in rows for value in row])


def sort_rows(batch: Sequence[Unit]) -> dict[BulkStatement, list[Parameters]]:
    """Return the rows of all units by statement, the statements by stage."""
    found: dict[BulkStatement, list[Parameters]] = {}
    for unit in batch:
        for statement, rows in unit.bulk.items():
            found.setdefault(statement, []).extend(rows)
    return dict(sorted(found.items(), key=lambda item: item[0].stage))


def gather_rows(writes: Iterable[Write]) -> dict[BulkStatement, list[Parameters]]:
    """Return the rows of writes, in their order, by statement. Raises StoreError if one cannot be written."""
    bulk: dict[BulkStatement, list[Parameters]] = {}
    try:
        for write in writes:
            for statement, row in write.rows():
                bulk.setdefault(statement, []).append(row)
    except (MsgspecError, TypeError, ValueError, OverflowError) as error:
        raise StoreError(f"not kept: {error}") from error
    return bulk


def follow_changes(unit: Unit, subscriptions: Subscriptions) -> None:
    """Have those who wait for the changes of a unit called once it is written, before ``on_end``."""
    bulk = [statement.sql for statement in unit.bulk]
    if not subscriptions.is_awaited(bulk, unit.single):
        return
    on_end = unit.on_end

    def tell(outcome: list[int] | StoreError) -> None:
        if not isinstance(outcome, StoreError):
            changing = (sql for (sql, _), rows in zip(unit.single, outcome, strict=True) if rows)
            for call in subscriptions.find_calls(chain(bulk, changing)):
                call()
        on_end(outcome)

    unit.on_end = tell


def write_unit(put: Callable[[Unit], None], bulk: Bulk, single: Sequence[Statement] = ()) -> asyncio.Future[list[int]]:
    """Put a unit; return the future of its row counts, or of the StoreError.

    A caller that stops waiting changes nothing: the unit is written all the same, once.
    """
    done: asyncio.Future[list[int]] = asyncio.get_running_loop().create_future()

    def end(outcome: list[int] | StoreError) -> None:
        if done.done():
            return
        if isinstance(outcome, StoreError):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)

    put(Unit(bulk, single, end))
    return done
