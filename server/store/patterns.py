"""Learned patterns: where they come from, how often they were met, and which of them are in use.

Bots use what every game has taught. Who reads about it is told of the games that he may find, the public ones and his
own, and of no other: a pattern that only others have taught is not there, and in no number.

A pattern's body is the JSON of `bots.learning.patterns.pattern`, with its proof. Forgotten ones stay as rows that only
say so.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from server.store import lost_positions
from server.store.database import Database
from server.store.sql import BOTS_COLOR, SHOWN, BatchStage, BulkStatement, Row, Statement, json_values

State = Literal["on", "off", "forgotten"]
Blocks = Mapping[tuple[int, int], tuple[int, int]]
NO_BLOCKS: Blocks = {}

_COUNT = f"""
INSERT INTO encounters (pattern, game, held)
SELECT DISTINCT patterns.id, serial, CASE WHEN winner IS NULL OR winner = {BOTS_COLOR} THEN 1 ELSE 0 END
FROM games JOIN actions ON game = serial AND kind = 'moved' AND data LIKE '%"met"%'
  JOIN json_each(data, '$.met') AS met JOIN patterns ON patterns.key = met.value AND patterns.rules = games.rules
WHERE {{condition}} AND bot_engine IS NOT NULL AND plies > 0 AND reason <> 'aborted'
ON CONFLICT (pattern, game) DO NOTHING"""
ON_END = BulkStatement(BatchStage.ENDINGS, _COUNT.format(condition="serial = ?"))
"""Counts the patterns that a bot met in a game, and whether it held, in the transaction that ends the game."""

_BLOCKED = f"""
INSERT INTO blocks (pattern, game, dx, dy, studied, held)
SELECT patterns.id, serial, CAST(data -> 'blocked' ->> 0 AS INTEGER), CAST(data -> 'blocked' ->> 1 AS INTEGER), 0,
  CASE WHEN winner IS NULL OR winner = {BOTS_COLOR} THEN 1 ELSE 0 END
FROM games JOIN actions ON game = serial AND kind = 'moved' AND data LIKE '%"blocked"%'
  JOIN patterns ON patterns.key = data -> 'met' ->> 0 AND patterns.rules = games.rules
