"""The service: who may do what, what is acknowledged, what a failing store leaves behind, what a restart brings."""

import asyncio
from pathlib import Path

import pytest

from server.errors import Refused, StoreError
from server.protocol.events import RoomEvent
from server.protocol.inbound import Abort, Answer, Create, Move, Offer, Resign, Sit
from server.protocol.shapes import Fischer, NoClock, Who
from server.store import players
from tests.server.rooms.house import House, Looker, Time, failing, open_house


async def refused(work: object) -> str:
    with pytest.raises(Refused) as refusal:
        await work  # type: ignore[misc]
    return refusal.value.code


async def stored(house: House, room: str) -> list[RoomEvent]:
    found = await house.store.room(room)
    assert found is not None
    return found.events


# --- idempotence --------------------------------------------------------------------------------------------------


async def test_a_room_made_twice_is_one_room(house: House) -> None:
    ada = await house.join("ada")
    first = await house.create(ada, id="make")
    again = await house.create(await house.join("ada"), id="make")
    assert first == again
    assert house.rooms.tables.of_player("ada") == [first]
    other = await house.create(await house.join("bob"), id="make")
    assert other != first


async def test_a_room_made_on_two_connections_at_once_is_one_room(house: House) -> None:
    lines = [await house.join("ada") for _ in range(3)]
    command = Create("make", "freestyle", 15, NoClock())
    await asyncio.gather(*(house.rooms.create(line, command, house.time()) for line in lines))
    (room,) = {line.heard[0]["room"] for line in lines}
    assert house.rooms.tables.of_player("ada") == [room]
    assert len(await house.store.live_rooms()) == 1


async def test_a_sit_sent_again_is_acknowledged_again(house: House) -> None:
    ada, bob = await house.join("ada"), await house.join("bob")
    room = await house.create(ada)
    first = await house.command(bob, Sit("same", room))
    again = await house.command(await house.join("bob"), Sit("same", room))
    assert first == again
    assert house.room(room).v == first["v"] == 2
    assert await refused(house.command(bob, Sit("other", room))) == "own_room"


