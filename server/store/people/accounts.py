"""Accounts: players with permanent names, their password hashes, their roles, and one-time codes.

This module sees only hashes of passwords and codes.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from server.protocol.values import OffenceName, RoleName
from server.store.changes import Watched
from server.store.database import Database
from server.store.people import second_factors
from server.store.people.players import fold_name
from server.store.people.second_factors import DeviceName
from server.store.sql import Statement, demand, only_if, quote, read_all

CodeKind = Literal["recovery", "reset", "invitation", "owner"]

_COLUMNS = """accounts.player, name, look, password, role, accounts.created_at, disabled_at, banned_at, banned_until,
  banned_for,
  (SELECT count(*) FROM account_codes WHERE account_codes.player = accounts.player AND kind = 'recovery') AS codes,
  (SELECT secret FROM second_factors WHERE second_factors.player = accounts.player AND confirmed_at > 0) AS second"""
_FROM = "FROM accounts JOIN players ON players.id = accounts.player"
_VALID = "(expires_at IS NULL OR expires_at > ?)"
_RANK = """(SELECT CASE role WHEN 'owner' THEN 3 WHEN 'moderator' THEN 2 WHEN 'teacher' THEN 1 END
  FROM accounts WHERE player = ?)"""
"""The rank of a player's role, the same as in `server.moderation.powers`."""


class StoredAccount(Struct, frozen=True):
    """An account. ``password`` is the hash, None until one is set. ``codes`` counts the recovery codes. ``second`` is
    the secret of the second factor, None if the account uses none."""

    player: str
    name: str
    look: str
    password: str | None
    role: RoleName | None
    created_at: int
    disabled_at: int | None
    banned_at: int | None
    banned_until: int | None
    banned_for: OffenceName | None
    codes: int
    second: bytes | None = None


class NewAccount(Struct, frozen=True):
    """An account to create for a player; ``password`` is the hash."""

    player: str
    name: str
    look: str
    password: str | None = None
    role: RoleName | None = None


class FoundCode(Struct, frozen=True):
    """A valid code and its player, None if it belongs to nobody."""

    kind: CodeKind
    player: str | None


class NewDevice(Struct, frozen=True):
    """A device to add for a player: the hash of its token, and the browser and system it reports."""

    token_hash: bytes
    name: DeviceName


async def find_account(db: Database, player: str) -> StoredAccount | None:
    """Return the account of a player, or None."""
    return await _find(db, "accounts.player", player)


async def find_by_look(db: Database, look: str) -> StoredAccount | None:
    """Return the account whose name has this look, or None."""
    return await _find(db, "look", look)


async def find_named(db: Database, name: str, look: str) -> StoredAccount | None:
    """Return the account with this name, else the one whose name has this look, else None."""
    sound = name.encode(errors="replace").decode()  # SQLite cannot store a lone surrogate
    return await _find(db, "name_key", fold_name(sound)) or await find_by_look(db, look)


def demand_open(account: StoredAccount, now: int, *, same: bool = True) -> Statement:
    """Require that an account is not disabled, deleted or banned, and that its second factor, if any, has not changed.

    ``same`` also requires the password hash that the account was read with.
    """
    sql = f"""SELECT 1 {_FROM}
      WHERE accounts.player = ? AND (coalesce(password, '') = coalesce(?, '') OR ? = 0)
        AND disabled_at IS NULL AND deleted_at IS NULL
        AND (banned_at IS NULL OR banned_until <= ?)
        AND NOT EXISTS (SELECT 1 FROM second_factors
          WHERE second_factors.player = accounts.player AND confirmed_at > 0
            AND coalesce(secret <> ?, TRUE))"""
    return demand((sql, (account.player, account.password, same, now, account.second)))


def demand_password(player: str, password: str | None) -> Statement:
    """Require that an account's password hash is still this one; None means no password."""
    return demand(
        ("SELECT 1 FROM accounts WHERE player = ? AND coalesce(password, '') = coalesce(?, '')", (player, password))
    )


