"""Live rooms under acts of operators and accounts, store failures and restarts, and their signals to the lobby."""

import asyncio
from pathlib import Path

import pytest

from server.errors import StoreError
from server.protocol.inbound import Abort, Resign
from server.protocol.values import FischerSpec, Who
from server.store.games import library, room_log
from server.store.people import players
from tests.server.rooms.house import House, Time, failing, open_house, refused


async def test_a_game_that_is_over_is_nobodys_any_more(house: House) -> None:
    ada, bob = await house.join("ada"), await house.join("bob")
    for end in ("resign", "abort", "close", "forget"):
        room = await house.game(ada, bob)
        assert house.rooms.tables.of_player("bob") == [room]
        if end == "close":
            assert await house.rooms.close_room(room)
            assert not await house.rooms.close_room(room)
        elif end == "forget":
            await house.rooms.forget(room)
        else:
            await house.command(bob, (Resign if end == "resign" else Abort)(house.id(), room))
        assert house.rooms.tables.of_player("ada") == house.rooms.tables.of_player("bob") == []


async def test_a_room_that_only_the_store_knows_comes_to_life(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = await house.join("ada")
    with monkeypatch.context() as patch:
        patch.setattr(house.store, "commit", failing(True, house.store.commit))
        with pytest.raises(StoreError):
            await house.create(ada, id="make", level=1, color="white")
    room = await house.create(ada, id="make")
    await house.enter(ada, room)
    assert house.rooms.tables.of_player("ada") == [room]
    bot = await house.bots.next()
    await bot.asked.get()
    bot.answers.put_nowait(112)
    assert (await ada.event("moved"))["point"] == 112


async def test_a_new_name_is_seen_at_the_tables(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    white.heard.clear()
    house.rooms.rename("ada", "Countess")
    (state,) = white.take("room")
    assert [who["name"] for who in state["seats"]] == ["Countess", "Bob"]
    assert state["you"] == 1
    assert house.changed[-1] == room


async def test_a_deleted_player_leaves_a_nameless_seat_and_nothing_else(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    await house.leave(black, room)
    house.rooms.rename("ada", "")
    assert house.room(room).seats[0] == Who()
    assert house.rooms.tables.of_player("ada") == []
    house.time.advance(house.rooms.policy.grace_ms)
    await house.command(white, Abort(house.id(), room))
    assert house.rooms.tables.of_player("bob") == []


@pytest.mark.parametrize(("name", "seen"), [("Countess", Who("ada", "Countess")), ("", Who())])
async def test_a_room_that_is_stored_as_a_name_changes_has_the_new_one(house: House, name: str, seen: Who) -> None:
    ada, bob = await house.join("ada"), await house.join("bob")
    waiting = await house.create(bob)
    house.rooms.rename("ada", name)  # and the commands of her pages are under way
    assert house.room(await house.create(ada)).seats[0] == seen
    await house.sit(ada, waiting)
    assert house.room(waiting).seats[1] == seen
    assert len(house.rooms.tables.of_player("ada")) == (2 if name else 0)


async def test_a_deleted_game_is_gone_for_whoever_looks_at_it(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    black.heard.clear()
    assert await library.delete_game(house.store, room)
    with pytest.raises(StoreError):
        await house.move(black, room, 0, 0)
    await house.rooms.forget(room)
    assert [(message["t"], message["code"]) for message in black.take("error")] == [("error", "unknown_room")]
    assert await refused(house.move(black, room, 0, 0)) == "unknown_room"
    assert house.changed[-1] == room
    await house.leave(black, room)


async def test_a_flag_falls_by_itself(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white, clock=FischerSpec(5_000, 0))
    for ply in range(2):
        await house.move((black, white)[ply], room, ply, ply)
    house.time.advance(4_999)
    await house.move(black, room, 2, 2)
    house.time.advance(5_000)
    ended = await black.event("ended")
    assert (ended["winner"], ended["reason"], ended["left"]) == ("black", "timeout", [1, 0])
    assert house.rooms.tables.of_player("ada") == []


async def test_an_open_room_whose_owner_is_gone_is_closed(house: House) -> None:
    ada, eve = await house.join("ada"), await house.join("eve")
    room = await house.create(ada)
    await house.enter(ada, room)
    await house.enter(eve, room)
    house.time.advance(3_600_000)
    await house.leave(ada, room)
    house.time.advance(house.rooms.policy.open_ms)
    ended = await eve.event("ended")
    assert ended["reason"] == "aborted"
    assert ended["at"] == house.time()


async def test_an_end_that_the_store_cannot_keep_comes_when_it_can(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white, clock=FischerSpec(5_000, 0))
    tried = asyncio.Event()
    keep = house.store.commit

    async def fail(*_: object, **__: object) -> None:
        tried.set()
        raise StoreError("the disk is full")

    monkeypatch.setattr(house.store, "commit", fail)
    house.time.advance(house.rooms.policy.first_move_ms)
    await tried.wait()
    monkeypatch.setattr(house.store, "commit", keep)
    assert house.room(room).playing
    async with house.rooms.tables.hold(room):
        pass  # the failed attempt is over
    house.time.advance(1_000)
    assert (await white.event("ended"))["reason"] == "aborted"


async def test_a_restart_brings_the_games_back_and_charges_nobody(path: Path, time: Time) -> None:
    clock = FischerSpec(60_000, 0)
    async with open_house(path, time) as house:
        black, white = await house.join("ada"), await house.join("bob")
        room = await house.game(black, white, clock=clock)
        open_room = await house.create(white)
        over = await house.game(black, white)
        await house.resign(black, over)
        for ply in range(2):
            await house.move((black, white)[ply], room, ply, ply)
        time.advance(10_000)
        await room_log.note_heartbeat(house.store, time())
        time.advance(500)
    time.advance(3_600_000)
    async with open_house(path, time) as house:
        assert sorted(table.room.id for table in house.rooms.tables) == sorted([room, open_room])
        assert house.rooms.tables.of_player("bob") == sorted([room, open_room])
        assert house.room(room).left(time()) == (50_000, 60_000)
        assert house.room(room).gone_since == [time(), time()]
        black, white = await house.join("ada"), await house.join("bob")
        await house.enter(white, room, since=4)
        assert [event["k"] for event in white.heard[0]["events"]] == ["resumed"]
        ack = await house.move(black, room, 2, 2)
        moved = await white.event("moved")
        assert (moved["v"], moved["think_ms"]) == (ack["v"], 10_000)
        time.advance(60_000)
        assert (await white.event("ended"))["winner"] == "black"


async def test_a_second_restart_right_after_the_first_changes_no_clock(path: Path, time: Time) -> None:
    async with open_house(path, time) as house:
        black, white = await house.join("ada"), await house.join("bob")
        room = await house.game(black, white, clock=FischerSpec(60_000, 0))
        for ply in range(2):
            await house.move((black, white)[ply], room, ply, ply)
        time.advance(10_000)
        await room_log.note_heartbeat(house.store, time())
    for _ in range(3):
        time.advance(100_000)
        async with open_house(path, time) as house:
            assert house.room(room).left(time()) == (50_000, 60_000)


async def test_the_lobby_hears_of_what_it_shows(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    house.changed.clear()
    for ply in range(20):
        await house.move((black, white)[ply % 2], room, ply, 2 * ply)
    assert house.changed == [room, room]
    assert house.count_moves() == (20, 0)
    await house.resign(black, room)
    assert house.changed == [room] * 3
    assert house.table(room).make_lobby_line() is None


async def test_a_game_is_to_be_watched_while_somebody_plays_it(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    table = house.table(room)
    await house.move(black, room, 0, 0)
    assert table.make_lobby_line() is not None
    await house.leave(black, room)  # a first move and its player is gone
    assert table.make_lobby_line() is None
    await house.enter(black, room)
    await house.move(white, room, 1, 1)
    house.changed.clear()
    await house.leave(black, room)
    assert table.make_lobby_line() is not None
    await house.leave(white, room)
    assert table.make_lobby_line() is None
    await house.enter(white, room)
    assert table.make_lobby_line() is not None
    assert house.changed == [room] * 3


async def test_a_waiting_room_is_listed_without_its_owner(house: House) -> None:
    ada = await house.join("ada")
    room = await house.create(ada)
    await house.leave(ada, room)
    assert house.table(room).make_lobby_line() is not None


async def test_names_in_a_room_are_those_of_today(house: House) -> None:
    ada = await house.join("ada")
    room = await house.create(ada)
    await players.rename(house.store, "ada", "Countess", "countess")
    found = await room_log.find_room(house.store, room)
    assert found is not None
    created = found.events[0]
    assert getattr(created, "owner", None) == Who("ada", "Countess")
