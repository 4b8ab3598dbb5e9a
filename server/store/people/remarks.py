"""Remarks: chat in rooms, on the players' side or the watchers' side."""

from collections.abc import Collection
from typing import Literal

from msgspec import Struct

from server.protocol.values import TalkSide
from server.store.changes import Watched
from server.store.database import Database
from server.store.people import players
from server.store.sql import Row, Statement

RemarkKind = Literal["phrase", "text"]
MOST_BEFORE = 8
"""Earlier games of a room's series whose remarks are listed with the room's own."""
BATCH = 500
SAID = Watched("remarks", ignored=frozenset({"hidden_by", "hidden_at"}), deletes=False)
"""Changes of what is said."""
HIDDEN = Watched("remarks", frozenset({"at", "player", "command", "room", "side", "kind", "body"}), False, False)
"""Changes of what is hidden."""

_COLUMNS = """remarks.id, games.id AS room, side, remarks.at, player, name, deleted_at, kind, body,
  hidden_at IS NOT NULL AS hidden"""
_FROM = "FROM remarks JOIN games ON serial = room JOIN players ON players.id = player"


class StoredRemark(Struct, frozen=True):
    """A remark; ``body`` is a phrase's name or free text, ``name`` the player's current name."""

    id: int
    room: str
    side: TalkSide
    at: int
    player: str
    name: str
    kind: RemarkKind
    body: str
    hidden: bool = False


async def insert(
    db: Database, serial: int, side: TalkSide, player: str, command: str, kind: RemarkKind, body: str, now: int
) -> None:
    """Insert a player's remark in the room with this serial. Raises Conflict if the command has inserted one before, or
    the player is not there."""
    await db.execute(
        players.demand_there(player),
        (
            "INSERT INTO remarks (room, side, at, player, command, kind, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (serial, side, now, player, command, kind, body),
        ),
    )


async def find_of_command(db: Database, player: str, command: str) -> StoredRemark | None:
    """Return the remark that a player's command inserted; None if there is none."""
    return await _find_one(db, "player = ? AND remarks.command = ?", (player, command))


async def find_remark(db: Database, id: int) -> StoredRemark | None:
    """Return a remark by id; None if there is none."""
    return await _find_one(db, "remarks.id = ?", (id,))


async def list_last(db: Database, room: str, sides: Collection[TalkSide], limit: int) -> list[StoredRemark]:
    """Return the latest remarks on these sides in a room and the earlier games of its series, oldest first."""
    if not sides:
        return []
    series = """WITH RECURSIVE series (id, serial, previous, nth) AS (
      SELECT id, serial, previous, 0 FROM games WHERE id = ?
      UNION ALL SELECT games.id, games.serial, games.previous, nth + 1
      FROM games JOIN series ON games.id = series.previous WHERE nth < ?)"""
    marks = ", ".join("?" for _ in sides)
    rows = await db.fetch(
        f"""{series} SELECT {_COLUMNS} {_FROM}
        WHERE room IN (SELECT serial FROM series) AND side IN ({marks}) ORDER BY remarks.id DESC LIMIT ?""",
        (room, MOST_BEFORE, *sides, limit),
    )
    return [_make(row) for row in reversed(rows)]


async def find_newest(db: Database) -> int:
    """Return the id of the newest remark anywhere; 0 if there is none."""
    ((newest,),) = await db.fetch("SELECT coalesce(max(id), 0) AS newest FROM remarks")
    return int(newest)


async def list_after(db: Database, serial: int, after: int) -> list[StoredRemark]:
    """Return all remarks in the room with this serial whose id is greater than ``after``, oldest first."""
    rows = await db.fetch(
        f"SELECT {_COLUMNS} {_FROM} WHERE room = ? AND remarks.id > ? ORDER BY remarks.id", (serial, after)
    )
    return [_make(row) for row in rows]


async def list_rooms_after(db: Database, after: int) -> dict[str, int]:
    """Return the rooms with remarks whose id is greater than ``after``, each with its newest."""
    rows = await db.fetch(
        """SELECT games.id AS id, max(remarks.id) AS newest FROM remarks JOIN games ON serial = room
        WHERE remarks.id > ? GROUP BY games.id""",
        (after,),
    )
    return {row["id"]: row["newest"] for row in rows}


def hide(id: int, by: str | None, now: int) -> Statement:
    """Return a statement that hides a remark from everyone but staff."""
    return "UPDATE remarks SET hidden_by = ?, hidden_at = ? WHERE id = ? AND hidden_at IS NULL", (by, now, id)


async def forget_before(db: Database, at: int) -> int:
    """Delete up to `BATCH` remarks older than a time; return how many."""
    (removed,) = await db.execute(
        ("DELETE FROM remarks WHERE id IN (SELECT id FROM remarks WHERE at < ? ORDER BY at LIMIT ?)", (at, BATCH))
    )
    return removed


async def _find_one(db: Database, condition: str, values: tuple[str | int, ...]) -> StoredRemark | None:
    rows = await db.fetch(f"SELECT {_COLUMNS} {_FROM} WHERE {condition}", values)
    return _make(rows[0]) if rows else None


def _make(row: Row) -> StoredRemark:
    id, room, side, at, player, name, deleted_at, kind, body, hidden = row
    return StoredRemark(id, room, side, at, player if deleted_at is None else "", name, kind, body, bool(hidden))
