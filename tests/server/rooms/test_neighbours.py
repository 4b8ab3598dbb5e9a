import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from server import roster
from server.bus.local import Exchange, LocalBus
from server.errors import Refused
from server.protocol.events import Rematched
from server.protocol.inbound import Answer, Move, Offer
from server.protocol.values import ClockSpec, FischerSpec, NoClockSpec
from server.rooms import judge, neighbours
from server.rooms.table import Table
from server.store.games import room_log
from server.store.store import Store
from tests.server.rooms.house import WAIT_S, House, Looker, Time, open_wing, refused, stored

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
    monkeypatch.setattr(roster, "LIFE_S", 0.01)
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


async def _play(two: Two, clock: ClockSpec, plies: int) -> tuple[Looker, Looker, str]:
    """A game of Ada's, on the left, and Bob's, on the right, after some moves."""
    black, white = await two.left.join("ada"), await two.right.join("bob")
    room = await two.left.create(black, clock=clock)
    await two.left.enter(black, room)
    await two.meet(room)
    await two.right.sit(white, room)
    await two.right.enter(white, room)
    for ply in range(plies):
        await two.meet(room)
        house, mover = (two.left, black) if ply % 2 == 0 else (two.right, white)
        await house.move(mover, room, ply, ply)
    await two.meet(room)
    return black, white, room


async def test_a_flag_that_falls_against_a_move_that_is_stored_first_has_not_fallen(two: Two) -> None:
    black, _, room = await _play(two, CLOCK, 4)
    two.cut()
    two.left.time.advance(59_900)
    table = two.right.table(room)
    async with table.lock:  # else it might still be catching up
        await two.left.move(black, room, 4, 4)  # in time, and the other copy knows nothing of it
        two.left.time.advance(1_000)
        assert judge.expire(table.room, two.right.time())
        events = await table.settle(lambda: judge.expire(table.room, two.right.time()))
    assert events == []
    assert table.room.result is None
    assert [event.v for event in await stored(two.left, room)] == [1, 2, 3, 4, 5, 6, 7]


async def test_a_move_against_a_flag_that_is_stored_first_is_too_late(two: Two) -> None:
    black, _, room = await _play(two, CLOCK, 4)
    two.cut()
    at = two.left.time()
    two.left.time.advance(61_000)
    table = two.right.table(room)
    async with table.lock:
        assert await table.settle(lambda: judge.expire(table.room, two.right.time()))
    with pytest.raises(Refused) as refusal:
        await two.left.messages.command(black, Move("late", room, 4, 4), at)
    assert refusal.value.code == "game_over"
    assert [event.v for event in await stored(two.left, room)][-1] == 7


async def test_a_take_back_against_a_move_takes_back_nothing(two: Two) -> None:
    black, white, room = await _play(two, NoClockSpec(), 2)
    await two.right.command(white, Offer("back", room, "takeback"))
    await two.meet(room)
    two.cut()
    await two.left.move(black, room, 2, 2)
    elsewhere = await two.right.join("ada")
    assert await refused(two.right.command(elsewhere, Answer("yes", room, "takeback", True))) == "no_offer"
    assert two.right.room(room).game.ply == 3


async def test_two_rematches_are_one(two: Two) -> None:
    black, white, room = await _play(two, NoClockSpec(), 2)
    await two.left.resign(black, room)
    await two.meet(room)
    two.cut()
    one, other = await asyncio.gather(two.left.rematch(black, room), two.right.rematch(white, room))
    assert one["v"] != other["v"]
    found = [event for event in await stored(two.left, room) if isinstance(event, Rematched)]
    assert len(found) == 1
    assert len(await room_log.list_live_rooms(two.left.store)) == 1