async def test_the_same_id_from_the_other_player_is_another_command(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    await house.command(black, Move("same", room, 0, 0))
    ack = await house.command(white, Move("same", room, 1, 1))
    assert ack["v"] == 4


async def test_of_two_who_sit_at_once_one_has_the_seat(house: House) -> None:
    owner, *others = [await house.join(name) for name in ("ada", "bob", "eve")]
    room = await house.create(owner)
    answers = await asyncio.gather(
        *(house.rooms.command(other, Sit("sit", room), house.time()) for other in others), return_exceptions=True
    )
    (error,) = [answer for answer in answers if answer is not None]
    assert isinstance(error, Refused)
    assert error.code == "seat_taken"
    assert [house.rooms.tables.of_player(name) for name in ("bob", "eve")].count([room]) == 1


async def test_of_two_who_accept_a_rematch_at_once_there_is_one_next_game(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    await house.resign(black, room)
    await house.rematch(black, room)
    lines = [await house.join("bob") for _ in range(2)]
    answers = await asyncio.gather(
        *(house.rooms.command(line, Answer(f"yes{n}", room, "rematch", True), 0) for n, line in enumerate(lines)),
        return_exceptions=True,
    )
    (error,) = [answer for answer in answers if answer is not None]
    assert isinstance(error, Refused)
    assert error.code == "no_offer"
    assert len(await house.store.live_rooms()) == 1
    following = (await black.event("rematched"))["room"]
    assert house.rooms.tables.of_player("ada") == house.rooms.tables.of_player("bob") == [following]
    assert house.room(following).created.score == (0, 2)
    assert house.room(following).black == 1


# --- limits -------------------------------------------------------------------------------------------------------


async def test_rooms_of_one_player_are_limited_however_they_come_about(house: House) -> None:
    ada, bob = await house.join("ada"), await house.join("bob")
    over = await house.game(ada, bob)
    await house.resign(ada, over)
    await house.rematch(bob, over)
    open_room = await house.create(bob)
    for _ in range(3):
        await house.create(ada)
    assert await refused(house.create(ada)) == "too_many_rooms"
    assert await refused(house.sit(ada, open_room)) == "too_many_rooms"
    assert await refused(house.rematch(ada, over)) == "too_many_rooms"
    assert house.rooms.tables.of_player("bob") == [open_room]


async def test_rematches_with_bots_count_as_bot_games(house: House) -> None:
    ada = await house.join("ada")
    over: list[str] = []
    for _ in range(3):
        over.append(await house.create(ada, level=1))
        await house.resign(ada, over[-1])
    for room in over[:2]:
        await house.rematch(ada, room)
    assert await refused(house.rematch(ada, over[2])) == "too_many_bot_games"
    assert len(house.rooms.tables.of_player("ada")) == 2


@pytest.mark.parametrize(("level", "most"), [(None, 3), (1, 2)])
async def test_many_rooms_made_at_once_do_not_pass_the_limit(house: House, level: int | None, most: int) -> None:
    lines = [await house.join("ada") for _ in range(6)]
    answers = await asyncio.gather(
        *(
            house.rooms.create(line, Create(f"c{n}", "freestyle", 15, NoClock(), level=level), house.time())
            for n, line in enumerate(lines)
        ),
        return_exceptions=True,
    )
    assert answers.count(None) == most
    assert len(house.rooms.tables.of_player("ada")) == most


async def test_many_seats_taken_at_once_do_not_pass_the_limit(house: House) -> None:
    rooms = [await house.create(await house.join(f"owner{n}")) for n in range(5)]
    lines = [await house.join("ada") for _ in rooms]
    answers = await asyncio.gather(
        *(house.rooms.command(line, Sit("sit", room), house.time()) for line, room in zip(lines, rooms, strict=True)),
        return_exceptions=True,
    )
    assert answers.count(None) == 3
    assert len(house.rooms.tables.of_player("ada")) == 3


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


# --- entering -----------------------------------------------------------------------------------------------------


async def test_entering_with_a_version_brings_what_was_missed(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    for ply in range(4):
        await house.move((black, white)[ply % 2], room, ply, ply)
    v = house.room(room).v
    for missed, expected in [(2, ["moved", "moved"]), (0, [])]:
        looker = await house.join("eve")
        await house.enter(looker, room, v - missed)
        assert [event["k"] for event in looker.heard[0]["events"]] == expected
    for since in (None, 0, v + 1, v + 1000):
        looker = await house.join("eve")
        await house.enter(looker, room, since)
        assert looker.heard[0]["t"] == "room"
        assert looker.heard[0]["v"] == v


async def test_who_missed_very_much_gets_the_room_whole(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    for _ in range(51):
        await house.command(black, Offer(house.id(), room, "draw"))
        await house.command(black, Answer(house.id(), room, "draw", False))
    eve = await house.join("eve")
    await house.enter(eve, room, 2)
    assert eve.heard[0]["t"] == "room"
    await house.enter(eve, room, 4)
    assert len(eve.take("events")[-1]["events"]) == 100


async def test_a_private_game_is_for_its_players_once_it_begins(house: House) -> None:
    owner, guest, stranger = [await house.join(name) for name in ("ada", "bob", "eve")]
    room = await house.create(owner, visibility="private")
    for looker in (owner, guest, stranger):
        await house.enter(looker, room)
    stranger.heard.clear()
    await house.sit(guest, room)
    assert [(message["t"], message.get("code")) for message in stranger.heard] == [("error", "private_room")]
    assert await refused(house.enter(stranger, room)) == "private_room"
    await house.move(owner, room, 0, 0)
    assert not stranger.take("events")
    assert (await guest.event("moved"))["point"] == 0


async def test_there_is_no_room_of_an_unknown_name(house: House) -> None:
    ada = await house.join("ada")
    assert await refused(house.enter(ada, "nonesuch0000")) == "unknown_room"
    assert await refused(house.move(ada, "nonesuch0000", 0, 0)) == "unknown_room"


async def test_commands_for_a_finished_room_that_is_not_in_memory(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    await house.resign(black, room)
    for looker in (black, white):
        house.rooms.leave(looker, room, house.time())
    assert house.rooms.tables.get(room) is None
    assert await refused(house.move(white, room, 0, 0)) == "game_over"
    assert await refused(house.sit(await house.join("eve"), room)) == "game_over"
    await house.rematch(white, room)
    assert house.rooms.tables.get(room) is None
    await house.rematch(black, room)
    assert len(await house.store.live_rooms()) == 1
    await house.enter(black, room)
    state = black.take("room")[-1]
    assert state["next"] == (await house.store.live_rooms())[0].id
    assert state["presence"]["gone_since"] == [house.time(), house.time()]


# --- a store that fails -------------------------------------------------------------------------------------------


async def test_what_the_store_does_not_keep_is_not_acknowledged_and_has_not_happened(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    open_room = await house.create(white)
    for looker in (black, white):
        looker.heard.clear()
    before = house.changed.copy()
    with monkeypatch.context() as patch:
        patch.setattr(house.store, "commit", failing(False, house.store.commit))
        for work in (house.move(black, room, 0, 0), house.sit(black, open_room), house.create(black)):
            with pytest.raises(StoreError):
                await work
    assert black.heard == white.heard == []
    assert house.changed == before
    assert house.room(room).v == 2
    assert house.rooms.tables.of_player("ada") == [room]
    await house.move(black, room, 0, 0)
    await house.sit(black, open_room)
    assert (await white.event("moved"))["point"] == 0


async def test_what_the_disk_has_kept_although_it_failed_counts(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    open_room = await house.create(white)
    with monkeypatch.context() as patch:
        patch.setattr(house.store, "commit", failing(True, house.store.commit))
        with pytest.raises(StoreError):
            await house.command(black, Move("first", room, 0, 0))
        with pytest.raises(StoreError):
            await house.command(black, Sit("second", open_room))
    assert (await white.event("moved"))["point"] == 0
    # sent again, as a client does
    assert (await house.command(black, Move("first", room, 0, 0)))["v"] == 3
    assert (await house.command(black, Sit("second", open_room)))["v"] == 2
    assert house.rooms.tables.of_player("ada") == sorted([room, open_room])
    await house.move(white, room, 1, 1)
    assert [event.v for event in await stored(house, room)] == [1, 2, 3, 4]


async def test_a_command_given_up_in_the_middle_is_caught_up_with(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    command = Move("first", room, 0, 0)
    move = asyncio.create_task(house.command(black, command))
    await asyncio.sleep(0)  # it is with the store now
    move.cancel()
    with pytest.raises(asyncio.CancelledError):
        await move
    with pytest.raises(StoreError):
        await house.command(black, command)  # the room did not know yet
    assert (await white.event("moved"))["point"] == 0
    assert (await house.command(black, command))["v"] == 3
    await house.move(white, room, 1, 1)
    assert [event.v for event in await stored(house, room)] == [1, 2, 3, 4]


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


# --- names and ends -----------------------------------------------------------------------------------------------


async def test_a_new_name_is_seen_at_the_tables(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    white.heard.clear()
    house.rooms.renamed("ada", "Countess")
    (state,) = white.take("room")
    assert [who["name"] for who in state["seats"]] == ["Countess", "Bob"]
    assert state["you"] == 1
    assert house.changed[-1] == room


async def test_a_deleted_player_leaves_a_nameless_seat_and_nothing_else(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    house.rooms.leave(black, room, house.time())
    house.rooms.renamed("ada", "")
    assert house.room(room).seats[0] == Who()
    assert house.rooms.tables.of_player("ada") == []
    house.time.advance(house.rooms.terms.grace_ms)
    await house.command(white, Abort(house.id(), room))
    assert house.rooms.tables.of_player("bob") == []


async def test_a_deleted_game_is_gone_for_whoever_looks_at_it(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    black.heard.clear()
    assert await house.store.delete_game(room)
    with pytest.raises(StoreError):
        await house.move(black, room, 0, 0)
    await house.rooms.forget(room)
    assert [(message["t"], message["code"]) for message in black.take("error")] == [("error", "unknown_room")]
    assert await refused(house.move(black, room, 0, 0)) == "unknown_room"
    assert house.changed[-1] == room
    house.rooms.leave(black, room, house.time())


# --- time and restarts --------------------------------------------------------------------------------------------


async def test_a_flag_falls_by_itself(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white, clock=Fischer(5_000, 0))
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
    house.rooms.leave(ada, room, house.time())
    house.time.advance(house.rooms.terms.open_ms)
    ended = await eve.event("ended")
    assert ended["reason"] == "aborted"
    assert ended["at"] == house.time()


async def test_an_end_that_the_store_cannot_keep_comes_when_it_can(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white, clock=Fischer(5_000, 0))
    tried = asyncio.Event()
    keep = house.store.commit

    async def fail(*_: object) -> None:
        tried.set()
        raise StoreError("the disk is full")

    monkeypatch.setattr(house.store, "commit", fail)
    house.time.advance(house.rooms.terms.first_move_ms)
    await tried.wait()
    monkeypatch.setattr(house.store, "commit", keep)
    assert house.room(room).playing
    async with house.rooms.tables.held(room):
        pass  # the failed attempt is over
    house.time.advance(1_000)
    assert (await white.event("ended"))["reason"] == "aborted"


async def test_a_restart_brings_the_games_back_and_charges_nobody(path: Path, time: Time) -> None:
    clock = Fischer(60_000, 0)
    async with open_house(path, time) as house:
        black, white = await house.join("ada"), await house.join("bob")
        room = await house.game(black, white, clock=clock)
        open_room = await house.create(white)
        over = await house.game(black, white)
        await house.resign(black, over)
        for ply in range(2):
            await house.move((black, white)[ply], room, ply, ply)
        time.advance(10_000)
        await house.store.heartbeat(time())
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
        room = await house.game(black, white, clock=Fischer(60_000, 0))
        for ply in range(2):
            await house.move((black, white)[ply], room, ply, ply)
        time.advance(10_000)
        await house.store.heartbeat(time())
    for _ in range(3):
        time.advance(100_000)
        async with open_house(path, time) as house:
            assert house.room(room).left(time()) == (50_000, 60_000)


async def test_commands_are_known_after_a_restart(path: Path, time: Time) -> None:
    async with open_house(path, time) as house:
        black, white = await house.join("ada"), await house.join("bob")
        room = await house.game(black, white)
        first = await house.command(black, Move("first", room, 0, 0))
    async with open_house(path, time) as house:
        again = await house.command(await house.join("ada"), Move("first", room, 0, 0))
        assert again["v"] == first["v"]


async def test_the_lobby_hears_of_what_it_shows(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    house.changed.clear()
    for ply in range(20):
        await house.move((black, white)[ply % 2], room, ply, 2 * ply)
    assert house.changed == [room, room]
    assert house.moved == [False] * 20
    await house.resign(black, room)
    assert house.changed == [room] * 3
    assert house.table(room).lobby_line() is None


async def test_a_game_is_to_be_watched_while_somebody_plays_it(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    table = house.table(room)
    await house.move(black, room, 0, 0)
    assert table.lobby_line() is not None
    house.rooms.leave(black, room, house.time())  # a first move and its player is gone
    assert table.lobby_line() is None
    await house.enter(black, room)
    await house.move(white, room, 1, 1)
    house.changed.clear()
    house.rooms.leave(black, room, house.time())
    assert table.lobby_line() is not None
    house.rooms.leave(white, room, house.time())
    assert table.lobby_line() is None
    await house.enter(white, room)
    assert table.lobby_line() is not None
    assert house.changed == [room] * 3


async def test_a_waiting_room_is_listed_without_its_owner(house: House) -> None:
    ada = await house.join("ada")
    room = await house.create(ada)
    house.rooms.leave(ada, room, house.time())
    assert house.table(room).lobby_line() is not None


async def test_names_in_a_room_are_those_of_today(house: House) -> None:
    ada = await house.join("ada")
    room = await house.create(ada)
    await players.rename(house.store, "ada", "Countess")
    found = await house.store.room(room)
    assert found is not None
    created = found.events[0]
    assert getattr(created, "owner", None) == Who("ada", "Countess")


async def test_a_replaced_connection_may_still_command(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    newer = Looker("ada")
    await house.enter(newer, room)
    assert black.take("replaced")
    await house.move(black, room, 0, 0)
    assert (await newer.event("moved"))["point"] == 0
