"""Sanctions: what staff has laid upon players. The time at which a ban ends stands with the player, too."""

from msgspec import Struct

from server.protocol.values import OffenceName, SanctionKind
from server.store.database import Database
from server.store.sql import Row, Statement

MINUTE_MS = 60_000
_COLUMNS = "id, player, kind, reason, note, at, until, by_player, lifted_at"


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
        WHERE player = ? AND lifted_at IS NULL AND (until IS NULL OR until > ?)
        ORDER BY until IS NULL DESC, until DESC""",
        (player, now),
    )
    return [_make(row) for row in rows]


async def list_excluded(db: Database, now: int) -> set[str]:
    """Who may begin no games with people now."""
    rows = await db.fetch(
        """SELECT DISTINCT player FROM sanctions
        WHERE kind <> 'mute' AND lifted_at IS NULL AND (until IS NULL OR until > ?)""",
        (now,),
    )
    return {row["player"] for row in rows}


def insert(
    player: str, kind: SanctionKind, reason: OffenceName, note: str, now: int, until: int | None, by: str | None
) -> list[Statement]:
    """Lays one upon a player, in place of one of the same kind."""
    changes: list[Statement] = [
        lift(player, kind, now),
        (
            "INSERT INTO sanctions (player, kind, reason, note, at, until, by_player) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (player, kind, reason, note, now, until, by),
        ),
    ]
    if kind == "ban":
        changes.append(
            (
                """UPDATE players SET banned_at = ?, ban_reason = ?, banned_until = ?, banned_for = ?
                WHERE id = ? AND deleted_at IS NULL""",
                (now, note or None, until, reason, player),
            )
        )
    return changes


def lift(player: str, kind: SanctionKind, now: int) -> Statement:
    """Ends what a player has of a kind; a ban stands with the player, too."""
    return "UPDATE sanctions SET lifted_at = ? WHERE player = ? AND kind = ? AND lifted_at IS NULL", (now, player, kind)


def _make(row: Row) -> StoredSanction:
    return StoredSanction(*row)
