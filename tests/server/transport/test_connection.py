"""One connection: what is queued reaches its reader whole, and who does not read is cut off alone."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from server.metrics import Metrics
from server.protocol.outbound import Bye
from server.transport.connection import MOST_UNREAD, Connection, make_frame

WAIT_S = 20.0
Ends = tuple[Connection, ClientConnection]


class Line:
    """A server that only opens connections, and both of their ends."""

    def __init__(self, port: int, opened: asyncio.Queue[Connection], metrics: Metrics) -> None:
        self.metrics = metrics
        self._port = port
        self._opened = opened

    async def connect(self) -> Ends:
        """One more connection: the server's end, the client's end."""
        client = await connect(f"ws://127.0.0.1:{self._port}/", compression=None, max_size=None)
        return await self._opened.get(), client


@pytest.fixture
async def line() -> AsyncIterator[Line]:
    opened: asyncio.Queue[Connection] = asyncio.Queue()
    metrics = Metrics()

    async def keep(socket: ServerConnection) -> None:
        opened.put_nowait(Connection(socket, "here", metrics))
        await socket.wait_closed()

    async with serve(keep, "127.0.0.1", 0, compression=None, write_limit=32768, close_timeout=1) as server:
        yield Line(next(iter(server.sockets)).getsockname()[1], opened, metrics)


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536])
def test_a_frame_is_the_librarys(length: int) -> None:
    payload = b"x" * length
    assert make_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


async def test_messages_arrive_as_text_in_their_order(line: Line) -> None:
    connection, client = await line.connect()
    connection.say(Bye("restart"))
    connection.send(b'{"n":1}', b'{"n":2}')
    connection.send(b'{"n":3}')
    async with asyncio.timeout(WAIT_S):
        heard = [await client.recv() for _ in range(4)]
    assert heard == ['{"t":"bye","code":"restart"}', '{"n":1}', '{"n":2}', '{"n":3}']
    await client.close()


async def test_what_a_client_says_is_received_as_bytes(line: Line) -> None:
    connection, client = await line.connect()
    await client.send("天元")
    assert await connection.receive() == "天元".encode()
    await client.close()
    with pytest.raises(ConnectionClosed):
        await connection.receive()


async def test_who_does_not_read_is_cut_off_and_the_others_read_on(line: Line) -> None:
    stuck, reader = await line.connect(), await line.connect()
    stuck[1].transport.pause_reading()
    payload = b"x" * 60_000
    sent = 0
    async with asyncio.timeout(WAIT_S):
        while line.metrics.slow_readers._value.get() == 0:
            for connection in (stuck[0], reader[0]):
                connection.send(payload)
            sent += 1
            assert len(await reader[1].recv()) == len(payload)
        with pytest.raises(ConnectionClosed):
            await stuck[0].receive()
    stuck[0].send(payload)  # nothing is written to it, and nothing raised
    assert line.metrics.slow_readers._value.get() == 1
    assert sent > 1, "what the kernel takes is not held against anybody"
    reader[0].send(b"still here")
    assert await reader[1].recv() == "still here"
    for _, client in (stuck, reader):
        client.transport.abort()
        await client.wait_closed()


async def test_as_much_as_the_limit_may_wait(line: Line) -> None:
    connection, client = await line.connect()
    client.transport.pause_reading()
    connection.send(b"x" * (MOST_UNREAD // 2))
    assert line.metrics.slow_readers._value.get() == 0
    client.transport.resume_reading()
    async with asyncio.timeout(WAIT_S):
        assert len(await client.recv()) == MOST_UNREAD // 2
    await client.close()


async def test_the_code_of_a_close_reaches_the_client(line: Line) -> None:
    connection, client = await line.connect()
    await connection.close(1008, "flood")
    with pytest.raises(ConnectionClosed) as closed:
        await client.recv()
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "flood")
    connection.send(b"too late")


async def test_lag_is_unknown_before_the_first_ping(line: Line) -> None:
    connection, client = await line.connect()
    assert connection.lag_ms == 0
    await client.close()
