"""Players, the tokens that prove them, and the one-time codes that bring them to another device.

Only SHA-256 hashes of tokens and codes come here.
"""

import unicodedata
from typing import TYPE_CHECKING

from server.store.rows import Player

if TYPE_CHECKING:
    from server.store.store import Store

_COLUMNS = "players.id, name, players.created_at, banned_at, deleted_at"
_VALID = "hash = ? AND expires_at > ? AND (redeemed_by IS NULL OR command = ? AND ? IN (redeemed_by, player))"
"""A code that works, by its hash, the time, a command and its sender: the command that used it may come again."""


def name_key(name: str) -> str:
    """The form in which two names are the same."""
    text = " ".join(unicodedata.normalize("NFKC", name).split())
    return unicodedata.normalize("NFKC", text.casefold())


async def insert(store: "Store", player: Player, token_hash: bytes) -> None:
    """A new player with a first token. Conflict where the name is taken."""
    await store.execute(
        (
            "INSERT INTO players (id, name, name_key, created_at, seen_at) VALUES (?, ?, ?, ?, ?)",
            (player.id, player.name, name_key(player.name), player.created_at, player.created_at),
        ),
        ("INSERT INTO tokens VALUES (?, ?, ?)", (token_hash, player.id, player.created_at)),
    )


async def by_id(store: "Store", id: str) -> Player | None:
    """A player, deleted or not."""
    rows = await store.fetch(f"SELECT {_COLUMNS} FROM players WHERE id = ?", (id,))
    return Player(*rows[0]) if rows else None


async def by_token(store: "Store", token_hash: bytes) -> tuple[Player, int] | None:
    """Whose token it is, and when that player was last seen."""
    sql = f"SELECT {_COLUMNS}, seen_at FROM tokens JOIN players ON players.id = player WHERE hash = ?"
    rows = await store.fetch(sql, (token_hash,))
    if not rows:
        return None
    *columns, seen_at = rows[0]
    return Player(*columns), seen_at


async def by_code(store: "Store", code_hash: bytes, by: str, command: str, now: int) -> Player | None:
    """Whose code it is, while it is valid for this command of the player ``by``."""
    sql = f"SELECT {_COLUMNS} FROM codes JOIN players ON players.id = player WHERE {_VALID}"
    rows = await store.fetch(sql, (code_hash, now, command, by))
    return Player(*rows[0]) if rows else None


async def seen(store: "Store", id: str, now: int) -> None:
    """The player was here."""
    await store.execute(("UPDATE players SET seen_at = ? WHERE id = ?", (now, id)))


async def rename(store: "Store", id: str, name: str) -> None:
    """Give another name. Conflict where it is taken."""
    await store.execute(
        (
            "UPDATE players SET name = ?, name_key = ? WHERE id = ? AND deleted_at IS NULL",
            (name, name_key(name), id),
        )
    )


async def set_code(store: "Store", id: str, code_hash: bytes, expires_at: int, now: int) -> None:
    """The player's only code from now on; codes that have expired are forgotten."""
    await store.execute(
        ("DELETE FROM codes WHERE player = ? OR expires_at <= ?", (id, now)),
        ("INSERT INTO codes (hash, player, expires_at) VALUES (?, ?, ?)", (code_hash, id, expires_at)),
    )


async def redeem(store: "Store", code_hash: bytes, token_hash: bytes, by: str, command: str, now: int) -> bool:
    """Use up a code for a token of its player; False where it is not valid any more."""
    changed = await store.execute(
        (
            f"INSERT INTO tokens SELECT ?, player, ? FROM codes WHERE {_VALID}",
            (token_hash, now, code_hash, now, command, by),
        ),
        (
            "UPDATE codes SET redeemed_by = ?, command = ? WHERE hash = ? AND redeemed_by IS NULL",
            (by, command, code_hash),
        ),
    )
    return changed[0] == 1


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
