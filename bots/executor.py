"""Runs players for an asyncio server: short moves in threads, long Python ones in processes, all of them niced."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from bots.engine import Choice, Limits
from bots.errors import Stopped, UnsupportedGame
from bots.levels import Level
from bots.registry import engine
from bots.workers.pool import Job, Place, Pool, Priority
from bots.workers.process import ProcessWorker
from bots.workers.seats import Request, Seating, Seats
from bots.workers.thread import ThreadWorker

__all__ = ["BotSeat", "Executor", "Load", "Priority"]

MEMORY = 16 << 20  # bytes a player may hold


@dataclass(frozen=True, slots=True)
class Load:
    """How busy the bots are: moves that have not begun, and workers at work."""

    waiting_live: int
    waiting_background: int
    busy_threads: int
    busy_processes: int


class Executor:
    """Threads and processes that choose moves; at most ``queue`` live and ``queue`` background moves wait for either.

    To be started and closed in the thread that runs the loop, which must outlive it.
    """

    def __init__(self, *, threads: int = 2, processes: int = 2, queue: int = 256) -> None:
        self._seats = Seats()
        self._threads = Pool([ThreadWorker(self._seats) for _ in range(threads)], queue)
        self._processes = Pool([ProcessWorker() for _ in range(processes)], queue)
        # threads of their own, so that seconds of waiting for another program hold up nobody's short moves
        self._waiting = Pool([ThreadWorker(self._seats) for _ in range(threads)], queue)
        self._pools = self._threads, self._processes, self._waiting
        self._numbers = count()
        self._open = False

    async def start(self) -> None:
        """Start all workers; returns before the processes are warm."""
        for pool in self._pools:
            await pool.start()
        self._open = True

    async def close(self) -> None:
        """Fail all moves with Stopped and end all workers, within a few seconds whatever the players do."""
        self._open = False
        await asyncio.gather(*(pool.close() for pool in self._pools))
        self._seats.close()

    def seat(self, level: Level, rules: str, size: int, seed: int, memory: int = MEMORY) -> "BotSeat":
        """A place for one bot in one game; raises UnsupportedGame or UnknownEngine."""
        if not level.plays(rules, size):
            raise UnsupportedGame(f"level {level.number} does not play {rules} on {size}x{size}")
        source = engine(level.engine)
        pool = self._processes if source.gil_bound else self._waiting if source.waits else self._threads
        return BotSeat(self, pool, Seating(next(self._numbers), level, rules, size, seed, memory))

    @property
    def open(self) -> bool:
        """Whether moves are being taken."""
        return self._open

    def load(self) -> Load:
        """The present load."""
        return Load(
            sum(pool.waiting(Priority.LIVE) for pool in self._pools),
            sum(pool.waiting(Priority.BACKGROUND) for pool in self._pools),
            self._threads.busy,
            self._processes.busy,
        )


class BotSeat:
    """One bot in one game. Its player is kept where it thinks; a process that has none yet opens another."""

    def __init__(self, executor: Executor, pool: Pool, seating: Seating) -> None:
        self._executor = executor
        self._pool = pool
        self._seating = seating
        self._place = Place(seating.seat)

    @property
    def level(self) -> Level:
        """The level that plays here."""
        return self._seating.level

    async def choose(
        self, moves: Sequence[int], limits: Limits | None = None, priority: Priority = Priority.LIVE
    ) -> Choice:
        """The bot's choice after these moves, within the level's limits unless others are given.

        Cancelling it stops the player. Raises NoMove, ExecutorFull, Stopped (executor or seat closed), PlayerCrashed.
        """
        if self._place.closed or not self._executor.open:
            raise Stopped("the seat or the executor is closed")
        answer: asyncio.Future[Choice] = asyncio.get_running_loop().create_future()
        request = Request(self._seating, tuple(moves), self.level.limits if limits is None else limits)
        job = Job(self._place, request, priority, answer)
        self._pool.submit(job)
        try:
            return await answer
        except asyncio.CancelledError:
            self._pool.abandon(job)
            raise

    async def close(self) -> None:
        """Stop what is being chosen and close the player; the seat takes no more moves."""
        self._pool.release(self._place)
