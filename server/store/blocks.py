"""Blocks between players: a block by either player keeps the two apart."""

from server.store.database import Database
from server.store.player_pairs import PlayerPairs

BLOCKS = PlayerPairs("player_blocks", most=500)


async def list_blocked(db: Database, player: str) -> list[tuple[str, str]]:
    """Return the id and name of each player that ``player`` has blocked, the latest first."""
    rows = await db.fetch(
        """SELECT players.id, name FROM player_blocks JOIN players ON players.id = other
        WHERE player = ? ORDER BY player_blocks.at DESC, players.id""",
        (player,),
    )
    return [(row["id"], row["name"]) for row in rows]


async def list_pairs(db: Database, player: str | None = None) -> list[tuple[str, str]]:
    """Return all pairs of blocker and blocked, or only the pairs that include ``player``."""
    if player is None:
        rows = await db.fetch("SELECT player, other FROM player_blocks")
    else:
        rows = await db.fetch("SELECT player, other FROM player_blocks WHERE player = ? OR other = ?", (player, player))
    return [(row["player"], row["other"]) for row in rows]
