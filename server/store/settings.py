"""Settings that were changed while the server ran, by name: their texts, as the command line takes them."""

from server.store.database import Database
from server.store.sql import Statement


async def read_all(db: Database) -> dict[str, str]:
    """All of them."""
    return {row["name"]: row["value"] for row in await db.fetch("SELECT name, value FROM settings")}


def keep(name: str, value: str, now: int) -> Statement:
    """What keeps another value."""
    sql = """INSERT INTO settings (name, value, at) VALUES (?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, at = excluded.at"""
    return sql, (name, value, now)


def drop(name: str) -> Statement:
    """What brings the value back that the server is started with."""
    return "DELETE FROM settings WHERE name = ?", (name,)
