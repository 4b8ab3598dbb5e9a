"""Tables of player pairs, one row per pair: blocks and follows."""

from typing import Literal, NamedTuple

from server.protocol.values import Who
from server.store.changes import Watched
from server.store.database import Database
from server.store.people import players
from server.store.sql import Statement, demand, read_all


class PlayerPairs(NamedTuple):
    """A table with the columns player, other and at; the first two are its key."""

    table: Literal["player_blocks", "follows"]
    most: int
    """Limit of rows per player, so that nobody fills the store."""

    async def add(self, db: Database, player: str, other: str, now: int) -> bool:
        """Insert a pair; False if the player has `most` pairs already. Conflict if either player is not there."""
        _, _, changed = await db.execute(
            players.demand_there(player),
            players.demand_there(other),
            (
                f"""INSERT INTO {self.table} (player, other, at) SELECT ?, ?, ?
                WHERE (SELECT count(*) FROM {self.table} WHERE player = ?) < ? OR EXISTS (
                  SELECT 1 FROM {self.table} WHERE player = ? AND other = ?)
                ON CONFLICT (player, other) DO UPDATE SET at = {self.table}.at""",
                (player, other, now, player, self.most, player, other),
            ),
        )
        return changed == 1

    async def remove(self, db: Database, player: str, other: str) -> None:
        """Delete a pair."""
        await db.execute((f"DELETE FROM {self.table} WHERE player = ? AND other = ?", (player, other)))

    def list_join_changes(self, guest: str, account: str) -> list[Statement]:
        """Return the statements that move a guest's pairs, on either side, to the account.

        A pair of the account with itself is dropped.
        """
        return [
            (
                f"""INSERT INTO {self.table} (player, other, at) SELECT ?, other, at FROM {self.table} AS theirs
                WHERE theirs.player = ? AND theirs.other <> ? ON CONFLICT (player, other) DO NOTHING""",
                (account, guest, account),
            ),
            (
                f"""INSERT INTO {self.table} (player, other, at) SELECT player, ?, at FROM {self.table} AS theirs
                WHERE theirs.other = ? AND theirs.player <> ? ON CONFLICT (player, other) DO NOTHING""",
                (account, guest, account),
            ),
            (f"DELETE FROM {self.table} WHERE player = ? OR other = ?", (guest, guest)),
        ]


BLOCKS = PlayerPairs("player_blocks", most=500)


async def list_blocked(db: Database, player: str) -> list[Who]:
    """Return the players that ``player`` has blocked, the latest first."""
    rows = await db.fetch(
        """SELECT players.id, name FROM player_blocks JOIN players ON players.id = other
        WHERE player = ? ORDER BY player_blocks.at DESC, players.id""",
        (player,),
    )
    return read_all(Who, rows)


async def list_pairs(db: Database, player: str | None = None) -> list[tuple[str, str]]:
    """Return all pairs of blocker and blocked, or only the pairs that include ``player``."""
    if player is None:
        rows = await db.fetch("SELECT player, other FROM player_blocks")
    else:
        rows = await db.fetch("SELECT player, other FROM player_blocks WHERE player = ? OR other = ?", (player, player))
    return [(row["player"], row["other"]) for row in rows]


_APART = """SELECT 1 WHERE NOT EXISTS (
  SELECT 1 FROM player_blocks WHERE (player = ? AND other = ?) OR (player = ? AND other = ?))"""


def demand_no_block(player: str, other: str) -> Statement:
    """Return a statement that fails if one of two players has blocked the other, perhaps in another process."""
    return demand((_APART, (player, other, other, player)))


async def is_blocked(db: Database, player: str, other: str) -> bool:
    """Return whether one of two players has blocked the other."""
    return not await db.fetch(_APART, (player, other, other, player))


FOLLOWS = PlayerPairs("follows", most=200)


async def list_followed(db: Database, player: str) -> list[Who]:
    """Return the players that ``player`` follows, by name."""
    rows = await db.fetch(
        """SELECT players.id, name FROM follows JOIN players ON players.id = other
        WHERE player = ? ORDER BY name_key, players.id""",
        (player,),
    )
    return read_all(Who, rows)


HIDDEN = Watched(
    "players",
    frozenset({"name", "name_key", "seen_at", "named", "banned_at", "ban_reason", "banned_until", "banned_for"}),
    inserts=False,
)
"""Changes of who hides their presence."""
BLOCKED = Watched("player_blocks")
"""Changes of blocks."""


async def list_hidden(db: Database) -> set[str]:
    """Return the ids of players who hide their presence from everybody."""
    return {row["id"] for row in await db.fetch("SELECT id FROM players WHERE hidden = 1")}


async def set_hidden(db: Database, player: str, hidden: bool) -> None:
    """Set whether a player hides their presence from everybody. Raises Conflict if they are not there."""
    await db.execute(
        players.demand_there(player), ("UPDATE players SET hidden = ? WHERE id = ?", (int(hidden), player))
    )
