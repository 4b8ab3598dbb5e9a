"""Work in turns by address: one job at a time, in a background process."""

import asyncio
from collections.abc import Callable
from typing import Any

from bots.errors import BotError
from bots.executor import Execute
from bots.workers.background_work import Function
from bots.workers.fair_queue import Asker
from server.errors import Refused, to_refusal

AtEnd = Callable[[Callable[[], None]], None]
"""Registers a function to call once a connection has its answer or is gone."""


class Turns:
    """Queue of jobs: ``run`` calls a function in a process, as `bots.executor.Executor.run` does. At most ``most``
    addresses have a job that runs or waits, one each.
    """

    def __init__(self, run: Execute, most: int) -> None:
        self._run = run
        self._most = most
        self._place = asyncio.Lock()  # the longest waiting is next
        self._addresses: set[str] = set()

    async def make(
        self,
        asker: Asker,
        patience_s: float,
        what: str,
        work: Function,
        *arguments: Any,
        at_end: AtEnd | None = None,
    ) -> Any:
        """Return ``work(*arguments)`` from the process. Raises Refused if the address already has a job, too many wait,
        or the result takes too long. ``what`` names the job in the log if it fails.

        With ``at_end`` the address is busy until its connection has ended, as the result is in memory until then.
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
                made.exception()  # perhaps nobody waits any more

        made.add_done_callback(end)
        try:
            # a client that leaves must not stop the process, in which bots decide, too
            async with asyncio.timeout_at(give_up_at):
                return await asyncio.shield(made)
        except TimeoutError:
            raise Refused(code="bots_busy") from None
        except BotError as error:
            raise to_refusal(error, what) from None
