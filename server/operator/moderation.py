"""Sanctions as acts of the command line, and the lists of reports and of the audit log."""

from argparse import ArgumentParser, Namespace
from functools import partial
from typing import cast, get_args

import msgspec

from server.errors import Refused
from server.moderation.act import ActCommand, Doing, Options, StaffAct
from server.operator.listing import format_table, format_time
from server.operator.players import require_player
from server.protocol.values import OffenceName, SanctionKind
from server.store import audit
from server.store.people import sanctions
from server.store.people.sanctions import StoredSanction
from server.store.reading import Reading

HOUR_MS = 3_600_000
_DONE: dict[SanctionKind, str] = {"mute": "is muted", "timeout": "is timed out", "ban": "is banned"}


class LaidByCommand(msgspec.Struct, frozen=True):
    """The argument of an act that lays a sanction; without ``hours`` it lasts until it is lifted."""

    reason: OffenceName = "other"
    hours: int | None = None
    note: str = ""


async def _lay(kind: SanctionKind, doing: Doing) -> str:
    player, now = await require_player(doing), doing.now
    asked = msgspec.json.decode(doing.argument or "{}", type=LaidByCommand)
    until = None if asked.hours is None else now + asked.hours * HOUR_MS
    data = {"reason": asked.reason, "until": until, "note": asked.note}
    instead = await _list_active(doing, kind)
    await doing.store.execute(
        audit.insert(None, None, kind, player.id, data, now),
        *sanctions.insert(player.id, kind, asked.reason, asked.note, now, until, None, instead),
    )
    if doing.live:
        await doing.live.player_sanctioned(player.id)
    return f"{player.name} ({player.id}) {_DONE[kind]}" + ("" if until is None else f" until {format_time(until)}")


async def _lift(kind: SanctionKind, doing: Doing) -> str:
    player, now = await require_player(doing), doing.now
    named = f"{player.name} ({player.id})"
    laid = await _list_active(doing, kind)
    changes = sanctions.lift(laid, now)
    if kind == "ban" and player.banned_at is not None:
        changes.append(sanctions.renew_ban(player.id, now))
    elif not laid:
        raise Refused(f"{named} {_DONE[kind].replace('is ', 'is not ')}", code="not_sanctioned")
    await doing.store.execute(audit.insert(None, None, f"lift_{kind}", player.id, {}, now), *changes)
    if doing.live:
        await doing.live.sanction_lifted(player.id)
    return f"{named} may come back" if kind == "ban" else f"{named} {_DONE[kind].replace('is ', 'is no longer ')}"


async def _list_active(doing: Doing, kind: SanctionKind) -> list[StoredSanction]:
    return [each for each in await sanctions.list_active(doing.store, doing.target, doing.now) if each.kind == kind]


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--hours", type=int, metavar="N", help="for how long (default: until it is lifted)")
    parser.add_argument(
        "--for", dest="offence", choices=get_args(OffenceName), default="other", help="what the player is told"
    )
    parser.add_argument("--reason", default="", metavar="TEXT", help="noted for staff")


def _read_options(args: Namespace) -> str:
    if args.hours is not None and not 0 < args.hours <= 87_600:
        raise Refused("--hours is from 1 to 87600", code="bad_hours")
    asked = LaidByCommand(cast("OffenceName", args.offence), args.hours, args.reason[:500])
    return msgspec.json.encode(asked).decode()


def _laying(kind: SanctionKind, help: str) -> StaffAct:
    command = ActCommand("players", kind, help, options=Options(_add_options, _read_options))
    return StaffAct(name=f"{kind}_player", perform=partial(_lay, kind), target="player", logs="itself", command=command)


def _lifting(kind: SanctionKind, help: str) -> StaffAct:
    command = ActCommand("players", f"un{kind}", help)
    return StaffAct(
        name=f"un{kind}_player", perform=partial(_lift, kind), target="player", logs="itself", command=command
    )


ACTS = (
    _laying("mute", "have a player say nothing in rooms"),
    _laying("timeout", "have a player say nothing, and begin no games with people"),
    _laying("ban", "keep a player out"),
    _lifting("mute", "let a player talk again"),
    _lifting("timeout", "let a player talk and play again"),
    _lifting("ban", "let a player in again"),
)


def list_reports(connection: Reading) -> str:
    """Return the open reports as a table, oldest first."""
    rows = connection.execute(
        """SELECT reports.id, at, about, players.name, reason, note FROM reports JOIN players ON players.id = about
        WHERE state = 'open' ORDER BY reports.id"""
    )
    return format_table(
        ("REPORT", "MADE", "ABOUT", "NAME", "REASON", "NOTE"), ((id, format_time(at), *rest) for id, at, *rest in rows)
    )


def list_acts(connection: Reading, limit: int) -> str:
    """Return the last acts of staff as a table, newest first."""
    rows = connection.execute(
        """SELECT audit.at, coalesce(staff.name, ''), action, coalesce(players.name, ''), coalesce(target, ''), data
        FROM audit LEFT JOIN players AS staff ON staff.id = by_player LEFT JOIN players ON players.id = target
        ORDER BY audit.id DESC LIMIT ?""",
        (limit,),
    )
    return format_table(
        ("AT", "BY", "ACTION", "PLAYER", "ID", "DATA"), ((format_time(at), *rest) for at, *rest in rows)
    )
