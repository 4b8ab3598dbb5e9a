"""The state of the queue of studies, for operators: read by the server for its metrics, and by `tengen studies`."""

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
"""The games that are tried no more, the last first."""


class StudyQueue(Struct, frozen=True):
    """``asked`` of the ``waiting`` were asked for by somebody. ``running`` is a game, None while there is none, and
    ``private`` whether it is one.

    ``failed`` games are tried no more; ``done`` counts the last hour, ``dropped`` the games of the last seven days for
    which the queue had no room. Instants are milliseconds since 1970.
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
    """The row that `STATE` gives."""
    return StudyQueue(*row)


async def list_jobs(db: Database, *, failed: bool, limit: int) -> list[Row]:
    """Games that wait to be studied, in the order in which their turn comes, or those that are tried no more, the last
    first; with the columns of the job and who played."""
    wanted, order = (">=", "jobs.at DESC") if failed else ("<", ORDER)
    return await db.fetch(
        f"""SELECT serial, id, jobs.at, asked_by, effort, failures, jobs.started_at AS running_since, visibility, black,
          player0, player1, level0, level1, imported, black_name, white_name
        FROM jobs JOIN games ON serial = game WHERE failures {wanted} {TRIES}
        ORDER BY jobs.started_at IS NULL, {order} LIMIT ?""",
        (limit,),
    )


async def find_job(db: Database, id: str) -> Job | None:
    """The job of a game by its id, also one that is tried no more."""
    rows = await db.fetch("SELECT serial, id, effort FROM jobs JOIN games ON serial = game WHERE id = ?", (id,))
    return Job(*rows[0]) if rows else None


def retry(job: Job, now: int) -> Statement:
    """What has a job tried again from the beginning, behind those that wait."""
    return "UPDATE jobs SET failures = 0, at = ? WHERE game = ?", (now, job.serial)
