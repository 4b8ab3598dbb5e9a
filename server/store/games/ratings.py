"""Stored ratings: games that wait to be counted, the changes of each game, and current ratings.

Only `server.ratings.book` counts games and writes ratings. Two things are written elsewhere: whether a game will count,
in the transaction that begins it, and its entry, in the transaction that ends it; striking out or deleting a game
updates its entry.
"""

import asyncio
from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from server.protocol.values import ColorName, RatingMark, RatingPoolName, UnratedReason
from server.store import game_rows
from server.store.changes import Watched
from server.store.database import Database
from server.store.records import FirstMoveEstimate, StoredRating
from server.store.sql import (
    BatchStage,
    BulkStatement,
    Parameters,
    Statement,
    demand,
    json_values,
    quote,
    read,
    read_all,
    read_tuples,
)

_FAMILIES = {"gomoku": ("freestyle", "standard"), "renju": ("renju",), "caro": ("caro",)}
FAMILIES = (*_FAMILIES, "none")
"""Families of rules that share a rating; ``none`` holds the rules that are not rated."""
LEAST_PLIES = 2
"""Minimum plies of a rated game: with fewer, neither player has answered the other."""

MOST_AGAINST_BOT = 5
"""Games of a person against one bot level that count within `WITHIN_MS`, across all rules."""
WITHIN_MS = 86_400_000
"""Window of `MOST_AGAINST_BOT`. Without the limit a person who has found how to beat a bot could reach any rating.
Games count in the order they begin, not end: else a person who plays several at once could end the lost ones when no
more count."""

_FAMILY = " ".join(f"WHEN rules IN ({quote(rules)}) THEN '{family}'" for family, rules in _FAMILIES.items())
_HAVE_ACCOUNTS = " AND ".join(
    f"(level{seat} IS NOT NULL OR EXISTS (SELECT 1 FROM accounts WHERE accounts.player = player{seat}))"
    for seat in (0, 1)
)
_TWO = "(player0 IS NULL OR player1 IS NULL OR player0 <> player1)"


def _count_against(player: str, level: str, begun: str) -> str:
    """Return SQL that counts the games of a person against a bot level that use up the limit before an instant.

    These are the games begun within `WITHIN_MS` before it that counted, and those in progress, however they end.
    """
    # the plus has SQLite use the index on the person's games, not the one on the bot's
    same = f"""other.player{{seat}} = {player} AND +other.level{{bot}} = {level} AND other.rated = 1
          AND other.created_at > {begun} - {WITHIN_MS}"""
    entry = "SELECT 1 FROM rating_entries AS had WHERE had.game = other.serial"
    counted = f"EXISTS ({entry} AND had.reason IS NULL)"
    going = f"""NOT EXISTS ({entry}) AND EXISTS (
            SELECT 1 FROM rating_beginnings AS begun WHERE begun.game = other.serial AND begun.reason IS NULL)"""
    # two parts, one per index; a game that ends in this transaction has no entry yet: entries are written last
    parts = (
        f"""SELECT serial FROM games AS other WHERE {same} AND other.plies > 0 AND other.reason <> 'aborted'
          AND other.ended_at > {begun} - {WITHIN_MS} AND ({counted} OR ({going}))""",
        f"""SELECT serial FROM games AS other WHERE {same} AND (other.plies = 0 OR other.reason = 'aborted')
          AND {going}""",
    )
    found = " UNION ALL ".join(part.format(seat=seat, bot=1 - seat) for part in parts for seat in (0, 1))
    return f"(SELECT count(*) FROM ({found}) AS places)"


_SAME_BOT = " OR ".join(
    f"""(level{1 - seat} IS NOT NULL AND {MOST_AGAINST_BOT} <=
      {_count_against(f"games.player{seat}", f"games.level{1 - seat}", "games.created_at")})"""
    for seat in (0, 1)
)

