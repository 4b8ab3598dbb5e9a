"""Workers that are processes: for moves that hold the interpreter lock, and for background work."""

import asyncio
import mmap
import os
import signal
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

import bots
from bots.engine import Choice, Stop
from bots.errors import BotError, PlayerCrashed, Stopped, WorkCrashed
from bots.workers.background_work import Errand, Progress, Report, Work, WorkResult
from bots.workers.frames import HEADER, pack, unpack
from bots.workers.player_cache import Request
from bots.workers.worker import BACKGROUND_NICENESS, GRACE_S, LOADING_S, NICENESS, REST_S

ROOT = str(Path(bots.__file__).parents[1])


class ProcessDied(Exception):
    """The process died while working on a request."""


def send_signal(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
    """Send a signal to a process unless it has ended.

    This avoids the process's own method: before Python 3.13 that polls the process and takes its exit status away from
    asyncio's waiting thread, which then warns of an unknown process.
    """
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.kill(process.pid, number)


class ChildProcess:
    """A fresh interpreter (never a fork) that runs ``bots.workers.child``; replaced when it dies.

    It ends after ``rest_s`` seconds without a request, so that an idle server takes little memory; the next request
    starts another. ``name`` is its last argument, for lists of processes.

    The stop flag is the first byte of an unnamed file mapped by both sides. The process sets the second once the kernel
    kills it with its parent.
    """

    niceness = NICENESS
    grace_s = GRACE_S
    rest_s = REST_S

    def __init__(self, name: str = "work") -> None:
        self._name = name
        self._page = tempfile.TemporaryFile()  # noqa: SIM115  # lives as long as the worker
        self._page.truncate(mmap.PAGESIZE)
        flags = np.frombuffer(mmap.mmap(self._page.fileno(), mmap.PAGESIZE), np.uint8)
        self._stop, self._bound = Stop(flags[:1]), flags[1:2]
        self._process: asyncio.subprocess.Process | None = None
        self._impatience: asyncio.TimerHandle | None = None
        self._rest: asyncio.TimerHandle | None = None
        self._ending: asyncio.Task[None] | None = None
        self._closed = False

    async def start(self) -> None:
        """Spawn the process. The loop must run in a thread that lasts: on Linux the child dies with that thread."""
        page = self._page.fileno()
        self._bound[0] = 0
        paths = [ROOT, *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "bots.workers.child"),
            *(str(number) for number in (os.getpid(), page, self.niceness)),
            self._name,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            pass_fds=[page],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "OPENBLAS_NUM_THREADS": "1"},
        )

    def hurry(self) -> None:
        """Set the stop flag, and kill the process if it does not finish within the grace."""
        self._stop.set()
        if self._impatience is None and self._process is not None:
            self._impatience = asyncio.get_running_loop().call_later(self.grace_s, self._kill)

    def forget(self, seat: int) -> None:
        """Tell the process to close a seat's player."""
        if self._process is not None and not self._dead(self._process):
            self._input(self._process).write(pack(seat))

    async def close(self) -> None:
        """Close the pipe, at whose end the process exits; kill it after the grace."""
        self._closed = True
        self._stop.set()
        self._stay()
        process, self._process = self._process, None
        if process is not None:
            await self._end(process, min(self.grace_s, GRACE_S))
        if self._ending is not None:
            await self._ending
        self._page.close()

    async def _chosen(self, request: Request) -> Choice:
        """Choose in the process; raises PlayerCrashed when it dies, after replacing it."""
        try:
            choice = await self._converse(request, lambda _: None)
        except ProcessDied as error:
            raise PlayerCrashed("the worker process died") from error
        assert isinstance(choice, Choice)
        return choice

    async def _done(self, errand: Errand) -> Any:
        """Return the result of the work; raises WorkCrashed when the process dies, after replacing it."""
        try:
            result = await self._converse(errand.work, errand.heard)
        except ProcessDied as error:
            raise WorkCrashed("the process died") from error
        assert isinstance(result, WorkResult)
        return result.value

    async def _converse(self, request: Request | Work, heard: Progress[Any]) -> Any:
        """Return the process's final answer; ``heard`` gets its reports before that, and must not raise.

        Raises BotError as the process does, ProcessDied after replacing it, and Stopped when hurried before there was a
        process.
        """
        self._stop.clear()
        self._stay()
        try:
            answer = await self._ask(request)
            while isinstance(answer, Report):
                heard(answer.news)
                answer = await self._answer()
        except (OSError, asyncio.IncompleteReadError) as error:
            await self._replace()
            raise ProcessDied from error
        finally:
            if self._impatience is not None:
                self._impatience.cancel()
                self._impatience = None
            if not self._closed:
                self._rest = asyncio.get_running_loop().call_later(self.rest_s, self._retire)
        if isinstance(answer, BotError):
            raise answer
        return answer

    async def _ask(self, request: Request | Work) -> object:
        if self._process is None or self._dead(self._process):
            await self._replace()
        if self._process is None:
            raise BrokenPipeError
        if self._stop.is_set():
            raise Stopped("the answer is no longer wanted")
        sink = self._input(self._process)
        sink.write(pack(request))
        await sink.drain()
        return await self._answer()

    async def _answer(self) -> object:
        if self._process is None:
            raise BrokenPipeError
        source = self._process.stdout
        assert source is not None
        (length,) = HEADER.unpack(await source.readexactly(HEADER.size))
        return unpack(await source.readexactly(length))

    async def _replace(self) -> None:
        """Replace the process; leave none when the system cannot start one, and try again at the next request."""
        process, self._process = self._process, None
        if process is not None:
            await self._end(process, GRACE_S)
        if not self._closed:
            with suppress(OSError):
                await self.start()

    async def _end(self, process: asyncio.subprocess.Process, grace_s: float) -> None:
        self._input(process).close()
        try:
            await asyncio.wait_for(process.wait(), grace_s)
        except TimeoutError:
            send_signal(process, signal.SIGKILL)
            await process.wait()

    def _stay(self) -> None:
        """Cancel the end for want of requests."""
        if self._rest is not None:
            self._rest.cancel()
            self._rest = None

    def _retire(self) -> None:
        """End the process; a request that comes meanwhile starts another."""
        self._rest = None
        process, self._process = self._process, None
        if process is not None:
            self._ending = asyncio.get_running_loop().create_task(self._end(process, GRACE_S))

    def _kill(self) -> None:
        if self._process is not None:
            send_signal(self._process, signal.SIGKILL)

    @staticmethod
    def _dead(process: asyncio.subprocess.Process) -> bool:
        assert process.stdout is not None
        return process.returncode is not None or process.stdout.at_eof()

    @staticmethod
    def _input(process: asyncio.subprocess.Process) -> asyncio.StreamWriter:
        assert process.stdin is not None
        return process.stdin


