"""Rooms on a real store, with time, bots and connections in the hands of the test."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from bots.engine import Choice, Numbers
from bots.executor import Executor
from bots.levels import Level
from bots.reasons import MoveReason
from bots.workers.fair_queue import Asker
from server.bus.local import LocalBus
from server.errors import Refused, StoreError
from server.handlers import Client
from server.metrics import Metrics
from server.moderation.blocks import Blocks
from server.moderation.company import Company
from server.moderation.fair_play import FairPlay
from server.moderation.sanctions import Sanctions
from server.protocol.events import RoomEvent
from server.protocol.inbound import Create, Enter, Leave, Move, Offer, Resign, RoomCommand, Sit
from server.protocol.values import NoClockSpec
from server.rooms.messages import RoomMessages
from server.rooms.policy import Policy
from server.rooms.room import Room
from server.rooms.rooms import Rooms
from server.rooms.table import Table
from server.signals import RoomChanged, Signals
from server.store.database import OnCommit
from server.store.games import room_log
from server.store.people import players
from server.store.records import StoredPlayer
from server.store.store import Store

Message = dict[str, Any]
encode = msgspec.json.encode
NOON = 1_700_000_000_000
WAIT_S = 60.0


class Time:
    """The time of a house in ms, which moves only by `advance`; the running loop's timers follow it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = NOON
        loop = asyncio.get_running_loop()
        real = loop.time
        monkeypatch.setattr(loop, "time", lambda: real() + (self.now - NOON) / 1000)

    def __call__(self) -> int:
        return self.now

    def advance(self, ms: int) -> None:
        """Let time pass at once."""
        self.now += ms


class Looker:
    """A connection that keeps what it is sent; a `server.handlers.Client`."""

    device = agent = ""
    secret = b""

    def __init__(self, player: str, lag_ms: int = 0, address: str = "192.0.2.1", page: str = "") -> None:
        self.player = player
        self.page = page
        self.address = address
        self.name = player.capitalize()
        self.lag_ms = lag_ms
        self.heard: list[Message] = []
        self._news = asyncio.Event()

    def send(self, *payloads: bytes) -> None:
        """Keep the messages."""
        self.heard.extend(json.loads(payload) for payload in payloads)
        self._news.set()

    def say(self, message: Any) -> None:
        """Keep one that is not encoded yet."""
        self.send(encode(message))

    async def close(self, code: int, reason: str) -> None:
        """Be sent away, which no room does."""
        raise AssertionError(code, reason)

    def take(self, t: str) -> list[Message]:
        """The messages of a type heard so far, each once."""
        found = [message for message in self.heard if message["t"] == t]
        self.heard = [message for message in self.heard if message["t"] != t]
        return found

    async def message(self, t: str) -> Message:
        """The next message of a type, heard or yet to come."""
        async with asyncio.timeout(WAIT_S):
            while True:
                for message in self.heard:
                    if message["t"] == t:
                        self.heard.remove(message)
                        return message
                self._news.clear()
                await self._news.wait()

    async def event(self, kind: str) -> Message:
        """The next event of a kind, heard or yet to come."""
        async with asyncio.timeout(WAIT_S):
            while True:
                for message in self.heard:
                    for event in message.get("events", ()):
                        if event["k"] == kind:
                            message["events"].remove(event)
                            return cast(Message, event)
                self._news.clear()
                await self._news.wait()


def reasons(point: int) -> Message:
    """Return the stored reasons of a scripted bot for a point."""
    return {"kind": "attack", "candidates": [[point, 9], [224, None]]}


class ScriptedBot:
    """A bot's seat that answers what the test tells it to."""

    def __init__(self) -> None:
        self.asked: asyncio.Queue[tuple[int, ...]] = asyncio.Queue()
        self.answers: asyncio.Queue[int | Exception] = asyncio.Queue()
        self.closed = asyncio.Event()
        self.spare_ms: Callable[[], int | None] = lambda: None
        self.why = MoveReason("attack")
        self.forced: str | None = None
        self.asker = Asker()
        self.told: Callable[[int | None], None] = lambda _: None

    async def choose(
        self,
        moves: Sequence[int],
        *,
        spare_ms: Callable[[], int | None] = lambda: None,
        asker: Asker = Asker(),  # noqa: B008 - frozen
        told: Callable[[int | None], None] = lambda _: None,
    ) -> Choice:
        """Wait for the test's answer."""
        assert not self.closed.is_set()
        self.asker, self.told = asker, told
        self.spare_ms = spare_ms
        self.asked.put_nowait(tuple(moves))
        answer = await self.answers.get()
        if isinstance(answer, Exception):
            raise answer
        return Choice(answer, 9, ((answer, 9), (224, None)), self.why, self.forced)

    async def close(self) -> None:
        """Note it."""
        self.closed.set()


