"""Stored proofs of positions, and the studied games that contain these positions.

A row describes one position only. New proofs for a position of a studied game, or one move away from it, queue that
game for another study.
"""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from bots.learning.proofs.known_positions import Entry, Fact
from bots.learning.proofs.proven_positions import Row
from gomoku.keys import Keys
from server.errors import StoreError
from server.store.address import is_server
from server.store.database import Database
from server.store.knowledge.jobs import Job
from server.store.reading import Reading
from server.store.sql import Statement, json_values

log = logging.getLogger(__name__)

MOST = 400_000
"""Maximum number of rows. Rows with the fewest proof nodes are evicted first, the oldest first among equals."""
MOST_BYTES = 256 << 20
"""Maximum bytes of positions and proofs; above it, one hundredth of the rows is evicted."""
MOST_AGAIN = 50
"""Maximum games queued again for the proofs of one study or one answer."""
AT_ONCE = 200
"""Rows per statement."""
DAY_MS = 86_400_000


_POOL = "INSERT INTO pools (rules, size) VALUES (?, ?) ON CONFLICT DO NOTHING"
_ID = "(SELECT id FROM pools WHERE rules = ? AND size = ?)"
COLUMNS = "rules, size, key, position, won, method, length, nodes, seal, proof"
_KEEP = f"""WITH found ({COLUMNS}, day) AS (VALUES {{values}})
  INSERT INTO proofs (pool, key, position, won, method, length, nodes, day, seal, proof)
  SELECT pools.id, found.key, found.position, won, method, length, nodes, day, seal, proof
  FROM found JOIN pools USING (rules, size) WHERE NOT EXISTS (
    SELECT 1 FROM proofs AS old WHERE old.pool = pools.id AND old.key = found.key AND old.position = found.position)"""
_VALUES = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_TYPES = ["TEXT", "INTEGER", "INTEGER", "BLOB", "INTEGER", "TEXT", "INTEGER", "INTEGER", "BLOB", "BLOB", "INTEGER"]
_FIRST_VALUES = f"({', '.join(f'CAST(? AS {type})' for type in _TYPES)})"
"""A first row that says the types of all; SQLite knows them without."""
_EVICT = f"""DELETE FROM proofs WHERE id IN (SELECT id FROM proofs ORDER BY nodes, id LIMIT (
    SELECT max(least) FROM (SELECT 0 AS least UNION ALL SELECT sum(proofs) - ? FROM pools UNION ALL
      SELECT CASE WHEN sum(bytes) > {MOST_BYTES} THEN sum(proofs) / 100 + 1 ELSE 0 END FROM pools) AS found))"""
REVISED = "UPDATE learned SET revision = revision + 1"
"""Increments the revision of learned data: a study's proofs count as learned from a game."""
_FORGET_GAME = "DELETE FROM positions_of_games WHERE game = ?"
_GAME = f"""INSERT INTO positions_of_games (pool, key, game, ply)
  SELECT {_ID}, CAST(value AS INTEGER), ?, json_each.key FROM json_each(?)"""
_SINCE = f"""SELECT proofs.id, {COLUMNS.removesuffix(", proof")} FROM proofs JOIN pools ON pool = pools.id
  WHERE proofs.id > ? ORDER BY proofs.id LIMIT ?"""
_STANDING = f"""SELECT DISTINCT key FROM positions_of_games
  WHERE pool = {_ID} AND key IN {json_values("?")}"""
_AGAIN = """INSERT INTO jobs (game, at, effort, again)
  SELECT game, ?, effort, 1 FROM analyses WHERE {which}
  ON CONFLICT (game) DO UPDATE SET effort = excluded.effort, again = 1 WHERE jobs.effort > excluded.effort"""
"""Lowers the effort of a game already queued at a higher one: studying it first with the proofs known now is
cheaper."""
_ALL_AGAIN = _AGAIN.format(
    which=f"""coalesce(game <> ?, TRUE) AND game IN (
    SELECT game FROM positions_of_games WHERE pool = {_ID} AND key IN {json_values("?")})
  ORDER BY game DESC LIMIT {MOST_AGAIN}"""
)
_CONCERNED = f"""SELECT DISTINCT serial, id FROM positions_of_games AS placed JOIN games ON serial = placed.game
  WHERE placed.pool = {_ID} AND placed.key IN {json_values("?")} ORDER BY serial DESC LIMIT {MOST_AGAIN}"""
