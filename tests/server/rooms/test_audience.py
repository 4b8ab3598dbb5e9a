"""The audience: seats taken over, watchers counted, presence broadcast."""

import pytest

from server.errors import Refused
from server.protocol.inbound import Claim
from server.protocol.outbound import RoomState
from server.protocol.values import Who
from server.rooms import snapshot
from server.rooms.room import Room
from server.rooms.table import Table
from tests.server.rooms.house import House, Looker


def presence(looker: Looker) -> list[tuple[list[int | None], int]]:
    return [(told["presence"]["gone_since"], told["presence"]["watchers"]) for told in looker.take("presence")]


def check(table: Table) -> None:
    """Check that redundant counts agree."""
    seated = [viewer for viewer in table.audience.seated if viewer is not None]
    assert set(seated) <= table.audience.viewers
    assert table.audience.watchers == len(table.audience.viewers) - len(seated) >= 0
    for seat, viewer in enumerate(table.audience.seated):
        assert viewer is None or table.room.seat_of(viewer.player) == seat
        assert (viewer is None) or table.room.gone_since[seat] is None


async def test_the_newest_connection_has_the_seat_and_the_older_hears_no_more(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    newer = Looker("ada")
    await house.enter(newer, room)
    assert [message["room"] for message in black.take("replaced")] == [room]
    assert black not in house.table(room).audience.viewers
    black.heard.clear()
    await house.move(newer, room, 0, 0)
    assert black.heard == []
    await house.leave(black, room)  # its late close changes nothing
    assert house.room(room).gone_since == [None, None]
    check(house.table(room))


async def test_leaving_and_coming_back_is_told(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    presence(white)
    await house.leave(black, room)
    left_at = house.time()
    assert presence(white) == [([left_at, None], 0)]
    house.time.advance(5_000)
    await house.leave(black, room)
    assert house.room(room).gone_since == [left_at, None]
    presence(black)
    await house.enter(black, room, since=house.room(room).v)
    assert presence(white) == [([None, None], 0)]
    assert presence(black) == [([None, None], 0)]
    check(house.table(room))


async def test_entering_twice_is_entering_once(house: House) -> None:
    black, white, eve = [await house.join(name) for name in ("ada", "bob", "eve")]
    room = await house.game(black, white)
    for looker in (black, eve, eve):
        await house.enter(looker, room)
    assert not black.take("replaced")
    assert house.table(room).audience.watchers == 1
    check(house.table(room))


async def test_a_watcher_who_sits_down_watches_no_longer(house: House) -> None:
    owner, guest = await house.join("ada"), await house.join("bob")
    room = await house.create(owner)
    await house.enter(owner, room)
    await house.enter(guest, room)
    assert house.table(room).audience.watchers == 1
    await house.sit(guest, room)
    assert house.table(room).audience.watchers == 0
    assert presence(owner)[-1] == ([None, None], 0)
    assert await guest.event("seated")
    check(house.table(room))
    await house.leave(guest, room)
    assert house.room(room).gone_since == [None, house.time()]


async def test_a_second_tab_stands_behind_the_one_that_sits_down(house: House) -> None:
    owner, guest, tab = await house.join("ada"), await house.join("bob"), await house.join("bob")
    room = await house.create(owner)
    for looker in (owner, guest, tab):
        await house.enter(looker, room)
    await house.sit(guest, room)
    check(house.table(room))
    assert tab.take("replaced")
    assert house.table(room).audience.watchers == 0
    await house.leave(guest, room)
    assert house.room(room).gone_since == [None, None]
    assert tab.take("room")[-1]["you"] == 1
    await house.enter(guest, room)
    assert tab.take("replaced")
    check(house.table(room))


async def test_a_player_is_gone_with_the_last_connection(house: House) -> None:
    phone, desk, white = await house.join("ada"), await house.join("ada"), await house.join("bob")
    room = await house.game(phone, white)
    await house.enter(desk, room)
    await house.move(desk, room, 0, 0)
    phone.heard.clear()
    presence(white)
    await house.leave(desk, room)
    assert (house.room(room).gone_since, presence(white)) == ([None, None], [])
    (state,) = phone.take("room")  # which is shown what it missed, and hears on
    assert (state["you"], state["v"], state["presence"]) == (
        0,
        house.room(room).v,
        {"gone_since": [None, None], "watchers": 0},
    )
    await house.move(white, room, 1, 1)
    assert [event["k"] for message in phone.take("events") for event in message["events"]] == ["moved"]
    check(house.table(room))
    await house.leave(phone, room)
    assert presence(white) == [([house.time(), None], 0)]


async def test_who_stands_behind_may_leave_unnoticed(house: House) -> None:
    phone, desk, white = await house.join("ada"), await house.join("ada"), await house.join("bob")
    room = await house.game(phone, white)
    await house.enter(desk, room)
    presence(white)
    await house.leave(phone, room)
    assert (house.room(room).gone_since, presence(white)) == ([None, None], [])
    await house.leave(desk, room)
    assert house.room(room).gone_since == [house.time(), None]
    assert phone.take("room")[1:] == []  # nothing is handed to who has left


async def test_who_comes_back_without_a_wish_stays_behind(house: House) -> None:
    desk, white, phone = await house.join("ada"), await house.join("bob"), await house.join("ada")
    room = await house.game(desk, white)
    for looker in (desk, phone):
        looker.heard.clear()
    await house.enter(phone, room, behind=True)
    assert [message["t"] for message in phone.heard] == ["replaced"]
    assert desk.heard == []
    await house.leave(desk, room)
    assert phone.take("room")[-1]["you"] == 0
    await house.leave(phone, room)
    await house.enter(desk, room, behind=True)  # nobody else is in front
    assert desk.take("room")[-1]["you"] == 0
    check(house.table(room))


async def test_a_page_takes_the_place_of_its_own_dead_connection(house: House) -> None:
    dead, white, alive = Looker("ada", page="p"), await house.join("bob"), Looker("ada", page="p")
    await house.join("ada")
    room = await house.game(dead, white)
    await house.enter(alive, room, behind=True)
    assert not alive.take("replaced")
    assert house.table(room).audience.seated[0] is alive
    await house.leave(alive, room)  # the dead one does not stand in for it
    assert house.room(room).gone_since == [house.time(), None]
    await house.leave(dead, room)
    check(house.table(room))


async def test_an_account_that_is_joined_while_it_looks_on_is_there(house: House) -> None:
    guest, white, own, tab = [await house.join(name) for name in ("guest", "bob", "ada", "ada")]
    room = await house.game(guest, white)
    for looker in (own, tab):
        await house.enter(looker, room)
    async with house.rooms.reseat("guest", Who("ada", "Ada")):
        pass
    assert house.room(room).gone_since == [None, None]
    assert sorted(bool(looker.take("replaced")) for looker in (own, tab)) == [False, True]
    assert house.table(room).audience.watchers == 0
    check(house.table(room))
    for looker in (own, tab):
        await house.leave(looker, room)
    assert house.room(room).gone_since == [house.time(), None]


async def test_who_sits_down_without_looking_first_hears_of_it(house: House) -> None:
    owner, guest = await house.join("ada"), await house.join("bob")
    room = await house.create(owner)
    await house.sit(guest, room)
    assert (await guest.event("seated"))["who"]["id"] == "bob"
    assert house.room(room).gone_since == [house.time(), None]
    check(house.table(room))


async def test_watchers_are_counted_in_crowds(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    presence(black)
    crowd = [Looker(f"watcher{n}") for n in range(30)]
    for looker in crowd:
        await house.enter(looker, room)
    for looker in crowd[:10]:
        await house.leave(looker, room)
    assert presence(black) == []
    house.time.advance(200)
    told = await black.message("presence")
    assert told["presence"] == {"gone_since": [None, None], "watchers": 20}
    assert presence(black) == []


async def test_who_is_gone_for_long_enough_may_be_claimed_against(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    for ply in range(2):
        await house.move((black, white)[ply], room, ply, ply)
    await house.leave(black, room)
    house.time.advance(house.room(room).claim_after_ms - 1)
    with pytest.raises(Refused) as refusal:
        await house.command(white, Claim(house.id(), room, "win"))
    assert refusal.value.code == "still_here"
    house.time.advance(1)
    await house.command(white, Claim(house.id(), room, "win"))
    ended = await white.event("ended")
    assert (ended["winner"], ended["reason"]) == ("white", "abandoned")


async def test_presence_is_told_after_the_game_too(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    await house.resign(white, room)
    presence(white)
    await house.leave(black, room)
    assert presence(white) == [([house.time(), None], 0)]


async def test_the_lag_that_counts_is_that_of_the_player_to_move(house: House) -> None:
    black, white = await house.join("ada", 120), await house.join("bob", 30)
    room = await house.game(black, white)
    table = house.table(room)
    assert table.audience.lag_ms == 120
    await house.move(black, room, 0, 0)
    assert table.audience.lag_ms == 30
    await house.leave(white, room)
    assert table.audience.lag_ms == 0
    await house.enter(white, room)
    await house.resign(white, room)
    assert table.audience.lag_ms == 0


async def test_nobody_who_left_is_told_anything(house: House) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    await house.leave(black, room)
    black.heard.clear()
    await house.resign(white, room)
    assert black.heard == []


async def test_a_new_name_is_worked_out_once_for_all_who_look_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    black, white = await house.join("ada"), await house.join("bob")
    room = await house.game(black, white)
    crowd = [await house.join(f"eve{n}") for n in range(20)]
    for looker in crowd:
        await house.enter(looker, room)
        looker.heard.clear()
    shown: list[int | None] = []
    state = snapshot.make_state

    def counted(room: Room, now: int, you: int | None, watchers: int) -> RoomState:
        shown.append(you)
        return state(room, now, you, watchers)

    monkeypatch.setattr(snapshot, "make_state", counted)
    house.rooms.rename("ada", "lady")
    assert sorted(shown, key=str) == [0, 1, None]
    assert all(message["seats"][0]["name"] == "lady" for looker in crowd for message in looker.take("room"))
    assert [looker.take("room")[-1]["you"] for looker in (black, white)] == [0, 1]
