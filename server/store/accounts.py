"""Accounts: players whose names stay, their passwords' hashes, their roles, and codes that work once.

Only hashes of passwords and codes come here.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from server.protocol.values import OffenceName, RoleName
from server.store import devices
from server.store.database import Database
from server.store.devices import DeviceName
from server.store.players import fold_name
from server.store.sql import Row, Statement, demand, only_if, quote

CodeKind = Literal["recovery", "reset", "invitation", "owner"]

_COLUMNS = """accounts.player, name, look, password, role, accounts.created_at, disabled_at, banned_at, banned_until,
  banned_for,
  (SELECT count(*) FROM account_codes WHERE account_codes.player = accounts.player AND kind = 'recovery') AS codes,
  (SELECT secret FROM second_factors WHERE second_factors.player = accounts.player AND confirmed_at > 0) AS second"""
_FROM = "FROM accounts JOIN players ON players.id = accounts.player"
_VALID = "(expires_at IS NULL OR expires_at > ?)"
_RANK = """(SELECT CASE role WHEN 'owner' THEN 3 WHEN 'moderator' THEN 2 WHEN 'teacher' THEN 1 END
  FROM accounts WHERE player = ?)"""
"""As `server.moderation.powers` ranks them."""


class StoredAccount(Struct, frozen=True):
    """An account; ``password`` is the hash, None until there is one. ``codes`` counts its recovery codes, ``second`` is
    the secret of its second factor, None where none is asked for."""

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
    """An account that is to be made of a player; ``password`` is the hash."""

    player: str
    name: str
    look: str
    password: str | None = None
    role: RoleName | None = None


class FoundCode(Struct, frozen=True):
    """A code that is valid, and whose it is, if anybody's."""

    kind: CodeKind
    player: str | None


class NewDevice(Struct, frozen=True):
    """A device that a player gets: the hash of its token, and what it says of itself."""

    token_hash: bytes
    name: DeviceName


async def find_account(db: Database, player: str) -> StoredAccount | None:
    """The account of a player."""
    return await _find(db, "accounts.player", player)


async def find_by_look(db: Database, look: str) -> StoredAccount | None:
    """The account whose name looks so."""
    return await _find(db, "look", look)


async def find_named(db: Database, name: str, look: str) -> StoredAccount | None:
    """The account of this name, or else the one whose name looks so."""
    sound = name.encode(errors="replace").decode()  # half of a pair can be kept nowhere
    return await _find(db, "name_key", fold_name(sound)) or await find_by_look(db, look)


def demand_open(account: StoredAccount, now: int, *, same: bool = True) -> Statement:
    """Demands that an account may be signed in to, and with ``same`` by the password that it was read with; the second
    factor is that one, or none is asked for."""
    sql = f"""SELECT 1 {_FROM}
      WHERE accounts.player = ? AND (coalesce(password, '') = coalesce(?, '') OR ? = 0)
        AND disabled_at IS NULL AND deleted_at IS NULL
        AND (banned_at IS NULL OR banned_until <= ?)
        AND NOT EXISTS (SELECT 1 FROM second_factors
          WHERE second_factors.player = accounts.player AND confirmed_at > 0
            AND coalesce(secret, '') <> coalesce(?, ''))"""
    return demand((sql, (account.player, account.password, same, now, account.second)))


def demand_password(player: str, password: str | None) -> Statement:
    """Demands that the hash of an account's password is still this one, None for who has none."""
    return demand(
        ("SELECT 1 FROM accounts WHERE player = ? AND coalesce(password, '') = coalesce(?, '')", (player, password))
    )


def demand_guest(player: str) -> Statement:
    """Demands that a player has no account."""
    return demand(("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE player = ?)", (player,)))


def demand_role(player: str, *roles: RoleName) -> Statement:
    """Demands that an account has one of some roles."""
    return demand((f"SELECT 1 FROM accounts WHERE player = ? AND role IN ({quote(roles)})", (player,)))


def demand_above(player: str, target: str) -> Statement:
    """Demands that a player's role is above another's."""
    sql = f"SELECT 1 WHERE coalesce({_RANK}, 0) > coalesce({_RANK}, 0)"
    return demand((sql, (player, target)))


def demand_code(hash: bytes, kinds: Sequence[CodeKind], player: str | None, now: int) -> Statement:
    """Demands that a code is there, of one of some kinds and of a player, or of nobody."""
    sql = f"""SELECT 1 FROM account_codes WHERE hash = ? AND kind IN ({quote(kinds)})
      AND coalesce(player, '') = coalesce(?, '') AND {_VALID}"""
    return demand((sql, (hash, player, now)))


def demand_no_owner() -> Statement:
    """Demands that no account is the owner's."""
    return demand(("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE role = 'owner')", ()))


async def has_owner(db: Database) -> bool:
    """Whether any account is the owner's."""
    return bool(await db.fetch("SELECT 1 FROM accounts WHERE role = 'owner' LIMIT 1"))


async def read_looks_version(db: Database) -> int:
    """By which version of the program's rules looks are kept."""
    (row,) = await db.fetch("SELECT version FROM looks")
    return int(row["version"])


async def list_looks(db: Database) -> list[Row]:
    """The ``player``, ``name`` and ``look`` of every account, the eldest first."""
    sql = f"SELECT player, name, look {_FROM} WHERE deleted_at IS NULL ORDER BY accounts.created_at, player"
    return await db.fetch(sql)


