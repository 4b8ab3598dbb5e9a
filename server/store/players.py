"""Players, the tokens that prove them, and the one-time codes that bring them to another device.

Only SHA-256 hashes of tokens and codes come here. A token is a device: `devices`.
"""

import unicodedata
from typing import TYPE_CHECKING

from server.store import devices
from server.store.devices import DeviceName
from server.store.rows import KnownToken, Player

if TYPE_CHECKING:
    from server.store.store import Store

_COLUMNS = "players.id, name, players.created_at, banned_at, deleted_at"
_VALID = "hash = ? AND expires_at > ? AND (redeemed_by IS NULL OR command = ? AND ? IN (redeemed_by, player))"
"""A code that works, by its hash, the time, a command and its sender: the command that used it may come again."""


def name_key(name: str) -> str:
    """The form in which two names are the same."""
    text = " ".join(unicodedata.normalize("NFKC", name).split())
    return unicodedata.normalize("NFKC", text.casefold())


async def insert(store: "Store", player: Player, token_hash: bytes, name: DeviceName = ("", "")) -> None:
    """A new player with a first token. Conflict where the name is taken."""
    await store.execute(
        (
            "INSERT INTO players (id, name, name_key, created_at, seen_at) VALUES (?, ?, ?, ?, ?)",
            (player.id, player.name, name_key(player.name), player.created_at, player.created_at),
        ),
        (devices.INSERT, (token_hash, player.id, player.created_at, *name, player.created_at)),
    )


async def by_id(store: "Store", id: str) -> Player | None:
    """A player, deleted or not."""
    rows = await store.fetch(f"SELECT {_COLUMNS} FROM players WHERE id = ?", (id,))
    return Player(*rows[0]) if rows else None


async def by_token(store: "Store", token_hash: bytes) -> KnownToken | None:
    """Whose token it is, and what is known of it."""
    sql = f"""SELECT {_COLUMNS}, min(seen_at, last_used_at), ended_at
      FROM tokens JOIN players ON players.id = player WHERE hash = ?"""
    rows = await store.fetch(sql, (token_hash,))
    if not rows:
        return None
    *columns, noted_at, ended_at = rows[0]
    return KnownToken(Player(*columns), noted_at, ended_at is not None)


async def by_code(store: "Store", code_hash: bytes, by: str, command: str, now: int) -> Player | None:
    """Whose code it is, while it is valid for this command of the player ``by``."""
    sql = f"SELECT {_COLUMNS} FROM codes JOIN players ON players.id = player WHERE {_VALID}"
    rows = await store.fetch(sql, (code_hash, now, command, by))
    return Player(*rows[0]) if rows else None


async def seen(store: "Store", id: str, token_hash: bytes, name: DeviceName | None, now: int) -> bool:
    """The player was here, with a device which may say what it is; False where it was removed at this very moment."""
    changed = await store.execute(
        ("UPDATE players SET seen_at = ? WHERE id = ?", (now, id)), devices.used(token_hash, name, now)
    )
    return changed[0] == 1


async def rename(store: "Store", id: str, name: str) -> None:
    """Give another name. Conflict where it is taken."""
    await store.execute(
        (
            "UPDATE players SET name = ?, name_key = ? WHERE id = ? AND deleted_at IS NULL",
            (name, name_key(name), id),
        )
    )


async def set_code(store: "Store", id: str, code_hash: bytes, expires_at: int, device: bytes, now: int) -> None:
    """The player's only code from now on, asked for by a device; codes that have expired are forgotten."""
    await store.execute(
        ("DELETE FROM codes WHERE player = ? OR expires_at <= ?", (id, now)),
        (
            "INSERT INTO codes (hash, player, expires_at, asked_with) VALUES (?, ?, ?, ?)",
            (code_hash, id, expires_at, device),
        ),
    )


async def redeem(
    store: "Store",
    player: str,
    code_hash: bytes,
    token_hash: bytes,
    name: DeviceName,
    by: str,
    command: str,
    now: int,
    end_other: bool,
) -> bytes | None:
    """Use up a code for a token of ``player``; which device asked for it, None where it is not valid any more.

    The token that the same command has brought before, whose answer was lost, goes. ``end_other`` ends the device that
    asked for the code.
    """
    valid, values = _VALID, (code_hash, now, command, by)
    rows = await store.fetch(f"SELECT asked_with FROM codes WHERE {valid}", values)
    changed = await store.execute(
        (f"DELETE FROM tokens WHERE hash = (SELECT brought FROM codes WHERE {valid})", values),
        (
            f"""INSERT INTO tokens (hash, player, created_at, browser, system, last_used_at)
            SELECT ?, player, ?, ?, ?, ? FROM codes WHERE {valid}""",
            (token_hash, now, *name, now, *values),
        ),
        (
            f"""UPDATE tokens SET ended_at = ?
            WHERE ? AND player = ? AND hash <> ? AND ended_at IS NULL
              AND substr(hash, 1, {devices.ID_BYTES}) = (SELECT asked_with FROM codes WHERE {valid})""",
            (now, end_other, player, token_hash, *values),
        ),
        (
            f"UPDATE codes SET redeemed_by = coalesce(redeemed_by, ?), command = ?, brought = ? WHERE {valid}",
            (by, command, token_hash, *values),
        ),
        devices.forgetting(player),
    )
    return (rows[0]["asked_with"] or b"") if rows and changed[1] == 1 else None


async def ban(store: "Store", id: str, reason: str, now: int) -> None:
    """Keep a player out."""
    await store.execute(("UPDATE players SET banned_at = ?, ban_reason = ? WHERE id = ?", (now, reason or None, id)))


async def unban(store: "Store", id: str) -> None:
    """Let a player in again."""
    await store.execute(("UPDATE players SET banned_at = NULL, ban_reason = NULL WHERE id = ?", (id,)))


async def delete(store: "Store", id: str, now: int) -> None:
    """Forget a player: tokens, codes, name, private files. The games stay, with nobody in that seat."""
    await store.execute(
        ("DELETE FROM games WHERE owner = ? AND imported IS NOT NULL AND visibility = 'private'", (id,)),
        ("DELETE FROM tokens WHERE player = ?", (id,)),
        ("DELETE FROM codes WHERE player = ?", (id,)),
        (
            "UPDATE players SET name = '', name_key = NULL, banned_at = NULL, ban_reason = NULL, deleted_at = ? "
            "WHERE id = ?",
            (now, id),
        ),
    )
