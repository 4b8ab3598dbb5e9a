"""Lines that beat bots and taught them something, with their author and the later attempts at them.

A line belongs to the first game that taught it. Only games that the reader may find are counted.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, json

from server.protocol.values import ColorName, Rules, Size
from server.store.database import Database
from server.store.sql import SHOWN, Named, Row, json_values

FEWEST_PLIES = 10
"""Least moves after which a game that was resigned, or drawn by agreement, counts as an attempt."""

_EARLIER = f"""SELECT 1 FROM last_chances AS own JOIN last_chances AS other
    ON other.rules = own.rules AND other.body ->> 'cells' = own.body ->> 'cells'
      AND other.body ->> 'color' = own.body ->> 'color' AND other.body ->> 'lost' = own.body ->> 'lost'
  JOIN games ON games.serial = other.game
  WHERE own.game = lost.serial AND (games.ended_at, games.serial) < (lost.ended_at, lost.serial) AND {SHOWN}"""
"""Earlier games lost by the same move in the same position: the later game only repeats the line."""


_NAMED = "named = 1 AND banned_at IS NULL AND deleted_at IS NULL"
_LEVEL = "coalesce({0}.level1, {0}.level0)"
_TRY = f"""tries.from_game = lost.id AND tries.start = coalesce(mistake, CASE WHEN entry > 0 THEN entry - 1 ELSE 0 END)
  AND (tries.reason IN ('five', 'full_board', 'forbidden') OR tries.winner = lost.winner
    OR tries.reason IN ('resigned', 'agreed_draw') AND tries.plies - tries.start >= {FEWEST_PLIES})
  AND {_LEVEL.format("tries")} = {_LEVEL.format("lost")}
  AND CASE WHEN (tries.black = 1) = (tries.level0 IS NOT NULL) THEN 'black' ELSE 'white' END = lost.winner"""
"""Condition that a game ``tries`` is an attempt at the line of ``lost``.

