"""The file of the database: can it be the store, before `migrations` bring it up to date? Else it is left as it was."""

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
from server.store import high_water_mark
from server.store.connection import BROKEN, connect
from server.store.lock import Lock
from server.store.migrations import APPLICATION, MIGRATIONS, Migration, check_content, migrate, read_migrations

log = logging.getLogger(__name__)

CHECKED_BYTES = 64 << 20
"""Files up to this size are read through for damage at every start (well under a second)."""

_EFFECTIVE = os.access in os.supports_effective_ids


def prepare(path: Path, folder: Path = MIGRATIONS) -> Lock:
    """Take the lock, check the file, make it where there is none, apply the migrations that it lacks.

    Blocking. StoreUnusable says in one line why the file cannot be used; it was not touched then.
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
    """A connection to an existing file that a server may hold, to read from it and, where it can be written to, to
    write `notices`.

    StoreUnusable where the file is not ours, newer, or fails in between.
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
    """A connection to a file that may lie on a disk, or in a folder, that cannot be written to.

    SQLite opens a file in WAL mode only where its log and index are there or can be made. The index is there as long as
    a server has the file open, who may write where we cannot: then both are read by its locks. Without it nobody has,
    and the file is read as it lies; with the log, which such a reading would pass over, in a copy.
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
    """Read the file under the lock without changing it; StoreUnusable where it is not ours, damaged or newer."""
    new = [file for file in _beside(path) if not file.exists()]
    try:
        with _one_line(path), closing(connect(path, "ro")) as connection:
            check_content(path, connection, migrations)
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


def is_large(path: Path) -> bool:
    """Whether a file is too large to be read through before the server opens."""
    return path.stat().st_size > CHECKED_BYTES


async def check_pages(path: Path) -> None:
    """Read a file through that was too large for it before the start; the log says what is wrong with it."""
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
    """What SQLite's quick check finds first."""
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
    """The path behind all links: what lies beside the database lies there."""
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:
        raise StoreUnusable(f"{path} leads nowhere ({error})") from error


def _beside(path: Path) -> tuple[Path, Path]:
    return path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")
