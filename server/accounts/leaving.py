"""Deletion of players: their rated games are lost, including those that begin at the same moment."""

from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress

from server.store.sql import Conflict

TRIES = 10
"""Attempts; no player begins a game in this many gaps of some milliseconds."""


async def delete_leaving(
    give_up: Callable[[], Awaitable[Collection[str]]], delete: Callable[[Collection[str]], Awaitable[None]]
) -> None:
    """Call ``give_up``, which ends a player's rated games and returns the ids of those that nobody can end, then
    ``delete``, which removes the player, or raises Conflict if they play other rated games.

    On StoreError, or Conflict in the end, the player stays, and the call may be repeated.
    """
    for _ in range(TRIES - 1):
        with suppress(Conflict):  # a game began in between
            await delete(await give_up())
            return
    await delete(await give_up())
