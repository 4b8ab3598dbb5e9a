"""The list of all players for the server's owner, last visit first, with roles and sanctions."""

import msgspec

from server.protocol.values import SanctionKind
from server.store.database import Database
from server.store.players import fold_name
from server.store.sql import Row, Value, json_values

_ACTIVE = "lifted_at IS NULL AND (until IS NULL OR until > :now)"
_BANNED = "banned_at IS NOT NULL AND (banned_until IS NULL OR banned_until > :now)"
_FINISHED = " + ".join(
    f"(SELECT count(*) FROM games WHERE player{seat} = players.id AND plies > 0 AND reason <> 'aborted')"
    for seat in (0, 1)
)
_SHOWN = {
    "all": "",
    "accounts": "AND accounts.player IS NOT NULL",
    "staff": "AND role IS NOT NULL",
    "sanctioned": f"""AND ({_BANNED} OR players.id IN (SELECT player FROM sanctions WHERE {_ACTIVE}))""",
}


async def list_people(
    db: Database, show: str, find: str, before: tuple[int, str] | None, now: int, limit: int
) -> list[Row]:
    """List the existing players by last visit, latest first, after the visit (ms) and player id in ``before``.

    Rows have columns of the player and the account, and ``games``, the number of finished games. ``show`` is "all",
    "accounts", "staff" or "sanctioned"; ``find`` is a player id or a name prefix.
    """
    seen, id = before or (2**62, "")
    values: dict[str, Value] = {"seen": seen, "id": id, "now": now, "limit": limit}
    wanted = ""
    if find:
        name = fold_name(find)
        values |= {"find": find, "name": name, "beyond": name + chr(0x10FFFF)}
        wanted = "AND (players.id = :find OR (name_key >= :name AND name_key < :beyond))"
    return await db.fetch(
        f"""SELECT players.id, name, players.created_at, seen_at, accounts.created_at AS account_at, role, disabled_at,
          password IS NOT NULL AS has_password, {_BANNED} AS banned, {_FINISHED} AS games
        FROM players LEFT JOIN accounts ON accounts.player = players.id
        WHERE (seen_at, players.id) < (:seen, :id) AND deleted_at IS NULL AND alias_of IS NULL {_SHOWN[show]} {wanted}
        ORDER BY seen_at DESC, players.id DESC LIMIT :limit""",
        values,
    )


async def list_kinds(db: Database, players: list[str], now: int) -> dict[str, list[SanctionKind]]:
    """Return the kinds of sanctions in force for each of some players; a player without any is absent."""
    found: dict[str, list[SanctionKind]] = {}
    rows = await db.fetch(
        f"SELECT DISTINCT player, kind FROM sanctions WHERE player IN {json_values(':players')} AND {_ACTIVE}",
        {"players": msgspec.json.encode(players).decode(), "now": now},
    )
    for row in rows:
        found.setdefault(row["player"], []).append(row["kind"])
    return found
