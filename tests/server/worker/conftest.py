"""Servers and workers in this process, on one exchange."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from bots.executor import LocalExecutor
from server.bus.bus import Bus
from server.bus.local import Exchange, LocalBus
from server.worker.messages import LANES, work_subject
from server.worker.remote_executor import RemoteExecutor
from server.worker.service import WorkerService

KEY = b"k" * 32
SUBJECTS = ("bot.99", *(f"bot.{n}" for n in range(11)), *(work_subject(lane) for lane in LANES))
GIVE_UP_S = 30


async def until(true: Callable[[], Any]) -> None:
    """Wait for something that no event tells of."""
    async with asyncio.timeout(GIVE_UP_S):
        while not true():
            await asyncio.sleep(0.005)


class House:
    """Servers and workers, closed in the end."""

    def __init__(self) -> None:
        self.exchange = Exchange()
        self.closing: list[Any] = []

    async def add_worker(
        self, *, key: bytes = KEY, subjects: tuple[str, ...] = SUBJECTS, threads: int = 1, bus: Bus | None = None
    ) -> tuple[WorkerService, Bus, LocalExecutor]:
        """Start a worker."""
        bus = bus or LocalBus(self.exchange)
        executor = LocalExecutor(threads=threads, processes=1, queue=8)
        await executor.start()
        service = WorkerService(bus, key, executor, cores=threads, queue=8, packages=("bots.", "server.", "tests."))
        await service.start()
        await service.serve(subjects, warm=True)
        self.closing[:0] = [lambda: service.close(0), executor.close, bus.close]
        return service, bus, executor

    async def add_server(self, key: bytes = KEY, bus: Bus | None = None, **options: Any) -> RemoteExecutor:
        """Start a server's executor."""
        bus = bus or LocalBus(self.exchange)
        server = RemoteExecutor(bus, key, lambda: LocalExecutor(threads=1, processes=1, queue=8), **options)
        await server.start()
        self.closing[:0] = [server.close, bus.close]
        return server


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """A house without anybody."""
    found = House()
    yield found
    for close in found.closing:
        await close()
