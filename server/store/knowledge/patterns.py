"""Learned patterns: their sources, how often they were blocked, and which of them are shown.

Patterns explain how bots lost; bots do not match them in play. Readers see only the data of games that they may find,
the public ones and their own: a pattern that only other games taught is neither shown nor counted.

A pattern's body is the JSON of `bots.learning.patterns.pattern`, with its proof. A forgotten pattern stays as a row
without a body.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from server.store.database import Database
from server.store.knowledge import lost_positions, practice
from server.store.sql import SHOWN, Row, Statement, json_values, read_tuples

State = Literal["on", "off", "forgotten"]
Blocks = Mapping[tuple[int, int], tuple[int, int]]
NO_BLOCKS: Blocks = {}

_BLOCKS = """INSERT INTO blocks (pattern, game, dx, dy, held, studied) SELECT id, ?, ?, ?, ?, 1 FROM patterns
  WHERE key = ? AND state <> 'forgotten'
  ON CONFLICT (pattern, game, dx, dy) DO UPDATE SET held = excluded.held, studied = 1"""
_OF_BLOCKS = """SELECT pattern, dx, dy, count(*) AS blocked, sum(held) AS withstood FROM blocks
  JOIN games ON serial = game WHERE {condition} GROUP BY pattern, dx, dy"""

LEARN = "INSERT INTO patterns (key, rules, learned_at, body) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO NOTHING"
_IMPORT = """INSERT INTO patterns (key, rules, learned_at, body, imported) VALUES (?, ?, ?, ?, 1)
  ON CONFLICT (key) DO UPDATE SET imported = 1, learned_at = excluded.learned_at
  WHERE patterns.state <> 'forgotten' AND patterns.imported = 0"""
_SOURCE = """INSERT INTO pattern_sources (pattern, game, ply)
  SELECT id, ?, ? FROM patterns WHERE key = ? AND state <> 'forgotten' ON CONFLICT DO NOTHING"""

_COUNTED = """SELECT patterns.*,
    (SELECT count(DISTINCT game) FROM pattern_sources WHERE pattern = patterns.id) AS taught
  FROM patterns WHERE {condition}"""

_SEEN = f"""SELECT id, key, patterns.rules, state, body, coalesce(taught, 0) AS taught,
    CASE WHEN at IS NULL OR imported = 1 AND learned_at < at THEN learned_at ELSE at END AS learned_at
  FROM patterns
  LEFT JOIN (SELECT pattern, count(DISTINCT serial) AS taught, min(coalesce(lessons.at, ended_at)) AS at
    FROM pattern_sources JOIN games ON serial = pattern_sources.game LEFT JOIN lessons ON lessons.game = serial
    WHERE {SHOWN} GROUP BY pattern) AS lessons ON lessons.pattern = id
  WHERE (imported = 1 OR taught IS NOT NULL) AND {{condition}}"""
"""Patterns that ``:me`` may see, with counts over only the games that they may find."""


class FoundPattern(Struct, frozen=True):
    """A pattern and the ply of the game before which it stood on the board; ``body`` is its JSON.

    ``blocks`` lists cells, as dx and dy, and whether a stone there held, before the move that lost the game.
    """

    key: str
    ply: int
    body: str
    blocks: Sequence[tuple[int, int, bool]] = ()


class StoredPattern(Struct, frozen=True):
    """A pattern with the number of games that ``taught`` it."""

    id: int
    key: str
    rules: str
    state: State
    learned_at: int
    body: str
    taught: int


class Source(Struct, frozen=True):
    """A game that taught a pattern, the ply before which the pattern stood on the board, and whether a bot learned the
    ``line`` of the game."""

    game: str
    ply: int
    line: bool = False


def learn(serial: int, rules: str, found: Iterable[FoundPattern], now: int) -> list[Statement]:
    """Return the statements that store the patterns of a game in place of its earlier ones.

    A known pattern only gets the game as another source.
    """
    statements: list[Statement] = [("DELETE FROM pattern_sources WHERE game = ?", (serial,))]
    statements.append(("DELETE FROM blocks WHERE game = ? AND studied = 1", (serial,)))
    for pattern in found:
        statements.append((LEARN, (pattern.key, rules, now, pattern.body)))
        statements.append((_SOURCE, (serial, pattern.ply, pattern.key)))
        statements += [(_BLOCKS, (serial, dx, dy, int(held), pattern.key)) for dx, dy, held in pattern.blocks]
    return statements


def add_imported(rules: str, key: str, body: str, now: int) -> Statement:
    """Return the statement that stores a pattern from a file; a forgotten pattern stays forgotten."""
    return _IMPORT, (key, rules, now, body)


async def count_known(db: Database, keys: Iterable[str]) -> int:
    """Count the stored patterns with these keys, including turned-off and forgotten ones."""
    found = msgspec.json.encode(sorted(keys)).decode()
    return int((await db.fetch(f"SELECT count(*) FROM patterns WHERE key IN {json_values('?')}", (found,)))[0][0])


def drop(kept: Iterable[str]) -> list[Statement]:
    """Return the statements that delete the patterns in use, except imported ones and those with a kept key.

    They also delete all sources and blocks of patterns, and the positions that lost games.
    """
    keys = msgspec.json.encode(sorted(kept)).decode()
    drop = f"DELETE FROM patterns WHERE state = 'on' AND imported = 0 AND key NOT IN {json_values('?')}"
    return [("DELETE FROM pattern_sources", ()), ("DELETE FROM blocks", ()), (lost_positions.DROP, ()), (drop, (keys,))]


async def read_revision(db: Database) -> int:
    """Return the revision of the learned patterns, which rises with every change of those in use."""
    return int((await db.fetch("SELECT revision FROM learned"))[0][0])


async def list_in_use(db: Database) -> list[StoredPattern]:
    """List every pattern that is on, in the order in which they were learned; there may be thousands."""
    rows = await db.fetch(_COUNTED.format(condition="state = 'on'") + " ORDER BY id")
    return await asyncio.to_thread(lambda: [_read_row(row) for row in rows])


async def list_patterns(
    db: Database, viewer: str | None, rules: str | None, after: tuple[int, str] | None, limit: int
) -> list[StoredPattern]:
    """List the patterns that are on, latest learned first; ``after`` is the time and key of the last one seen."""
    sql = f"""WITH seen AS ({_SEEN.format(condition="state = 'on' AND (patterns.rules = :rules OR :rules IS NULL)")})
      SELECT * FROM seen WHERE learned_at < :at OR learned_at = :at AND key > :key OR :at IS NULL
      ORDER BY learned_at DESC, key LIMIT :limit"""
    at, key = after or (None, None)
    values = {"me": viewer, "rules": rules, "at": at, "key": key, "limit": limit}
    return [_read_row(row) for row in await db.fetch(sql, values)]


async def count_blocks(db: Database, id: int, viewer: str | None) -> Blocks:
    """Count, by cell, how often a pattern was blocked and how often that held, in games that the player may find."""
    found = await db.fetch(_OF_BLOCKS.format(condition=f"pattern = :id AND {SHOWN}"), {"id": id, "me": viewer})
    return _blocks(found).get(id, NO_BLOCKS)


async def count_patterns(db: Database, viewer: str | None, rules: str | None) -> int:
    """Count the patterns that are on and that the player may see."""
    condition = "state = 'on' AND (patterns.rules = :rules OR :rules IS NULL)"
    sql = f"SELECT count(*) FROM ({_SEEN.format(condition=condition)}) AS seen"
    return int((await db.fetch(sql, {"me": viewer, "rules": rules}))[0][0])


async def find_seen(db: Database, key: str, viewer: str | None) -> StoredPattern | None:
    """Return a pattern that is not forgotten, if the player may see it, with counts over games they may find."""
    rows = await db.fetch(_SEEN.format(condition="state <> 'forgotten' AND key = :key"), {"me": viewer, "key": key})
    return _read_row(rows[0]) if rows else None


async def list_sources(db: Database, id: int, viewer: str | None, limit: int) -> list[Source]:
    """List the games that taught a pattern and that the player may find, latest first."""
    sql = f"""SELECT games.id AS game, ply, serial IN (SELECT game FROM last_chances) AS line
      FROM pattern_sources JOIN games ON serial = game
      WHERE pattern = :id AND {SHOWN} ORDER BY serial DESC, ply LIMIT :limit"""
    found = await db.fetch(sql, {"id": id, "me": viewer, "limit": limit})
    return [Source(row["game"], row["ply"], bool(row["line"])) for row in found]


async def list_by_game(db: Database, serial: int, viewer: str | None) -> list[tuple[str, int]]:
    """List the keys and plies of the patterns in use that a game taught, in ply order.

    Patterns that the viewer may not see are left out, even if they have a link to the game.
    """
    sql = f"""WITH seen AS ({_SEEN.format(condition="state = 'on'")})
      SELECT key, ply FROM pattern_sources JOIN seen ON id = pattern WHERE game = :game ORDER BY ply, key"""
    return read_tuples(tuple[str, int], await db.fetch(sql, {"game": serial, "me": viewer}))


async def find_pattern(db: Database, name: str) -> StoredPattern | None:
    """Return a pattern that is not forgotten, by id or key, with counts over all games; for operators."""
    condition = "state <> 'forgotten' AND (key = :name OR CAST(patterns.id AS TEXT) = :name)"
    rows = await db.fetch(_COUNTED.format(condition=condition), {"name": name})
    return _read_row(rows[0]) if rows else None


async def switch(db: Database, name: str, state: State) -> bool:
    """Turn a pattern on or off, or forget it for good; False if there is none."""
    found = await find_pattern(db, name)
    if found is None:
        return False
    statements: list[Statement] = [("UPDATE patterns SET state = ? WHERE id = ?", (state, found.id))]
    if state == "forgotten":
        statements.append(("UPDATE patterns SET body = '' WHERE id = ?", (found.id,)))
        statements.append((lost_positions.FORGET, (found.id,)))
        statements.append((practice.FORGET, (found.id,)))
        statements.append(("DELETE FROM pattern_sources WHERE pattern = ?", (found.id,)))
        statements.append(("DELETE FROM blocks WHERE pattern = ?", (found.id,)))
    await db.execute(*statements)
    return True


def remove_taught_by(serial: int) -> Statement:
    """Return the statement that deletes the patterns in use that only this game taught, except imported ones.

    Run it before the game is deleted.
    """
    sql = """DELETE FROM patterns WHERE state = 'on' AND imported = 0
      AND id IN (SELECT pattern FROM pattern_sources WHERE game = ?)
      AND NOT EXISTS (SELECT 1 FROM pattern_sources WHERE pattern = patterns.id AND game <> ?)"""
    return sql, (serial, serial)


def _read_row(row: Row) -> StoredPattern:
    values: dict[str, Any] = {name: row[name] for name in StoredPattern.__struct_fields__}
    return StoredPattern(**values)


def _blocks(rows: Iterable[Row]) -> dict[int, dict[tuple[int, int], tuple[int, int]]]:
    found: dict[int, dict[tuple[int, int], tuple[int, int]]] = {}
    for row in rows:
        found.setdefault(row["pattern"], {})[row["dx"], row["dy"]] = row["blocked"], row["withstood"]
    return found
