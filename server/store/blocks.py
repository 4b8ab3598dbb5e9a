"""Blocks: whom a player does not want to meet. Neither of the two meets the other then."""

from server.store.database import Database
from server.store.sql import Statement

MOST = 500
"""Of one player: more are no list of people, but an attempt to fill the store."""


async def block(db: Database, player: str, other: str, now: int) -> bool:
    """Keep it; False where the player has blocked as many as one may. Conflict where there is no such player."""
    (changed,) = await db.execute(
        (
            """INSERT INTO player_blocks (player, other, at) SELECT ?, ?, ?
            WHERE (SELECT count(*) FROM player_blocks WHERE player = ?) < ? OR EXISTS (
              SELECT 1 FROM player_blocks WHERE player = ? AND other = ?)
            ON CONFLICT (player, other) DO UPDATE SET at = player_blocks.at""",
            (player, other, now, player, MOST, player, other),
        )
    )
    return changed == 1


async def unblock(db: Database, player: str, other: str) -> None:
    """Forget it."""
    await db.execute(("DELETE FROM player_blocks WHERE player = ? AND other = ?", (player, other)))


async def list_blocked(db: Database, player: str) -> list[tuple[str, str]]:
    """Whom a player has blocked, by id and name, the last first."""
    rows = await db.fetch(
        """SELECT players.id, name FROM player_blocks JOIN players ON players.id = other
        WHERE player = ? ORDER BY player_blocks.at DESC, players.id""",
        (player,),
    )
    return [(row["id"], row["name"]) for row in rows]


async def list_pairs(db: Database, player: str | None = None) -> list[tuple[str, str]]:
    """Who has blocked whom: all of them, or those with ``player`` on either side."""
    if player is None:
        rows = await db.fetch("SELECT player, other FROM player_blocks")
    else:
        rows = await db.fetch("SELECT player, other FROM player_blocks WHERE player = ? OR other = ?", (player, player))
    return [(row["player"], row["other"]) for row in rows]


def list_join_changes(guest: str, account: str) -> list[Statement]:
    """What makes a guest's blocks the account's; nobody blocks himself."""
    return [
        (
            """INSERT INTO player_blocks (player, other, at) SELECT ?, other, at FROM player_blocks AS theirs
            WHERE theirs.player = ? AND theirs.other <> ? ON CONFLICT (player, other) DO NOTHING""",
            (account, guest, account),
        ),
        (
            """INSERT INTO player_blocks (player, other, at) SELECT player, ?, at FROM player_blocks AS theirs
            WHERE theirs.other = ? AND theirs.player <> ? ON CONFLICT (player, other) DO NOTHING""",
            (account, guest, account),
        ),
        ("DELETE FROM player_blocks WHERE player = ? OR other = ?", (guest, guest)),
    ]
