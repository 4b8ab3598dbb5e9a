"""The high-water mark: the last version of each game, in a small file beside the database.

It detects a truncated write-ahead log or a restored older copy: both are valid databases, only older. The mark is
written shortly after each commit, and no commit waits for it, so it is never ahead of a sound database. Each line
records a change of a game: its number, id and version (0 once it is over or deleted), with a checksum. Reading stops
at the first incomplete line.
"""

import asyncio
import logging
import os
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import msgspec

from server.store.file.connection import connect
from server.store.file.lock import Lock
from server.store.sql import UNFINISHED

log = logging.getLogger(__name__)

PAUSE_S = 0.5
"""Least seconds between two writes."""
MOST_BYTES = 1 << 20
"""Size in bytes above which the file is rewritten without finished games."""
MOST_LINES = 50
"""Limit of report lines; the rest are only counted."""
LAST = """SELECT coalesce(
  (SELECT max(seq) FROM sqlite_sequence WHERE name = 'games' AND typeof(seq) = 'integer'),
  (SELECT max(serial) FROM games), 0)"""


class Seen(NamedTuple):
    """Content of a mark: ``games`` maps a game's number to its id and version, 0 for a finished game.

    Every game with a number up to ``settled`` that is not listed was over.
    """

    settled: int
    games: dict[int, tuple[str, int]]

    @property
    def last(self) -> int:
        """Highest game number that the mark knows."""
        return max(self.settled, *self.games) if self.games else self.settled


def locate(db: Path) -> Path:
    """Return the path of a database's mark."""
    return db.with_name(db.name + ".mark")


def read(db: Path) -> Seen | None:
    """Read the mark of a database; None if it is missing or unreadable."""
    try:
        lines = locate(db).read_bytes().split(b"\n")
    except OSError:
        return None
    try:
        (settled,) = msgspec.convert(_decode(lines[0]), tuple[int])
    except (ValueError, msgspec.MsgspecError):
        return None
    games = {}
    for line in lines[1:]:
        try:
            serial, id, v = msgspec.convert(_decode(line), tuple[int, str, int])
        except (ValueError, msgspec.MsgspecError):
            break
        games[serial] = (id, v)
    return Seen(settled, games)


class Mark:
    """Writer of the mark of an open database. It starts with the unfinished games and the last assigned number."""

    def __init__(self, db: Path, games: Mapping[int, tuple[str, int]], last: int) -> None:
        self._path = locate(db)
        self._games = dict(games)
        self._settled = self._last = last
        self._file: int | None = None
        self._size = 0
        self._complained = False
        self._rewrite()

    def write(self, changes: Iterable[tuple[int, str, int]]) -> None:
        """Append changes: number, id (empty if already known) and version. Blocks; logs any OSError."""
        lines = []
        for serial, id, v in changes:
            name = id or self._games.get(serial, ("", 0))[0]
            self._games[serial] = (name, v)
            lines.append(_line(serial, name, v))
        try:
            if self._file is None or self._size > MOST_BYTES:
                self._rewrite()
            else:
                data = b"".join(lines)
                os.write(self._file, data)
                self._size += len(data)
        except OSError as error:
            self._complain(error)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _rewrite(self) -> None:
        """Rewrite the file with the unfinished games and all games numbered above its new ``settled``."""
        settled, self._settled, self._last = self._settled, self._last, max(self._games, default=self._last)
        self._games = {serial: of for serial, of in self._games.items() if of[1] or serial > settled}
        data = _line(settled) + b"".join(_line(serial, *of) for serial, of in self._games.items())
        fresh = self._path.with_name(self._path.name + ".new")
        self.close()
        try:
            with suppress(FileNotFoundError):
                fresh.unlink()
            file = os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_APPEND, 0o600)
            os.write(file, data)
            fresh.replace(self._path)
            self._file, self._size = file, len(data)
        except OSError as error:
            self._complain(error)

    def _complain(self, error: OSError) -> None:
        if not self._complained:
            self._complained = True
            log.warning("%s cannot be written (%s): a file that is put back would not be noticed", self._path, error)


def read_last(connection: sqlite3.Connection) -> int:
    """Return the highest number ever assigned to a game; if that counter is damaged, the highest stored number."""
    ((last,),) = connection.execute(LAST)
    return int(last)


