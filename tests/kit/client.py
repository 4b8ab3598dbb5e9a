"""A test client that speaks the protocol, stores the messages it receives, and can wait for one."""

import asyncio
import itertools
import json
from collections.abc import Callable
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Message = dict[str, Any]
WAIT_S = 60.0

_ids = itertools.count()


class Refusal(Exception):
    """The server refused a command; ``code`` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message["code"])
        self.code: str = message["code"]
        self.message = message


class Client:
    """One connection of one player. ``heard`` holds the messages received but not yet waited for.

    ``source`` is the local address, if not the usual one. While ``awake`` the client answers beats, as a page does that
    seeks an opponent.
    """

    def __init__(self, url: str, token: str | None = None, source: str | None = None) -> None:
        self.url = url
        self.token = token
        self.source = source
        self.awake = True
        self.welcome: Message = {}
        self.heard: list[Message] = []
        self.seeks = False
        self.closed: ConnectionClosed | None = None
        self._socket: ClientConnection | None = None
        self._news = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None

    @property
    def player(self) -> str:
        """The player's id."""
        return str(self.welcome["player"]["id"])

    async def connect(self) -> None:
        """Connect without sending anything."""
        source = None if self.source is None else (self.source, 0)
        self._socket = await connect(self.url, compression=None, open_timeout=WAIT_S, max_size=2**20, local_addr=source)
        self.closed = None
        self.heard.clear()
        self._reader = asyncio.create_task(self._read(self._socket))

    async def open(self) -> Self:
        """Connect and say hello."""
        await self.connect()
        await self.send(t="hello", protocol=1, **({"token": self.token} if self.token else {}))
        self.welcome = await self.wait(lambda m: m["t"] in ("welcome", "bye"))
        self.token = self.welcome.get("token", self.token)
        return self

    async def close(self) -> None:
        """Close the connection."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader

    async def drop(self) -> None:
        """Abort the connection without a closing handshake."""
        if self._socket is not None:
            self._socket.transport.abort()
        if self._reader is not None:
            await self._reader

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for raw in socket:
                message = json.loads(raw)
                if message["t"] == "beat":  # as insignificant as a ping
                    if self.awake and self.seeks:
                        await self.send(t="here")
                else:
                    self.heard.append(message)
                    self._news.set()
        except ConnectionClosed:
            pass
        self.closed = socket.protocol.close_exc
        self._news.set()

    async def send(self, **message: Any) -> None:
        """Send one message."""
        await self.send_raw(json.dumps(message, separators=(",", ":")))

    async def send_raw(self, raw: str | bytes, *, text: bool | None = None) -> None:
        """Send a raw frame; bytes go in a binary frame unless ``text`` says otherwise."""
        assert self._socket is not None
        await self._socket.send(raw, text=text)

    def send_at_once(self, *messages: Message) -> None:
        """Send messages in one write, so that they arrive together."""
        assert self._socket is not None
        for message in messages:
            self._socket.protocol.send_text(json.dumps(message, separators=(",", ":")).encode())
        self._socket.transport.write(b"".join(self._socket.protocol.data_to_send()))

    async def wait(self, wanted: Callable[[Message], bool]) -> Message:
        """Return the first ``wanted`` message, heard or still to come; earlier ones stay in ``heard``."""
        async with asyncio.timeout(WAIT_S):
            while True:
                for index, message in enumerate(self.heard):
                    if wanted(message):
                        del self.heard[index]
                        return message
                if self.closed is not None:
                    raise self.closed
                self._news.clear()
                await self._news.wait()

    async def wait_closed(self) -> ConnectionClosed:
        """Wait until the server closes the connection; return the reason."""
        async with asyncio.timeout(WAIT_S):
            while self.closed is None:
                self._news.clear()
                await self._news.wait()
        return self.closed

    async def command(self, t: str, *, id: str | None = None, **fields: Any) -> Message:
        """Send a command and wait for its acknowledgement; raises Refusal."""
        id = id or f"c{next(_ids)}"
        await self.send(t=t, id=id, **fields)
        answer = await self.wait(lambda m: m["t"] in ("ack", "error") and m.get("id") == id)
        if answer["t"] == "error":
            raise Refusal(answer)
        return answer

    async def create(self, **wishes: Any) -> str:
        """Create a room; return its id."""
        wanted: Message = {
            "rules": "freestyle",
            "size": 15,
            "clock": {"kind": "none"},
            "color": "black",
            "visibility": "public",
        }
        answer = await self.command("create", **wanted | wishes)
        return str(answer["room"])

    async def seek(self, **wishes: Any) -> str:
        """Seek an opponent; return the seek's id."""
        wanted: Message = {"rules": ["freestyle"], "sizes": [15], "openings": ["free"], "clocks": [{"kind": "none"}]}
        self.seeks = True
        answer = await self.command("seek", **wanted | wishes)
        return str(answer["seek"])

    async def enter(self, room: str, since: int | None = None) -> Message:
        """Enter a room; return the snapshot, or the events since a version."""
        await self.send(t="enter", room=room, **({} if since is None else {"since": since}))
        answer = await self.wait(
            lambda m: (
                m.get("room") == room and (m["t"] in ("room", "error") or (m["t"] == "events" and since is not None))
            )
        )
        if answer["t"] == "error":
            raise Refusal(answer)
        return answer

    async def event(self, kind: str, room: str | None = None) -> Message:
        """Return the next event of a kind, removed from the message that brought it."""

        def has(message: Message) -> bool:
            if message["t"] != "events" or (room is not None and message["room"] != room):
                return False
            return any(event["k"] == kind for event in message["events"])

        message = await self.wait(has)
        index = next(i for i, event in enumerate(message["events"]) if event["k"] == kind)
        found: Message = message["events"].pop(index)
        if message["events"]:
            self.heard.insert(0, message)
        return found

    async def move(self, room: str, ply: int, point: int, *, id: str | None = None) -> Message:
        """Play a move and wait until it is acknowledged."""
        return await self.command("move", id=id, room=room, ply=ply, point=point)
