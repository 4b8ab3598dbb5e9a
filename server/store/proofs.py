"""Proven positions as they are kept, and the games that they bear on.

A row tells of a position and of nothing else. What is new about a position that stands in a studied game, or a move
away from one, has that game studied again.
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
from server.store.database import Database
from server.store.sql import Statement, json_values

log = logging.getLogger(__name__)

MOST = 400_000
"""Rows; what took the fewest nodes to prove goes first, and of that the oldest."""
MOST_BYTES = 256 << 20
"""Of positions and proofs; beyond it a hundredth of the rows goes."""
MOST_AGAIN = 50
"""Games that are studied again for what one study, or one answer, has proven."""
AT_ONCE = 200
"""Rows in one statement."""
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
_EVICT = f"""DELETE FROM proofs WHERE id IN (SELECT id FROM proofs ORDER BY nodes, id LIMIT (
    SELECT max(least) FROM (SELECT 0 AS least UNION ALL SELECT sum(proofs) - ? FROM pools UNION ALL
      SELECT CASE WHEN sum(bytes) > {MOST_BYTES} THEN sum(proofs) / 100 + 1 ELSE 0 END FROM pools) AS found))"""
REVISED = "UPDATE learned SET revision = revision + 1"
"""What was proven by a study is learned from a game."""
_FORGET_GAME = "DELETE FROM positions_of_games WHERE game = ?"
_GAME = f"""INSERT INTO positions_of_games (pool, key, game, ply)
  SELECT {_ID}, value, ?, json_each.key FROM json_each(?)"""
_SINCE = f"""SELECT proofs.id, {COLUMNS.removesuffix(", proof")} FROM proofs JOIN pools ON pool = pools.id
  WHERE proofs.id > ? ORDER BY proofs.id LIMIT ?"""
_STANDING = f"""SELECT DISTINCT key FROM positions_of_games
  WHERE pool = {_ID} AND key IN {json_values("?")}"""
_AGAIN = f"""INSERT INTO jobs (game, at, effort, again)
  SELECT game, ?, effort, 1 FROM analyses WHERE coalesce(game <> ?, TRUE) AND game IN (
    SELECT game FROM positions_of_games WHERE pool = {_ID} AND key IN {json_values("?")})
  ORDER BY game DESC LIMIT {MOST_AGAIN}
  ON CONFLICT (game) DO UPDATE SET effort = excluded.effort, again = 1 WHERE jobs.effort > excluded.effort"""
"""What was to be looked at harder is first read with what is known now, which takes less."""
_WON = f"""SELECT key, position FROM proofs
  WHERE pool = {_ID} AND key IN {json_values("?")} AND won = 1"""
_VERDICTS = f"""SELECT key, position, won FROM proofs
  WHERE pool = {_ID} AND key IN {json_values("?")}"""
_OF_KEY = f"""SELECT {COLUMNS} FROM pools JOIN proofs ON pool = pools.id
  WHERE rules = ? AND size = ? AND key = ?"""


def keep(rows: Sequence[Row], now: int, most: int = MOST) -> list[Statement]:
    """What keeps rows that are not there yet, and lets go of others where they are too many."""
    if not rows:
        return []
    statements: list[Statement] = [(_POOL, pool) for pool in sorted({row[:2] for row in rows})]
    for first in range(0, len(rows), AT_ONCE):
        some = rows[first : first + AT_ONCE]
        values = [value for row in some for value in (*row, now // DAY_MS)]
        statements.append((_KEEP.format(values=", ".join([_VALUES] * len(some))), values))
    return [*statements, (_EVICT, (most,))]


def keep_positions(serial: int, rules: str, size: int, keys: Sequence[int]) -> list[Statement]:
    """What keeps the positions of a game, by ply, in place of those that it had."""
    positions = (rules, size, serial, msgspec.json.encode(list(keys)).decode())
    return [(_POOL, (rules, size)), (_FORGET_GAME, (serial,)), (_GAME, positions)]


def queue_concerned(keys: Iterable[tuple[str, int, int]], serial: int | None, now: int) -> list[Statement]:
    """What queues the studied games with positions of these rules, sizes and keys, but the one of this number."""
    of_pool: dict[tuple[str, int], list[int]] = {}
    for rules, size, key in keys:
        of_pool.setdefault((rules, size), []).append(key)
    return [(_AGAIN, (now, serial, *pool, msgspec.json.encode(some).decode())) for pool, some in of_pool.items()]


def list_keys_around(rows: Iterable[Row]) -> set[tuple[str, int, int]]:
    """Rules, size and key of the positions of some rows, and of those that they may have come from by one move.

    Some 60 us a row.
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
    """Of the positions with these keys those whose side to move wins: keys and stones."""
    asked = (rules, size, msgspec.json.encode(list(keys)).decode())
    return {(row["key"], row["position"]) for row in await db.fetch(_WON, asked)}


