"""A bot's reasons for its move, as viewers of the room receive them: nothing that they could not find themselves.

A bot plays with what every game has taught it. A lost position that is known only from games of others is reported as
an ordinary defence; that a game has reached this position before is not reported at all. The moves that the bot
avoids are told with the move that it plays, never before.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

from bots.engine import Choice
from server.rooms.room import Room
from server.store.database import Database
from server.store.knowledge import lost_positions

MOST_CANDIDATES = 8


async def tell(store: Database, room: Room, choice: Choice) -> dict[str, Any] | None:
    """Return ``why`` as the engine gives it, with its best points and scores and with ``forced_by``. Raises
    StoreError.
    """
    candidates = [[point, score] for point, score in choice.candidates[:MOST_CANDIDATES]]
    more = {"candidates": candidates, "forced_by": choice.forced}
    why = choice.tell()
    if why.get("kind") == "experience":  # presented as a search result; the order of candidates would reveal the book
        more["candidates"] = []
        losses = await _list_losses(store, room, choice.point)
        why = {**why, "kind": "remembered", **losses} if losses else {**why, "kind": "search"}
    elif why.get("kind") == "remembered":
        losses = await _list_losses(store, room, choice.point)
        why = {**why, "kind": "defend"} if losses is None else {**why, **losses}
    return {**why, **{name: value for name, value in more.items() if value}} or None


async def _list_losses(store: Database, room: Room, played: int) -> dict[str, Any] | None:
    """Return the other moves that have ``lost`` here, and the latest ``game`` of these; None if nobody has lost here.

    Only games count that all who may look at the room could find; in a private room, its player.
    """
    player = room.created.owner.id if room.created.visibility == "private" else None
    rules, size, moves = room.created.rules, room.created.size, room.game.moves
    cells = await asyncio.to_thread(_write_cells, size, tuple(moves))
    seen = await lost_positions.list_seen(store, rules, cells, player)
    if not seen:
        return None
    points = await asyncio.to_thread(_list_points, size, tuple(moves), [loss.point for loss in seen])
    lost = {point: loss.game for point, loss in zip(points, seen, strict=True) if point != played}
    return {"lost": list(lost), "game": next(iter(lost.values()))} if lost else {}


def _write_cells(size: int, moves: Sequence[int]) -> str:
    """Return the cells of a position in the form of `bots.learning.proofs.last_chances`."""
    from bots.learning.proofs.last_chances import cells_after  # noqa: PLC0415 - imports numba, as the bot that remembers has done

    return cells_after(size, moves)


def _list_points(size: int, moves: Sequence[int], stored: Sequence[int]) -> list[int]:
    """Return the points of the board for points of the stored cells."""
    from bots.learning.proofs.last_chances import list_points  # noqa: PLC0415 - as above

    return list_points(size, moves, stored)
