"""The high-water mark: how far each game had come, in a small file beside the database.

A log that was cut off, or an older copy that was put back, is a sound older state: nothing inside the file can say
so. The mark is written after the commits, a moment late and never waited for, so that it is never ahead of a sound
file. It holds a line for each change of a game: its number, its id and its version (0 once it is over or deleted),
with a checksum; from a line that is not whole on, nothing is read.
"""

import logging
import os
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import msgspec

log = logging.getLogger(__name__)

PAUSE_S = 0.5
"""So often at most it is written."""
MOST_BYTES = 1 << 20
"""A longer one is written anew, without the games that are over."""
MOST_LINES = 50
"""Games that are named one by one."""
LAST = """SELECT coalesce(
  (SELECT max(seq) FROM sqlite_sequence WHERE name = 'games' AND typeof(seq) = 'integer'),
  (SELECT max(serial) FROM games), 0)"""


class Seen(NamedTuple):
    """What a mark says: ``settled``, up to which number every game that it does not name was over; ``games`` by number.

    A game is its id and its version, 0 for one that is over.
    """

    settled: int
    games: dict[int, tuple[str, int]]

    @property
    def last(self) -> int:
        """The highest number of a game that there was."""
        return max(self.settled, *self.games) if self.games else self.settled


def locate(db: Path) -> Path:
    """Where the mark of a database is."""
    return db.with_name(db.name + ".mark")


def read(db: Path) -> Seen | None:
    """What the mark of a database says; None where there is none that can be read."""
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
    """The mark of an open database, which begins with its unfinished games and the last number given."""

    def __init__(self, db: Path, games: Mapping[int, tuple[str, int]], last: int) -> None:
        self._path = locate(db)
        self._games = dict(games)
        self._settled = self._last = last
        self._file: int | None = None
        self._size = 0
        self._complained = False
        self._rewrite()

    def write(self, changes: Iterable[tuple[int, str, int]]) -> None:
        """Note where games are: number, id (empty where it is known) and version. Blocking, never raises."""
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
        """Write no more."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _rewrite(self) -> None:
        """Only what is not over, and what has come to its end since the last writing anew."""
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
    """The highest number that was given to a game; where that is damaged, of a game that is there."""
    ((last,),) = connection.execute(LAST)
    return int(last)


def read_version(v: object) -> int:
    """The last version of a game; 0 where it has none, or one that is damaged."""
    return v if isinstance(v, int) else 0


def list_behind(connection: sqlite3.Connection, seen: Seen) -> list[str]:
    """A line for every game that had come further than the database has it."""
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
    live = "SELECT serial, id FROM games WHERE ended_at IS NULL AND serial <= ? ORDER BY serial"
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