WHERE {{condition}} AND bot_engine IS NOT NULL AND plies > 0 AND reason <> 'aborted'
ON CONFLICT (pattern, game, dx, dy) DO NOTHING"""
BLOCKED_ON_END = BulkStatement(BatchStage.ENDINGS, _BLOCKED.format(condition="serial = ?"))
"""Counts where a bot blocked patterns in a game, and whether it held, in the transaction that ends the game."""
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

_COUNTED = """SELECT patterns.*, count(pattern) AS met, coalesce(sum(held), 0) AS held,
    (SELECT count(DISTINCT game) FROM pattern_sources WHERE pattern = patterns.id) AS taught
  FROM patterns LEFT JOIN encounters ON pattern = patterns.id WHERE {condition} GROUP BY patterns.id"""

_SEEN = f"""SELECT id, key, patterns.rules, state, body, coalesce(met, 0) AS met, coalesce(held, 0) AS held,
    coalesce(taught, 0) AS taught,
    CASE WHEN at IS NULL OR imported = 1 AND learned_at < at THEN learned_at ELSE at END AS learned_at
  FROM patterns
  LEFT JOIN (SELECT pattern, count(DISTINCT serial) AS taught, min(coalesce(lessons.at, ended_at)) AS at
    FROM pattern_sources JOIN games ON serial = pattern_sources.game LEFT JOIN lessons ON lessons.game = serial
    WHERE {SHOWN} GROUP BY pattern) AS lessons ON lessons.pattern = id
  LEFT JOIN (SELECT pattern, count(*) AS met, sum(held) AS held FROM encounters JOIN games ON serial = game
    WHERE {SHOWN} GROUP BY pattern) AS meetings ON meetings.pattern = id
  WHERE (imported = 1 OR taught IS NOT NULL) AND {{condition}}"""
"""The patterns that ``:me`` may know, with what the games say that he may find: nothing else counts."""


class FoundPattern(Struct, frozen=True):
    """A pattern and the ply of the game before which it stood on the board; ``body`` is its JSON.

    ``count_blocks`` are cells, dx and dy, and whether a stone there held, before the move that lost the game.
    """

    key: str
    ply: int
    body: str
    blocks: Sequence[tuple[int, int, bool]] = ()


class StoredPattern(Struct, frozen=True):
    """A pattern with what is known about it; ``held`` of the ``met`` games were not lost, ``taught`` taught it.

    ``count_blocks``: by cell, dx and dy, how often it was blocked there, and how often that held.
    """

    id: int
    key: str
    rules: str
    state: State
    learned_at: int
    body: str
    met: int
    held: int
    taught: int
    blocks: Blocks = NO_BLOCKS


class Source(Struct, frozen=True):
    """A game that taught a pattern, and the ply before which it stood there."""

    game: str
    ply: int


def learn(serial: int, rules: str, found: Iterable[FoundPattern], now: int) -> list[Statement]:
    """What keeps the patterns of a game, in place of what it taught before; known ones only have one more source."""
    statements: list[Statement] = [("DELETE FROM pattern_sources WHERE game = ?", (serial,))]
    statements.append(("DELETE FROM blocks WHERE game = ? AND studied = 1", (serial,)))
    for pattern in found:
        statements.append((LEARN, (pattern.key, rules, now, pattern.body)))
        statements.append((_SOURCE, (serial, pattern.ply, pattern.key)))
        statements += [(_BLOCKS, (serial, dx, dy, int(held), pattern.key)) for dx, dy, held in pattern.blocks]
    return statements


def add_imported(rules: str, key: str, body: str, now: int) -> Statement:
    """What keeps a pattern that comes from a file; a forgotten one stays forgotten."""
    return _IMPORT, (key, rules, now, body)


async def count_known(db: Database, keys: Iterable[str]) -> int:
    """How many patterns of these keys there are, those that are turned off or forgotten among them."""
    found = msgspec.json.encode(sorted(keys)).decode()
    return int((await db.fetch(f"SELECT count(*) FROM patterns WHERE key IN {json_values('?')}", (found,)))[0][0])


def drop(kept: Iterable[str]) -> list[Statement]:
    """What forgets where patterns come from, and all those in use but the imported ones and those with a kept key.

    The positions that lost games are forgotten too.
    """
    keys = msgspec.json.encode(sorted(kept)).decode()
    drop = f"DELETE FROM patterns WHERE state = 'on' AND imported = 0 AND key NOT IN {json_values('?')}"
    return [("DELETE FROM pattern_sources", ()), ("DELETE FROM blocks", ()), (lost_positions.DROP, ()), (drop, (keys,))]


def count_anew() -> list[Statement]:
    """What counts all encounters and blocks again, from the moves as they are stored; of what studies say of blocks,
    which comes before, nothing is changed."""
    ended = "ended_at IS NOT NULL"
    return [
        ("DELETE FROM encounters", ()),
        (_COUNT.format(condition=ended), ()),
        (_BLOCKED.format(condition=ended), ()),
    ]


async def read_revision(db: Database) -> int:
    """The number of the state that the patterns in use are in."""
    return int((await db.fetch("SELECT revision FROM learned"))[0][0])


async def list_in_use(db: Database) -> list[StoredPattern]:
    """Every pattern that is on, in the order in which they were learned. There may be thousands of them."""
    rows = await db.fetch(_COUNTED.format(condition="state = 'on'") + " ORDER BY id")
    found = await db.fetch(_OF_BLOCKS.format(condition="true"))

    def read() -> list[StoredPattern]:
        blocks = _blocks(found)
        return [_read_row(row, blocks.get(row["id"], NO_BLOCKS)) for row in rows]

    return await asyncio.to_thread(read)


async def list_patterns(
    db: Database, viewer: str | None, rules: str | None, by_met: bool, after: tuple[int, str] | None, limit: int
) -> list[tuple[int, StoredPattern]]:
    """Patterns that are on, each after the number that it is ranked by; ``after`` is that and the key of the last."""
    sql = f"""WITH seen AS ({_SEEN.format(condition="state = 'on' AND (patterns.rules = :rules OR :rules IS NULL)")}),
      ranked AS (SELECT *, CASE WHEN :by_met THEN met ELSE learned_at END AS rank FROM seen)
      SELECT * FROM ranked WHERE rank < :rank OR rank = :rank AND key > :key OR :rank IS NULL
      ORDER BY rank DESC, key LIMIT :limit"""
    rank, key = after or (None, None)
    values = {"me": viewer, "rules": rules, "by_met": by_met, "rank": rank, "key": key, "limit": limit}
    return [(row["rank"], _read_row(row)) for row in await db.fetch(sql, values)]


async def count_blocks(db: Database, id: int, viewer: str | None) -> Blocks:
    """By cell, how often a pattern was blocked there and how often that held, in the games that a player may find."""
    found = await db.fetch(_OF_BLOCKS.format(condition=f"pattern = :id AND {SHOWN}"), {"id": id, "me": viewer})
    return _blocks(found).get(id, NO_BLOCKS)


async def count_patterns(db: Database, viewer: str | None, rules: str | None) -> int:
    """How many are on."""
    condition = "state = 'on' AND (patterns.rules = :rules OR :rules IS NULL)"
    sql = f"SELECT count(*) FROM ({_SEEN.format(condition=condition)}) AS seen"
    return int((await db.fetch(sql, {"me": viewer, "rules": rules}))[0][0])


async def find_seen(db: Database, key: str, viewer: str | None) -> StoredPattern | None:
    """A pattern that is not forgotten, as far as a player may know of it."""
    rows = await db.fetch(_SEEN.format(condition="state <> 'forgotten' AND key = :key"), {"me": viewer, "key": key})
    return _read_row(rows[0]) if rows else None


async def list_sources(db: Database, id: int, viewer: str | None, limit: int) -> list[Source]:
    """The games that taught a pattern, as far as a player may find them, the latest first."""
    sql = f"""SELECT games.id, ply FROM pattern_sources JOIN games ON serial = game
      WHERE pattern = :id AND {SHOWN} ORDER BY serial DESC, ply LIMIT :limit"""
    return [Source(*row) for row in await db.fetch(sql, {"id": id, "me": viewer, "limit": limit})]


async def list_by_game(db: Database, serial: int, viewer: str | None) -> list[tuple[str, int]]:
    """Keys and plies of the patterns in use that a game has taught, in the order of the plies.

    Who has only a link to the game is not told of patterns that he could not find.
    """
    sql = f"""WITH seen AS ({_SEEN.format(condition="state = 'on'")})
      SELECT key, ply FROM pattern_sources JOIN seen ON id = pattern WHERE game = :game ORDER BY ply, key"""
    return [(row["key"], row["ply"]) for row in await db.fetch(sql, {"game": serial, "me": viewer})]


async def find_pattern(db: Database, name: str) -> StoredPattern | None:
    """A pattern that is not forgotten, by its id or its key, with all that is known: for operators."""
    condition = "state <> 'forgotten' AND (key = :name OR CAST(patterns.id AS TEXT) = :name)"
    rows = await db.fetch(_COUNTED.format(condition=condition), {"name": name})
    return _read_row(rows[0]) if rows else None


async def switch(db: Database, name: str, state: State) -> bool:
    """Turn a pattern on or off, or forget it for good; False where there is none."""
    found = await find_pattern(db, name)
    if found is None:
        return False
    statements: list[Statement] = [("UPDATE patterns SET state = ? WHERE id = ?", (state, found.id))]
    if state == "forgotten":
        statements.append(("UPDATE patterns SET body = '' WHERE id = ?", (found.id,)))
        statements.append((lost_positions.FORGET, (found.id,)))
        statements.append(("DELETE FROM pattern_sources WHERE pattern = ?", (found.id,)))
        statements.append(("DELETE FROM encounters WHERE pattern = ?", (found.id,)))
        statements.append(("DELETE FROM blocks WHERE pattern = ?", (found.id,)))
    await db.execute(*statements)
    return True


def remove_taught_by(serial: int) -> Statement:
    """Takes the patterns away that a game alone has taught, before it goes itself: those in use, and from no file."""
    sql = """DELETE FROM patterns WHERE state = 'on' AND imported = 0
      AND id IN (SELECT pattern FROM pattern_sources WHERE game = ?)
      AND NOT EXISTS (SELECT 1 FROM pattern_sources WHERE pattern = patterns.id AND game <> ?)"""
    return sql, (serial, serial)


def _read_row(row: Row, blocks: Blocks = NO_BLOCKS) -> StoredPattern:
    values: dict[str, Any] = {name: row[name] for name in StoredPattern.__struct_fields__ if name != "blocks"}
    return StoredPattern(**values | {"held": int(values["held"])}, blocks=blocks)


def _blocks(rows: Iterable[Row]) -> dict[int, dict[tuple[int, int], tuple[int, int]]]:
    found: dict[int, dict[tuple[int, int], tuple[int, int]]] = {}
    for row in rows:
        found.setdefault(row["pattern"], {})[row["dx"], row["dy"]] = row["blocked"], row["withstood"]
    return found
