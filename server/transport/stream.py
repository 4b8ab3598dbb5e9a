"""The bytes of one connection before they are messages: one request, then frames, and few of those that say nothing."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, ClassVar

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State

from server.transport.budget import Budget

READ_BYTES = 512
"""So much of one connection is taken in before the others have their turn: 85 of the smallest frames."""
IDLE_FRAMES_PER_S = 10
IDLE_FRAMES_AT_ONCE = 64
"""Pings, pongs and pieces of messages: no message's budget counts them. Pages send a pong every ten seconds."""

IDLE = {Opcode.PING, Opcode.PONG, Opcode.CONT}

PATIENCE_S = 10.0
"""So long a request may take to come, and its answer to be made where nobody says that it takes longer."""
READING_S = 10.0
SLOWEST = 32 << 10
"""An answer has so many seconds to be read, and one more for as many bytes: on a slow line a large one takes minutes.
"""

Respond = Callable[[ServerConnection, Request], Awaitable[Response | None]]

END_OF_HEAD = b"\r\n\r\n"


class Stream(ServerConnection, asyncio.BufferedProtocol):
    """A connection that reads nothing beyond a request until that has its answer.

    The library takes what follows a request for frames, fails, and then fails again at the answer; it does so, too,
    where a client has closed its half. Here both wait: whoever sends several requests at once gets the answer to the
    first and one clean close, whoever closes its half gets its answer.
    """

    _tail = b""
    _early: bytes | None = None
    """What came after the request, while its answer is being made; reading is paused meanwhile."""
    _idle_frames: Budget | None = None
    opening: ClassVar[set["Stream"]] = set()
    """Those of all servers that have no answer to their request yet, or have not asked."""

    async def handshake(self, process_request: Respond, *arguments: Any) -> None:  # type: ignore[override]
        """Answer the request; TimeoutError where it, the answer, or whoever reads that does not come on.

        The library would cut off everything after ten seconds, and what was written two seconds after the beginning.
        """

        async def respond(stream: ServerConnection, request: Request) -> Response | None:
            self.wait(PATIENCE_S)
            response = await process_request(stream, request)
            if response is not None:
                self.close_timeout = READING_S + len(response.body) / SLOWEST
                self.wait(self.close_timeout)
            return response

        self.opening.add(self)
        self.at_end: list[Callable[[], None]] = []
        try:
            async with asyncio.timeout(PATIENCE_S) as self._patience:
                await super().handshake(respond, *arguments)
        finally:
            self.opening.discard(self)
            for tell in self.at_end:
                tell()

    def wait(self, seconds: float) -> None:
        """Wait for so long from now for what is next: an answer to be made, or to be read."""
        if not self._patience.expired():
            self._patience.reschedule(self.loop.time() + seconds)

    def get_buffer(self, sizehint: int) -> bytearray:
        """Where the transport puts what it reads."""
        self._buffer = bytearray(READ_BYTES)
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """The transport has read so many bytes."""
        data = bytes(self._buffer[:nbytes])
        del self._buffer
        self.data_received(data)

    def data_received(self, data: bytes) -> None:
        """Feed what was read, of a request no more than its head."""
        if self.request is None and self.protocol.state is State.CONNECTING:
            seen = self._tail + data
            end = seen.find(END_OF_HEAD)
            if end >= 0:
                head = end + len(END_OF_HEAD) - len(self._tail)
                self.transport.pause_reading()
                self._early = data[head:]
                data = data[:head]
            self._tail = seen[1 - len(END_OF_HEAD) :]
        super().data_received(data)

    def send_data(self) -> None:
        """Write what is to be sent; once that was the answer to the request, read on."""
        super().send_data()
        if self._early is not None and (self.protocol.state is not State.CONNECTING or self.protocol.eof_sent):
            early, self._early = self._early, None
            self.transport.resume_reading()
            if early:
                self.loop.call_soon(self._go_on, early)

    def _go_on(self, early: bytes) -> None:
        if self.protocol.state is State.OPEN:  # after any other answer, nothing is heard
            self.data_received(early)

    def process_event(self, event: Request | Response | Frame) -> None:
        """Take in a frame; a client that floods with those that are no message is cut off."""
        if isinstance(event, Frame) and (event.opcode in IDLE or not event.fin):
            now = int(monotonic() * 1000)
            if self._idle_frames is None:
                self._idle_frames = Budget(IDLE_FRAMES_PER_S, IDLE_FRAMES_AT_ONCE, now)
            if self._idle_frames.take(now) < 0:
                self.transport.abort()
                return
        super().process_event(event)
