"""Lists of players: by a part of their names, and all of them for the server's owner, last visit first."""

import msgspec
from msgspec import Struct

from server.protocol.values import RoleName, SanctionKind, Who
from server.store.database import Database
from server.store.people.players import fold_name
from server.store.sql import Value, json_values, read_all

MOST_PLAYERS = 10
"""Limit of players that a search returns; a longer part of the name narrows it."""

_CANDIDATES = 200
_READ = 100_000
"""Limit of chosen names that one search scans (some 10 ms)."""

# names of guests that are a number came from versions before 0.3; the index leaves them out
_CHOSEN = " AND ".join(f"name_key NOT GLOB '{guest} [0-9]*'" for guest in ("guest", "游客", "遊客"))
_GUESTS = ("", "guest ", "游客 ", "遊客 ")

_BEGINNING = f"""SELECT id FROM players
WHERE name_key >= ? AND name_key < ? ORDER BY name_key LIMIT {_CANDIDATES}"""

_WITHIN = f"""SELECT id FROM players WHERE name_key IN (
  SELECT key FROM (SELECT name_key AS key FROM players INDEXED BY players_by_chosen_name WHERE {_CHOSEN} LIMIT {_READ})
  AS chosen WHERE instr(key, ?) > 1 LIMIT {_CANDIDATES})"""

_PLAYED = f"""SELECT value FROM json_each(?) WHERE
  EXISTS (SELECT 1 FROM games WHERE player0 = value AND plies > 0 AND reason <> 'aborted')
  OR EXISTS (SELECT 1 FROM games WHERE player1 = value AND plies > 0 AND reason <> 'aborted')
ORDER BY key LIMIT {MOST_PLAYERS}"""


async def find_players(db: Database, wanted: str) -> list[str]:
    """List players with finished games who have the id ``wanted``, or whose names contain it; name prefixes come first.

    Case does not matter and no character is a wildcard. A guest called by a number is found by its beginning or by it.
    """
    text = fold_name(wanted)
    rows = await db.fetch("SELECT id FROM players WHERE id = ? AND deleted_at IS NULL", (wanted,))
    if text and not rows:
        for guest in _GUESTS if text.isdecimal() else ("",):
            rows += await db.fetch(_BEGINNING, (guest + text, guest + text + chr(0x10FFFF)))
        rows += await db.fetch(_WITHIN, (text,))
    ids = list(dict.fromkeys(row["id"] for row in rows))
    return [row["value"] for row in await db.fetch(_PLAYED, (msgspec.json.encode(ids).decode(),))]


async def find_accounts(db: Database, text: str) -> list[Who]:
    """List up to `MOST_PLAYERS` enabled accounts whose name begins with the folded ``text``."""
    rows = await db.fetch(
        f"""SELECT players.id, name FROM players JOIN accounts ON accounts.player = players.id
        WHERE name_key >= ? AND name_key < ? AND disabled_at IS NULL ORDER BY name_key LIMIT {MOST_PLAYERS}""",
        (text, text + chr(0x10FFFF)),
    )
    return read_all(Who, rows)


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


class PlayerFound(Struct, frozen=True):
    """A player, their account if there is one, and the number of their finished games."""

    id: str
    name: str
    created_at: int
    seen_at: int
    account_at: int | None
    role: RoleName | None
    disabled_at: int | None
    has_password: bool
    banned: bool
    games: int


async def list_people(
    db: Database, show: str, find: str, before: tuple[int, str] | None, now: int, limit: int
) -> list[PlayerFound]:
    """List the existing players by last visit, latest first, after the visit (ms) and player id in ``before``.

    ``show`` is "all", "accounts", "staff" or "sanctioned"; ``find`` is a player id or a name prefix.
    """
    seen, id = before or (2**62, "")
    values: dict[str, Value] = {"seen": seen, "id": id, "now": now, "limit": limit}
    wanted = ""
    if find:
        name = fold_name(find)
        values |= {"find": find, "name": name, "beyond": name + chr(0x10FFFF)}
        wanted = "AND (players.id = :find OR (name_key >= :name AND name_key < :beyond))"
    rows = await db.fetch(
        f"""SELECT players.id, name, players.created_at, seen_at, accounts.created_at AS account_at, role, disabled_at,
          password IS NOT NULL AS has_password, {_BANNED} AS banned, {_FINISHED} AS games
        FROM players LEFT JOIN accounts ON accounts.player = players.id
        WHERE (seen_at, players.id) < (:seen, :id) AND deleted_at IS NULL AND alias_of IS NULL {_SHOWN[show]} {wanted}
        ORDER BY seen_at DESC, players.id DESC LIMIT :limit""",
        values,
    )
    return read_all(PlayerFound, rows)


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
