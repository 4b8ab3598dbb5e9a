"""Identities: who accounts are at a provider that vouches for them."""

from server.store.database import Database
from server.store.sql import Row, Statement, demand


async def find_player(db: Database, issuer: str, subject: str) -> str | None:
    """Whose account is signed in to by an identity."""
    rows = await db.fetch("SELECT player FROM identities WHERE issuer = ? AND subject = ?", (issuer, subject))
    return rows[0]["player"] if rows else None


async def has_any(db: Database, player: str) -> bool:
    """Whether an account is signed in to by an identity."""
    return bool(await db.fetch("SELECT 1 FROM identities WHERE player = ? LIMIT 1", (player,)))


async def list_identities(db: Database, player: str) -> list[Row]:
    """The ``issuer`` and ``made_at`` of each by which an account is signed in to, the latest first."""
    sql = "SELECT issuer, made_at FROM identities WHERE player = ? ORDER BY made_at DESC, issuer"
    return await db.fetch(sql, (player,))


def demand_identity(issuer: str, subject: str, player: str) -> Statement:
    """Demands that an account is signed in to by an identity."""
    return demand(
        ("SELECT 1 FROM identities WHERE issuer = ? AND subject = ? AND player = ?", (issuer, subject, player))
    )


def demand_none(player: str, issuer: str) -> Statement:
    """Demands that an account is signed in to by no identity of an issuer."""
    sql = "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM identities WHERE player = ? AND issuer = ?)"
    return demand((sql, (player, issuer)))


def remove(player: str, issuer: str) -> Statement:
    """Has an account signed in to by no identity of an issuer any more, where there is a password."""
    sql = """DELETE FROM identities WHERE player = ? AND issuer = ?
      AND EXISTS (SELECT 1 FROM accounts WHERE accounts.player = identities.player AND password IS NOT NULL)"""
    return sql, (player, issuer)


def remove_all(player: str) -> Statement:
    """Has an account signed in to by no identity."""
    return "DELETE FROM identities WHERE player = ?", (player,)


def insert(issuer: str, subject: str, player: str, now: int) -> Statement:
    """Has an account signed in to by an identity; Conflict where another one is."""
    sql = "INSERT INTO identities (issuer, subject, player, made_at) VALUES (?, ?, ?, ?)"
    return sql, (issuer, subject, player, now)
