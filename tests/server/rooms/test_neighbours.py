import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from server.bus.local import Exchange, LocalBus
from server.protocol.inbound import Move, Offer
from server.protocol.values import FischerSpec
from server.rooms import neighbours
from server.rooms.table import Table
from server.store.store import Store
from tests.server.rooms.house import WAIT_S, House, Time, open_wing, refused, stored

CLOCK = FischerSpec(60_000, 0)


class Two:
    """Two processes on one store, and the bus between them."""

    def __init__(self, exchange: Exchange, buses: list[LocalBus], houses: list[House]) -> None:
        self.exchange = exchange
        self.buses = buses
        self.left, self.right = houses

    def cut(self) -> None:
        """Part the two."""
        for bus in self.buses:
            self.exchange.cut(bus)

    def mend(self) -> None:
        """Join them again."""
        for bus in self.buses:
            self.exchange.mend(bus)

    async def meet(self, room: str) -> None:
        """Wait until both are as far as the store in a room."""
        v = len(await stored(self.left, room))
        for house in (self.left, self.right):
            await until(lambda house=house: _version(house.rooms.tables.get(room)) == v)  # type: ignore[misc]


def _version(table: Table | None) -> int:
    return 0 if table is None else table.room.v


async def until(true: Callable[[], bool]) -> None:
    """Let the loop run until something is true."""
    async with asyncio.timeout(WAIT_S):
        while not true():
            await asyncio.sleep(0.001)


@pytest.fixture
async def two(path: Path, time: Time) -> AsyncIterator[Two]:
    exchange = Exchange()
    async with AsyncExitStack() as stack:
        store = await Store.open(path)
        stack.push_async_callback(store.close)
        buses = [LocalBus(exchange) for _ in range(2)]
        houses = [await stack.enter_async_context(open_wing(store, time, bus=bus)) for bus in buses]
        yield Two(exchange, buses, houses)


async def test_a_game_is_played_in_two_processes(two: Two) -> None:
    black, white = await two.left.join("ada"), await two.right.join("bob")
    room = await two.left.create(black)
    await two.left.enter(black, room)
    await two.meet(room)
    await two.right.sit(white, room)
    assert (await black.event("seated"))["who"]["name"] == "Bob"
    await two.meet(room)
    for ply, (house, mover, other) in enumerate([(two.left, black, white), (two.right, white, black)] * 2):
        await house.move(mover, room, ply, ply * 15)
        for looker in (mover, other):
            assert (await looker.event("moved"))["point"] == ply * 15
        await two.meet(room)
    assert await refused(two.left.move(black, room, 5, 0)) == "wrong_ply"
    await two.right.resign(white, room)
    assert (await black.event("ended"))["reason"] == "resigned"
    assert [event.v for event in await stored(two.left, room)] == list(range(1, 8))


async def test_the_bus_may_lose_everything(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "CHECK_S", 0.01)
    two.cut()
    black, white = await two.left.join("ada"), await two.right.join("bob")
    room = await two.left.create(black)
    await two.left.enter(black, room)
    await two.right.sit(white, room)
    assert await black.event("seated")
    await two.left.move(black, room, 0, 112)
    assert (await white.event("moved"))["point"] == 112
    await two.right.resign(white, room)
    assert await black.event("ended")


async def test_one_of_two_commands_at_once_is_judged_again(two: Two) -> None:
    black, white = await two.left.join("ada"), await two.right.join("bob")
    room = await two.left.create(black)
    await two.left.enter(black, room)
    await two.meet(room)
    await two.right.sit(white, room)
    await two.meet(room)
    two.cut()  # neither hears of the other's command in time
    await two.left.move(black, room, 0, 112)
    assert (await two.right.resign(white, room))["v"] == 4
    assert await white.event("moved")
    assert await refused(two.left.command(black, Offer("late", room, "takeback"))) == "game_over"
    assert await black.event("ended")
    assert [event.v for event in await stored(two.left, room)] == [1, 2, 3, 4]


