"""Learned patterns: where they come from, how often they were met, and which of them are in use.

Bots use what every game has taught. Who reads about it is told of the games that he may find, the public ones and his
own, and of no other: a pattern that only others have taught is not there, and in no number.

A pattern's body is the JSON of `bots.learning.pattern`, with its proof. Forgotten ones stay as rows that only say so.
"""

import asyncio
import sqlite3
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct

from server.store import chances
from server.store.visible import SHOWN
from server.store.writer import Parameters

if TYPE_CHECKING:
    from server.store.store import Store

State = Literal["on", "off", "forgotten"]
Statement = tuple[str, Parameters]

_COUNT = """
INSERT INTO encounters (pattern, game, held)
SELECT DISTINCT patterns.id, serial, winner IS NULL OR winner = iif(black = (level1 IS NOT NULL), 'black', 'white')
FROM games JOIN actions ON game = serial AND kind = 'moved' AND data LIKE '%"met"%'
  JOIN json_each(data, '$.met') AS met JOIN patterns ON patterns.key = met.value AND patterns.rules = games.rules
WHERE {condition} AND bot_engine IS NOT NULL AND plies > 0 AND reason <> 'aborted'
ON CONFLICT (pattern, game) DO NOTHING"""
ON_END = _COUNT.format(condition="serial = ?")
"""Counts the patterns that a bot met in a game, and whether it held, in the transaction that ends the game."""

LEARN = "INSERT INTO patterns (key, rules, learned_at, body) VALUES (?, ?, ?, ?) ON CONFLICT (key) DO NOTHING"
_IMPORT = """INSERT INTO patterns (key, rules, learned_at, body, imported) VALUES (?, ?, ?, ?, 1)
  ON CONFLICT (key) DO UPDATE SET imported = 1, learned_at = excluded.learned_at
  WHERE state <> 'forgotten' AND NOT imported"""
_SOURCE = """INSERT INTO pattern_sources (pattern, game, ply)
  SELECT id, ?, ? FROM patterns WHERE key = ? AND state <> 'forgotten' ON CONFLICT DO NOTHING"""

_COUNTED = """SELECT patterns.*, count(pattern) AS met, total(held) AS held,
    (SELECT count(DISTINCT game) FROM pattern_sources WHERE pattern = patterns.id) AS taught
  FROM patterns LEFT JOIN encounters ON pattern = patterns.id WHERE {condition} GROUP BY patterns.id"""

_SEEN = f"""SELECT id, key, patterns.rules, state, body, coalesce(met, 0) AS met, coalesce(held, 0) AS held,
    coalesce(taught, 0) AS taught, min(iif(imported, learned_at, at), coalesce(at, learned_at)) AS learned_at
  FROM patterns
  LEFT JOIN (SELECT pattern, count(DISTINCT serial) AS taught, min(coalesce(analyses.at, ended_at)) AS at
    FROM pattern_sources JOIN games ON serial = pattern_sources.game LEFT JOIN analyses ON analyses.game = serial
    WHERE {SHOWN} GROUP BY pattern) AS lessons ON lessons.pattern = id
  LEFT JOIN (SELECT pattern, count(*) AS met, sum(held) AS held FROM encounters JOIN games ON serial = game
    WHERE {SHOWN} GROUP BY pattern) AS meetings ON meetings.pattern = id
  WHERE (imported OR taught IS NOT NULL) AND {{condition}}"""
"""The patterns that ``:me`` may know, with what the games say that he may find: nothing else counts."""


class FoundPattern(Struct, frozen=True):
    """A pattern and the ply of the game before which it stood on the board; ``body`` is its JSON."""

    key: str
    ply: int
    body: str


class StoredPattern(Struct, frozen=True):
    """A pattern with what is known about it; ``held`` of the ``met`` games were not lost, ``taught`` taught it."""

    id: int
    key: str
    rules: str
    state: State
    learned_at: int
    body: str
    met: int
    held: int
    taught: int


class Source(Struct, frozen=True):
    """A game that taught a pattern, and the ply before which it stood there."""

    game: str
    ply: int


def learning(serial: int, rules: str, found: Iterable[FoundPattern], now: int) -> list[Statement]:
    """What keeps the patterns of a game, in place of what it taught before; known ones only have one more source."""
    statements: list[Statement] = [("DELETE FROM pattern_sources WHERE game = ?", (serial,))]
    for pattern in found:
        statements.append((LEARN, (pattern.key, rules, now, pattern.body)))
        statements.append((_SOURCE, (serial, pattern.ply, pattern.key)))
    return statements


def importing(rules: str, key: str, body: str, now: int) -> Statement:
    """What keeps a pattern that comes from a file; a forgotten one stays forgotten."""
    return _IMPORT, (key, rules, now, body)


