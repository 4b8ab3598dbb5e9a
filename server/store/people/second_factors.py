"""Means of sign-in beside the password: authenticator secrets, tokens of devices, and failed attempts.

An ended device stays stored for a while. Failures are stored by the hash of what is counted, as long as further guesses
have to wait.
"""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from server.store.changes import Watched
from server.store.database import Database
from server.store.records import StoredDevice
from server.store.sql import Statement, demand, json_values, read


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
      WHERE second_factors.confirmed_at IS NULL"""
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


class Failures(Struct):
    """Consecutive failures, the time of the last, and whether this address has signed in to this name before."""

    count: int
    at: int
    known: bool = False


async def list_failures(db: Database, since: int, known_since: int) -> dict[bytes, Failures]:
    """Return the failures after ``since``, or after ``known_since`` for a known address; delete older ones."""
    sql = "DELETE FROM sign_in_failures WHERE at <= CASE WHEN known = 1 THEN CAST(? AS INTEGER) ELSE ? END"
    await db.execute((sql, (known_since, since)))
    rows = await db.fetch("SELECT key, count, at, known FROM sign_in_failures")
    return {row["key"]: read(Failures, row) for row in rows}


async def list_failures_since(db: Database, since: int) -> dict[bytes, Failures]:
    """Return the failures that were counted or forgiven at or after ``since``."""
    rows = await db.fetch("SELECT key, count, at, known FROM sign_in_failures WHERE at >= ?", (since,))
    return {row["key"]: read(Failures, row) for row in rows}


async def keep_failures(db: Database, found: Iterable[tuple[bytes, Failures]]) -> None:
    """Store failures, replacing the earlier rows."""
    sql = """INSERT INTO sign_in_failures (key, count, at, known) VALUES (?, ?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET count = excluded.count, at = excluded.at, known = excluded.known"""
    await db.execute(*((sql, (key, each.count, each.at, each.known)) for key, each in found))


class Failure(Struct, frozen=True):
    """A failure at an instant (ms). Earlier ones are forgotten if ``forget_ms`` lie between, and a known address if
    ``known_ms`` do.
    """

    key: bytes
    at: int
    forget_ms: int
    known_ms: int


async def add_failures(db: Database, failures: Iterable[Failure]) -> None:
    """Add failures to those that are stored, by whichever process."""
    sql = """INSERT INTO sign_in_failures (key, count, at, known) VALUES (?, 1, ?, 0)
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN excluded.at - sign_in_failures.at >= ? THEN 1 ELSE sign_in_failures.count + 1 END,
        at = CASE WHEN excluded.at > sign_in_failures.at THEN excluded.at ELSE sign_in_failures.at END,
        known = CASE WHEN sign_in_failures.known = 1 AND excluded.at - sign_in_failures.at < ? THEN 1 ELSE 0 END"""
    await db.execute(*((sql, (each.key, each.at, each.forget_ms, each.known_ms)) for each in failures))


COUNTED = Watched("sign_in_failures")
"""Changes after which counters may be others."""

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


async def end_device(db: Database, player: str, by: str, device: str, now: int, *noted: Statement) -> None:
    """End a player's device at the request of the device ``by``, delete the code requested with it, and run ``noted``.

    Raises Conflict if either is no active device of the player.
    """
    id = bytes.fromhex(device)
    await db.execute(
        demand_device(player, by),
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


ENDED = (
    Watched("tokens", ignored=frozenset({"browser", "system", "last_used_at"}), inserts=False),
    Watched(
        "players",
        ignored=frozenset({"name", "name_key", "seen_at", "ban_reason", "named", "alias_of", "hidden"}),
        inserts=False,
    ),
)
"""Changes after which a device may have ended, or a player may not be here."""

_ASKED_AT_ONCE = 500


async def list_good(db: Database, asked: Iterable[str], now: int) -> set[str]:
    """Return the ids of the devices that have not ended, of those of these players who may be here."""
    sql = f"""SELECT hash FROM tokens JOIN players ON players.id = player
      WHERE player IN {json_values("?")} AND ended_at IS NULL AND deleted_at IS NULL
        AND (banned_at IS NULL OR banned_until <= ?)"""
    listed, found = sorted(asked), set[str]()
    for first in range(0, len(listed), _ASKED_AT_ONCE):
        some = msgspec.json.encode(listed[first : first + _ASKED_AT_ONCE]).decode()
        found.update(make_id(row["hash"]) for row in await db.fetch(sql, (some, now)))
    return found