def demand_guest(player: str) -> Statement:
    """Require that a player has no account."""
    return demand(("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE player = ?)", (player,)))


def demand_role(player: str, *roles: RoleName) -> Statement:
    """Require that an account has one of these roles."""
    return demand((f"SELECT 1 FROM accounts WHERE player = ? AND role IN ({quote(roles)})", (player,)))


_ABOVE = f"SELECT 1 WHERE coalesce({_RANK}, 0) > coalesce({_RANK}, 0)"


def demand_above(player: str, target: str) -> Statement:
    """Require that a player's role ranks above the target's."""
    return demand((_ABOVE, (player, target)))


async def is_above(db: Database, player: str, target: str) -> bool:
    """Return whether a player's role ranks above the target's."""
    return bool(await db.fetch(_ABOVE, (player, target)))


def demand_code(hash: bytes, kinds: Sequence[CodeKind], player: str | None, now: int) -> Statement:
    """Require a valid code of one of these kinds that belongs to ``player``, or to nobody if that is None."""
    sql = f"""SELECT 1 FROM account_codes WHERE hash = ? AND kind IN ({quote(kinds)})
      AND coalesce(player, '') = coalesce(?, '') AND {_VALID}"""
    return demand((sql, (hash, player, now)))


def demand_no_owner() -> Statement:
    """Require that no account has the owner role."""
    return demand(("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE role = 'owner')", ()))


async def has_owner(db: Database) -> bool:
    """Return whether any account has the owner role."""
    return bool(await db.fetch("SELECT 1 FROM accounts WHERE role = 'owner' LIMIT 1"))


async def read_looks_version(db: Database) -> int:
    """Return the version of the rules that made the stored looks."""
    (row,) = await db.fetch("SELECT version FROM looks")
    return int(row["version"])


class StoredLook(Struct, frozen=True):
    """The look of an account's name."""

    player: str
    name: str
    look: str


async def list_looks(db: Database) -> list[StoredLook]:
    """Return the look of every account, the oldest account first."""
    sql = f"SELECT player, name, look {_FROM} WHERE deleted_at IS NULL ORDER BY accounts.created_at, player"
    return read_all(StoredLook, await db.fetch(sql))


def list_look_changes(looks: Mapping[str, str], version: int) -> list[Statement]:
    """Build statements that store new looks by player, and the version of the rules that made them.

    They raise Conflict if another process has stored looks of this version.
    """
    other = demand(("SELECT 1 FROM looks WHERE version <> ?", (version,)))
    # two players may swap looks, so each first gets a temporary one: no real look begins with a space
    apart = [("UPDATE accounts SET look = ? WHERE player = ?", (f" {player}", player)) for player in looks]
    kept = [("UPDATE accounts SET look = ? WHERE player = ?", (look, player)) for player, look in looks.items()]
    return [other, *apart, *kept, ("UPDATE looks SET version = ?", (version,))]


ROLES = Watched("accounts", frozenset({"look", "password", "disabled_at"}))
"""Changes of roles."""


async def list_roles(db: Database) -> dict[str, RoleName]:
    """Return the role of each player who has one."""
    return {row["player"]: row["role"] for row in await db.fetch("SELECT player, role FROM accounts WHERE role <> ''")}