def read_version(v: object) -> int:
    """Return a game's last version; 0 if it is missing or damaged."""
    return v if isinstance(v, int) else 0


def list_behind(connection: sqlite3.Connection, seen: Seen) -> list[str]:
    """List a report line for each game whose state in the database is older than in the mark."""
    last = read_last(connection)
    lines = []
    for serial, (id, v) in sorted(seen.games.items()):
        if serial > last:
            lines.append(f"game {id} (number {serial}) is missing")
            continue
        sql = "SELECT ended_at, (SELECT max(v) FROM actions WHERE game = serial) FROM games WHERE serial = ?"
        found = connection.execute(sql, (serial,)).fetchone()
        if found is None:
            continue  # deleted
        if v == 0 and found[0] is None:
            lines.append(f"game {id} (number {serial}) was over, and is not: it has gone back to version {found[1]}")
        elif v and (reached := read_version(found[1])) < v:
            lines.append(f"game {id} (number {serial}) has gone back from version {v} to {reached}")
    live = f"SELECT serial, id FROM games WHERE serial IN ({UNFINISHED}) AND serial <= ? ORDER BY serial"
    for serial, id in connection.execute(live, (seen.settled,)):
        if serial not in seen.games:
            lines.append(f"game {id} (number {serial}) was over, and is not")
    unnamed = seen.last - last - sum(serial > last for serial in seen.games)
    if unnamed > 0:
        lines.append(f"{unnamed} games more are missing, of the numbers {last + 1} to {seen.last}")
    if len(lines) > MOST_LINES:
        lines[MOST_LINES:] = [f"and so have {len(lines) - MOST_LINES} more"]
    return lines


def _line(*values: int | str) -> bytes:
    data = msgspec.json.encode(values)
    return b"%s %08x\n" % (data, crc32(data))


def _decode(line: bytes) -> list[int | str]:
    data, _, check = line.rpartition(b" ")
    if not data or int(check, 16) != crc32(data):
        raise ValueError("not whole")
    values: list[int | str] = msgspec.json.decode(data)
    return values


class MarkKeeper:
    """Background writer of the mark; create it with `MarkKeeper.open`.

    ``behind`` has a line for each game whose state in the database is older than in the previous mark.
    """

    def __init__(self, written: Mark, behind: list[str]) -> None:
        self.behind = behind
        self._mark = written
        self._moved: dict[int, tuple[int, str, int]] = {}
        """Changes that are not written to the mark yet, by game number."""
        self._task = asyncio.create_task(self._keep(), name="store mark")

    @classmethod
    async def open(cls, lock: Lock) -> "MarkKeeper":
        """Start a new mark for a locked database; log each game that the old mark knew in a later state."""
        behind, written = await asyncio.to_thread(_begin, lock.path)
        for line in behind:
            log.error("the file is older than it was: %s", line)
        return cls(written, behind)

    def note(self, serial: int, id: str, v: int) -> None:
        """Queue a game's version for the mark; ``id`` may be empty if it is known, ``v`` is 0 once the game is over."""
        if not id and serial in self._moved:
            id = self._moved[serial][1]
        self._moved[serial] = (serial, id, v)

    async def close(self) -> None:
        """Stop the task, write the queued changes and close the mark."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await asyncio.to_thread(self._mark.write, self._moved.values())
        self._mark.close()

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(PAUSE_S)
            if not self._moved:
                continue
            moved, self._moved = self._moved, {}
            await asyncio.shield(asyncio.to_thread(self._mark.write, moved.values()))


def _begin(path: Path) -> tuple[list[str], Mark]:
    """Compare the database with its mark and start a new mark; return the report lines and the mark. Blocks."""
    seen = read(path)
    if seen is None and locate(path).exists():
        log.warning("%s cannot be read: a file that was put back would not be noticed", locate(path))
    with closing(connect(path)) as connection:
        lines = [] if seen is None else list_behind(connection, seen)
        live = f"""SELECT serial, id, (SELECT max(v) FROM actions WHERE game = serial) FROM games
          WHERE serial IN ({UNFINISHED})"""
        games = {serial: (str(id), read_version(v)) for serial, id, v in connection.execute(live)}
        last = read_last(connection)
    return lines, Mark(path, games, last)
