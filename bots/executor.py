"""Runs players for an asyncio server, and what nobody at a board waits for; whatever computes is niced.

Short moves and those that run without the interpreter lock go to threads, long Python ones to processes; background
work has a process of its own, so that no move ever waits for it; it has a small share of a core while moves are
thought about, and is stopped in between. A niced thread that is kept from its core while it holds the lock keeps the
loop waiting, too: on a busy machine for a second at a time.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from typing import Any

from bots.engine import MEMORY, Choice, Limits, Numbers, OpeningAnswer
from bots.errors import BotError, NotReady, Stopped, UnsupportedGame
from bots.levels import Level
from bots.registry import engine
from bots.workers.background_work import Errand, Work
from bots.workers.fair_queue import Asker
from bots.workers.move_time import share_time
from bots.workers.player_cache import OpeningRequest, PlayerCache, Request, Seating
from bots.workers.pool import Answer, Asked, Pool, PoolJob, SeatState
from bots.workers.process import AwaitedWorker, PassingWorker, ProcessWorker
from bots.workers.sharing_worker import CORES, SharingWorker
from bots.workers.thread import ThreadWorker
from gomoku.openings.turns import Action

WARM = "bots.warm"  # imported when it is needed, as it imports numba
SHORT_MS = 20  # about what a move costs that has no limit of time
BUSY = 4
"""Whoever has more than one of so many parts of the queue before them need not begin to wait."""


@dataclass(frozen=True, slots=True)
class Load:
    """How busy the bots are: what has not begun, and workers at work."""

    waiting_live: int
    waiting_background: int
    waiting_short: int
    """Of the live ones, those that no search comes before."""
    busy_threads: int
    busy_processes: int
    busy_programs: int
    busy_background: int
    memory: int
    """Bytes that players in threads, and programs, may hold now."""


class Executor:
    """Threads and processes that choose moves, one process for other work; at most ``queue`` wait for any kind of them.

    ``memory``: bytes for all players in threads together. A player has as much of it as when all threads think; those
    that wait for their turn keep what they remember while there is room.

    ``on_choice`` is told of each choice which level made it and how many seconds it thought.

    To be started and closed in the thread that runs the loop, which must outlive it.
    """

    def __init__(
        self,
        *,
        threads: int = 2,
        processes: int = 2,
        queue: int = 256,
        memory: int = 8 * MEMORY,
        on_choice: Callable[[Level, float], None] = lambda *_: None,
    ) -> None:
        self.on_choice = on_choice
        self._seats = PlayerCache(memory)
        self._memory = min(MEMORY, memory // max(1, threads))
        self._queue = queue
        self._threads: Pool[Request, Choice] = Pool([ThreadWorker(self._seats) for _ in range(threads)], queue)
        # threads of their own, so that who plays a beginner's bot never waits for the end of somebody's long search
        self._short: Pool[Request, Choice] = Pool([ThreadWorker(self._seats) for _ in range(threads)], queue)
        self._processes: Pool[Request, Choice] = Pool([ProcessWorker() for _ in range(processes)], queue)
        # threads of their own, so that seconds of waiting for another program hold up nobody's short moves
        self._programs: Pool[Any, Any] = Pool([ThreadWorker(self._seats) for _ in range(threads)], queue)
        self._players = self._threads, self._short, self._processes, self._programs
        self._sharing = SharingWorker()
        self._background: Pool[Errand, Any] = Pool([self._sharing], queue)
        # a process of its own, which begins to exist when made ready or first asked: who waits here is no hour behind a
        # review, and what needs kernels and the lock is in one process that has them loaded, not in all that choose
        self._answering: Pool[Any, Any] = Pool([AwaitedWorker()], queue)
        # another, so that what is learned from a game just lost waits for none of these: the next may have begun
        self._first: Pool[Errand, Any] = Pool([AwaitedWorker()], queue)
        # one after the other, for what takes seconds and much memory, and is waited for all the same
        self._large: Pool[Errand, Any] = Pool([PassingWorker()], queue)
        self._errands = self._background, self._answering, self._first, self._large
        self._numbers = count()
        self._open = False
        self._moves = 0
        self._kernels = asyncio.Event()
        self._fault: BotError | None = None

    async def start(self) -> None:
        """Start the workers of moves; returns before the processes are warm. That of other work starts with it."""
        for pool in self._players:
            await pool.start()
        self._open = True

    async def close(self) -> None:
        """Fail everything with Stopped and end all workers, within a few seconds whatever the players do."""
        self._open = False
        self._finish_warming(Stopped("the executor is closed"))
        await asyncio.gather(*(pool.close() for pool in self._players), *(pool.close() for pool in self._errands))
        self._seats.close()

    # --- moves --------------------------------------------------------------------------------------------------------

    def seat(self, level: Level, rules: str, size: int, seed: int, weights: Numbers | None = None) -> "BotSeat":
        """A place for one bot in one game, with other ``weights`` than the level's own where they are given.

        Raises UnsupportedGame or UnknownEngine.
        """
        if not level.plays(rules, size):
            raise UnsupportedGame(f"level {level.number} does not play {rules} on {size}x{size}")
        seating = Seating(next(self._numbers), level, rules, size, seed, self._memory, weights)
        return BotSeat(self, self._pool(level), seating)

    def _pool(self, level: Level) -> Pool[Request, Choice]:
        source = engine(level.engine)
        if source.gil_bound:
            return self._answering if source.compiled else self._processes
        return self._programs if source.waits else self._threads if level.compiled else self._short

    def busy(self, level: Level, asker: Asker) -> bool:
        """Whether so many moves come before one of this level's for this asker that a game is better not begun now."""

        def never(*_: int) -> Request:
            raise Stopped("nobody has asked")

        answer: asyncio.Future[Choice] = asyncio.get_running_loop().create_future()
        job = PoolJob(SeatState(-1), never, answer, asker, _cost(level, None))
        return self._pool(level).ahead(job) >= max(1, self._queue // BUSY)

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """While a move is waited for: the background gives way where no core is left but that of the event loop.

        Not before the kernels are there, for which other moves wait.
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
        """Whether moves are being taken."""
        return self._open

    def load(self) -> Load:
        """The present load."""
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
        """Whether the level can play at once: those whose engines are compiled cannot before `warm_up` is done."""
        return not level.compiled or (self._kernels.is_set() and self._fault is None)

    async def warm_up(self, progress: Callable[[str], None]) -> None:
        """Have the kernels compiled in the background, if the cache has them not; then load them into this process.

        ``progress`` is told in words what is done. Raises NotReady when they could not be had: compiled engines are
        never ready then, and their moves raise it, too. Raises Stopped.
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
        """Start the process of what somebody waits for, or who asks first would wait for that. Raises BotError."""
        kernels = await asyncio.to_thread(import_module, WARM)
        await self.run(kernels.load_all, awaited=True)

    async def warm(self) -> None:
        """Wait until `warm_up` is done; raises NotReady when it failed, Stopped when the executor was closed."""
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
        function: Callable[..., Any],
        *arguments: Any,
        progress: Callable[[Any], None] | None = None,
        awaited: bool = False,
        first: bool = False,
        large: bool = False,
        asker: Asker = Asker(),  # noqa: B008 - frozen
    ) -> Any:
        """What a function returns that is called in the background's own process, one after the other.

        What somebody sits and waits for, ``awaited``, has another process, for what takes a second or so; there all
        ``asker``s take turns. A third is for what comes ``first``, and gives way to nothing. What is ``large`` has each
        time a new one, which ends with it; there ``asker``s take turns, too.
        ``function`` is a module's, which is imported there. It is called with a function of one argument, and then with
        ``arguments``; what it hands to the former comes to ``progress``, in the loop. Arguments, news and the result
        are picklable. Cancelling it kills the process. Raises BotError as the function does, WorkCrashed for whatever
        else it raises and when its process dies, ExecutorFull, Stopped.
        """
        if not self._open:
            raise Stopped("the executor is closed")
        loop = asyncio.get_running_loop()

        def heard(news: Any) -> None:
            if progress is not None:
                loop.call_soon(progress, news)  # what it raises is not the worker's

        answer: asyncio.Future[Any] = loop.create_future()
        errand = Errand(Work(function, arguments), heard)
        pool = self._large if large else self._first if first else self._answering if awaited else self._background
        return await _await_answer(pool, PoolJob(SeatState(next(self._numbers)), lambda *_: errand, answer, asker))


