"""Values that are taken once, by the hash of a secret: parts of a sign-in by a provider while it is under way."""

from typing import Literal

from msgspec import Struct

from server.store.database import Database
from server.store.sql import read

OneTimeKind = Literal["begun", "ticket", "link"]


class OneTimeValue(Struct, frozen=True):
    """A stored value, and when it expires (ms)."""

    body: str
    until: int


async def keep(db: Database, kind: OneTimeKind, key: bytes, value: OneTimeValue, now: int, most: int) -> None:
    """Store a value. Delete those that have expired, and the first to expire of its kind beyond ``most``."""
    beyond = """DELETE FROM one_time_values WHERE kind = ?
      AND until <= (SELECT until FROM one_time_values WHERE kind = ? ORDER BY until DESC LIMIT 1 OFFSET ?)"""
    await db.execute(
        ("DELETE FROM one_time_values WHERE until <= ?", (now,)),
        (beyond, (kind, kind, most - 1)),
        ("INSERT INTO one_time_values (key, kind, body, until) VALUES (?, ?, ?, ?)", (key, kind, *_columns(value))),
    )


async def find(db: Database, kind: OneTimeKind, key: bytes, now: int) -> OneTimeValue | None:
    """Return a value that has not expired, None if there is none."""
    sql = "SELECT body, until FROM one_time_values WHERE key = ? AND kind = ? AND until > ?"
    rows = await db.fetch(sql, (key, kind, now))
    return read(OneTimeValue, rows[0]) if rows else None


async def take(db: Database, kind: OneTimeKind, key: bytes, now: int) -> OneTimeValue | None:
    """Delete and return a value that has not expired; None if there is none, or if somebody else takes it."""
    found = await find(db, kind, key, now)
    (taken,) = await db.execute(("DELETE FROM one_time_values WHERE key = ? AND kind = ?", (key, kind)))
    return found if taken == 1 else None


async def forget(db: Database, now: int) -> None:
    """Delete the values that have expired."""
    await db.execute(("DELETE FROM one_time_values WHERE until <= ?", (now,)))


def _columns(value: OneTimeValue) -> tuple[str, int]:
    return value.body, value.until