async def list_verdicts(db: Database, rules: str, size: int, keys: Iterable[int]) -> dict[tuple[int, bytes], bool]:
    """Whether the side to move wins, or loses, in the positions with these keys of which that is proven: by key and
    stones."""
    asked = (rules, size, msgspec.json.encode(list(keys)).decode())
    return {(row["key"], row["position"]): bool(row["won"]) for row in await db.fetch(_VERDICTS, asked)}


async def list_since(db: Database, id: int, limit: int) -> tuple[int, dict[tuple[str, int], list[Entry]]]:
    """What was kept after the row of this id, so many rows of it, by rules and size; and the id of the last."""
    rows = await db.fetch(_SINCE, (id, limit))
    return (rows[-1]["id"] if rows else id), await asyncio.to_thread(_entries, rows)


def _entries(rows: Iterable[Iterable[Any]]) -> dict[tuple[str, int], list[Entry]]:
    found: dict[tuple[str, int], list[Entry]] = {}
    for _, *columns in rows:
        row = read_row((*columns, b""))  # which takes most of the bytes, and is not looked at
        if row.whole:
            found.setdefault((row.rules, row.size), []).append((row.key, row.position, Fact(row.won, row.length)))
        else:
            log.warning("a proof in the database is damaged and not believed")
    return found


class StoredProofs:
    """The rows of a database, for threads and processes that do not have it open; each thread has a connection.

    Where it cannot be read nothing is known.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._of_thread = threading.local()
        self._open: list[sqlite3.Connection] = []

    def rows(self, rules: str, size: int, key: int) -> Iterable[Row]:
        """Those of a key."""
        try:
            found = self._connection().execute(_OF_KEY, (rules, size, key)).fetchall()
        except (sqlite3.Error, OSError) as error:
            log.warning("proofs cannot be looked up: %s", error)
            return []
        return [read_row(each) for each in found]

    def standing(self, rules: str, size: int, keys: Iterable[int]) -> set[int]:
        """Those of the keys that positions of studied games have."""
        asked = (rules, size, msgspec.json.encode(list(keys)).decode())
        try:
            return {found["key"] for found in self._connection().execute(_STANDING, asked)}
        except (sqlite3.Error, OSError) as error:
            log.warning("positions of games cannot be looked up: %s", error)
            return set()

    def close(self) -> None:
        """Close all connections, when no thread looks anything up any more."""
        while self._open:
            self._open.pop().close()
        self._of_thread = threading.local()

    def _connection(self) -> sqlite3.Connection:
        if not hasattr(self._of_thread, "connection"):
            self._of_thread.connection = connect(self._path)
            self._open.append(self._of_thread.connection)
        connection: sqlite3.Connection = self._of_thread.connection
        return connection


def connect(path: Path) -> sqlite3.Connection:
    """A connection that only reads, and waits for nobody; any thread may close it."""
    address = f"{path.resolve().as_uri()}?mode=ro"
    connection = sqlite3.connect(address, uri=True, timeout=0.1, check_same_thread=False)
    connection.row_factory = sqlite3.Row
    return connection


def read_row(columns: Sequence[Any]) -> Row:
    """A row from the columns of the query."""
    rules, size, key, position, won, *rest = columns
    return Row(rules, size, key, position, bool(won), *rest)
