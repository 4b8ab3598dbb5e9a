"""Rows that nobody needs: inactive guests without stored data, and games aborted before anything was played.

Nobody lists such games, and each takes two kilobytes for ever.
"""

from dataclasses import dataclass, field

import msgspec

from server.store.database import Database
from server.store.sql import json_values

BATCH = 25
"""Players per transaction. It delays a waiting move by a few milliseconds."""

_KEPT = "plies > 0 AND reason <> 'aborted'"
_UNLISTED = "(plies = 0 OR reason = 'aborted') AND (ended_at IS NULL OR plies > 0 OR imported IS NOT NULL)"

_NO_GAMES = f"""seen_at < ? AND banned_at IS NULL AND deleted_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM games WHERE player0 = players.id AND {_KEPT})
  AND NOT EXISTS (SELECT 1 FROM games WHERE player1 = players.id AND {_KEPT})
  AND NOT EXISTS (SELECT 1 FROM games WHERE player0 = players.id AND {_UNLISTED})
  AND NOT EXISTS (SELECT 1 FROM games WHERE player1 = players.id AND {_UNLISTED})
  AND NOT EXISTS (SELECT 1 FROM games WHERE owner = players.id AND (ended_at IS NULL OR plies > 0))
  AND NOT EXISTS (SELECT 1 FROM attempts WHERE player = players.id)
  AND NOT EXISTS (SELECT 1 FROM accounts WHERE player = players.id)
  AND NOT EXISTS (SELECT 1 FROM sanctions WHERE player = players.id AND lifted_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM reports WHERE about = players.id AND state = 'open')"""
"""Players without an account, game with a stone, open room, imported file or puzzle attempt, last seen before ``?``.

A player under a ban, a sanction or an open report is kept, because otherwise they could return as a new guest.
"""
_NOTHING = f"{_NO_GAMES} AND NOT EXISTS (SELECT 1 FROM trees WHERE owner = players.id)"


class SweepCursor(msgspec.Struct, frozen=True):
    """Position of a sweep, which visits players in the order of their last visit."""

    seen_at: int = -1
    id: str = ""


async def list_forgettable(db: Database, before: int, after: SweepCursor) -> tuple[list[str], SweepCursor | None]:
    """Check the next `BATCH` players last seen before ``before`` (ms); list the removable ones and the next cursor.

    A removable player may still own trees, which the caller deletes first. The cursor is None at the end.
    """
    walked = await db.fetch(
        f"""SELECT id, seen_at FROM players
        WHERE seen_at < ? AND (seen_at, id) > (?, ?) ORDER BY seen_at, id LIMIT {BATCH}""",
        (before, after.seen_at, after.id),
    )
    if not walked:
        return [], None
    ids = msgspec.json.encode([row["id"] for row in walked]).decode()
    found = await db.fetch(f"SELECT id FROM players WHERE id IN {json_values('?')} AND {_NO_GAMES}", (ids, before))
    return [row["id"] for row in found], SweepCursor(walked[-1]["seen_at"], walked[-1]["id"])


async def forget(db: Database, ids: list[str], before: int) -> int:
    """Delete the given players who still have no data, with their tokens and codes; return how many were deleted."""
    sql = f"DELETE FROM players WHERE id IN {json_values('?')} AND {_NOTHING}"
    (removed,) = await db.execute((sql, (msgspec.json.encode(ids).decode(), before)))
    return removed


async def note_here(db: Database, ids: list[str], now: int, older: int) -> None:
    """Set the last visit of connected players to ``now`` if it is older than ``older``: they may stay for weeks."""
    for start in range(0, len(ids), 500):
        part = msgspec.json.encode(ids[start : start + 500]).decode()
        sql = f"UPDATE players SET seen_at = ? WHERE id IN {json_values('?')} AND seen_at < ?"
        await db.execute((sql, (now, part, older)))


PAGE = 1_000
"""Game numbers scanned per query; the store answers no other query meanwhile."""
LEAST_MOVES = 2

_EMPTY = f"reason = 'aborted' AND plies - start < {LEAST_MOVES} AND ended_at < :before AND imported IS NULL"


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


async def list_aborted(db: Database, before: int, walk: Walk) -> list[str]:
    """Scan the next `PAGE` game numbers and return the ids of games that can be deleted.

    These were aborted, ended before ``before``, have fewer than `LEAST_MOVES` moves of their own, were not imported,
    and no kept game continues them.
    """
    sql = f"""SELECT id, from_game, {_EMPTY} AS empty FROM games WHERE serial BETWEEN :first AND :last
      AND (from_game IS NOT NULL OR {_EMPTY}) ORDER BY serial DESC"""
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
