"""Restoring a backup in place of the database. The old file is kept, and what the backup lacks is listed."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from server.errors import StoreError, StoreUnusable
from server.operator import check
from server.operator.backup import clean, copy, create, own, sync
from server.store.file import high_water_mark
from server.store.file.connection import BROKEN, connect
from server.store.file.database_file import open_to_read
from server.store.file.lock import Lock

MOST_NAMED = 20


def restore(db: Path, source: Path) -> Iterator[str]:
    """Restore ``source`` and yield lines about the progress. StoreError, StoreUnusable if nothing was changed.

    The old file stays beside it under another name, with its log.
    """
    db = db.resolve()
    if source.resolve() == db:
        raise StoreError(f"{source} is the database itself")
    if not db.parent.is_dir():
        raise StoreUnusable(f"{db}: there is no folder {db.parent}")
    with open_to_read(source) as backup:
        yield from _check_backup(backup, source)
        lock = Lock(db)
        try:
            yield from _compare(backup, db, lock.made)
            partial = db.with_name(f"{db.name}.{os.getpid()}.partial")
            clean(db.parent)
            with own(partial):
                create(partial)
                copy(backup, partial)
                sync(partial)
                # a removed database may have left its log
                aside = _put_aside(db) if not lock.made or db.with_name(db.name + "-wal").exists() else None
                partial.replace(db)
            high_water_mark.locate(db).unlink(missing_ok=True)
            sync(db.parent)
        except OSError as error:
            raise StoreError(f"{db} cannot be replaced: {error.strerror}") from error
        finally:
            if lock.made and db.exists() and db.stat().st_size == 0:
                db.unlink()
            lock.release()
    yield f"{db} is now what {source} was" + (f"; what it was before is kept as {aside}" if aside else "")


def _check_backup(backup: sqlite3.Connection, source: Path) -> Iterator[str]:
    """Yield the damaged games of a backup; they stay closed. StoreError if the file itself is damaged."""
    lines = list(check.find_faults(backup))
    broken = next((line for line in lines if not line.startswith("game ")), None)
    if broken is not None:
        raise StoreError(f"{source} is damaged ({broken}): it was not restored")
    for line in lines:
        yield f"in the backup, {line}"


def _compare(backup: sqlite3.Connection, db: Path, new: bool) -> Iterator[str]:
    """Yield what the database has and the backup lacks."""
    if new or not db.stat().st_size:
        return
    try:
        with closing(connect(db)) as now:
            yield from _newer(now, backup)
    except BROKEN as error:
        yield f"{db} cannot be read ({error}): what it has that the backup has not is not known"


def _newer(now: sqlite3.Connection, backup: sqlite3.Connection) -> Iterator[str]:
    sql = "SELECT id, (SELECT max(v) FROM actions WHERE game = serial) FROM games ORDER BY serial"
    kept = dict(backup.execute(sql).fetchall())
    found = now.execute(sql).fetchall()
    games = [id for id, _ in found if id not in kept]
    moves = [
        f"{id} ({v or 0}, in the backup {kept[id] or 0})"
        for id, v in found
        if id in kept and (v or 0) > (kept[id] or 0)
    ]
    people = "SELECT id, name FROM players WHERE deleted_at IS NULL ORDER BY created_at"
    known = dict(backup.execute(people).fetchall())
    players = [f"{name} ({id})" for id, name in now.execute(people) if id not in known]
    for what, names in (("games", games), ("games with later moves", moves), ("players", players)):
        if names:
            more = f", and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
            yield f"not in the backup: {len(names)} {what}: {', '.join(names[:MOST_NAMED])}{more}"
    if not games and not moves and not players:
        yield "the backup has every game, move and player that the database has"


def _put_aside(db: Path) -> Path:
    """Rename the database and its files, the log first, so that no database ever meets the log of another."""
    name = f"{db.name}.replaced-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    aside = next(path for number in range(1, 1000) if not (path := db.with_name(f"{name}-{number}")).exists())
    for suffix in ("-wal", "-shm", ""):
        file = db.with_name(db.name + suffix)
        if file.exists():
            file.rename(aside.with_name(aside.name + suffix))
    beside = high_water_mark.locate(db)
    if beside.exists():
        shutil.copyfile(beside, high_water_mark.locate(aside))
        high_water_mark.locate(aside).chmod(0o600)
    return aside
