"""Fixtures of all tests: a server in this process, and one of its own."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from server.app import App, start
from server.config import Config
from tests.kit.client import Client
from tests.kit.process import ServerProcess

Connect = Callable[..., Awaitable[Client]]


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """Settings of the server under test; a test module may override it."""
    return Config(port=0, db=tmp_path / "tengen.db", bot_pause_ms=0)


@pytest.fixture
async def running(config: Config) -> AsyncIterator[tuple[App, str]]:
    """A server in this process, and the address of its socket."""
    async with AsyncExitStack() as stack:
        app, server = await start(config, stack)
        port = next(iter(server.sockets)).getsockname()[1]
        yield app, f"ws://127.0.0.1:{port}/ws"


@pytest.fixture
async def join(running: tuple[App, str]) -> AsyncIterator[Connect]:
    """Connects clients to the server in this process and closes them at the end."""
    async with AsyncExitStack() as stack:

        async def connect(token: str | None = None) -> Client:
            client = await Client(running[1], token).open()
            stack.push_async_callback(client.close)
            return client

        yield connect


@pytest.fixture
def server_process(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server of its own, not started yet."""
    process = ServerProcess(tmp_path / "tengen.db", bot_pause_ms=0)
    yield process
    process.kill()
