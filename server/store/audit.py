"""The audit log: what staff has done, and the operator by the command line. Nothing of it is ever changed."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from server.store.database import Database
from server.store.shown_rows import one_row
from server.store.sql import Row, Statement

_decode = msgspec.json.Decoder(dict[str, Any]).decode


class StoredAct(Struct, frozen=True):
    """What somebody of staff has done; ``by`` is None for the command line. ``data`` says more, in words of its own;
    of a ``damaged`` one it cannot be read."""

    id: int
    at: int
    by: str | None
    action: str
    target: str | None
    data: dict[str, Any]
    damaged: bool = False


def insert(
    by: str | None, command: str | None, action: str, target: str | None, data: Mapping[str, Any], now: int
) -> Statement:
    """Notes an act; Conflict where the command of the same person has done it before, or that person is staff no
    longer."""
    kept = msgspec.json.encode({name: value for name, value in data.items() if value not in (None, "")}).decode()
    # an act without a time is refused, and all that was done with it
    sql = """INSERT INTO audit (at, by_player, command, action, target, data)
      SELECT CASE WHEN ? IS NULL OR EXISTS (SELECT 1 FROM accounts WHERE player = ? AND role <> 'bot') THEN ? END,
        ?, ?, ?, ?, ?"""
    return sql, (by, by, now, by, command, action, target, kept)


async def has_command(db: Database, by: str, command: str) -> bool:
    """Whether a command of somebody's has been done."""
    return bool(await db.fetch("SELECT 1 FROM audit WHERE by_player = ? AND command = ?", (by, command)))


async def find_detail(db: Database, by: str, command: str, name: str) -> str | None:
    """What the line of a command says by a name of its own."""
    rows = await db.fetch("SELECT data FROM audit WHERE by_player = ? AND command = ?", (by, command))
    return msgspec.json.decode(rows[0]["data"]).get(name) if rows else None


async def has_act(db: Database, by: str, command: str, action: str, name: str, value: str, since: int) -> bool:
    """Whether a command of somebody's was such an act since an instant, and its line says a value by a name."""
    sql = "SELECT data FROM audit WHERE by_player = ? AND command = ? AND action = ? AND at >= ?"
    rows = await db.fetch(sql, (by, command, action, since))
    return bool(rows) and msgspec.json.decode(rows[0]["data"]).get(name) == value


async def list_acts(db: Database, *, before: int | None, target: str | None = None, limit: int) -> list[StoredAct]:
    """The last acts before one, of all or upon one player."""
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
