"""A worker's side of the conversation with servers: takes requests, does them in an executor, says how it goes."""

import asyncio
import logging
import os
import socket
import sys
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from types import FunctionType
from typing import Any

import msgspec

from bots.engine import OpeningAnswer
from bots.errors import BotError, PlayerCrashed, Stopped, WorkCrashed
from bots.execution import BotSeat, Executor
from bots.levels import Level
from bots.levels import level as level_of
from bots.workers.fair_queue import Asker
from server.bus.bus import Bus, Unserve
from server.worker.messages import (
    BEAT_S,
    CALL,
    GROUP,
    SIGN_S,
    Ahead,
    Ask,
    AtWork,
    Declined,
    Done,
    Failed,
    GivenBack,
    Leaving,
    Progressed,
    Revisions,
    StillWanted,
    Taken,
    Unwanted,
    WantedAction,
    WantedMove,
    WantedWork,
    WorkerBeat,
    own_subject,
    to_server,
    to_worker,
)
from server.worker.parcels import split
from server.worker.sealing import BadSeal, Sealer

log = logging.getLogger("tengen.worker")

PACKAGES = ("bots.", "server.")
"""Beginnings of the modules whose functions a worker calls."""
FINISH_S = 1.2
"""Time for moves to be finished when the worker ends; what takes longer is given back."""
UNWANTED_S = 1.0
"""Age of a request from which on a server's list must name it."""
FORGOTTEN_S = 15.0
"""Seconds of silence, while the bus is there, after which nothing is done for a server any more."""
IDLE_SEAT_S = 1800.0
KEPT_S = 60.0
KEPT_BYTES = 32 << 20
"""Results are kept so long, and so many bytes of them, to be sent again."""


@dataclass(slots=True, eq=False)
class HeldWork:
    """A request that the worker does."""

    ask: Ask
    taken_at: float
    job: "asyncio.Task[None] | None" = None
    began_at: float | None = None


@dataclass(slots=True)
class _KeptSeat:
    """A seat of a server, and when it was last used."""

    seat: BotSeat
    used_at: float


