"""Which tables are in memory: loaded once however many ask, dropped when nobody needs them."""

import asyncio
from contextlib import suppress
from typing import Any

import pytest

from server.errors import Refused
from server.store.games import library, room_log
from server.store.store import Store
from tests.kit.alarm import alarm
from tests.server.rooms.house import House, Looker


@pytest.fixture
async def over(house: House) -> str:
    """A finished game that nobody looks at."""
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    await house.resign(black, room)
    for looker in (black, white):
        await house.leave(looker, room)
    assert len(house.rooms.tables) == 0
    return room


async def test_all_who_ask_at_once_sit_at_one_table(house: House, over: str) -> None:
    lookers = [Looker(f"eve{n}") for n in range(20)]
    await asyncio.gather(*(house.enter(looker, over) for looker in lookers))
    assert len(house.rooms.tables) == 1
    assert house.table(over).audience.viewers == set(lookers)
    for looker in lookers:
        await house.leave(looker, over)
    assert len(house.rooms.tables) == 0


async def test_coming_and_going_at_once_loses_nobody(house: House, over: str) -> None:
    async def visit(looker: Looker) -> None:
        await house.enter(looker, over)
        await house.leave(looker, over)

    stays = Looker("stays")
    await asyncio.gather(*(visit(Looker(f"eve{n}")) for n in range(10)), house.enter(stays, over))
    assert house.table(over).audience.viewers == {stays}
    await asyncio.gather(
        *(house.rematch(Looker(name), over) for name in ("ada", "bob")),
        *(visit(Looker(f"eve{n}")) for n in range(10)),
    )
    assert await stays.event("rematched")


async def test_a_reader_who_gives_up_does_not_take_the_others_table_away(house: House, over: str) -> None:
    first = asyncio.create_task(house.enter(Looker("eve"), over))
    await asyncio.sleep(0)
    other = Looker("bob")
    second = asyncio.create_task(house.enter(other, over))
    await asyncio.sleep(0)
    first.cancel()
    await second
    assert other.take("room")
    assert house.table(over).audience.viewers == {other}


async def test_all_who_ask_for_nothing_are_refused(house: House) -> None:
    answers = await asyncio.gather(
        *(house.enter(Looker(f"eve{n}"), "nonesuch0000") for n in range(5)), return_exceptions=True
    )
    assert [getattr(answer, "code", None) for answer in answers] == ["unknown_room"] * 5
    assert len(house.rooms.tables) == 0


async def test_who_comes_between_the_end_of_a_load_and_its_news_does_not_hold_up_the_loop(
    house: House, over: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, reading, found = room_log.find_room, asyncio.Event(), asyncio.get_running_loop().create_future()

    async def slow(store: Store, id: str) -> Any:
        stored = await read(store, id)
        reading.set()
        await found
        return stored

    async def refused(looker: Looker) -> str:
        with pytest.raises(Refused) as refusal:
            await house.resign(looker, over)
        return refusal.value.code

    monkeypatch.setattr(room_log, "find_room", slow)
    with alarm(10):
        first = asyncio.create_task(refused(Looker("ada")))
        await reading.wait()
        found.set_result(None)  # in the loop's next round the load ends, and these come before whoever waited for it
        others = [asyncio.create_task(refused(Looker("bob"))) for _ in range(8)]
        assert await asyncio.gather(first, *others) == ["game_over"] * 9
    assert len(house.rooms.tables) == 0


async def test_an_unfinished_game_stays_though_nobody_looks(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    for looker in (black, white):
        await house.leave(looker, room)
    assert house.table(room).room.playing
    await house.resign(black, room)
    assert house.rooms.tables.get(room) is None


async def test_who_waits_for_a_table_that_goes_away_gets_the_next(house: House, over: str) -> None:
    looker = Looker("eve")
    async with house.rooms.tables.hold(over) as table:
        waiting = asyncio.create_task(house.enter(looker, over))
        await asyncio.sleep(0)
        house.rooms.tables.drop(over)
    await waiting
    assert house.table(over) is not table
    assert house.table(over).audience.viewers == {looker}


async def test_who_waits_for_a_game_that_is_deleted_is_refused(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    async with house.rooms.tables.hold(room):
        await library.delete_game(house.store, room)
        forgetting = asyncio.create_task(house.rooms.forget(room))
        waiting = asyncio.create_task(house.enter(Looker("eve"), room))
        await asyncio.sleep(0)  # both wait for the table, in this order
    await forgetting
    with pytest.raises(Refused) as refusal:
        await waiting
    assert refusal.value.code == "unknown_room"


async def test_whose_rooms_are_whose(house: House) -> None:
    tables = house.rooms.tables
    tables.count("eve", "one")
    tables.count("eve", "one")
    tables.count("eve", "two")
    assert tables.of_player("eve") == ["one", "two"]
    tables.discount("eve", "one")
    tables.discount("eve", "one")
    tables.discount("nobody", "one")
    assert tables.of_player("eve") == ["two"]
    with suppress(KeyError), tables.promise("eve", "three"):
        assert tables.of_player("eve") == ["three", "two"]
        raise KeyError
    assert tables.of_player("eve") == ["two"]
