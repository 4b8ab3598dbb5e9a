"""Whom players follow: one row each."""

from server.store.database import Database
from server.store.player_pairs import PlayerPairs

FOLLOWS = PlayerPairs("follows", most=200)


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
