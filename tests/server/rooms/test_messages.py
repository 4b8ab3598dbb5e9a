"""Commands of clients in rooms: done once each, within limits, and never without the store."""

import asyncio
from pathlib import Path

import pytest

from bots.levels import TWINS
from server.errors import Refused, StoreError
from server.protocol.inbound import Answer, Create, Move, Offer, Resign, Sit
from server.protocol.values import CorrespondenceSpec, NoClockSpec
from server.rooms.table import Table
from server.store.games import room_log
from tests.server.rooms.house import House, Looker, Time, failing, failing_then, open_house, refused, stored


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
    command = Create("make", "freestyle", 15, NoClockSpec())
    await asyncio.gather(*(house.messages.create(line, command, house.time()) for line in lines))
    (room,) = {line.heard[0]["room"] for line in lines}
    assert house.rooms.tables.of_player("ada") == [room]
    assert len(await room_log.list_live_rooms(house.store)) == 1


async def test_a_game_against_a_bot_s_first_day_is_not_rated(house: House) -> None:
    ada = await house.join("ada")
    assert await refused(house.create(ada, level=TWINS[0].number, rated=True)) == "level_not_rated"
    for level, rated in ((TWINS[0].twin_of, True), (TWINS[0].number, False)):
        await house.enter(ada, await house.create(ada, level=level, rated=rated))
        (seen,) = ada.take("room")
        assert (seen["rated"], seen["seats"][1]["level"]) == (rated, level)


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
        *(house.messages.command(other, Sit("sit", room), house.time()) for other in others), return_exceptions=True
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
        *(
            house.messages.command(line, Answer(f"yes{n}", room, "rematch", True), house.time())
            for n, line in enumerate(lines)
        ),
        return_exceptions=True,
    )
    (error,) = [answer for answer in answers if answer is not None]
    assert isinstance(error, Refused)
    assert error.code == "no_offer"
    assert len(await room_log.list_live_rooms(house.store)) == 1
    following = (await black.event("rematched"))["room"]
    assert house.rooms.tables.of_player("ada") == house.rooms.tables.of_player("bob") == [following]
    assert house.room(following).created.score == (0, 2)
    assert house.room(following).black == 1


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
            house.messages.create(line, Create(f"c{n}", "freestyle", 15, NoClockSpec(), level=level), house.time())
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
        *(
            house.messages.command(line, Sit("sit", room), house.time())
            for line, room in zip(lines, rooms, strict=True)
        ),
        return_exceptions=True,
    )
    assert answers.count(None) == 3
    assert len(house.rooms.tables.of_player("ada")) == 3


async def test_there_is_no_room_of_an_unknown_name(house: House) -> None:
    ada = await house.join("ada")
    assert await refused(house.enter(ada, "nonesuch0000")) == "unknown_room"
    assert await refused(house.move(ada, "nonesuch0000", 0, 0)) == "unknown_room"


