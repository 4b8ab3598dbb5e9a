"""Remarks: what people have said in rooms, on the side of the players or of those who look on."""

from collections.abc import Collection
from typing import Literal

from msgspec import Struct

from server.protocol.values import TalkSide
from server.store.database import Database
from server.store.sql import Row, Statement

RemarkKind = Literal["phrase", "text"]
MOST_BEFORE = 8
"""Games before it in its series whose remarks are shown with those of a room."""
BATCH = 500

_COLUMNS = """remarks.id, games.id AS room, side, remarks.at, player, name, deleted_at, kind, body,
  hidden_at IS NOT NULL AS hidden"""
_FROM = "FROM remarks JOIN games ON serial = room JOIN players ON players.id = player"


class StoredRemark(Struct, frozen=True):
    """What somebody has said; ``body`` is the name of a phrase, or words. The name is that of today."""

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
    """Keep what a player says in the room of this number; Conflict where the command has said it before."""
    await db.execute(
        (
            "INSERT INTO remarks (room, side, at, player, command, kind, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (serial, side, now, player, command, kind, body),
        )
    )


async def find_of_command(db: Database, player: str, command: str) -> StoredRemark | None:
    """What a player's command has said."""
    return await _find_one(db, "player = ? AND remarks.command = ?", (player, command))


async def find_remark(db: Database, id: int) -> StoredRemark | None:
    """A remark by its number."""
    return await _find_one(db, "remarks.id = ?", (id,))


async def list_last(db: Database, room: str, sides: Collection[TalkSide], limit: int) -> list[StoredRemark]:
    """The last remarks of these sides in a room and in the games before it in its series, the oldest first."""
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


def hide(id: int, by: str | None, now: int) -> Statement:
    """Has a remark shown to nobody but staff."""
    return "UPDATE remarks SET hidden_by = ?, hidden_at = ? WHERE id = ? AND hidden_at IS NULL", (by, now, id)


async def forget_before(db: Database, at: int) -> int:
    """Remove some of the remarks that are older; how many they were."""
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
