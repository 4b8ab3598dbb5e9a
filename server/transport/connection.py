"""One WebSocket connection: frames in and out, and its identity."""

import logging

from msgspec.json import Encoder
from websockets.asyncio.server import ServerConnection
from websockets.protocol import State

from server.metrics import Metrics
from server.protocol.outbound import ServerMessage
from server.turn import Turn

log = logging.getLogger("tengen.transport")

encode = Encoder().encode

MOST_UNREAD = 64 * 1024
"""Bytes in a write buffer above which the reader counts as stuck."""


def make_frame(payload: bytes) -> bytes:
    """Return a text frame of a server; the library's, for every kind of frame, cost six times as much."""
    length = len(payload)
    if length < 126:
        return b"\x81%c%b" % (length, payload)
    if length < 65_536:
        return b"\x81\x7e%b%b" % (length.to_bytes(2), payload)
    return b"\x81\x7f%b%b" % (length.to_bytes(8), payload)


class Connection:
    """A `server.handlers.Client` on a socket."""

    __slots__ = (
        "_metrics",
        "_socket",
        "address",
        "agent",
        "closing",
        "device",
        "name",
        "page",
        "player",
        "secret",
        "turn",
    )

    def __init__(self, socket: ServerConnection, address: str, metrics: Metrics) -> None:
        self._socket = socket
        self._metrics = metrics
        self.closing = False
        """Set once it has been told to leave: its further messages are dropped."""
        self.turn = Turn()
        """Held from the beginning of a message to its end: messages of one connection are dealt with in order."""
        self.address = address
        self.agent = " ".join(socket.request.headers.get_all("User-Agent")) if socket.request else ""
        self.device = ""
        self.page = ""
        self.secret = b""
        self.player = ""
        self.name = ""

    @property
    def lag_ms(self) -> int:
        """Round trip of the last ping in ms, 0 before the first."""
        return int(self._socket.latency * 1000)

    def send(self, *payloads: bytes) -> None:
        """Queue encoded messages, in one write. Never blocks: a client that does not read is disconnected."""
        self.write(b"".join(map(make_frame, payloads)))

    def write(self, frames: bytes) -> None:
        """Write whole frames unchanged."""
        transport = self._socket.transport
        if self._socket.protocol.state is not State.OPEN or transport.is_closing():
            return
        transport.write(frames)
        if transport.get_write_buffer_size() > MOST_UNREAD:
            self._metrics.slow_readers.inc()
            log.info("%s does not read: cut off", self.address)
            transport.abort()

    def say(self, message: ServerMessage) -> None:
        """Encode and queue a message."""
        self.send(encode(message))

    async def receive(self) -> bytes:
        """Return the next message; raises ConnectionClosed. Messages after our farewell are dropped."""
        payload = await self._socket.recv(decode=False)
        while self.closing:
            payload = await self._socket.recv(decode=False)
        return payload

    async def close(self, code: int, reason: str) -> None:
        """Close with a WebSocket code."""
        self.closing = True
        await self._socket.close(code, reason)