async def test_of_two_who_take_one_seat_one_has_it(two: Two) -> None:
    black, one, other = await two.left.join("ada"), await two.left.join("bob"), await two.right.join("cem")
    room = await two.left.create(black)
    await two.meet(room)
    two.cut()
    await two.left.sit(one, room)
    assert await refused(two.right.sit(other, room)) == "seat_taken"
    assert two.right.rooms.tables.of_player("cem") == []
    assert two.right.rooms.tables.of_player("bob") == [room]


async def test_a_command_sent_again_to_the_other_process_gets_the_first_answer(two: Two) -> None:
    black, white = await two.left.join("ada"), await two.right.join("bob")
    room = await two.left.game(black, await two.left.join("bob"))
    await two.meet(room)
    first = await two.left.command(black, Move("x1", room, 0, 112))
    again = await two.right.join("ada")
    assert (await two.right.command(again, Move("x1", room, 0, 112)))["v"] == first["v"]
    two.cut()
    await two.right.enter(white, room)
    first = await two.right.command(white, Move("x2", room, 1, 0))
    elsewhere = await two.left.join("bob")
    assert (await two.left.command(elsewhere, Move("x2", room, 1, 0)))["v"] == first["v"]


async def test_a_player_is_there_while_one_process_has_a_connection(two: Two) -> None:
    black, white = await two.left.join("ada"), await two.right.join("bob")
    room = await two.left.create(black, clock=CLOCK)
    await two.left.enter(black, room)
    await two.meet(room)
    await two.right.sit(white, room)
    await two.right.enter(white, room)
    await two.meet(room)
    await until(lambda: two.left.room(room).gone_since == [None, None] == two.right.room(room).gone_since)
    newer = await two.left.join("bob")
    await two.left.enter(newer, room)
    await white.message("replaced")
    await two.left.leave(newer, room)
    assert (await white.message("room"))["room"] == room  # in front again, and shown the room
    await until(lambda: two.left.room(room).gone_since == [None, None])
    await two.right.leave(white, room)
    await until(lambda: two.left.room(room).gone_since[1] is not None)


async def test_nobody_sits_in_a_process_that_is_silent(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "CHECK_S", 0.01)
    black, white = await two.left.join("ada"), await two.right.join("bob")
    room = await two.left.create(black, clock=CLOCK)
    await two.left.enter(black, room)
    await two.meet(room)
    await two.right.sit(white, room)
    await until(lambda: two.left.room(room).gone_since == [None, None])
    two.exchange.cut(two.buses[1])
    two.left.time.advance(10_000)
    await until(lambda: two.left.room(room).gone_since[1] is not None)
    two.exchange.mend(two.buses[1])
    await until(lambda: two.left.room(room).gone_since == [None, None])


async def test_a_bot_is_asked_where_its_person_is(two: Two) -> None:
    ada, watcher = await two.left.join("ada"), await two.right.join("eve")
    room = await two.left.create(ada, level=3)
    await two.left.enter(ada, room)
    await two.meet(room)
    await two.right.enter(watcher, room)
    await two.left.move(ada, room, 0, 112)
    await watcher.event("moved")
    bot = await two.left.bots.next()
    assert await bot.asked.get() == (112,)
    bot.answers.put_nowait(113)
    assert (await watcher.event("moved"))["point"] == 113
    assert two.right.bots.bots == []


async def test_a_copy_that_is_behind_refuses_nobody(two: Two) -> None:
    black, white = await two.left.join("ada"), await two.left.join("bob")
    room = await two.left.game(black, white)
    await two.meet(room)
    two.cut()
    await two.left.move(black, room, 0, 112)
    elsewhere = await two.right.join("bob")
    await two.right.move(elsewhere, room, 1, 113)  # it saw black's move before it came here
    watcher = await two.right.join("eve")
    await two.left.move(black, room, 2, 114)
    await two.right.enter(watcher, room, since=5)
    assert not watcher.take("error")
    assert two.right.room(room).v == 5
