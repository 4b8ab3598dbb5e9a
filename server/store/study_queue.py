"""The state of the queue of studies, for operators: read by the server for its metrics, and by `tengen studies`."""

from msgspec import Struct

from server.store.jobs import DAY_MS, TRIES
from server.store.sql import Row

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
  (SELECT coalesce(sum(games), 0) FROM studies_not_queued WHERE day > :now / {DAY_MS} - {DROPPED_DAYS}) AS dropped"""


class StudyQueue(Struct, frozen=True):
    """``asked`` of the ``waiting`` were asked for by somebody. ``running`` is a game, None while there is none.

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


def read_queue(row: Row) -> StudyQueue:
    """The row that `STATE` gives."""
    return StudyQueue(*row)
