"""Queue of games to study. A job stays in the store until the commit of its result, so that no crash loses it."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from bots.learning.study.effort import ASKING, CHECKING
from gomoku.rulesets import FIVES
from server.store.changes import Watched
from server.store.database import Database
from server.store.sql import BOTS_COLOR, BatchStage, BulkStatement, Statement, demand, json_values, quote

QUEUED = Watched("jobs", ignored=frozenset({"started_at", "worker", "leased_until"}), deletes=False)
"""Changes after which another job may be next: a job is queued, is retried, or gets its lesson."""

TRIES = 3
"""Failures after which a study is not retried unless somebody asks for it again."""

LEAST_PLIES = 9
"""Least plies of a studied game: before that nobody can have five in a row."""

MOST_UNASKED = 200
"""Waiting jobs at which games that no bot lost are no longer queued automatically."""
MOST_LOST = 10_000
"""Waiting jobs at which games that a bot lost are no longer queued either, so that the queue is bounded."""

IDLE_MS = 2 * 60 * 60 * 1000
"""Daily time (ms) for studies that nobody waits for: a twelfth of a core."""
DAY_MS = 86_400_000

_RANK = "CASE WHEN asked_by IS NOT NULL THEN 0 WHEN effort > 1 THEN 3 + again ELSE 1 + again END"
"""0 if somebody asked, 1 for a first study, 2 for a repeated study, 3 or 4 for one with more effort."""
IDLE = 2
"""Lowest rank of studies that nobody waits for."""

_WAITING = f"SELECT count(*) FROM jobs WHERE failures < {TRIES} AND {_RANK} < {IDLE} AND (asked_by = ?1 OR ?1 IS NULL)"
"""Counts the jobs that somebody may wait for, of the player or of all (None)."""

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
"""Queues a game against a bot in the transaction that ends it; a game with a winner gets its lesson first."""

AFTER_END = BulkStatement(
    BatchStage.ENDINGS,
    f"""
INSERT INTO studies_not_queued SELECT ended_at / {DAY_MS}, 1 FROM games WHERE {_WANTED}
  AND NOT EXISTS (SELECT 1 FROM jobs WHERE game = serial)
