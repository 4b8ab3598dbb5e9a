"""People who play through faults: they come back to another server, send again what was not answered, and remember."""

import asyncio
import itertools
import json
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

Message = dict[str, Any]

PATIENCE_S = 1.5
"""How long a page waits for an answer or a sign of life before it takes its server for dead."""
LATER = ("store_unavailable", "restart")
"""Refusals after which a page sends a command again."""


class Seen:
    """Everything that was shown to anybody of a room: events by version. One that changes is a fault."""

    def __init__(self) -> None:
        self.events: dict[str, dict[int, Message]] = {}
        self.acknowledged: dict[str, set[int]] = {}
        self.faults: list[str] = []

    def note(self, room: str, event: Message) -> None:
        """Note an event that somebody was shown."""
        v, known = event["v"], self.events.setdefault(room, {})
        kept = {name: event.get(name) for name in ("k", "v", "at", "point", "seat", "reason", "winner")}
        if known.setdefault(v, kept) != kept:
            self.faults.append(f"room {room}: version {v} was shown as {known[v]} and as {kept}")


class Person:
    """One page. ``addresses`` are those of the servers; the page begins at ``first``."""

    def __init__(self, addresses: Callable[[], Sequence[str]], first: int, seen: Seen) -> None:
        self._addresses = addresses
        self._at = first
        self._seen = seen
        self._token: str | None = None
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._answers: dict[str, asyncio.Future[Message]] = {}
        self._news = asyncio.Event()
        self.player = ""
        self.room = ""
        self.v = 0
        self.ply = 0
        """Stones on the board as this page shows it."""
        self.ended = False
        self.waits: list[float] = []
        """Seconds from each command to its acknowledgement."""
        self.returns: list[float] = []
        """Seconds from each loss of a connection to being back in the room."""

    # --- the connection ---------------------------------------------------------------------------------------------

    async def be_there(self) -> None:
        """Connect, to another server if this one does not answer, and show the room again."""
        if self._socket is not None:
            return
        began = monotonic()
        while self._socket is None:
            addresses = self._addresses()
            with suppress(OSError, TimeoutError, WebSocketException, InvalidHandshake):
                async with asyncio.timeout(PATIENCE_S):
                    await self._connect(addresses[self._at % len(addresses)])
                    if self.room:
                        await self._enter()
                    break
            await self.leave()
            self._at += 1
            await asyncio.sleep(0.02)
        if self.room:
            self.returns.append(monotonic() - began)

    async def _connect(self, address: str) -> None:
        self._socket = socket = await connect(address, compression=None, ping_interval=None, close_timeout=0.1)
        self._reader = asyncio.create_task(self._read(socket))
        hello: Message = {"t": "hello", "protocol": 1} | ({"token": self._token} if self._token else {})
        welcome = await self._ask("welcome", hello)
        self.player = welcome["player"]["id"]
        self._token = welcome.get("token", self._token)

    async def _enter(self) -> None:
        await self._ask("room", {"t": "enter", "room": self.room})

    async def _ask(self, key: str, message: Message) -> Message:
        future: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._answers[key] = future
        if self._socket is None:
            raise OSError("no connection")
        await self._socket.send(json.dumps(message))
        return await future

    async def leave(self) -> None:
        """Drop the connection."""
        socket, self._socket = self._socket, None
        if socket is not None:
            socket.transport.abort()
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
            self._reader = None

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for raw in socket:
                self._hear(json.loads(raw))
        except WebSocketException:
            pass
        finally:
            if self._socket is socket:
                self._socket = None
            for future in self._answers.values():
                if not future.done():
                    future.set_exception(OSError("the connection is gone"))
                    future.exception()
            self._news.set()

    def _hear(self, message: Message) -> None:
        kind = message["t"]
        key = kind if kind in ("welcome", "room") else message.get("id", "")
        if kind == "room" and message["room"] == self.room:
            if message["v"] < self.v:
                self._seen.faults.append(f"room {self.room}: set back from {self.v} to {message['v']}")
            self.v, self.ply = message["v"], len(message["moves"])
            self.ended = message.get("result") is not None
        elif kind == "events" and message["room"] == self.room:
            for event in message["events"]:
                self._seen.note(self.room, event)
                if self.v and event["v"] != self.v + 1:
                    self._seen.faults.append(f"room {self.room}: a page at {self.v} was shown {event['v']}")
                self.v = event["v"]
                self.ply += event["k"] == "moved"
                self.ended |= event["k"] == "ended"
        future = self._answers.pop(key, None)
        if future is not None and not future.done():
            future.set_result(message)
        self._news.set()

    # --- what a person does -----------------------------------------------------------------------------------------

    async def command(self, t: str, **fields: Any) -> Message:
        """Send a command until it is answered, with one id throughout. Return the acknowledgement, or the refusal."""
        id, began = secrets.token_hex(6), monotonic()
        while True:
            await self.be_there()
            try:
                async with asyncio.timeout(PATIENCE_S):
                    answer = await self._ask(id, {"t": t, "id": id, **fields})
            except (OSError, TimeoutError, WebSocketException):
                await self.leave()
                continue
            if answer["t"] == "error" and answer["code"] in LATER:
                await asyncio.sleep(0.02)
                continue
            self.waits.append(monotonic() - began)
            if answer["t"] == "ack" and "v" in answer and "room" in answer:
                self._seen.acknowledged.setdefault(answer["room"], set()).add(answer["v"])
            return answer

    async def look(self, room: str) -> None:
        """Go to a room."""
        if self.room and self._socket is not None:  # a connection may look at a limited number of rooms
            with suppress(WebSocketException):
                await self._socket.send(json.dumps({"t": "leave", "room": self.room}))
        self.room, self.v, self.ply, self.ended = room, 0, 0, False
        while True:
            await self.be_there()
            with suppress(OSError, TimeoutError, WebSocketException):
                async with asyncio.timeout(PATIENCE_S):
                    await self._enter()
                    return
            await self.leave()

    async def wait(self, true: Callable[[], bool]) -> None:
        """Wait until the page shows something, and come back whenever the connection is lost."""
        while not true():
            await self.be_there()
            self._news.clear()
            if true():
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE_S):
                    await self._news.wait()
                    continue
            with suppress(OSError, TimeoutError, WebSocketException):  # is the server alive?
                async with asyncio.timeout(PATIENCE_S):
                    await self._enter()
                    continue
            await self.leave()


