"""Second factors: secrets of authenticators, and the last code of each that was right."""

from collections.abc import Sequence

from server.store.database import Database
from server.store.sql import Statement


async def find_secret(db: Database, player: str, *, confirmed: bool) -> bytes | None:
    """The secret of a player's authenticator, which is asked for, or is still to be confirmed."""
    condition = "IS NOT NULL" if confirmed else "IS NULL"
    rows = await db.fetch(f"SELECT secret FROM second_factors WHERE player = ? AND confirmed_at {condition}", (player,))
    return rows[0]["secret"] if rows else None


async def begin(db: Database, player: str, secret: bytes, now: int, needed: Sequence[Statement] = ()) -> bool:
    """Keep a secret that is still to be confirmed; False where there is one that is. Conflict where what is ``needed``
    does not hold."""
    sql = """INSERT INTO second_factors (player, secret, made_at, last_step) VALUES (?, ?, ?, 0)
      ON CONFLICT (player) DO UPDATE SET secret = excluded.secret, made_at = excluded.made_at
      WHERE confirmed_at IS NULL"""
    return (await db.execute(*needed, (sql, (player, secret, now))))[-1] == 1


async def confirm(
    db: Database, player: str, secret: bytes, step: int, now: int, needed: Sequence[Statement] = ()
) -> bool:
    """Ask for its codes from now on; False where it is not that secret any more. Conflict where what is ``needed`` does
    not hold."""
    sql = """UPDATE second_factors SET confirmed_at = ?, last_step = ?
      WHERE player = ? AND secret = ? AND confirmed_at IS NULL"""
    return (await db.execute(*needed, (sql, (now, step, player, secret))))[-1] == 1


async def use_step(db: Database, player: str, secret: bytes, step: int) -> bool:
    """Use a code up; False where it, or a later one, was used before."""
    sql = "UPDATE second_factors SET last_step = ? WHERE player = ? AND secret = ? AND last_step < ?"
    return (await db.execute((sql, (step, player, secret, step))))[0] == 1


async def use_recovery_code(db: Database, player: str, hash: bytes) -> bool:
    """Use a recovery code up in the place of one; False where it is none of the player's."""
    sql = "DELETE FROM account_codes WHERE hash = ? AND player = ? AND kind = 'recovery'"
    return (await db.execute((sql, (hash, player))))[0] == 1


def remove(player: str) -> Statement:
    """Asks for no codes any more."""
    return "DELETE FROM second_factors WHERE player = ?", (player,)
