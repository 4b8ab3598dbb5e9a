"""Films of games and lines: made one at a time in a process for background work, for one address after another."""

from collections.abc import Awaitable, Callable
from typing import Any

from bots.workers.fair_queue import Asker
from gomoku.notation.tree import Tree
from server.files.film import film
from server.transport.turns import Turns

MOST_WAITING = 16
"""Addresses whose film is made or comes next, each with one: bots in openings wait for the same process."""
PATIENCE_S = 8.0
"""So long a request waits for its film; after ten seconds its connection ends without any answer."""


class Films:
    """Films by turns: ``run`` has a function called in a process, as `bots.executor.Executor.run` does."""

    def __init__(self, run: Callable[..., Awaitable[Any]]) -> None:
        self._turns = Turns(run, MOST_WAITING)

    async def make(self, address: str, person: str, tree: Tree, *, numbers: bool = True) -> bytes:
        """The film of a main line; raises Refused where the address waits for one already, too many do, or it is not
        there in time."""
        asker, what = Asker(address, person), f"film of {len(tree) - 1} moves"
        body: bytes = await self._turns.make(asker, PATIENCE_S, what, film, tree, numbers)
        return body
