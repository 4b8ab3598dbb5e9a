"""A server whose bots think at workers."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bots.executor import LocalExecutor
from bots.levels import level
from server import lifecycle
from server.bus.local import Exchange, LocalBus
from server.config import Config
from server.errors import ConfigError
from server.lifecycle import start
from server.store.settings import read_key
from server.worker.messages import LANES, bot_subject, work_subject
from server.worker.remote_executor import RemoteExecutor
from server.worker.service import WorkerService
from tests.conftest import Connect
from tests.kit.app import App


@pytest.fixture
def exchange(monkeypatch: pytest.MonkeyPatch) -> Exchange:
    """The bus of the server under test."""
    found = Exchange()

    async def open_bus(address: str) -> LocalBus:
        return LocalBus(found)

    monkeypatch.setattr(lifecycle, "open_bus", open_bus)
    return found


@pytest.fixture
def config(tmp_path: Path, exchange: Exchange) -> Config:
    """Settings of the server under test."""
    return Config(port=0, db=tmp_path / "tengen.db", bot_pause_ms=0, bus="nats://in.process", bot_place="workers")


@pytest.fixture
async def worker(running: tuple[App, str], exchange: Exchange) -> AsyncIterator[WorkerService]:
    """A worker with the key of the server's database."""
    key = await read_key(running[0].store, 1)
    executor = LocalExecutor(threads=1, processes=1)
    await executor.start()
    bus = LocalBus(exchange)
    service = WorkerService(bus, key, executor, cores=1, queue=8)
    await service.start()
    await service.serve(map(bot_subject, map(level, (0, 1, 4))))
    await service.serve(map(work_subject, LANES))
    yield service
    await service.close()
    await executor.close()
    await bus.close()


async def test_people_play_bots_that_think_at_a_worker(
    running: tuple[App, str], worker: WorkerService, join: Connect
) -> None:
    executor = running[0].executor
    assert isinstance(executor, RemoteExecutor)
    async with asyncio.timeout(20):
        while not executor.ready(level(4)):
            await asyncio.sleep(0.01)
    assert not executor.ready(level(2))
    me = await join()
    room = await me.create(level=4, color="black")
    await me.enter(room)
    await me.move(room, 0, 112)
    await me.event("moved")
    answer = await me.event("moved")
    assert (answer["seat"], answer["ply"]) == (1, 1)
    assert worker.make_beat().moves == 1


async def test_workers_need_a_bus(tmp_path: Path) -> None:
    config = dataclasses.replace(Config(), port=0, db=tmp_path / "tengen.db", bot_place="workers")
    async with AsyncExitStack() as stack:
        with pytest.raises(ConfigError, match="bus"):
            await start(config, stack)
