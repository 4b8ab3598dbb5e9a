"""Public profiles: results of players, the history of their ratings, and the leaderboard."""

import asyncio
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from server.protocol.values import ColorName, RoleName
from server.store import game_rows
from server.store.database import Database
from server.store.people.players import fold_name
from server.store.records import FirstMoveEstimate, StoredRating
from server.store.sql import Named, json_values, read, read_all

MOST_GAMES = 2_000
"""Latest games read for a profile: more add little about how a player plays, and the query should take only some
milliseconds."""
MOST_POINTS = 200
MOST_LOST = 10
MOST_FOUND = 20

_PLAYED = "visibility = 'public' AND plies > 0 AND reason <> 'aborted' AND imported IS NULL"
_COUNTED = f"{_PLAYED} AND start = 0"
_COLUMNS = "serial, id, rules, ended_at, winner, black, player0, player1, level0, level1"


class AccountFound(Struct, frozen=True):
    """An account's owner and role."""

    id: str
    name: str
    created_at: int
    role: RoleName | None


async def find_account(db: Database, name: str) -> AccountFound | None:
    """Return the account with this name or id; None if there is none."""
    sql = """SELECT id, name, accounts.created_at, role FROM players JOIN accounts ON accounts.player = players.id
      WHERE {} = ? AND deleted_at IS NULL"""
    rows = await db.fetch(sql.format("name_key"), (fold_name(name),))
    rows = rows or await db.fetch(sql.format("id"), (name,))
    return read(AccountFound, rows[0]) if rows else None


async def search_accounts(db: Database, look: str) -> list[tuple[str, str]]:
    """Return id and name of accounts whose name starts with a prefix, both in look-alike form."""
    sql = f"""SELECT id, name FROM accounts JOIN players ON players.id = accounts.player
      WHERE look >= ? AND look < ? AND deleted_at IS NULL ORDER BY look LIMIT {MOST_FOUND}"""
    return [(id, name) for id, name in await db.fetch(sql, (look, look + chr(0x10FFFF)))]


class GameResult(game_rows.SeatColumns, frozen=True):
    """A finished game, and the ``seat`` of the player or bot whose result it is.

    ``rules`` may be any text, so that one damaged game of thousands does not take a profile down.
    """

    serial: int
    id: str
    rules: str
    ended_at: int
    winner: ColorName | None
    black: int
    seat: int

    @property
    def color(self) -> ColorName:
        """The color of the seat."""
        return "black" if self.black == self.seat else "white"


async def list_results(db: Database, player: str | None, level: int | None) -> list[GameResult]:
    """Return the latest public games of a player or of a bot level, newest first.

    Returns `MOST_GAMES` + 1 rows if there are more.
    """
    column = "player" if level is None else "level"
    sql = f"""SELECT {_COLUMNS}, 0 AS seat FROM games WHERE {column}0 = :who AND {_COUNTED}
      UNION ALL
      SELECT {_COLUMNS}, 1 FROM games WHERE {column}1 = :who AND {_COUNTED}
      ORDER BY ended_at DESC, serial DESC LIMIT {MOST_GAMES + 1}"""
    asked: Named = {"who": player if level is None else level}
    # thousands of rows: milliseconds that must not block the event loop
    return await asyncio.to_thread(read_all, GameResult, await db.fetch(sql, asked))


async def count_given(db: Database, player: str | None, level: int | None) -> int:
    """Count the public games of a player or of a bot level that began from a given position."""
    column = "player" if level is None else "level"
    sql = f"""SELECT (SELECT count(*) FROM games WHERE {column}0 = :who AND {_PLAYED} AND start > 0)
      + (SELECT count(*) FROM games WHERE {column}1 = :who AND {_PLAYED} AND start > 0) AS games"""
    (row,) = await db.fetch(sql, {"who": player if level is None else level})
    return int(row["games"])


class LessonPlies(Struct, frozen=True):
    """A lesson: the serial of its game, the ply from which it was lost, and that of the mistake."""

    game: int
    entry: int
    mistake: int | None


