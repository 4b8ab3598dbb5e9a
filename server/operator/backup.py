"""A consistent copy of the database, also of one that a server is writing to."""

import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from server.errors import StoreError
from server.store.database_file import open_to_read

SPARE_BYTES = 64 << 20
"""So much of the disk stays free of backups."""


PARTIAL = re.compile(r"(.+\.[0-9]+\.partial)(-journal|-wal|-shm)?")


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
    """The right to write a partial copy, or to remove one that was left: a lock beside it, which is gone afterwards.

    Timeout where another process has it.
    """
    beside = partial.with_name(partial.name + ".lock")
    with FileLock(beside, timeout=0, mode=0o600):
        try:
            yield
        finally:
            beside.unlink(missing_ok=True)


def create(partial: Path) -> None:
    """Make an empty file that is its owner's alone."""
    os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def clean(folder: Path) -> None:
    """Remove what was being copied into a folder when its process was killed."""
    for path in list(folder.iterdir()):
        name = PARTIAL.fullmatch(path.name)
        if name is None or path.is_symlink() or not path.is_file() or (name[2] is None and not _is_ours(path)):
            continue
        with suppress(Timeout), own(folder / name[1]):  # somebody is writing it
            path.unlink(missing_ok=True)


def _is_ours(partial: Path) -> bool:
    """Whether a file is empty or a database."""
    with partial.open("rb") as file:
        return file.read(16) in (b"", b"SQLite format 3\0")


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
