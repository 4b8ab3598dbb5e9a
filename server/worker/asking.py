"""A server's side of the conversation with workers: asks until there is a result, whatever becomes of workers and bus.

A request is taken by a worker or asked again. While a worker holds it, signs of life come; after `SILENT_S` without
one, or when they no longer name the request, it is asked again, with the same id: a worker that has it goes on, one
that has finished it sends the result again.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bots.errors import Stopped, WorkCrashed
from bots.workers.background_work import Progress
from server.bus.bus import Bus, NoAnswer
from server.worker.crew import Crew
from server.worker.messages import (
    SIGN_S,
    SILENT_S,
    Ahead,
    Ask,
    AtWork,
    Done,
    Failed,
    GivenBack,
    Leaving,
    Progressed,
    StillWanted,
    Taken,
    Unwanted,
    own_subject,
    to_server,
    to_worker,
)
from server.worker.parcels import Parcels
from server.worker.sealing import BadSeal, Sealer

log = logging.getLogger("tengen.worker")

TAKE_S = 0.6
"""Longest wait for a worker to take a request."""
AGAIN_S = 0.25
"""Wait before a request is asked again that nobody took, unless a worker comes."""
MOST_LOST = 3
"""Most workers that may be lost over a request; it may be the cause."""


@dataclass(slots=True, eq=False)
class AskedWork:
    """A request until it has a result."""

    id: str
    told: Progress[int | None]
    heard: Progress[Any]
    result: asyncio.Future[Done]
    lost: bool = False
    turn: "asyncio.Future[None] | None" = None
    worker: str | None = None
    seen: float = 0.0
    missed: int = 0
    tried: bool = False
    excused: bool = False
    """Whether the worker is not to blame for what is lost."""

    def lose(self) -> None:
        """Have it asked again."""
        self.lost = True
        self.wake()

    def wake(self) -> None:
        """Wake the one who waits for it."""
        if self.turn is not None and not self.turn.done():
            self.turn.set_result(None)

    ahead: int | None = None


class WorkRequests:
    """Asks workers on the bus for results."""

    def __init__(self, bus: Bus, sealer: Sealer, crew: Crew) -> None:
        self._bus = bus
        self._sealer = sealer
        self._crew = crew
        self._asked: dict[str, AskedWork] = {}
        self._parcels = Parcels()
        self._ticking: asyncio.Task[None] | None = None
        self._closed = False

    async def start(self) -> None:
        """Listen to the answers of workers."""
        await self._bus.subscribe(to_server(self._bus.name), self._hear)
        self._bus.on_return(self._look_again)
        self._ticking = asyncio.get_running_loop().create_task(self._tick(), name="signs of life")

    async def close(self) -> None:
        """Fail everything with Stopped, and tell the workers."""
        self._closed = True
        for asked in list(self._asked.values()):
            if not asked.result.done():
                asked.result.set_exception(Stopped("the executor is closed"))
            asked.lose()
        if self._ticking is not None:
            self._ticking.cancel()
            await asyncio.gather(self._ticking, return_exceptions=True)
        self._crew.wake()

    @property
    def waiting(self) -> int:
        """The number of requests that no worker holds."""
        return sum(asked.worker is None for asked in self._asked.values())

    async def ask(
        self,
        subject: str,
        make: Callable[[str], Ask],
        home: str | None,
        told: Progress[int | None] = lambda _: None,
        heard: Progress[Any] = lambda _: None,
    ) -> tuple[Done, str | None]:
        """Return the result of a request, and the worker it came from.

        ``make(id)`` makes the request each time it is asked. ``told`` gets places in the queue, ``heard`` reports of
        progress, which may begin anew. Cancelling stops the work. Raises BotError as the work does, WorkCrashed if
        several workers were lost over it, Stopped.
        """
        if self._closed:
            raise Stopped("the executor is closed")
        id = secrets.token_hex(8)
        result: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        asked = self._asked[id] = AskedWork(id, told, heard, result)
        lost = 0
        try:
            while not result.done():
                worker = await self._give(asked, subject, make, home)
                if worker is None:
                    continue
                lost += home is not None and asked.tried and worker != home and not asked.excused
                if lost == MOST_LOST:
                    self.note(worker, Unwanted(self._bus.name, id))
                    self._crew.holding[worker] -= 1
                    asked.worker = None
                    raise WorkCrashed(f"{MOST_LOST} workers were lost over it")
                home, asked.tried, asked.excused = worker, True, False
                if not result.done():
                    await self._await(asked)
                self._crew.holding[worker] -= 1
            return result.result(), asked.worker
        except asyncio.CancelledError:
            if asked.worker is not None:
                self._crew.holding[asked.worker] -= 1
                self.note(asked.worker, Unwanted(self._bus.name, id))
            raise
        finally:
            del self._asked[id]
            self._tell(asked, None)
            if result.done() and not result.cancelled():
                result.exception()

    async def _give(self, asked: AskedWork, subject: str, make: Callable[[str], Ask], home: str | None) -> str | None:
        """Ask once; return the worker that has taken it, or None after a wait."""
        worker = self._crew.choose(subject, home)
        target = subject if worker is None else own_subject(worker)
        if worker is not None:
            self._crew.holding[worker] += 1  # so that those who ask at the same time ask others
        taken: object = None
        try:
            sealed = self._sealer.seal("ask", make(asked.id))
            taken = self._sealer.unseal("taken", await self._bus.request(target, sealed, TAKE_S))
        except NoAnswer as error:
            log.debug("%s", error)
        except BadSeal as error:
            log.warning("%s", error)
        except asyncio.CancelledError:
            if worker is not None:  # it may have taken the request
                self.note(worker, Unwanted(self._bus.name, asked.id))
            raise
        finally:
            if worker is not None:
                self._crew.holding[worker] -= 1
        if isinstance(taken, Taken):
            asked.lost = False
            asked.worker, asked.missed, asked.seen = taken.worker, 0, asyncio.get_running_loop().time()
            self._crew.holding[taken.worker] += 1
            return taken.worker
        if worker is not None:
            self._crew.suspect(worker)
        if not asked.result.done() and (worker is None or self._crew.choose(subject, home) is None):
            await self._crew.wait_change(AGAIN_S)
        return None

    async def _await(self, asked: AskedWork) -> None:
        """Wait for the result, or until the request must be asked again."""
        if not (asked.lost or asked.result.done()):
            asked.turn = asyncio.get_running_loop().create_future()
            await asked.turn
        if not asked.result.done():
            self._tell(asked, None)
            asked.worker = None

    # --- from workers -------------------------------------------------------------------------------------------------

    def _hear(self, _: str, payload: bytes) -> None:
        message = self._parcels.take(payload)
        if message is None:
            return
        try:
            said = self._sealer.unseal("answer", message)
        except BadSeal as error:
            log.warning("%s", error)
            return
        match said:
            case Done() | Failed():
                self._end(said)
            case AtWork():
                self._note_signs(said)
            case Ahead():
                if (asked := self._asked.get(said.id)) is not None:
                    self._tell(asked, said.number)
            case Progressed():
                if (asked := self._asked.get(said.id)) is not None:
                    asyncio.get_running_loop().call_soon(asked.heard, said.news)  # its exceptions are not ours
            case GivenBack():
                for id in said.ids:
                    if (asked := self._asked.get(id)) is not None and asked.worker in (said.worker, None):
                        asked.excused = True
                        asked.lose()
            case _:
                log.warning("a worker says something unknown")

    def _end(self, said: Done | Failed) -> None:
        asked = self._asked.get(said.id)
        if asked is None or asked.result.done():
            return
        if isinstance(said, Done):
            asked.result.set_result(said)
        else:
            asked.result.set_exception(said.error)
        asked.wake()

    def _note_signs(self, signs: AtWork) -> None:
        now = asyncio.get_running_loop().time()
        for asked in self._asked.values():
            if asked.worker != signs.worker:
                continue
            if asked.id in signs.ids:
                asked.seen, asked.missed = now, 0
            else:
                asked.missed += 1
                if asked.missed > 1:  # the first may have been on its way when the request was taken
                    asked.lose()

    @staticmethod
    def _tell(asked: AskedWork, ahead: int | None) -> None:
        if asked.ahead == ahead:
            return
        asked.ahead = ahead
        try:
            asked.told(ahead)
        except Exception:
            log.exception("a place in the queue cannot be told")

    # --- signs of life ------------------------------------------------------------------------------------------------

    async def _tick(self) -> None:
        """Say what is wanted, and notice workers that are silent, until cancelled."""
        loop = asyncio.get_running_loop()
        before = loop.time()
        while True:
            wanted: dict[str, set[str]] = {beat.name: set() for beat in self._crew.list_there()}
            now = loop.time()
            late, before = now - before > 2 * SIGN_S, now
            for asked in self._asked.values():
                if asked.worker is None:
                    continue
                if late:  # this process stood still itself: what workers have said waits to be read
                    asked.seen = max(asked.seen, now - SILENT_S / 2)
                if now - asked.seen > SILENT_S:
                    asked.lose()
                wanted.setdefault(asked.worker, set()).add(asked.id)
            for worker, ids in wanted.items():
                self.note(worker, StillWanted(self._bus.name, frozenset(ids)))
            await asyncio.sleep(SIGN_S)

    def _look_again(self) -> None:
        """Ask for everything again: answers may have been lost with the bus."""
        for asked in self._asked.values():
            asked.excused = True
            asked.lose()
        self._crew.wake()

    def note(self, worker: str, note: StillWanted | Unwanted | Leaving) -> None:
        """Send a note to a worker."""
        self._bus.publish(to_worker(worker), self._sealer.seal("note", note))
