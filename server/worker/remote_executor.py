"""An executor whose moves and other work are done by workers on the bus; what must stay here goes to a local one."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import fields
from itertools import count
from typing import Any

from bots.engine import Choice, Limits, Numbers, OpeningAnswer
from bots.errors import Stopped, UnsupportedGame
from bots.execution import BotSeat, Executor, Load, Observe, SpareMs
from bots.learning.players import published
from bots.levels import Level, list_offered
from bots.registry import engine
from bots.workers.background_work import Function, Progress
from bots.workers.fair_queue import Asker
from gomoku.openings.turns import Action
from server.bus.bus import MOST_BYTES, Bus
from server.worker.asking import WorkRequests
from server.worker.crew import Crew
from server.worker.messages import (
    Ask,
    Leaving,
    Revisions,
    WantedAction,
    WantedMove,
    WantedWork,
    WorkerBeat,
    bot_subject,
    work_subject,
)
from server.worker.sealing import Sealer

log = logging.getLogger("tengen.worker")

BUSY = 4
"""A worker with more than 1/BUSY of its queue full counts as busy."""
LOOK_S = 1.0
PACKED_BYTES = 16 << 10
"""Room in a message beside the arguments of work."""


class RemoteExecutor:
    """Asks workers on the bus. ``make_local`` makes the executor of what must stay on this machine, when that comes:
    external engines, which are configured here, and work whose arguments are too long for the bus.

    ``observe`` is called for each choice of a worker.
    """

    def __init__(
        self,
        bus: Bus,
        key: bytes,
        make_local: Callable[[], Executor],
        observe: Observe | None = None,
    ) -> None:
        self._bus = bus
        self._sealer = Sealer(key)
        self._make_local = make_local
        self._local: Executor | None = None
        self._starting = asyncio.Lock()
        self._open = False
        self.crew = Crew(bus)
        self._asking = WorkRequests(bus, self._sealer, self.crew)
        self._numbers = count()
        self.observe = observe

    async def start(self) -> None:
        """Listen to the workers; none need be there."""
        await self._asking.start()
        await self.crew.start()
        self._open = True

    async def close(self) -> None:
        """Fail everything with Stopped; workers stop what they do for this server."""
        self._open = False
        await self._asking.close()
        async with self._starting:
            if self._local is not None:
                await self._local.close()

    @property
    def open(self) -> bool:
        """Whether moves are accepted."""
        return self._open

    async def local(self) -> Executor:
        """Return the executor of this machine, started. Raises Stopped."""
        async with self._starting:
            if not self._open:
                raise Stopped("the executor is closed")
            if self._local is None:
                local = self._make_local()
                await local.start()
                self._local = local
            return self._local

    # --- moves --------------------------------------------------------------------------------------------------------

    def seat(self, level: Level, rules: str, size: int, seed: int, weights: Numbers | None = None) -> BotSeat:
        """Create a seat for one bot in one game; raises UnsupportedGame or UnknownEngine."""
        if not level.plays(rules, size):
            raise UnsupportedGame(f"level {level.number} does not play {rules} on {size}x{size}")
        if _stays(level):
            return LateSeat(self, level, (rules, size, seed, weights))
        number = level.number if level in list_offered() else level
        return RemoteSeat(self, level, (next(self._numbers), number, rules, size, seed, weights))

    def busy(self, level: Level, asker: Asker) -> bool:
        """Tell whether every worker for this level has a long queue, or there is none."""
        if _stays(level):
            return self._local is not None and self._local.busy(level, asker)
        return all(beat.load.waiting_live >= max(1, beat.queue // BUSY) for beat in self._serving(level))

    def thinking(self) -> AbstractContextManager[None]:
        """Mark a move as awaited; only the local background gives way to it."""
        return nullcontext() if self._local is None else self._local.thinking()

    def load(self) -> Load:
        """Return the load of all workers together, as they last said, with what waits for a worker."""
        loads = [beat.load for beat in self.crew.list_there()]
        if self._local is not None:
            loads.append(self._local.load())
        sums = {each.name: sum(getattr(load, each.name) for load in loads) for each in fields(Load)}
        return Load(**{**sums, "waiting_live": sums["waiting_live"] + self._asking.waiting})

    def _serving(self, level: Level) -> list[WorkerBeat]:
        return self.crew.list_there(bot_subject(level))

    # --- kernels ------------------------------------------------------------------------------------------------------

    def ready(self, level: Level) -> bool:
        """Tell whether a worker can play the level at once."""
        if _stays(level):
            return not level.compiled
        return any(beat.warm or not level.compiled for beat in self._serving(level))

    async def warm_up(self, progress: Progress[str]) -> None:
        """Wait for a worker whose compiled engines are ready; raises Stopped."""
        if not self._warm:
            progress("waiting for a worker")
        await self.warm()

    async def get_ready_to_answer(self) -> None:
        """Do nothing: workers prepare themselves."""

    async def warm(self) -> None:
        """Wait until there is a worker whose compiled engines are ready; raises Stopped."""
        while True:
            if not self._open:
                raise Stopped("the executor is closed")
            if self._warm:
                return
            await self.crew.wait_change(LOOK_S)

    @property
    def _warm(self) -> bool:
        return any(beat.warm for beat in self.crew.list_there())

    # --- work ---------------------------------------------------------------------------------------------------------

    async def run(
        self,
        function: Function,
        *arguments: Any,
        progress: Progress[Any] | None = None,
        awaited: bool = False,
        first: bool = False,
        large: bool = False,
        asker: Asker = Asker(),  # noqa: B008 - frozen
    ) -> Any:
        """Call a function at a worker; as `Executor.run`. Reports of progress begin anew if a worker is lost."""
        if not self._open:
            raise Stopped("the executor is closed")
        lane = "large" if large else "first" if first else "awaited" if awaited else "background"
        work = WantedWork(f"{function.__module__}:{function.__qualname__}", arguments, progress is not None, lane)
        if len(self._sealer.seal("ask", work)) > MOST_BYTES - PACKED_BYTES:
            local = await self.local()
            kind = {"awaited": awaited, "first": first, "large": large}
            return await local.run(function, *arguments, progress=progress, asker=asker, **kind)

        def make(id: str) -> Ask:
            return Ask(id, self._bus.name, work, None, asker.address, asker.person, asker.there(), Revisions())

        done, _ = await self._asking.ask(work_subject(lane), make, None, heard=progress or (lambda _: None))
        return done.value

    # --- for seats ----------------------------------------------------------------------------------------------------

    async def ask(
        self,
        level: Level,
        wanted: WantedMove | WantedAction,
        spare_ms: SpareMs,
        asker: Asker,
        home: str | None,
        told: Progress[int | None],
    ) -> tuple[Any, float, str | None]:
        """Return a worker's answer for a seat, its seconds of thinking, and the worker. Raises BotError."""

        def make(id: str) -> Ask:
            known = Revisions(published.revision(wanted.rules), published.book_revision(wanted.rules, level.number))
            return Ask(id, self._bus.name, wanted, spare_ms(), asker.address, asker.person, asker.there(), known)

        done, worker = await self._asking.ask(bot_subject(level), make, home, told)
        return done.value, done.seconds, worker

    def leave(self, seat: int, homes: set[str]) -> None:
        """Tell workers that a seat is closed."""
        for worker in homes:
            self._asking.note(worker, Leaving(self._bus.name, seat))


