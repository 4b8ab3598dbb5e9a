"""Pairs of clients who play moves against each other, on Tengen or on the bare relay."""

import asyncio
import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

from tests.benchmarks.load import FrameClient, connect, quiet_moves

SIZE = 20
MOVES = quiet_moves(SIZE)

_numbers = itertools.count()


@dataclass(eq=False)
class Pair:
    """Two clients in one room, who take turns. ``on_done`` is called when a mover holds the answer to its move."""

    room: str
    far: bool = False
    """Whether the two are on different servers: a move is then answered when both have it."""
    clients: list[FrameClient] = field(default_factory=list)
    ply: int = 0
    waiting: bool = False
    latencies: list[float] = field(default_factory=list)
    on_done: Callable[["Pair"], None] | None = None
    _sent_at: float = 0.0
    _half: bool = False

    @property
    def over(self) -> bool:
        """The board is nearly full."""
        return self.ply >= len(MOVES) - 1

    def play(self) -> None:
        """Send the next move."""
        self.waiting = True
        self._sent_at = perf_counter()
        text = f'{{"t":"move","id":"m{self.ply}","room":"{self.room}","ply":{self.ply},"point":{MOVES[self.ply]}}}'
        self.clients[self.ply % 2].send(text.encode())

    def answered(self, seat: int, text: bytes) -> None:
        """A message for one of the two; is it the mover's answer?"""
        if not self.waiting:
            return
        has = text.find(b'"id":"m%d"' % self.ply) if self.ply % 2 == seat else text.find(b'"ply":%d,' % self.ply)
        if has >= 0 and (self.far or self.ply % 2 == seat):
            if self.far and not self._half:
                self._half = True
                return
            self._half = False
            self.waiting = False
            self.latencies.append(perf_counter() - self._sent_at)
            self.ply += 1
            if self.on_done is not None:
                self.on_done(self)

    def close(self) -> None:
        """Leave."""
        for client in self.clients:
            client.close()


async def seat_bare(port: int) -> Pair:
    """A pair on the relay, where a mover's answer is its own echo."""
    pair = Pair(f"bare{next(_numbers):08}")
    for seat in (0, 1):
        pair.clients.append(await connect(port, f"/{pair.room}", lambda text, seat=seat: pair.answered(seat, text)))  # type: ignore[misc]
    return pair


async def seat_tengen(port: int, other_port: int | None = None) -> Pair:
    """A pair on Tengen: two new guests, a room by link, both seats taken and both clients in the room.

    With ``other_port`` the guest is on another server of the installation, and a move counts as answered once the
    opponent has it, too.
    """
    pair = Pair("", other_port is not None)
    heard: list[asyncio.Queue[bytes]] = [asyncio.Queue(), asyncio.Queue()]
    for seat in (0, 1):
        client = await greet(other_port or port if seat else port, heard[seat].put_nowait)
        pair.clients.append(client)
    owner, guest = pair.clients
    owner.send(
        b'{"t":"create","id":"c","rules":"freestyle","size":%d,"clock":{"kind":"fischer","initial_ms":10800000,'
        b'"increment_ms":0},"color":"black","visibility":"link"}' % SIZE
    )
    pair.room = json.loads(await _until(heard[0], b'"t":"ack"'))["room"]
    owner.send(b'{"t":"enter","room":"%s"}' % pair.room.encode())
    await _until(heard[0], b'"t":"room"')
    guest.send(b'{"t":"sit","id":"s","room":"%s"}' % pair.room.encode())
    guest.send(b'{"t":"enter","room":"%s"}' % pair.room.encode())
    await _until(heard[1], b'"t":"room"')
    await _until(heard[0], b'"k":"seated"')
    for seat, client in enumerate(pair.clients):
        client.on_text = lambda text, seat=seat: pair.answered(seat, text)  # type: ignore[misc]
    return pair


async def greet(port: int, on_text: Callable[[bytes], None]) -> FrameClient:
    """A new guest on Tengen, welcomed."""
    welcomed = asyncio.Event()

    def first(_: bytes) -> None:
        client.on_text = on_text
        welcomed.set()

    client = await connect(port, "/ws", first)
    client.send(b'{"t":"hello","protocol":1}')
    await welcomed.wait()
    return client


async def _until(heard: "asyncio.Queue[bytes]", marker: bytes) -> bytes:
    while True:
        text = await asyncio.wait_for(heard.get(), 20)
        if b'"t":"error"' in text:
            raise ConnectionError(text.decode())
        if marker in text:
            return text
