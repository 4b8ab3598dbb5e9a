"""Settings changed while the server runs: values by name, written as on the command line.

One row is the key of the installation, which all of its processes read from their database: who can read that may seal.
"""

import secrets

from server.store.database import Database
from server.store.sql import Statement, demand, quote

KEY_NAME = "installation_key"
"""No setting has this name, and no page shows it."""
KEY_BYTES = 32


async def read_all(db: Database) -> dict[str, str]:
    """Return all changed settings by name."""
    return {row["name"]: row["value"] for row in await db.fetch("SELECT name, value FROM settings")}


def keep(name: str, value: str, now: int) -> Statement:
    """Return a statement that stores a setting's value."""
    sql = """INSERT INTO settings (name, value, at) VALUES (?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, at = excluded.at"""
    return sql, (name, value, now)


def demand_value(name: str, *values: str) -> Statement:
    """Return a statement that fails if a setting was changed to something other than one of these values."""
    sql = f"SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM settings WHERE name = ? AND value NOT IN ({quote(values)}))"
    return demand((sql, (name,)))


def drop(name: str) -> Statement:
    """Return a statement that forgets a change, so that the value of the server's start holds again."""
    return "DELETE FROM settings WHERE name = ?", (name,)


async def read_key(db: Database, now: int) -> bytes:
    """Return the key of the installation, made by the first process that asks; ``now`` is in ms. Raises StoreError."""
    made = secrets.token_hex(KEY_BYTES)
    sql = "INSERT INTO settings (name, value, at) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING"
    found = await db.fetch("SELECT value FROM settings WHERE name = ?", (KEY_NAME,))
    if not found:
        await db.execute((sql, (KEY_NAME, made, now)))
        found = await db.fetch("SELECT value FROM settings WHERE name = ?", (KEY_NAME,))
    return bytes.fromhex(found[0]["value"])
