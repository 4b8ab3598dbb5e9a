"""A consistent copy of the database, also of one that a server is writing to."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from server.errors import StoreError
from server.store.opening import reading


def backup(db: Path, target: Path) -> None:
    """Copy ``db`` to the new file ``target``: whole and on the disk, or not there at all.

    StoreError where that fails or ``target`` exists, StoreUnusable where ``db`` is no database of ours.
    """
    if target.exists():
        raise StoreError(f"{target} exists already")
    partial = target.with_name(f"{target.name}.{os.getpid()}.partial")
    try:
        with reading(db) as source:
            _copy(source, partial)
        _sync(partial)
        partial.rename(target)
        if os.name == "posix":
            _sync(target.parent)
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror}") from error
    finally:
        for left in (partial, partial.with_name(partial.name + "-journal")):
            left.unlink(missing_ok=True)


def _copy(source: sqlite3.Connection, partial: Path) -> None:
    os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with closing(sqlite3.connect(partial)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # all of it in the one file; a server turns WAL on again
            damage = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise StoreError(f"the copy failed: {error}") from error
    if damage != "ok":
        raise StoreError(f"the database is damaged ({' '.join(damage.split())}): it was not copied")


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