class ProcessWorker(ChildProcess):
    """A process that chooses moves."""

    async def ask(self, request: Request) -> Choice:
        """Choose in the process; raises PlayerCrashed."""
        return await self._chosen(request)


class BackgroundWorker(ChildProcess):
    """A process for work that nobody at a board waits for; it is killed at once when the work is not wanted any
    more."""

    niceness = BACKGROUND_NICENESS
    grace_s = 0.0

    async def ask(self, request: Errand) -> Any:
        """Return the result of the work; raises WorkCrashed."""
        return await self._done(request)


class PassingWorker(ChildProcess):
    """A process that ends after one piece of work, so the memory used by a large file returns to the system."""

    grace_s = 0.0

    async def ask(self, request: Errand) -> Any:
        """Return the result of the work; raises WorkCrashed."""
        try:
            return await self._done(request)
        finally:
            process, self._process = self._process, None
            if process is not None:
                await self._end(process, GRACE_S)


class AwaitedWorker(ChildProcess):
    """A process for moves and other work that somebody waits for.

    An unwanted move may finish, so that the process and its kernels survive; other work cannot be asked to end, so the
    process is killed at once.
    """

    async def ask(self, request: Request | Errand) -> Any:
        """Return the choice or the result of the work; raises PlayerCrashed or WorkCrashed."""
        if isinstance(request, Request):
            self.grace_s = LOADING_S
            return await self._chosen(request)
        self.grace_s = 0.0
        return await self._done(request)
