"""Games that wait to be studied. A job lives in the store from the commit that queues it to the one that keeps its
result, so that no crash loses it."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from bots.learning.study.effort import ASKING
from gomoku.rulesets import FIVES
from server.store.changes import Watched
from server.store.database import Database
from server.store.sql import BOTS_COLOR, BatchStage, BulkStatement, Statement, json_values, quote

QUEUED = Watched("jobs", ignored=frozenset({"started_at"}), deletes=False)
"""The changes after which another job may be the next: one is queued, tried again, or has its lesson."""

TRIES = 3
"""A game over which the study fails so often is not tried again, unless somebody asks for it anew."""

LEAST_PLIES = 9
"""Nobody has five stones before."""

MOST_UNASKED = 200
"""So many jobs may wait before games that no bot lost are no longer queued by themselves."""
MOST_LOST = 10_000
"""So many before lost ones are not either: what is to be learned from them can wait, but not without end."""

IDLE_MS = 2 * 60 * 60 * 1000
"""A day, for what looks harder: a twelfth of a core, with the others of it never more than idle."""
DAY_MS = 86_400_000

_RANK = "CASE WHEN asked_by IS NOT NULL THEN 0 WHEN effort > 1 THEN 3 + again ELSE 1 + again END"
"""0 where somebody waits, 1 for a first study, 2 for one again, more for one that looks harder."""
IDLE = 2
"""From this rank on nobody misses a study that waits."""

_LOST = f"winner <> {BOTS_COLOR}"

_WANTED = f"""serial = ? AND bot_engine IS NOT NULL AND rules IN ({quote(FIVES)}) AND plies >= {LEAST_PLIES}
  AND reason <> 'aborted'"""

ON_END = BulkStatement(
    BatchStage.ENDINGS,
    f"""
INSERT INTO jobs (game, at, lesson)
SELECT serial, ended_at, CASE WHEN winner IS NULL THEN 0 WHEN {_LOST} THEN 1 ELSE 2 END FROM games WHERE {_WANTED}
  AND (SELECT count(*) FROM jobs WHERE {_RANK} < {IDLE}) < CASE WHEN {_LOST} THEN {MOST_LOST} ELSE {MOST_UNASKED} END
ON CONFLICT (game) DO NOTHING""",
)
"""Queues a game against a bot, in the transaction that ends it: first its lesson, for which somebody may wait."""

AFTER_END = BulkStatement(
    BatchStage.ENDINGS,
    f"""
INSERT INTO studies_not_queued SELECT ended_at / {DAY_MS}, 1 FROM games WHERE {_WANTED}
  AND NOT EXISTS (SELECT 1 FROM jobs WHERE game = serial)
ON CONFLICT (day) DO UPDATE SET games = studies_not_queued.games + 1""",
)
"""Counts one for which the queue had no room."""


ORDER = f"{_RANK}, effort, game"
"""That in which the turn of jobs comes."""


class Job(Struct, frozen=True):
    """The game to be studied, by its number and its id, with ``effort`` times the nodes of a first study; where that
    is ASKING, it is asked about the moves that are named."""

    serial: int
    game: str
    effort: int = 1
    rank: int = 1


async def find_next(db: Database, below: int | None = None) -> Job | None:
    """The job whose turn it is: those that somebody waits for first, then first studies, then those of games again,
    and last those that look harder; in the order of the games. What waits for its lesson comes when that is there. With
    ``below``, only one of a lower rank."""
    sql = f"""SELECT serial, id, effort, {_RANK} AS rank FROM jobs JOIN games ON serial = game
      WHERE failures < {TRIES} AND lesson = 0 AND ({_RANK} < ?1 OR ?1 IS NULL) ORDER BY {ORDER} LIMIT 1"""
    rows = await db.fetch(sql, (below,))
    return Job(*rows[0]) if rows else None


async def find_job(db: Database, serial: int) -> Job | None:
    """The job of a game, if it waits."""
    sql = f"""SELECT serial, id, effort, {_RANK} FROM jobs JOIN games ON serial = game
      WHERE game = ? AND failures < {TRIES} AND lesson = 0"""
    rows = await db.fetch(sql, (serial,))
    return Job(*rows[0]) if rows else None


async def list_asked(db: Database) -> list[int]:
    """The games that somebody has asked for and that wait, in the order in which they were queued."""
    sql = f"SELECT game FROM jobs WHERE failures < {TRIES} AND asked_by IS NOT NULL ORDER BY at, game"
    return [row["game"] for row in await db.fetch(sql)]


def queue(serial: int, now: int, player: str | None = None) -> Statement:
    """What queues a game, for ``player`` to see; one that is queued already is tried again."""
    sql = """INSERT INTO jobs (game, asked_by, at) VALUES (?, ?, ?)
      ON CONFLICT (game) DO UPDATE SET asked_by = coalesce(jobs.asked_by, excluded.asked_by), failures = 0,
        effort = CASE WHEN excluded.asked_by IS NULL THEN jobs.effort ELSE 1 END"""
    return sql, (serial, player, now)


async def read_anew(db: Database, now: int, version: int) -> bool:
    """Queue the latest of the games that another version of the study has read, as for the first time; False if none
    is left."""
    sql = """INSERT INTO jobs (game, at, again) SELECT game, ?1, 1 FROM analyses
      WHERE version <> ?2 AND game NOT IN (SELECT game FROM jobs) ORDER BY game DESC LIMIT 1"""
    return (await db.execute((sql, (now, version))))[0] == 1


def give_up(job: Job) -> list[Statement]:
    """What ends a job as if it had been done, though nothing came of it."""
    ending = "DELETE FROM jobs WHERE game = ?", (job.serial,)
    if job.effort == ASKING:  # which is no effort that a study is made with
        return [ending]
    return [
        ending,
        ("UPDATE analyses SET effort = ? WHERE game = ? AND effort < ?", (job.effort, job.serial, job.effort)),
    ]


async def is_missed(db: Database, serial: int) -> bool | None:
    """Whether a game's job is one that somebody may wait for, and not one that only adds to a study; None without."""
    rows = await db.fetch(f"SELECT {_RANK} < {IDLE} FROM jobs WHERE game = ?", (serial,))
    return bool(rows[0][0]) if rows else None


