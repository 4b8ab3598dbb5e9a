"""Results of bots in public games against people; private games and games by link do not count."""

from collections.abc import Iterable

from msgspec import json

from server.protocol.lines import BotVersion
from server.store.database import Database
from server.store.sql import BOTS_COLOR, Value, json_values

MOST = 4_000
"""Limit on the latest games read per level."""

FEWEST_PLIES = 10
"""Moves a resigned game needs before a win for the bot counts."""

_PUBLIC = "visibility = 'public' AND plies > 0 AND reason <> 'aborted' AND reason <> 'unfinished'"
"""Repeats the condition of the library's partial indexes, so that SQLite reads a bot's games from them."""
_COUNTED = f"""{_PUBLIC} AND start = 0
  AND (plies >= {FEWEST_PLIES} OR reason IN ('five', 'full_board', 'forbidden') OR winner <> {BOTS_COLOR})"""
"""Games that measure a bot's strength: played from the empty board and not resigned at once."""
_PERSON = "CASE WHEN level0 IS NULL THEN player0 ELSE player1 END"
_POINTS = f"""CASE WHEN winner IS NULL THEN 0.5
  WHEN winner = {BOTS_COLOR} THEN 1.0 ELSE 0.0 END"""
"""The bot's points in a game: 1 for a win, 0.5 for a draw, 0 for a loss."""


async def list_versions(db: Database, level: int) -> list[BotVersion]:
    """Return the results of each bot version and weights of a level over all public games, the earliest first."""
    sql = f"""SELECT bot_version, min(ended_at), max(ended_at),
        count(*) FILTER (WHERE points = 1), count(*) FILTER (WHERE points = 0.5), count(*) FILTER (WHERE points = 0),
        coalesce(bot_weights, 0)
      FROM (SELECT bot_version, bot_weights, ended_at, {_POINTS} AS points FROM games
        WHERE level1 = :level AND {_PUBLIC} UNION ALL
        SELECT bot_version, bot_weights, ended_at, {_POINTS} FROM games WHERE level0 = :level AND {_PUBLIC}) AS played
      GROUP BY bot_version, coalesce(bot_weights, 0) ORDER BY min(ended_at)"""
    rows = await db.fetch(sql, {"level": level})
    return [BotVersion(row[0], row[1], row[2], *map(int, tuple(row)[3:])) for row in rows]


async def list_results(db: Database, level: int) -> list[tuple[str, float]]:
    """Return the opponent and the bot's points in the latest `MOST` counted games of a level, the oldest first."""
    sql = f"""SELECT person, points FROM (
        SELECT serial, {_PERSON} AS person, {_POINTS} AS points FROM games
          WHERE level1 = :level AND {_COUNTED} UNION ALL
        SELECT serial, {_PERSON}, {_POINTS} FROM games WHERE level0 = :level AND {_COUNTED}
        ORDER BY serial DESC LIMIT {MOST}) AS played ORDER BY serial"""
    return [(row["person"] or "", row["points"]) for row in await db.fetch(sql, {"level": level})]


async def sum_results(db: Database, people: Iterable[str], level: int) -> list[tuple[str, int, float, int]]:
    """Sum people's points against bots of every other level: person, level, the person's points, number of games."""
    sql = f"""SELECT person, level, sum(1 - points) AS points, count(*) AS games FROM (
        SELECT player0 AS person, level1 AS level, {_POINTS} AS points FROM games
          WHERE player0 IN {json_values(":people")} AND level1 <> :level AND {_COUNTED} UNION ALL
        SELECT player1, level0, {_POINTS} FROM games
          WHERE player1 IN {json_values(":people")} AND level0 <> :level AND {_COUNTED}) AS played
      GROUP BY person, level"""
    asked: dict[str, Value] = {"people": json.encode(sorted(set(people))).decode(), "level": level}
    return [(row["person"], row["level"], row["points"], row["games"]) for row in await db.fetch(sql, asked)]