class WorkerService:
    """Does requests of servers in ``executor``. ``keep_up`` waits for the knowledge of a server to be published here.

    ``packages`` are the beginnings of the modules whose functions may be called.
    """

    def __init__(
        self,
        bus: Bus,
        key: bytes,
        executor: Executor,
        *,
        cores: int,
        queue: int,
        version: str = "",
        keep_up: Callable[[str, int, Revisions], Awaitable[None]] | None = None,
        packages: tuple[str, ...] = PACKAGES,
    ) -> None:
        self._bus = bus
        self._sealer = Sealer(key)
        self._executor = executor
        self._cores = cores
        self._queue = queue
        self._version = version
        self._keep_up = keep_up
        self._packages = packages
        self._held: dict[str, HeldWork] = {}
        self._kept: OrderedDict[str, tuple[float, str, bytes]] = OrderedDict()
        self._kept_bytes = 0
        self._seats: dict[tuple[str, int], _KeptSeat] = {}
        self._heard: dict[str, float] = {}
        self._serves: dict[str, Unserve] = {}
        self._own: Unserve | None = None
        self._ticking: list[asyncio.Task[None]] = []
        self._started_at = 0.0
        self._moves = 0
        self._warm = False
        self._ending = False
        self._loop: asyncio.AbstractEventLoop

    @property
    def held(self) -> int:
        """The number of requests that are taken and not finished."""
        return len(self._held)

    async def start(self) -> None:
        """Begin to listen; nothing is served yet."""
        self._loop = asyncio.get_running_loop()
        self._started_at = self._loop.time()
        await self._bus.subscribe(to_worker(self._bus.name), self._hear)
        await self._bus.subscribe(CALL, lambda *_: self.beat())
        self._bus.on_return(self._return)
        self._own = await self._bus.serve(own_subject(self._bus.name), GROUP, self._take)
        self._ticking = [self._loop.create_task(each) for each in (self._beat(), self._sign())]

    async def serve(self, subjects: Iterable[str], *, warm: bool = False) -> None:
        """Serve more subjects from now on; ``warm``: compiled engines are ready."""
        self._warm = self._warm or warm
        for subject in subjects:
            if subject not in self._serves:
                self._serves[subject] = await self._bus.serve(subject, GROUP, self._take)
        self.beat()

    async def close(self, finish_s: float = FINISH_S) -> None:
        """Take nothing more, finish moves within ``finish_s``, and give the rest back."""
        self._ending = True
        unserve, self._serves = list(self._serves.values()), {}
        self.beat()
        await asyncio.gather(*(each() for each in unserve))
        for held in list(self._held.values()):
            if isinstance(held.ask.wanted, WantedWork):
                self._give_back(held)
        jobs = [held.job for held in self._held.values() if held.job is not None]
        if jobs:
            await asyncio.wait(jobs, timeout=finish_s)
        for held in list(self._held.values()):
            self._give_back(held)
        if self._own is not None:
            await self._own()
        for task in self._ticking:
            task.cancel()
        await asyncio.gather(*self._ticking, return_exceptions=True)

    def _give_back(self, held: HeldWork) -> None:
        self._say(held.ask.server, GivenBack(self._bus.name, [held.ask.id]))
        if held.job is not None:
            held.job.cancel()
        self._held.pop(held.ask.id, None)

    # --- requests -----------------------------------------------------------------------------------------------------

    async def _take(self, payload: bytes) -> bytes:
        """Take a request and say so at once; it is done in the background."""
        try:
            ask = self._sealer.unseal("ask", payload)
        except BadSeal as error:
            log.warning("%s", error)
            return b""
        if not isinstance(ask, Ask) or self._ending:
            return self._sealer.seal("taken", Declined(self._bus.name))
        self._heard[ask.server] = self._loop.time()
        kept = self._kept.get(ask.id)
        if kept is not None:
            self._send(ask.server, kept[2])
        elif ask.id not in self._held:
            held = self._held[ask.id] = HeldWork(ask, self._loop.time())
            held.job = self._loop.create_task(self._do(held))
        return self._sealer.seal("taken", Taken(self._bus.name))

    async def _do(self, held: HeldWork) -> None:
        ask = held.ask
        said: Done | Failed
        try:
            value = await self._work(held)
            now = self._loop.time()
            said = Done(ask.id, value, now - (held.began_at or now))
        except BotError as error:
            if isinstance(error, Stopped):  # this worker has ended, and others have not
                self._say(ask.server, GivenBack(self._bus.name, [ask.id]))
                self._held.pop(ask.id, None)
                return
            said = Failed(ask.id, error)
        except Exception as error:
            log.exception("a request of %s failed", ask.server)
            crash = WorkCrashed if isinstance(ask.wanted, WantedWork) else PlayerCrashed
            said = Failed(ask.id, crash(repr(error)))
        self._held.pop(ask.id, None)
        self._moves += isinstance(ask.wanted, WantedMove)
        self._keep(ask, said)

    def _keep(self, ask: Ask, said: Done | Failed) -> None:
        """Send a result, and keep it for a while."""
        try:
            sealed = self._sealer.seal("answer", said)
            list(split(sealed))
        except Exception as error:  # of pickling, or too long
            log.warning("a result cannot be sent: %r", error)
            sealed = self._sealer.seal("answer", Failed(ask.id, WorkCrashed(repr(error))))
        self._send(ask.server, sealed)
        self._kept[ask.id] = self._loop.time(), ask.server, sealed
        self._kept_bytes += len(sealed)
        while self._kept and self._kept_bytes > KEPT_BYTES:
            self._kept_bytes -= len(self._kept.popitem(last=False)[1][2])

    async def _work(self, held: HeldWork) -> Any:
        ask, wanted = held.ask, held.ask.wanted
        asker = Asker(ask.address, ask.person, lambda: ask.there)
        if isinstance(wanted, WantedWork):
            function = find_function(wanted.function, self._packages)
            heard = (lambda news: self._say(ask.server, Progressed(ask.id, news))) if wanted.reports else None
            lane = {wanted.lane: True} if wanted.lane != "background" else {}
            return await self._executor.run(function, *wanted.arguments, progress=heard, asker=asker, **lane)

        def spare_ms() -> int | None:
            held.began_at = self._loop.time()
            waited_ms = round((held.began_at - held.taken_at) * 1000)
            return None if ask.spare_ms is None else ask.spare_ms - waited_ms

        level = wanted.level if isinstance(wanted.level, Level) else level_of(wanted.level)
        if self._keep_up is not None:
            await self._keep_up(wanted.rules, level.number, ask.known)
        seat = self._sit(ask.server, level, wanted)
        if isinstance(wanted, WantedAction):
            return OpeningAnswer(await seat.decide(wanted.opening, wanted.actions, spare_ms, asker))

        def told(number: int | None) -> None:
            self._say(ask.server, Ahead(ask.id, number))

        return await seat.choose(wanted.moves, wanted.limits, spare_ms, asker, told)

    def _sit(self, server: str, level: Level, wanted: WantedMove | WantedAction) -> BotSeat:
        key = server, wanted.seat
        kept = self._seats.get(key)
        if kept is None:
            seat = self._executor.seat(level, wanted.rules, wanted.size, wanted.seed, wanted.weights)
            kept = self._seats[key] = _KeptSeat(seat, 0.0)
        kept.used_at = self._loop.time()
        return kept.seat

    # --- notes of servers ---------------------------------------------------------------------------------------------

    def _hear(self, _: str, payload: bytes) -> None:
        try:
            note = self._sealer.unseal("note", payload)
        except BadSeal as error:
            log.warning("%s", error)
            return
        now = self._loop.time()
        match note:
            case StillWanted():
                self._heard[note.server] = now
                for held in list(self._held.values()):
                    ask = held.ask
                    if ask.server == note.server and ask.id not in note.ids and now - held.taken_at > UNWANTED_S:
                        self._drop(held)
            case Unwanted():
                found = self._held.get(note.id)
                if found is not None and found.ask.server == note.server:
                    self._drop(found)
            case Leaving():
                kept = self._seats.pop((note.server, note.seat), None)
                if kept is not None:
                    self._close_seat(kept)
            case _:
                log.warning("a server says something unknown")

    def _drop(self, held: HeldWork) -> None:
        self._held.pop(held.ask.id, None)
        if held.job is not None:
            held.job.cancel()

    def _close_seat(self, kept: _KeptSeat) -> None:
        closing = self._loop.create_task(kept.seat.close())
        self._ticking.append(closing)
        closing.add_done_callback(self._ticking.remove)

    # --- signs of life ------------------------------------------------------------------------------------------------

    def beat(self) -> None:
        """Tell everybody how this worker is."""
        self._bus.publish(f"worker.{self._bus.name}", msgspec.msgpack.encode(self.make_beat()))

    def make_beat(self) -> WorkerBeat:
        """Return how this worker is."""
        return WorkerBeat(
            name=self._bus.name,
            host=socket.gethostname(),
            process=os.getpid(),
            version=self._version,
            serves=tuple(self._serves),
            warm=self._warm,
            cores=self._cores,
            queue=self._queue,
            holds=Counter(held.ask.server for held in self._held.values()),
            load=self._executor.load(),
            uptime_s=round(self._loop.time() - self._started_at, 1),
            moves=self._moves,
        )

    async def _beat(self) -> None:
        while True:
            self.beat()
            await asyncio.sleep(BEAT_S)

    async def _sign(self) -> None:
        """Tell each server what is done for it, and forget servers that are gone, until cancelled."""
        while True:
            await asyncio.sleep(SIGN_S)
            now = self._loop.time()
            ids: dict[str, set[str]] = {}
            for held in self._held.values():
                ids.setdefault(held.ask.server, set()).add(held.ask.id)
            for server in {*self._heard, *ids}:
                self._say(server, AtWork(self._bus.name, frozenset(ids.get(server, ()))))
            self._forget(now)

    def _forget(self, now: float) -> None:
        if self._bus.connected:
            for server in [server for server, at in self._heard.items() if now - at > FORGOTTEN_S]:
                log.info("server %s is gone", server)
                del self._heard[server]
                for held in [held for held in self._held.values() if held.ask.server == server]:
                    self._drop(held)
        for key, kept in list(self._seats.items()):
            if key[0] not in self._heard or now - kept.used_at > IDLE_SEAT_S:
                del self._seats[key]
                self._close_seat(kept)
        while self._kept and now - next(iter(self._kept.values()))[0] > KEPT_S:
            self._kept_bytes -= len(self._kept.popitem(last=False)[1][2])

    def _return(self) -> None:
        """After a break nobody is to blame for the silence."""
        for server in self._heard:
            self._heard[server] = self._loop.time()
        self.beat()

    def _say(self, server: str, said: object) -> None:
        try:
            sealed = self._sealer.seal("answer", said)
        except Exception as error:
            log.warning("a message to a server cannot be sent: %r", error)
            return
        self._send(server, sealed)

    def _send(self, server: str, sealed: bytes) -> None:
        for part in split(sealed):
            self._bus.publish(to_server(server), part)


def find_function(name: str, packages: tuple[str, ...] = PACKAGES) -> Any:
    """Return a function that is named "module:name"; raises WorkCrashed for anything but a function that is defined in
    a module of ``packages``.
    """
    module, _, attribute = name.partition(":")
    if not module.startswith(packages) or not attribute.isidentifier():
        raise WorkCrashed(f"{name} is not called by workers")
    try:
        found = getattr(sys.modules.get(module) or import_module(module), attribute, None)
    except ImportError as error:
        raise WorkCrashed(f"{name} cannot be imported: {error}") from error
    if not isinstance(found, FunctionType) or found.__module__ != module:
        raise WorkCrashed(f"{name} is no function of that module")
    return found
