"""What a bot says of its move, to those who look at its room: nothing that they could not find themselves.

A bot plays with what every game has taught it. A trap or a lost position that only games of others know is a defence
like any other then.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

from bots.engine import Choice
from server.rooms.room import Room
from server.store import chances, patterns
from server.store.store import Store

MOST_CANDIDATES = 8
_UNSAID = ("pattern", "point", "cells", "met")
"""What the reasons for a defence do not have, and those for the block of a trap do."""


def met(choice: Choice) -> list[str]:
    """The keys of the learned patterns that a choice answers."""
    found = choice.why.get("met", [])
    return found if isinstance(found, list) else []


async def told(store: Store, room: Room, choice: Choice) -> dict[str, Any] | None:
    """``why`` as the engine gives it, its best points with their scores, and what forced the move, as ``forced_by``.

    Raises StoreError.
    """
    candidates = [[point, score] for point, score in choice.candidates[:MOST_CANDIDATES]]
    more = {"candidates": candidates, "forced_by": choice.forced}
    why = {name: value for name, value in choice.why.items() if name != "met"}
    if not await _findable(store, room, why):
        why = {"kind": "defend", **{name: value for name, value in why.items() if name not in ("kind", *_UNSAID)}}
    return {**why, **{name: value for name, value in more.items() if value}} or None


async def _findable(store: Store, room: Room, why: dict[str, Any]) -> bool:
    """Whether all who may look at the room could find what a bot remembers: in a private one that is its player."""
    player = room.created.owner.id if room.created.visibility == "private" else None
    match why.get("kind"):
        case "trap":
            return await patterns.seen(store, why["pattern"], player) is not None
        case "remembered":
            rules, size, moves = room.created.rules, room.created.size, room.game.moves
            cells = await asyncio.to_thread(_position, size, tuple(moves))
            return await chances.seen(store, rules, cells, player)
        case _:
            return True


def _position(size: int, moves: Sequence[int]) -> str:
    """The cells of a position as `bots.learning.memory` writes them."""
    from bots.learning.memory import cells_after  # noqa: PLC0415 - imports numba, as the bot that remembers has done

    return cells_after(size, moves)