async def play(black: Person, white: Person, pause_s: float, plies: int, stop: asyncio.Event) -> int:
    """Play games of ``plies`` moves until ``stop`` is set, each ended by a resignation. Return the moves made."""
    moves = 0
    while not stop.is_set():
        made = await black.command(
            "create",
            rules="freestyle",
            size=15,
            color="black",
            visibility="link",
            clock={"kind": "fischer", "initial_ms": 600_000, "increment_ms": 5_000},
        )
        if made["t"] == "error":
            black._seen.faults.append(f"a room was refused: {made}")
            return moves
        room = made["room"]
        await black.look(room)
        answer = await white.command("sit", room=room)
        if answer["t"] == "error":
            white._seen.faults.append(f"room {room}: sitting down was refused: {answer}")
            return moves
        await white.look(room)
        for ply in itertools.count():
            mover, other = (black, white) if ply % 2 == 0 else (white, black)
            if ply == plies or stop.is_set():
                answer = await mover.command("resign", room=room)
                if answer["t"] == "error" and answer["code"] != "game_over":
                    mover._seen.faults.append(f"room {room}: a resignation at ply {ply} was refused: {answer}")
                    return moves
                break
            point = (ply % 15) * 15 + ply // 15 * 2  # down every other column: nobody gets five in a row
            answer = await mover.command("move", room=room, ply=ply, point=point)
            if answer["t"] == "error":
                mover._seen.faults.append(f"room {room}: move {ply} was refused: {answer}")
                break
            moves += 1
            await other.wait(lambda other=other, ply=ply: other.ply > ply or other.ended)  # type: ignore[misc]
            await asyncio.sleep(pause_s)
        for person in (black, white):
            await person.wait(lambda person=person: person.ended)  # type: ignore[misc]
    return moves
