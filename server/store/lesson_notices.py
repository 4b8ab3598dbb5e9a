"""Lessons that wait to be seen by who has played the game: until then, or for two weeks."""

from msgspec import Struct

from server.store.database import Database
from server.store.sql import Statement

KEPT_MS = 14 * 86_400_000
MOST = 10
"""So many are told, the latest ones."""


class WaitingLesson(Struct, frozen=True):
    """The lesson of a game against a bot of a ``level``; ``won`` by the player. ``learned``: bots keep clear of it."""

    game: str
    at: int
    level: int
    won: bool
    learned: bool
    entry: int | None


def put(player: str, serial: int, now: int) -> list[Statement]:
    """What has a player told of a lesson; nobody is who is gone, and of a guest that was joined the account is. What
    nobody has looked at for long goes."""
    return [
        ("DELETE FROM lesson_notices WHERE made_at < ?", (now - KEPT_MS,)),
        (
            """INSERT INTO lesson_notices (player, game, made_at) SELECT own.id, ?, ? FROM players AS found
              JOIN players AS own ON own.id = coalesce(found.alias_of, found.id)
            WHERE found.id = ? AND own.deleted_at IS NULL
              AND EXISTS (SELECT 1 FROM tokens WHERE tokens.player = own.id AND ended_at IS NULL)
            ON CONFLICT (player, game) DO UPDATE SET made_at = excluded.made_at""",
            (serial, now, player),
        ),
    ]


async def list_waiting(db: Database, player: str, now: int) -> list[WaitingLesson]:
    """Those of a player, the latest first."""
    rows = await db.fetch(
        """SELECT id, made_at, level0, level1, entry, CASE WHEN level1 IS NULL THEN 1 ELSE 0 END AS seat, black, winner,
          EXISTS (SELECT 1 FROM last_chances WHERE last_chances.game = lesson_notices.game) AS learned
        FROM lesson_notices JOIN games ON serial = lesson_notices.game JOIN lessons ON lessons.game = serial
        WHERE player = ? AND made_at >= ? ORDER BY made_at DESC, id LIMIT ?""",
        (player, now - KEPT_MS, MOST),
    )
    return [
        WaitingLesson(
            row["id"],
            row["made_at"],
            row["level0"] if row["level1"] is None else row["level1"],
            (row["winner"] == "black") == (row["black"] == row["seat"]),
            bool(row["learned"]),
            row["entry"],
        )
        for row in rows
    ]


async def list_told(db: Database, serial: int) -> list[str]:
    """The players for whom the lesson of a game waits."""
    rows = await db.fetch("SELECT player FROM lesson_notices WHERE game = ?", (serial,))
    return [row["player"] for row in rows]


async def end(db: Database, player: str, game: str) -> None:
    """A player has seen the lesson of a game."""
    sql = "DELETE FROM lesson_notices WHERE player = ? AND game = (SELECT serial FROM games WHERE id = ?)"
    await db.execute((sql, (player, game)))


def join(guest: str, account: str) -> Statement:
    """What makes a guest's the account's."""
    return "UPDATE lesson_notices SET player = ? WHERE player = ?", (account, guest)