Somebody plays the winner's side against the same bot from the position of the bot's mistake. Games that began elsewhere
or were given up at once do not count.
"""

_LINES = f"""SELECT lost.serial, lost.id AS game, lost.rules, lost.size, {_LEVEL.format("lost")} AS level,
    lost.ended_at AS at, entry, mistake, method, line, lost.winner,
    CASE WHEN lost.visibility = 'public' AND {_NAMED} AND NOT EXISTS ({_EARLIER}) THEN name END AS teacher,
    count(tries.serial) AS tried, count(*) FILTER (WHERE tries.winner = lost.winner) AS won
  FROM lessons JOIN games AS lost ON lost.serial = lessons.game JOIN last_chances ON last_chances.game = lost.serial
  LEFT JOIN players ON players.id = CASE WHEN lost.level0 IS NULL THEN lost.player0 ELSE lost.player1 END
  LEFT JOIN games AS tries ON {_TRY} AND (tries.visibility = 'public' OR :me IN (tries.player0, tries.player1))
  WHERE entry IS NOT NULL AND {{condition}} GROUP BY lost.serial, lessons.game, players.id"""
_SHOWN = "(lost.visibility = 'public' OR :me IN (lost.owner, lost.player0, lost.player1))"
_TAUGHT = "lost.serial IN (SELECT game FROM last_chances)"
"""Repeats a condition of the join, so that the query scans only the few games that taught, not all games."""
_FIRST = f"{_TAUGHT} AND {_SHOWN} AND NOT EXISTS ({_EARLIER})"


class StoredLine(Struct, frozen=True):
    """A line that beat a bot of ``level``, in the game with number ``serial`` and id ``game``.

    ``at`` is when the game was won; ``entry``, ``mistake`` and ``line`` (JSON) are as in its lesson. ``teacher`` is the
    winner's name, if they were the first and it may be shown. ``won`` of the ``tried`` later attempts succeeded.
    """

    serial: int
    game: str
    rules: Rules
    size: Size
    level: int
    at: int
    entry: int
    mistake: int | None
    method: str
    line: str
    winner: ColorName
    teacher: str | None
    tried: int
    won: int


async def list_lines(
    db: Database, viewer: str | None, rules: str | None, level: int | None, after: tuple[int, int] | None, limit: int
) -> list[StoredLine]:
    """List the lines that a player may find, latest first; ``after`` is the end (ms) and serial of the last seen."""
    condition = f"""{_FIRST} AND (lost.rules = :rules OR :rules IS NULL)
      AND (:level IN (lost.level0, lost.level1) OR :level IS NULL)
      AND ((lost.ended_at, lost.serial) < (:at, :serial) OR :at IS NULL)"""
    at, serial = after or (None, None)
    values = {"me": viewer, "rules": rules, "level": level, "at": at, "serial": serial, "limit": limit}
    return await _lines(db, f"{condition}", values, "ORDER BY lost.ended_at DESC, lost.serial DESC LIMIT :limit")


async def find_line(db: Database, game: str, viewer: str | None) -> StoredLine | None:
    """Return the line of a game, if the player may find it."""
    found = await _lines(db, f"lost.id = :game AND {_SHOWN}", {"me": viewer, "game": game})
    return found[0] if found else None


async def list_no_longer_lost(db: Database, level: int, limit: int) -> list[StoredLine]:
    """List the public lines that were tried again against a bot and never won again, most tried first."""
    condition = f"""{_TAUGHT} AND lost.visibility = 'public' AND :level IN (lost.level0, lost.level1)
      AND NOT EXISTS ({_EARLIER})"""
    having = (
        "HAVING count(tries.serial) > 0 AND count(*) FILTER (WHERE tries.winner = lost.winner) = 0"
        " ORDER BY tried DESC, lost.serial DESC LIMIT :limit"
    )
    return await _lines(db, condition, {"me": None, "level": level, "limit": limit}, having)


async def list_unbeaten(db: Database, midnight: int, levels: Sequence[int]) -> list[int]:
    """List the serials of games whose line a bot may offer as a challenge on the day that begins at ``midnight`` (ms).

    These are public games of the given levels, ended before midnight, with a named mistake from whose position nobody
    had won again by then.
    """
    sql = f"""SELECT lost.serial FROM lessons JOIN games AS lost ON lost.serial = lessons.game
        JOIN last_chances ON last_chances.game = lost.serial
      WHERE {_TAUGHT} AND mistake IS NOT NULL AND lost.visibility = 'public' AND lost.ended_at < :midnight
        AND {_LEVEL.format("lost")} IN {json_values(":levels")}
        AND NOT EXISTS (SELECT 1 FROM games AS tries WHERE {_TRY} AND tries.ended_at < :midnight
          AND tries.winner = lost.winner) AND NOT EXISTS ({_EARLIER}) ORDER BY lost.serial"""
    values = {"midnight": midnight, "me": None, "levels": json.encode(list(levels)).decode()}
    return [row["serial"] for row in await db.fetch(sql, values)]


async def find_by_serial(db: Database, serial: int) -> StoredLine | None:
    """Return the line of the game with this serial."""
    found = await _lines(db, "lost.serial = :serial", {"me": None, "serial": serial})
    return found[0] if found else None


async def find_beater(db: Database, line: StoredLine, since: int) -> tuple[str, str | None] | None:
    """Return the first public game won from a line's mistake since ``since`` (ms), and the winner's name if public."""
    sql = f"""SELECT tries.id, CASE WHEN {_NAMED} THEN name END AS name FROM lessons
        JOIN games AS lost ON lost.serial = lessons.game JOIN games AS tries ON {_TRY}
        LEFT JOIN players ON players.id = CASE WHEN tries.level0 IS NULL THEN tries.player0 ELSE tries.player1 END
      WHERE lost.serial = ? AND tries.winner = lost.winner AND tries.visibility = 'public' AND tries.ended_at >= ?
      ORDER BY tries.ended_at, tries.serial LIMIT 1"""
    rows = await db.fetch(sql, (line.serial, since))
    return (rows[0]["id"], rows[0]["name"]) if rows else None


def is_exercise(line: StoredLine) -> bool:
    """Whether the mistake of a line is an exercise: it is named, and its proof uses only fours and threes."""
    return line.mistake is not None and line.method in ("vcf", "vct")


async def _lines(db: Database, condition: str, values: Named, rest: str = "") -> list[StoredLine]:
    return [_line(row) for row in await db.fetch(f"{_LINES.format(condition=condition)} {rest}", values)]


def _line(row: Row) -> StoredLine:
    found: dict[str, Any] = {name: row[name] for name in StoredLine.__struct_fields__}
    return StoredLine(**found | {"won": int(found["won"])})