def _stays(level: Level) -> bool:
    """Tell whether a level plays on the machine of the server that offers it."""
    return engine(level.engine).waits


SeatOf = tuple[int, int | Level, str, int, int, Numbers | None]


class RemoteSeat:
    """A bot in one game whose player is at a worker: the one that thought last, while it can."""

    def __init__(self, executor: RemoteExecutor, level: Level, seat: SeatOf) -> None:
        self._executor = executor
        self._level = level
        self._seat = seat
        self._home: str | None = None
        self._homes: set[str] = set()
        self._asked: set[asyncio.Future[Any]] = set()
        self._closed = False

    @property
    def level(self) -> Level:
        """The level that plays here."""
        return self._level

    async def choose(
        self,
        moves: Sequence[int],
        limits: Limits | None = None,
        spare_ms: SpareMs = lambda: None,
        asker: Asker = Asker(),  # noqa: B008 - frozen
        told: Progress[int | None] = lambda _: None,
    ) -> Choice:
        """Return the bot's choice after these moves; as `BotSeat.choose`."""
        wanted = WantedMove(*self._seat, tuple(moves), limits)
        choice, seconds = await self._ask(wanted, spare_ms, asker, told)
        assert isinstance(choice, Choice)
        if self._executor.observe is not None:
            self._executor.observe(self._level, seconds)
        return choice

    async def decide(
        self,
        opening: str,
        actions: Sequence[Action],
        spare_ms: SpareMs = lambda: None,
        asker: Asker = Asker(),  # noqa: B008 - frozen
    ) -> Action | None:
        """Return the bot's action in an opening; as `BotSeat.decide`."""
        if not engine(self._level.engine).decides:
            return None
        wanted = WantedAction(*self._seat, opening, tuple(actions))
        answer, _ = await self._ask(wanted, spare_ms, asker, lambda _: None)
        assert isinstance(answer, OpeningAnswer)
        return answer.action

    async def _ask(
        self, wanted: WantedMove | WantedAction, spare_ms: SpareMs, asker: Asker, told: Progress[int | None]
    ) -> tuple[Any, float]:
        if self._closed or not self._executor.open:
            raise Stopped("the seat or the executor is closed")
        asking = asyncio.ensure_future(self._executor.ask(self._level, wanted, spare_ms, asker, self._home, told))
        self._asked.add(asking)
        try:
            value, seconds, worker = await asking
        except asyncio.CancelledError:
            if self._closed and asking.cancelled():
                raise Stopped("the seat is closed") from None
            asking.cancel()
            raise
        finally:
            self._asked.discard(asking)
        if worker is not None:
            self._home = worker
            self._homes.add(worker)
        return value, seconds

    async def close(self) -> None:
        """Stop the current move and have the player closed."""
        self._closed = True
        for asking in list(self._asked):
            asking.cancel()
        self._executor.leave(self._seat[0], self._homes)
        self._homes.clear()


