"""A consistent copy of the database, also of one that a server is writing to."""

import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from server.errors import StoreError
from server.store.lock import take
from server.store.opening import reading

SPARE_BYTES = 64 << 20
"""So much of the disk stays free of backups."""


PARTIAL = re.compile(r".+\.[0-9]+\.partial(-journal|-wal|-shm)?")


def backup(db: Path, target: Path) -> None:
    """Copy ``db`` to the new file ``target``: whole and on the disk, or not there at all.

    What backups that were killed have left in the same folder is removed. StoreError where it fails or ``target``
    exists, StoreUnusable where ``db`` is no database of ours.
    """
    if target.exists():
        raise StoreError(f"{target} exists already")
    partial = target.with_name(f"{target.name}.{os.getpid()}.partial")
    try:
        clean(target.parent)
        with reading(db) as source, own(partial):
            _check_room(db, target.parent)
            copy(source, partial)
        sync(partial)
        partial.rename(target)
        if os.name == "posix":
            sync(target.parent)
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror}") from error
    finally:
        for left in (partial, partial.with_name(partial.name + "-journal")):
            left.unlink(missing_ok=True)


@contextmanager
def own(partial: Path) -> Iterator[None]:
    """A new file that is its owner's alone, locked as long as it is being written: what is not locked was left."""
    file = os.open(partial, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    try:
        if sys.platform != "win32":  # where a lock would keep SQLite out, too
            take(file)
        yield
    finally:
        os.close(file)


def clean(folder: Path) -> None:
    """Remove what was being copied into a folder when its process was killed."""
    if sys.platform == "win32":
        return
    for path in folder.iterdir():
        if not PARTIAL.fullmatch(path.name) or path.is_symlink() or not path.is_file():
            continue
        with path.open("rb") as file:
            if file.read(16) not in (b"", b"SQLite format 3\0") and not path.name.endswith(
                ("-journal", "-wal", "-shm")
            ):
                continue  # not one of ours
            try:
                take(file.fileno())
            except OSError:
                continue  # somebody is writing it
            path.unlink()


def _check_room(db: Path, folder: Path) -> None:
    """StoreError where the copy would not fit on the disk, or fill it: a server needs some of it to go on."""
    wanted = sum(file.stat().st_size for file in (db, db.with_name(db.name + "-wal")) if file.exists())
    free = shutil.disk_usage(folder).free
    if free < wanted + SPARE_BYTES:
        raise StoreError(
            f"{folder} has {free >> 20} MiB left; a backup takes {wanted >> 20}, {SPARE_BYTES >> 20} must stay"
        )


def copy(source: sqlite3.Connection, partial: Path) -> None:
    """Copy a database to the empty file ``partial``, in one step; StoreError where that fails or finds damage."""
    try:
        with closing(sqlite3.connect(partial)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # all of it in the one file; a server turns WAL on again
            damage = target.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise StoreError(f"the copy failed: {error}") from error
    if damage != "ok":
        raise StoreError(f"the database is damaged ({' '.join(damage.split())}): it was not copied")


def sync(path: Path) -> None:
    """Wait until a file or folder is on the disk."""
    file = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
