"""Reasons of a bot for its move, as those hear them who look at its room: nothing that they could not find themselves.

A bot plays with what every game has taught it. A trap or a lost position that only games of others know is a defence
like any other then, and that some game has been here before is not said at all.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

from bots.engine import Choice
from server.rooms.room import Room
from server.store import lost_positions, patterns
from server.store.database import Database

MOST_CANDIDATES = 8
_COUNTED = ("met", "blocked")
"""What is counted, and not told."""
_UNSAID = ("pattern", "point", "cells", "met")
"""What the reasons for a defence do not have, and those for the block of a trap do."""


def find_met(choice: Choice) -> list[str]:
    """The keys of the learned patterns that a choice answers."""
    found = choice.why.get("met", [])
    return found if isinstance(found, list) else []


def find_blocked(choice: Choice) -> list[int]:
    """The cell, [dx, dy], of the first of those patterns that a choice blocks; empty where it is none of its blocks."""
    found = choice.why.get("blocked", [])
    return found if isinstance(found, list) else []


async def tell(store: Database, room: Room, choice: Choice) -> dict[str, Any] | None:
    """``why`` as the engine gives it, its best points with their scores, and what forced the move, as ``forced_by``.

    Raises StoreError.
    """
    candidates = [[point, score] for point, score in choice.candidates[:MOST_CANDIDATES]]
    more = {"candidates": candidates, "forced_by": choice.forced}
    why = {name: value for name, value in choice.why.items() if name not in _COUNTED}
    if why.get("kind") == "experience":  # as if the search had thought of it; in what order it did would tell
        why["kind"], more["candidates"] = "search", []
    if not await _can_find(store, room, why):
        why = {"kind": "defend", **{name: value for name, value in why.items() if name not in ("kind", *_UNSAID)}}
    return {**why, **{name: value for name, value in more.items() if value}} or None


async def _can_find(store: Database, room: Room, why: dict[str, Any]) -> bool:
    """Whether all who may look at the room could find what a bot remembers: in a private one that is its player."""
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
    """The cells of a position as `bots.learning.proofs.last_chances` writes them."""
    from bots.learning.proofs.last_chances import cells_after  # noqa: PLC0415 - imports numba, as the bot that remembers has done

    return cells_after(size, moves)
