"""Rated games of a player and of others, as far as they can be compared to their analyses."""

from collections.abc import Sequence

import msgspec

from bots.learning.study.effort import VERSION
from gomoku.rulesets import FIVES
from server.store.database import Database
from server.store.jobs import TRIES
from server.store.sql import Row, Statement, quote, read_list

MOST_PLAYERS = 30
MOST_GAMES_EACH = 5
NEAR = 100.0
"""Points of rating within which players are near each other."""
MOST_IDLE = 200
"""So many games may wait at staff's wish; those that are studied again are counted with them."""


async def list_rated(db: Database, player: str, most: int) -> list[Row]:
    """The latest games of a player that have changed the rating, the last first, with the ``seat``, the rating before,
    and whether they are ``studied`` or that is ``waiting``."""
    sql = f"""SELECT serial, id, counted.ended_at, seat, counted.pool, rating0, player0, player1, level0, level1,
        clock_kind = 'correspondence' AS slow, analyses.game IS NOT NULL AS studied,
        analyses.game IS NULL AND jobs.failures < {TRIES} AS waiting
      FROM rating_changes AS counted JOIN games ON serial = counted.game
        LEFT JOIN analyses ON analyses.game = serial AND analyses.version = ? LEFT JOIN jobs ON jobs.game = serial
      WHERE counted.player = ? ORDER BY counted.ended_at DESC, serial DESC LIMIT ?"""
    return await db.fetch(sql, (VERSION, player, most))


async def list_near(db: Database, player: str, pool: str, rating: float) -> list[Row]:
    """Analysed games of other people whose ratings in a pool are well known and near one: a few of the latest of each,
    with the ``seat``; none that they have played with the player."""
    sql = f"""WITH near AS (
        SELECT player FROM ratings WHERE pool = :pool AND rating BETWEEN :rating - {NEAR} AND :rating + {NEAR}
          AND deviation < 110 AND player <> :player AND NOT EXISTS (SELECT 1 FROM rating_bots WHERE id = player)
        ORDER BY abs(rating - :rating), player LIMIT {MOST_PLAYERS}),
      latest AS (
        SELECT played.game, played.seat,
          row_number() OVER (PARTITION BY played.player ORDER BY played.ended_at DESC, played.game DESC) AS nth
        FROM near JOIN rating_changes AS played ON played.player = near.player AND played.pool = :pool
          JOIN analyses ON analyses.game = played.game AND version = :version
        WHERE NOT EXISTS (SELECT 1 FROM rating_changes AS other WHERE other.game = played.game AND player = :player))
      SELECT serial, seat, clock_kind = 'correspondence' AS slow FROM latest JOIN games ON serial = game
      WHERE nth <= {MOST_GAMES_EACH} ORDER BY serial, seat"""
    return await db.fetch(sql, {"player": player, "pool": pool, "rating": rating, "version": VERSION})


async def read_studies(db: Database, games: Sequence[int]) -> list[Row]:
    """The ``game`` and the ``body`` of the studies of some games, as `studies.unpack` reads it."""
    sql = f"SELECT game, body FROM analyses WHERE version = ? AND game IN {read_list('?')}"
    return await db.fetch(sql, (VERSION, _list(games)))


async def read_moves(db: Database, games: Sequence[int]) -> list[Row]:
    """The stones of some games in their order: of rated ones none was ever taken back."""
    sql = f"""SELECT game, ply, seat, point, think_ms FROM actions WHERE kind = 'moved' AND game IN {read_list("?")}
      ORDER BY game, v"""
    return await db.fetch(sql, (_list(games),))


def queue_idle(serial: int, now: int) -> Statement:
    """What has a game studied when nothing else is to be, unless it is, or as many wait so as may; one that was given
    up is tried again."""
    sql = f"""INSERT INTO jobs (game, at, again) SELECT serial, ?1, 1 FROM games
      WHERE serial = ?2 AND ended_at IS NOT NULL AND plies > 0 AND rules IN ({quote(FIVES)})
        AND NOT EXISTS (SELECT 1 FROM analyses WHERE game = serial AND version = ?3)
        AND (SELECT count(*) FROM jobs WHERE again = 1) < {MOST_IDLE}
      ON CONFLICT (game) DO UPDATE SET failures = 0"""
    return sql, (now, serial, VERSION)


def _list(games: Sequence[int]) -> str:
    return msgspec.json.encode(list(games)).decode()