async def test_commands_for_a_finished_room_that_is_not_in_memory(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    await house.resign(black, room)
    for looker in (black, white):
        await house.leave(looker, room)
    assert house.rooms.tables.get(room) is None
    assert await refused(house.move(white, room, 0, 0)) == "game_over"
    assert await refused(house.sit(await house.join("eve"), room)) == "game_over"
    await house.rematch(white, room)
    assert house.rooms.tables.get(room) is None
    await house.rematch(black, room)
    assert len(await room_log.list_live_rooms(house.store)) == 1
    await house.enter(black, room)
    state = black.take("room")[-1]
    assert state["next"] == (await room_log.list_live_rooms(house.store))[0].id
    assert state["presence"]["gone_since"] == [house.time(), house.time()]


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
        patch.setattr(house.store, "commit_then", failing_then(False, house.store.commit_then))
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
        patch.setattr(house.store, "commit_then", failing_then(True, house.store.commit_then))
        assert (await house.command(black, Move("first", room, 0, 0)))["v"] == 3
        assert (await house.command(black, Sit("second", open_room)))["v"] == 2
    assert (await white.event("moved"))["point"] == 0
    assert house.table(open_room).audience.seated[1] is black
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
    move = asyncio.create_task(house.messages.command(black, command, house.time()))
    await asyncio.sleep(0)  # it is with the store now
    move.cancel()
    with pytest.raises(asyncio.CancelledError):
        await move
    assert (await house.command(black, command))["v"] == 3  # the room did not know yet
    assert (await white.event("moved"))["point"] == 0
    assert (await house.command(black, command))["v"] == 3
    await house.move(white, room, 1, 1)
    assert [event.v for event in await stored(house, room)] == [1, 2, 3, 4]


async def test_a_move_begins_without_a_task_only_where_nothing_must_be_awaited(house: House) -> None:
    black, white, eve = [await house.join(name) for name in ("ada", "bob", "eve")]
    room = await house.game(black, white)
    assert await house.begin(black, Move("first", room, 0, 0))
    assert (await white.event("moved"))["point"] == 0
    assert black.take("ack")[0]["v"] == 3
    for client, move in (
        (black, Move("first", room, 0, 0)),  # sent again
        (black, Move("second", room, 1, 1)),  # not the player's turn
        (eve, Move("third", room, 1, 1)),  # who has no seat
        (white, Move("fourth", "nonesuch0000", 1, 1)),
    ):
        assert not await house.begin(client, move)
    async with house.rooms.tables.hold(room):
        assert not await house.begin(white, Move("fifth", room, 1, 1))
    slow = await house.game(black, white, clock=CorrespondenceSpec(move_ms=86_400_000))
    assert not await house.begin(black, Move("sixth", slow, 0, 0))
    assert black.take("ack") == white.take("ack") == eve.take("ack") == []
    assert await house.begin(white, Move("fifth", room, 1, 1))


async def test_a_table_is_free_again_after_a_fault_in_what_follows_a_commit(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a bug")

    with monkeypatch.context() as patch:
        patch.setattr(Table, "publish", fail)
        with pytest.raises(ZeroDivisionError):
            await house.begin(black, Move("first", room, 0, 0))
    assert await house.begin(white, Move("second", room, 1, 1))


async def test_commands_are_known_after_a_restart(path: Path, time: Time) -> None:
    async with open_house(path, time) as house:
        black, white = await house.join("ada"), await house.join("bob")
        room = await house.game(black, white)
        first = await house.command(black, Move("first", room, 0, 0))
    async with open_house(path, time) as house:
        again = await house.command(await house.join("ada"), Move("first", room, 0, 0))
        assert again["v"] == first["v"]


async def test_a_replaced_connection_may_still_command(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    newer = Looker("ada")
    await house.enter(newer, room)
    assert black.take("replaced")
    await house.move(black, room, 0, 0)
    assert (await newer.event("moved"))["point"] == 0


async def test_the_owner_is_called_on_each_connection_that_looks_at_something_else(house: House) -> None:
    there, elsewhere, bob = await house.join("ada"), await house.join("ada"), await house.join("bob")
    room = await house.create(elsewhere)
    await house.enter(there, room)
    await house.sit(bob, room)
    (called,) = elsewhere.take("started")
    assert (called["room"], called["opponent"]["id"]) == (room, "bob")
    assert not there.take("started")


async def test_whoever_sits_down_looks_at_the_room(house: House) -> None:
    ada, bob = await house.join("ada"), await house.join("bob")
    room = await house.create(ada)
    await house.sit(bob, room)
    assert house.messages.visits.watches(bob, room)
    assert not house.messages.visits.watches(ada, room)
    assert await refused(house.sit(bob, room)) == "own_room"
    assert house.messages.visits.watches(bob, room)  # as before the refusal
    assert len(ada.take("started")) == 1


async def test_a_command_of_somebody_without_a_seat_is_refused(house: House) -> None:
    ada, bob, eve = [await house.join(name) for name in ("ada", "bob", "eve")]
    room = await house.game(ada, bob)
    for command in (Move("a", room, 0, 0), Resign("b", room), Offer("c", room, "draw")):
        assert await refused(house.command(eve, command)) == "not_seated"
    assert house.room(room).v == 2
