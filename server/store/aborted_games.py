"""Finds games aborted before anything was played: nobody lists them, and each takes two kilobytes for ever."""

from dataclasses import dataclass, field

from server.store.database import Database

PAGE = 1_000
"""Game numbers scanned per query; the store answers no other query meanwhile."""
LEAST_MOVES = 2

_NOTHING = f"reason = 'aborted' AND plies - start < {LEAST_MOVES} AND ended_at < :before AND imported IS NULL"


@dataclass(slots=True)
class Walk:
    """A scan from the newest game to the oldest: it meets a game's continuations before the game itself."""

    at: int
    """The number of the last game scanned."""
    sources: set[str] = field(default_factory=set)
    """Ids of games that other games continue; these are kept."""

    @property
    def over(self) -> bool:
        """Whether the scan has passed all games."""
        return self.at <= 1


async def begin_walk(db: Database) -> Walk:
    """Start a scan at the newest game."""
    (row,) = await db.fetch("SELECT coalesce(max(serial), 0) AS last FROM games")
    return Walk(row["last"] + 1)


async def list_forgettable(db: Database, before: int, walk: Walk) -> list[str]:
    """Scan the next `PAGE` game numbers and return the ids of games that can be deleted.

    These were aborted, ended before ``before``, have fewer than `LEAST_MOVES` moves of their own, were not imported,
    and no kept game continues them.
    """
    sql = f"""SELECT id, from_game, {_NOTHING} AS empty FROM games WHERE serial BETWEEN :first AND :last
      AND (from_game IS NOT NULL OR {_NOTHING}) ORDER BY serial DESC"""
    first = walk.at - PAGE
    rows = await db.fetch(sql, {"first": first, "last": walk.at - 1, "before": before})
    walk.at = first
    found = []
    for row in rows:
        known = row["id"] in walk.sources
        walk.sources.discard(row["id"])
        if row["empty"] and not known:
            found.append(row["id"])
        elif row["from_game"] is not None:
            walk.sources.add(row["from_game"])
    return found
