"""Whether a file can be the store, and bringing it up to date. What cannot be used is left exactly as it was."""

import hashlib
import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from operator import methodcaller
from pathlib import Path
from time import time
from typing import NamedTuple

from server.errors import StoreUnusable
from server.store import mark
from server.store.lock import Lock

log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations"

APPLICATION = 0x54454E47
"""SQLite's ``application_id`` of our files: "TENG"."""

CHECKED_BYTES = 64 << 20
"""Files up to this size are read through for damage at every start (well under a second)."""

BROKEN = (sqlite3.Error, UnicodeError)
"""What a damaged file raises; the second where SQLite quotes what is damaged in its message."""

_BUSY_MS = 5_000
CHECKPOINT_PAGES = 1_000
"""Pages of 4 KiB in the log before it is copied into the file: whoever waits for that commit waits for the copy."""
_EFFECTIVE = os.access in os.supports_effective_ids
_TABLE = """
CREATE TABLE migrations (
  number     INTEGER PRIMARY KEY,
  name       TEXT NOT NULL,
  checksum   TEXT NOT NULL,
  applied_at INTEGER NOT NULL
) STRICT;"""


class Migration(NamedTuple):
    """A numbered file of SQL; ``checksum`` is its SHA-256."""

    number: int
    name: str
    sql: str
    checksum: str


def migrations_in(folder: Path) -> list[Migration]:
    """The migrations of a folder in their order; StoreUnusable where it holds none."""
    found = []
    for file in sorted(folder.glob("[0-9][0-9][0-9][0-9]_*.sql")):
        data = file.read_bytes().replace(b"\r\n", b"\n")
        found.append(Migration(int(file.name[:4]), file.name, data.decode(), hashlib.sha256(data).hexdigest()))
    if not found:
        raise StoreUnusable(f"{folder}: there are no migrations here")
    return found


def connect(path: Path, mode: str = "rw", *, autocommit: bool = False, shared: bool = False) -> sqlite3.Connection:
    """A connection to an existing file (``mode`` ro, rw) or to one that may be new (rwc).

    With ``autocommit`` each statement is a transaction of its own unless one was begun. One that is ``shared`` may go
    from thread to thread.
    """
    address = f"{path.resolve().as_uri()}?mode={mode}"
    connection = sqlite3.connect(
        address,
        uri=True,
        timeout=_BUSY_MS / 1000,
        isolation_level=None if autocommit else "IMMEDIATE",
        check_same_thread=not shared,
    )
    connection.row_factory = sqlite3.Row
    connection.text_factory = methodcaller("decode", "utf-8", "replace")  # one flipped byte shall not hide other rows
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    return connection


def prepare(path: Path, folder: Path = MIGRATIONS) -> Lock:
    """Take the lock, check the file, make it where there is none, apply the migrations that it lacks.

    Blocking. StoreUnusable says in one line why the file cannot be used; it was not touched then.
    """
    migrations = migrations_in(folder)
    path = _real(path)
    _check_not_lost(path)
    if path.exists():
        _check_file(path)
    elif not path.parent.is_dir():
        raise StoreUnusable(f"{path}: there is no folder {path.parent}")
    lock = Lock(path)
    try:
        if not lock.made:
            _check_unused(path, migrations)
        _close_to_others(path, *_beside(path), mark.beside(path), path.with_name(path.name + ".lock"))
        with _one_line(path):
            _migrate(path, migrations)
        lock.check()
    except BaseException:
        if lock.made:
            for left in (path, *_beside(path)):
                left.unlink(missing_ok=True)
        lock.release()
        raise
    return lock


@contextmanager
def reading(path: Path, folder: Path = MIGRATIONS) -> Iterator[sqlite3.Connection]:
    """A connection to an existing file that a server may hold, to read from it and to write `notices`.

    StoreUnusable where the file is not ours, newer, or fails in between.
    """
    path = _real(path)
    if not path.exists():
        raise StoreUnusable(f"{path}: there is no such file")
    _check_file(path)
    with _one_line(path), closing(connect(path)) as connection:
        _check_content(path, connection, migrations_in(folder))
        yield connection


