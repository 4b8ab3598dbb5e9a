"""What a study has read out of a game, kept in one transaction with the end of its job.

Its body is the JSON that `bots.learning.study` gives, compressed: the analysis is made from it when it is asked for.
"""

import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from bots.learning.effort import harder
from bots.learning.version import VERSION
from server.store.jobs import Job
from server.store.writer import Parameters

if TYPE_CHECKING:
    from server.store.store import Store

_KEEP = """INSERT INTO analyses (game, at, version, body, effort) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (game) DO UPDATE
  SET at = excluded.at, version = excluded.version, body = excluded.body, effort = excluded.effort"""

_HARDER = "INSERT INTO jobs (game, at, effort) VALUES (?, ?, ?)"

Study = Mapping[str, Any]


class StoredStudy(msgspec.Struct, frozen=True):
    """The study of a game, and when it was made."""

    at: int
    study: Study


async def keep(store: "Store", job: Job, study: Study, now: int, *more: tuple[str, Parameters]) -> None:
    """Keep a study and whatever follows from it, and end its job. Conflict where the game was deleted meanwhile.

    A game of which it does not say what lost it is queued to be looked at harder.
    """
    effort = harder(study, job.effort)
    queued = [] if effort is None else [(_HARDER, (job.serial, now, effort))]
    await store.execute(
        (_KEEP, (job.serial, now, study["version"], pack(study), job.effort)),
        ("DELETE FROM jobs WHERE game = ?", (job.serial,)),
        *queued,
        *more,
    )


async def of_game(store: "Store", serial: int) -> StoredStudy | None:
    """The study of a game, where there is one by the present method: what earlier ones said may be wrong."""
    rows = await store.fetch("SELECT at, body FROM analyses WHERE game = ? AND version = ?", (serial, VERSION))
    return StoredStudy(rows[0]["at"], unpack(rows[0]["body"])) if rows else None


async def exists(store: "Store", serial: int) -> bool:
    """Whether `of_game` gives one."""
    return bool(await store.fetch("SELECT 1 FROM analyses WHERE game = ? AND version = ?", (serial, VERSION)))


def pack(study: Study) -> bytes:
    """A study as it is stored."""
    return zlib.compress(msgspec.json.encode(study))


def unpack(body: bytes) -> Study:
    """A study from what is stored."""
    study: Study = msgspec.json.decode(zlib.decompress(body))
    return study
