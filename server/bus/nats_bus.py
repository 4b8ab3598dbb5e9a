"""The bus through NATS: core NATS only, so nothing is stored there. See `server.bus.bus` for what may be lost."""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress

from nats import errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from server.bus.bus import MOST_BYTES, Answer, Heard, NoAnswer, OnReturn, Unserve

log = logging.getLogger("tengen.bus")

RETRY_S = 0.2
"""Seconds between attempts to connect."""
PING_S = 1
"""Seconds between checks that the other end lives; the connection is given up when three are unanswered."""
MOST_WAITING = 8 << 20
"""Most bytes that wait to be written; more is dropped: the other end does not read."""
CLOSE_S = 1.0
FLUSH_S = 15.0
"""Longest wait for a subscription to be known at the other end, which a busy machine delays."""
FAILED = {"failed": "1"}
"""Header of the answer to a request whose service raised."""


class NatsBus:
    """A bus to all who are connected to the same NATS server or cluster."""

    def __init__(self, address: str) -> None:
        self.name = secrets.token_hex(6)
        self._address = address
        self._client = Client()
        self._up = asyncio.Event()
        self._connecting: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | None = None
        self._outbox: deque[tuple[str, bytes]] = deque()
        self._waiting = 0
        self._filled = asyncio.Event()
        self._written = asyncio.Event()
        self._written.set()
        self._returns: list[OnReturn] = []
        self._answering: set[asyncio.Task[None]] = set()
        self._wanted: list[Callable[[], Awaitable[None]]] = []
        self._late = False
        self._closed = False

    async def open(self, wait_s: float) -> None:
        """Start to connect, and wait for the connection for at most ``wait_s``; without one, go on trying."""
        loop = asyncio.get_running_loop()
        self._connecting = loop.create_task(self._connect(), name="bus connection")
        self._writing = loop.create_task(self._write(), name="bus writer")
        with suppress(TimeoutError):
            async with asyncio.timeout(wait_s):
                await self._up.wait()
                return
        log.warning("the bus at %s does not answer: going on without it, and trying again", self._place)
        self._late = True

    @property
    def _place(self) -> str:
        """The address without a password."""
        return self._address.rsplit("@", 1)[-1].removeprefix("nats://")

    async def _connect(self) -> None:
        await self._client.connect(
            self._address,
            name=f"tengen {self.name}",
            no_echo=True,
            allow_reconnect=True,
            max_reconnect_attempts=-1,
            reconnect_time_wait=RETRY_S,  # type: ignore[arg-type] # it only sleeps that long
            connect_timeout=2,
            ping_interval=PING_S,
            max_outstanding_pings=2,
            error_cb=self._note,
            disconnected_cb=self._gone,
            reconnected_cb=self._back,
        )
        for wanted in self._wanted:  # asked for before there was a connection
            await wanted()
        self._wanted.clear()
        self._up.set()
        if self._late:
            await self._back()

    async def _note(self, error: Exception) -> None:
        log.debug("bus: %r", error)
        if isinstance(error, errors.SlowConsumerError):
            log.warning("messages of the bus are lost: this process is too slow for %s", error.subject)

    async def _gone(self) -> None:
        if not self._closed:
            log.warning("the bus at %s is away", self._place)

    async def _back(self) -> None:
        log.warning("the bus at %s is back", self._place)
        for call in self._returns:
            try:
                call()
            except Exception:
                log.exception("a call at the return of the bus failed")

    @property
    def connected(self) -> bool:
        """Whether there is a connection."""
        return self._client.is_connected

    def publish(self, subject: str, payload: bytes) -> None:
        """Send a message to the others, soon."""
        if len(payload) > MOST_BYTES:
            log.error("a message on %s of %d bytes is too long for the bus", subject, len(payload))
        elif self.connected and self._waiting + len(payload) <= MOST_WAITING:
            self._outbox.append((subject, payload))
            self._waiting += len(payload)
            self._filled.set()
            self._written.clear()

    async def _write(self) -> None:
        """Write the outbox: one task for all messages, so that publishing waits for nothing and keeps the order."""
        while True:
            await self._filled.wait()
            self._filled.clear()
            while self._outbox:
                subject, payload = self._outbox.popleft()
                self._waiting -= len(payload)
                if self.connected:
                    try:
                        await self._client.publish(subject, payload)
                    except errors.Error as error:
                        log.debug("a message on %s is lost: %r", subject, error)
            self._written.set()

    async def subscribe(self, subject: str, call: Heard) -> None:
        """Have ``call`` hear messages."""

        async def hear(message: Msg) -> None:
            try:
                call(message.subject, message.data)
            except Exception:
                log.exception("a subscriber to %s failed", message.subject)

        async def begin() -> None:
            await self._client.subscribe(subject, cb=hear)
            await self._flush()

        await self._begin(begin)

    async def serve(self, subject: str, group: str, answer: Answer) -> Unserve:
        """Answer requests."""
        begun: list[Subscription] = []

        async def hear(message: Msg) -> None:
            task = asyncio.get_running_loop().create_task(self._answer(answer, message))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)

        async def begin() -> None:
            begun.append(await self._client.subscribe(subject, group, cb=hear))
            await self._flush()

        async def unserve() -> None:
            if begin in self._wanted:
                self._wanted.remove(begin)
            for service in begun:
                with suppress(errors.Error, TimeoutError):
                    async with asyncio.timeout(CLOSE_S):
                        await (service.drain() if self.connected else service.unsubscribe())  # type: ignore[no-untyped-call]
            begun.clear()

        await self._begin(begin)
        return unserve

    async def _begin(self, begin: Callable[[], Awaitable[None]]) -> None:
        if self._up.is_set():
            await begin()
        else:
            self._wanted.append(begin)

    async def _flush(self) -> None:
        """Wait until the other end has read everything, so that a subscription hears what comes next.

        The client's own flush overtakes what waits to be written, so its writer comes first.
        """
        give_up = asyncio.get_running_loop().time() + FLUSH_S
        while self.connected and asyncio.get_running_loop().time() < give_up:
            if self._client.pending_data_size:
                await asyncio.sleep(0)
                continue
            with suppress(errors.Error):
                await self._client.flush(1)
                return

    async def _answer(self, answer: Answer, message: Msg) -> None:
        headers: dict[str, str] | None = None
        try:
            said = await answer(message.data)
            if len(said) > MOST_BYTES:
                raise NoAnswer(f"an answer of {len(said)} bytes is too long for the bus")
        except Exception:
            log.exception("a request on %s failed", message.subject)
            said, headers = b"", FAILED
        if self.connected:
            with suppress(errors.Error):
                await self._client.publish(message.reply, said, headers=headers)

    async def request(self, subject: str, payload: bytes, timeout_s: float) -> bytes:
        """Return the first answer."""
        if len(payload) > MOST_BYTES:
            raise NoAnswer(f"a request on {subject} of {len(payload)} bytes is too long for the bus")
        if not self.connected:
            raise NoAnswer("the bus is away")
        try:
            message = await self._client.request(subject, payload, timeout_s)
        except errors.NoRespondersError as error:
            raise NoAnswer(f"nobody serves {subject}") from error
        except errors.TimeoutError as error:
            raise NoAnswer(f"no answer on {subject} within {timeout_s} s") from error
        except errors.Error as error:
            raise NoAnswer(f"no answer on {subject}: {error!r}") from error
        if message.headers is not None and message.headers.items() >= FAILED.items():
            raise NoAnswer(f"a request on {subject} failed")
        return message.data

    def on_return(self, call: OnReturn) -> None:
        """Have ``call`` called after each break."""
        self._returns.append(call)

    async def close(self) -> None:
        """Send what waits and leave."""
        self._closed = True
        with suppress(TimeoutError, errors.Error):
            async with asyncio.timeout(CLOSE_S):
                if self.connected:
                    await self._written.wait()
                    await self._flush()
        tasks = [task for task in (self._connecting, self._writing, *self._answering) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(TimeoutError, errors.Error):
            async with asyncio.timeout(CLOSE_S):
                await self._client.close()
