"""The bots' practice after lost games: the record of each while it goes on, then the games for the book and figures.

It belongs to the lost game: whoever deletes that, or has bots forget what it taught, deletes its practice. Nothing here
counts as a game anywhere else.
"""

import asyncio
import zlib
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct, json

from bots.learning.players.book import BookGame, Step
from bots.learning.practice.record import PERSON, End, PracticeRecord, measure
from bots.learning.study.effort import VERSION
from server.store.changes import Watched
from server.store.database import Database
from server.store.knowledge.experience import BotsGame
from server.store.sql import BOTS_COLOR, Statement, json_values

MOST: Final = 500
"""Lost games whose practice the book has, the latest; the figures of earlier ones stay."""
SPARE: Final = 100
"""So many more before the earlier ones go, all at once: the book is then read anew."""
AT_ONCE: Final = 50

_NEXT = f"""SELECT serial, games.id FROM last_chances JOIN games ON serial = last_chances.game
  JOIN experience_games ON experience_games.game = serial JOIN analyses ON analyses.game = serial
  WHERE counts = 1 AND analyses.version = ?1 AND winner <> {BOTS_COLOR}
    AND coalesce(level1, level0) IN {json_values("?2")}
    AND NOT EXISTS (SELECT 1 FROM practice WHERE practice.game = serial AND record IS NULL)
  ORDER BY serial DESC LIMIT 1"""
_PUT = (
    "INSERT INTO practice (game, version, record, kept, figures) SELECT serial, ?, ?, ?, ? FROM games WHERE serial = ?"
)
_GO_ON = f"{_PUT} ON CONFLICT (game) DO UPDATE SET version = excluded.version, record = excluded.record"
_SINCE = """SELECT practice.id, rules, size, coalesce(level1, level0) AS level, version, kept
  FROM practice JOIN games ON serial = practice.game
  WHERE kept IS NOT NULL AND practice.id > ? ORDER BY practice.id LIMIT ?"""
CHANGED = Watched("practice", ignored=frozenset({"record", "version"}), inserts=False)
"""The changes after which the book or the figures are others; whoever ends a practice deletes its row first."""
FORGET = "DELETE FROM practice WHERE game IN (SELECT game FROM pattern_sources WHERE pattern = ?)"
"""Deletes the practice of the games that taught a pattern."""

_record = json.Decoder(PracticeRecord)
_kept = json.Decoder(list[tuple[int, tuple[Step, ...], float]])


class PracticeFigures(Struct, frozen=True):
    """Result of practice: its ``games`` in all, how many of the ``tests`` before and of the ``tests_after`` it were
    not lost, and why it ended."""

    games: int
    held: int
    tests: int
    held_after: int
    tests_after: int
    end: End

    @classmethod
    def of(cls, record: PracticeRecord) -> "PracticeFigures | None":
        """Sum up a record that is done; None if nothing was played."""
        if not record.games or record.end is None:
            return None
        first, last = record.first_test, record.last_test
        held, after = (round(measure(games) * len(games)) for games in (first, last))
        return cls(len(record.games), held, len(first), after, len(last), record.end)


_figures = json.Decoder(PracticeFigures)


async def find_next(db: Database, levels: Sequence[int]) -> tuple[int, str] | None:
    """Return the number and id of the latest lost game of these levels that is not practised; None if all are.

    The lost game counts in the book, has a study, and bots have learned from it.
    """
    rows = await db.fetch(_NEXT, (VERSION, json.encode(levels).decode()))
    return (rows[0]["serial"], rows[0]["id"]) if rows else None


async def find_record(db: Database, serial: int, version: str) -> PracticeRecord:
    """Return the record of a game's practice that goes on; an empty one if it has not begun or another version did."""
    sql = "SELECT record FROM practice WHERE game = ? AND version = ? AND record IS NOT NULL"
    rows = await db.fetch(sql, (serial, version))
    return await asyncio.to_thread(_unpack, rows[0]["record"]) if rows else PracticeRecord()


def keep(serial: int, version: str, record: PracticeRecord) -> Statement:
    """Return the statement that stores a record which goes on."""
    return _GO_ON, (version, zlib.compress(json.encode(record)), None, None, serial)


def end(serial: int, version: str, record: PracticeRecord, kept: Iterable[BookGame]) -> list[Statement]:
    """Return the statements that end a practice, whose games in ``kept`` go into the book."""
    figures = PracticeFigures.of(record)
    rows = [(game.game, game.steps, game.score) for game in kept]
    texts = json.encode(rows).decode(), None if figures is None else json.encode(figures).decode()
    nth = "(SELECT id FROM practice WHERE kept <> '[]' ORDER BY id DESC LIMIT 1 OFFSET {})"
    too_many = f"{nth.format(MOST + SPARE - 1)} IS NOT NULL"
    return [
        ("DELETE FROM practice WHERE game = ?", (serial,)),
        (_PUT, (version, None, *texts, serial)),
        (f"UPDATE experience_dropped SET games = games + 1 WHERE {too_many}", ()),
        (f"UPDATE practice SET kept = '[]' WHERE {too_many} AND id <= {nth.format(MOST)}", ()),
    ]


async def list_games_since(db: Database, last: int) -> tuple[int, list[BotsGame]]:
    """Return the next batch of practice games in the book, of rows with ids above ``last``, and the next ``last``."""
    rows = await db.fetch(_SINCE, (last, AT_ONCE))

    def decoded() -> list[BotsGame]:
        return [
            BotsGame((row["rules"], row["size"]), row["level"], row["version"], BookGame(number, steps, score, PERSON))
            for row in rows
            for number, steps, score in _kept.decode(row["kept"])
        ]

    return rows[-1]["id"] if rows else last, await asyncio.to_thread(decoded)


async def find_figures(db: Database, serial: int) -> PracticeFigures | None:
    """Return what a game's practice brought; None before it is done, or if nothing was played."""
    rows = await db.fetch("SELECT figures FROM practice WHERE game = ? AND figures IS NOT NULL", (serial,))
    return _figures.decode(rows[0]["figures"]) if rows else None


class PracticeSum(Struct, frozen=True):
    """The tests of the practice after ``lost`` games, summed up, as in `PracticeFigures`. Where the position was held
    at first, those before it are also those after it; where practice was too short to tell, it is left out."""

    lost: int
    held: int
    tests: int
    held_after: int
    tests_after: int


async def sum_figures(db: Database, level: int) -> PracticeSum | None:
    """Sum up what practice brought after the public lost games of a level; None without a result."""
    sql = """SELECT figures FROM practice JOIN games ON serial = practice.game
      WHERE figures IS NOT NULL AND visibility = 'public' AND coalesce(level1, level0) = ?"""
    return await asyncio.to_thread(_sum, [row["figures"] for row in await db.fetch(sql, (level,))])


def _sum(texts: Sequence[str]) -> PracticeSum | None:
    sums = []
    for each in (_figures.decode(text) for text in texts):
        if each.games <= each.tests:
            if each.end == "holds":
                sums.append((1, *(2 * (each.held, each.tests))))
        elif each.tests_after:
            sums.append((1, each.held, each.tests, each.held_after, each.tests_after))
    return PracticeSum(*map(sum, zip(*sums, strict=True))) if sums else None


def _unpack(body: bytes) -> PracticeRecord:
    return _record.decode(zlib.decompress(body))
