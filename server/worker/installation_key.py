"""The key of an installation, which all of its processes read from their database: who can read that may seal."""

import secrets

from server.store.database import Database

NAME = "installation_key"
"""The row of the settings; no setting has this name, and no page shows it."""
KEY_BYTES = 32


async def read_key(store: Database, now: int) -> bytes:
    """Return the key, made by the first process that asks; ``now`` is in ms. Raises StoreError."""
    made = secrets.token_hex(KEY_BYTES)
    sql = "INSERT INTO settings (name, value, at) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING"
    found = await store.fetch("SELECT value FROM settings WHERE name = ?", (NAME,))
    if not found:
        await store.execute((sql, (NAME, made, now)))
        found = await store.fetch("SELECT value FROM settings WHERE name = ?", (NAME,))
    return bytes.fromhex(found[0]["value"])