class ScriptedExecutor:
    """Gives out scripted bots."""

    def __init__(self) -> None:
        self.bots: list[ScriptedBot] = []
        self.weights: list[Numbers | None] = []
        """Weights of each bot."""
        self.news = asyncio.Event()
        self.kernels = asyncio.Event()
        self.kernels.set()
        self.crowded = False

    def seat(self, level: Level, rules: str, size: int, seed: int, weights: Numbers | None = None) -> ScriptedBot:
        """One more bot."""
        self.bots.append(ScriptedBot())
        self.weights.append(weights)
        self.news.set()
        return self.bots[-1]

    def busy(self, level: Level, asker: Asker) -> bool:
        """Whether the test has too many wait."""
        return self.crowded

    def ready(self, level: Level) -> bool:
        """Every level, or none while a test has them compiled."""
        return self.kernels.is_set()

    async def warm(self) -> None:
        """Wait until the test says so."""
        await self.kernels.wait()

    async def next(self, number: int = 0) -> ScriptedBot:
        """A bot, once it has been asked for."""
        async with asyncio.timeout(WAIT_S):
            while len(self.bots) <= number:
                self.news.clear()
                await self.news.wait()
        return self.bots[number]


class House:
    """The rooms and everything around them."""

    def __init__(self, store: Store, rooms: Rooms, metrics: Metrics, time: Time, bots: ScriptedExecutor) -> None:
        self.store = store
        self.rooms = rooms
        self.metrics = metrics
        self.time = time
        self.bots = bots
        self.changed: list[str] = []
        self.lookers: list[Looker] = []
        self.blocks, self.sanctions = Blocks(store), Sanctions(store, time)
        self.messages = RoomMessages(
            rooms,
            lambda player: [each for each in self.lookers if each.player == player],
            Company(self.blocks, self.sanctions),
            self.greet,
            FairPlay(rooms.list_rated, rooms.list_rated_slow),
        )
        self._ids = self._count()

    async def greet(self, client: Client, room: str) -> None:
        """Tell nobody what was said."""

    @staticmethod
    def _count() -> Iterator[str]:
        number = 0
        while True:
            yield f"c{number}"
            number += 1

    def count_moves(self) -> tuple[float | None, ...]:
        """How many moves of people and of bots were counted."""
        read = self.metrics.registry.get_sample_value
        return tuple(read("tengen_moves_total", {"by": by}) for by in ("person", "bot"))

    def id(self) -> str:
        """A new command id."""
        return next(self._ids)

    async def join(self, player: str, lag_ms: int = 0, address: str = "192.0.2.1") -> Looker:
        """A player with a connection; the same name again is another connection of the same player."""
        if not await players.find_player(self.store, player):
            await players.insert(self.store, StoredPlayer(player, player.capitalize(), NOON), player.encode())
        self.lookers.append(Looker(player, lag_ms, address))
        return self.lookers[-1]

    def table(self, room: str) -> Table:
        """A table that is in memory."""
        table = self.rooms.tables.get(room)
        assert table is not None
        return table

    def room(self, room: str) -> Room:
        """A room that is in memory."""
        return self.table(room).room

    async def create(self, owner: Looker, **wishes: Any) -> str:
        """Make a room, owner black unless wished otherwise; its id."""
        wanted: Message = {"id": self.id(), "rules": "freestyle", "size": 15, "clock": NoClockSpec(), "color": "black"}
        await self.messages.create(owner, Create(**wanted | wishes), self.time())
        (ack,) = owner.take("ack")
        return str(ack["room"])

    async def enter(self, client: Looker, room: str, since: int | None = None, *, behind: bool = False) -> None:
        """Look at a room."""
        await self.messages.visits.enter(client, Enter(room, since, behind), self.time())

    async def leave(self, client: Looker, room: str) -> None:
        """Stop looking at a room."""
        await self.messages.visits.leave(client, Leave(room), self.time())

    async def command(self, client: Looker, command: RoomCommand) -> Message:
        """Send a command; its acknowledgement. A move begins without a task where it can, as in the gate."""
        if not isinstance(command, Move) or not await self.begin(client, command):
            await self.messages.command(client, command, self.time())
        (ack,) = client.take("ack")
        return ack

    async def begin(self, client: Looker, move: Move) -> bool:
        """Begin a move without a task and wait for its end; whether it began."""
        ended: asyncio.Future[Coroutine[Any, Any, None] | None] = asyncio.get_running_loop().create_future()
        if not self.messages.begin(client, move, self.time(), ended.set_result):
            return False
        rest = await asyncio.shield(ended)
        if rest is not None:
            await rest
        return True

    async def sit(self, client: Looker, room: str) -> Message:
        """Take the free seat."""
        await self.messages.sit(client, Sit(self.id(), room), self.time())
        (ack,) = client.take("ack")
        return ack

    async def move(self, client: Looker, room: str, ply: int, point: int) -> Message:
        """Put a stone."""
        return await self.command(client, Move(self.id(), room, ply, point))

    async def resign(self, client: Looker, room: str) -> Message:
        """Give up."""
        return await self.command(client, Resign(self.id(), room))

    async def rematch(self, client: Looker, room: str) -> Message:
        """Propose a rematch, or accept it."""
        return await self.command(client, Offer(self.id(), room, "rematch"))

    async def game(self, black: Looker, white: Looker, **wishes: Any) -> str:
        """A game between two people who both look at it."""
        room = await self.create(black, **wishes)
        await self.enter(black, room)
        await self.sit(white, room)
        await self.enter(white, room)
        return room


