"""Messages on entering a room, and the record of visitors."""

from server.protocol.inbound import Answer, Offer
from server.rooms.visits import MOST_WATCHED
from tests.server.rooms.house import House, refused


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


async def test_one_connection_looks_at_twenty_rooms_at_most(house: House) -> None:
    eve = await house.join("eve")
    rooms = [await house.create(await house.join(f"owner{n}")) for n in range(MOST_WATCHED + 1)]
    for room in rooms[:-1]:
        await house.enter(eve, room)
        await house.enter(eve, room)  # again: it is one of them already
    assert await refused(house.enter(eve, rooms[-1])) == "too_many_rooms"
    assert await refused(house.sit(eve, rooms[-1])) == "too_many_rooms"
    assert house.room(rooms[-1]).open
    await house.leave(eve, rooms[0])
    await house.enter(eve, rooms[-1])


async def test_what_cannot_be_entered_counts_for_nothing(house: House) -> None:
    eve = await house.join("eve")
    for n in range(MOST_WATCHED + 1):
        assert await refused(house.enter(eve, f"nonesuch{n:04}")) == "unknown_room"
    assert not house.messages.visits.watches(eve, "nonesuch0000")
    await house.enter(eve, await house.create(eve))


async def test_a_client_that_goes_leaves_every_room(house: House) -> None:
    ada, bob, eve = [await house.join(name) for name in ("ada", "bob", "eve")]
    rooms = [await house.game(ada, bob), await house.create(ada)]
    for room in rooms:
        await house.enter(eve, room)
        await house.enter(ada, room)
    house.messages.visits.leave_all(ada, house.time())
    house.messages.visits.leave_all(eve, house.time())
    for room in rooms:
        assert house.room(room).gone_since[0] == house.time()
        assert house.table(room).audience.viewers <= {bob}
        assert not house.messages.visits.watches(eve, room)
    house.messages.visits.leave_all(eve, house.time())  # nothing is left to leave
