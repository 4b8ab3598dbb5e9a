"""Lines by which bots were beaten and from which they have learned: whose they are, and what became of them.

A line belongs to the game that taught it first. Only games that the reader may find say anything about it.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, json

from server.protocol.values import ColorName, Rules, Size
from server.store import library
from server.store.database import Database
from server.store.sql import SHOWN, Named, Row, json_values

FEWEST_PLIES = 10
"""Moves after which a game that was given up has tried a line."""

_EARLIER = f"""SELECT 1 FROM last_chances AS own JOIN last_chances AS other
    ON other.rules = own.rules AND other.body ->> 'cells' = own.body ->> 'cells'
      AND other.body ->> 'color' = own.body ->> 'color' AND other.body ->> 'lost' = own.body ->> 'lost'
  JOIN games ON games.serial = other.game
  WHERE own.game = lost.serial AND (games.ended_at, games.serial) < (lost.ended_at, lost.serial) AND {SHOWN}"""
"""An earlier game was lost by the same move in the same position: this one only says it again."""


_NAMED = "named = 1 AND banned_at IS NULL AND deleted_at IS NULL"
_LEVEL = "coalesce({0}.level1, {0}.level0)"
_TRY = f"""tries.from_game = lost.id AND tries.start = coalesce(mistake, CASE WHEN entry > 0 THEN entry - 1 ELSE 0 END)
  AND (tries.reason IN ('five', 'full_board', 'forbidden') OR tries.winner = lost.winner
    OR tries.reason IN ('resigned', 'agreed_draw') AND tries.plies - tries.start >= {FEWEST_PLIES})
  AND {_LEVEL.format("tries")} = {_LEVEL.format("lost")}
  AND CASE WHEN (tries.black = 1) = (tries.level0 IS NOT NULL) THEN 'black' ELSE 'white' END = lost.winner"""
"""A game ``tries`` in which somebody took the winner's side of ``lost`` again, against the same bot, from the position
in which the bot went wrong: one that began elsewhere says nothing of the line, nor one that was given up at once."""

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
"""What the join says already, once more: the games that taught are few, and are gone through in place of all."""
_FIRST = f"{_TAUGHT} AND {_SHOWN} AND NOT EXISTS ({_EARLIER})"


class StoredLine(Struct, frozen=True):
    """A line that a bot of a ``level`` lost to, in a game of this number and id.

    ``at`` is when the game was won; ``entry``, ``mistake`` and ``line``, as JSON, are as in its lesson. ``teacher`` is
    the name of who won, where nobody was earlier and it may be told. Of the games that were ``tried`` from there
    ``won`` were won again.
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


class Exercise(Struct, frozen=True):
    """The position of a mistake: the moves before it, and the method by which what was played there loses."""

    rules: Rules
    size: Size
    method: str
    moves: list[int]


async def list_lines(
    db: Database, viewer: str | None, rules: str | None, level: int | None, after: tuple[int, int] | None, limit: int
) -> list[StoredLine]:
    """The lines that a player may find, the latest first; ``after`` is the time and the number of the last seen."""
    condition = f"""{_FIRST} AND (lost.rules = :rules OR :rules IS NULL)
      AND (:level IN (lost.level0, lost.level1) OR :level IS NULL)
      AND ((lost.ended_at, lost.serial) < (:at, :serial) OR :at IS NULL)"""
    at, serial = after or (None, None)
    values = {"me": viewer, "rules": rules, "level": level, "at": at, "serial": serial, "limit": limit}
    return await _lines(db, f"{condition}", values, "ORDER BY lost.ended_at DESC, lost.serial DESC LIMIT :limit")


async def find_line(db: Database, game: str, viewer: str | None) -> StoredLine | None:
    """The line of a game that a player may find."""
    found = await _lines(db, f"lost.id = :game AND {_SHOWN}", {"me": viewer, "game": game})
    return found[0] if found else None


async def list_no_longer_lost(db: Database, level: int, limit: int) -> list[StoredLine]:
    """Public lines that a bot was tried with again and never lost to again, the most tried first."""
    condition = f"""{_TAUGHT} AND lost.visibility = 'public' AND :level IN (lost.level0, lost.level1)
      AND NOT EXISTS ({_EARLIER})"""
    having = (
        "HAVING count(tries.serial) > 0 AND count(*) FILTER (WHERE tries.winner = lost.winner) = 0"
        " ORDER BY tried DESC, lost.serial DESC LIMIT :limit"
    )
    return await _lines(db, condition, {"me": None, "level": level, "limit": limit}, having)


async def list_unbeaten(db: Database, midnight: int, levels: Sequence[int]) -> list[int]:
    """The numbers of the games, in their order, from which a bot may ask to be beaten anew on the day of a midnight.

    Public ones of these levels that had ended by that time, in ms, with a mistake that is named, from where nobody had
    won again by then.
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
    """The line of a game of this number."""
    found = await _lines(db, "lost.serial = :serial", {"me": None, "serial": serial})
    return found[0] if found else None


async def find_beater(db: Database, line: StoredLine, since: int) -> tuple[str, str | None] | None:
    """The public game in which somebody first won from a line's mistake since then, and the name if it may be told."""
    sql = f"""SELECT tries.id, CASE WHEN {_NAMED} THEN name END AS name FROM lessons
        JOIN games AS lost ON lost.serial = lessons.game JOIN games AS tries ON {_TRY}
        LEFT JOIN players ON players.id = CASE WHEN tries.level0 IS NULL THEN tries.player0 ELSE tries.player1 END
      WHERE lost.serial = ? AND tries.winner = lost.winner AND tries.visibility = 'public' AND tries.ended_at >= ?
      ORDER BY tries.ended_at, tries.serial LIMIT 1"""
    rows = await db.fetch(sql, (line.serial, since))
    return (rows[0]["id"], rows[0]["name"]) if rows else None


async def find_exercise(db: Database, game: str, viewer: str | None) -> Exercise | None:
    """The position of a line's mistake, where one is named and its proof is by fours and threes."""
    line = await find_line(db, game, viewer)
    history = None if line is None or line.mistake is None else await library.find_game(db, game)
    if line is None or history is None or not is_exercise(line):
        return None
    return Exercise(line.rules, line.size, line.method, [move.point for move in history.moves[: line.mistake]])


def is_exercise(line: StoredLine) -> bool:
    """Whether `find_exercise` gives one."""
    return line.mistake is not None and line.method in ("vcf", "vct")


async def _lines(db: Database, condition: str, values: Named, rest: str = "") -> list[StoredLine]:
    return [_line(row) for row in await db.fetch(f"{_LINES.format(condition=condition)} {rest}", values)]


def _line(row: Row) -> StoredLine:
    found: dict[str, Any] = {name: row[name] for name in StoredLine.__struct_fields__}
    return StoredLine(**found | {"won": int(found["won"])})
