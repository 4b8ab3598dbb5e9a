"""Rated games of a player and of similar players, to compare them with their analyses."""

import asyncio
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from bots.learning.study.effort import VERSION
from gomoku.rulesets import FIVES
from server.protocol.values import RatingPoolName
from server.store import game_rows
from server.store.database import Database
from server.store.knowledge.jobs import TRIES
from server.store.sql import Statement, json_values, quote, read_all

MOST_PLAYERS = 30
MOST_GAMES_EACH = 5
MOST_LOOKED_AT = 200
"""Limit on each player's latest games searched for analysed ones; after years a player has thousands."""
NEAR = 100.0
"""Rating points within which two players count as near."""
MOST_IDLE = 200
"""Limit on games queued for analysis by staff; games queued for a repeated analysis count too."""

_NEAR = f"""SELECT player, rating FROM ratings WHERE pool = :pool AND rating {{side}} AND deviation < 110
  AND player <> :player AND NOT EXISTS (SELECT 1 FROM rating_bots WHERE id = player)
  ORDER BY rating {{order}} LIMIT {MOST_PLAYERS}"""
"""Selects people on one side of a rating, the nearest first; tens of thousands may have similar ratings."""


class GameOfPlayer(game_rows.SeatColumns, frozen=True):
    """A rated game of a player with their ``seat`` and their rating before it (``rating0``).

    It is ``studied``, or its analysis is ``waiting``; the latter is None if no job for it was ever queued.
    """

    serial: int
    id: str
    ended_at: int
    seat: int
    pool: RatingPoolName
    rating0: float
    slow: bool
    studied: bool
    waiting: bool | None


class GameNear(Struct, frozen=True):
    """An analysed game of somebody of a near rating, and their seat."""

    serial: int
    seat: int
    slow: bool


class MoveOfGame(Struct, frozen=True):
    """A move of a game by serial."""

    game: int
    seat: int
    point: int
    think_ms: int


async def list_rated(db: Database, player: str, most: int) -> list[GameOfPlayer]:
    """Return a player's latest rated games over all pools, the latest first, at most ``most``."""
    pools = [row["pool"] for row in await db.fetch("SELECT pool FROM ratings WHERE player = ?", (player,))]
    if not pools:
        return []
    sql = f"""WITH latest AS ({_list_latest(len(pools))})
      SELECT serial, id, latest.ended_at, seat, latest.pool, rating0, player0, player1, level0, level1,
        clock_kind = 'correspondence' AS slow, analyses.game IS NOT NULL AS studied,
        analyses.game IS NULL AND jobs.failures < {TRIES} AS waiting
      FROM (SELECT * FROM latest ORDER BY ended_at DESC, game DESC LIMIT ?) AS latest
        JOIN games ON serial = latest.game
        LEFT JOIN analyses ON analyses.game = serial AND analyses.version = ? LEFT JOIN jobs ON jobs.game = serial
      ORDER BY latest.ended_at DESC, serial DESC"""
    values = [value for pool in pools for value in (player, pool, most)]
    return read_all(GameOfPlayer, await db.fetch(sql, (*values, most, VERSION)))


async def list_near(db: Database, player: str, pool: str, rating: float) -> list[GameNear]:
    """Return analysed games of people whose rating in a pool is reliable and near ``rating``.

    Takes the latest `MOST_GAMES_EACH` games of each person, without games against ``player``.
    """
    near = await db.fetch(
        f"""SELECT player FROM (
          SELECT * FROM ({_NEAR.format(side=f"BETWEEN :rating AND :rating + {NEAR}", order="")}) AS higher UNION ALL
          SELECT * FROM ({_NEAR.format(side=f">= :rating - {NEAR} AND rating < :rating", order="DESC")}) AS lower
        ) AS near
        ORDER BY abs(rating - :rating), player LIMIT {MOST_PLAYERS}""",
        {"player": player, "pool": pool, "rating": rating},
    )
    if not near:
        return []
    sql = f"""WITH latest AS ({_list_latest(len(near))}),
      studied AS (
        SELECT latest.game, latest.seat,
          row_number() OVER (PARTITION BY latest.player ORDER BY latest.ended_at DESC, latest.game DESC) AS nth
        FROM latest CROSS JOIN analyses WHERE analyses.game = latest.game AND version = ?
          AND NOT EXISTS (SELECT 1 FROM rating_changes AS other WHERE other.game = latest.game AND player || '' = ?))
      SELECT serial, seat, clock_kind = 'correspondence' AS slow FROM studied JOIN games ON serial = game
      WHERE nth <= {MOST_GAMES_EACH} ORDER BY serial, seat"""
    values = [value for row in near for value in (row["player"], pool, MOST_LOOKED_AT)]
    return read_all(GameNear, await db.fetch(sql, (*values, VERSION, player)))


def _list_latest(times: int) -> str:
    """Build SQL for the latest rated games, repeated ``times`` times; each takes a player, a pool and a limit."""
    one = """SELECT * FROM (SELECT game, seat, player, pool, ended_at, rating0 FROM rating_changes
      WHERE player = ? AND pool = ? ORDER BY ended_at DESC, game DESC LIMIT ?) AS latest_in_pool"""
    return " UNION ALL ".join([one] * times)


async def read_studies(db: Database, games: Sequence[int]) -> dict[int, bytes]:
    """Return the packed analyses of these games by serial; `studies.unpack` decodes one."""
    sql = f"SELECT game, body FROM analyses WHERE version = ? AND game IN {json_values('?')}"
    rows = await db.fetch(sql, (VERSION, _list(games)))
    return {row["game"]: row["body"] for row in rows}


async def read_moves(db: Database, games: Sequence[int]) -> list[MoveOfGame]:
    """Return the moves of these games in order; rated games have no takebacks, so all moves stand."""
    sql = f"""SELECT game, ply, seat, point, think_ms FROM actions WHERE kind = 'moved' AND game IN {json_values("?")}
      ORDER BY game, v"""
    # some 10,000 rows: milliseconds that must not block the event loop
    return await asyncio.to_thread(read_all, MoveOfGame, await db.fetch(sql, (_list(games),)))


def queue_idle(serial: int, now: int) -> Statement:
    """Queue a finished game for analysis when nothing else waits.

    Does nothing if the game is already analysed or `MOST_IDLE` such games wait. Resets the failures of a queued job,
    so an abandoned one runs again.
    """
    sql = f"""INSERT INTO jobs (game, at, again) SELECT serial, ?1, 1 FROM games
      WHERE serial = ?2 AND ended_at IS NOT NULL AND plies > 0 AND rules IN ({quote(FIVES)})
        AND NOT EXISTS (SELECT 1 FROM analyses WHERE game = serial AND version = ?3)
        AND (SELECT count(*) FROM jobs WHERE again = 1) < {MOST_IDLE}
      ON CONFLICT (game) DO UPDATE SET failures = 0"""
    return sql, (now, serial, VERSION)


def _list(games: Sequence[int]) -> str:
    return msgspec.json.encode(list(games)).decode()
