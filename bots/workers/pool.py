"""The queue before a set of workers: live moves first, bounded, one move of a seat at a time."""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum

from bots.engine import Choice, Limits
from bots.errors import BotError, ExecutorFull, PlayerCrashed, Stopped
from bots.workers.seats import Request
from bots.workers.worker import GRACE_S, Worker

log = logging.getLogger(__name__)


class Priority(IntEnum):
    """Who waits for a move: a player at the board, or review and learning."""

    LIVE = 0
    BACKGROUND = 1


@dataclass(slots=True, eq=False)
class Place:
    """Where a seat stands: the workers that may hold its player, and whether one is at work on it."""

    seat: int
    homes: list[Worker] = field(default_factory=list)
    busy: bool = False
    closed: bool = False


@dataclass(slots=True, eq=False)
class Job:
    """One move to be chosen; ``worker`` is the one that has been asked for it."""

    place: Place
    request: Request
    priority: Priority
    answer: asyncio.Future[Choice]
    worker: Worker | None = None


class Pool:
    """Workers of one kind and their queue, which holds at most ``limit`` jobs of each priority."""

    def __init__(self, workers: Sequence[Worker], limit: int) -> None:
        self._workers = tuple(workers)
        self._idle = list(workers)
        self._limit = limit
        self._waiting: dict[Priority, deque[Job]] = {priority: deque() for priority in Priority}
        self._running: dict[asyncio.Task[None], Job] = {}

    async def start(self) -> None:
        """Start the workers."""
        for worker in self._workers:
            await worker.start()

    async def close(self) -> None:
        """Fail every job with Stopped and end the workers."""
        for job in self._jobs():
            self._fail(job, Stopped("the executor is closed"))
            self.abandon(job)
        if self._running:
            await asyncio.wait(self._running, timeout=GRACE_S + 1)
        await asyncio.gather(*(worker.close() for worker in self._workers))
        for task in list(self._running):
            task.cancel()

    def waiting(self, priority: Priority) -> int:
        """Number of jobs that have not begun."""
        return len(self._waiting[priority])

    @property
    def busy(self) -> int:
        """Number of workers at work."""
        return len(self._workers) - len(self._idle)

    def submit(self, job: Job) -> None:
        """Queue a job, or begin it at once; raises ExecutorFull."""
        if self.waiting(job.priority) >= self._limit:
            raise ExecutorFull(f"{self._limit} moves are waiting")
        self._waiting[job.priority].append(job)
        self._dispatch()

    def abandon(self, job: Job) -> None:
        """Forget a job whose answer nobody wants any more: out of the queue, or stopped."""
        if job.worker is not None:
            job.worker.hurry()
        elif job in self._waiting[job.priority]:
            self._waiting[job.priority].remove(job)

    def release(self, place: Place) -> None:
        """Close a seat: its jobs fail with Stopped, then its players are closed."""
        place.closed = True
        for job in self._jobs():
            if job.place is place:
                self._fail(job, Stopped("the seat is closed"))
                self.abandon(job)
        if not place.busy:
            _forget(place)

    def _jobs(self) -> list[Job]:
        return [*self._running.values(), *(job for jobs in self._waiting.values() for job in jobs)]

    def _dispatch(self) -> None:
        # background work leaves one worker free, where there is more than one, so that a live move finds it
        background = sum(job.priority is Priority.BACKGROUND for job in self._running.values())
        room = max(1, len(self._workers) - 1) - background
        for priority, jobs in self._waiting.items():
            for job in list(jobs):
                if not self._idle:
                    return
                if job.place.busy or (priority is Priority.BACKGROUND and room <= 0):
                    continue
                room -= priority is Priority.BACKGROUND
                jobs.remove(job)
                self._begin(job)

    def _begin(self, job: Job) -> None:
        place = job.place
        worker = next((home for home in place.homes if home in self._idle), self._idle[0])
        self._idle.remove(worker)
        if worker not in place.homes:
            place.homes.append(worker)
        place.busy = True
        if job.priority is Priority.LIVE:
            job.request = replace(job.request, limits=self._shared(job.request.limits))
        task = asyncio.get_running_loop().create_task(self._run(job, worker))
        self._running[task] = job
        task.add_done_callback(lambda task: self._ended(task, worker))

    def _shared(self, limits: Limits) -> Limits:
        """Limits under the present load: time is shared with the live moves that must wait; nodes stay as they are."""
        if limits.time_ms is None:
            return limits
        workers = len(self._workers)
        return replace(limits, time_ms=max(1, limits.time_ms * workers // (workers + self.waiting(Priority.LIVE))))

    async def _run(self, job: Job, worker: Worker) -> None:
        if job.answer.done():  # abandoned since it was begun
            return
        job.worker = worker
        try:
            choice = await worker.choose(job.request)
        except BotError as error:
            self._fail(job, error)
        except Exception as error:
            log.exception("a worker failed")
            self._fail(job, PlayerCrashed(repr(error)))
        else:
            if not job.answer.done():
                job.answer.set_result(choice)

    def _ended(self, task: asyncio.Task[None], worker: Worker) -> None:
        job = self._running.pop(task)
        self._idle.append(worker)
        job.place.busy = False
        if job.place.closed:
            _forget(job.place)
        if not task.cancelled():
            self._dispatch()

    @staticmethod
    def _fail(job: Job, error: BotError) -> None:
        if not job.answer.done():
            job.answer.set_exception(error)


def _forget(place: Place) -> None:
    for worker in place.homes:
        worker.forget(place.seat)
    place.homes.clear()
