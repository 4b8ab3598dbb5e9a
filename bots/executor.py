"""Runs players and background work for an asyncio server, on niced threads and processes.

Short moves and those that release the interpreter lock go to threads, long Python ones to processes. Background work
has a process of its own, so no move ever waits for it; it gets a small share of a core while moves are computed and is
paused in between. A niced thread that loses its core while it holds the lock also blocks the event loop: on a busy
machine for a second at a time.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from itertools import count
from typing import Any

from bots.engine import CORES, MEMORY, Choice, Limits, Numbers, OpeningAnswer
from bots.errors import BotError, NotReady, Stopped, UnsupportedGame
from bots.execution import BotSeat, Execute, Executor, Load, Observe, SpareMs
from bots.levels import Level
from bots.registry import engine
from bots.workers.background_work import Errand, Function, Progress, Work
from bots.workers.fair_queue import Asker
from bots.workers.player_cache import OpeningRequest, PlayerCache, Request, Seating
from bots.workers.pool import Answer, Asked, Pool, PoolJob, SeatState
from bots.workers.process import AwaitedWorker, PassingWorker, ProcessWorker
from bots.workers.sharing_worker import SharingWorker
from bots.workers.thread import ThreadWorker
from gomoku.openings.turns import Action

__all__ = ["BotSeat", "Execute", "Executor", "Load", "LocalExecutor", "LocalSeat", "Observe", "SpareMs", "share_time"]

LEAST_MS = 50
"""Least time left by sharing: with less, a bot that searches would play like one that does not."""


def share_time(limits: Limits, workers: int, wanted: int, spare_ms: int | None) -> Limits:
    """Return the limits of a move that starts now: its time is shared fairly and kept within the clock's reserve.

    ``wanted`` counts the moves that have a worker, this one included, or wait for one; if there are more than
    ``workers``, each gets proportionally less time. ``spare_ms`` may go below LEAST_MS, because a bad move is better
    than a loss on time; None means no clock. Node limits are unchanged, and limits without a time get none. A move that
    may use several threads gets as many as there are workers for each move.
    """
    if limits.time_ms is None:
        return limits
    threads = max(1, min(limits.threads, workers // max(1, wanted)))
    shared = limits.time_ms * workers // max(workers, wanted)
    time_ms = min(limits.time_ms, max(LEAST_MS, shared))
    time_ms = time_ms if spare_ms is None else max(1, min(time_ms, spare_ms))
    return replace(limits, time_ms=time_ms, threads=threads)


WARM = "bots.warm"  # imported on demand, because it imports numba
SHORT_MS = 20  # about the cost of a move without a time limit
PROCESS_PART = 6  # of the bots' memory, for the one player at a time in the process that gives hints
BUSY = 4
"""A caller with more than 1/BUSY of the queue ahead should not start to wait."""


class LocalExecutor:
    """Threads and processes that choose moves, and processes for other work; at most ``queue`` jobs wait for each kind.

    ``memory``: bytes for the tables of all players together, in threads and in the process that gives hints. That
    process gets its part; each player in a thread gets its share of the whole as if all threads were thinking, of which
    its tables take less, and idle ones keep their state while there is room.

    ``observe`` is called for each choice.

    Start and close it in the thread that runs the loop; this thread must outlive it.
    """

    def __init__(
        self,
        *,
        threads: int = 2,
        processes: int = 2,
        queue: int = 256,
        memory: int = 8 * MEMORY,
        observe: Observe | None = None,
    ) -> None:
        self.observe = observe
        self._process_memory = min(2 * MEMORY, memory // PROCESS_PART)
        self._memory = min(MEMORY, (memory - self._process_memory) // max(1, threads))
        self._seats = PlayerCache(memory - self._process_memory)
        self._queue = queue
        self._threads: Pool[Request, Choice] = Pool([ThreadWorker(self._seats) for _ in range(threads)], queue)
        # separate threads, so that beginners' bots never wait for somebody's long search
        self._short: Pool[Request, Choice] = Pool([ThreadWorker(self._seats) for _ in range(threads)], queue)
        self._processes: Pool[Request, Choice] = Pool([ProcessWorker("moves") for _ in range(processes)], queue)
        # separate threads, so that seconds of waiting for another program delay no short moves
        self._programs: Pool[Any, Any] = Pool([ThreadWorker(self._seats) for _ in range(threads)], queue)
        self._players = self._threads, self._short, self._processes, self._programs
        self._sharing = SharingWorker()
        self._background: Pool[Errand, Any] = Pool([self._sharing], queue)
        # a process of its own, started when made ready or first used: these requests do not queue behind reviews, and
        # all that needs both kernels and the interpreter lock shares one process with loaded kernels
        self._answering: Pool[Any, Any] = Pool([AwaitedWorker("answers")], queue)
        # another, so that learning from a game just lost waits for none of these: the next game may have begun
        self._first: Pool[Errand, Any] = Pool([AwaitedWorker("lessons")], queue)
        # one at a time, for awaited work that takes seconds and much memory
        self._large: Pool[Errand, Any] = Pool([PassingWorker("files")], queue)
        self._errands = self._background, self._answering, self._first, self._large
        self._numbers = count()
        self._open = False
        self._moves = 0
        self._kernels = asyncio.Event()
        self._fault: BotError | None = None

    async def start(self) -> None:
        """Start the threads; processes start on first use, and end when they have had nothing to do for a while."""
        for pool in (self._threads, self._short, self._programs):
            await pool.start()
        self._open = True

    async def close(self) -> None:
        """Fail everything with Stopped and end all workers, within a few seconds whatever the players do."""
        self._open = False
        self._finish_warming(Stopped("the executor is closed"))
        await asyncio.gather(*(pool.close() for pool in self._players), *(pool.close() for pool in self._errands))
        self._seats.close()

    # --- moves --------------------------------------------------------------------------------------------------------

    def seat(self, level: Level, rules: str, size: int, seed: int, weights: Numbers | None = None) -> "LocalSeat":
        """Create a seat for one bot in one game, optionally with other ``weights`` than the level's own.

        Raises UnsupportedGame or UnknownEngine.
        """
        if not level.plays(rules, size):
            raise UnsupportedGame(f"level {level.number} does not play {rules} on {size}x{size}")
        memory = self._process_memory if engine(level.engine).gil_bound else self._memory
        seating = Seating(next(self._numbers), level, rules, size, seed, memory, weights)
        return LocalSeat(self, self._pool(level), seating)

    def _pool(self, level: Level) -> Pool[Request, Choice]:
        source = engine(level.engine)
        if source.gil_bound:
            return self._answering if source.compiled else self._processes
        return self._programs if source.waits else self._threads if level.compiled else self._short

    def busy(self, level: Level, asker: Asker) -> bool:
        """Tell whether so many moves are ahead of one for this level and asker that a game should not start now."""

        def never(*_: int) -> Request:
            raise Stopped("nobody has asked")

        answer: asyncio.Future[Choice] = asyncio.get_running_loop().create_future()
        job = PoolJob(SeatState(-1), never, answer, asker, _cost(level, None))
        return self._pool(level).ahead(job) >= max(1, self._queue // BUSY)

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """Mark a move as awaited for the block: the background gives way if no core is left but the event loop's.

        This applies only once the kernels are loaded, because other moves wait for those.
        """
        self._moves += 1
        self._sharing.give_way(self._crowded)
        try:
            yield
        finally:
            self._moves -= 1
            self._sharing.give_way(self._crowded)

    @property
    def _crowded(self) -> bool:
        return self._kernels.is_set() and self._moves >= max(1, CORES - 1)

    @property
    def open(self) -> bool:
        """Whether moves are accepted."""
        return self._open

    def load(self) -> Load:
        """Return the current load."""
        return Load(
            sum(pool.waiting for pool in self._players),
            sum(pool.waiting for pool in self._errands),
            self._short.waiting,
            self._threads.busy + self._short.busy,
            self._processes.busy,
            self._programs.busy,
            sum(pool.busy for pool in self._errands),
            self._seats.held,
        )

    # --- kernels ------------------------------------------------------------------------------------------------------

    def ready(self, level: Level) -> bool:
        """Tell whether the level can play at once: compiled engines cannot before `warm_up` is done."""
        return not level.compiled or (self._kernels.is_set() and self._fault is None)

    async def warm_up(self, progress: Progress[str]) -> None:
        """Compile missing kernels in the background, then load them into this process.

        ``progress`` is called with descriptions of the work. Raises NotReady if compilation fails: compiled engines are
        then never ready, and their moves raise it too. Raises Stopped.
        """
        try:
            kernels = await asyncio.to_thread(import_module, WARM)
            if not kernels.complete():
                await self.run(kernels.compile_all, progress=progress)
            await asyncio.to_thread(kernels.load)
        except Stopped:
            raise
        except Exception as error:
            self._finish_warming(NotReady(str(error)))
            raise NotReady(str(error)) from error
        self._finish_warming(None)

    async def get_ready_to_answer(self) -> None:
        """Start the process for awaited work ahead of the first request. Raises BotError."""
        kernels = await asyncio.to_thread(import_module, WARM)
        await self.run(kernels.load_all, awaited=True)

    async def warm(self) -> None:
        """Wait until `warm_up` is done; raises NotReady if it failed, Stopped if the executor was closed."""
        await self._kernels.wait()
        if self._fault is not None:
            raise self._fault

    def _finish_warming(self, fault: BotError | None) -> None:
        if not self._kernels.is_set():
            self._fault = fault
            self._kernels.set()

    # --- other work ---------------------------------------------------------------------------------------------------

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
        """Call a function in the background's own process, one call at a time, and return its result.

        ``awaited`` work, of a second or so, goes to another process, where all ``asker``s take turns. Work that must
        come ``first`` goes to a third, which gives way to nothing. ``large`` work gets a new process each time, which
        ends with it; there ``asker``s take turns too.

        ``function`` is a module-level function, imported in the process. It is called with ``arguments``; with
        ``progress``, a report callback comes before them, and ``progress`` gets its reports in the loop. Arguments,
        reports and the result must be picklable. Cancelling kills the process. Raises BotError as the function does,
        WorkCrashed for its other exceptions and when its process dies, ExecutorFull, Stopped.
        """
        if not self._open:
            raise Stopped("the executor is closed")
        loop = asyncio.get_running_loop()

        def heard(news: Any) -> None:
            if progress is not None:
                loop.call_soon(progress, news)  # its exceptions are not the worker's

        answer: asyncio.Future[Any] = loop.create_future()
        errand = Errand(Work(function, arguments, reports=progress is not None), heard)
        pool = self._large if large else self._first if first else self._answering if awaited else self._background
        return await _await_answer(pool, PoolJob(SeatState(next(self._numbers)), lambda *_: errand, answer, asker))


class LocalSeat:
    """A bot in one game. Its player stays where it last thought; a process without it opens another."""

    def __init__(self, executor: LocalExecutor, pool: Pool[Any, Any], seating: Seating) -> None:
        self._executor = executor
        self._pool = pool
        self._seating = seating
        self._place = SeatState(seating.seat)

    @property
    def level(self) -> Level:
        """The level that plays here."""
        return self._seating.level

    async def choose(
        self,
        moves: Sequence[int],
        limits: Limits | None = None,
        spare_ms: SpareMs = lambda: None,
        asker: Asker = Asker(),  # noqa: B008 - frozen
        told: Progress[int | None] = lambda _: None,
    ) -> Choice:
        """Return the bot's choice after these moves, within the level's limits unless others are given.

        ``spare_ms`` is called when the move starts and returns how much of the bot's clock it may use; None for no
        clock. The moves of all ``asker``s take turns; during long waits ``told`` is called with the number of moves
        ahead, and with None at the end. A compiled engine waits for its kernels first. Cancelling stops the player.
        Raises NoMove, ExecutorFull, NotReady, Stopped (executor or seat closed), PlayerCrashed.
        """
        if self.level.compiled:
            await self._executor.warm()
        whole = self.level.limits if limits is None else limits

        loop = asyncio.get_running_loop()
        begun = loop.time()

        def begin(workers: int, wanted: int) -> Request:
            nonlocal begun
            begun = loop.time()
            return Request(self._seating, tuple(moves), share_time(whole, workers, wanted, spare_ms()))

        choice: Choice = await self._ask(begin, limits, asker, told)
        if self._executor.observe is not None:
            self._executor.observe(self.level, loop.time() - begun)
        return choice

    async def decide(
        self,
        opening: str,
        actions: Sequence[Action],
        spare_ms: SpareMs = lambda: None,
        asker: Asker = Asker(),  # noqa: B008 - frozen
    ) -> Action | None:
        """Return the bot's action after these actions of an opening, within its level's limits; None if it leaves the
        decision.

        An engine that does not decide is not asked. Otherwise as ``choose``.
        """
        if not engine(self.level.engine).decides:
            return None

        def begin(workers: int, wanted: int) -> OpeningRequest:
            limits = share_time(self.level.limits, workers, wanted, spare_ms())
            return OpeningRequest(self._seating, opening, tuple(actions), limits)

        decision: OpeningAnswer = await self._ask(begin, None, asker)
        return decision.action

    async def _ask(
        self,
        begin: Callable[[int, int], Request | OpeningRequest],
        limits: Limits | None,
        asker: Asker,
        told: Progress[int | None] = lambda _: None,
    ) -> Any:
        if self._place.closed or not self._executor.open:
            raise Stopped("the seat or the executor is closed")
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        job = PoolJob(self._place, begin, answer, asker, _cost(self.level, limits), told)
        with self._executor.thinking():
            return await _await_answer(self._pool, job)

    async def close(self) -> None:
        """Stop the current move and close the player; the seat accepts no more moves."""
        self._pool.release(self._place)


def _cost(level: Level, limits: Limits | None) -> float:
    """Return the cost of a move in its asker's share, in ms."""
    return (limits or level.limits).time_ms or SHORT_MS


async def _await_answer(pool: Pool[Asked, Answer], job: PoolJob[Asked, Answer]) -> Answer:
    """Submit a job and return its answer; cancelling abandons the job."""
    pool.submit(job)
    try:
        return await job.answer
    except asyncio.CancelledError:
        pool.abandon(job)
        raise
