"""Games that were aborted before anything was played: nobody lists them, and each takes two kilobytes for ever."""

from dataclasses import dataclass, field

from server.store.database import Database

PAGE = 1_000
"""Numbers of games that are gone through at once; the store answers nobody else meanwhile."""
LEAST_MOVES = 2

_NOTHING = f"reason = 'aborted' AND plies - start < {LEAST_MOVES} AND ended_at < :before AND imported IS NULL"


@dataclass(slots=True)
class Walk:
    """From the newest game to the oldest, so that whatever goes on from a game comes before it."""

    at: int
    """The number of the last game that has been gone through."""
    sources: set[str] = field(default_factory=set)
    """The games that others were begun from, which stay."""

    @property
    def over(self) -> bool:
        """Whether all have been gone through."""
        return self.at <= 1


async def begin_walk(db: Database) -> Walk:
    """Before the newest game that there is."""
    (row,) = await db.fetch("SELECT coalesce(max(serial), 0) AS last FROM games")
    return Walk(row["last"] + 1)


async def list_forgettable(db: Database, before: int, walk: Walk) -> list[str]:
    """Of the next `PAGE` games the ids of those that ended ``before``, were aborted, and hold next to nothing."""
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