class LateSeat:
    """A seat in the executor of this machine, which starts at the first move."""

    def __init__(
        self,
        executor: RemoteExecutor,
        level: Level,
        seat: tuple[str, int, int, Numbers | None],
    ) -> None:
        self._executor = executor
        self._level = level
        self._seat = seat
        self._inner: BotSeat | None = None
        self._closed = False

    @property
    def level(self) -> Level:
        """The level that plays here."""
        return self._level

    async def _sit(self) -> BotSeat:
        executor = await self._executor.local()
        if self._closed:
            raise Stopped("the seat is closed")
        if self._inner is None:
            self._inner = executor.seat(self._level, *self._seat)
        return self._inner

    async def choose(
        self,
        moves: Sequence[int],
        limits: Limits | None = None,
        spare_ms: SpareMs = lambda: None,
        asker: Asker = Asker(),  # noqa: B008 - frozen
        told: Progress[int | None] = lambda _: None,
    ) -> Choice:
        """Return the bot's choice; as `BotSeat.choose`."""
        return await (await self._sit()).choose(moves, limits, spare_ms, asker, told)

    async def decide(
        self,
        opening: str,
        actions: Sequence[Action],
        spare_ms: SpareMs = lambda: None,
        asker: Asker = Asker(),  # noqa: B008 - frozen
    ) -> Action | None:
        """Return the bot's action in an opening; as `BotSeat.decide`."""
        return await (await self._sit()).decide(opening, actions, spare_ms, asker)

    async def close(self) -> None:
        """Close the player."""
        self._closed = True
        if self._inner is not None:
            await self._inner.close()
