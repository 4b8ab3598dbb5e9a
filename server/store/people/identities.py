"""Identities at external sign-in providers, linked to accounts."""

from msgspec import Struct

from server.store.database import Database
from server.store.sql import Statement, demand, read_all


async def find_player(db: Database, issuer: str, subject: str) -> str | None:
    """Find the player whose account has an identity linked."""
    rows = await db.fetch("SELECT player FROM identities WHERE issuer = ? AND subject = ?", (issuer, subject))
    return rows[0]["player"] if rows else None


async def has_any(db: Database, player: str) -> bool:
    """Whether an account has any linked identity."""
    return bool(await db.fetch("SELECT 1 FROM identities WHERE player = ? LIMIT 1", (player,)))


class StoredIdentity(Struct, frozen=True):
    """An identity at an issuer, and when it was linked."""

    issuer: str
    made_at: int


async def list_identities(db: Database, player: str) -> list[StoredIdentity]:
    """List an account's identities, latest first."""
    sql = "SELECT issuer, made_at FROM identities WHERE player = ? ORDER BY made_at DESC, issuer"
    return read_all(StoredIdentity, await db.fetch(sql, (player,)))


def demand_identity(issuer: str, subject: str, player: str) -> Statement:
    """Return a statement that fails with Conflict unless this identity is linked to the account."""
    return demand(
        ("SELECT 1 FROM identities WHERE issuer = ? AND subject = ? AND player = ?", (issuer, subject, player))
    )


def demand_none(player: str, issuer: str) -> Statement:
    """Return a statement that fails with Conflict if the account has an identity of this issuer."""
    sql = "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM identities WHERE player = ? AND issuer = ?)"
    return demand((sql, (player, issuer)))


def remove(player: str, issuer: str) -> Statement:
    """Return the statement that unlinks an issuer's identities from an account, if the account has a password."""
    sql = """DELETE FROM identities WHERE player = ? AND issuer = ?
      AND EXISTS (SELECT 1 FROM accounts WHERE accounts.player = identities.player AND password IS NOT NULL)"""
    return sql, (player, issuer)


def remove_all(player: str) -> Statement:
    """Return the statement that unlinks all identities of an account."""
    return "DELETE FROM identities WHERE player = ?", (player,)


def insert(issuer: str, subject: str, player: str, now: int) -> Statement:
    """Return the statement that links an identity to an account; Conflict if it is linked already."""
    sql = "INSERT INTO identities (issuer, subject, player, made_at) VALUES (?, ?, ?, ?)"
    return sql, (issuer, subject, player, now)
