"""The bots' book of their own games: the games that count, and the bot's moves in them.

See `bots.learning.players.book`. The book reads a game once it is over, and reads a resigned game again when it is
analysed. Deleting a game deletes its rows; the book keeps no totals over games, so nothing else of the game remains.
Choices belong to positions, not to games.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec import Struct, json

from bots.learning.players.book import BookGame, Choices, Step
from bots.learning.study.findings import Study
from server.protocol.lines import BotVersion
from server.store.changes import Watched
from server.store.database import Database
from server.store.sql import BOTS_COLOR, BatchStage, BulkStatement, Statement, Value, json_values, read_tuples

log = logging.getLogger("tengen.learning")

Pool = tuple[str, int]
"""The rule set and the board size."""

UNREAD = Watched("experience_games", ignored=frozenset({"looked"}), deletes=False)
"""The changes after which games may wait to be read into the book."""

AT_ONCE = 50
"""Games read per batch; `list_games_since` returns ten times as many."""

ON_END = BulkStatement(
    BatchStage.ENDINGS,
    """
INSERT INTO experience_games (game) SELECT serial FROM games WHERE serial = ? AND bot_engine IS NOT NULL
  ON CONFLICT DO NOTHING""",
)
"""Queues a bot's game for reading, in the transaction that ends it."""

_ENDED = "ended_at IS NOT NULL AND bot_engine IS NOT NULL"
_NEXT = f"SELECT serial FROM games WHERE serial > ? AND {_ENDED} ORDER BY serial LIMIT {AT_ONCE}"
_ANEW = f"""INSERT INTO experience_games (game)
  SELECT serial FROM games WHERE serial BETWEEN ? AND ? AND {_ENDED} ORDER BY serial"""
_SINCE = f"""SELECT experience_games.id, serial, rules, size, coalesce(level1, level0) AS level, bot_version,
    coalesce(player0, player1, '') AS person,
    CASE WHEN winner IS NULL THEN 0.5 WHEN winner = {BOTS_COLOR} THEN 1.0 ELSE 0.0 END
      AS score,
    (SELECT json_group_array(json_array(ply, key, move)) FROM (
      SELECT * FROM experience WHERE experience.game = serial ORDER BY ply) AS own) AS steps
  FROM experience_games JOIN games ON serial = experience_games.game
  WHERE counts = 1 AND experience_games.id > ? ORDER BY experience_games.id LIMIT {10 * AT_ONCE}"""


_choices = msgspec.json.Decoder(Choices)


class BotsGame(Struct, frozen=True):
    """A game that counts: its pool, the bot's level and version, and the moves."""

    pool: Pool
    level: int
    version: str
    played: BookGame


async def list_unread(db: Database, limit: int = AT_ONCE) -> list[tuple[int, str]]:
    """Return the number and id of games that wait to be read, the oldest first."""
    sql = """SELECT serial, games.id FROM experience_games JOIN games ON serial = game WHERE counts IS NULL
      ORDER BY game LIMIT ?"""
    return read_tuples(tuple[int, str], await db.fetch(sql, (limit,)))


def read_again(serial: int, study: Study) -> list[Statement]:
    """Build the statement that queues a resigned game to be read again, for the transaction that stores its study.

    It applies only if the game did not count. Returns nothing for a study without moves.
    """
    if not study.moves:
        return []
    sql = """UPDATE experience_games SET counts = NULL WHERE game = ? AND counts = 0
      AND (SELECT reason FROM games WHERE serial = game) = 'resigned'"""
    return [(sql, (serial,))]


async def list_games_since(db: Database, last: int) -> tuple[int, list[BotsGame]]:
    """Return the next batch of games that count, with row ids above ``last``, and the ``last`` for the next call."""
    rows = await db.fetch(_SINCE, (last,))

    def decoded() -> list[BotsGame]:
        found = []
        for row in rows:
            went = tuple(Step(*step) for step in msgspec.json.decode(row["steps"]))
            played = BookGame(row["serial"], went, row["score"], row["person"])
            found.append(BotsGame((row["rules"], row["size"]), row["level"], row["bot_version"], played))
        return found

    return rows[-1]["id"] if rows else last, await asyncio.to_thread(decoded)


async def count_dropped(db: Database) -> int:
    """Return how many games have ever stopped counting; when this changes, a reader must load all games again."""
    return int((await db.fetch("SELECT games FROM experience_dropped"))[0]["games"])


