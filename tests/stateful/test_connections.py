"""Connections of several people that come, fall silent, sign in and go, in any order.

A player is gone exactly while none of theirs looks at the room, and what each page was told of itself last is true.
"""

import asyncio
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, example, given, settings

from server.accounts.accounts import Accounts
from server.accounts.sessions import Sessions
from server.handlers import Client
from server.protocol.inbound import Enter, Leave
from server.protocol.values import Who
from server.store.records import StoredPlayer
from tests.server.rooms.house import House, Looker, Time, open_house

PAGES = 6
PEOPLE = 3
"""Black, white, and somebody who looks on at first and may be joined with black."""

Act = tuple[str, int, int]
ACTS = ("open", "lose", "close", "enter", "come back", "leave", "sign in", "join", "move", "wait")
acts = st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, PAGES - 1), st.integers(0, PEOPLE - 1)), max_size=60)


class Crowd:
    """Pages at one room, each with a connection or none, and beside them what is to be expected: the ``looking``, the
    newest last."""

    numbers = itertools.count()

    def __init__(self, house: House) -> None:
        self.house = house
        self.people = [f"p{next(self.numbers)}" for _ in range(PEOPLE)]
        house.messages.subscribe(house.rooms.signals)
        self.sessions = Sessions(cast(Accounts, None), house.rooms.signals)
        self.pages: list[Looker | None] = [None] * PAGES
        self.silent: list[Looker] = []
        """Connections that are dead, which nobody has noticed."""
        self.looking: list[Looker] = []
        self.room = ""
        self.gone_at: list[int | None] = [None, None]
        self.seats: list[str] = []

    def become(self, page: Looker, person: int) -> None:
        """A connection is somebody's from now on, and looks at nothing."""
        self.sessions.become(page, StoredPlayer(self.people[person], "Name", 0), "0" * 22, self.house.time())
        self.forget(page)

    def forget(self, page: Looker) -> None:
        """A connection looks no longer."""
        if page in self.looking:
            self.looking.remove(page)

    async def begin(self) -> None:
        """A game of the first two, at which nobody looks yet."""
        black, white = [await self.house.join(person) for person in self.people[:2]]
        await self.house.join(self.people[2])
        self.room = await self.house.create(black)
        await self.house.sit(white, self.room)
        for each in (black, white):
            self.house.messages.visits.leave_all(each, self.house.time())
        await self.house.enter(black, self.room)
        await self.house.leave(black, self.room)
        self.seats = self.people[:2]

    async def act(self, kind: str, index: int, person: int) -> None:
        """One thing that happens to a page."""
        page, visits, now = self.pages[index], self.house.messages.visits, self.house.time()
        match kind, page:
            case "open", None:
                fresh = Looker("", page=f"page{index}")
                self.pages[index] = fresh
                self.become(fresh, person)
            case "wait", _:
                self.house.time.advance(1_000 * (index + 1))
                for dead in self.silent[:person]:
                    self.silent.remove(dead)
                    self.sessions.close(dead, now)
                    self.forget(dead)
            case "move", _:
                room = self.house.room(self.room)
                seat = room.seat_to_act
                mover = None if seat is None else self.front(seat)
                if mover is not None:
                    await self.house.move(mover, self.room, room.game.ply, room.game.ply)
            case "join", _:
                await self.join()
            case _, None:
                pass
            case "lose", Looker():
                fresh = Looker("", page=page.page)
                self.pages[index] = fresh
                self.silent.append(page)
                self.become(fresh, self.people.index(page.player))
            case "close", Looker():
                self.pages[index] = None
                self.sessions.close(page, now)
                self.forget(page)
            case "enter", Looker():
                await visits.enter(page, Enter(self.room), now)
                self.enter(page)
            case "come back", Looker():
                await visits.enter(page, Enter(self.room, None, True), now)
                others = [each for each in self.looking if each.player == page.player and each.page != page.page]
                if page.player in self.seats and others and self.front_of(page.player) not in (page, *self.own(page)):
                    self.looking = [each for each in self.looking if each is not page]
                    self.looking.insert(0, page)
                else:
                    self.enter(page)
            case "leave", Looker():
                await visits.leave(page, Leave(self.room), now)
                self.forget(page)
            case "sign in", Looker():
                self.become(page, person)

    def own(self, page: Looker) -> list[Looker]:
        """The connections of a page."""
        return [each for each in self.looking if each.page == page.page]

    def enter(self, page: Looker) -> None:
        """The page looks, on this connection, before all others; a dead one of a player at the board is replaced."""
        if page.player in self.seats:
            self.looking = [each for each in self.looking if each.page != page.page or each.player != page.player]
        self.forget(page)
        self.looking.append(page)

    async def join(self) -> None:
        """Give black's possessions to the third person: black's connections are no longer that player's."""
        black, third = self.people[0], self.people[2]
        if self.seats[0] != black:
            return
        async with self.house.rooms.reseat(black, Who(third, "Name")):
            pass
        self.seats[0] = third
        for page in [each for each in self.looking if each.player == black]:
            self.forget(page)
            self.sessions.close(page, self.house.time())
            self.pages = [None if each is page else each for each in self.pages]

    def front_of(self, player: str) -> Looker | None:
        """Which connection of a player has the room."""
        return next((each for each in reversed(self.looking) if each.player == player), None)

    def front(self, seat: int) -> Looker | None:
        """Which connection has a seat."""
        return self.front_of(self.seats[seat])

    def check(self) -> None:
        """Check the presence, and the messages to each page."""
        room, audience = self.house.room(self.room), self.house.table(self.room).audience
        for seat in (0, 1):
            there = any(each.player == self.seats[seat] for each in self.looking)
            assert (room.gone_since[seat] is None) == there, (seat, room.gone_since)
            if there:
                assert (audience.seated[seat] is not None) == there
        assert audience.watchers == sum(each.player not in self.seats for each in self.looking)
        for page in self.looking:
            told = [message["t"] for message in page.heard if message["t"] in ("room", "replaced")]
            in_front = page.player not in self.seats or any(page is each for each in audience.seated)
            assert told[-1] == ("room" if in_front else "replaced"), (page.player, told)
            assert (page in audience.viewers) == in_front
            if in_front:
                self.check_told(page)
        assert set(audience.viewers) <= cast("set[Client]", set(self.looking))

    def check_told(self, page: Looker) -> None:
        """A page that has the room knows its own seat, and who is gone."""
        room = self.house.room(self.room)
        told: list[dict[str, Any]] = [each for each in page.heard if each["t"] in ("room", "presence")]
        assert told[-1]["presence"]["gone_since"] == room.gone_since
        state = next(each for each in reversed(told) if each["t"] == "room")
        assert state.get("you") == (self.seats.index(page.player) if page.player in self.seats else None)


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


def test_a_player_is_there_while_any_connection_is(
    runner: asyncio.Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run(house: House, story: list[Act]) -> None:
        crowd = Crowd(house)
        await crowd.begin()
        crowd.check()
        for act in story:
            await crowd.act(*act)
            crowd.check()

    async def furnish() -> Any:
        house = open_house(tmp_path / "tengen.db", Time(monkeypatch))
        return house, await house.__aenter__()

    manager, house = runner.run(furnish())

    @settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(story=acts)
    @example(story=[("open", 0, 0), ("open", 1, 0), ("enter", 0, 0), ("enter", 1, 0), ("close", 1, 0)])
    @example(story=[("open", 0, 2), ("enter", 0, 0), ("join", 0, 0)])
    @example(story=[("open", 0, 0), ("enter", 0, 0), ("lose", 0, 0), ("come back", 0, 0), ("close", 0, 0)])
    def tell(story: list[Act]) -> None:
        runner.run(run(house, story))

    try:
        tell()
    finally:
        runner.run(manager.__aexit__(None, None, None))
