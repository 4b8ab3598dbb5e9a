"""The devices of a player: the tokens that prove it. One that its player has ended is remembered for a while."""

from server.store.database import Database
from server.store.records import StoredDevice
from server.store.sql import Statement, demand

DeviceName = tuple[str, str]
"""The browser and the system, each empty where it is not known."""

ID_BYTES = 8
"""So much of a token's hash is what a device is called by: enough to tell a player's own apart, no use to anybody."""

MOST = 20
"""Of one player."""

MOST_ENDED = 20
"""Ended devices of one player that are remembered."""

INSERT = "INSERT INTO tokens (hash, player, created_at, browser, system, last_used_at) VALUES (?, ?, ?, ?, ?, ?)"


def make_id(token_hash: bytes) -> str:
    """What the device with this token is called by."""
    return token_hash[:ID_BYTES].hex()


def note_use(token_hash: bytes, name: DeviceName | None, now: int) -> Statement:
    """Notes that a device is here; ``name`` where it has said what it is."""
    if name is None:
        return "UPDATE tokens SET last_used_at = ? WHERE hash = ?", (now, token_hash)
    sql = "UPDATE tokens SET last_used_at = ?, browser = ?, system = ? WHERE hash = ?"
    return sql, (now, *name, token_hash)


def demand_device(player: str, device: str) -> Statement:
    """Demands that a device is a player's, and was not ended."""
    sql = f"SELECT 1 FROM tokens WHERE player = ? AND substr(hash, 1, {ID_BYTES}) = ? AND ended_at IS NULL"
    return demand((sql, (player, bytes.fromhex(device))))


async def list_devices(db: Database, player: str) -> list[StoredDevice]:
    """The devices that were not ended, the last used first."""
    sql = """SELECT hash, browser, system, created_at, last_used_at FROM tokens
      WHERE player = ? AND ended_at IS NULL ORDER BY last_used_at DESC, hash"""
    return [StoredDevice(make_id(hash), *rest) for hash, *rest in await db.fetch(sql, (player,))]


async def end_device(db: Database, player: str, device: str, now: int, *noted: Statement) -> None:
    """End a device, and the code that it has asked for, and keep what is ``noted``. Conflict where the player has no
    such one."""
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
    """Forgets those that were ended longest ago."""
    sql = f"""DELETE FROM tokens WHERE player = ?1 AND ended_at IS NOT NULL AND hash NOT IN (
      SELECT hash FROM tokens WHERE player = ?1 AND ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT {MOST_ENDED})"""
    return sql, (player,)
