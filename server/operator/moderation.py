"""Sanctions, reports and the audit log as the operator's commands lay, list and print them."""

import sqlite3
from typing import Any, Protocol

import msgspec

from server.errors import Refused
from server.operator.listing import format_table, format_time
from server.protocol.values import OffenceName, SanctionKind
from server.store import audit, players, sanctions, trees
from server.store.database import Database
from server.store.notices import Notice
from server.store.records import StoredPlayer
from server.store.sanctions import StoredSanction
from server.store.sql import Statement

HOUR_MS = 3_600_000
LAYING: dict[str, SanctionKind] = {"mute_player": "mute", "timeout_player": "timeout", "ban_player": "ban"}
LIFTING: dict[str, SanctionKind] = {"unmute_player": "mute", "untimeout_player": "timeout", "unban_player": "ban"}
KINDS = (*LAYING, *LIFTING)
NOTED = (
    *("close_room", "delete_game", "rename_player", "delete_player", "account_create", "account_reset"),
    *("account_role", "account_disable", "account_enable", "account_totp", "account_token", "account_invite"),
    "account_owner",
    *("ratings_strike", "ratings_restore", "ratings_recompute", "job_retry", "job_cancel"),
)
"""Other commands that are acts of the log."""
NOTED_AFTERWARDS = (
    *("pattern_on", "pattern_off", "pattern_forget", "patterns_rebuild", "game_learn", "book_rebuild"),
    *("weights_use", "weights_forget", "weights_freeze", "weights_unfreeze", "tree_delete", "tree_export"),
    *("patterns_import", "tree_import"),
)
"""Those that are noted once they are done, as they are made of several transactions."""
TARGETS = {"account": "name", "pattern": "pattern", "patterns": "file", "weights": "version", "tree": "tree"}
"""What the target of a command is called in the log, by its first word; else it is a room."""
_UNTOLD = (
    *("account_create", "account_reset", "account_token", "account_invite", "account_owner"),
    *("patterns_import", "tree_import"),
)
"""Those whose argument is the hash of a code, or all that a file has."""
_DONE = {"mute": "is muted", "timeout": "is timed out", "ban": "is banned"}


class LaidByCommand(msgspec.Struct, frozen=True):
    """The argument of a command that lays a sanction; without ``hours`` it lasts until it is lifted."""

    reason: OffenceName = "other"
    hours: int | None = None
    note: str = ""


class LiveSanctions(Protocol):
    """The running server, as far as sanctions concern it."""

    async def player_sanctioned(self, player: str) -> None:
        """Tell a player what was laid upon him, and close the connections of who is banned."""

    async def sanction_lifted(self, player: str) -> None:
        """Show a player that something which was laid upon him has ended."""


async def perform(store: Database, notice: Notice, player: StoredPlayer, live: LiveSanctions | None, now: int) -> str:
    """Lay upon a player or lift what ``notice`` asks for; a sentence about it. Refused, with a sentence."""
    named = f"{player.name} ({player.id})"
    if notice.kind in LIFTING:
        lifted = LIFTING[notice.kind]
        laid = await _list_of_kind(store, player.id, lifted, now)
        changes = sanctions.lift(laid, now)
        if lifted == "ban" and player.banned_at is not None:
            changes.append(sanctions.renew_ban(player.id, now))
        elif not laid:
            raise Refused(f"{named} {_DONE[lifted].replace('is ', 'is not ')}", code="not_sanctioned")
        await store.execute(audit.insert(None, None, f"lift_{lifted}", player.id, {}, now), *changes)
        if live:
            await live.sanction_lifted(player.id)
        return (
            f"{named} may come back" if lifted == "ban" else f"{named} {_DONE[lifted].replace('is ', 'is no longer ')}"
        )
    kind = LAYING[notice.kind]
    asked = msgspec.json.decode(notice.argument or "{}", type=LaidByCommand)
    until = None if asked.hours is None else now + asked.hours * HOUR_MS
    data = {"reason": asked.reason, "until": until, "note": asked.note}
    instead = await _list_of_kind(store, player.id, kind, now)
    await store.execute(
        audit.insert(None, None, kind, player.id, data, now),
        *sanctions.insert(player.id, kind, asked.reason, asked.note, now, until, None, instead),
    )
    if live:
        await live.player_sanctioned(player.id)
    return f"{named} {_DONE[kind]}" + ("" if until is None else f" until {format_time(until)}")


async def _list_of_kind(store: Database, player: str, kind: SanctionKind, now: int) -> list[StoredSanction]:
    return [each for each in await sanctions.list_active(store, player, now) if each.kind == kind]


async def make_notes(store: Database, notice: Notice, now: int) -> list[Statement]:
    """What has the log say that another command of the operator's was done, for the transaction that does it."""
    if notice.kind not in (*NOTED, *NOTED_AFTERWARDS):
        return []
    data: dict[str, Any] = {} if notice.kind in _UNTOLD else {"argument": notice.argument}
    player = notice.target if notice.kind.endswith("_player") or notice.kind == "tree_import" else None
    found = None if player is None else await players.find_player(store, player)
    if found is None and notice.target:
        data[TARGETS.get(notice.kind.partition("_")[0], "room")] = notice.target
    upon = await find_tree_owner(store, notice.kind, notice.target) if found is None else found.id
    return [audit.insert(None, None, notice.kind, upon, data, now)]


async def find_tree_owner(store: Database, act: str, target: str) -> str | None:
    """Whose tree something is done to; None where it is done to something else."""
    tree = await trees.find_tree(store, target) if act in ("tree_delete", "tree_export") else None
    return None if tree is None else tree.owner


def list_reports(connection: sqlite3.Connection) -> str:
    """The reports that wait, the oldest first."""
    rows = connection.execute(
        """SELECT reports.id, at, about, players.name, reason, note FROM reports JOIN players ON players.id = about
        WHERE state = 'open' ORDER BY reports.id"""
    )
    return format_table(
        ("REPORT", "MADE", "ABOUT", "NAME", "REASON", "NOTE"), ((id, format_time(at), *rest) for id, at, *rest in rows)
    )


def list_acts(connection: sqlite3.Connection, limit: int) -> str:
    """The last acts of the staff, the last first."""
    rows = connection.execute(
        """SELECT audit.at, coalesce(staff.name, ''), action, coalesce(players.name, ''), coalesce(target, ''), data
        FROM audit LEFT JOIN players AS staff ON staff.id = by_player LEFT JOIN players ON players.id = target
        ORDER BY audit.id DESC LIMIT ?""",
        (limit,),
    )
    return format_table(
        ("AT", "BY", "ACTION", "PLAYER", "ID", "DATA"), ((format_time(at), *rest) for at, *rest in rows)
    )
