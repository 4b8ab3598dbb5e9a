"""Second factors: authenticator secrets, and the last accepted code of each."""

from collections.abc import Sequence

from server.store.database import Database
from server.store.sql import Statement


async def find_secret(db: Database, player: str, *, confirmed: bool) -> bytes | None:
    """Return a player's authenticator secret, confirmed or not yet; None if there is none."""
    condition = "IS NOT NULL" if confirmed else "IS NULL"
    rows = await db.fetch(f"SELECT secret FROM second_factors WHERE player = ? AND confirmed_at {condition}", (player,))
    return rows[0]["secret"] if rows else None


async def begin(db: Database, player: str, secret: bytes, now: int, needed: Sequence[Statement] = ()) -> bool:
    """Store an unconfirmed secret; return False if the player has a confirmed one.

    Raises Conflict if a ``needed`` condition does not hold.
    """
    sql = """INSERT INTO second_factors (player, secret, made_at, last_step) VALUES (?, ?, ?, 0)
      ON CONFLICT (player) DO UPDATE SET secret = excluded.secret, made_at = excluded.made_at
      WHERE confirmed_at IS NULL"""
    return (await db.execute(*needed, (sql, (player, secret, now))))[-1] == 1


async def confirm(
    db: Database, player: str, secret: bytes, step: int, now: int, needed: Sequence[Statement] = ()
) -> bool:
    """Confirm a secret, so that its codes are required from now on; return False if it was replaced or confirmed.

    Raises Conflict if a ``needed`` condition does not hold.
    """
    sql = """UPDATE second_factors SET confirmed_at = ?, last_step = ?
      WHERE player = ? AND secret = ? AND confirmed_at IS NULL"""
    return (await db.execute(*needed, (sql, (now, step, player, secret))))[-1] == 1


async def use_step(db: Database, player: str, secret: bytes, step: int) -> bool:
    """Use up a code; return False if it or a later one was used before."""
    sql = "UPDATE second_factors SET last_step = ? WHERE player = ? AND secret = ? AND last_step < ?"
    return (await db.execute((sql, (step, player, secret, step))))[0] == 1


async def use_recovery_code(db: Database, player: str, hash: bytes) -> bool:
    """Delete a recovery code used in place of an authenticator code; return False if the player has no such code."""
    sql = "DELETE FROM account_codes WHERE hash = ? AND player = ? AND kind = 'recovery'"
    return (await db.execute((sql, (hash, player))))[0] == 1


def remove(player: str) -> Statement:
    """Return a statement that deletes a player's second factor."""
    return "DELETE FROM second_factors WHERE player = ?", (player,)
