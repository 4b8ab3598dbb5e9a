"""Short lessons of games against bots, and the games that bots may learn from.

A lesson is stored as soon as it is found, long before the whole study is done.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, json

from bots.learning.study.effort import VERSION
from bots.learning.study.findings import FirstFindings, Study
from server.store.database import Database
from server.store.knowledge import jobs, studies
from server.store.knowledge.jobs import Job, Lease
from server.store.sql import BOTS_COLOR, Row, Statement

AT_ONCE = 20
"""Older studies that are read per batch: some milliseconds each, in a thread."""

_KEEP = """INSERT INTO lessons (game, at, entry, mistake, method, line, suspect, checked, turn)
  SELECT serial, ?, ?, ?, ?, ?, ?, ?, ? FROM games WHERE serial = ? AND bot_engine IS NOT NULL AND winner IS NOT NULL
  ON CONFLICT (game) DO UPDATE SET entry = excluded.entry, mistake = excluded.mistake, suspect = excluded.suspect,
    method = excluded.method, line = excluded.line, checked = excluded.checked, turn = excluded.turn"""

_WAITING = f"""SELECT serial, id FROM jobs JOIN games ON serial = game
  WHERE lesson > 0 AND failures < {jobs.TRIES} {{free}}
  ORDER BY lesson, row_number() OVER (PARTITION BY lesson, coalesce(player0, player1) ORDER BY game), game"""
"""One game of each person, then the second of each, so that nobody with many games delays others."""

_OLDER = """SELECT game, analyses.at, body FROM analyses JOIN games ON serial = game
  WHERE version = ? AND bot_engine IS NOT NULL AND winner IS NOT NULL AND game NOT IN (SELECT game FROM lessons)
  ORDER BY game DESC LIMIT ?"""


class KeptLesson(Struct, frozen=True):
    """The lesson of a game against a bot of ``level``; ``learned``: bots know the position that lost it.

    ``checked``: the nodes of each search of its check, 0 until that is done; ``turn``: the last move before which these
    did not score the game as lost. ``line`` is the winner's proven attack from the entry on.
    """

    entry: int | None
    mistake: int | None
    suspect: int | None
    learned: bool
    level: int
    checked: int
    turn: int | None
    line: tuple[int, ...]


async def find_next(db: Database, lease: Lease | None = None) -> Job | None:
    """Return the game whose lesson is next: games that bots lost come first, and people take turns.

    With ``lease``, only those that its worker may do.
    """
    free, mine = ("", ()) if lease is None else (f"AND {jobs.is_free()}", (lease.worker, lease.now))
    rows = await db.fetch(f"{_WAITING.format(free=free)} LIMIT 1", mine)
    return Job(*rows[0]) if rows else None


async def list_waiting(db: Database) -> list[int]:
    """List the games that wait for their lessons, next first."""
    return [row["serial"] for row in await db.fetch(_WAITING.format(free=""))]


def keep(serial: int, study: FirstFindings, now: int) -> Statement:
    """Return the statement that stores the lesson of a study or of its first findings.

    It stores nothing for a game without a bot or a winner.
    """
    lesson, suspect = study.lesson, study.suspect
    line = json.encode(() if lesson is None else lesson.line).decode()
    found = (None, None, "") if lesson is None else (lesson.entry, lesson.mistake, lesson.method)
    check = study.checked if isinstance(study, Study) else None
    checked = (0, None) if check is None else (check.nodes, check.turn and check.turn.ply)
    return _KEEP, (now, *found, line, suspect and suspect.ply, *checked, serial)


def says_more(study: Study, kept: KeptLesson) -> bool:
    """Tell whether a checked study says what the kept lesson, unchecked, did not: a turning point, a mistake that is
    confirmed, or another lesson."""
    lesson, suspect, check = study.lesson, study.suspect, study.checked
    entry, mistake = (None, None) if lesson is None else (lesson.entry, lesson.mistake)
    if check is not None and (mistake is not None or check.turn is not None):
        return True
    return (entry, mistake, suspect and suspect.ply) != (kept.entry, kept.mistake, kept.suspect)


def end_wait(serial: int) -> Statement:
    """Return the statement that ends a game's wait for its lesson, and the lease with it."""
    return "UPDATE jobs SET lesson = 0, worker = NULL, leased_until = NULL WHERE game = ?", (serial,)


async def find_lesson(db: Database, serial: int) -> KeptLesson | None:
    """Return the stored lesson of a game."""
    sql = """SELECT entry, mistake, suspect, checked, turn, line,
        EXISTS (SELECT 1 FROM last_chances WHERE last_chances.game = lessons.game) AS learned,
        coalesce(level1, level0) AS level
      FROM lessons JOIN games ON serial = game WHERE game = ?"""
    for entry, mistake, suspect, checked, turn, line, learned, level in await db.fetch(sql, (serial,)):
        attack = json.decode(line, type=tuple[int, ...])
        return KeptLesson(entry, mistake, suspect, bool(learned), level, checked, turn, attack)
    return None


async def fill_in(db: Database, read: Any) -> bool:
    """Store the lessons of up to `AT_ONCE` games that have a study but no lesson; False if none is left.

    ``read(work, *arguments)`` calls ``work`` outside the event loop.
    """
    rows = await db.fetch(_OLDER, (VERSION, AT_ONCE))
    if rows:
        await db.execute(*await read(_statements, rows))
    return bool(rows)


def _statements(rows: Sequence[Row]) -> list[Statement]:
    return [keep(row["game"], studies.unpack(row["body"]), row["at"]) for row in rows]


_TAUGHT = "SELECT id FROM last_chances JOIN games AS taught ON taught.serial = last_chances.game"
_CANDIDATES = f"""SELECT serial, id FROM games WHERE ended_at IS NOT NULL AND (serial IN (SELECT game FROM teachers)
  OR bot_engine IS NOT NULL AND (start = 0 OR from_game IN ({_TAUGHT}))
    AND winner <> {BOTS_COLOR})
ORDER BY serial"""


async def add(db: Database, serial: int) -> None:
    """Mark a game as one to learn from, at an operator's request."""
    await db.execute(("INSERT INTO teachers VALUES (?) ON CONFLICT DO NOTHING", (serial,)))


async def is_named(db: Database, serial: int) -> bool:
    """Return whether an operator has named a game."""
    return bool(await db.fetch("SELECT 1 FROM teachers WHERE game = ?", (serial,)))


async def has_taught(db: Database, id: str) -> bool:
    """Return whether bots know the position that lost a game."""
    return bool(await db.fetch(f"{_TAUGHT} WHERE id = ?", (id,)))


async def list_candidates(db: Database) -> list[Job]:
    """Return all games that bots may learn from, by serial; the caller judges each with its study."""
    return [Job(*row) for row in await db.fetch(_CANDIDATES)]
