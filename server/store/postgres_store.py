"""The store in a PostgreSQL database: one connection that writes, some that read, and one that hears of others."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from server.errors import StoreError
from server.store.changes import OnChange, Subscriptions, Watched, derive_changes
from server.store.database import OnCommit, Write
from server.store.file.migrations import MIGRATIONS
from server.store.integrity import Integrity
from server.store.knowledge.proofs import StoredProofs
from server.store.postgres.connection import FAILURES, Connect, PostgresConnection, is_lost
from server.store.postgres.leading import Leads
from server.store.postgres.lifecycle import one_line, prepare
from server.store.postgres.news import ChangeNews
from server.store.postgres.schema import Blueprint
from server.store.postgres.serials import Serials
from server.store.postgres.writer import PostgresWriter
from server.store.sql import Bulk, Named, Parameters, Row, Statement
from server.store.writer import OnBatch, Unit, follow_changes, gather_rows, write_unit

log = logging.getLogger(__name__)

READERS = 6
"""Most connections that read."""


class PostgresStore:
    """An open database, made with `PostgresStore.open`. Methods raise StoreError if the database fails."""

    def __init__(
        self, address: str, writing: PostgresConnection, blueprint: Blueprint, on_batch: OnBatch | None
    ) -> None:
        self.address = address
        self.proofs = StoredProofs(address)
        """Stored proofs, readable from any thread."""
        self.integrity = Integrity()
        self.behind: Sequence[str] = ()
        """Empty: a mark of how far games were belongs to a file."""
        changes = derive_changes(blueprint.texts)
        self._subscriptions = Subscriptions(changes)
        self._news = ChangeNews(self._connect, self._subscriptions)
        self._writer = PostgresWriter(writing, self._connect, changes, self._news.announce, on_batch)
        self._readers = _Readers(self._connect)
        self._serials = Serials(self.fetch)
        self._leads = Leads(self._connect)

    @classmethod
    async def open(
        cls, address: str, migrations: Path = MIGRATIONS, *, on_batch: OnBatch | None = None
    ) -> "PostgresStore":
        """Connect to a database, and create or update its schema.

        Raises StoreUnusable with a one-line reason if the database cannot be used; nothing is changed then.
        """
        blueprint = await prepare(address, migrations)
        with one_line(address):
            store = cls(address, await PostgresConnection.open(address), blueprint, on_batch)
            try:
                await store._news.open()
                await store._serials.fill()
                unsummed = await store.fetch("SELECT next, last FROM summing")
                store.integrity.unsummed = next(((row[0], row[1]) for row in unsummed), None)
            except BaseException:
                await store.close()
                raise
        return store

    async def close(self) -> None:
        """Write what is queued, then disconnect. Closing twice is harmless."""
        await self._writer.close()
        await self._leads.close()
        await self._serials.close()
        await self._news.close()
        await self._readers.close()
        self.proofs.close()

    async def _connect(self) -> PostgresConnection:
        return await PostgresConnection.open(self.address)

    @property
    def failing(self) -> bool:
        """Return whether writes fail now, since the database does not take them."""
        return self._writer.failing

    def note_version(self, serial: int, id: str, v: int) -> None:
        """Do nothing: the mark belongs to a file."""

    async def read_clock(self) -> int:
        """Return what the database's clock shows, in ms since 1970."""
        ((clock,),) = await self.fetch("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) AS clock")
        return int(clock)

    async def lead(self, name: str) -> bool:
        """Try to become, or to remain, the only server on this database that leads in something."""
        return await self._leads.lead(name)

    async def stop_leading(self, name: str) -> None:
        """Let another server on this database lead in something."""
        await self._leads.stop(name)

    def new_serial(self) -> int:
        """Return the number of the next game; it is never reused, even after a game is deleted."""
        return self._serials.take()

    async def commit(self, *writes: Write, noted: Sequence[Statement] = ()) -> None:
        """Write ``writes`` in order, and run ``noted``, in one transaction. Durable on return.

        Raises StoreError if nothing was written, or if the connection broke during the commit. If the caller is
        cancelled, the writes are committed all the same.
        """
        await write_unit(self._put, gather_rows(writes), noted)

    def commit_then(self, on_end: OnCommit, *writes: Write, noted: Sequence[Statement] = ()) -> None:
        """Begin to commit, and call ``on_end`` with None once that is durable, or with the StoreError."""
        bulk = gather_rows(writes)
        self._put(Unit(bulk, noted, lambda outcome: on_end(outcome if isinstance(outcome, StoreError) else None)))

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
        """Register ``call`` to run after each write that may have changed ``watched``, also of another server.

        It runs on the event loop: for a write of this server once it is durable, even if the writer was cancelled, but
        not for a single statement known to have changed no row; for others' writes at most ten times a second.
        ``call`` must not raise.
        """
        self._subscriptions.add(watched, call)

    async def fetch(self, sql: str, parameters: Parameters | Named = ()) -> list[Row]:
        """Return all rows of a query. Raises StoreError if it fails."""
        try:
            return await self._readers.fetch(sql, parameters)
        except FAILURES as error:
            raise StoreError(f"not readable: {error}") from error


class _Readers:
    """Connections that read, opened as they are needed."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._free: list[PostgresConnection] = []
        self._places = asyncio.Semaphore(READERS)
        self._closed = False

    async def fetch(self, sql: str, parameters: Parameters | Named) -> list[Row]:
        """Run a query; once more on a new connection if its own is lost."""
        async with self._places:
            session = await self._take()
            try:
                return await session.fetch(sql, parameters)
            except FAILURES as error:
                if not session.is_lost and not is_lost(error):
                    raise
                session.drop()
                for other in self._free:
                    other.drop()
                self._free.clear()
                session = await self._connect()
                return await session.fetch(sql, parameters)
            except BaseException:
                session.drop()  # cancelled in the middle
                raise
            finally:
                if not session.is_lost:
                    if self._closed:
                        await session.close()
                    else:
                        self._free.append(session)

    async def _take(self) -> PostgresConnection:
        if self._closed:
            raise StoreError("the store is closed")
        while self._free:
            session = self._free.pop()
            if not session.is_lost:
                return session
        return await self._connect()

    async def close(self) -> None:
        """Close all connections that are free, and the others once they are."""
        self._closed = True
        while self._free:
            with suppress(*FAILURES):
                await self._free.pop().close()