class BotSeat:
    """One bot in one game. Its player is kept where it thinks; a process that has none yet opens another."""

    def __init__(self, executor: Executor, pool: Pool[Any, Any], seating: Seating) -> None:
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
        spare_ms: Callable[[], int | None] = lambda: None,
        asker: Asker = Asker(),  # noqa: B008 - frozen
        told: Callable[[int | None], None] = lambda _: None,
    ) -> Choice:
        """The bot's choice after these moves, within the level's limits unless others are given.

        ``spare_ms`` is asked when the move begins how much of the bot's clock it may take; None for no clock. The moves
        of all ``asker``s take turns; who has to wait long is ``told`` how many come first, and None at the end of it. A
        compiled engine waits for its kernels first. Cancelling it stops the player. Raises NoMove, ExecutorFull,
        NotReady, Stopped (executor or seat closed), PlayerCrashed.
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
        self._executor.on_choice(self.level, loop.time() - begun)
        return choice

    async def decide(
        self,
        opening: str,
        actions: Sequence[Action],
        spare_ms: Callable[[], int | None] = lambda: None,
        asker: Asker = Asker(),  # noqa: B008 - frozen
    ) -> Action | None:
        """What the bot does after these actions of an opening, within its level's limits; None where others decide.

        Nobody is asked whose engine does not decide. Otherwise as ``choose``.
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
        told: Callable[[int | None], None] = lambda _: None,
    ) -> Any:
        if self._place.closed or not self._executor.open:
            raise Stopped("the seat or the executor is closed")
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        job = PoolJob(self._place, begin, answer, asker, _cost(self.level, limits), told)
        with self._executor.thinking():
            return await _await_answer(self._pool, job)

    async def close(self) -> None:
        """Stop what is being chosen and close the player; the seat takes no more moves."""
        self._pool.release(self._place)


def _cost(level: Level, limits: Limits | None) -> float:
    """What a move takes of its asker's share."""
    return (limits or level.limits).time_ms or SHORT_MS


async def _await_answer(pool: Pool[Asked, Answer], job: PoolJob[Asked, Answer]) -> Answer:
    """The answer to a job; cancelling it abandons the job."""
    pool.submit(job)
    try:
        return await job.answer
    except asyncio.CancelledError:
        pool.abandon(job)
        raise
