"""Joining of a guest to an account: one transaction moves everything from the guest to the account.

The guest's row stays as an alias without data. Rows that name the guest are rewritten with their checksums, so that
queries for the games, puzzles or plans of a player need not know about aliases.
"""

import asyncio
from collections.abc import Iterable, Sequence

import msgspec

from server.store import answers, event_rows
from server.store.database import Database
from server.store.file import checksums
from server.store.games import offers
from server.store.knowledge import lesson_notices
from server.store.people import challenges, player_pairs, push, puzzle_attempts
from server.store.people.accounts import NewDevice, end_devices, list_device_changes
from server.store.sql import (
    BatchStage,
    Bulk,
    BulkStatement,
    Conflict,
    Parameters,
    Row,
    Statement,
    Value,
    demand,
    json_values,
)
from server.store.trees import tree_notices

JOIN_GAME = BulkStatement(
    BatchStage.JOINING, "UPDATE games SET owner = ?, command = ?, player0 = ?, player1 = ?, sum = ? WHERE serial = ?"
)
JOIN_ACTION = BulkStatement(BatchStage.JOINING, "UPDATE actions SET data = ?, sum = ? WHERE game = ? AND v = ?")

_LISTED = "plies > 0 AND reason <> 'aborted'"
_UNLISTED = "(plies = 0 OR reason = 'aborted')"
_GAMES = " UNION ".join(
    f"SELECT serial FROM games WHERE {condition}"
    for condition in (
        "owner = :player",
        *(f"player{seat} = :player AND {state}" for seat in (0, 1) for state in (_LISTED, _UNLISTED)),
    )
)

NAMES_PLAYER: dict[str, tuple[str, ...]] = {
    "games": ("owner", "player0", "player1", "waits_for"),
    "jobs": ("asked_by",),
    "trees": ("owner",),
    "attempts": ("player",),
    "puzzle_ratings": ("player",),
    "daily_results": ("player",),
    "puzzle_runs": ("player",),
    "puzzle_scores": ("player",),
    "vacations": ("player",),
    "tokens": ("player",),
    "codes": ("player", "redeemed_by"),
    "accounts": ("player",),
    "account_codes": ("player",),
    "players": ("alias_of",),
    "remarks": ("player", "hidden_by"),
    "player_blocks": ("player", "other"),
    "sanctions": ("player", "by_player"),
    "reports": ("by_player", "about", "handled_by"),
    "audit": ("by_player", "target"),
    "challenges": ("player", "other"),
    "follows": ("player", "other"),
    "lesson_notices": ("player",),
    "tree_notices": ("player",),
    "offers": ("player",),
    "push_subscriptions": ("player",),
    "push_settings": ("player",),
    "push_outbox": ("player",),
    "ratings": ("player",),
    "rating_changes": ("player",),
    "classrooms": ("owner",),
    "pupils": ("player",),
    "identities": ("player",),
    "second_factors": ("player",),
    "answers": ("player",),
}
"""Every column that names the player to whom a row belongs, by table.

Games and credentials have their own rules below. A guest loses the data of a table that is missing here. Guests have
ratings at puzzles alone, because only games with an account are rated, and are no pupils or teachers and have no
provider identity.
"""

_MOVED = (
    "UPDATE jobs SET asked_by = ? WHERE asked_by = ?",
    "UPDATE remarks SET player = ?, command = NULL WHERE player = ?",
    "UPDATE sanctions SET player = ? WHERE player = ?",
    "UPDATE reports SET by_player = ?, command = NULL WHERE by_player = ?",
    "UPDATE reports SET about = ? WHERE about = ?",
    "UPDATE audit SET target = ? WHERE target = ?",
)
"""Columns that one update moves. Staff columns are absent, because only accounts are staff."""


_AGAINST = " UNION ALL ".join(
    f"SELECT 1 FROM games WHERE ended_at IS NULL AND player{seat} = ? AND {state} AND player{1 - seat} = ?"
    for seat in (0, 1)
    for state in (_LISTED, _UNLISTED)
)
_LATE = " UNION ALL ".join(
    (
        f"SELECT 1 FROM ({_GAMES}) AS begun",
        *(
            f"SELECT 1 FROM {table} WHERE {column} = :player"
            for table, column in (
                ("follows", "player"),
                ("player_blocks", "player"),
                ("reports", "by_player"),
                ("trees", "owner"),
            )
        ),
    )
)
"""Rows that a guest may write during a join, in tables with an index for them."""


async def plays_itself(db: Database, guest: str, account: str) -> bool:
    """Return whether a guest and an account play each other in an unfinished game."""
    return bool(await db.fetch(_AGAINST, (guest, account) * 4))


async def list_aliases(db: Database, account: str) -> list[str]:
    """List the guests joined to an account who still have something, written during the join.

    A guest who sat down against the account meanwhile is left out: an account cannot play itself.
    """
    rows = await db.fetch("SELECT id FROM players WHERE alias_of = ?", (account,))
    found = [row["id"] for row in rows if await db.fetch(f"{_LATE} LIMIT 1", {"player": row["id"]})]
    return [guest for guest in found if not await plays_itself(db, guest, account)]


