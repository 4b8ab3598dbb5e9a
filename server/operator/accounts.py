"""Acts upon accounts, and their list.

Only hashes of codes and tokens come here: the command line or the page makes them.
"""

from typing import cast, get_args

from server.accounts.accounts import new_id
from server.accounts.look_alikes import make_look
from server.accounts.names import clean_name
from server.accounts.registry import INVITATION_MS, OWNER_MS, RESET_MS
from server.errors import Refused
from server.moderation.act import ActCommand, Argument, Doing, StaffAct
from server.moderation.roles import OWNER
from server.operator.listing import format_table, format_time
from server.operator.players import NAME_FAULTS
from server.protocol.values import RoleName
from server.store.people import accounts, classrooms, second_factors
from server.store.people.accounts import NewAccount, NewDevice, StoredAccount
from server.store.reading import Reading
from server.store.sql import Conflict

NONE = "none"
"""Argument that takes a role away."""
PROGRAM = ("API", "")
"""Name of a program's device until it tells its own."""


async def _create(doing: Doing) -> str:
    name, code = doing.target, bytes.fromhex(doing.argument)
    try:
        clean = clean_name(name)
    except Refused as error:
        why = NAME_FAULTS.get(error.code, "cannot be a name")
        raise Refused(f"{name!r} {why}", code=error.code) from error
    player, until = new_id(), doing.now + RESET_MS
    account = NewAccount(player, clean, make_look(clean))
    try:
        await accounts.create(doing.store, account, code, doing.now, until, *doing.noted)
    except Conflict as error:
        raise Refused(f"the name {name!r} is taken, or looks like one that is", code="name_taken") from error
    return f"{clean} ({player}) is made, and may choose a password by this code; it works once, for three days"


async def _reset(doing: Doing) -> str:
    account = await _find(doing)
    code, until = bytes.fromhex(doing.argument), doing.now + RESET_MS
    await accounts.add_code(doing.store, code, "reset", doing.now, until, account.player, doing.noted)
    return f"{_name(account)} may choose another password by this code; it works once, for three days"


async def _make_token(doing: Doing) -> str:
    account = await _find(doing)
    if account.role != "bot":
        raise Refused(f"{_name(account)} is not a bot; `tengen account role` makes it one", code="not_a_bot")
    device = NewDevice(bytes.fromhex(doing.argument), PROGRAM)
    if account.disabled_at is not None:
        raise Refused(f"{_name(account)} is closed; `tengen account enable` opens it", code="disabled")
    await doing.store.execute(
        accounts.demand_role(account.player, "bot"),
        accounts.demand_open(account, doing.now, same=False),
        *accounts.list_device_changes(account.player, device, doing.now),
        *doing.noted,
    )
    return f"a program signs in to {_name(account)} by this token, until the device is ended"


async def _give_role(doing: Doing) -> str:
    account = await _find(doing)
    role = None if doing.argument == NONE else cast("RoleName", doing.argument)
    # a teacher has had the codes of a pupil, and may be signed in by one
    pupil = account.password is None and await classrooms.find_of_pupil(doing.store, account.player) is not None
    ended = [accounts.end_devices(account.player, doing.now)] if pupil and role is not None else []
    await accounts.set_role(doing.store, account.player, role, noted=[*ended, *doing.noted])
    if doing.live:
        if ended:
            await doing.live.player_signed_out(account.player)
        await doing.live.roles_changed()
    then = ", and signs in once `tengen account reset` has brought a password" if ended else ""
    return f"{_name(account)} is {'nothing but a player' if role is None else role}{then}"


async def _disable(doing: Doing) -> str:
    account = await _find(doing)
    await accounts.set_disabled(doing.store, account.player, doing.now, *doing.noted)
    if doing.live:
        await doing.live.player_signed_out(account.player)
    return f"nobody can sign in to {_name(account)} any more"


async def _enable(doing: Doing) -> str:
    account = await _find(doing)
    await accounts.set_disabled(doing.store, account.player, None, *doing.noted)
    return f"{_name(account)} may sign in again"


async def _remove_authenticator(doing: Doing) -> str:
    account = await _find(doing)
    await doing.store.execute(second_factors.remove(account.player), *doing.noted)
    return f"{_name(account)} signs in without an authenticator, until there is another"


async def _invite(doing: Doing) -> str:
    code, until = bytes.fromhex(doing.argument), doing.now + INVITATION_MS
    await accounts.add_code(doing.store, code, "invitation", doing.now, until, noted=doing.noted)
    return "an invitation is made; it works once, for 30 days"


async def _make_owner_code(doing: Doing) -> str:
    if await accounts.has_owner(doing.store):
        raise Refused("there is an owner; roles are given by `tengen account role`", code="has_owner")
    code, until = bytes.fromhex(doing.argument), doing.now + OWNER_MS
    noted = [accounts.demand_no_owner(), *doing.noted]
    await accounts.add_code(doing.store, code, "owner", doing.now, until, noted=noted)
    return "whoever enters this code in the settings of an account is the owner; it works once, for a day"


async def _find(doing: Doing) -> StoredAccount:
    """Find the target by the player's id, else by name. Refused("no_player")."""
    name = doing.target
    found = await accounts.find_account(doing.store, name)
    account = found or await accounts.find_named(doing.store, name, make_look(name))
    if account is None:
        raise Refused(f"there is no account {name}", code="no_player")
    return account


def _name(account: StoredAccount) -> str:
    return f"{account.name} ({account.player})"


def _command(name: str, help: str) -> ActCommand:
    return ActCommand("account", name, help, "NAME")


ACTS = (
    StaffAct(
        name="account_create",
        perform=_create,
        roles=OWNER,
        target="name",
        answers="code",
        command=ActCommand(
            "account", "create", "make an account and print a code by which its player chooses a password", "NAME"
        ),
    ),
    StaffAct(
        name="account_reset",
        perform=_reset,
        roles=OWNER,
        target="account",
        answers="code",
        command=_command("reset", "print a code by which a player chooses another password"),
    ),
    StaffAct(
        name="account_token",
        perform=_make_token,
        roles=OWNER,
        target="account",
        answers="token",
        command=ActCommand(
            "account", "token", "print a token by which a program signs in to an account whose role is bot", "NAME"
        ),
    ),
    StaffAct(
        name="account_role",
        perform=_give_role,
        roles=OWNER,
        target="account",
        argument=Argument("ROLE", (*get_args(RoleName), NONE)),
        command=_command("role", "give an account a role, or none"),
    ),
    StaffAct(
        name="account_disable",
        perform=_disable,
        roles=OWNER,
        target="account",
        command=_command("disable", "have nobody sign in to an account"),
    ),
    StaffAct(
        name="account_enable",
        perform=_enable,
        roles=OWNER,
        target="account",
        command=_command("enable", "let its player in again"),
    ),
    StaffAct(
        name="account_totp",
        perform=_remove_authenticator,
        roles=OWNER,
        target="account",
        command=_command("totp", "give up the authenticator of an account whose player has lost it"),
    ),
    StaffAct(
        name="account_invite",
        perform=_invite,
        roles=OWNER,
        answers="code",
        command=ActCommand(
            "account", "invite", "print an invitation, which keeping a name needs where the setting says so"
        ),
    ),
    StaffAct(
        name="account_owner",
        perform=_make_owner_code,
        answers="code",
        command=ActCommand(
            "account", "owner", "print a code that makes an account the owner's; for a server that has none"
        ),
    ),
)


def list_accounts(connection: Reading) -> str:
    """Return the accounts as a table, oldest first."""
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
