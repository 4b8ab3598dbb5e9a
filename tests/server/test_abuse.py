"""Connections that do not behave: each ends by itself, and nobody else notices."""

import asyncio
import functools
import re
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve as listen
from websockets.exceptions import ConnectionClosed, InvalidState, InvalidStatus

from server.accounts.sessions import GUEST_COST
from server.config import Config
from server.transport import gate, port
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Client, Refusal
from tests.kit.http import get
from tests.kit.pair import Pair
from tests.kit.process import ColdServer, ServerProcess

UNNOTICED_S = 3.0
"""A move that takes this long on a machine that does other things, too, was held up by nobody."""

SHORT_S = 0.5


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the waits for a silent client."""
    monkeypatch.setattr(gate, "HELLO_S", SHORT_S)
    monkeypatch.setattr(port, "listen", functools.partial(listen, open_timeout=SHORT_S))


@pytest.fixture
async def pair(running: tuple[App, str], caplog: pytest.LogCaptureFixture) -> AsyncIterator[Pair]:
    """Others, who play on after whatever the test does; the server has nothing to complain of."""
    async with Pair(running[1]) as pair:
        await pair.play()
        yield pair
        assert await pair.play() < UNNOTICED_S
    assert [record.getMessage() for record in caplog.records if record.levelname in ("WARNING", "ERROR")] == []


def endpoint(address: str) -> tuple[str, int]:
    host, port = address.removeprefix("ws://").removesuffix("/ws").split(":")
    return host, int(port)


async def exchange(address: str, sent: bytes) -> bytes:
    """Send bytes over TCP; everything that comes until the server closes."""
    reader, writer = await asyncio.open_connection(*endpoint(address))
    try:
        async with asyncio.timeout(60):
            writer.write(sent)
            try:
                return await reader.read()
            except ConnectionResetError:
                return b""
    finally:
        writer.close()


# --- at the port --------------------------------------------------------------------------------------------------

GARBAGE = {
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)),
    "zeros": bytes(1000),
    "SSH": b"SSH-2.0-OpenSSH_9.6\r\n",
    "one long line": b"G" * 100_000,
    "HTTP/0.9": b"GET /\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "no path": b"GET  HTTP/1.1\r\n\r\n",
    "path in bytes": b"GET /\xff\xfe HTTP/1.1\r\n\r\n",
    "header without a colon": b"GET / HTTP/1.1\r\nHost\r\n\r\n",
    "header with a NUL": b"GET / HTTP/1.1\r\nA: \x00\r\n\r\n",
    "folded header": b"GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n",
    "bare newlines": b"GET / HTTP/1.1\nHost: a\n\n",
    "body": b"GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello",
    "chunks": b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "too many headers": b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 1000 + b"\r\n",
    "handshake without a key": b"GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    "frames without a handshake": b"\x81\x85\x00\x00\x00\x00hello",
}


async def all_answered(running: tuple[App, str], pair: Pair, sent: Mapping[str, bytes]) -> dict[str, bytes]:
    """The answer to each of these, in connections of their own to one server, on which the others play on."""
    found = {}
    for name, each in sent.items():
        found[name] = await exchange(running[1], each)
        assert await pair.play() < UNNOTICED_S, name
    return found


async def test_garbage_at_the_port_is_refused_or_dropped(running: tuple[App, str], pair: Pair) -> None:
    answers = await all_answered(running, pair, GARBAGE)
    wrong = {
        name: answer for name, answer in answers.items() if not re.match(rb"HTTP/1\.1 4\d\d |HTTP/1\.1 505 |$", answer)
    }
    assert wrong == {}


async def test_odd_headers_are_refused(running: tuple[App, str], pair: Pair) -> None:
    statuses = {b"A: " + b"a" * 8200: b"431", b"Authorization: Bearer \xff\xfe": b"401", b"Authorization: ?": b"401"}
    start = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    sent = {repr(header): start + header + b"\r\n\r\n" for header in statuses}
    answers = await all_answered(running, pair, sent)
    assert [answer.split()[1] for answer in answers.values()] == list(statuses.values())


STATUSES = {
    "/%00/../../etc/passwd": 404,
    "/../server/app.py": 404,
    "/%2e%2e/%2e%2e/etc/passwd": 404,
    "//etc/passwd": 404,
    "http://[": 404,
    "*": 404,
    "/api/games?player=%ED%A0%80": 200,
    "/api/games?limit=1e9": 400,
    "/api/games?limit=0": 400,
    "/api/games?level=" + "9" * 400: 400,
    "/api/games?since=0000-00-00": 400,
    "/api/games?since=9999-12-31&until=0001-01-01": 200,
    "/api/games?cursor=x": 400,
    "/api/games?cursor=OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OS4x": 400,  # 27 nines and a serial
    "/api/games?cursor=LTk5OTk5OTk5OTk5OTk5OTk5OTk5OTkuLTE": 400,
    "/api/games?" + "&".join(f"a{n}=1" for n in range(50)): 400,
    "/api/games/aaaaaaaaaaaa": 404,
    "/api/games/%00aaaaaaaaaaaa": 404,
}


async def test_odd_addresses_are_answered(running: tuple[App, str], pair: Pair) -> None:
    sent = {target: f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() for target in STATUSES}
    answers = await all_answered(running, pair, sent)
    assert {target: int(answer.split()[1]) for target, answer in answers.items()} == STATUSES


async def test_a_request_that_never_ends_is_dropped(running: tuple[App, str], pair: Pair) -> None:
    for sent in (b"", b"G", b"GET /ws HTTP/1.1\r\nHost: a\r\nA: "):
        assert await exchange(running[1], sent) == b""


async def test_a_page_of_another_origin_gets_no_connection(running: tuple[App, str], pair: Pair) -> None:
    for origin in ("http://evil.example", "null", f"http://{endpoint(running[1])[0]}:1"):
        with pytest.raises(InvalidStatus) as refusal:
            await connect(running[1], origin=origin)  # type: ignore[arg-type]
        assert refusal.value.response.status_code == 403
    own = "http://{}:{}".format(*endpoint(running[1]))
    socket = await connect(running[1], origin=own)  # type: ignore[arg-type]
    await socket.close()


async def test_who_says_nothing_is_sent_away(running: tuple[App, str], pair: Pair) -> None:
    client = Client(running[1])
    await client.connect()
    assert await client.wait(lambda m: True) == {"t": "bye", "code": "hello_first"}
    closed = await client.wait_closed()
    assert closed.rcvd is not None
    assert closed.rcvd.code == 1008
    await client.close()


# --- half closed, and too early -----------------------------------------------------------------------------------

REQUEST = b"GET /api/levels HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def frame(payload: bytes, opcode: int = 1, fin: bool = True) -> bytes:
    """One short frame of a client, masked with zeros."""
    return bytes([fin << 7 | opcode, 128 | len(payload)]) + bytes(4) + payload


HELLO = frame(b'{"t":"hello","protocol":1}')


async def half_closed(address: str, sent: bytes) -> bytes:
    """Send bytes and close that half; everything that comes until the server closes."""
    reader, writer = await asyncio.open_connection(*endpoint(address))
    try:
        async with asyncio.timeout(60):
            writer.write(sent)
            writer.write_eof()
            return await reader.read()
    finally:
        writer.close()


def is_whole(answer: bytes) -> bool:
    """It is one answer of HTTP, with all of its body and nothing after it."""
    head, _, body = answer.partition(b"\r\n\r\n")
    found = re.search(rb"\r\nContent-Length: (\d+)", head)
    return head.startswith(b"HTTP/1.1 200 ") and found is not None and len(body) == int(found[1])


async def test_who_sends_on_gets_the_first_answer_and_a_clean_close(running: tuple[App, str], pair: Pair) -> None:
    for more in (b"", REQUEST, REQUEST * 9, HANDSHAKE, b"\0" * 3000, HELLO):
        assert is_whole(await exchange(running[1], REQUEST + more)), more
        assert is_whole(await half_closed(running[1], REQUEST + more)), more


async def test_half_a_request_gets_a_clean_close(running: tuple[App, str], pair: Pair) -> None:
    for cut in (0, 1, len(REQUEST) - 3, len(REQUEST) - 1):
        assert await half_closed(running[1], REQUEST[:cut]) == b""


async def test_who_closes_its_half_after_a_handshake_is_gone(running: tuple[App, str], pair: Pair) -> None:
    for sent in (b"", HELLO, HELLO[:1], HELLO[:9], HELLO + REQUEST, frame(b"", fin=False)):
        assert (await half_closed(running[1], HANDSHAKE + sent)).startswith(b"HTTP/1.1 101 "), sent


async def test_what_comes_in_one_segment_with_the_handshake_is_heard(running: tuple[App, str], pair: Pair) -> None:
    reader, writer = await asyncio.open_connection(*endpoint(running[1]))
    async with asyncio.timeout(60):
        writer.write(HANDSHAKE + HELLO)
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        assert b'"t":"welcome"' in await reader.readuntil(b"}")
    writer.close()


async def test_a_head_in_two_pieces_is_one_head(running: tuple[App, str], pair: Pair) -> None:
    for cut in range(len(REQUEST) - 4, len(REQUEST)):
        reader, writer = await asyncio.open_connection(*endpoint(running[1]))
        async with asyncio.timeout(60):
            writer.write(REQUEST[:cut])
            await writer.drain()
            await pair.play()  # by then the server has read the first piece
            writer.write(REQUEST[cut:] + REQUEST)
            assert is_whole(await reader.read())
        writer.close()


async def test_who_closes_its_half_during_a_large_answer_gets_all_of_it(running: tuple[App, str], pair: Pair) -> None:
    stuck = socket.socket()
    stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    stuck.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(stuck, endpoint(running[1]))
    reader, writer = await asyncio.open_connection(sock=stuck, limit=1024)
    async with asyncio.timeout(60):
        writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: identity\r\n\r\n")
        start = await reader.readexactly(1)
        writer.write_eof()
        assert is_whole(start + await reader.read())
    writer.close()


PIECE = frame(b"", opcode=0, fin=False)


async def test_a_flood_of_frames_that_are_no_message_is_cut_off(running: tuple[App, str], pair: Pair) -> None:
    ping, pong = frame(b"", opcode=9), frame(b"", opcode=10)
    for first, more in ((ping, ping), (pong, pong), (frame(b"", fin=False), PIECE)):
        reader, writer = await asyncio.open_connection(*endpoint(running[1]))
        async with asyncio.timeout(60):
            writer.write(HANDSHAKE + HELLO)
            await reader.readuntil(b'"t":"welcome"')
            writer.write(first + more * 40_000)
            with suppress(ConnectionResetError, BrokenPipeError):
                await reader.read()
        writer.close()


async def test_a_message_in_pieces_and_a_few_pings_are_heard(running: tuple[App, str], pair: Pair) -> None:
    reader, writer = await asyncio.open_connection(*endpoint(running[1]))
    async with asyncio.timeout(60):
        hello = b'{"t":"hello","protocol":1}'
        writer.write(HANDSHAKE + frame(hello[:9], fin=False) + frame(b"!", opcode=9))
        writer.write(frame(hello[9:15], opcode=0, fin=False) + frame(hello[15:], opcode=0))
        assert b"\x8a\x01!" in await reader.readuntil(b'"t":"welcome"')
    writer.close()


# --- too much -----------------------------------------------------------------------------------------------------


async def flood(client: Client) -> tuple[int, int]:
    """Send until sent away with 1008; how many messages were answered, and how many refused for their number."""
    sent = 0
    with suppress(ConnectionClosed, InvalidState):
        while sent < 1000:
            client.send_at_once(*({"t": "enter", "room": f"flood{sent + n:07}"} for n in range(25)))
            await client.send(t="enter", room=f"flood{sent + 25:07}")
            sent += 26
    closed = await client.wait_closed()
    assert closed.rcvd is not None
    assert (closed.rcvd.code, closed.rcvd.reason) == (1008, "flood")
    assert client.heard[-1] == {"t": "bye", "code": "flood"}
    codes = [message["code"] for message in client.heard if message["t"] == "error"]
    return codes.count("unknown_room"), codes.count("flood")


async def test_a_flood_is_warned_of_and_then_ended(join: Connect, config: Config, pair: Pair) -> None:
    client = await join()
    answered, warned = await flood(client)
    assert config.message_burst <= answered < 2 * config.message_burst
    assert config.message_burst <= warned < 2 * config.message_burst
    again = await join(client.token)  # who comes back at once has used it all up
    answered, _ = await flood(again)
    assert answered < config.message_burst


async def test_a_short_burst_costs_a_warning_and_not_the_connection(join: Connect, config: Config, pair: Pair) -> None:
    client = await join()
    client.send_at_once(*({"t": "enter", "room": f"burst{n:07}"} for n in range(config.message_burst + 50)))
    await client.wait(lambda m: m["t"] == "error" and m["code"] == "flood")
    async with asyncio.timeout(60):
        while True:
            try:
                await client.create()
            except Refusal as refusal:  # named by its id: nobody waits for an answer that never comes
                if refusal.code != "flood":
                    raise
                await asyncio.sleep(0.5)  # what is refused is spent all the same
            else:
                return


class TestFewConnections:
    """An address that may have five connections only."""

    @pytest.fixture
    def config(self, tmp_path: Path) -> Config:
        return Config(port=0, db=tmp_path / "tengen.db", bot_pause_ms=0, connections_per_address=5)

    async def test_one_address_has_so_many_connections_and_no_more(
        self, running: tuple[App, str], join: Connect, pair: Pair
    ) -> None:
        clients = [await join() for _ in range(3)]
        for _ in range(3):
            one_more = Client(running[1])
            await one_more.connect()
            assert (await one_more.wait(lambda m: True))["code"] == "too_many_connections"
            closed = await one_more.wait_closed()
            assert closed.rcvd is not None
            assert (closed.rcvd.code, closed.rcvd.reason) == (1008, "too_many_connections")
            await one_more.close()
        await clients[0].drop()
        async with asyncio.timeout(60):
            while True:  # the server hears of the loss in its own time
                client = Client(running[1])
                await client.connect()
                await client.send(t="hello", protocol=1)
                first = await client.wait(lambda m: True)
                await client.close()
                if first["t"] == "welcome":
                    return


async def test_one_address_makes_so_many_guests_and_no_more(running: tuple[App, str], config: Config) -> None:
    per_s, made, began = config.address_messages_per_s / GUEST_COST, 0, monotonic()
    while made < 100:
        client = await Client(running[1]).open()
        await client.close()
        if "player" not in client.welcome:
            assert client.welcome == {"t": "bye", "code": "flood"}
            break
        made += 1
    # as many as in two seconds may come at once, and a slow machine's address earns others meanwhile
    assert 2 * per_s - 2 <= made <= (2 + monotonic() - began) * per_s + 1


# --- readers that do not read -------------------------------------------------------------------------------------


def resident_bytes(pid: int) -> int:
    """Memory of a process; Linux only."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096


