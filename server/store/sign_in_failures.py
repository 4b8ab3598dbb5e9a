"""Failed sign-ins, by the hash of what is counted, as long as further guesses have to wait."""

from collections.abc import Iterable

from msgspec import Struct

from server.store.database import Database
from server.store.sql import Statement


class Failures(Struct):
    """Consecutive failures, the time of the last, and whether this address has signed in to this name before."""

    count: int
    at: int
    known: bool = False


async def list_failures(db: Database, since: int, known_since: int) -> dict[bytes, Failures]:
    """Return the failures after ``since``, or after ``known_since`` for a known address; delete older ones."""
    sql = "DELETE FROM sign_in_failures WHERE at <= CASE WHEN known = 1 THEN ? ELSE ? END"
    await db.execute((sql, (known_since, since)))
    rows = await db.fetch("SELECT key, count, at, known FROM sign_in_failures")
    return {row["key"]: Failures(row["count"], row["at"], bool(row["known"])) for row in rows}


async def keep(db: Database, found: Iterable[tuple[bytes, Failures]]) -> None:
    """Store failures, replacing the earlier rows."""
    await db.execute(*(_keep(key, each) for key, each in found))


def _keep(key: bytes, each: Failures) -> Statement:
    sql = """INSERT INTO sign_in_failures (key, count, at, known) VALUES (?, ?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET count = excluded.count, at = excluded.at, known = excluded.known"""
    return sql, (key, each.count, each.at, each.known)