ON CONFLICT (day) DO UPDATE SET games = studies_not_queued.games + 1""",
)
"""Counts, per day, a game that was not queued because the queue was full."""


ORDER = f"{_RANK}, CASE WHEN effort > {CHECKING} THEN 1 ELSE 0 END, game"
"""Order of jobs in the queue. In idle time a game gets all that its check waits for, and the check, before the next
game gets any: no check is done later than if all games had their second studies first, and most are done sooner. What
comes after the checks is for games whose mistake even these did not find."""


class Job(Struct, frozen=True):
    """A game to study, by number and id, with ``effort`` times the nodes of a first study.

    With the effort ASKING, the study asks once more about each named move; with CHECKING the search checks these.
    """

    serial: int
    game: str
    effort: int = 1
    rank: int = 1


class Lease(Struct, frozen=True):
    """A lease of a ``worker`` from ``now`` on, in ms."""

    worker: str
    now: int
    until: int


def is_free(first: int = 1) -> str:
    """Return the condition that a worker may do a job at an instant, which are the parameters from ``first`` on."""
    return f"(worker IS NULL OR worker = ?{first} OR leased_until <= ?{first + 1})"


async def find_next(db: Database, below: int | None = None, lease: Lease | None = None) -> Job | None:
    """Return the next job: requested studies first, then first studies, repeated ones, and those with more effort.

    `ORDER` is the order within a rank. Jobs that wait for a lesson are skipped. With
    ``below``, only jobs of a lower rank count; with ``lease``, only those that its worker may do.
    """
    free, mine = ("", ()) if lease is None else (f"AND {is_free(2)}", (lease.worker, lease.now))
    sql = f"""SELECT serial, id, effort, {_RANK} AS rank FROM jobs JOIN games ON serial = game
      WHERE failures < {TRIES} AND lesson = 0 AND ({_RANK} < ?1 OR ?1 IS NULL) {free} ORDER BY {ORDER} LIMIT 1"""
    rows = await db.fetch(sql, (below, *mine))
    return Job(*rows[0]) if rows else None


async def find_job(db: Database, serial: int, lease: Lease | None = None) -> Job | None:
    """Return the job of a game, or None if it is not waiting, still waits for its lesson, or is another's than the
    worker's of ``lease``.
    """
    free, mine = ("", ()) if lease is None else (f"AND {is_free(2)}", (lease.worker, lease.now))
    sql = f"""SELECT serial, id, effort, {_RANK} FROM jobs JOIN games ON serial = game
      WHERE game = ?1 AND failures < {TRIES} AND lesson = 0 {free}"""
    rows = await db.fetch(sql, (serial, *mine))
    return Job(*rows[0]) if rows else None


async def take(db: Database, serial: int, lease: Lease) -> bool:
    """Have a worker do the job of a game; False if another does, or the job is gone."""
    sql = f"UPDATE jobs SET worker = ?1, leased_until = ?3 WHERE game = ?4 AND {is_free()}"
    return (await db.execute((sql, (lease.worker, lease.now, lease.until, serial))))[0] == 1


async def renew(db: Database, serial: int, lease: Lease) -> bool:
    """Lengthen a worker's lease; False if the job is gone or another's by now."""
    sql = "UPDATE jobs SET leased_until = ? WHERE game = ? AND worker = ?"
    return (await db.execute((sql, (lease.until, serial, lease.worker))))[0] == 1


_FREED = "UPDATE jobs SET worker = NULL, leased_until = NULL, started_at = NULL WHERE"


async def release(db: Database, serial: int, worker: str) -> None:
    """End a worker's lease."""
    await db.execute((f"{_FREED} game = ? AND worker = ?", (serial, worker)))


async def free(db: Database, lease: Lease) -> bool:
    """End the leases of a worker, and those that have expired; return whether there were any."""
    sql = f"{_FREED} (worker IS NOT NULL AND {is_free()}) OR (worker IS NULL AND started_at IS NOT NULL)"
    return (await db.execute((sql, (lease.worker, lease.now))))[0] > 0


async def free_expired(db: Database, now: int) -> bool:
    """End the leases that have expired; return whether there were any."""
    return (await db.execute((f"{_FREED} leased_until <= ?", (now,))))[0] > 0


async def list_asked(db: Database) -> list[int]:
    """List the waiting games that somebody asked for, in the order in which they were queued."""
    sql = f"SELECT game FROM jobs WHERE failures < {TRIES} AND asked_by IS NOT NULL ORDER BY at, game"
    return [row["game"] for row in await db.fetch(sql)]


def queue(serial: int, now: int, player: str | None = None) -> Statement:
    """Return the statement that queues a game, asked for by ``player``; a job that exists has its failures reset."""
    sql = """INSERT INTO jobs (game, asked_by, at) VALUES (?, ?, ?)
      ON CONFLICT (game) DO UPDATE SET asked_by = coalesce(jobs.asked_by, excluded.asked_by), failures = 0,
        effort = CASE WHEN excluded.asked_by IS NULL THEN jobs.effort ELSE 1 END"""
    return sql, (serial, player, now)


async def read_anew(db: Database, now: int, version: int) -> bool:
    """Queue the latest game that another version of the study analysed; False if none is left."""
    sql = """INSERT INTO jobs (game, at, again) SELECT game, ?1, 1 FROM analyses
      WHERE version <> ?2 AND game NOT IN (SELECT game FROM jobs) ORDER BY game DESC LIMIT 1"""
    return (await db.execute((sql, (now, version))))[0] == 1


