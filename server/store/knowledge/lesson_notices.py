"""Notices of lessons that a player has not seen yet; they expire after two weeks."""

from msgspec import Struct

from server.protocol.api import GameHistory
from server.store.database import Database
from server.store.sql import Statement

KEPT_MS = 14 * 86_400_000
MOST = 10
"""Limit of listed notices, latest first."""


class WaitingLesson(Struct, frozen=True):
    """The lesson of a game against a bot of ``level``; ``won`` by the player. ``learned``: bots avoid the position.
    ``checked``: the strongest search has looked at it.
    """

    game: str
    at: int
    level: int
    won: bool
    learned: bool
    entry: int | None
    checked: bool


def put(player: str, serial: int, now: int) -> list[Statement]:
    """Return the statements that add a notice of a game's lesson and delete expired notices.

    The notice of a joined guest goes to the account. A player who is deleted or has no device gets none.
    """
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


def put_for(history: GameHistory, serial: int, now: int) -> list[Statement]:
    """Return the statements of `put` for the people who played a game."""
    people = [who.id for who in (history.game.black, history.game.white) if who.id]
    return [statement for player in people for statement in put(player, serial, now)]


async def list_waiting(db: Database, player: str, now: int) -> list[WaitingLesson]:
    """List the unexpired notices of a player, latest first, at most `MOST`."""
    rows = await db.fetch(
        """SELECT id, made_at, coalesce(level1, level0) AS level, entry, checked,
          CASE WHEN level1 IS NULL THEN 1 ELSE 0 END AS seat, black, winner,
          EXISTS (SELECT 1 FROM last_chances WHERE last_chances.game = lesson_notices.game) AS learned
        FROM lesson_notices JOIN games ON serial = lesson_notices.game JOIN lessons ON lessons.game = serial
        WHERE player = ? AND made_at >= ? ORDER BY made_at DESC, id LIMIT ?""",
        (player, now - KEPT_MS, MOST),
    )
    return [
        WaitingLesson(id, made_at, level, (winner == "black") == (black == seat), bool(learned), entry, checked > 0)
        for id, made_at, level, entry, checked, seat, black, winner, learned in rows
    ]


async def list_told(db: Database, serial: int) -> list[str]:
    """List the players who have a notice of a game's lesson."""
    rows = await db.fetch("SELECT player FROM lesson_notices WHERE game = ?", (serial,))
    return [row["player"] for row in rows]


async def end(db: Database, player: str, game: str) -> None:
    """Delete the notice of a game whose lesson the player has seen."""
    sql = "DELETE FROM lesson_notices WHERE player = ? AND game = (SELECT serial FROM games WHERE id = ?)"
    await db.execute((sql, (player, game)))


def join(guest: str, account: str) -> Statement:
    """Return the statement that moves a guest's notices to the account."""
    return "UPDATE lesson_notices SET player = ? WHERE player = ?", (account, guest)
