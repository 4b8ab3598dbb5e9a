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


async def list_followed(db: Database, player: str) -> list[tuple[str, str, bool]]:
    """Whom a player follows, by id, name, and whether that one is told to nobody as here; in the order of the names."""
    rows = await db.fetch(
        """SELECT players.id, name, hidden FROM follows JOIN players ON players.id = other
        WHERE player = ? ORDER BY name_key, players.id""",
        (player,),
    )
    return [(row["id"], row["name"], bool(row["hidden"])) for row in rows]


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
