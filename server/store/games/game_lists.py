"""Lists of games for staff: unfinished rooms and finished games, private ones included."""

from collections.abc import Mapping

import msgspec

from server.protocol.values import OpeningName, UnratedReason
from server.store import game_rows
from server.store.database import Database
from server.store.games.library import StoredGame
from server.store.people import players
from server.store.people.players import fold_name
from server.store.shown_rows import Listed, Shown, ShowNamed, list_rows
from server.store.sql import UNFINISHED, Value, json_values, read

MOST_PLAYERS = 200
"""Limit of players that a name prefix matches."""

_SHOWN = {
    "all": "",
    "open": "AND started_at IS NULL",
    "people": "AND started_at IS NOT NULL AND level0 IS NULL AND level1 IS NULL",
    "bots": "AND (level0 IS NOT NULL OR level1 IS NOT NULL)",
}
_OF_PLAYERS = " UNION ALL ".join(
    f"SELECT serial FROM games WHERE player{seat} IN {json_values(':players')} AND {listed}"
    for seat in (0, 1)
    for listed in ("plies > 0 AND reason <> 'aborted'", "(plies = 0 OR reason = 'aborted')")
)
"""Games of some players. Each branch repeats the condition of one of four partial indexes, so that it is used."""


async def _find_players(db: Database, text: str) -> list[str]:
    """List the ids of players with this id or this name prefix, ignoring case; at most `MOST_PLAYERS`."""
    name = fold_name(text)
    rows = await db.fetch(
        f"""SELECT id FROM players WHERE id = ? AND deleted_at IS NULL
        UNION SELECT id FROM players WHERE name_key >= ? AND name_key < ? LIMIT {MOST_PLAYERS}""",
        (text, name, name + chr(0x10FFFF)),
    )
    return [row["id"] for row in rows]


async def read_players(db: Database, id: str) -> list[str]:
    """List the people who have or had a seat in a room."""
    rows = await db.fetch("SELECT player0, player1 FROM games WHERE id = ?", (id,))
    return [player for row in rows for player in row if player is not None]


class UnfinishedRoom(game_rows.GameColumns, frozen=True):
    """A room whose game has not ended, and how many ``moves`` were played in it."""

    opening: OpeningName
    moves: int


class FinishedGame(StoredGame, frozen=True):
    """A game that is over, with its rating entry: None without one."""

    entry: int | None
    unrated: UnratedReason | None
    waits: bool | None


Names = Mapping[str, str]
"""Players' names by id."""


async def list_unfinished(
    db: Database,
    show: str,
    find: str,
    before: int | None,
    limit: int,
    describe: ShowNamed[UnfinishedRoom, Shown],
) -> Listed[Shown]:
    """List unfinished rooms with a serial below ``before``, newest first.

    ``show`` is "all", "open", "people" or "bots"; ``find`` is a game id, a player id or a name prefix.
    """
    condition, values = await _find(db, find)
    rows = await db.fetch(
        f"""SELECT games.*, (SELECT count(*) FROM actions WHERE game = serial AND kind = 'moved') AS moves FROM games
        WHERE serial IN ({UNFINISHED}) AND serial < :before {_SHOWN[show]} {condition}
        ORDER BY serial DESC LIMIT :limit""",
        {"before": before or 2**62, "limit": limit + 1, **values},
    )
    names = await players.read_names(db, game_rows.list_players(rows))
    return list_rows("room", rows, limit, lambda row: describe(read(UnfinishedRoom, row), names))


async def list_finished(
    db: Database,
    rated: bool,
    find: str,
    before: int | None,
    limit: int,
    describe: ShowNamed[FinishedGame, Shown],
) -> Listed[Shown]:
    """List finished games with a stone on the board and a serial below ``before``, newest first.

    With ``rated``, only games with a rating entry are listed.
    """
    condition, values = await _find(db, find)
    entries = "JOIN" if rated else "LEFT JOIN"
    rows = await db.fetch(
        f"""SELECT games.*, entries.game AS entry, entries.reason AS unrated, entries.waits FROM games
        {entries} rating_entries AS entries ON entries.game = serial
        WHERE plies > 0 AND black IS NOT NULL AND games.ended_at IS NOT NULL AND serial < :before {condition}
        ORDER BY serial DESC LIMIT :limit""",
        {"before": before or 2**62, "limit": limit + 1, **values},
    )
    names = await players.read_names(db, game_rows.list_players(rows))
    return list_rows("game", rows, limit, lambda row: describe(read(FinishedGame, row), names))


async def _find(db: Database, find: str) -> tuple[str, dict[str, Value]]:
    """Build the SQL condition, with its values, that limits a list to a game id or to the games of matching players."""
    if not find:
        return "", {}
    if await db.fetch("SELECT 1 FROM games WHERE id = ?", (find,)):
        return "AND id = :id", {"id": find}
    found = await _find_players(db, find)
    return f"AND serial IN ({_OF_PLAYERS})", {"players": msgspec.json.encode(found).decode()}
