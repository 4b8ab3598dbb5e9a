"""Database migrations: the numbered SQL files, and the record of those that a database has had."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path
from time import time
from typing import NamedTuple

from server import resources
from server.errors import StoreUnusable
from server.store.file.connection import connect

MIGRATIONS = resources.find_folder("migrations")

APPLICATION = 0x54454E47
"""The ``application_id`` in the header of our SQLite files: "TENG"."""

_TABLE = """
CREATE TABLE migrations (
  number     INTEGER PRIMARY KEY,
  name       TEXT NOT NULL,
  checksum   TEXT NOT NULL,
  applied_at INTEGER NOT NULL
) STRICT;"""


class Migration(NamedTuple):
    """A numbered SQL file; ``checksum`` is its SHA-256."""

    number: int
    name: str
    sql: str
    checksum: str


def read_migrations(folder: Path) -> list[Migration]:
    """Read the migrations of a folder in order; StoreUnusable if it has none."""
    found = []
    for file in sorted(folder.glob("[0-9][0-9][0-9][0-9]_*.sql")):
        if file.name.endswith(".postgresql.sql"):  # in the words of another database
            continue
        data = file.read_bytes().replace(b"\r\n", b"\n")
        found.append(Migration(int(file.name[:4]), file.name, data.decode(), hashlib.sha256(data).hexdigest()))
    if not found:
        raise StoreUnusable(f"{folder}: there are no migrations here")
    return found


def check_content(path: Path, connection: sqlite3.Connection, migrations: list[Migration]) -> None:
    """Raise StoreUnusable if a file is another program's, is newer than these migrations, or had different ones."""
    ours = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION
    if not ours:
        if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            raise StoreUnusable(f"{path} is the database of another program")
        return
    known = {migration.number: migration for migration in migrations}
    for number, name, checksum in connection.execute("SELECT number, name, checksum FROM migrations ORDER BY number"):
        if number > migrations[-1].number:
            raise StoreUnusable(
                f"{path} was written by a newer version (it is at migration {number}, this one knows "
                f"{migrations[-1].number}): update the server"
            )
        if number not in known or known[number].checksum != checksum:
            raise StoreUnusable(f"{path}: migration {name} has been changed since it was applied")


def migrate(path: Path, migrations: list[Migration]) -> None:
    """Apply the missing migrations, each in its own transaction; the file is created if missing."""
    with closing(connect(path, "rwc")) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        applied = connection.execute("PRAGMA user_version").fetchone()[0]
        head = "" if applied else f"{_TABLE} PRAGMA application_id = {APPLICATION};"
        for migration in migrations:
            if migration.number > applied:
                row = f"{migration.number}, '{migration.name}', '{migration.checksum}', {int(time() * 1000)}"
                mark = f"INSERT INTO migrations VALUES ({row}); PRAGMA user_version = {migration.number};"
                _script(connection, f"{head}\n{migration.sql}\n{mark}")
                head = ""
        # Always writes, so that a full disk fails now and not at the first player's command.
        _script(connection, f"PRAGMA user_version = {migrations[-1].number};")


def _script(connection: sqlite3.Connection, sql: str) -> None:
    try:
        connection.executescript(f"BEGIN IMMEDIATE;\n{sql}\nCOMMIT;")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.rollback()
        raise