def give_up(job: Job) -> list[Statement]:
    """Return the statements that end a job without a result; except for ASKING and CHECKING, its effort is recorded as
    done."""
    ending = "DELETE FROM jobs WHERE game = ?", (job.serial,)
    if job.effort in (ASKING, CHECKING):  # no study has these
        return [ending]
    return [
        ending,
        ("UPDATE analyses SET effort = ? WHERE game = ? AND effort < ?", (job.effort, job.serial, job.effort)),
    ]


async def find_effort(db: Database, serial: int) -> int | None:
    """Return the effort of a game's job, None if it has none that is still tried."""
    rows = await db.fetch(f"SELECT effort FROM jobs WHERE game = ? AND failures < {TRIES}", (serial,))
    return int(rows[0]["effort"]) if rows else None


async def is_missed(db: Database, serial: int) -> bool | None:
    """Whether somebody may wait for a game's job, which is a requested or first study; None without a job."""
    rows = await db.fetch(f"SELECT {_RANK} < {IDLE} FROM jobs WHERE game = ?", (serial,))
    return bool(rows[0][0]) if rows else None


async def sum_idle_ms(db: Database, now: int) -> int:
    """Return the milliseconds spent today on studies that nobody waits for."""
    rows = await db.fetch("SELECT ms FROM idle_studies WHERE day = ?", (now // DAY_MS,))
    return int(rows[0]["ms"]) if rows else 0


def note_idle_ms(now: int, ms: int) -> list[Statement]:
    """Return the statements that add ``ms`` to today's time on such studies and delete earlier days."""
    spent = "INSERT INTO idle_studies VALUES (?, ?) ON CONFLICT (day) DO UPDATE SET ms = idle_studies.ms + excluded.ms"
    return [("DELETE FROM idle_studies WHERE day < ?", (now // DAY_MS,)), (spent, (now // DAY_MS, ms))]


async def ask(db: Database, serial: int, player: str | None, now: int, most: int | None = None) -> None:
    """Queue a game at the request of ``player``. Raises Conflict if ``most`` of their games wait already."""
    needed = () if most is None else (demand((f"SELECT 1 WHERE ({_WAITING}) < ?2", (player, most))),)
    await db.execute(*needed, queue(serial, now, player))


async def note_running(db: Database, serial: int, now: int) -> None:
    """Record for operators that a game is studied from ``now`` on."""
    await db.execute(("UPDATE jobs SET started_at = ? WHERE game = ?", (now, serial)))


async def note_ended(db: Database, serial: int) -> None:
    """Record that a game is no longer studied."""
    await db.execute(("UPDATE jobs SET started_at = NULL WHERE game = ?", (serial,)))


async def note_failure(db: Database, serial: int) -> int:
    """Record that a study failed; return its number of failures, 0 if the job is gone."""
    await db.execute(("UPDATE jobs SET failures = failures + 1 WHERE game = ?", (serial,)))
    rows = await db.fetch("SELECT failures FROM jobs WHERE game = ?", (serial,))
    return rows[0]["failures"] if rows else 0


async def count_waiting(db: Database, player: str | None = None) -> int:
    """Count the waiting jobs that somebody may wait for; with ``player``, only those that they asked for."""
    return int((await db.fetch(_WAITING, (player,)))[0][0])


async def is_given_up(db: Database, serial: int) -> bool:
    """Whether a game's job has failed so often that it is not retried."""
    return bool(await db.fetch(f"SELECT 1 FROM jobs WHERE game = ? AND failures >= {TRIES}", (serial,)))


async def count_ahead(db: Database, serials: Sequence[int]) -> dict[int, int]:
    """Count the jobs ahead of each given game, for those whose waiting job somebody may wait for."""
    sql = f"""WITH line AS (SELECT game, {_RANK} AS rank, row_number() OVER (ORDER BY {ORDER}) - 1 AS ahead
        FROM jobs WHERE failures < {TRIES})
      SELECT game, ahead FROM line WHERE rank < {IDLE} AND game IN {json_values("?")}"""
    rows = await db.fetch(sql, (msgspec.json.encode(serials).decode(),))
    return {row["game"]: row["ahead"] for row in rows}