async def insert(
    db: Database,
    account: NewAccount,
    now: int,
    *,
    device: NewDevice | None = None,
    codes: Sequence[bytes] = (),
    invitation: bytes = b"",
    more: Sequence[Statement] = (),
    first: Sequence[Statement] = (),
) -> None:
    """Create a player's account with recovery codes, and use up an invitation.

    ``device`` becomes the player's only device. ``first`` and ``more`` run in the same transaction, before and after.
    Raises Conflict if the account, the name or a similar name exists, if the player was deleted, or if the invitation
    was used.
    """
    player = account.player
    await db.execute(
        *first,
        *((demand_code(invitation, ["invitation"], None, now),) if invitation else ()),
        only_if(  # the statements below need the account
            (
                "INSERT INTO accounts (player, look, password, role, created_at) SELECT ?, ?, ?, ?, ?",
                (player, account.look, account.password, account.role, now),
            ),
            ("SELECT 1 FROM players WHERE id = ? AND deleted_at IS NULL", (player,)),
        ),
        (
            "UPDATE players SET name = ?, name_key = ? WHERE id = ?",
            (account.name, fold_name(account.name), player),
        ),
        ("DELETE FROM account_codes WHERE hash = ? AND kind = 'invitation'", (invitation,)),
        *(_insert_code(hash, "recovery", player, now, None) for hash in codes),
        *(() if device is None else list_device_changes(player, device, now, alone=True)),
        *more,
    )


def list_device_changes(player: str, device: NewDevice, now: int, *, alone: bool = False) -> list[Statement]:
    """Build statements that add a device for a player.

    ``alone`` ends all other devices and deletes the player's sign-in codes. Otherwise the least recently used devices
    beyond the limit (`second_factors.MOST`) end.
    """
    kept = 0 if alone else second_factors.MOST - 1
    return [
        end_devices(player, now, keep=kept),
        (second_factors.INSERT, (device.token_hash, player, now, *device.name, now)),
        ("DELETE FROM codes WHERE player = ? AND ? = 1", (player, alone)),
        second_factors.forget_ended(player),
    ]


def end_devices(player: str, now: int, *, keep: int = 0, spare: bytes = b"") -> Statement:
    """End a player's devices, except the ``keep`` last used and the one whose id is ``spare`` (a token hash prefix)."""
    sql = f"""UPDATE tokens SET ended_at = ? WHERE player = ? AND ended_at IS NULL
      AND substr(hash, 1, {second_factors.ID_BYTES}) <> ? AND hash NOT IN (
        SELECT hash FROM tokens WHERE player = ? AND ended_at IS NULL ORDER BY last_used_at DESC, hash LIMIT ?)"""
    return sql, (now, player, spare, player, keep)


def leave_device(player: str, device: str, now: int) -> Statement:
    """End one device of a player who has an account; a guest has no other way to sign in again."""
    sql = f"""UPDATE tokens SET ended_at = ?
      WHERE player = ? AND ended_at IS NULL AND substr(hash, 1, {second_factors.ID_BYTES}) = ?
        AND EXISTS (SELECT 1 FROM accounts WHERE accounts.player = tokens.player)"""
    return sql, (now, player, bytes.fromhex(device))


def list_password_changes(player: str, password: str, now: int, *, spare: bytes) -> list[Statement]:
    """Build statements that set a new password, end all devices but ``spare``, and delete sign-in and reset codes."""
    return [
        ("UPDATE accounts SET password = ? WHERE player = ?", (password, player)),
        end_devices(player, now, spare=spare),
        ("DELETE FROM codes WHERE player = ?", (player,)),
        ("DELETE FROM account_codes WHERE player = ? AND kind = 'reset'", (player,)),
        second_factors.forget_ended(player),
    ]


async def improve_hash(db: Database, player: str, before: str, password: str) -> bool:
    """Replace a password hash with one of the same password made with current parameters.

    Returns False if the stored hash is no longer ``before``.
    """
    sql = "UPDATE accounts SET password = ? WHERE player = ? AND password = ?"
    return (await db.execute((sql, (password, player, before))))[0] == 1


async def find_code(db: Database, hash: bytes, now: int) -> FoundCode | None:
    """Return the valid code with this hash, or None."""
    rows = await db.fetch(f"SELECT kind, player FROM account_codes WHERE hash = ? AND {_VALID}", (hash, now))
    return FoundCode(*rows[0]) if rows else None


def drop_code(hash: bytes) -> Statement:
    """Use up a code by deleting it."""
    return "DELETE FROM account_codes WHERE hash = ?", (hash,)


