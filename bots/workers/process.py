"""A worker that is a process: for moves that hold the interpreter lock."""

import asyncio
import mmap
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import numpy as np

import bots
from bots.engine import Choice, Stop
from bots.errors import BotError, PlayerCrashed
from bots.workers.frames import HEADER, packed, unpacked
from bots.workers.seats import Request
from bots.workers.worker import GRACE_S

ROOT = str(Path(bots.__file__).parents[1])


class ProcessWorker:
    """One fresh interpreter (never a fork) that runs ``bots.workers.child``; replaced when it dies.

    The stop flag is the first byte of an unnamed file that both sides have mapped.
    """

    def __init__(self) -> None:
        self._page = tempfile.TemporaryFile()  # noqa: SIM115  # lives as long as the worker
        self._page.truncate(mmap.PAGESIZE)
        self._stop = Stop(np.frombuffer(mmap.mmap(self._page.fileno(), mmap.PAGESIZE), np.uint8)[:1])
        self._process: asyncio.subprocess.Process | None = None
        self._impatience: asyncio.TimerHandle | None = None
        self._closed = False

    async def start(self) -> None:
        """Spawn the process. The loop must run in a thread that lasts: on Linux the child dies with that thread."""
        page = self._page.fileno()
        paths = [ROOT, *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "bots.workers.child", str(os.getpid()), str(page)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            pass_fds=[page],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "OPENBLAS_NUM_THREADS": "1"},
        )

    async def choose(self, request: Request) -> Choice:
        """Choose in the process; raises PlayerCrashed when it dies over the move, and has then a new one."""
        self._stop.clear()
        try:
            answer = await self._ask(request)
        except (OSError, asyncio.IncompleteReadError) as error:
            await self._replace()
            raise PlayerCrashed("the worker process died") from error
        finally:
            if self._impatience is not None:
                self._impatience.cancel()
                self._impatience = None
        if isinstance(answer, BotError):
            raise answer
        assert isinstance(answer, Choice)
        return answer

    def hurry(self) -> None:
        """Set the stop flag, and kill the process if the move has not ended within the grace."""
        self._stop.set()
        if self._impatience is None and self._process is not None:
            self._impatience = asyncio.get_running_loop().call_later(GRACE_S, self._kill)

    def forget(self, seat: int) -> None:
        """Tell the process to close a seat's player."""
        if self._process is not None and not self._dead(self._process):
            self._input(self._process).write(packed(seat))

    async def close(self) -> None:
        """Close the pipe, at whose end the process ends by itself; after the grace it is killed."""
        self._closed = True
        self._stop.set()
        process, self._process = self._process, None
        if process is not None:
            self._input(process).close()
            try:
                await asyncio.wait_for(process.wait(), GRACE_S)
            except TimeoutError:
                process.kill()
                await process.wait()
        self._page.close()

    async def _ask(self, request: Request) -> object:
        if self._process is None or self._dead(self._process):
            await self._replace()
        if self._process is None:
            raise BrokenPipeError
        source, sink = self._process.stdout, self._input(self._process)
        assert source is not None
        sink.write(packed(request))
        await sink.drain()
        (length,) = HEADER.unpack(await source.readexactly(HEADER.size))
        return unpacked(await source.readexactly(length))

    async def _replace(self) -> None:
        """A new process for the old one; none when the system has none to give, until the next move asks again."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            self._input(process).close()
            await process.wait()
        if not self._closed:
            with suppress(OSError):
                await self.start()

    def _kill(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()

    @staticmethod
    def _dead(process: asyncio.subprocess.Process) -> bool:
        assert process.stdout is not None
        return process.returncode is not None or process.stdout.at_eof()

    @staticmethod
    def _input(process: asyncio.subprocess.Process) -> asyncio.StreamWriter:
        assert process.stdin is not None
        return process.stdin
