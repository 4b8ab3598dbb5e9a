"""Sanctions that staff imposes on players. The longest active ban is copied to the player's row."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from server.protocol.values import OffenceName, SanctionKind
from server.store.changes import Watched
from server.store.database import Database
from server.store.sql import Row, Statement, json_values

MINUTE_MS = 60_000
_COLUMNS = "id, player, kind, reason, note, at, until, by_player, lifted_at"
_ACTIVE = "lifted_at IS NULL AND (until IS NULL OR until > ?)"
_LONGEST_FIRST = "ORDER BY until IS NULL DESC, until DESC"


class StoredSanction(Struct, frozen=True):
    """A sanction; ``until`` is None if it is permanent, ``by`` is None if it came from the command line."""

    id: int
    player: str
    kind: SanctionKind
    reason: OffenceName
    note: str
    at: int
    until: int | None
    by: str | None
    lifted_at: int | None

    @property
    def minutes(self) -> int | None:
        """Duration in minutes, rounded up; None if permanent."""
        return None if self.until is None else -((self.at - self.until) // MINUTE_MS)


async def list_sanctions(db: Database, player: str) -> list[StoredSanction]:
    """Return a player's latest 100 sanctions, newest first."""
    rows = await db.fetch(f"SELECT {_COLUMNS} FROM sanctions WHERE player = ? ORDER BY id DESC LIMIT 100", (player,))
    return [_make(row) for row in rows]


async def list_active(db: Database, player: str, now: int) -> list[StoredSanction]:
    """Return a player's active sanctions, longest first."""
    rows = await db.fetch(
        f"""SELECT {_COLUMNS} FROM sanctions
        WHERE player = ? AND {_ACTIVE} {_LONGEST_FIRST}""",
        (player, now),
    )
    return [_make(row) for row in rows]


CHANGES = Watched("sanctions")
"""Changes of sanctions."""


async def list_all_active(db: Database, now: int) -> dict[int, str]:
    """Return the players of all active sanctions, by their ids."""
    return {
        row["id"]: row["player"] for row in await db.fetch(f"SELECT id, player FROM sanctions WHERE {_ACTIVE}", (now,))
    }


async def list_excluded(db: Database, now: int) -> set[str]:
    """Return the players who may not begin games with people now."""
    rows = await db.fetch(f"SELECT DISTINCT player FROM sanctions WHERE kind <> 'mute' AND {_ACTIVE}", (now,))
    return {row["player"] for row in rows}


async def find_sanction(db: Database, id: int) -> StoredSanction | None:
    """Return a sanction by id; None if there is none."""
    rows = await db.fetch(f"SELECT {_COLUMNS} FROM sanctions WHERE id = ?", (id,))
    return _make(rows[0]) if rows else None


def find_active(id: int, now: int) -> Statement:
    """Return a query that finds a sanction by id, if it is active."""
    return f"SELECT 1 FROM sanctions WHERE id = ? AND {_ACTIVE}", (id, now)


def insert(
    player: str,
    kind: SanctionKind,
    reason: OffenceName,
    note: str,
    now: int,
    until: int | None,
    by: str | None,
    instead: Iterable[StoredSanction] = (),
) -> list[Statement]:
    """Return statements that impose a sanction and lift those in ``instead``; a sanction imposed meanwhile stays."""
    return [
        *_end(instead, now),
        (
            "INSERT INTO sanctions (player, kind, reason, note, at, until, by_player) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (player, kind, reason, note, now, until, by),
        ),
        *([renew_ban(player, now)] if kind == "ban" else ()),
    ]


def lift(laid: Iterable[StoredSanction], now: int) -> list[Statement]:
    """Return statements that lift these sanctions, and none imposed since."""
    laid = list(laid)
    return [
        *_end(laid, now),
        *(renew_ban(player, now) for player in {each.player for each in laid if each.kind == "ban"}),
    ]


def _end(laid: Iterable[StoredSanction], now: int) -> list[Statement]:
    ids = msgspec.json.encode([each.id for each in laid]).decode()
    return [(f"UPDATE sanctions SET lifted_at = ? WHERE id IN {json_values('?')} AND lifted_at IS NULL", (now, ids))]


def renew_ban(player: str, now: int) -> Statement:
    """Return a statement that copies the player's longest active ban to their row, or clears it."""
    sql = f"""UPDATE players SET (banned_at, ban_reason, banned_until, banned_for) = (
        SELECT at, nullif(note, ''), until, reason FROM sanctions
        WHERE player = players.id AND kind = 'ban' AND {_ACTIVE} {_LONGEST_FIRST} LIMIT 1)
      WHERE id = ? AND deleted_at IS NULL"""
    return sql, (now, player)


def _make(row: Row) -> StoredSanction:
    return StoredSanction(*row)
