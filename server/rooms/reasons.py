"""A bot's reasons for its move, as viewers of the room receive them: nothing that they could not find themselves.

A bot plays with what every game has taught it. A trap or a lost position that is known only from games of others is
reported as an ordinary defence; that a game has reached this position before is not reported at all.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

from bots.engine import Choice
from bots.reasons import BlockReason
from server.rooms.room import Room
from server.store.database import Database
from server.store.knowledge import lost_positions, patterns

MOST_CANDIDATES = 8
_COUNTED = ("met", "blocked")
"""Fields that are counted and not sent."""
_UNSAID = ("pattern", "point", "cells", "met")
"""Fields of the reasons for a trap's block that a plain defence lacks."""


def find_met(choice: Choice) -> list[str]:
    """Return the keys of the learned patterns that a choice answers."""
    return choice.why.met if isinstance(choice.why, BlockReason) else []


def find_blocked(choice: Choice) -> list[int]:
    """Return the cell, [dx, dy], of the first of those patterns that a choice blocks; empty if it is none of its
    blocks.
    """
    return choice.why.blocked if isinstance(choice.why, BlockReason) else []


async def tell(store: Database, room: Room, choice: Choice) -> dict[str, Any] | None:
    """Return ``why`` as the engine gives it, with its best points and scores and with ``forced_by``. Raises
    StoreError.
    """
    candidates = [[point, score] for point, score in choice.candidates[:MOST_CANDIDATES]]
    more = {"candidates": candidates, "forced_by": choice.forced}
    why = {name: value for name, value in choice.tell().items() if name not in _COUNTED}
    if why.get("kind") == "experience":  # presented as a search result; the order of candidates would reveal the book
        why["kind"], more["candidates"] = "search", []
    if not await _can_find(store, room, why):
        why = {"kind": "defend", **{name: value for name, value in why.items() if name not in ("kind", *_UNSAID)}}
    return {**why, **{name: value for name, value in more.items() if value}} or None


async def _can_find(store: Database, room: Room, why: dict[str, Any]) -> bool:
    """Return whether all who may look at the room could find what the bot remembers; in a private room, its player."""
    player = room.created.owner.id if room.created.visibility == "private" else None
    match why.get("kind"):
        case "trap":
            return await patterns.find_seen(store, why["pattern"], player) is not None
        case "remembered":
            rules, size, moves = room.created.rules, room.created.size, room.game.moves
            cells = await asyncio.to_thread(_write_cells, size, tuple(moves))
            return await lost_positions.is_seen(store, rules, cells, player)
        case _:
            return True


def _write_cells(size: int, moves: Sequence[int]) -> str:
    """Return the cells of a position in the form of `bots.learning.proofs.last_chances`."""
    from bots.learning.proofs.last_chances import cells_after  # noqa: PLC0415 - imports numba, as the bot that remembers has done

    return cells_after(size, moves)
