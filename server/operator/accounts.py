"""Accounts as the operator's commands change them."""

import sqlite3
from collections.abc import Sequence
from time import time
from typing import Protocol, cast

from server.accounts.accounts import new_id
from server.accounts.look_alikes import make_look
from server.accounts.names import clean_name
from server.accounts.registry import INVITATION_MS, OWNER_MS, RESET_MS
from server.errors import Refused
from server.operator.listing import format_table, format_time
from server.protocol.values import RoleName
from server.store import accounts, classrooms, second_factors
from server.store.accounts import NewAccount, NewDevice, StoredAccount
from server.store.database import Database
from server.store.notices import Notice
from server.store.sql import Conflict, Statement

NONE = "none"
"""The role of who has none."""

PROGRAM = ("API", "")
"""What the device of a program is called until it says what it is."""

KINDS = (
    *("account_create", "account_reset", "account_role", "account_disable", "account_enable", "account_totp"),
    *("account_token", "account_invite", "account_owner"),
)


class LiveAccounts(Protocol):
    """The running server, as far as accounts concern it."""

    async def player_signed_out(self, player: str) -> None:
        """Close the connections of a player, whose devices were ended."""

    async def roles_changed(self) -> None:
        """Have accounts do what their roles let them now."""


async def perform(store: Database, notice: Notice, live: LiveAccounts | None, noted: Sequence[Statement] = ()) -> str:
    """Do what ``notice`` asks of an account, which it names; a sentence about it. Refused, with a sentence.

    ``noted`` is kept with it.
    """
    now = int(time() * 1000)
    match notice.kind:
        case "account_invite":
            code = bytes.fromhex(notice.argument)
            await accounts.add_code(store, code, "invitation", now, now + INVITATION_MS, noted=noted)
            return "an invitation is made; it works once, for 30 days"
        case "account_owner":
            if await accounts.has_owner(store):
                raise Refused("there is an owner; roles are given by `tengen account role`", code="has_owner")
            code = bytes.fromhex(notice.argument)
            noted = [accounts.demand_no_owner(), *noted]
            await accounts.add_code(store, code, "owner", now, now + OWNER_MS, noted=noted)
            return "whoever enters this code in the settings of an account is the owner; it works once, for a day"
        case "account_create":
            return await _create(store, notice.target, bytes.fromhex(notice.argument), now, noted)
    account = await _find(store, notice.target)
    named = f"{account.name} ({account.player})"
    match notice.kind:
        case "account_reset":
            code = bytes.fromhex(notice.argument)
            await accounts.add_code(store, code, "reset", now, now + RESET_MS, account.player, noted)
            return f"{named} may choose another password by this code; it works once, for three days"
        case "account_token":
            if account.role != "bot":
                raise Refused(f"{named} is not a bot; `tengen account role` makes it one", code="not_a_bot")
            token = bytes.fromhex(notice.argument)
            device = NewDevice(token, PROGRAM)
            if account.disabled_at is not None:
                raise Refused(f"{named} is closed; `tengen account enable` opens it", code="disabled")
            await store.execute(
                accounts.demand_role(account.player, "bot"),
                accounts.demand_open(account, now, same=False),
                *accounts.list_device_changes(account.player, device, now),
                *noted,
            )
            return f"a program signs in to {named} by this token, until the device is ended"
        case "account_role":
            role = None if notice.argument == NONE else cast("RoleName", notice.argument)
            # a teacher has had the codes of a pupil, and may be signed in by one
            pupil = account.password is None and await classrooms.find_of_pupil(store, account.player) is not None
            ended = [accounts.end_devices(account.player, now)] if pupil and role is not None else []
            await accounts.set_role(store, account.player, role, noted=[*ended, *noted])
            if live:
                if ended:
                    await live.player_signed_out(account.player)
                await live.roles_changed()
            then = ", and signs in once `tengen account reset` has brought a password" if ended else ""
            return f"{named} is {'nothing but a player' if role is None else role}{then}"
        case "account_disable":
            await accounts.set_disabled(store, account.player, now, *noted)
            if live:
                await live.player_signed_out(account.player)
            return f"nobody can sign in to {named} any more"
        case "account_totp":
            await store.execute(second_factors.remove(account.player), *noted)
            return f"{named} signs in without an authenticator, until there is another"
        case "account_enable":
            await accounts.set_disabled(store, account.player, None, *noted)
            return f"{named} may sign in again"
    raise Refused(f"this server does not know the command {notice.kind}", code="unknown_command")


async def _create(store: Database, name: str, code: bytes, now: int, noted: Sequence[Statement]) -> str:
    try:
        clean = clean_name(name)
    except Refused as error:
        whys = {"name_reserved": "is reserved", "mixed_scripts": "has letters that do not stand together"}
        why = whys.get(error.code, "cannot be a name")
        raise Refused(f"{name!r} {why}", code=error.code) from error
    player = new_id()
    try:
        await accounts.create(store, NewAccount(player, clean, make_look(clean)), code, now, now + RESET_MS, *noted)
    except Conflict as error:
        raise Refused(f"the name {name!r} is taken, or looks like one that is", code="name_taken") from error
    return f"{clean} ({player}) is made, and may choose a password by this code; it works once, for three days"


async def _find(store: Database, name: str) -> StoredAccount:
    account = await accounts.find_account(store, name) or await accounts.find_named(store, name, make_look(name))
    if account is None:
        raise Refused(f"there is no account {name}", code="no_account")
    return account


def list_accounts(connection: sqlite3.Connection) -> str:
    """The accounts, the oldest first."""
    rows = connection.execute(
        """SELECT player, name, role, accounts.created_at, seen_at, password IS NOT NULL, disabled_at
        FROM accounts JOIN players ON players.id = player ORDER BY accounts.created_at, player"""
    )
    return format_table(
        ("PLAYER", "NAME", "ROLE", "SINCE", "SEEN", "PASSWORD", "CLOSED"),
        (
            (
                *(player, name, role or "", format_time(since), format_time(seen)),
                *("yes" if password else "no", format_time(disabled) if disabled else ""),
            )
            for player, name, role, since, seen, password, disabled in rows
        ),
    )
