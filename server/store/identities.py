"""Identities: who accounts are at a provider that vouches for them."""

from server.store.database import Database
from server.store.sql import Statement


async def find_player(db: Database, issuer: str, subject: str) -> str | None:
    """Whose account is signed in to by an identity."""
    rows = await db.fetch("SELECT player FROM identities WHERE issuer = ? AND subject = ?", (issuer, subject))
    return rows[0]["player"] if rows else None


async def has_any(db: Database, player: str) -> bool:
    """Whether an account is signed in to by an identity."""
    return bool(await db.fetch("SELECT 1 FROM identities WHERE player = ? LIMIT 1", (player,)))


def insert(issuer: str, subject: str, player: str, now: int) -> Statement:
    """Has an account signed in to by an identity; Conflict where another one is."""
    sql = "INSERT INTO identities (issuer, subject, player, made_at) VALUES (?, ?, ?, ?)"
    return sql, (issuer, subject, player, now)
