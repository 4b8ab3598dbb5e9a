"""The bytes of one connection: one request, then frames, with a rate limit on frames that are no message."""

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
"""Bytes read from one connection before others have their turn: 85 of the smallest frames."""
IDLE_FRAMES_PER_S = 10
IDLE_FRAMES_AT_ONCE = 64
"""Rate limit of pings, pongs and fragments, which no budget of messages counts. Pages send a pong every ten seconds."""

IDLE = {Opcode.PING, Opcode.PONG, Opcode.CONT}

PATIENCE_S = 10.0
"""How long a request may take to arrive, and by default its answer to be computed."""
READING_S = 10.0
SLOWEST = 32 << 10
"""An answer has `READING_S` seconds to be read, and one more for each `SLOWEST` bytes: a large one takes minutes on a
slow line.
"""

Respond = Callable[[ServerConnection, Request], Awaitable[Response | None]]

END_OF_HEAD = b"\r\n\r\n"


class Stream(ServerConnection, asyncio.BufferedProtocol):
    """A connection that reads nothing beyond a request until that has its answer.

    The library takes what follows a request for frames, fails, and fails again at the answer; the same happens when a
    client has closed its half. Here both wait: a client that sends several requests at once gets the answer to the
    first and one clean close, and a client that closes its half gets its answer.
    """

    _tail = b""
    _early: bytes | None = None
    """Bytes after the request while its answer is being computed; reading is paused meanwhile."""
    _idle_frames: Budget | None = None
    take: Callable[[bytes], bool] | None = None
    """Called with each whole text message while none before it waits; returns whether it has taken the message, which
    then does not come by `recv`."""
    opening: ClassVar[set["Stream"]] = set()
    """Streams of all servers whose request is incomplete or unanswered."""

    async def handshake(self, process_request: Respond, *arguments: Any) -> None:  # type: ignore[override]
        """Answer the request; raises TimeoutError if the request, the answer or its reader stalls.

        The library would abort everything after ten seconds, and a written answer two seconds after its start.
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
        """Extend the timeout to ``seconds`` from now, for an answer to be computed or read."""
        if not self._patience.expired():
            self._patience.reschedule(self.loop.time() + seconds)

    def get_buffer(self, sizehint: int) -> bytearray:
        """Return the buffer for the transport's next read."""
        self._buffer = bytearray(READ_BYTES)
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Process the bytes that the transport has read."""
        data = bytes(self._buffer[:nbytes])
        del self._buffer
        self.data_received(data)

    def data_received(self, data: bytes) -> None:
        """Feed received bytes; of a request no more than its head."""
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
        """Write pending data; once the answer to the request is out, resume reading."""
        super().send_data()
        if self._early is not None and (self.protocol.state is not State.CONNECTING or self.protocol.eof_sent):
            early, self._early = self._early, None
            self.transport.resume_reading()
            if early:
                self.loop.call_soon(self._go_on, early)

    def _go_on(self, early: bytes) -> None:
        if self.protocol.state is State.OPEN:  # after any other answer, input is ignored
            self.data_received(early)

    def process_event(self, event: Request | Response | Frame) -> None:
        """Process a frame; a client that floods with frames that are no message is disconnected."""
        if isinstance(event, Frame):
            if event.opcode in IDLE or not event.fin:
                now = int(monotonic() * 1000)
                if self._idle_frames is None:
                    self._idle_frames = Budget(IDLE_FRAMES_PER_S, IDLE_FRAMES_AT_ONCE, now)
                if self._idle_frames.take(now) < 0:
                    self.transport.abort()
                    return
            elif (
                self.take is not None
                and event.opcode is Opcode.TEXT
                and not len(self.recv_messages.frames)
                and self.take(bytes(event.data))
            ):
                return
        super().process_event(event)
