"""Leaving: the rated games of who is deleted are lost, also those that begin at that very moment."""

from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress

from server.store.sql import Conflict

TRIES = 10
"""Nobody begins a game in so many gaps of some milliseconds."""


async def delete_leaving(
    give_up: Callable[[], Awaitable[Collection[str]]], delete: Callable[[Collection[str]], Awaitable[None]]
) -> None:
    """Have ``give_up`` end the rated games of a player, but for some that nobody can end, whose ids it returns; then
    ``delete`` the player, who plays none besides these, else it raises Conflict.

    What raises StoreError, a Conflict in the end, leaves the player there, and may be tried again.
    """
    for _ in range(TRIES - 1):
        with suppress(Conflict):  # a game has begun in between
            await delete(await give_up())
            return
    await delete(await give_up())