def _check_unused(path: Path, migrations: list[Migration]) -> None:
    """Read the file under the lock without changing it; StoreUnusable where it is not ours, damaged or newer."""
    new = [file for file in _beside(path) if not file.exists()]
    try:
        with _one_line(path), closing(connect(path, "ro")) as connection:
            _check_content(path, connection, migrations)
            _check_pages(path, connection)
    except StoreUnusable:
        if len(new) == 2:  # a reader of a file in WAL mode leaves these behind, with nothing in them
            for file in new:
                file.unlink(missing_ok=True)
        raise


def _check_not_lost(path: Path) -> None:
    """StoreUnusable where a file without content had some: a new one would hide that, and take its log with it."""
    if path.is_dir() or (path.exists() and path.stat().st_size):
        return
    why = "is empty" if path.exists() else "is not there"
    seen, left = mark.read(path), _beside(path)[0]
    if seen is not None and seen.last:
        how = f"restore a backup; without {mark.beside(path).name} the server begins anew"
        raise StoreUnusable(f"{path} {why}, but has held games up to number {seen.last}: {how}")
    if left.exists() and left.stat().st_size:
        raise StoreUnusable(f"{path} {why}, but its log {left.name} is not: restore a backup, or move the log away")


def _check_file(path: Path) -> None:
    if path.is_dir():
        raise StoreUnusable(f"{path} is a folder, not a database")
    if not os.access(path, os.R_OK | os.W_OK, effective_ids=_EFFECTIVE):
        raise StoreUnusable(f"{path} cannot be written to")
    if _is_foreign(path):
        raise StoreUnusable(f"{path} is the database of another program")
    if not os.access(path.parent, os.W_OK, effective_ids=_EFFECTIVE):
        raise StoreUnusable(f"{path}: the folder cannot be written to")


def _is_foreign(path: Path) -> bool:
    """Whether the file's head is another program's; StoreUnusable where it is no database at all.

    SQLite itself reads it: a descriptor of ours would drop the locks of this process's connections when it is closed.
    As ``immutable`` it looks at no log and leaves nothing beside the file.
    """
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (pages,) = connection.execute("PRAGMA page_count").fetchone()
    except BROKEN as error:
        if getattr(error, "sqlite_errorname", "") == "SQLITE_NOTADB":
            raise StoreUnusable(f"{path} is not a SQLite database") from error
        return False  # what its log makes good or not is seen when it is opened
    return bool(pages > 1 and application != APPLICATION)  # one page is what a crash leaves while it is made


def _close_to_others(*files: Path) -> None:
    """Let nobody but the owner read what is in ``files``, where they are there; by default others may."""
    for file in files:
        try:
            if file.stat().st_mode & 0o077:
                file.chmod(0o600)
                log.warning("%s was open to other users; it is not any more", file)
        except FileNotFoundError:
            continue
        except OSError as error:
            log.warning("%s is open to other users, and that cannot be changed: %s", file, error.strerror)


def _check_content(path: Path, connection: sqlite3.Connection, migrations: list[Migration]) -> None:
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


def is_large(path: Path) -> bool:
    """Whether a file is too large to be read through before the server opens."""
    return path.stat().st_size > CHECKED_BYTES


def _check_pages(path: Path, connection: sqlite3.Connection) -> None:
    if not is_large(path):
        damage = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if damage != "ok":
            raise StoreUnusable(f"{path} is damaged ({' '.join(damage.split())}): restore a backup")


def _migrate(path: Path, migrations: list[Migration]) -> None:
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
        # Always a write, so that a disk without room is found now and not by the first player.
        _script(connection, f"PRAGMA user_version = {migrations[-1].number};")


def _script(connection: sqlite3.Connection, sql: str) -> None:
    try:
        connection.executescript(f"BEGIN IMMEDIATE;\n{sql}\nCOMMIT;")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.rollback()
        raise


@contextmanager
def _one_line(path: Path) -> Iterator[None]:
    try:
        yield
    except BROKEN as error:
        raise StoreUnusable(f"{path} cannot be used: {_why(error)}") from error


def _why(error: Exception) -> str:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
        return f"the disk is full or fails ({error})"
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or isinstance(error, UnicodeError):
        return f"it is damaged ({error}); restore a backup"
    return str(error)


def _real(path: Path) -> Path:
    """The path behind all links: what lies beside the database lies there."""
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:
        raise StoreUnusable(f"{path} leads nowhere ({error})") from error


def _beside(path: Path) -> tuple[Path, Path]:
    return path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")
