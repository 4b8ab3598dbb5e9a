"""Moves a whole store from a file to a PostgreSQL database or back, table by table, and compares the two at the end."""

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol

import msgspec

from server.errors import StoreError, StoreUnusable
from server.store.address import hide_password, is_server
from server.store.file import high_water_mark
from server.store.file.connection import BROKEN, connect
from server.store.file.database_file import prepare as prepare_file
from server.store.file.lock import Lock
from server.store.file.migrations import MIGRATIONS, read_migrations
from server.store.opening import require_driver
from server.store.postgres.schema import Blueprint, StoreTable, draw

AT_ONCE = 2_000
"""Rows read, and written to a file, at a time."""
_SPACE = 1 << 128
_MIGRATIONS = StoreTable("migrations", ("number", "name", "checksum", "applied_at"), ("number",), None, "")

Values = tuple[Any, ...]
Tell = Callable[[str], None]


class Sum:
    """The number of rows and a hash that does not depend on their order."""

    def __init__(self) -> None:
        self.rows = 0
        self._hash = 0

    def add(self, values: Values) -> None:
        """Count a row."""
        self.rows += 1
        digest = blake2b(msgspec.msgpack.encode(values), digest_size=16).digest()
        self._hash = (self._hash + int.from_bytes(digest, "big")) % _SPACE

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sum) and (self.rows, self._hash) == (other.rows, other._hash)

    __hash__ = None  # type: ignore[assignment]


class StoreSource(Protocol):
    """An open store that is read, in one snapshot."""

    def read(self, table: StoreTable) -> AsyncIterator[Values]:
        """Yield the rows of a table."""

    async def read_number(self, table: StoreTable) -> int:
        """Return the highest number that the database has given in a numbered table, 0 for none."""


class StoreTarget(StoreSource, Protocol):
    """An empty store that is filled; it becomes one only when all is there."""

    async def write(self, table: StoreTable, rows: AsyncIterator[Values]) -> None:
        """Insert the rows of a table."""

    async def set_number(self, table: StoreTable, number: int) -> None:
        """Go on from a number in a numbered table."""

    async def finish(self) -> None:
        """Make indexes and triggers, before the rows are compared."""


async def move(source: str, target: str, tell: Tell, migrations: Path = MIGRATIONS) -> None:
    """Copy the store at an address to another, which must be empty, and compare every table.

    ``tell`` gets a line for each table. No server may have either open. Raises StoreError or StoreUnusable with one
    line if it fails; then the target is as it was.
    """
    if is_server(source) or is_server(target):
        require_driver()
    blueprint = draw(read_migrations(migrations))
    tables = (*blueprint.tables, _MIGRATIONS)
    async with _open_source(source, migrations) as old, _open_target(target, blueprint, migrations) as new:
        sums: dict[str, Sum] = {}
        for table in tables:
            found = sums[table.name] = Sum()
            await new.write(table, _summed(old.read(table), found))
            if table.numbered is not None:
                await new.set_number(table, await old.read_number(table))
            tell(f"{table.name}: {found.rows}")
        await new.finish()
        for table in tables:
            found = Sum()
            async for _ in _summed(new.read(table), found):
                pass
            if found != sums[table.name]:
                raise StoreUnusable(f"{table.name} differs in {hide_password(target)}: nothing was moved")
    tell(f"{sum(each.rows for each in sums.values())} rows of {len(tables)} tables are the same in both")


async def _summed(rows: AsyncIterator[Values], sum: Sum) -> AsyncIterator[Values]:
    async for values in rows:
        sum.add(values)
        yield values


@asynccontextmanager
async def _open_source(address: str, migrations: Path) -> AsyncIterator[StoreSource]:
    if is_server(address):
        from server.store.postgres.moving import open_source  # noqa: PLC0415 - needs an extra

        async with open_source(address, migrations) as server:
            yield server
        return
    path = Path(address)
    lock = _prepare_source(path, migrations)
    try:
        with closing(connect(path, "ro", autocommit=True)) as connection:
            connection.execute("BEGIN")
            yield _FileSource(connection)
    except BROKEN as error:
        raise StoreError(f"{path} cannot be read: {error}") from error
    finally:
        lock.release()


@asynccontextmanager
async def _open_target(address: str, blueprint: Blueprint, migrations: Path) -> AsyncIterator[StoreTarget]:
    if is_server(address):
        from server.store.postgres.moving import open_target  # noqa: PLC0415 - needs an extra

        async with open_target(address, blueprint) as server:
            yield server
        return
    path = Path(address)
    partial = path.with_name(f"{path.name}.partial")
    lock = _prepare_target(path, partial, migrations)
    try:
        with closing(connect(partial, autocommit=True)) as connection:
            yield _FileTarget(connection)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        partial.rename(path)
    except BROKEN as error:
        raise StoreError(f"{path} cannot be written: {error}") from error
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}") from error
    finally:
        lock.release()
        for suffix in ("", "-wal", "-shm", ".lock"):
            partial.with_name(partial.name + suffix).unlink(missing_ok=True)


def _prepare_source(path: Path, migrations: Path) -> Lock:
    if not path.exists():
        raise StoreUnusable(f"{path}: there is no such file")
    return prepare_file(path, migrations)


def _prepare_target(path: Path, partial: Path, migrations: Path) -> Lock:
    if path.exists() or high_water_mark.locate(path).exists():
        raise StoreUnusable(f"{path} is there already: name a new file")
    if partial.exists():
        raise StoreUnusable(f"{partial} is there already: remove it, if no move is under way")
    return prepare_file(partial, migrations)


class _FileSource:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def read(self, table: StoreTable) -> AsyncIterator[Values]:
        cursor = self._connection.execute(f"SELECT {', '.join(table.columns)} FROM {table.name}")
        while rows := cursor.fetchmany(AT_ONCE):
            for row in rows:
                yield tuple(row)

    async def read_number(self, table: StoreTable) -> int:
        given = self._connection.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table.name,)).fetchone()
        highest = self._connection.execute(f"SELECT max({table.numbered}) FROM {table.name}").fetchone()
        return max(found[0] or 0 for found in (given, highest) if found)


class _FileTarget(_FileSource):
    """A file with all tables: its triggers wait until the rows are there, and the rows that it began with go."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(connection)
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA synchronous = OFF")  # until the end: a half-made file is removed
        connection.execute("BEGIN IMMEDIATE")
        triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        self._triggers = [sql for _, sql in triggers]

    async def write(self, table: StoreTable, rows: AsyncIterator[Values]) -> None:
        self._connection.execute(f"DELETE FROM {table.name}")
        sql = f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({', '.join('?' * len(table.columns))})"
        async for some in _gather(rows):
            self._connection.executemany(sql, some)

    async def set_number(self, table: StoreTable, number: int) -> None:
        if "AUTOINCREMENT" not in table.sql:
            return
        done = self._connection.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", (number, table.name))
        if not done.rowcount:
            self._connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table.name, number))

    async def finish(self) -> None:
        for sql in self._triggers:
            self._connection.execute(sql)
        wrong = self._connection.execute("PRAGMA foreign_key_check").fetchone()
        if wrong is not None:
            raise StoreUnusable(f"a row of {wrong[0]} refers to none of {wrong[2]}")
        self._connection.execute("COMMIT")
        self._connection.execute("PRAGMA synchronous = FULL")


async def _gather(rows: AsyncIterator[Values]) -> AsyncIterator[list[Values]]:
    some: list[Values] = []
    async for row in rows:
        some.append(row)
        if len(some) == AT_ONCE:
            yield some
            some = []
    if some:
        yield some
