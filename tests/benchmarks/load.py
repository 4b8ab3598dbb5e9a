"""A load generator cheap enough not to be what is measured: WebSocket clients on bare asyncio protocols."""

import asyncio
import base64
import os
import struct
from collections.abc import Callable

OnText = Callable[[bytes], None]


class FrameClient(asyncio.Protocol):
    """One client: sends text frames (masked with zeros, which changes nothing), gives every text frame to ``on_text``.

    Pings and closes are answered; anything else that the servers under test do not send is an error.
    """

    def __init__(self, path: str, on_text: OnText) -> None:
        self.on_text = on_text
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._path = path
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.open.done():
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.open.set_exception(ConnectionError(head.decode(errors="replace")))
                return
            self._buffer = rest
            self.open.set_result(None)
        self._frames()

    def _frames(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            opcode, length, body = buffer[at] & 15, buffer[at + 1], at + 2
            if length == 126:
                if len(buffer) < at + 4:
                    break
                length, body = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            if len(buffer) < body + length:
                break
            payload = buffer[body : body + length]
            at = body + length
            if opcode == 1:
                self.on_text(payload)
            elif opcode == 8:
                self._send(8, payload)
            elif opcode == 9:
                self._send(10, payload)
        self._buffer = buffer[at:]

    def send(self, text: bytes) -> None:
        """Send one text frame."""
        self._send(1, text)

    def _send(self, opcode: int, payload: bytes) -> None:
        assert self._transport is not None
        length = len(payload)
        head = bytes([128 | opcode, 128 | length]) if length < 126 else struct.pack("!BBH", 128 | opcode, 254, length)
        self._transport.write(head + b"\0\0\0\0" + payload)

    def close(self) -> None:
        """Drop the connection."""
        if self._transport is not None:
            self._transport.abort()


async def connect(port: int, path: str, on_text: OnText) -> FrameClient:
    """Open one client."""
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(lambda: FrameClient(path, on_text), "127.0.0.1", port)
    await client.open
    return client


def quiet_moves(size: int) -> list[int]:
    """Moves that fill a board, black first, without five in a row for anybody.

    Rows run in twos of a colour, columns and diagonals in twos at most.
    """
    cells = [(y * size + x, (x // 2 + y) % 2) for y in range(size) for x in range(size)]
    black = [point for point, color in cells if color == 0]
    white = [point for point, color in cells if color == 1]
    return [point for pair in zip(black, white, strict=False) for point in pair]
