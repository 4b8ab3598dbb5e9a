"""Rated games of a player and of others, as far as they can be compared to their analyses."""

from collections.abc import Sequence

import msgspec

from bots.learning.study.effort import VERSION
from gomoku.rulesets import FIVES
from server.store.database import Database
from server.store.jobs import TRIES
from server.store.sql import Row, Statement, json_values, quote

MOST_PLAYERS = 30
MOST_GAMES_EACH = 5
MOST_LOOKED_AT = 200
"""Of each, the latest, to find some that are analysed: whoever plays for years has thousands."""
NEAR = 100.0
"""Points of rating within which players are near each other."""
MOST_IDLE = 200
"""So many games may wait at staff's wish; those that are studied again are counted with them."""

_NEAR = f"""SELECT player, rating FROM ratings WHERE pool = :pool AND rating {{side}} AND deviation < 110
  AND player <> :player AND NOT EXISTS (SELECT 1 FROM rating_bots WHERE id = player)
  ORDER BY rating {{order}} LIMIT {MOST_PLAYERS}"""
"""People on one side of a rating, the nearest first: of a like rating there may be tens of thousands."""


async def list_rated(db: Database, player: str, most: int) -> list[Row]:
    """The latest games of a player that have changed the rating, the last first, with the ``seat``, the rating before,
    and whether they are ``studied`` or that is ``waiting``."""
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
    return await db.fetch(sql, (*values, most, VERSION))


async def list_near(db: Database, player: str, pool: str, rating: float) -> list[Row]:
    """Analysed games of other people whose ratings in a pool are well known and near one: a few of the latest of each,
    with the ``seat``; none that they have played with the player."""
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
        FROM latest CROSS JOIN analyses ON analyses.game = latest.game AND version = ?
        WHERE NOT EXISTS (SELECT 1 FROM rating_changes AS other WHERE other.game = latest.game AND +player = ?))
      SELECT serial, seat, clock_kind = 'correspondence' AS slow FROM studied JOIN games ON serial = game
      WHERE nth <= {MOST_GAMES_EACH} ORDER BY serial, seat"""
    values = [value for row in near for value in (row["player"], pool, MOST_LOOKED_AT)]
    return await db.fetch(sql, (*values, VERSION, player))


def _list_latest(times: int) -> str:
    """The latest games that have changed a rating, as often as there are players, pools and numbers of games."""
    one = """SELECT * FROM (SELECT game, seat, player, pool, ended_at, rating0 FROM rating_changes
      WHERE player = ? AND pool = ? ORDER BY ended_at DESC, game DESC LIMIT ?) AS latest_in_pool"""
    return " UNION ALL ".join([one] * times)


async def read_studies(db: Database, games: Sequence[int]) -> list[Row]:
    """The ``game`` and the ``body`` of the studies of some games, as `studies.unpack` reads it."""
    sql = f"SELECT game, body FROM analyses WHERE version = ? AND game IN {json_values('?')}"
    return await db.fetch(sql, (VERSION, _list(games)))


async def read_moves(db: Database, games: Sequence[int]) -> list[Row]:
    """The stones of some games in their order: of rated ones none was ever taken back."""
    sql = f"""SELECT game, ply, seat, point, think_ms FROM actions WHERE kind = 'moved' AND game IN {json_values("?")}
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
