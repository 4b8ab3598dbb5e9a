"""Studies of games, stored in the transaction that ends their jobs.

The body column is the compressed JSON of a `Study`; only `pack` writes it and only `unpack` reads it.
"""

import asyncio
import zlib

from msgspec import Struct, json

from bots.learning.study.effort import VERSION, harder
from bots.learning.study.findings import Study
from server.store.database import Database
from server.store.jobs import Job
from server.store.sql import Statement

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
