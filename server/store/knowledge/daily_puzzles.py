"""The puzzle of each day and rule set, and how people did at it."""

from collections.abc import Sequence
from typing import NamedTuple

from server.protocol.values import Rules
from server.store.database import Database
from server.store.sql import read_tuples

LEAST, MOST = 3, 6
"""Length of the wins among which the daily puzzle is chosen, in the winner's moves: neither a glance nor an hour."""


class KeyedPuzzle(NamedTuple):
    """A puzzle by its id, and by the key of its position, which is the same on all servers."""

    id: int
    key: bytes


class DailyCounts(NamedTuple):
    """How many players have solved and failed a daily puzzle on its day."""

    solved: int
    failed: int


async def list_candidates(db: Database, rules: Rules) -> Sequence[KeyedPuzzle]:
    """Return the puzzles of the tree from which a day's is chosen; without any, all others."""
    sql = f"""SELECT id, key FROM puzzles WHERE rules = ? AND proof IS NOT NULL AND length BETWEEN {LEAST} AND {MOST}
      ORDER BY key"""
    rows = await db.fetch(sql, (rules,))
    if not rows:
        rows = await db.fetch("SELECT id, key FROM puzzles WHERE rules = ? ORDER BY key", (rules,))
    return read_tuples(KeyedPuzzle, rows)


async def find_chosen(db: Database, day: int, rules: Rules) -> int | None:
    """Return the id of a day's puzzle; None before it is chosen."""
    rows = await db.fetch("SELECT puzzle FROM daily_puzzles WHERE day = ? AND rules = ?", (day, rules))
    return rows[0]["puzzle"] if rows else None


async def keep_chosen(db: Database, day: int, rules: Rules, puzzle: int) -> None:
    """Store a day's puzzle, unless it has been chosen meanwhile."""
    sql = "INSERT INTO daily_puzzles (day, rules, puzzle) VALUES (?, ?, ?) ON CONFLICT (day, rules) DO NOTHING"
    await db.execute((sql, (day, rules, puzzle)))


async def count_results(db: Database, day: int, rules: Rules) -> DailyCounts:
    """Count the results of a day."""
    sql = """SELECT coalesce(sum(solved), 0) AS solved, coalesce(sum(1 - solved), 0) AS failed FROM daily_results
      WHERE day = ? AND rules = ?"""
    (row,) = await db.fetch(sql, (day, rules))
    return DailyCounts(row["solved"], row["failed"])


async def find_result(db: Database, player: str, day: int, rules: Rules) -> bool | None:
    """Return whether a player has solved a day's puzzle; None before the first attempt of the day."""
    sql = "SELECT solved FROM daily_results WHERE player = ? AND day = ? AND rules = ?"
    rows = await db.fetch(sql, (player, day, rules))
    return rows[0]["solved"] == 1 if rows else None


async def list_solved_days(db: Database, player: str) -> list[int]:
    """Return the days on which a player has solved a daily puzzle, in order."""
    sql = "SELECT DISTINCT day FROM daily_results WHERE player = ? AND solved = 1 ORDER BY day"
    return [row["day"] for row in await db.fetch(sql, (player,))]
