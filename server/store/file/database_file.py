"""Checks that a database file can be used before `migrations` update it, and leaves an unusable file unchanged."""

import asyncio
import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from server.errors import StoreUnusable
from server.store.file import high_water_mark
from server.store.file.connection import BROKEN, connect
from server.store.file.lock import Lock
from server.store.file.migrations import APPLICATION, MIGRATIONS, Migration, check_content, migrate, read_migrations

log = logging.getLogger(__name__)

CHECKED_BYTES = 64 << 20
"""Files up to this size are checked for damage at every start (well under a second)."""

_EFFECTIVE = os.access in os.supports_effective_ids


def prepare(path: Path, folder: Path = MIGRATIONS) -> Lock:
    """Lock the file, check it, create it if it is missing, and apply the migrations that it lacks.

    Blocks. Raises StoreUnusable with a one-line reason if the file cannot be used, and then leaves it unchanged.
    """
    migrations = read_migrations(folder)
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
        _close_to_others(path, *_beside(path), high_water_mark.locate(path), path.with_name(path.name + ".lock"))
        with _one_line(path):
            migrate(path, migrations)
        lock.check()
    except BaseException:
        if lock.made:
            for left in (path, *_beside(path)):
                left.unlink(missing_ok=True)
        lock.release()
        raise
    return lock


@contextmanager
def open_to_read(path: Path, folder: Path = MIGRATIONS) -> Iterator[sqlite3.Connection]:
    """Open a connection to an existing file that a server may have open: to read, and to write `notices` if possible.

    Raises StoreUnusable if the file belongs to another program, is newer than this one, or fails while it is in use.
    """
    path = _real(path)
    if not path.exists():
        raise StoreUnusable(f"{path}: there is no such file")
    if path.is_dir():
        raise StoreUnusable(f"{path} is a folder, not a database")
    if not os.access(path, os.R_OK, effective_ids=_EFFECTIVE):
        raise StoreUnusable(f"{path} cannot be read")
    if _is_foreign(path):
        raise StoreUnusable(f"{path} is the database of another program")
    with _one_line(path), _connect_to_read(path) as connection:
        check_content(path, connection, read_migrations(folder))
        yield connection


@contextmanager
def _connect_to_read(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a connection to a file that may be on a read-only disk or in a read-only folder.

    SQLite opens a file in WAL mode only if its log and index exist or can be created. The index exists while a server
    has the file open, perhaps with write access that we lack: then a read-only connection uses the server's locks.
    Without an index nobody has the file open, so it is read as immutable. Such a read ignores the log, so if there is
    a log, a temporary copy of both files is read instead. Raises StoreUnusable if a server opens the file meanwhile.
    """
    log, index = _beside(path)
    if all(os.access(place, os.W_OK, effective_ids=_EFFECTIVE) for place in (path, path.parent)):
        with closing(connect(path)) as connection:
            yield connection
    elif index.exists():
        with closing(connect(path, "ro")) as connection:
            yield connection
    elif log.exists() and log.stat().st_size:
        with TemporaryDirectory(prefix="tengen-") as folder:
            copy = Path(folder, path.name)
            for file in (path, log):
                shutil.copyfile(file, copy.with_name(file.name))
            with closing(connect(copy)) as connection:
                yield connection
    else:
        before = _stamp(path)
        with closing(connect(path, "ro", immutable=True)) as connection:
            yield connection
        if _stamp(path) != before or index.exists():
            raise StoreUnusable(f"{path} was opened by a server while it was read: try again")


def _stamp(path: Path) -> tuple[int, int, int]:
    about = path.stat()
    return about.st_ino, about.st_size, about.st_mtime_ns


def _check_unused(path: Path, migrations: list[Migration]) -> None:
    """Check the file under the lock without changing it; raise StoreUnusable if it is foreign, damaged or newer."""
    new = [file for file in _beside(path) if not file.exists()]
    try:
        with _one_line(path), closing(connect(path, "ro")) as connection:
            check_content(path, connection, migrations)
            _check_pages(path, connection)
    except StoreUnusable:
        if len(new) == 2:  # reading a file in WAL mode leaves both behind, empty
            for file in new:
                file.unlink(missing_ok=True)
        raise


def _check_not_lost(path: Path) -> None:
    """Raise StoreUnusable if the file is missing or empty but once had content.

    Creating a new file would hide the loss and destroy the log.
    """
    if path.is_dir() or (path.exists() and path.stat().st_size):
        return
    why = "is empty" if path.exists() else "is not there"
    seen, left = high_water_mark.read(path), _beside(path)[0]
    if seen is not None and seen.last:
        rescued = max(path.parent.glob(f"{path.name}.rescued-*"), default=None)
        how = "restore a backup" if rescued is None else f"restore {rescued.name} or a backup"
        how += f"; without {high_water_mark.locate(path).name} the server begins anew"
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
    """Return whether the file header belongs to another program; raise StoreUnusable if it is not a SQLite database.

    SQLite reads the header, because closing a file descriptor of our own would drop the locks of this process's
    connections. ``immutable`` makes it ignore the log and leave no files beside the database.
    """
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (pages,) = connection.execute("PRAGMA page_count").fetchone()
    except BROKEN as error:
        if getattr(error, "sqlite_errorname", "") == "SQLITE_NOTADB":
            raise StoreUnusable(f"{path} is not a SQLite database") from error
        return False  # the log may repair this; opening the file shows it
    return bool(pages > 1 and application != APPLICATION)  # a crash during creation leaves one page


def _close_to_others(*files: Path) -> None:
    """Restrict existing ``files`` to their owner (mode 0600), and log each change; by default others may read them."""
    for file in files:
        try:
            if file.stat().st_mode & 0o077:
                file.chmod(0o600)
                log.warning("%s was open to other users; it is not any more", file)
        except FileNotFoundError:
            continue
        except OSError as error:
            log.warning("%s is open to other users, and that cannot be changed: %s", file, error.strerror)


def is_large(path: Path) -> bool:
    """Return whether a file is too large to check for damage before the server starts."""
    return path.stat().st_size > CHECKED_BYTES


async def check_pages(path: Path) -> None:
    """Check a large file for damage after the start, and log the result; do nothing for a small file."""
    if not is_large(path):
        return
    connection = await asyncio.to_thread(connect, path, "ro", shared=True)
    try:
        damage = await asyncio.to_thread(_damage, connection)
    except asyncio.CancelledError:
        connection.interrupt()
        raise
    finally:
        connection.close()
    if damage is None:
        log.info("%s is read through: sound", path)
    else:
        log.critical("%s is damaged (%s): restore a backup", path, damage)


def _damage(connection: sqlite3.Connection) -> str | None:
    """Return the first problem that SQLite's quick check finds, in one line, or None."""
    try:
        found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except BROKEN as error:
        found = str(error)
    return None if found == "ok" else " ".join(found.split())


def _check_pages(path: Path, connection: sqlite3.Connection) -> None:
    if not is_large(path):
        damage = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if damage != "ok":
            raise StoreUnusable(f"{path} is damaged ({' '.join(damage.split())}): restore a backup")


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
    """Resolve all symbolic links, because files beside the database belong beside the real file.

    Raises StoreUnusable if the path cannot be resolved.
    """
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:
        raise StoreUnusable(f"{path} leads nowhere ({error})") from error


def _beside(path: Path) -> tuple[Path, Path]:
    return path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")