def list_recovery_code_changes(player: str, hashes: Iterable[bytes], now: int) -> list[Statement]:
    """Build statements that replace all of the player's recovery codes."""
    return [
        ("DELETE FROM account_codes WHERE player = ? AND kind = 'recovery'", (player,)),
        *(_insert_code(hash, "recovery", player, now, None) for hash in hashes),
    ]


async def create(db: Database, account: NewAccount, code: bytes, now: int, expires_at: int, *noted: Statement) -> None:
    """Create a player with an account and no device, plus a reset code to choose a password; run ``noted`` with it.

    Raises Conflict if the name or a similar name exists.
    """
    await db.execute(*list_creation(account, now), _insert_code(code, "reset", account.player, now, expires_at), *noted)


def list_creation(account: NewAccount, now: int) -> list[Statement]:
    """Build statements that create a player with an account and no device. They raise Conflict as in `create`."""
    return [
        (
            "INSERT INTO players (id, name, name_key, created_at, seen_at) VALUES (?, ?, ?, ?, ?)",
            (account.player, account.name, fold_name(account.name), now, now),
        ),
        (
            "INSERT INTO accounts (player, look, password, role, created_at) VALUES (?, ?, ?, ?, ?)",
            (account.player, account.look, account.password, account.role, now),
        ),
    ]


async def add_code(
    db: Database,
    hash: bytes,
    kind: CodeKind,
    now: int,
    expires_at: int | None,
    player: str | None = None,
    noted: Sequence[Statement] = (),
) -> None:
    """Store a code and run ``noted`` with it."""
    await db.execute(*list_code_changes(hash, kind, now, expires_at, player), *noted)


def list_code_changes(
    hash: bytes, kind: CodeKind, now: int, expires_at: int | None, player: str | None
) -> list[Statement]:
    """Build statements that store a code, and delete expired codes and the player's earlier codes of the same kind."""
    return [
        ("DELETE FROM account_codes WHERE expires_at <= ? OR player = ? AND kind = ?", (now, player, kind)),
        _insert_code(hash, kind, player, now, expires_at),
    ]


async def set_role(
    db: Database,
    player: str,
    role: RoleName | None,
    code: bytes = b"",
    *,
    needed: Sequence[Statement] = (),
    noted: Sequence[Statement] = (),
) -> None:
    """Set or clear an account's role, use up ``code``, delete its codes from a teacher, and run ``noted``.

    Raises Conflict if a ``needed`` check fails.
    """
    await db.execute(
        *needed,
        ("UPDATE accounts SET role = ? WHERE player = ?", (role, player)),
        ("DELETE FROM codes WHERE player = ? AND classroom IS NOT NULL", (player,)),
        drop_code(code),
        *noted,
    )


async def set_disabled(db: Database, player: str, at: int | None, *noted: Statement) -> None:
    """Disable an account at an instant, ending its devices and sign-in codes, or enable it again if ``at`` is None.

    ``noted`` runs in the same transaction.
    """
    changes: list[Statement] = [("UPDATE accounts SET disabled_at = ? WHERE player = ?", (at, player))]
    if at is not None:
        changes += [end_devices(player, at), ("DELETE FROM codes WHERE player = ?", (player,))]
    await db.execute(*changes, *noted)


def _insert_code(hash: bytes, kind: CodeKind, player: str | None, now: int, expires_at: int | None) -> Statement:
    sql = "INSERT INTO account_codes (hash, kind, player, made_at, expires_at) VALUES (?, ?, ?, ?, ?)"
    return sql, (hash, kind, player, now, expires_at)


async def _find(db: Database, column: str, value: str) -> StoredAccount | None:
    rows = await db.fetch(f"SELECT {_COLUMNS} {_FROM} WHERE {column} = ? AND deleted_at IS NULL", (value,))
    return StoredAccount(*rows[0]) if rows else None
