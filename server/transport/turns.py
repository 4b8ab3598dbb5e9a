"""Work that addresses take turns at: one piece at a time, in a process for background work."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from bots.errors import BotError
from bots.workers.fair_queue import Asker
from server.errors import Refused, to_refusal

AtEnd = Callable[[Callable[[], None]], None]
"""Has a function called once a connection has its answer, or is gone."""


class Turns:
    """``run`` has a function called in a process, as `bots.executor.Executor.run` does. At most ``most`` addresses have
    work that is made or comes next, each one piece of it."""

    def __init__(self, run: Callable[..., Awaitable[Any]], most: int) -> None:
        self._run = run
        self._most = most
        self._place = asyncio.Lock()  # who has waited for longest is next
        self._addresses: set[str] = set()

    async def make(
        self,
        asker: Asker,
        patience_s: float,
        what: str,
        work: Callable[..., Any],
        *arguments: Any,
        at_end: AtEnd | None = None,
    ) -> Any:
        """What ``work`` makes of ``arguments``; raises Refused where the address has work in hand already, too many
        have, or it is not there in time. ``what`` it is stands in the log where it fails.

        With ``at_end`` the address has it in hand until its connection has ended: what is made is in memory as long.
        """
        address = asker.address
        if address in self._addresses or len(self._addresses) >= self._most:
            raise Refused(code="flood")
        give_up_at = asyncio.get_running_loop().time() + patience_s
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
        if at_end is not None:
            at_end(lambda: self._addresses.discard(address))
        made = asyncio.ensure_future(self._run(work, *arguments, awaited=True, asker=asker))

        def end(made: "asyncio.Future[Any]") -> None:
            self._place.release()
            if at_end is None:
                self._addresses.discard(address)
            if not made.cancelled():
                made.exception()  # nobody may be there any more to hear of it

        made.add_done_callback(end)
        try:
            # who leaves must not end the process, in which bots decide, too
            async with asyncio.timeout_at(give_up_at):
                return await asyncio.shield(made)
        except TimeoutError:
            raise Refused(code="bots_busy") from None
        except BotError as error:
            raise to_refusal(error, what) from None
