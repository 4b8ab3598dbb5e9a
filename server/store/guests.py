"""Guests who have nothing to come back for, and their removal in batches."""

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from server.store.store import Store

BATCH = 25
"""Players of one transaction: a move that waits for it waits a few milliseconds."""

_KEPT = "plies > 0 AND reason <> 'aborted'"
_UNLISTED = "(plies = 0 OR reason = 'aborted') AND (ended_at IS NULL OR plies > 0 OR imported IS NOT NULL)"

_NOTHING = f"""seen_at < ? AND banned_at IS NULL AND deleted_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM games WHERE player0 = players.id AND {_KEPT})
  AND NOT EXISTS (SELECT 1 FROM games WHERE player1 = players.id AND {_KEPT})
  AND NOT EXISTS (SELECT 1 FROM games WHERE player0 = players.id AND {_UNLISTED})
  AND NOT EXISTS (SELECT 1 FROM games WHERE player1 = players.id AND {_UNLISTED})
  AND NOT EXISTS (SELECT 1 FROM games WHERE owner = players.id AND (ended_at IS NULL OR plies > 0))
  AND NOT EXISTS (SELECT 1 FROM attempts WHERE player = players.id)"""
"""Has no stone on any board, no open room, no file, no puzzle tried; and is not banned: it would be let in again."""


class Place(msgspec.Struct, frozen=True):
    """How far a sweep has come: the players are gone through by their last visit."""

    seen_at: int = -1
    row: int = -1


async def forgettable(store: "Store", before: int, after: Place) -> tuple[list[str], Place | None]:
    """Of the next `BATCH` players not seen since ``before``, the ids of those who have nothing; where to go on."""
    walked = await store.fetch(
        f"""SELECT rowid, seen_at FROM players INDEXED BY players_by_visit
        WHERE seen_at < ? AND (seen_at, rowid) > (?, ?) ORDER BY seen_at, rowid LIMIT {BATCH}""",
        (before, after.seen_at, after.row),
    )
    if not walked:
        return [], None
    rows = msgspec.json.encode([row["rowid"] for row in walked]).decode()
    sql = f"SELECT id FROM players WHERE rowid IN (SELECT value FROM json_each(?)) AND {_NOTHING}"
    found = await store.fetch(sql, (rows, before))
    return [row["id"] for row in found], Place(walked[-1]["seen_at"], walked[-1]["rowid"])


async def forget(store: "Store", ids: list[str], before: int) -> int:
    """Remove those of the players who still have nothing, with their tokens and codes; how many they were."""
    sql = f"DELETE FROM players WHERE id IN (SELECT value FROM json_each(?)) AND {_NOTHING}"
    (removed,) = await store.execute((sql, (msgspec.json.encode(ids).decode(), before)))
    return removed


async def here(store: "Store", ids: list[str], now: int, older: int) -> None:
    """Note that these players are here, whose last visit was noted before ``older``: they may stay for weeks."""
    for start in range(0, len(ids), 500):
        part = msgspec.json.encode(ids[start : start + 500]).decode()
        sql = "UPDATE players SET seen_at = ? WHERE id IN (SELECT value FROM json_each(?)) AND seen_at < ?"
        await store.execute((sql, (now, part, older)))
