"""Whom players follow: one row each."""

from server.store.database import Database
from server.store.sql import Statement

MOST = 200
"""Of one player."""


async def follow(db: Database, player: str, other: str, now: int) -> bool:
    """Keep it; False where the player follows as many as one may. Conflict where there is no such player."""
    (changed,) = await db.execute(
        (
            """INSERT INTO follows (player, other, at) SELECT ?, ?, ?
            WHERE (SELECT count(*) FROM follows WHERE player = ?) < ? OR EXISTS (
              SELECT 1 FROM follows WHERE player = ? AND other = ?)
            ON CONFLICT (player, other) DO UPDATE SET at = follows.at""",
            (player, other, now, player, MOST, player, other),
        )
    )
    return changed == 1


async def unfollow(db: Database, player: str, other: str) -> None:
    """Forget it."""
    await db.execute(("DELETE FROM follows WHERE player = ? AND other = ?", (player, other)))


async def list_followed(db: Database, player: str) -> list[tuple[str, str]]:
    """Whom a player follows, by id and name, in the order of the names."""
    rows = await db.fetch(
        """SELECT players.id, name FROM follows JOIN players ON players.id = other
        WHERE player = ? ORDER BY name_key, players.id""",
        (player,),
    )
    return [(row["id"], row["name"]) for row in rows]


async def list_hidden(db: Database) -> set[str]:
    """Who is told to nobody as here."""
    return {row["id"] for row in await db.fetch("SELECT id FROM players WHERE hidden = 1")}


async def set_hidden(db: Database, player: str, hidden: bool) -> None:
    """Whether a player is told to nobody as here."""
    await db.execute(("UPDATE players SET hidden = ? WHERE id = ?", (int(hidden), player)))


def list_join_changes(guest: str, account: str) -> list[Statement]:
    """What makes whom a guest follows, and who follows the guest, the account's; nobody follows himself."""
    return [
        (
            """INSERT INTO follows (player, other, at) SELECT ?, other, at FROM follows AS theirs
            WHERE theirs.player = ? AND theirs.other <> ? ON CONFLICT (player, other) DO NOTHING""",
            (account, guest, account),
        ),
        (
            """INSERT INTO follows (player, other, at) SELECT player, ?, at FROM follows AS theirs
            WHERE theirs.other = ? AND theirs.player <> ? ON CONFLICT (player, other) DO NOTHING""",
            (account, guest, account),
        ),
        ("DELETE FROM follows WHERE player = ? OR other = ?", (guest, guest)),
    ]
