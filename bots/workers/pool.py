"""The queue before a set of workers: bounded, fair to all who ask, with one move per seat at a time."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from bots.errors import BotError, ExecutorFull, PlayerCrashed, Stopped
from bots.workers.fair_queue import Asker, FairQueue
from bots.workers.worker import GRACE_S, Worker

log = logging.getLogger(__name__)

TELL_S = 1.0
"""Seconds between reports of their place in the queue to those who wait, and before the first."""

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


@dataclass(slots=True, eq=False)
class SeatState:
    """The state of a seat: the workers that may hold its player, and whether one is working on it."""

    seat: int
    homes: list[Worker[Any, Any]] = field(default_factory=list)
    busy: bool = False
    closed: bool = False


@dataclass(slots=True, eq=False)
class PoolJob(Generic[Asked, Answer]):
    """A job for a seat; ``worker`` is the one working on it.

    ``begin(workers, wanted)`` returns the request when the job starts, given the pool's number of workers and the
    number of jobs running or waiting. ``cost`` is charged to the asker's share, in ms. ``told(ahead)`` is called during
    long waits with the number of jobs ahead, and finally with None.
    """

    place: SeatState
    begin: Callable[[int, int], Asked]
    answer: asyncio.Future[Answer]
    asker: Asker = field(default_factory=Asker)
    cost: float = 1.0
    told: Callable[[int | None], None] = lambda _: None
    ahead: int | None = None
    worker: Worker[Asked, Answer] | None = None


class Pool(Generic[Asked, Answer]):
    """Workers of one kind and their queue of at most ``limit`` jobs, in the order of `FairQueue`."""

    def __init__(self, workers: Sequence[Worker[Asked, Answer]], limit: int) -> None:
        self._workers = tuple(workers)
        self._idle = list(workers)
        self._limit = limit
        self._waiting: list[PoolJob[Asked, Answer]] = []
        self._queue = FairQueue()
        self._telling: asyncio.TimerHandle | None = None
        self._running: dict[asyncio.Task[None], PoolJob[Asked, Answer]] = {}

    async def start(self) -> None:
        """Start the workers."""
        for worker in self._workers:
            await worker.start()

    async def close(self) -> None:
        """Fail every job with Stopped and end the workers."""
        if self._telling is not None:
            self._telling.cancel()
        for job in self._jobs():
            self._fail(job, Stopped("the executor is closed"))
            self.abandon(job)
        if self._running:
            await asyncio.wait(self._running, timeout=GRACE_S + 1)
        await asyncio.gather(*(worker.close() for worker in self._workers))
        for task in list(self._running):
            task.cancel()

    @property
    def waiting(self) -> int:
        """The number of jobs that have not started."""
        return len(self._waiting)

    @property
    def busy(self) -> int:
        """The number of busy workers."""
        return len(self._workers) - len(self._idle)

    def submit(self, job: PoolJob[Asked, Answer]) -> None:
        """Queue a job, or start it at once.

        If too many wait, the last in turn, possibly this one, fails with ExecutorFull.
        """
        self._queue.join(job, self._waiting)
        self._waiting.append(job)
        self._dispatch()
        if self.waiting > self._limit:
            *_, last = self._queue.order(self._waiting)
            self._leave(last)
            self._fail(last, ExecutorFull(f"{self._limit} jobs are waiting"))
        if self._waiting and self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(TELL_S, self._tell)

    def ahead(self, job: PoolJob[Asked, Answer]) -> int:
        """Return how many jobs would be ahead of this one if it were submitted now."""
        if self._idle:
            return 0
        self._queue.join(job, self._waiting)
        return next(n for n, each in enumerate(self._queue.order([*self._waiting, job])) if each is job)

    def abandon(self, job: PoolJob[Asked, Answer]) -> None:
        """Drop a job whose answer nobody wants: dequeue it, or stop it."""
        if job.worker is not None:
            job.worker.hurry()
        elif job in self._waiting:
            self._leave(job)

    def release(self, place: SeatState) -> None:
        """Close a seat: its jobs fail with Stopped, then its players are closed."""
        place.closed = True
        for job in self._jobs():
            if job.place is place:
                self._fail(job, Stopped("the seat is closed"))
                self.abandon(job)
        if not place.busy:
            _forget(place)

    def _jobs(self) -> list[PoolJob[Asked, Answer]]:
        return [*self._running.values(), *self._waiting]

    def _dispatch(self) -> None:
        while self._idle and self._waiting:
            following = next(self._queue.order(job for job in self._waiting if not job.place.busy), None)
            if following is None:
                return
            self._begin(following)

    def _tell(self) -> None:
        self._telling = None
        for n, job in enumerate(list(self._queue.order(self._waiting))):
            if job.ahead != n:
                job.ahead = n
                job.told(n)
        if self._waiting:
            self._telling = asyncio.get_running_loop().call_later(TELL_S, self._tell)

    def _leave(self, job: PoolJob[Asked, Answer]) -> None:
        """Remove a job from the queue."""
        self._waiting.remove(job)
        if job.ahead is not None:
            job.ahead = None
            job.told(None)

    def _begin(self, job: PoolJob[Asked, Answer]) -> None:
        place = job.place
        worker = next((home for home in place.homes if home in self._idle), self._idle[0])
        request = job.begin(len(self._workers), self.busy + self.waiting)
        self._leave(job)
        self._queue.charge(job, self._jobs())
        self._idle.remove(worker)
        if worker not in place.homes:
            place.homes.append(worker)
        place.busy = True
        task = asyncio.get_running_loop().create_task(self._run(job, worker, request))
        self._running[task] = job
        task.add_done_callback(lambda task: self._end(task, worker))

    async def _run(self, job: PoolJob[Asked, Answer], worker: Worker[Asked, Answer], request: Asked) -> None:
        if job.answer.done():  # abandoned since it started
            return
        job.worker = worker
        try:
            answer = await worker.ask(request)
        except BotError as error:
            self._fail(job, error)
        except Exception as error:
            log.exception("a worker failed")
            self._fail(job, PlayerCrashed(repr(error)))
        else:
            if not job.answer.done():
                job.answer.set_result(answer)

    def _end(self, task: asyncio.Task[None], worker: Worker[Asked, Answer]) -> None:
        job = self._running.pop(task)
        self._idle.append(worker)
        job.place.busy = False
        if job.place.closed:
            _forget(job.place)
        if not task.cancelled():
            self._dispatch()

    @staticmethod
    def _fail(job: PoolJob[Asked, Answer], error: BotError) -> None:
        if not job.answer.done():
            job.answer.set_exception(error)


def _forget(place: SeatState) -> None:
    for worker in place.homes:
        worker.forget(place.seat)
    place.homes.clear()