_ENTRIES = f"""SELECT placed.key, min(id) AS id, entry FROM positions_of_games AS placed
  JOIN lessons ON lessons.game = placed.game AND entry = placed.ply JOIN games ON serial = placed.game
  WHERE placed.pool = {_ID} AND placed.key IN {json_values("?")} GROUP BY placed.key, entry"""
_WON = f"""SELECT key, position FROM proofs
  WHERE pool = {_ID} AND key IN {json_values("?")} AND won = 1"""
_VERDICTS = f"""SELECT key, position, won FROM proofs
  WHERE pool = {_ID} AND key IN {json_values("?")}"""
_OF_KEY = f"""SELECT {COLUMNS} FROM pools JOIN proofs ON pool = pools.id
  WHERE rules = ? AND size = ? AND key = ?"""


def keep(rows: Sequence[Row], now: int, most: int = MOST) -> list[Statement]:
    """Return statements that insert rows not yet stored and evict rows above the limit."""
    if not rows:
        return []
    statements: list[Statement] = [(_POOL, pool) for pool in sorted({row[:2] for row in rows})]
    for first in range(0, len(rows), AT_ONCE):
        some = rows[first : first + AT_ONCE]
        values = [value for row in some for value in (*row, now // DAY_MS)]
        statements.append((_KEEP.format(values=", ".join([_FIRST_VALUES, *[_VALUES] * (len(some) - 1)])), values))
    return [*statements, (_EVICT, (most,))]


def keep_positions(serial: int, rules: str, size: int, keys: Sequence[int]) -> list[Statement]:
    """Return statements that replace a game's stored positions; ``keys`` are by ply."""
    positions = (rules, size, serial, msgspec.json.encode(list(keys)).decode())
    return [(_POOL, (rules, size)), (_FORGET_GAME, (serial,)), (_GAME, positions)]


def queue_concerned(keys: Iterable[tuple[str, int, int]], serial: int | None, now: int) -> list[Statement]:
    """Return statements that queue studied games containing these positions (rules, size, key), except game
    ``serial``."""
    of_pool = _by_pool(keys).items()
    return [(_ALL_AGAIN, (now, serial, *pool, msgspec.json.encode(some).decode())) for pool, some in of_pool]


def queue_again(serial: int, now: int) -> Statement:
    """Return the statement that queues a studied game, with the effort that it has had."""
    return _AGAIN.format(which="game = ?"), (now, serial)


async def list_concerned(db: Database, keys: Iterable[tuple[str, int, int]]) -> list[Job]:
    """List the studied games containing these positions (rules, size, key), latest first, at most `MOST_AGAIN` of
    each rule set and size."""
    found: list[Job] = []
    for pool, some in _by_pool(keys).items():
        rows = await db.fetch(_CONCERNED, (*pool, msgspec.json.encode(some).decode()))
        found += [Job(row["serial"], row["id"]) for row in rows]
    return found


def _by_pool(keys: Iterable[tuple[str, int, int]]) -> dict[tuple[str, int], list[int]]:
    of_pool: dict[tuple[str, int], list[int]] = {}
    for rules, size, key in keys:
        of_pool.setdefault((rules, size), []).append(key)
    return of_pool


def list_keys_around(rows: Iterable[Row]) -> set[tuple[str, int, int]]:
    """Return rules, size and key of the rows' positions and of all positions one move before them.

    Takes about 60 us per row.
    """
    found: set[tuple[str, int, int]] = set()
    for row in rows:
        found.add((row.rules, row.size, row.key))
        board, mover = row.board(), row.to_move.other
        keys = Keys.of(board)
        for point, cell in enumerate(board.cells):
            if cell == mover:
                keys.turn(point, mover)
                found.add((row.rules, row.size, keys.key(mover)))
                keys.turn(point, mover)
    return found


async def list_won(db: Database, rules: str, size: int, keys: Iterable[int]) -> set[tuple[int, bytes]]:
    """Return the key and stones of the positions with these keys that the side to move provably wins."""
    asked = (rules, size, msgspec.json.encode(list(keys)).decode())
    return {(row["key"], row["position"]) for row in await db.fetch(_WON, asked)}


async def list_entries(db: Database, rules: str, size: int, keys: Iterable[int]) -> list[tuple[int, str, int]]:
    """Return key, game id and ply of positions with these keys from which the lesson of a game has a proven win, a game
    for each."""
    asked = (rules, size, msgspec.json.encode(list(keys)).decode())
    return [(row["key"], row["id"], row["entry"]) for row in await db.fetch(_ENTRIES, asked)]


async def list_verdicts(db: Database, rules: str, size: int, keys: Iterable[int]) -> dict[tuple[int, bytes], bool]:
    """Map key and stones of each proven position with these keys to whether the side to move wins (True) or loses
    (False)."""
    asked = (rules, size, msgspec.json.encode(list(keys)).decode())
    return {(row["key"], row["position"]): bool(row["won"]) for row in await db.fetch(_VERDICTS, asked)}


async def list_since(db: Database, id: int, limit: int) -> tuple[int, dict[tuple[str, int], list[Entry]]]:
    """Return the id of the last row read, and up to ``limit`` entries after row ``id``, by rules and size.

    Skips damaged rows and logs a warning.
    """
    rows = await db.fetch(_SINCE, (id, limit))
    return (rows[-1]["id"] if rows else id), await asyncio.to_thread(_entries, rows)


def _entries(rows: Iterable[Iterable[Any]]) -> dict[tuple[str, int], list[Entry]]:
    found: dict[tuple[str, int], list[Entry]] = {}
    for _, *columns in rows:
        row = read_row((*columns, b""))  # without the proof, which is most of the bytes and not needed
        if row.whole:
            found.setdefault((row.rules, row.size), []).append((row.key, row.position, Fact(row.won, row.length)))
        else:
            log.warning("a proof in the database is damaged and not believed")
    return found


class StoredProofs:
    """Read-only access to stored proofs for threads and processes that do not have the database open.

    Each thread has its own connection to a file. Read errors are logged and give empty results.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._of_thread = threading.local()
        self._open: list[sqlite3.Connection] = []

    def rows(self, rules: str, size: int, key: int) -> Iterable[Row]:
        """Return the rows with this key; none if the database cannot be read."""
        try:
            found = self._reading().execute(_OF_KEY, (rules, size, key)).fetchall()
        except (sqlite3.Error, OSError, StoreError) as error:
            log.warning("proofs cannot be looked up: %s", error)
            return []
        return [read_row(each) for each in found]

    def standing(self, rules: str, size: int, keys: Iterable[int]) -> set[int]:
        """Return which of the keys occur in positions of studied games; none if the database cannot be read."""
        asked = (rules, size, msgspec.json.encode(list(keys)).decode())
        try:
            return {found["key"] for found in self._reading().execute(_STANDING, asked)}
        except (sqlite3.Error, OSError, StoreError) as error:
            log.warning("positions of games cannot be looked up: %s", error)
            return set()

    def close(self) -> None:
        """Close all connections to a file. Call it once no thread queries any more."""
        while self._open:
            self._open.pop().close()
        self._of_thread = threading.local()

    def _reading(self) -> Reading:
        if not hasattr(self._of_thread, "reading"):
            self._of_thread.reading = self._connect()
        reading: Reading = self._of_thread.reading
        return reading

    def _connect(self) -> Reading:
        if is_server(self._address):
            from server.store.postgres.reader import PostgresReading  # noqa: PLC0415 - needs an extra

            return PostgresReading(self._address)
        connection = connect(Path(self._address))
        self._open.append(connection)
        return connection


def connect(path: Path) -> sqlite3.Connection:
    """Open a read-only connection that waits at most 0.1 s for a lock; any thread may close it."""
    address = f"{path.resolve().as_uri()}?mode=ro"
    connection = sqlite3.connect(address, uri=True, timeout=0.1, check_same_thread=False)
    connection.row_factory = sqlite3.Row
    return connection


def read_row(columns: Sequence[Any]) -> Row:
    """Convert the columns of a query to a `Row`."""
    rules, size, key, position, won, *rest = columns
    return Row(rules, size, key, position, bool(won), *rest)