ON_BEGIN = BulkStatement(
    BatchStage.BEGINNINGS,
    f"""
INSERT INTO rating_beginnings (game, reason)
SELECT serial,
  CASE WHEN family = 'none' THEN 'rules' WHEN public = 0 THEN 'not_public' WHEN accounts = 0 THEN 'no_account'
    WHEN often = 1 THEN 'same_bot' END
FROM (SELECT serial, CASE {_FAMILY} ELSE 'none' END AS family,
    CASE WHEN visibility = 'public' THEN 1 ELSE 0 END AS public,
    CASE WHEN {_HAVE_ACCOUNTS} AND {_TWO} THEN 1 ELSE 0 END AS accounts,
    CASE WHEN {_SAME_BOT} THEN 1 ELSE 0 END AS often
  FROM games WHERE serial = ? AND rated = 1) AS begun
WHERE serial IS NOT NULL ON CONFLICT (game) DO NOTHING""",
)
"""Decides whether a rated game will count, in the transaction that begins it. Later changes to the players do not
affect it."""

ON_END = BulkStatement(
    BatchStage.ENDINGS,
    f"""
INSERT INTO rating_entries (game, ended_at, family, kind, slow, reason, waits)
SELECT serial, ended_at, family, kind, slow,
  CASE WHEN family = 'none' THEN 'rules' WHEN aborted = 1 THEN 'aborted' WHEN begun = 0 THEN 'no_account'
    WHEN known IS NOT NULL THEN known WHEN rated = 0 THEN 'took_back'
    WHEN plies - start < {LEAST_PLIES} THEN 'too_short' END, 1
FROM (SELECT serial, ended_at, plies, start, rated, CASE {_FAMILY} ELSE 'none' END AS family,
    rules || ' ' || CAST(size AS TEXT) || ' ' || opening AS kind,
    CASE WHEN clock_kind = 'correspondence' THEN 1 ELSE 0 END AS slow,
    CASE WHEN games.reason = 'aborted' THEN 1 ELSE 0 END AS aborted,
    CASE WHEN rating_beginnings.game IS NULL THEN 0 ELSE 1 END AS begun, rating_beginnings.reason AS known
  FROM games LEFT JOIN rating_beginnings ON rating_beginnings.game = serial
  WHERE serial = ? AND (rated = 1 OR rating_beginnings.game IS NOT NULL)) AS ended
WHERE ended_at IS NOT NULL ON CONFLICT (game) DO NOTHING""",
)
"""Stores the entry of a rated game, in the transaction that ends it, and decides finally whether it counts."""

INSERT_CHANGE = BulkStatement(
    BatchStage.RATINGS,
    f"""
INSERT INTO rating_changes (game, seat, player, pool, ended_at, first, score, expected, advantage,
  rating0, deviation0, rating, deviation, volatility, games) VALUES ({", ".join("?" * 15)})""",
)
SET_RATING = BulkStatement(
    BatchStage.RATINGS,
    """
INSERT INTO ratings (player, pool, rating, deviation, volatility, games, last_at, last_game)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (player, pool) DO UPDATE SET rating = excluded.rating,
  deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games,
  last_at = excluded.last_at, last_game = excluded.last_game""",
)
DROP_RATING = BulkStatement(BatchStage.RATINGS, "DELETE FROM ratings WHERE player = ? AND pool = ?")
INSERT_BOT = BulkStatement(
    BatchStage.RATINGS,
    """
INSERT INTO rating_bots (id, level, version, weights, seed, anchor) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO NOTHING""",
)
SET_COUNTED = BulkStatement(
    BatchStage.RATINGS,
    """
UPDATE rating_entries SET nth = ?, waits = CASE WHEN reason IS NULL THEN 0 ELSE 1 END
  WHERE game = ?""",
)
SET_DONE = BulkStatement(BatchStage.RATINGS, "UPDATE rating_entries SET waits = 0 WHERE game = ? AND reason = ?")
WRITTEN = (INSERT_CHANGE, SET_RATING, DROP_RATING, INSERT_BOT, SET_COUNTED, SET_DONE)
"""Statements that run in bulk for many games."""

