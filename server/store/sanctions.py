"""Sanctions: what staff has laid upon players. The ban that lasts longest stands with the player, too."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from server.protocol.values import OffenceName, SanctionKind
from server.store.database import Database
from server.store.sql import Row, Statement, json_values

MINUTE_MS = 60_000
_COLUMNS = "id, player, kind, reason, note, at, until, by_player, lifted_at"
_ACTIVE = "lifted_at IS NULL AND (until IS NULL OR until > ?)"
_LONGEST_FIRST = "ORDER BY until IS NULL DESC, until DESC"


class StoredSanction(Struct, frozen=True):
    """A sanction; ``until`` is None where it does not end by itself, ``by`` where it came from the command line."""

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
        """For how long it was laid, a part of a minute for a whole one."""
        return None if self.until is None else -((self.at - self.until) // MINUTE_MS)


async def list_sanctions(db: Database, player: str) -> list[StoredSanction]:
    """All that a player ever had, the last first."""
    rows = await db.fetch(f"SELECT {_COLUMNS} FROM sanctions WHERE player = ? ORDER BY id DESC LIMIT 100", (player,))
    return [_make(row) for row in rows]


async def list_active(db: Database, player: str, now: int) -> list[StoredSanction]:
    """Those under which a player is now, of which the longest come first."""
    rows = await db.fetch(
        f"""SELECT {_COLUMNS} FROM sanctions
        WHERE player = ? AND {_ACTIVE} {_LONGEST_FIRST}""",
        (player, now),
    )
    return [_make(row) for row in rows]


async def list_excluded(db: Database, now: int) -> set[str]:
    """Who may begin no games with people now."""
    rows = await db.fetch(f"SELECT DISTINCT player FROM sanctions WHERE kind <> 'mute' AND {_ACTIVE}", (now,))
    return {row["player"] for row in rows}


async def find_sanction(db: Database, id: int) -> StoredSanction | None:
    """One by its number."""
    rows = await db.fetch(f"SELECT {_COLUMNS} FROM sanctions WHERE id = ?", (id,))
    return _make(rows[0]) if rows else None


def find_active(id: int, now: int) -> Statement:
    """A query that finds one by its number, while it binds."""
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
    """Lays one upon a player, in place of those of the same kind that are known; one that was laid meanwhile stays."""
    return [
        *_end(instead, now),
        (
            "INSERT INTO sanctions (player, kind, reason, note, at, until, by_player) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (player, kind, reason, note, now, until, by),
        ),
        *([renew_ban(player, now)] if kind == "ban" else ()),
    ]


def lift(laid: Iterable[StoredSanction], now: int) -> list[Statement]:
    """Ends these, and none that was laid since."""
    laid = list(laid)
    return [
        *_end(laid, now),
        *(renew_ban(player, now) for player in {each.player for each in laid if each.kind == "ban"}),
    ]


def _end(laid: Iterable[StoredSanction], now: int) -> list[Statement]:
    ids = msgspec.json.encode([each.id for each in laid]).decode()
    return [(f"UPDATE sanctions SET lifted_at = ? WHERE id IN {json_values('?')} AND lifted_at IS NULL", (now, ids))]


def renew_ban(player: str, now: int) -> Statement:
    """Has stand with a player by which ban he is kept out for longest, or that he is let in."""
    sql = f"""UPDATE players SET (banned_at, ban_reason, banned_until, banned_for) = (
        SELECT at, nullif(note, ''), until, reason FROM sanctions
        WHERE player = players.id AND kind = 'ban' AND {_ACTIVE} {_LONGEST_FIRST} LIMIT 1)
      WHERE id = ? AND deleted_at IS NULL"""
    return sql, (now, player)


def _make(row: Row) -> StoredSanction:
    return StoredSanction(*row)