def dropping(kept: Iterable[str]) -> list[Statement]:
    """What forgets where patterns come from, and all those in use but the imported ones and those with a kept key.

    The positions that lost games are forgotten too.
    """
    keys = msgspec.json.encode(sorted(kept)).decode()
    drop = "DELETE FROM patterns WHERE state = 'on' AND NOT imported AND key NOT IN (SELECT value FROM json_each(?))"
    return [("DELETE FROM pattern_sources", ()), (chances.DROP, ()), (drop, (keys,))]


def counting() -> list[Statement]:
    """What counts all encounters again, from the moves as they are stored."""
    return [("DELETE FROM encounters", ()), (_COUNT.format(condition="ended_at IS NOT NULL"), ())]


async def revision(store: "Store") -> int:
    """The number of the state that the patterns in use are in."""
    return int((await store.fetch("SELECT revision FROM learned"))[0][0])


async def in_use(store: "Store") -> list[StoredPattern]:
    """Every pattern that is on, in the order in which they were learned. There may be thousands of them."""
    rows = await store.fetch(_COUNTED.format(condition="state = 'on'") + " ORDER BY id")
    return await asyncio.to_thread(lambda: [_stored(row) for row in rows])


async def page(
    store: "Store", viewer: str | None, rules: str | None, by_met: bool, after: tuple[int, str] | None, limit: int
) -> list[tuple[int, StoredPattern]]:
    """Patterns that are on, each after the number that it is ranked by; ``after`` is that and the key of the last."""
    sql = f"""WITH seen AS ({_SEEN.format(condition="state = 'on' AND (:rules IS NULL OR patterns.rules = :rules)")}),
      ranked AS (SELECT *, iif(:by_met, met, learned_at) AS rank FROM seen)
      SELECT * FROM ranked WHERE :rank IS NULL OR rank < :rank OR rank = :rank AND key > :key
      ORDER BY rank DESC, key LIMIT :limit"""
    rank, key = after or (None, None)
    values = {"me": viewer, "rules": rules, "by_met": by_met, "rank": rank, "key": key, "limit": limit}
    return [(row["rank"], _stored(row)) for row in await store.fetch(sql, values)]


async def count(store: "Store", viewer: str | None, rules: str | None) -> int:
    """How many are on."""
    condition = "state = 'on' AND (:rules IS NULL OR patterns.rules = :rules)"
    sql = f"SELECT count(*) FROM ({_SEEN.format(condition=condition)})"
    return int((await store.fetch(sql, {"me": viewer, "rules": rules}))[0][0])


async def seen(store: "Store", key: str, viewer: str | None) -> StoredPattern | None:
    """A pattern that is not forgotten, as far as a player may know of it."""
    rows = await store.fetch(_SEEN.format(condition="state <> 'forgotten' AND key = :key"), {"me": viewer, "key": key})
    return _stored(rows[0]) if rows else None


async def sources(store: "Store", id: int, viewer: str | None, limit: int) -> list[Source]:
    """The games that taught a pattern, as far as a player may find them, the latest first."""
    sql = f"""SELECT games.id, ply FROM pattern_sources JOIN games ON serial = game
      WHERE pattern = :id AND {SHOWN} ORDER BY serial DESC, ply LIMIT :limit"""
    return [Source(*row) for row in await store.fetch(sql, {"id": id, "me": viewer, "limit": limit})]


async def of_game(store: "Store", serial: int, viewer: str | None) -> list[tuple[str, int]]:
    """Keys and plies of the patterns in use that a game has taught, in the order of the plies.

    Who has only a link to the game is not told of patterns that he could not find.
    """
    sql = f"""WITH seen AS ({_SEEN.format(condition="state = 'on'")})
      SELECT key, ply FROM pattern_sources JOIN seen ON id = pattern WHERE game = :game ORDER BY ply, key"""
    return [(row["key"], row["ply"]) for row in await store.fetch(sql, {"game": serial, "me": viewer})]


async def one(store: "Store", name: str) -> StoredPattern | None:
    """A pattern that is not forgotten, by its id or its key, with all that is known: for operators."""
    condition = "state <> 'forgotten' AND (key = :name OR CAST(patterns.id AS TEXT) = :name)"
    rows = await store.fetch(_COUNTED.format(condition=condition), {"name": name})
    return _stored(rows[0]) if rows else None


async def switch(store: "Store", name: str, state: State) -> bool:
    """Turn a pattern on or off, or forget it for good; False where there is none."""
    found = await one(store, name)
    if found is None:
        return False
    statements: list[Statement] = [("UPDATE patterns SET state = ? WHERE id = ?", (state, found.id))]
    if state == "forgotten":
        statements.append(("UPDATE patterns SET body = '' WHERE id = ?", (found.id,)))
        statements.append((chances.FORGET, (found.id,)))
        statements.append(("DELETE FROM pattern_sources WHERE pattern = ?", (found.id,)))
        statements.append(("DELETE FROM encounters WHERE pattern = ?", (found.id,)))
    await store.execute(*statements)
    return True


def _stored(row: sqlite3.Row) -> StoredPattern:
    values: dict[str, Any] = {name: row[name] for name in StoredPattern.__struct_fields__}
    return StoredPattern(**values | {"held": int(values["held"])})
