"""Devices of players: the tokens that identify a player. An ended device stays stored for a while."""

from server.store.database import Database
from server.store.records import StoredDevice
from server.store.sql import Statement, demand

DeviceName = tuple[str, str]
"""The browser and the system, each empty if unknown."""

ID_BYTES = 8
"""Length of a device id, a prefix of the token's hash: it tells a player's devices apart, but signs nobody in."""

MOST = 20
"""Limit on active devices per player."""

MOST_ENDED = 20
"""Limit on stored ended devices per player."""

INSERT = "INSERT INTO tokens (hash, player, created_at, browser, system, last_used_at) VALUES (?, ?, ?, ?, ?, ?)"


def make_id(token_hash: bytes) -> str:
    """Build the id of a device from the hash of its token, in hex."""
    return token_hash[:ID_BYTES].hex()


def note_use(token_hash: bytes, name: DeviceName | None, now: int) -> Statement:
    """Update the last use of a device, and its browser and system if ``name`` gives them."""
    if name is None:
        return "UPDATE tokens SET last_used_at = ? WHERE hash = ?", (now, token_hash)
    sql = "UPDATE tokens SET last_used_at = ?, browser = ?, system = ? WHERE hash = ?"
    return sql, (now, *name, token_hash)


def demand_device(player: str, device: str) -> Statement:
    """Require that a device belongs to a player and has not ended."""
    sql = f"SELECT 1 FROM tokens WHERE player = ? AND substr(hash, 1, {ID_BYTES}) = ? AND ended_at IS NULL"
    return demand((sql, (player, bytes.fromhex(device))))


async def list_devices(db: Database, player: str) -> list[StoredDevice]:
    """Return a player's active devices, the last used first."""
    sql = """SELECT hash, browser, system, created_at, last_used_at FROM tokens
      WHERE player = ? AND ended_at IS NULL ORDER BY last_used_at DESC, hash"""
    return [StoredDevice(make_id(hash), *rest) for hash, *rest in await db.fetch(sql, (player,))]


async def end_device(db: Database, player: str, device: str, now: int, *noted: Statement) -> None:
    """End a player's device, delete the code requested with it, and run ``noted``.

    Raises Conflict if the player has no such active device.
    """
    id = bytes.fromhex(device)
    await db.execute(
        demand_device(player, device),
        (
            f"UPDATE tokens SET ended_at = ? WHERE player = ? AND substr(hash, 1, {ID_BYTES}) = ? AND ended_at IS NULL",
            (now, player, id),
        ),
        ("DELETE FROM codes WHERE player = ? AND asked_with = ?", (player, id)),
        forget_ended(player),
        *noted,
    )


def forget_ended(player: str) -> Statement:
    """Delete a player's ended devices except the `MOST_ENDED` latest."""
    sql = f"""DELETE FROM tokens WHERE player = ?1 AND ended_at IS NOT NULL AND hash NOT IN (
      SELECT hash FROM tokens WHERE player = ?1 AND ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT {MOST_ENDED})"""
    return sql, (player,)