async def find_unlooked(db: Database) -> tuple[int, str] | None:
    """Return the number and id of the latest game that counts and was not searched for choices, or None."""
    sql = """SELECT serial, games.id FROM experience_games JOIN games ON serial = game
      WHERE counts = 1 AND looked IS NULL ORDER BY game DESC LIMIT 1"""
    rows = await db.fetch(sql)
    return (rows[0]["serial"], rows[0]["id"]) if rows else None


def look_anew(version: str) -> Statement:
    """Queue a new search for choices in games that another version searched."""
    return "UPDATE experience_games SET looked = NULL WHERE looked <> ?", (version,)


async def list_known_keys(db: Database, serial: int, version: str) -> list[int]:
    """Return the keys of a game's positions for which a version has stored choices."""
    sql = """SELECT experience.key FROM experience JOIN games ON serial = experience.game JOIN pools USING (rules, size)
      JOIN experience_choices AS found ON found.pool = pools.id AND found.key = experience.key
      WHERE experience.game = ? AND version = ?"""
    return [row["key"] for row in await db.fetch(sql, (serial, version))]


def keep_choices(serial: int, pool: Pool, version: str, found: Mapping[int, Choices]) -> list[Statement]:
    """Build statements that store the choices found in a game, by position key, and mark the game as searched."""
    looked = "UPDATE experience_games SET looked = ? WHERE game = ?", (version, serial)
    return [looked, *add_choices(pool, version, found)]


def add_choices(pool: Pool, version: str, found: Mapping[int, Choices]) -> list[Statement]:
    """Build statements that store choices by position key.

    They replace earlier choices for the same positions, of any version.
    """
    made = ("INSERT INTO pools (rules, size) VALUES (?, ?) ON CONFLICT DO NOTHING", pool)
    of_pool = "(SELECT id FROM pools WHERE rules = ? AND size = ?)"
    gone = f"DELETE FROM experience_choices WHERE key = ? AND pool = {of_pool}"
    keep = f"INSERT INTO experience_choices (key, version, body, pool) VALUES (?, ?, ?, {of_pool})"
    statements: list[Statement] = [made] if found else []
    for key, each in found.items():
        statements += [(gone, (key, *pool)), (keep, (key, version, msgspec.json.encode(each).decode(), *pool))]
    return statements


async def list_choices_since(db: Database, last: int, version: str) -> tuple[int, dict[Pool, dict[int, Choices]]]:
    """Return a version's next batch of choices, with row ids above ``last``, and the ``last`` for the next call.

    Skips unreadable rows with a warning in the log.
    """
    sql = """SELECT experience_choices.id, rules, size, key, body FROM experience_choices JOIN pools ON pool = pools.id
      WHERE version = ? AND experience_choices.id > ? ORDER BY experience_choices.id LIMIT ?"""
    rows = await db.fetch(sql, (version, last, 100 * AT_ONCE))

    def decoded() -> dict[Pool, dict[int, Choices]]:
        found: dict[Pool, dict[int, Choices]] = {}
        for row in rows:
            try:
                body = _choices.decode(row["body"])
            except msgspec.DecodeError as error:  # a flipped byte loses only one position
                log.warning("the choices number %d cannot be read: %s", row["id"], error)
            else:
                found.setdefault((row["rules"], row["size"]), {})[row["key"]] = body
        return found

    return rows[-1]["id"] if rows else last, await asyncio.to_thread(decoded)


async def rebuild(db: Database) -> int:
    """Queue all of the bots' finished games to be read again; return how many there are.

    Works in batches of `AT_ONCE`, so that storing a move waits for one batch and not for the whole book.
    """
    last = -1
    while rows := await db.fetch(_NEXT, (last,)):
        first, last = last + 1, rows[-1]["serial"]
        anew = "DELETE FROM experience_games WHERE game BETWEEN ? AND ?"
        await db.execute((anew, (first, last)), (_ANEW, (first, last)))
    return int((await db.fetch("SELECT count(*) FROM experience_games"))[0][0])


def keep_steps(serial: int, found: Sequence[Step] | None) -> list[Statement]:
    """Build statements that store the bot's moves of a game that was read; None marks it as not counting.

    They insert the game's row anew, so that its new row id is above the ``last`` of `list_games_since`.
    """
    counts = "INSERT INTO experience_games (game, counts) SELECT serial, ? FROM games WHERE serial = ?"
    sql = "INSERT INTO experience (game, ply, key, move) SELECT serial, ?, ?, ? FROM games WHERE serial = ?"
    rows: Iterable[Statement] = ((sql, (*step, serial)) for step in found or ())
    gone = ("DELETE FROM experience_games WHERE game = ?", (serial,))
    return [gone, (counts, (int(found is not None), serial)), *rows]


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
    return read_tuples(tuple[str, int, float, int], await db.fetch(sql, asked))