async def measured(process: ServerProcess, name: str) -> float:
    _, body = await get(f"{process.url}/metrics")
    found = re.search(rf"^{name} (\S+)$", body.decode(), re.MULTILINE)
    assert found, name
    return float(found[1])


async def test_who_does_not_read_is_cut_off_and_costs_little_memory(tmp_path: Path) -> None:
    process = ColdServer(
        tmp_path / "tengen.db",
        rooms_per_player=200,
        messages_per_s=100_000,
        message_burst=100_000,
        address_messages_per_s=1_000_000,
    )
    await asyncio.to_thread(process.start)
    try:
        async with Pair(process.ws) as pair, Client(process.ws) as owner:
            for _ in range(120):
                await owner.create()
            await pair.play()
            before = resident_bytes(process.pid)
            slowest = 0.0
            for _ in range(4):
                await _never_read(process)
                slowest = max(slowest, await pair.play())
            assert slowest < UNNOTICED_S
            assert await measured(process, "tengen_slow_readers_total") == 4
            assert await measured(process, "tengen_connections") == 3
            assert resident_bytes(process.pid) - before < 16 << 20
        assert process.complaints() == []
    finally:
        process.kill()


async def _never_read(process: ServerProcess) -> None:
    """Ask for the lobby again and again without reading an answer, until the server ends it."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setblocking(False)
    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", process.port))
    stuck = await connect(process.ws, sock=raw, compression=None, max_queue=1, ping_interval=None)
    await stuck.send('{"t":"hello","protocol":1}')
    async with asyncio.timeout(60):
        with suppress(ConnectionClosed):
            while True:
                await stuck.send('{"t":"lobby","on":true}')
        await stuck.wait_closed()