async def join(
    db: Database,
    guest: str,
    account: str,
    now: int,
    device: NewDevice | None = None,
    needed: Sequence[Statement] = (),
) -> None:
    """Move the guest's data to the account and add ``device`` to it, in one transaction.

    The guest's devices are signed out, so that another holder of one does not gain the account. Attempts at puzzles
    that both tried stay with the alias, and so does its rating at puzzles if the account has one. A damaged game stays
    unchanged. Conflict if the account was deleted, if the two play each other, or if a statement in ``needed`` fails.
    """
    games = await db.fetch(f"SELECT * FROM games WHERE serial IN ({_GAMES})", {"player": guest})
    if any(game["ended_at"] is None and {game["player0"], game["player1"]} == {guest, account} for game in games):
        raise Conflict("the two play each other")
    serials = msgspec.json.encode([game["serial"] for game in games]).decode()
    actions = await db.fetch(
        f"""SELECT {event_rows.STORED} FROM actions WHERE game IN {json_values("?")} AND kind IN ('created', 'seated')
        ORDER BY game, v""",
        (serials,),
    )
    owned = await db.fetch("SELECT command FROM games WHERE owner = ? AND command IS NOT NULL", (account,))
    commands = {row["command"] for row in owned}
    bulk = await asyncio.to_thread(_rewrite, games, actions, guest, account, commands)
    waits = "UPDATE games SET waits_for = ? WHERE waits_for = ? AND next_flag_at IS NOT NULL AND player{} = ?"
    changes: list[Statement] = [
        *needed,
        demand((f"SELECT 1 WHERE NOT EXISTS ({_AGAINST})", (guest, account) * 4)),  # begun since the games were read
        # a null created_at is refused, which rolls the transaction back
        ("UPDATE players SET created_at = NULL WHERE id = ? AND deleted_at IS NOT NULL", (account,)),
        *((waits.format(seat), (account, guest, account)) for seat in (0, 1)),
        *((sql, (account, guest)) for sql in _MOVED),
        *puzzle_attempts.list_join_changes(guest, account),
        (
            """UPDATE trees SET owner = ?,
              command = CASE WHEN command IN (SELECT command FROM trees WHERE owner = ?) THEN id ELSE command END
            WHERE owner = ?""",
            (account, account, guest),
        ),
        (
            """UPDATE vacations SET player = ?
            WHERE player = ? AND command NOT IN (SELECT command FROM vacations WHERE player = ?)""",
            (account, guest, account),
        ),
        *player_pairs.BLOCKS.list_join_changes(guest, account),
        *challenges.list_join_changes(guest, account),
        *player_pairs.FOLLOWS.list_join_changes(guest, account),
        lesson_notices.join(guest, account),
        tree_notices.join(guest, account),
        *offers.list_join_changes(guest, account),
        *answers.list_join_changes(guest, account),
        *push.list_join_changes(guest, account),
        (
            """UPDATE players SET named = coalesce(named, (SELECT named FROM players AS guests WHERE id = ?))
            WHERE id = ?""",
            (guest, account),
        ),
        ("UPDATE players SET alias_of = ?, name_key = NULL WHERE id = ?", (account, guest)),
        end_devices(guest, now),
        ("DELETE FROM codes WHERE player = ?", (guest,)),
    ]
    if device is not None:
        changes += list_device_changes(account, device, now)
    await db.keep(bulk, *changes)


def _rewrite(games: Sequence[Row], actions: Iterable[Row], guest: str, account: str, commands: set[str]) -> Bulk:
    """Build the updates of games and actions that replace the guest by the account; damaged games are skipped."""
    of_game: dict[int, list[Row]] = {game["serial"]: [] for game in games}
    for action in actions:
        of_game[action["game"]].append(action)
    found: dict[BulkStatement, list[Parameters]] = {JOIN_GAME: [], JOIN_ACTION: []}
    for game in games:
        values: dict[str, Value] = {name: game[name] for name in checksums.FIXED} | {"player1": game["player1"]}
        own = of_game[game["serial"]]
        if _is_damaged(game, values, own):
            continue
        values |= {name: account for name in ("owner", "player0", "player1") if values[name] == guest}
        if game["owner"] == guest and values["command"] in commands:
            values["command"] = None  # the account has a game with the same command id
        columns = (values["owner"], values["command"], values["player0"], values["player1"])
        sum = None if game["sum"] is None else checksums.sum_game(values)
        found[JOIN_GAME].append((*columns, sum, game["serial"]))
        found[JOIN_ACTION] += [row for action in own if (row := _rewrite_action(action, guest, account)) is not None]
    return found


def _is_damaged(game: Row, values: dict[str, Value], actions: Iterable[Row]) -> bool:
    """Whether a checksum of a game or its actions fails, which new checksums would hide."""
    if game["sum"] is not None and game["sum"] != checksums.sum_game(values):
        return True
    return any(checksums.find_action_fault(tuple(action), covered=False) for action in actions)


def _rewrite_action(action: Row, guest: str, account: str) -> Parameters | None:
    data = msgspec.json.decode(action["data"])
    who = data.get("owner" if action["kind"] == "created" else "who")
    if not isinstance(who, dict) or who.get("id") != guest:
        return None
    who["id"] = account
    row = (*tuple(action)[:-2], msgspec.json.encode(data).decode())
    sum = None if action["sum"] is None else checksums.add_sum(row)[-1]
    return row[-1], sum, action["game"], action["v"]
