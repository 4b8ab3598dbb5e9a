"""Follows between players: one row per follower and followed player."""

from server.store.database import Database
from server.store.player_pairs import PlayerPairs

FOLLOWS = PlayerPairs("follows", most=200)


async def list_followed(db: Database, player: str) -> list[tuple[str, str]]:
    """Return the id and name of each player that ``player`` follows, by name."""
    rows = await db.fetch(
        """SELECT players.id, name FROM follows JOIN players ON players.id = other
        WHERE player = ? ORDER BY name_key, players.id""",
        (player,),
    )
    return [(row["id"], row["name"]) for row in rows]


async def list_hidden(db: Database) -> set[str]:
    """Return the ids of players who hide their presence from everybody."""
    return {row["id"] for row in await db.fetch("SELECT id FROM players WHERE hidden = 1")}


async def set_hidden(db: Database, player: str, hidden: bool) -> None:
    """Set whether a player hides their presence from everybody."""
    await db.execute(("UPDATE players SET hidden = ? WHERE id = ?", (int(hidden), player)))
