"""Preparation of a PostgreSQL database: creates the schema in an empty one, and updates that of an older server."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import time

import asyncpg

from server.errors import StoreError, StoreUnusable
from server.store.address import hide_password
from server.store.file.migrations import MIGRATIONS, Migration, read_migrations
from server.store.postgres.connection import FAILURES, PostgresConnection
from server.store.postgres.schema import Blueprint, draw, list_statements, list_upgrade

log = logging.getLogger(__name__)

MIGRATIONS_TABLE = """CREATE TABLE migrations (
  number bigint PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at bigint NOT NULL)"""
_LOCK = 0x54454E48
"""Key of the advisory lock of a server that makes or updates the schema."""
OLDEST = 140000
"""The oldest version of PostgreSQL that is tried."""


async def prepare(address: str, folder: Path = MIGRATIONS) -> Blueprint:
    """Create or update the schema of a database; return it.

    Raises StoreUnusable with a one-line reason if the database cannot be used, and then leaves it unchanged.
    """
    migrations = read_migrations(folder)
    with one_line(address):
        session = await PostgresConnection.open(address, command_s=None)
        try:
            await check_version(session, address)
            await session.script(f"BEGIN; SELECT pg_advisory_xact_lock({_LOCK})")
            await _update(session, address, migrations, folder)
            await session.script("COMMIT")
        finally:
            await session.close()
    return draw(migrations)


@contextmanager
def one_line(address: str) -> Iterator[None]:
    """Turn every failure of the database into StoreUnusable, in one line that names it."""
    try:
        yield
    except StoreUnusable:
        raise
    except (StoreError, *FAILURES) as error:
        why = " ".join(str(error).split()) or type(error).__name__
        raise StoreUnusable(f"{hide_password(address)} cannot be used: {why}") from error


async def check_version(session: PostgresConnection, address: str) -> None:
    """Raise StoreUnusable if PostgreSQL is too old, or the database has another encoding than UTF-8."""
    names = "server_version_num", "server_encoding", "synchronous_commit"
    version, encoding, synchronous = [await session.connection.fetchval(f"SHOW {name}") for name in names]
    if int(version) < OLDEST:
        raise StoreUnusable(f"{hide_password(address)}: PostgreSQL {OLDEST // 10_000} or newer is needed")
    if encoding != "UTF8":
        raise StoreUnusable(f"{hide_password(address)} has the encoding {encoding}: create it with UTF8")
    if synchronous == "off":
        log.warning("synchronous_commit is off in the database: moves that were acknowledged may be lost if it crashes")


async def _update(session: PostgresConnection, address: str, migrations: list[Migration], folder: Path) -> None:
    applied = await check_content(session, address, migrations)
    if applied == 0:
        await _create(session, draw(migrations))
    missing = [migration for migration in migrations if migration.number > applied]
    for migration in missing:
        if applied:
            log.info("the database is brought to migration %s", migration.name)
            for sql in list_upgrade(migration, folder):
                try:
                    await session.script(sql)
                except asyncpg.PostgresError as error:
                    raise StoreUnusable(
                        f"{hide_password(address)}: migration {migration.name} fails: {' '.join(str(error).split())}"
                    ) from error
        row = migration.number, migration.name, migration.checksum, int(time() * 1000)
        await session.run("INSERT INTO migrations VALUES (?, ?, ?, ?)", row)


async def check_content(session: PostgresConnection, address: str, migrations: list[Migration]) -> int:
    """Return the last migration that a database has had, 0 for an empty one.

    Raises StoreUnusable if it is another program's, is newer than these migrations, or had different ones.
    """
    tables = {
        row[0]
        for row in await session.connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    }
    name = hide_password(address)
    if not tables:
        return 0
    if "migrations" not in tables or "games" not in tables:
        raise StoreUnusable(f"{name} is the database of another program: create an empty one")
    known = {migration.number: migration for migration in migrations}
    applied = 0
    for row in await session.fetch("SELECT number, name, checksum FROM migrations ORDER BY number"):
        applied = row["number"]
        if applied > migrations[-1].number:
            raise StoreUnusable(
                f"{name} was written by a newer version (it is at migration {applied}, this one knows "
                f"{migrations[-1].number}): update the server"
            )
        if applied not in known or known[applied].checksum != row["checksum"]:
            raise StoreUnusable(f"{name}: migration {row['name']} has been changed since it was applied")
    return applied


async def _create(session: PostgresConnection, blueprint: Blueprint) -> None:
    for sql in (*list_statements(blueprint), MIGRATIONS_TABLE):
        await session.script(sql)
    for table, rows in blueprint.rows:
        await session.run_many(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)  # type: ignore[arg-type]