async def list_lessons(db: Database, games: Sequence[int]) -> list[LessonPlies]:
    """Return the lessons of the given games in which a win was proven, latest game first."""
    sql = f"""SELECT game, entry, mistake FROM lessons WHERE entry IS NOT NULL AND game IN {json_values("?")}
      ORDER BY game DESC LIMIT {MOST_LOST}"""
    return read_all(LessonPlies, await db.fetch(sql, (msgspec.json.encode(list(games)).decode(),)))


async def count_attempts(db: Database, player: str) -> tuple[int, int]:
    """Return how many of a player's first puzzle attempts succeeded and how many failed."""
    sql = """SELECT count(*) FILTER (WHERE solved = 1) AS solved, count(*) FILTER (WHERE solved = 0) AS failed
      FROM attempts WHERE player = ?"""
    (row,) = await db.fetch(sql, (player,))
    return row["solved"], row["failed"]


class RatingAt(Struct, frozen=True):
    """A rating after a game that ended at an instant."""

    ended_at: int
    rating: float
    deviation: float


async def list_history(db: Database, player: str, pool: str, games: int, until: int) -> list[RatingAt]:
    """Return a rating's history: after each game, or samples at `MOST_POINTS` instants if there are more games."""
    columns = "ended_at, rating, deviation"
    own = "player = ? AND pool = ?"
    if games <= MOST_POINTS:
        sql = f"SELECT {columns} FROM rating_changes WHERE {own} ORDER BY ended_at, game"
        return read_all(RatingAt, await db.fetch(sql, (player, pool)))
    (first,) = await db.fetch(
        f"SELECT ended_at FROM rating_changes WHERE {own} ORDER BY ended_at, game LIMIT 1", (player, pool)
    )
    begin, step = first["ended_at"], (until - first["ended_at"]) / MOST_POINTS
    instants = [begin + round(step * n) for n in range(1, MOST_POINTS + 1)]
    sql = f"""SELECT DISTINCT {columns} FROM (
        SELECT (SELECT game FROM rating_changes WHERE {own} AND ended_at <= CAST(instants.value AS INTEGER)
          ORDER BY ended_at DESC, game DESC LIMIT 1) AS last FROM {json_values("?")} AS instants) AS chosen
      JOIN rating_changes ON rating_changes.game = last AND rating_changes.player = ? ORDER BY ended_at"""
    return read_all(RatingAt, await db.fetch(sql, (player, pool, msgspec.json.encode(instants).decode(), player)))


class StrongRating(StoredRating, frozen=True):
    """A rating with the ``name`` of a person with an account, or a bot's ``level`` and whether it is an ``anchor``."""

    level: int | None
    anchor: bool | None
    name: str | None


async def list_strongest(db: Database, pool: str, limit: int) -> list[StrongRating]:
    """Return the highest well-known ratings of a pool (deviation below 110), highest first."""
    sql = """SELECT ratings.*, level, anchor, name FROM (
        SELECT * FROM ratings WHERE pool = ? AND deviation < 110 ORDER BY rating DESC, player DESC LIMIT ?) AS ratings
      LEFT JOIN rating_bots ON rating_bots.id = ratings.player
      LEFT JOIN accounts ON accounts.player = ratings.player
      LEFT JOIN players ON players.id = accounts.player AND deleted_at IS NULL AND banned_at IS NULL
      WHERE level IS NOT NULL OR name IS NOT NULL ORDER BY ratings.rating DESC, ratings.player DESC"""
    return read_all(StrongRating, await db.fetch(sql, (pool, limit)))


async def list_first_moves(db: Database, family: str) -> list[FirstMoveEstimate]:
    """Return the latest estimate of the first move's value, per kind of game."""
    sql = """SELECT kind, games, points, error FROM first_moves WHERE family = ? AND games =
      (SELECT max(games) FROM first_moves AS later WHERE later.kind = first_moves.kind) ORDER BY games DESC"""
    return read_all(FirstMoveEstimate, await db.fetch(sql, (family,)))
