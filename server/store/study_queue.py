"""State of the study queue for operators: read by the server for metrics and by `tengen studies`."""

from msgspec import Struct

from server.store.database import Database
from server.store.jobs import DAY_MS, ORDER, TRIES, Job
from server.store.sql import Row, Statement

HOUR_MS = 3_600_000
DROPPED_DAYS = 7

_OPEN = f"failures < {TRIES} AND started_at IS NULL"

STATE = f"""SELECT (SELECT count(*) FROM jobs WHERE {_OPEN}) AS waiting,
  (SELECT count(*) FROM jobs WHERE {_OPEN} AND asked_by IS NOT NULL) AS asked,
  (SELECT min(at) FROM jobs WHERE {_OPEN}) AS oldest_at,
  (SELECT min(started_at) FROM jobs) AS running_since,
  (SELECT id FROM jobs JOIN games ON serial = game WHERE jobs.started_at IS NOT NULL LIMIT 1) AS running,
  (SELECT count(*) FROM jobs WHERE failures >= {TRIES}) AS failed,
  (SELECT count(*) FROM analyses WHERE at > :now - {HOUR_MS}) AS done,
  (SELECT coalesce(sum(games), 0) FROM studies_not_queued WHERE day > :now / {DAY_MS} - {DROPPED_DAYS}) AS dropped,
  EXISTS (SELECT 1 FROM jobs JOIN games ON serial = game
    WHERE jobs.started_at IS NOT NULL AND visibility = 'private') AS private"""


LAST_FAILED = f"""SELECT id FROM jobs JOIN games ON serial = game WHERE failures >= {TRIES}
  ORDER BY jobs.at DESC LIMIT ?"""
"""Query for the games that are no longer tried, the last first."""


class StudyQueue(Struct, frozen=True):
    """State of the queue. Instants are milliseconds since 1970.

    Users asked for ``asked`` of the ``waiting`` games. ``running`` is a game's id, None if idle; ``private`` tells
    whether that game is private. ``failed`` games are not tried again; ``done`` counts studies of the last hour,
    ``dropped`` the games of the last seven days for which the queue had no room.
    """

    waiting: int
    asked: int
    oldest_at: int | None
    running_since: int | None
    running: str | None
    failed: int
    done: int
    dropped: int
    private: bool = False


def read_queue(row: Row) -> StudyQueue:
    """Convert the row of the `STATE` query."""
    return StudyQueue(*row)


async def list_jobs(db: Database, *, failed: bool, limit: int) -> list[Row]:
    """Return jobs in queue order, or failed jobs, the last first, each with the game's players."""
    wanted, order = (">=", "jobs.at DESC") if failed else ("<", ORDER)
    return await db.fetch(
        f"""SELECT serial, id, jobs.at, asked_by, effort, failures, jobs.started_at AS running_since, visibility, black,
          player0, player1, level0, level1, imported, black_name, white_name
        FROM jobs JOIN games ON serial = game WHERE failures {wanted} {TRIES}
        ORDER BY jobs.started_at IS NULL, {order} LIMIT ?""",
        (limit,),
    )


async def find_job(db: Database, id: str) -> Job | None:
    """Return a game's job by the game's id, even if it has failed; None if there is none."""
    rows = await db.fetch("SELECT serial, id, effort FROM jobs JOIN games ON serial = game WHERE id = ?", (id,))
    return Job(*rows[0]) if rows else None


def retry(job: Job, now: int) -> Statement:
    """Return a statement that resets a job's failures and moves it to the end of the queue."""
    return "UPDATE jobs SET failures = 0, at = ? WHERE game = ?", (now, job.serial)
