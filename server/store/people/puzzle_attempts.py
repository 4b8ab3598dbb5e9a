"""First attempts at puzzles, and the ratings of people at them."""

from msgspec import Struct

from server.store.database import Database
from server.store.sql import Statement, demand, read

_STATE = """SELECT puzzles.rating, puzzles.deviation, puzzles.volatility, puzzles.rated,
    held.rating AS own_rating, held.deviation AS own_deviation, held.volatility AS own_volatility,
    held.games, held.last_at,
    CASE WHEN attempts.puzzle IS NULL THEN 0 ELSE 1 END AS tried, attempts.command, rating_before, rating_after,
    CASE WHEN EXISTS (SELECT 1 FROM daily_puzzles WHERE daily_puzzles.puzzle = puzzles.id AND day = :day
      AND NOT EXISTS (SELECT 1 FROM daily_results
        WHERE player = :player AND daily_results.day = :day AND daily_results.rules = daily_puzzles.rules))
      THEN 1 ELSE 0 END AS daily
  FROM puzzles LEFT JOIN puzzle_ratings AS held ON held.player = :player
    LEFT JOIN attempts ON attempts.puzzle = puzzles.id AND attempts.player = :player
  WHERE puzzles.id = :id"""

_INSERT = """INSERT INTO attempts (puzzle, player, solved, at, shown, command, rating_before, rating_after)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
_COUNT = """UPDATE puzzles SET (solved, failed) =
    (SELECT coalesce(sum(solved), 0), coalesce(sum(1 - solved), 0) FROM attempts WHERE puzzle = puzzles.id)
  WHERE id = ?"""
_RATE_PUZZLE = "UPDATE puzzles SET rating = ?, deviation = ?, volatility = ?, rated = rated + 1 WHERE id = ?"
_RATE_FIRST = """INSERT INTO puzzle_ratings (rating, deviation, volatility, games, last_at, player)
  VALUES (?, ?, ?, ?, ?, ?)"""
_RATE_PLAYER = """UPDATE puzzle_ratings SET rating = ?, deviation = ?, volatility = ?, games = ?, last_at = ?
  WHERE player = ?"""
_DAILY = """INSERT INTO daily_results (player, day, rules, solved, at)
  SELECT ?, day, rules, ?, ? FROM daily_puzzles WHERE puzzle = ? AND day = ?"""


class OwnPuzzleRating(Struct, frozen=True):
    """A row of ``puzzle_ratings``."""

    player: str
    rating: float
    deviation: float
    volatility: float
    games: int
    last_at: int


class AttemptState(Struct, frozen=True):
    """The rows that an attempt of a player at a puzzle may change.

    The first four are the puzzle's rating, the next five the player's, None before any. ``tried``: there was an attempt
    before, ended by ``command``. ``daily``: the puzzle is of the day, and the player has no result for that yet.
    """

    rating: float
    deviation: float
    volatility: float
    rated: int
    own_rating: float | None
    own_deviation: float | None
    own_volatility: float | None
    games: int | None
    last_at: int | None
    tried: bool
    command: str | None
    rating_before: float | None
    rating_after: float | None
    daily: bool


class AttemptChange(Struct, frozen=True):
    """The ratings after an attempt, and the player's before it."""

    before: float
    own: OwnPuzzleRating
    rating: float
    deviation: float
    volatility: float


async def read_state(db: Database, puzzle: int, player: str, day: int) -> AttemptState | None:
    """Return what an attempt at a puzzle may change; None if there is no such puzzle."""
    for row in await db.fetch(_STATE, {"id": puzzle, "player": player, "day": day}):
        return read(AttemptState, row)
    return None


async def find_rating(db: Database, player: str) -> OwnPuzzleRating | None:
    """Return a player's rating at puzzles; None before the first rated attempt."""
    for row in await db.fetch("SELECT * FROM puzzle_ratings WHERE player = ?", (player,)):
        return read(OwnPuzzleRating, row)
    return None


def keep(
    puzzle: int, player: str, solved: bool, at: int, command: str, change: AttemptChange | None, *, shown: bool = False
) -> list[Statement]:
    """Return statements that store the result of a first attempt; a second one fails with Conflict. ``shown``: the
    player asked for the solution.
    """
    ratings = (None, None) if change is None else (change.before, change.own.rating)
    return [(_INSERT, (puzzle, player, solved, at, shown, command, *ratings)), (_COUNT, (puzzle,))]


def rate(puzzle: int, state: AttemptState, change: AttemptChange) -> list[Statement]:
    """Return statements that store new ratings; Conflict if another attempt has changed one meanwhile."""
    own = change.own
    values = own.rating, own.deviation, own.volatility, own.games, own.last_at, own.player
    counted = "SELECT 1 FROM puzzle_ratings WHERE player = ? AND games = ?"
    return [
        demand(("SELECT 1 FROM puzzles WHERE id = ? AND rated = ?", (puzzle, state.rated))),
        *([] if state.games is None else [demand((counted, (own.player, state.games)))]),
        (_RATE_FIRST if state.games is None else _RATE_PLAYER, values),
        (_RATE_PUZZLE, (change.rating, change.deviation, change.volatility, puzzle)),
    ]


def keep_daily(puzzle: int, player: str, solved: bool, at: int, day: int) -> Statement:
    """Return the statement that stores the result of a day; a second one fails with Conflict."""
    return _DAILY, (player, solved, at, puzzle, day)


def list_join_changes(guest: str, account: str) -> list[Statement]:
    """Return statements that move what a guest has done at puzzles to an account, except what that has done itself."""
    keys = {"attempts": "puzzle", "daily_results": "day, rules", "puzzle_runs": "mode", "puzzle_scores": "mode, day"}
    moved = [
        (
            f"""UPDATE {table} SET player = ? WHERE player = ? AND ({key}) NOT IN
            (SELECT {key} FROM {table} WHERE player = ?)""",
            (account, guest, account),
        )
        for table, key in keys.items()
    ]
    rating = """UPDATE puzzle_ratings SET player = ? WHERE player = ?
      AND NOT EXISTS (SELECT 1 FROM puzzle_ratings WHERE player = ?)"""
    return [*moved, (rating, (account, guest, account))]


def list_removals(player: str) -> list[Statement]:
    """Return statements that delete what a player has done at puzzles; the ratings of the puzzles stay."""
    tables = "attempts", "puzzle_ratings", "daily_results", "puzzle_runs", "puzzle_scores"
    return [(f"DELETE FROM {table} WHERE player = ?", (player,)) for table in tables]
