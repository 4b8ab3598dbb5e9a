"""Many people's idle pages, in separate processes: ``python -m tests.kit.crowd PORT NUMBER``.

They reconnect as the client's page does, with its back-off, read from its source, and its patience.
"""

import asyncio
import json
import random
import re
import resource
import subprocess
import sys
from pathlib import Path
from time import monotonic
from typing import Self

from tests.benchmarks.load import FrameClient

CLIENT = Path(__file__).parents[2] / "web_client"
REPORT_S = 0.2
FIRST_AT_ONCE = 100
"""Connections at a time at the very first; later people connect at random."""


def constant_ms(file: str, name: str) -> int:
    """Read a constant in milliseconds from a module of the client."""
    found = re.search(rf"^const {name} = ([0-9_]+);", (CLIENT / file).read_text("utf-8"), re.MULTILINE)
    assert found, f"{file} has no {name}"
    return int(found[1].replace("_", ""))


FIRST_MS = constant_ms("lib/backoff.js", "FIRST_MS")
LONGEST_MS = constant_ms("lib/backoff.js", "LONGEST_MS")
PATIENCE_S = constant_ms("socket.js", "PATIENCE_MS") / 1000


def retry_delay_ms(attempt: int, chance: float) -> float:
    """Compute the client's `retryDelay` for a random number from 0 to 1."""
    return min(LONGEST_MS, FIRST_MS * 2.0**attempt) * chance


class Page(FrameClient):
    """One connection of one person."""

    def __init__(self, person: "Person") -> None:
        super().__init__("/ws", person.hear)
        self.lost = asyncio.get_running_loop().create_future()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(exc or ConnectionError("closed"))
            self.open.exception()
        if not self.lost.done():
            self.lost.set_result(None)


class Person:
    """A person who keeps a page open, follows the lobby, and reconnects when the connection is lost."""

    def __init__(self, port: int, crowd: "Crowd") -> None:
        self._port = port
        self._crowd = crowd
        self._token: str | None = None
        self._welcomed: asyncio.Future[None] | None = None

    def hear(self, text: bytes) -> None:
        """Process a message of the server."""
        if text.startswith(b'{"t":"welcome"'):
            self._token = json.loads(text).get("token", self._token)
            if self._welcomed is not None and not self._welcomed.done():
                self._welcomed.set_result(None)

    async def live(self) -> None:
        """Stay connected forever."""
        attempt = 0
        async with self._crowd.first:
            page = await self._come()
        while True:
            if page is not None:
                attempt = 0
                self._crowd.online += 1
                await page.lost
                self._crowd.online -= 1
            await asyncio.sleep(retry_delay_ms(attempt, random.random()) / 1000)
            attempt += 1
            self._crowd.attempts += 1
            page = await self._come()

    async def _come(self) -> Page | None:
        loop = asyncio.get_running_loop()
        page = Page(self)
        self._welcomed = loop.create_future()
        try:
            async with asyncio.timeout(PATIENCE_S):
                await loop.create_connection(lambda: page, "127.0.0.1", self._port)
                await page.open
                token = {} if self._token is None else {"token": self._token}
                page.send(json.dumps({"t": "hello", "protocol": 1, **token}).encode())
                await asyncio.wait([self._welcomed, page.lost], return_when=asyncio.FIRST_COMPLETED)
        except (OSError, TimeoutError):
            page.close()
            return None
        if not self._welcomed.done():
            return None
        page.send(b'{"t":"lobby","on":true}')
        return page


class Crowd:
    """The people of one process; ``online`` of them are connected and greeted."""

    def __init__(self, port: int, number: int) -> None:
        self.online = 0
        self.attempts = 0
        self.first = asyncio.Semaphore(FIRST_AT_ONCE)
        self._people = [Person(port, self) for _ in range(number)]

    async def live(self) -> None:
        """Stay until the program is ended, printing the number online as one JSON object a line."""
        tasks = [asyncio.create_task(person.live()) for person in self._people]
        while not any(task.done() for task in tasks):
            await asyncio.sleep(REPORT_S)
            print(json.dumps({"online": self.online, "attempts": self.attempts}), flush=True)
        await next(task for task in tasks if task.done())


class Crowds:
    """Several such processes, as a context manager. ``said`` has each one's last report."""

    def __init__(self, port: int, number: int, processes: int = 2) -> None:
        share, rest = divmod(number, processes)
        self._numbers = [share + (index < rest) for index in range(processes)]
        self._port = port
        self._processes: list[asyncio.subprocess.Process] = []
        self._readers: list[asyncio.Task[None]] = []
        self.said = [{"online": 0, "attempts": 0} for _ in self._numbers]

    @property
    def online(self) -> int:
        """The number of people connected and greeted."""
        return sum(each["online"] for each in self.said)

    @property
    def attempts(self) -> int:
        """The number of attempts to reconnect."""
        return sum(each["attempts"] for each in self.said)

    async def __aenter__(self) -> Self:
        for index, number in enumerate(self._numbers):
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.kit.crowd", str(self._port), str(number)), stdout=subprocess.PIPE
            )
            self._processes.append(process)
            self._readers.append(asyncio.create_task(self._read(index, process)))
        return self

    async def __aexit__(self, *_: object) -> None:
        for process in self._processes:
            process.kill()
            await process.wait()
        await asyncio.gather(*self._readers)

    async def _read(self, index: int, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            self.said[index] = json.loads(line)

    async def until(self, online: int, seconds: float) -> float | None:
        """Return the seconds until at least (for 0, at most) ``online`` people are online; None after ``seconds``."""
        began = monotonic()
        while monotonic() - began < seconds:
            if (self.online >= online) if online else (self.online == 0):
                return monotonic() - began
            await asyncio.sleep(REPORT_S)
        return None


def most_files() -> int:
    """Raise the limit of open files as far as the system permits; return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = hard if hard != resource.RLIM_INFINITY else max(soft, 65_536)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


if __name__ == "__main__":
    most_files()
    asyncio.run(Crowd(*map(int, sys.argv[1:])).live())
