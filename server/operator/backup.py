"""Consistent copy of a database, also while a server writes to it."""

import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from server.errors import StoreError
from server.store.file.database_file import open_to_read

SPARE_BYTES = 64 << 20
"""Disk space that a backup leaves free."""


PARTIAL = re.compile(r"(.+\.[0-9]+\.partial)(-journal|-wal|-shm)?")


def backup(db: Path, target: Path) -> None:
    """Copy ``db`` to the new file ``target``, completely or not at all, and sync it.

    Remove what killed backups left in the same folder. StoreError if it fails or ``target`` exists, StoreUnusable if
    ``db`` is no database of Tengen.
    """
    if target.exists():
        raise StoreError(f"{target} exists already")
    partial = target.with_name(f"{target.name}.{os.getpid()}.partial")
    try:
        clean(target.parent)
        with open_to_read(db) as source, own(partial):
            _check_room(db, target.parent)
            create(partial)
            copy(source, partial)
            sync(partial)
            partial.rename(target)
        sync(target.parent)
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror}") from error
    finally:
        for left in (partial, partial.with_name(partial.name + "-journal")):
            left.unlink(missing_ok=True)


@contextmanager
def own(partial: Path) -> Iterator[None]:
    """Hold the lock beside a partial copy, which permits to write or remove the copy; remove the lock afterwards.

    Timeout if another process holds it.
    """
    beside = partial.with_name(partial.name + ".lock")
    with FileLock(beside, timeout=0, mode=0o600):
        try:
            yield
        finally:
            beside.unlink(missing_ok=True)


def create(partial: Path) -> None:
    """Create an empty file that only its owner may read."""
    os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def clean(folder: Path) -> None:
    """Remove partial copies that killed processes left in a folder."""
    for path in list(folder.iterdir()):
        name = PARTIAL.fullmatch(path.name)
        if name is None or path.is_symlink() or not path.is_file() or (name[2] is None and not _is_ours(path)):
            continue
        with suppress(Timeout), own(folder / name[1]):  # a process is writing it
            path.unlink(missing_ok=True)


def _is_ours(partial: Path) -> bool:
    """Return True if a file is empty or a database."""
    with partial.open("rb") as file:
        return file.read(16) in (b"", b"SQLite format 3\0")


def _check_room(db: Path, folder: Path) -> None:
    """Raise StoreError if the copy would leave less than `SPARE_BYTES` free: a running server needs some."""
    wanted = sum(file.stat().st_size for file in (db, db.with_name(db.name + "-wal")) if file.exists())
    free = shutil.disk_usage(folder).free
    if free < wanted + SPARE_BYTES:
        raise StoreError(
            f"{folder} has {free >> 20} MiB left; a backup takes {wanted >> 20}, {SPARE_BYTES >> 20} must stay"
        )


def copy(source: sqlite3.Connection, partial: Path) -> None:
    """Copy a database to the empty file ``partial``, in one step. StoreError if it fails or finds damage."""
    try:
        with closing(sqlite3.connect(partial)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # keeps all in one file; a server turns WAL on again
            damage = target.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise StoreError(f"the copy failed: {error}") from error
    if damage != "ok":
        raise StoreError(f"the database is damaged ({' '.join(damage.split())}): it was not copied")


def sync(path: Path) -> None:
    """Sync a file or folder to the disk."""
    file = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
