"""Studies of games and the state of their queue. Studies are stored in the transaction that ends their jobs.

The body column is the compressed JSON of a `Study`; only `pack` writes it and only `unpack` reads it.
"""

import asyncio
import zlib

from msgspec import Struct, json

from bots.learning.study.effort import VERSION, harder
from bots.learning.study.findings import Study
from server.protocol.values import Visibility
from server.store import game_rows
from server.store.database import Database
from server.store.knowledge.jobs import DAY_MS, ORDER, TRIES, Job
from server.store.people import players
from server.store.shown_rows import Listed, Shown, ShowNamed, list_rows
from server.store.sql import Row, Statement, demand, read

_KEEP = """INSERT INTO analyses (game, at, version, body, effort) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (game) DO UPDATE
  SET at = excluded.at, version = excluded.version, body = excluded.body, effort = excluded.effort"""

_HARDER = "INSERT INTO jobs (game, at, effort) VALUES (?, ?, ?)"
_NO_JOB = """SELECT game, effort, body FROM analyses
  WHERE version = ? AND game > ? AND game NOT IN (SELECT game FROM jobs) ORDER BY game LIMIT 100"""

_decoder = json.Decoder(Study)


class StoredStudy(Struct, frozen=True):
    """A game's study, when it was made, and the effort spent."""

    at: int
    study: Study
    effort: int


async def keep(db: Database, job: Job, study: Study, now: int, *more: Statement) -> None:
    """Store a study, run the ``more`` statements, and end its job. Raises Conflict if the game is deleted.

    If the study does not show what lost the game, queue the game at a higher effort; if it names moves not examined
    alone yet, queue the game for that.
    """
    effort = harder(study, job.effort)
    queued = [] if effort is None else [(_HARDER, (job.serial, now, effort))]
    await db.execute(
        (_KEEP, (job.serial, now, study.version, pack(study), job.effort)),
        ("DELETE FROM jobs WHERE game = ?", (job.serial,)),
        *queued,
        *more,
    )


def update(serial: int, study: Study) -> Statement:
    """Return the statement that stores what has become of a study."""
    return "UPDATE analyses SET body = ? WHERE game = ?", (pack(study), serial)


def replace(serial: int, old: Study, new: Study) -> list[Statement]:
    """Return the statements that put a study in the place of another; they fail with Conflict if a third one is stored
    by then."""
    return [demand(("SELECT 1 FROM analyses WHERE game = ? AND body = ?", (serial, pack(old)))), update(serial, new)]


async def queue_overlooked(db: Database, now: int) -> int:
    """Queue the games that `keep` would queue today but did not when their study was stored; return how many.

    Reads every study of the current version: about 0.2 ms each, in a thread.
    """
    last, found = 0, 0
    while rows := await db.fetch(_NO_JOB, (VERSION, last)):
        last = rows[-1]["game"]
        efforts = await asyncio.to_thread(lambda: [harder(unpack(row["body"]), row["effort"]) for row in rows])
        wanted = [(row["game"], now, effort) for row, effort in zip(rows, efforts, strict=True) if effort is not None]
        if wanted:
            await db.execute(*((f"{_HARDER} ON CONFLICT (game) DO NOTHING", each) for each in wanted))
        found += len(wanted)
    return found


async def find_study(db: Database, serial: int) -> StoredStudy | None:
    """Return a game's study of the current version; None if there is none: earlier versions may be wrong."""
    rows = await db.fetch("SELECT at, body, effort FROM analyses WHERE game = ? AND version = ?", (serial, VERSION))
    return StoredStudy(rows[0]["at"], unpack(rows[0]["body"]), rows[0]["effort"]) if rows else None


async def exists(db: Database, serial: int) -> bool:
    """Return whether `find_study` returns a study."""
    return bool(await db.fetch("SELECT 1 FROM analyses WHERE game = ? AND version = ?", (serial, VERSION)))


def pack(study: Study) -> bytes:
    """Compress a study for storage."""
    return zlib.compress(json.encode(study))


def unpack(body: bytes) -> Study:
    """Decode a stored study of the current or an earlier version."""
    return _decoder.decode(zlib.decompress(body))


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
  EXISTS (SELECT 1 FROM jobs CROSS JOIN games
    WHERE serial = game AND jobs.started_at IS NOT NULL AND visibility = 'private') AS private"""


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
    return read(StudyQueue, row)


class QueuedJob(game_rows.Sides, frozen=True):
    """A job with its game's players."""

    serial: int
    id: str
    at: int
    asked_by: str | None
    effort: int
    failures: int
    running_since: int | None
    visibility: Visibility


async def list_jobs(db: Database, *, failed: bool, limit: int, describe: ShowNamed[QueuedJob, Shown]) -> Listed[Shown]:
    """List jobs in queue order, or failed jobs, the last first; ``describe`` takes names by id, too."""
    wanted, order = (">=", "jobs.at DESC") if failed else ("<", ORDER)
    rows = await db.fetch(
        f"""SELECT serial, id, jobs.at, asked_by, effort, failures, jobs.started_at AS running_since, visibility, black,
          player0, player1, level0, level1, imported, black_name, white_name
        FROM jobs JOIN games ON serial = game WHERE failures {wanted} {TRIES}
        ORDER BY jobs.started_at IS NULL, {order} LIMIT ?""",
        (limit,),
    )
    names = await players.read_names(db, [*game_rows.list_players(rows), *(row["asked_by"] for row in rows)])
    return list_rows("the job of game", rows, limit, lambda row: describe(read(QueuedJob, row), names))


async def find_job(db: Database, id: str) -> Job | None:
    """Return a game's job by the game's id, even if it has failed; None if there is none."""
    rows = await db.fetch("SELECT serial, id, effort FROM jobs JOIN games ON serial = game WHERE id = ?", (id,))
    return Job(*rows[0]) if rows else None


def retry(job: Job, now: int) -> Statement:
    """Return a statement that resets a job's failures and moves it to the end of the queue."""
    return "UPDATE jobs SET failures = 0, at = ? WHERE game = ?", (now, job.serial)
