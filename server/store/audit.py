"""The audit log: actions of staff, and of the operator on the command line. Entries never change."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from server.protocol.values import RoleName
from server.store.database import Database
from server.store.shown_rows import one_row
from server.store.sql import Conflict, Row, Statement, quote

STAFF: tuple[RoleName, ...] = ("owner", "moderator", "teacher")
_decode = msgspec.json.Decoder(dict[str, Any]).decode


class StoredAct(Struct, frozen=True):
    """An audit entry. ``by`` is the staff member, None for the command line or if they were deleted. ``data`` holds
    details that depend on the action; it is empty if the entry is ``damaged`` and cannot be read."""

    id: int
    at: int
    by: str | None
    action: str
    target: str | None
    data: dict[str, Any]
    damaged: bool = False


def insert(
    by: str | None,
    command: str | None,
    action: str,
    target: str | None,
    data: Mapping[str, Any],
    now: int,
    *,
    roles: Collection[RoleName] = STAFF,
) -> Statement:
    """Add an audit entry. The statement raises Conflict if this person's command was already logged, or if they no
    longer have one of the ``roles`` that the act needs."""
    kept = msgspec.json.encode({name: value for name, value in data.items() if value not in (None, "")}).decode()
    # a NULL time violates a constraint, which rolls back the whole transaction
    held = f"EXISTS (SELECT 1 FROM accounts WHERE player = ? AND role IN ({quote(sorted(roles))}))"
    sql = f"""INSERT INTO audit (at, by_player, command, action, target, data)
      SELECT CASE WHEN ? IS NULL OR {held} THEN CAST(? AS INTEGER) END, ?, ?, ?, ?, ?"""
    return sql, (by, by, now, by, command, action, target, kept)


async def has_command(db: Database, by: str, command: str) -> bool:
    """Return whether a person's command is in the log."""
    return bool(await db.fetch("SELECT 1 FROM audit WHERE by_player = ? AND command = ?", (by, command)))


async def execute_once(db: Database, by: str, command: str, noted: Statement, *changes: Statement) -> bool:
    """Make changes with their audit line. Return False if the command has made them before.

    Raises Conflict if they were refused for another reason, as when the author is no longer staff.
    """
    try:
        await db.execute(noted, *changes)
    except Conflict:
        if await has_command(db, by, command):
            return False
        raise
    return True


async def find_detail(db: Database, by: str, command: str, name: str) -> str | None:
    """Return the detail called ``name`` from a command's entry, or None."""
    rows = await db.fetch("SELECT data FROM audit WHERE by_player = ? AND command = ?", (by, command))
    return msgspec.json.decode(rows[0]["data"]).get(name) if rows else None


async def has_act(db: Database, by: str, command: str, action: str, name: str, value: str, since: int) -> bool:
    """Return whether a person's command logged this action at or after ``since``, with ``value`` as its ``name``."""
    sql = "SELECT data FROM audit WHERE by_player = ? AND command = ? AND action = ? AND at >= ?"
    rows = await db.fetch(sql, (by, command, action, since))
    return bool(rows) and msgspec.json.decode(rows[0]["data"]).get(name) == value


async def list_acts(db: Database, *, before: int | None, target: str | None = None, limit: int) -> list[StoredAct]:
    """Return the latest entries before the id ``before``, newest first, for all targets or for one player."""
    condition, values = ("AND target = ?", (target,)) if target is not None else ("", ())
    rows = await db.fetch(
        f"""SELECT id, at, by_player, action, target, data FROM audit
        WHERE id < ? {condition} ORDER BY id DESC LIMIT ?""",
        (before or 2**62, *values, limit),
    )
    return [_read(row) for row in rows]


def _read(row: Row) -> StoredAct:
    data: dict[str, Any] | None = None
    with one_row("what was done by act", row["id"]):
        data = _decode(row["data"])
    return StoredAct(*(*tuple(row)[:-1], data or {}, data is None))