async def sum_idle_ms(db: Database, now: int) -> int:
    """Milliseconds that were spent today on studies that nobody waits for."""
    rows = await db.fetch("SELECT ms FROM idle_studies WHERE day = ?", (now // DAY_MS,))
    return int(rows[0]["ms"]) if rows else 0


def note_idle_ms(now: int, ms: int) -> list[Statement]:
    """What notes that so much was spent on one."""
    spent = "INSERT INTO idle_studies VALUES (?, ?) ON CONFLICT (day) DO UPDATE SET ms = idle_studies.ms + excluded.ms"
    return [("DELETE FROM idle_studies WHERE day < ?", (now // DAY_MS,)), (spent, (now // DAY_MS, ms))]


async def ask(db: Database, serial: int, player: str | None, now: int) -> None:
    """Queue a game at somebody's wish."""
    await db.execute(queue(serial, now, player))


async def note_running(db: Database, serial: int | None, now: int) -> None:
    """Note for operators which game is being studied since now, or that none is."""
    await db.execute(
        ("UPDATE jobs SET started_at = NULL WHERE started_at IS NOT NULL", ()),
        ("UPDATE jobs SET started_at = ? WHERE game = ?", (now, serial)),
    )


async def note_failure(db: Database, serial: int) -> int:
    """Note that a study failed; how often it has."""
    await db.execute(("UPDATE jobs SET failures = failures + 1 WHERE game = ?", (serial,)))
    rows = await db.fetch("SELECT failures FROM jobs WHERE game = ?", (serial,))
    return rows[0]["failures"] if rows else 0


async def count_waiting(db: Database, player: str | None = None) -> int:
    """How many jobs wait, of all that are missed or of those that a player has asked for."""
    sql = f"SELECT count(*) FROM jobs WHERE failures < {TRIES} AND {_RANK} < {IDLE} AND (asked_by = ?1 OR ?1 IS NULL)"
    return int((await db.fetch(sql, (player,)))[0][0])


async def is_given_up(db: Database, serial: int) -> bool:
    """Whether a game's job is tried no more."""
    return bool(await db.fetch(f"SELECT 1 FROM jobs WHERE game = ? AND failures >= {TRIES}", (serial,)))


async def count_ahead(db: Database, serials: Sequence[int]) -> dict[int, int]:
    """How many jobs come before those of these games, where they wait and are not looked at harder only."""
    sql = f"""WITH line AS (SELECT game, {_RANK} AS rank, row_number() OVER (ORDER BY {ORDER}) - 1 AS ahead
        FROM jobs WHERE failures < {TRIES})
      SELECT game, ahead FROM line WHERE rank < {IDLE} AND game IN {json_values("?")}"""
    rows = await db.fetch(sql, (msgspec.json.encode(serials).decode(),))
    return {row["game"]: row["ahead"] for row in rows}
