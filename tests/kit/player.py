"""A player who outlives the server: unfinished commands are repeated on the next connection."""

import asyncio
import itertools
from collections.abc import Callable
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.kit.client import Client, Message, Refusal
from tests.kit.heard_room import HeardRoom


class Player:
    """One person, identified by token, over any number of connections.

    ``up`` is set while there is a server to connect to. ``done`` lists the acknowledged commands as (message,
    acknowledgement); ``on_done`` is called for each.
    """

    def __init__(self, url: str, up: asyncio.Event, on_done: Callable[[], None] = lambda: None) -> None:
        self.client = Client(url)
        self.records: dict[str, HeardRoom] = {}
        self.done: list[tuple[Message, Message]] = []
        self._up = up
        self._on_done = on_done
        self._ids = itertools.count()

    async def connect(self) -> None:
        """Connect, and catch up in every room that is followed."""
        self._listen()
        while True:
            await self._up.wait()
            try:
                await self.client.open()
                for record in self.records.values():
                    await self._come_back(record)
            except (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError):
                continue
            return

    async def _come_back(self, record: HeardRoom) -> None:
        missed = await self.client.enter(record.room, since=record.v)
        record.apply(missed["events"])
        state = await self.client.enter(record.room)
        self._listen()
        assert [stone["point"] for stone in state["moves"]] == record.points_at(state["v"])
        command, answer = self.done[-1] if self.done else ({}, {})
        if command.get("room") == record.room:  # as if its answer had been lost
            assert await self.client.command(**command) == answer

    async def follow(self, room: str, rules: str, size: int) -> HeardRoom:
        """Enter a room."""
        record = self.records[room] = HeardRoom(room, rules, size)
        while True:
            try:
                record.apply((await self.client.enter(room, since=record.v))["events"])
            except ConnectionClosed:
                await self.connect()
            else:
                return record

    async def leave(self, room: str) -> None:
        """Stop following a room."""
        del self.records[room]
        try:
            await self.client.send(t="leave", room=room)
        except ConnectionClosed:
            await self.connect()

    async def do(self, t: str, **fields: Any) -> Message:
        """Send a command until it is answered, always under the same id; raises Refusal."""
        id = f"{t}-{next(self._ids)}"
        while True:
            try:
                answer = await self.client.command(t, id=id, **fields)
            except ConnectionClosed:
                await self.connect()
            except Refusal:
                self._listen()
                raise
            else:
                self.done.append(({"t": t, "id": id, **fields}, answer))
                self._on_done()
                return answer

    async def until(self, record: HeardRoom, v: int) -> None:
        """Wait until a room is known up to a version."""
        self._listen()
        while record.v < v:
            try:
                await self.client.wait(self._take)
            except ConnectionClosed:
                await self.connect()

    def _listen(self) -> None:
        """Process the messages received so far."""
        self.client.heard = [message for message in self.client.heard if not self._take(message)]

    def _take(self, message: Message) -> bool:
        record = self.records.get(message.get("room", ""))
        if message["t"] != "events" or record is None:
            return message["t"] in ("presence", "forbidden")
        record.apply(message["events"])
        return True
