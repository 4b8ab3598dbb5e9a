"""Reports: players' complaints about players, with the latest remarks, until staff settles them."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from server.protocol.values import OffenceName
from server.store.changes import Watched
from server.store.database import Database
from server.store.people import players
from server.store.people.remarks import StoredRemark
from server.store.shown_rows import one_row
from server.store.sql import Row, Statement

ReportState = Literal["open", "handled", "dismissed"]
BATCH = 500
CHANGES = Watched("reports")
"""Changes of reports."""

_COLUMNS = """reports.id, at, by_player, about, games.id AS game, reports.reason, note, state, handled_by, handled_at,
  remarks"""
_FROM = "FROM reports LEFT JOIN games ON serial = game"
_decode = msgspec.json.Decoder(list[StoredRemark]).decode


class StoredReport(Struct, frozen=True):
    """A report; ``by`` is None if the reporter is deleted, ``remarks`` are as they were at the time.

    ``damaged``: the remarks cannot be read.
    """

    id: int
    at: int
    by: str | None
    about: str
    game: str | None
    reason: OffenceName
    note: str
    state: ReportState
    handled_by: str | None
    handled_at: int | None
    remarks: Sequence[StoredRemark]
    damaged: bool = False


async def insert(
    db: Database,
    by: str,
    command: str,
    about: str,
    serial: int | None,
    reason: OffenceName,
    note: str,
    said: Sequence[StoredRemark],
    now: int,
    since: int = 0,
    most: int = 2**31,
) -> bool:
    """Insert a report; return False if the reporter has made ``most`` reports after ``since``.

    Raises Conflict if the command has made it before, or either player is deleted or has joined an account.
    """
    kept = msgspec.json.encode(said).decode()
    _, _, made = await db.execute(
        players.demand_there(by),
        players.demand_there(about),
        (
            """INSERT INTO reports (at, by_player, command, about, game, reason, note, remarks, state)
            SELECT ?, ?, ?, ?, ?, ?, ?, ?, 'open'
            WHERE (SELECT count(*) FROM reports WHERE by_player = ? AND at > ?) < ?""",
            (now, by, command, about, serial, reason, note, kept, by, since, most),
        ),
    )
    return made == 1


async def has_command(db: Database, by: str, command: str) -> bool:
    """Return whether a player's command has made a report."""
    return bool(await db.fetch("SELECT 1 FROM reports WHERE by_player = ? AND command = ?", (by, command)))


async def count_open(db: Database) -> int:
    """Return how many reports are open."""
    return int((await db.fetch("SELECT count(*) FROM reports WHERE state = 'open'"))[0][0])


async def count_about(db: Database, player: str) -> int:
    """Return how many open reports are about a player."""
    sql = "SELECT count(*) FROM reports WHERE about = ? AND state = 'open'"
    return int((await db.fetch(sql, (player,)))[0][0])


async def list_reports(db: Database, *, open: bool, before: int | None, limit: int) -> list[StoredReport]:
    """Return open reports, oldest first, or settled ones, newest first, with ids beyond ``before``."""
    if open:
        condition, order, start = "state = 'open' AND reports.id > ?", "reports.id", before or 0
    else:
        condition, order, start = "state <> 'open' AND reports.id < ?", "reports.id DESC", before or 2**62
    rows = await db.fetch(f"SELECT {_COLUMNS} {_FROM} WHERE {condition} ORDER BY {order} LIMIT ?", (start, limit))
    return [_make(row) for row in rows]


async def find_report(db: Database, id: int) -> StoredReport | None:
    """Return a report by id; None if there is none."""
    rows = await db.fetch(f"SELECT {_COLUMNS} {_FROM} WHERE reports.id = ?", (id,))
    return _make(rows[0]) if rows else None


def find_open(id: int) -> Statement:
    """Return a query that finds a report by id, if it is open."""
    return "SELECT 1 FROM reports WHERE id = ? AND state = 'open'", (id,)


def settle(id: int, state: ReportState, by: str | None, now: int) -> Statement:
    """Return a statement that records staff's decision on an open report."""
    sql = "UPDATE reports SET state = ?, handled_by = ?, handled_at = ? WHERE id = ? AND state = 'open'"
    return sql, (state, by, now, id)


async def forget_before(db: Database, at: int) -> int:
    """Delete up to `BATCH` reports settled before a time; return how many."""
    (removed,) = await db.execute(
        (
            """DELETE FROM reports WHERE id IN (
              SELECT id FROM reports WHERE state <> 'open' AND handled_at < ? ORDER BY id LIMIT ?)""",
            (at, BATCH),
        )
    )
    return removed


def _make(row: Row) -> StoredReport:
    said: list[StoredRemark] | None = None
    with one_row("what was said for report", row["id"]):
        said = _decode(row["remarks"])
    return StoredReport(*(*tuple(row)[:-1], said or [], said is None))
