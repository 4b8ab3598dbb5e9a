"""A server that stops: everybody is told, and nobody holds it up."""

import asyncio
from pathlib import Path
from time import monotonic

import pytest

from server.transport.port import GOODBYE_S
from tests.kit.client import Client
from tests.kit.process import ServerProcess


async def stopped(server: ServerProcess) -> float:
    """The seconds that it took to end; without a complaint."""
    began = monotonic()
    assert await asyncio.to_thread(server.stop) == 0
    assert not server.complaints()
    return monotonic() - began


@pytest.fixture
def server(tmp_path: Path) -> ServerProcess:
    return ServerProcess(tmp_path / "tengen.db").start()


async def test_a_stop_is_announced(server: ServerProcess) -> None:
    async with Client(server.ws) as client, Client(server.ws) as other:
        await client.create()
        ended = asyncio.create_task(stopped(server))
        for each in (client, other):
            assert (await each.wait(lambda m: m["t"] == "bye"))["code"] == "restart"
            closed = await each.wait_closed()
            assert closed.rcvd is not None
            assert closed.rcvd.code == 1012
        await ended


async def test_who_sends_half_a_request_or_reads_nothing_does_not_hold_it_up(server: ServerProcess) -> None:
    """The library gives a request ten seconds."""
    _, silent = await asyncio.open_connection("127.0.0.1", server.port)
    _, half = await asyncio.open_connection("127.0.0.1", server.port)
    half.write(b"GET / HTTP/1.1\r\nHost: ")
    reader, deaf = await asyncio.open_connection("127.0.0.1", server.port)
    deaf.write(
        b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    await reader.readuntil(b"\r\n\r\n")
    assert await stopped(server) < GOODBYE_S + 4
    for writer in (silent, half, deaf):
        writer.close()