@asynccontextmanager
async def open_house(
    path: Path, time: Time, *, policy: Policy | None = None, ready: bool = True
) -> AsyncIterator[House]:
    """Rooms on the file at ``path``, brought back if there are any; bots that are not ``ready`` wait for kernels."""
    store = await Store.open(path)
    try:
        async with open_wing(store, time, policy=policy, ready=ready) as house:
            yield house
    finally:
        await store.close()


@asynccontextmanager
async def open_wing(
    store: Store, time: Time, *, policy: Policy | None = None, ready: bool = True, bus: LocalBus | None = None
) -> AsyncIterator[House]:
    """Rooms on an open store, which those of other processes on the ``bus`` may share."""
    bots = ScriptedExecutor()
    if not ready:
        bots.kernels.clear()
    changed: list[str] = []
    signals, metrics = Signals(bus), Metrics()
    if bus is not None:
        await signals.listen()
    signals.on(RoomChanged, lambda change: changed.append(change.room))
    rooms = Rooms(
        store,
        cast(Executor, bots),
        time,
        policy=policy or Policy(bot_pause_ms=0),
        signals=signals,
        metrics=metrics,
        bus=bus,
    )
    house = House(store, rooms, metrics, time, bots)
    house.changed = changed
    for part in (rooms, house.messages):
        part.subscribe(signals)
    signals.let_in()
    try:
        await rooms.start()
        yield house
    finally:
        await rooms.close()


def failing(keep: bool, commit: Callable[..., Any]) -> Callable[..., Any]:
    """A commit that fails; with ``keep`` the disk has it all the same."""

    async def fail(*writes: Any, **more: Any) -> None:
        if keep:
            await commit(*writes, **more)
        raise StoreError("the disk is full")

    return fail


def failing_then(keep: bool, commit_then: Callable[..., None]) -> Callable[..., None]:
    """A commit without a task that fails; with ``keep`` the disk has it all the same."""

    def fail(on_end: OnCommit, *writes: Any, **more: Any) -> None:
        full = StoreError("the disk is full")
        if keep:
            commit_then(lambda _: on_end(full), *writes, **more)
        else:
            asyncio.get_running_loop().call_soon(on_end, full)

    return fail


async def refused(work: object) -> str:
    """The code with which a command is refused."""
    with pytest.raises(Refused) as refusal:
        await work  # type: ignore[misc]
    return refusal.value.code


async def stored(house: House, room: str) -> list[RoomEvent]:
    """The events that the store has of a room."""
    found = await room_log.find_room(house.store, room)
    assert found is not None
    return found.events