TO_COUNT = Watched("rating_entries", ignored=frozenset({"nth"}), deletes=False)
"""Changes after which games may be waiting to be counted."""

COUNTED = Watched("rating_entries", ignored=frozenset({"reason"}), inserts=False)
"""Changes after which games may have been counted, or taken back."""

Place = tuple[int, int]
"""A game's position in the order of counting: its end and its serial."""


class UncountedGame(game_rows.SeatColumns, frozen=True):
    """A game that waits to be counted; the columns of the game are None if it is deleted."""

    game: int
    ended_at: int
    kind: str
    slow: bool
    reason: UnratedReason | None
    id: str | None
    black: int | None
    winner: ColorName | None
    rules: str | None
    bot_version: str | None
    bot_weights: int | None


async def list_waiting(db: Database, family: str, limit: int) -> list[UncountedGame]:
    """Return the first waiting games."""
    sql = """SELECT entries.game, entries.ended_at, kind, slow, entries.reason, id, black, winner, rules,
        player0, player1, level0, level1, bot_version, bot_weights
      FROM rating_entries AS entries LEFT JOIN games ON serial = entries.game
      WHERE family = ? AND waits = 1 ORDER BY entries.ended_at, entries.game LIMIT ?"""
    return read_all(UncountedGame, await db.fetch(sql, (family, limit)))


async def list_counted_since(db: Database, family: str, place: Place, limit: int) -> list[Place]:
    """Return the latest counted games from ``place`` on, last first, including those struck out since."""
    sql = """SELECT ended_at, game FROM rating_entries WHERE family = ? AND nth IS NOT NULL
      AND (ended_at, game) >= (?, ?) ORDER BY ended_at DESC, game DESC LIMIT ?"""
    return read_tuples(tuple[int, int], await db.fetch(sql, (family, *place, limit)))


class RatingBefore(Struct, frozen=True):
    """The rating of a player in a pool after an earlier game, in the order of `SET_RATING`; None if there is none."""

    player: str
    pool: RatingPoolName
    rating: float | None
    deviation: float | None
    volatility: float | None
    games: int | None
    ended_at: int | None
    game: int | None


async def list_before(db: Database, games: Sequence[int], first: Place) -> list[RatingBefore]:
    """Return the last rating before ``first`` of each player and pool that these games changed."""
    sql = f"""SELECT pairs.player, pairs.pool, rating, deviation, volatility, changes.games, changes.ended_at,
        changes.game
      FROM (SELECT found.player, found.pool, (SELECT game FROM rating_changes AS earlier
          WHERE earlier.player = found.player AND earlier.pool = found.pool
            AND (earlier.ended_at, earlier.game) < (?, ?)
          ORDER BY earlier.ended_at DESC, earlier.game DESC LIMIT 1) AS last
        FROM (SELECT DISTINCT player, pool FROM rating_changes WHERE game IN {json_values("?")}) AS found) AS pairs
      LEFT JOIN rating_changes AS changes ON changes.game = last AND changes.player = pairs.player"""
    return read_all(RatingBefore, await db.fetch(sql, (*first, msgspec.json.encode(list(games)).decode())))


_COUNTED = "SELECT 1 FROM rating_entries WHERE game = ? AND nth IS NOT NULL"


def undo(family: str, games: Sequence[int], first: Place) -> list[Statement]:
    """Return statements that revert the latest counted games, the earliest of them at ``first``, and have them wait
    again. They raise Conflict if another process has done so."""
    ids = msgspec.json.encode(list(games)).decode()
    return [
        demand((_COUNTED, (games[0],))),
        (f"UPDATE rating_entries SET waits = 1, nth = NULL WHERE game IN {json_values('?')}", (ids,)),
        (f"DELETE FROM rating_changes WHERE game IN {json_values('?')}", (ids,)),
        ("DELETE FROM first_moves WHERE family = ? AND (ended_at, game) >= (?, ?)", (family, *first)),
    ]


