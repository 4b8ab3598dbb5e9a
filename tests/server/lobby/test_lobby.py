"""What followers of the lobby hear, and how often."""

import asyncio
import json
from typing import Any

import pytest

from server.lobby.lobby import DELAY_S, MOST_ROOMS, MOST_UNTOLD, Lobby
from server.protocol.outbound import LobbyRoom
from server.protocol.shapes import NoClock, Who
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
        self.lines: dict[str, LobbyRoom] = {}
        self.online = 0
        self.asked = 0
        self.lobby = Lobby(self._entry, lambda: self.online)

    def _entry(self, room: str) -> LobbyRoom | None:
        self.asked += 1
        return self.lines.get(room)

    def show(self, room: str, ply: int = 0, black: int | None = None) -> None:
        """A room is new, or looks different now."""
        seats = (Who("ada", "Ada"), None)
        self.lines[room] = LobbyRoom(room, "freestyle", 15, NoClock(), False, seats, 1, ply, 0, black)
        self.lobby.changed(room)

    def hide(self, room: str) -> None:
        """A room is no more."""
        del self.lines[room]
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


async def test_a_long_lobby_is_cut_the_oldest_games_first() -> None:
    hall, reader = Hall(), Reader()
    names = [f"room{n:03}" for n in range(MOST_ROOMS)]
    for name in names:
        hall.show(name, black=0)
    for name in ("open0", "open1"):
        hall.show(name)
    hall.lobby.follow(reader)
    shown = rooms(await reader.next())
    assert shown == ["open0", "open1", *names[2:]]
    for n in range(MOST_ROOMS + 5):
        hall.show(f"open{n}")
    hall.lobby.follow(reader)
    await reader.next()  # the change, for who followed already
    assert rooms(await reader.next()) == [f"open{n}" for n in range(5, MOST_ROOMS + 5)]


async def test_a_full_lobby_fits_the_write_buffer() -> None:
    hall, reader = Hall(), Reader()
    who = Who("a" * 24, "天" * 40)
    for n in range(MOST_ROOMS):
        line = LobbyRoom(f"{n:024}", "freestyle", 15, NoClock(), True, (who, who), 2**42, 300, 999, 1)
        hall.lines[line.room] = line
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
    again = Lobby(hall.lines.get, lambda: 7)
    again.restore(["one", "over"])
    again.follow(reader)
    message = await reader.next()
    assert (rooms(message), message["online"]) == (["one"], 7)