def list_look_changes(looks: Mapping[str, str], version: int) -> list[Statement]:
    """What has these players' names look so from now on, by a version of the rules."""
    # two may change places: no look begins with a space
    apart = [("UPDATE accounts SET look = ? WHERE player = ?", (f" {player}", player)) for player in looks]
    kept = [("UPDATE accounts SET look = ? WHERE player = ?", (look, player)) for player, look in looks.items()]
    return [*apart, *kept, ("UPDATE looks SET version = ?", (version,))]


async def list_roles(db: Database) -> dict[str, RoleName]:
    """The players who have a role, and which."""
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
    """Make a player's account, with recovery codes, and use up an invitation; ``device`` is the only one from then on,
    ``first`` and ``more`` are done with it.

    Conflict where there is the account, or the name, or one that looks like it, or the player was deleted, or the
    invitation was used.
    """
    player = account.player
    await db.execute(
        *first,
        *((demand_code(invitation, ["invitation"], None, now),) if invitation else ()),
        only_if(  # what follows needs the account
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
    """What gives a player a device. With ``alone`` all others are ended, else, where there are as many as may be, those
    that were used longest ago."""
    kept = 0 if alone else devices.MOST - 1
    return [
        end_devices(player, now, keep=kept),
        (devices.INSERT, (device.token_hash, player, now, *device.name, now)),
        ("DELETE FROM codes WHERE player = ? AND ? = 1", (player, alone)),
        devices.forget_ended(player),
    ]


def end_devices(player: str, now: int, *, keep: int = 0, spare: bytes = b"") -> Statement:
    """Ends a player's devices but for the ``keep`` used last, and the one whose token's hash begins like ``spare``."""
    sql = f"""UPDATE tokens SET ended_at = ? WHERE player = ? AND ended_at IS NULL
      AND substr(hash, 1, {devices.ID_BYTES}) <> ? AND hash NOT IN (
        SELECT hash FROM tokens WHERE player = ? AND ended_at IS NULL ORDER BY last_used_at DESC, hash LIMIT ?)"""
    return sql, (now, player, spare, player, keep)


def leave_device(player: str, device: str, now: int) -> Statement:
    """Ends one device of a player's who has an account; a guest has none to come back by but the device."""
    sql = f"""UPDATE tokens SET ended_at = ?
      WHERE player = ? AND ended_at IS NULL AND substr(hash, 1, {devices.ID_BYTES}) = ?
        AND EXISTS (SELECT 1 FROM accounts WHERE accounts.player = tokens.player)"""
    return sql, (now, player, bytes.fromhex(device))


def list_password_changes(player: str, password: str, now: int, *, spare: bytes) -> list[Statement]:
    """What gives another password: all devices but the one are ended, and codes of staff are void."""
    return [
        ("UPDATE accounts SET password = ? WHERE player = ?", (password, player)),
        end_devices(player, now, spare=spare),
        ("DELETE FROM codes WHERE player = ?", (player,)),
        ("DELETE FROM account_codes WHERE player = ? AND kind = 'reset'", (player,)),
        devices.forget_ended(player),
    ]


async def improve_hash(db: Database, player: str, before: str, password: str) -> bool:
    """The hash of the same password, made with the parameters of today; False where there is another one by now."""
    sql = "UPDATE accounts SET password = ? WHERE player = ? AND password = ?"
    return (await db.execute((sql, (password, player, before))))[0] == 1


async def find_code(db: Database, hash: bytes, now: int) -> FoundCode | None:
    """A code that is valid, by its hash."""
    rows = await db.fetch(f"SELECT kind, player FROM account_codes WHERE hash = ? AND {_VALID}", (hash, now))
    return FoundCode(*rows[0]) if rows else None


def drop_code(hash: bytes) -> Statement:
    """Uses a code up."""
    return "DELETE FROM account_codes WHERE hash = ?", (hash,)


def list_recovery_code_changes(player: str, hashes: Iterable[bytes], now: int) -> list[Statement]:
    """What makes these the player's only recovery codes."""
    return [
        ("DELETE FROM account_codes WHERE player = ? AND kind = 'recovery'", (player,)),
        *(_insert_code(hash, "recovery", player, now, None) for hash in hashes),
    ]


async def create(db: Database, account: NewAccount, code: bytes, now: int, expires_at: int, *noted: Statement) -> None:
    """Make a player who has an account and no device, and a code by which a password is chosen, and note it.

    Conflict where there is the name, or one that looks like it.
    """
    await db.execute(*list_creation(account, now), _insert_code(code, "reset", account.player, now, expires_at), *noted)


def list_creation(account: NewAccount, now: int) -> list[Statement]:
    """What makes a player who has an account and no device. Conflict as `create`."""
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
    """Keep a code, and note it."""
    await db.execute(*list_code_changes(hash, kind, now, expires_at, player), *noted)


def list_code_changes(
    hash: bytes, kind: CodeKind, now: int, expires_at: int | None, player: str | None
) -> list[Statement]:
    """What keeps a code. One more of the same kind voids a player's earlier ones; those that have expired are
    forgotten."""
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
    """Give an account a role, or none, and note it; ``code`` is used up by it. Teachers' codes work no more. Conflict
    where what is ``needed`` does not hold."""
    await db.execute(
        *needed,
        ("UPDATE accounts SET role = ? WHERE player = ?", (role, player)),
        ("DELETE FROM codes WHERE player = ? AND classroom IS NOT NULL", (player,)),
        drop_code(code),
        *noted,
    )


async def set_disabled(db: Database, player: str, at: int | None, *noted: Statement) -> None:
    """Have nobody sign in to an account from an instant on, and end its devices; None lets its player in again. It is
    noted."""
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