def forget(game: int) -> Statement:
    """Return a statement that deletes the entry of a deleted game, once its changes are reverted."""
    sql = "DELETE FROM rating_entries WHERE game = ? AND NOT EXISTS (SELECT 1 FROM games WHERE serial = game)"
    return sql, (game,)


def strike(serial: int, reason: str | None) -> Statement:
    """Return a statement that excludes a game for a reason, or includes it again (None); counting restarts there."""
    sql = """UPDATE rating_entries SET reason = ?, waits = 1 WHERE game = ?
      AND (reason IS NULL OR reason = 'struck')"""
    return sql, (reason, serial)


def remove(serial: int) -> list[Statement]:
    """Return statements for a deleted game: they delete an uncounted entry, or mark a counted one as deleted."""
    sql = "DELETE FROM rating_entries WHERE game = ? AND reason <> 'deleted' AND nth IS NULL"
    return [(sql, (serial,)), ("UPDATE rating_entries SET reason = 'deleted', waits = 1 WHERE game = ?", (serial,))]


class RatingEntry(Struct, frozen=True):
    """A finished game's serial and, if it was to be rated, its entry: why it does not count, whether it waits."""

    serial: int
    game: int | None
    reason: UnratedReason | None
    waits: bool | None


async def find_entry(db: Database, id: str) -> RatingEntry | None:
    """Return a finished game's entry; None if there is no such game."""
    sql = """SELECT serial, entries.game, entries.reason, waits FROM games
      LEFT JOIN rating_entries AS entries ON entries.game = serial WHERE id = ? AND games.ended_at IS NOT NULL"""
    rows = await db.fetch(sql, (id,))
    return read(RatingEntry, rows[0]) if rows else None


def begin_anew() -> Statement:
    """Return a statement that recounts everything: the first counted game of each family waits again."""
    firsts = " UNION ALL ".join(
        f"""SELECT game FROM (SELECT game FROM rating_entries WHERE family = '{family}' AND nth IS NOT NULL
          ORDER BY ended_at, game LIMIT 1) AS first_of_{family}"""
        for family in FAMILIES
    )
    return f"UPDATE rating_entries SET waits = 1 WHERE game IN ({firsts})", ()


# --- current ratings --------------------------------------------------------------------------------------------------


class LevelRating(StoredRating, frozen=True):
    """The rating of a version of a bot."""

    level: int
    anchor: bool


class StoredBot(Struct, frozen=True):
    """A row of ``rating_bots``."""

    id: str
    seed: float
    anchor: bool


async def read_held(db: Database, players: Iterable[str]) -> list[StoredRating]:
    """Return the ratings of these players."""
    ids = msgspec.json.encode(sorted(set(players))).decode()
    return read_all(StoredRating, await db.fetch(f"SELECT * FROM ratings WHERE player IN {json_values('?')}", (ids,)))


async def read_held_by_levels(db: Database, levels: Iterable[int]) -> list[LevelRating]:
    """Return the ratings of all bots of these levels, the last to play last."""
    ids = msgspec.json.encode(sorted(set(levels))).decode()
    sql = f"""SELECT ratings.*, level, anchor FROM rating_bots JOIN ratings ON ratings.player = rating_bots.id
      WHERE level IN {json_values("?")} ORDER BY last_at, last_game"""
    return read_all(LevelRating, await db.fetch(sql, (ids,)))


async def read_bots(db: Database, bots: Iterable[str]) -> list[StoredBot]:
    """Return the rated ones of these bots."""
    ids = msgspec.json.encode(sorted(set(bots))).decode()
    return read_all(StoredBot, await db.fetch(f"SELECT * FROM rating_bots WHERE id IN {json_values('?')}", (ids,)))


async def find_accounts(db: Database, players: Iterable[str]) -> set[str]:
    """Return which of the players have an account."""
    ids = msgspec.json.encode(sorted(players)).decode()
    rows = await db.fetch(f"SELECT player FROM accounts WHERE player IN {json_values('?')}", (ids,))
    return {row["player"] for row in rows}


