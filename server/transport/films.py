"""Films of games and lines: made one at a time in a process for background work, for one address after another."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from bots.errors import BotError
from bots.workers.fair_queue import Asker
from gomoku.notation.tree import Tree
from server.errors import Refused, to_refusal
from server.files.film import film

MOST_WAITING = 16
"""Addresses whose film is made or comes next, each with one: bots in openings wait for the same process."""
PATIENCE_S = 8.0
"""So long a request waits for its film; after ten seconds its connection ends without any answer."""


class Films:
    """Films by turns: ``run`` has a function called in a process, as `bots.executor.Executor.run` does."""

    def __init__(self, run: Callable[..., Awaitable[Any]]) -> None:
        self._run = run
        self._place = asyncio.Lock()  # who has waited for longest is next
        self._addresses: set[str] = set()

    async def make(self, address: str, person: str, tree: Tree, *, numbers: bool = True) -> bytes:
        """The film of a main line; raises Refused where the address waits for one already, too many do, or it is not
        there in time."""
        if address in self._addresses or len(self._addresses) >= MOST_WAITING:
            raise Refused(code="flood")
        give_up_at = asyncio.get_running_loop().time() + PATIENCE_S
        self._addresses.add(address)
        try:
            async with asyncio.timeout_at(give_up_at):
                await self._place.acquire()
        except TimeoutError:
            self._addresses.discard(address)
            raise Refused(code="bots_busy") from None
        except BaseException:
            self._addresses.discard(address)
            raise
        asker = Asker(address, person)
        made = asyncio.ensure_future(self._run(film, tree, numbers, awaited=True, asker=asker))

        def end(made: "asyncio.Future[Any]") -> None:
            self._place.release()
            self._addresses.discard(address)
            if not made.cancelled():
                made.exception()  # nobody may be there any more to hear of it

        made.add_done_callback(end)
        try:
            # who leaves must not end the process, in which bots decide, too
            async with asyncio.timeout_at(give_up_at):
                body: bytes = await asyncio.shield(made)
        except TimeoutError:
            raise Refused(code="bots_busy") from None
        except BotError as error:
            raise to_refusal(error, f"film of {len(tree) - 1} moves") from None
        return body
