"""Broadcasts to followers of the lobby, and their frequency."""

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.lobby import ranking
from server.lobby.lobby import DELAY_A_FOLLOWER_S, DELAY_S, FEW, MOST_UNTOLD, Lobby
from server.lobby.ranking import MOST_OF_OWNER, MOST_ROOMS, MOST_WAITING, Entry
from server.protocol.outbound import LobbyRoom
from server.protocol.values import NoClockSpec, Who
from tests.server.rooms.house import WAIT_S, Time

Message = dict[str, Any]


class Reader:
    """A follower that keeps what it is sent."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[Message] = asyncio.Queue()

    def send(self, payload: bytes) -> None:
        """Keep one message."""
        self.heard.put_nowait(json.loads(payload))

    async def next(self) -> Message:
        """The next message, heard or yet to come."""
        async with asyncio.timeout(WAIT_S):
            return await self.heard.get()


class Hall:
    """Lines of rooms as the test has them, and the lobby that shows them."""

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}
        self.online = 0
        self.asked = 0
        self.lobby = Lobby(self._entry, lambda: self.online)

    def _entry(self, room: str) -> Entry | None:
        self.asked += 1
        return self.entries.get(room)

    def show(
        self, room: str, ply: int = 0, black: int | None = None, owner: str = "", address: str = "A", here: bool = True
    ) -> None:
        """A room is new, or looks different now; it has an owner of its own where none is named."""
        line = LobbyRoom(room, "freestyle", 15, NoClockSpec(), False, (Who(owner), None), 1, ply, 0, black)
        self.entries[room] = Entry(line, owner or room, address, here)
        self.lobby.changed(room)

    def hide(self, room: str) -> None:
        """A room is no more."""
        del self.entries[room]
        self.lobby.changed(room)


@pytest.fixture
async def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


def rooms(message: Message) -> list[str]:
    return [line["room"] for line in message["rooms"]]


async def test_changes_are_gathered_and_told_once(time: Time) -> None:
    hall, reader = Hall(), Reader()
    hall.show("before")
    hall.lobby.follow(reader)
    first = await reader.next()
    assert (first["t"], rooms(first), first["online"]) == ("lobby", ["before"], 0)
    for ply in range(50):
        hall.show("one", ply)
    hall.show("two")
    hall.hide("before")
    hall.show("passing")
    hall.hide("passing")
    assert reader.heard.empty()
    time.advance(int(DELAY_S * 1000))
    change = await reader.next()
    assert (change["t"], rooms(change), change["gone"]) == ("lobby_change", ["one", "two"], ["before"])
    assert change["rooms"][0]["ply"] == 49
    assert reader.heard.empty()


async def test_nothing_is_told_where_nothing_is_new(time: Time) -> None:
    hall, reader = Hall(), Reader()
    hall.show("one", 1)
    hall.lobby.follow(reader)
    await reader.next()
    hall.show("one", 1)  # looks as before
    hall.lobby.changed("unknown")
    hall.lobby.online_changed()
    time.advance(int(DELAY_S * 1000))
    hall.online = 3
    hall.lobby.online_changed()
    time.advance(int(DELAY_S * 1000))
    change = await reader.next()
    assert (change["rooms"], change["gone"], change["online"]) == ([], [], 3)
    assert reader.heard.empty()


async def test_a_new_follower_gets_what_is_there_now_and_the_others_only_what_changed(time: Time) -> None:
    hall, old, new = Hall(), Reader(), Reader()
    hall.lobby.follow(old)
    await old.next()
    hall.show("one")
    hall.lobby.follow(new)
    assert rooms(await new.next()) == ["one"]
    assert rooms(await old.next()) == ["one"]
    time.advance(int(DELAY_S * 1000))
    hall.show("two")
    time.advance(int(DELAY_S * 1000))
    assert rooms(await new.next()) == rooms(await old.next()) == ["two"]


async def test_where_many_follow_nobody_is_told_of_each_who_comes(time: Time) -> None:
    hall, old = Hall(), Reader()
    crowd = [Reader() for _ in range(10 * FEW)]
    hall.lobby.follow(old)
    for reader in crowd:
        hall.online += 1
        hall.lobby.online_changed()
        hall.lobby.follow(reader)
    assert old.heard.qsize() <= FEW
    while not old.heard.empty():
        await old.next()
    time.advance(int((DELAY_S + DELAY_A_FOLLOWER_S * len(crowd)) * 1000) + 1)
    assert (await old.next())["online"] == len(crowd)
    hall.online += 1
    hall.lobby.online_changed()
    time.advance(int(DELAY_S * 1000))
    assert old.heard.empty()  # the more follow, the longer are changes gathered
    time.advance(int(DELAY_A_FOLLOWER_S * len(crowd) * 1000) + 1)
    assert (await old.next())["online"] == len(crowd) + 1


async def test_who_follows_no_longer_hears_nothing(time: Time) -> None:
    hall, stays, goes = Hall(), Reader(), Reader()
    for reader in (stays, goes):
        hall.lobby.follow(reader)
        await reader.next()
    hall.lobby.unfollow(goes)
    hall.lobby.unfollow(goes)
    hall.show("one")
    time.advance(int(DELAY_S * 1000))
    await stays.next()
    assert goes.heard.empty()
    hall.lobby.close()
    hall.show("two")
    assert stays.heard.empty()


async def test_a_long_lobby_is_cut_the_oldest_games_and_the_newest_that_wait_first() -> None:
    hall, reader = Hall(), Reader()
    names = [f"room{n:03}" for n in range(MOST_ROOMS)]
    for name in names:
        hall.show(name, black=0)
    for name in ("open0", "open1"):
        hall.show(name)
    hall.lobby.follow(reader)
    assert rooms(await reader.next()) == ["open0", "open1", *reversed(names[2:])]
    for n in range(MOST_ROOMS + 5):
        hall.show(f"open{n}")
    hall.lobby.follow(reader)
    await reader.next()  # the change, for who followed already
    games = list(reversed(names))[: MOST_ROOMS - MOST_WAITING]
    assert rooms(await reader.next()) == [*(f"open{n}" for n in range(MOST_WAITING)), *games]


async def seen(hall: Hall) -> list[str]:
    reader = Reader()
    hall.lobby.follow(reader)
    hall.lobby.unfollow(reader)
    return rooms(await reader.next())


async def test_one_address_hides_nobody_else() -> None:
    hall = Hall()
    for n in range(5 * MOST_ROOMS):
        hall.show(f"flood{n}", owner=f"guest{n // 8}", address="A")
        hall.show(f"played{n}", black=0, owner=f"guest{n // 8}", address="A")
    hall.show("mine", address="B")
    hall.show("watched", black=1, address="C")
    shown = await seen(hall)
    assert len(shown) == MOST_ROOMS
    assert {"mine", "watched"} <= set(shown)
    assert shown.index("mine") <= 1


async def test_behind_one_address_each_owner_is_shown_before_anybody_s_second_room() -> None:
    hall = Hall()
    for n in range(300):
        hall.show(f"flood{n}", owner=f"guest{n % 3}")
    pupils = [f"pupil{n}" for n in range(30)]
    for pupil in pupils:
        hall.show(pupil)
    shown = await seen(hall)
    assert shown[:33] == ["flood0", "flood1", "flood2", *pupils]
    assert len(shown) == 33 + 3 * (MOST_OF_OWNER - 1)


async def test_who_is_there_comes_before_the_deserted_from_wherever() -> None:
    hall = Hall()
    for n in range(2 * MOST_ROOMS):
        hall.show(f"left{n}", address=f"{n}", here=False)
    hall.show("late", address="7")
    assert (await seen(hall))[0] == "late"
    hall.show("late", address="", here=False)  # its owner left: the address stays his
    assert "late" not in await seen(hall)


async def test_a_room_that_moves_to_another_address_is_shown_once() -> None:
    hall = Hall()
    hall.show("one", address="A")
    hall.show("two", address="B")
    assert await seen(hall) == ["one", "two"]
    for _ in range(3):
        for address in ("B", "A"):
            hall.show("one", address=address)
            assert await seen(hall) == ["one", "two"]


CHANGES = st.lists(
    st.one_of(
        st.tuples(
            st.just("show"),
            st.integers(0, 40),
            st.sampled_from([None, None, 0]),
            st.sampled_from("xyz"),
            st.sampled_from(["A", "B", ""]),
            st.booleans(),
        ),
        st.tuples(st.just("hide"), st.integers(0, 40)),
        st.tuples(st.just("tell")),
        st.tuples(st.just("follow")),
        st.tuples(st.just("unfollow")),
    ),
    max_size=120,
)


@given(CHANGES)
@settings(max_examples=60, deadline=None)
def test_what_a_follower_has_put_together_is_what_a_newcomer_gets(changes: list[tuple[Any, ...]]) -> None:
    """With room for a few lines only, so that rooms come and go by the ranking alone, too."""

    async def live() -> None:
        hall, reader = Hall(), Reader()
        following = False
        known: dict[str, Message] = {}
        for what, *more in changes:
            match what:
                case "show":
                    number, black, owner, address, here = more
                    hall.show(f"r{number}", number, black, owner, address, here)
                case "hide" if f"r{more[0]}" in hall.entries:
                    hall.hide(f"r{more[0]}")
                case "tell":
                    hall.lobby._tell()
                case "follow":
                    hall.lobby.follow(reader)
                    following = True
                case "unfollow":
                    hall.lobby.unfollow(reader)
                    following = False
            while not reader.heard.empty():
                message = reader.heard.get_nowait()
                if message["t"] == "lobby":
                    known = {}
                known |= {line["room"]: line for line in message["rooms"]}
                for gone in message.get("gone", ()):
                    del known[gone]
        newcomer = Reader()
        hall.lobby.follow(newcomer)
        fresh = (await newcomer.next())["rooms"]
        assert len(fresh) == len({line["room"] for line in fresh}) <= 12
        if following:
            while not reader.heard.empty():
                message = reader.heard.get_nowait()
                known |= {line["room"]: line for line in message["rooms"]}
                for gone in message.get("gone", ()):
                    del known[gone]
            assert known == {line["room"]: line for line in fresh}
        # the list is a matter of the rooms alone, however it has come to be
        again = Lobby(hall.entries.get, lambda: 0)
        again.restore(hall.lobby._ranking._known)
        if all(entry.address for entry in hall.entries.values()):
            assert [line.room for line in again._ranking.first()] == [line["room"] for line in fresh]
        hall.lobby.close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ranking, "MOST_ROOMS", 12)
        patch.setattr(ranking, "MOST_WAITING", 9)
        asyncio.run(live())


async def test_a_full_lobby_fits_the_write_buffer() -> None:
    hall, reader = Hall(), Reader()
    who = Who("a" * 24, "天" * 40)
    for n in range(MOST_ROOMS):
        line = LobbyRoom(f"{n:024}", "freestyle", 15, NoClockSpec(), True, (who, who), 2**42, 300, 999, 1)
        hall.entries[line.room] = Entry(line, line.room, "A", here=True)
        hall.lobby.changed(line.room)
    hall.lobby.follow(reader)
    message = await reader.next()
    assert len(message["rooms"]) == MOST_ROOMS
    assert len(json.dumps(message, ensure_ascii=False).encode()) < 64 * 1024


async def test_with_nobody_there_changes_do_not_pile_up() -> None:
    hall = Hall()
    for n in range(3 * MOST_UNTOLD):
        hall.show(f"room{n}")
        hall.hide(f"room{n}")
    assert hall.asked >= 2 * MOST_UNTOLD
    reader = Reader()
    hall.lobby.follow(reader)
    assert rooms(await reader.next()) == []


async def test_rooms_from_before_the_start_are_listed() -> None:
    hall, reader = Hall(), Reader()
    hall.show("one")
    again = Lobby(hall.entries.get, lambda: 7)
    again.restore(["one", "over"])
    again.follow(reader)
    message = await reader.next()
    assert (rooms(message), message["online"]) == (["one"], 7)