async def read_obstacle(db: Database, serial: int) -> UnratedReason | None:
    """Return why a rated game in progress will not count; None if it will."""
    rows = await db.fetch("SELECT reason FROM rating_beginnings WHERE game = ?", (serial,))
    return rows[0]["reason"] if rows else "no_account"


class SeatChange(Struct, frozen=True):
    """The change by a game for one seat, as in a row of ``rating_changes``."""

    first: bool
    score: float
    expected: float
    advantage: float
    rating0: float
    deviation0: float
    rating: float
    deviation: float


async def read_counted(db: Database, serial: int) -> tuple[UnratedReason | None, list[SeatChange]] | None:
    """Return why a rated game does not count, and its changes by seat; None if it is not rated or not over."""
    entries = await db.fetch("SELECT reason FROM rating_entries WHERE game = ?", (serial,))
    if not entries:
        return None
    rows = await db.fetch("SELECT * FROM rating_changes WHERE game = ? ORDER BY seat", (serial,))
    return entries[0]["reason"], read_all(SeatChange, rows)


async def read_marks(db: Database, games: Iterable[int]) -> dict[int, tuple[RatingMark, RatingMark]]:
    """Return the ratings of black and white before each counted game, by serial."""
    sql = f"""SELECT game, rating0, deviation0 FROM rating_changes WHERE game IN {json_values("?")}
      ORDER BY game, first DESC"""
    marks: dict[int, list[RatingMark]] = {}
    for row in await db.fetch(sql, (msgspec.json.encode(list(games)).decode(),)):
        marks.setdefault(row["game"], []).append(RatingMark(round(row["rating0"]), round(row["deviation0"])))
    return {game: (both[0], both[1]) for game, both in marks.items() if len(both) > 1}


# --- the first move ---------------------------------------------------------------------------------------------------


async def count_kind(db: Database, kind: str) -> int:
    """Return how many games of a kind are counted."""
    (row,) = await db.fetch("SELECT max(nth) AS games FROM rating_entries WHERE kind = ? AND nth IS NOT NULL", (kind,))
    return row["games"] or 0


class GameOfKind(Struct, frozen=True):
    """A counted game: the ratings of black (0) and white (1) before it, and black's score."""

    game: int
    ended_at: int
    rating0: float
    deviation0: float
    rating1: float
    deviation1: float
    score: float


async def find_first_move(db: Database, kind: str) -> FirstMoveEstimate | None:
    """Return the latest first-move estimate for a kind of game; None if there is none."""
    rows = await db.fetch("SELECT * FROM first_moves WHERE kind = ? ORDER BY games DESC LIMIT 1", (kind,))
    return read(FirstMoveEstimate, rows[0]) if rows else None


async def list_of_kind(db: Database, kind: str, last: int, limit: int) -> list[GameOfKind]:
    """Return up to ``limit`` counted games of a kind, ending with number ``last``, in order."""
    sql = """SELECT entries.game, entries.ended_at, black.rating0, black.deviation0, white.rating0 AS rating1,
        white.deviation0 AS deviation1, black.score
      FROM rating_entries AS entries
      JOIN rating_changes AS black ON black.game = entries.game AND black.first = 1
      JOIN rating_changes AS white ON white.game = entries.game AND white.first = 0
      WHERE kind = ? AND nth IS NOT NULL AND nth <= ? AND nth > ? ORDER BY nth"""
    # thousands of rows: milliseconds that must not block the event loop
    return await asyncio.to_thread(read_all, GameOfKind, await db.fetch(sql, (kind, last, last - limit)))


def keep_first_move(row: Parameters) -> Statement:
    """Return a statement that stores an estimate: kind, games, family, place of the last game, points, error."""
    sql = "INSERT INTO first_moves (kind, games, family, ended_at, game, points, error) VALUES (?, ?, ?, ?, ?, ?, ?)"
    return sql, row
