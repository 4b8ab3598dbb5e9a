"""Settings changed while the server runs: values by name, written as on the command line."""

from server.store.database import Database
from server.store.sql import Statement


async def read_all(db: Database) -> dict[str, str]:
    """Return all changed settings by name."""
    return {row["name"]: row["value"] for row in await db.fetch("SELECT name, value FROM settings")}


def keep(name: str, value: str, now: int) -> Statement:
    """Return a statement that stores a setting's value."""
    sql = """INSERT INTO settings (name, value, at) VALUES (?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, at = excluded.at"""
    return sql, (name, value, now)


def drop(name: str) -> Statement:
    """Return a statement that forgets a change, so that the value of the server's start holds again."""
    return "DELETE FROM settings WHERE name = ?", (name,)
