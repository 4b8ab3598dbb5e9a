"""The side of PostgreSQL when a store is moved: reads it in one snapshot, or fills an empty one in one transaction."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg

from server.errors import StoreUnusable
from server.store.address import hide_password
from server.store.file.migrations import MIGRATIONS, read_migrations
from server.store.postgres.connection import PostgresConnection
from server.store.postgres.lifecycle import MIGRATIONS_TABLE, check_content, check_version, one_line
from server.store.postgres.schema import FUNCTIONS, Blueprint, StoreTable, translate_definition

AT_ONCE = 2_000
_OTHERS = """SELECT count(*) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'tengen%' AND pid <> pg_backend_pid()"""


@asynccontextmanager
async def open_source(address: str, folder: Path = MIGRATIONS) -> AsyncIterator["_Source"]:
    """Open a database to read it as a whole. Raises StoreUnusable if it is not up to date, or a server has it open."""
    name = hide_password(address)
    with one_line(address):
        session = await PostgresConnection.open(address, command_s=None)
        try:
            migrations = read_migrations(folder)
            applied = await check_content(session, address, migrations)
            if not applied:
                raise StoreUnusable(f"{name} is empty")
            if applied < migrations[-1].number:
                raise StoreUnusable(f"{name} is of an older version: start a server of this one first")
            if (await session.connection.fetchrow(_OTHERS))[0]:
                raise StoreUnusable(f"{name} is in use by a server")
            await session.script("SET idle_in_transaction_session_timeout = 0")
            await session.script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield _Source(session)
        finally:
            await session.close()


@asynccontextmanager
async def open_target(address: str, blueprint: Blueprint) -> AsyncIterator["_Target"]:
    """Open an empty database to fill it; what was written stays only if the block ends well."""
    with one_line(address):
        session = await PostgresConnection.open(address, command_s=None)
        try:
            await check_version(session, address)
            connection = session.connection
            found = await connection.fetchrow("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()")
            if found[0]:
                raise StoreUnusable(f"{hide_password(address)} is not empty: create a new database")
            await session.script("SET idle_in_transaction_session_timeout = 0")
            async with connection.transaction():
                await session.script(FUNCTIONS)
                for table in blueprint.tables:
                    await session.script(translate_definition(table.sql))
                await session.script(MIGRATIONS_TABLE)
                yield _Target(session, blueprint)
        finally:
            await session.close()


class _Source:
    def __init__(self, session: PostgresConnection) -> None:
        self._session = session

    async def read(self, table: StoreTable) -> AsyncIterator[tuple[Any, ...]]:
        sql = f"SELECT {', '.join(table.columns)} FROM {table.name}"
        statement = await self._session.connection.prepare(sql)
        async for row in statement.cursor(prefetch=AT_ONCE):
            yield tuple(row)

    async def read_number(self, table: StoreTable) -> int:
        connection = self._session.connection
        name = await connection.fetchval("SELECT pg_get_serial_sequence($1, $2)", table.name, table.numbered)
        last, is_called = await connection.fetchrow(f"SELECT last_value, is_called FROM {name}")
        return int(last) if is_called else 0


class _Target(_Source):
    def __init__(self, session: PostgresConnection, blueprint: Blueprint) -> None:
        super().__init__(session)
        self._blueprint = blueprint

    async def write(self, table: StoreTable, rows: AsyncIterator[tuple[Any, ...]]) -> None:
        try:
            await self._session.connection.copy_records_to_table(table.name, records=rows, columns=table.columns)
        except (asyncpg.PostgresError, ValueError, UnicodeError) as error:
            raise StoreUnusable(f"{table.name}: {' '.join(str(error).split())}") from error

    async def set_number(self, table: StoreTable, number: int) -> None:
        sql = "SELECT setval(pg_get_serial_sequence($1, $2), $3, $4)"
        await self._session.connection.execute(sql, table.name, table.numbered, max(1, number), number > 0)

    async def finish(self) -> None:
        for sql in self._blueprint.others:
            await self._session.script(translate_definition(sql))
        await self._session.script("ANALYZE")
