"""A worker that is a thread, for moves that are short or release the interpreter lock."""

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import TypeVar, overload

from bots.engine import Choice, OpeningAnswer, Stop
from bots.errors import BotError, PlayerCrashed
from bots.workers.player_cache import OpeningRequest, PlayerCache, Request
from bots.workers.worker import GRACE_S, NICENESS

log = logging.getLogger(__name__)

T = TypeVar("T")


class ThreadWorker:
    """One thread. All threads share their players, so any of them may serve a seat."""

    def __init__(self, seats: PlayerCache) -> None:
        self._seats = seats
        self._stop = Stop()
        self._inbox: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._ended: asyncio.Future[None]
        self._loop: asyncio.AbstractEventLoop

    async def start(self) -> None:
        """Start the thread."""
        self._loop = asyncio.get_running_loop()
        self._ended = self._loop.create_future()
        # a daemon, so a player that does not stop cannot keep the program from exiting
        threading.Thread(target=self._work, name="bot", daemon=True).start()

    @overload
    async def ask(self, request: Request) -> Choice: ...
    @overload
    async def ask(self, request: OpeningRequest) -> OpeningAnswer: ...
    async def ask(self, request: Request | OpeningRequest) -> Choice | OpeningAnswer:
        """Choose in the thread."""
        answer: asyncio.Future[Choice | OpeningAnswer] = self._loop.create_future()

        def think() -> None:
            try:
                if isinstance(request, OpeningRequest):
                    self._report(answer, self._seats.decide(request, self._stop))
                else:
                    self._report(answer, self._seats.choose(request, self._stop))
            except BotError as error:
                self._report(answer, error)
            except BaseException as error:  # if this thread ended, the answer would never come
                log.exception("a player of %s crashed", request.seating.level.engine)
                self._report(answer, PlayerCrashed(repr(error)))

        self._stop.clear()
        self._inbox.put(think)
        return await answer

    def hurry(self) -> None:
        """Set the stop flag; a player that ignores it cannot be stopped."""
        self._stop.set()

    def forget(self, seat: int) -> None:
        """Close a seat's player in the thread."""
        self._inbox.put(lambda: self._seats.forget(seat))

    async def close(self) -> None:
        """End the thread; one that does not end is left behind."""
        self._stop.set()
        self._inbox.put(None)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._ended, GRACE_S)

    def _work(self) -> None:
        if sys.platform == "linux":  # elsewhere a priority belongs to the whole process
            with suppress(OSError):
                thread = threading.get_native_id()
                os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICENESS)
        while (task := self._inbox.get()) is not None:
            task()
        self._report(self._ended, None)

    def _report(self, future: asyncio.Future[T], result: T | BotError) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(_settle, future, result)


def _settle(future: asyncio.Future[T], result: T | BotError) -> None:
    if future.done():
        return
    if isinstance(result, BotError):
        future.set_exception(result)
    else:
        future.set_result(result)
