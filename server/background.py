"""Background work: kept alive while it runs, logged when it fails, cancelled with the server."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine

from server.errors import StoreError

log = logging.getLogger("tengen")


class Background:
    """A set of background jobs."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run a coroutine in the background; its exceptions are logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._reap)
        return task

    async def close(self) -> None:
        """Cancel the running jobs."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _reap(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("in the background: %s", error, exc_info=error)


class Renewal:
    """Something in memory that is read again from the store when that may have changed.

    ``renew`` raises StoreError where it must be tried again. After each reading there is a pause of ``pause_s``.
    """

    def __init__(self, renew: Callable[[], Awaitable[None]], pause_s: float = 0.5) -> None:
        self._renew = renew
        self._pause_s = pause_s
        self._due = asyncio.Event()

    def due(self) -> None:
        """Note that it may have changed."""
        self._due.set()

    async def work(self) -> None:
        """Read it whenever it is due, until cancelled."""
        while True:
            await self._due.wait()
            self._due.clear()
            try:
                await self._renew()
            except StoreError as error:
                log.warning("what this process remembers may be old: %s", error)
                self._due.set()
            await asyncio.sleep(self._pause_s)
