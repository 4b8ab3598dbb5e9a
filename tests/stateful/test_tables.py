"""Any number of people at a few tables, in any order: everybody gets there, and no room ever has two tables."""

import asyncio
from random import Random
from typing import cast
from unittest.mock import patch

import hypothesis.strategies as st
from hypothesis import example, given, settings

from server.errors import Refused, StoreError
from server.handlers import Client
from server.protocol.events import Created, Ended
from server.protocol.values import NoClockSpec, Who
from server.rooms.policy import Policy
from server.rooms.table import Table
from server.rooms.tables import Tables
from server.signals import Signals
from server.store.games import room_log
from server.store.records import StoredRoom
from server.store.store import Store
from tests.kit.alarm import alarm
from tests.server.rooms.house import Looker

ROOMS = ("over1", "over2", "goes-on", "nonesuch", "unread")
VISITS = 12


class Shelf:
    """A store that takes its time over each room."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    async def find_room(self, _: Store, id: str) -> StoredRoom | None:
        """The room, if there is one; some reads fail."""
        await rounds(self._chance)
        if id == "nonesuch":
            return None
        if id == "unread" and self._chance.random() < 0.5:
            raise StoreError("the disk cannot be read")
        created = Created(
            v=1,
            at=0,
            rules="freestyle",
            size=15,
            clock=NoClockSpec(),
            visibility="public",
            rated=False,
            color="black",
            owner=Who("ada", "Ada"),
        )
        over = Ended(v=2, at=1, winner=None, reason="aborted", left=(None, None))
        return StoredRoom(ROOMS.index(id), id, [created] if id == "goes-on" else [created, over], {})


async def rounds(chance: Random) -> None:
    """Let the loop go round a few times, or not at all."""
    for _ in range(chance.choice((0, 0, 0, 1, 1, 2, 3))):
        await asyncio.sleep(0)


class Crowd:
    """People who come, look, hold, give up waiting and leave; ``held`` says who holds what just now."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.shelf = Shelf(self.chance)
        self.tables = Tables(cast(Store, None), Policy(), lambda: 0, Signals(), on_events=lambda *_: None)
        self.held: dict[str, Table] = {}
        self.served = 0

    async def visit(self, name: str) -> None:
        """Some rooms, one after the other; each is got or refused."""
        for _ in range(VISITS):
            id = self.chance.choice(ROOMS)
            await rounds(self.chance)
            try:
                await self.hold(id, name)
            except (Refused, StoreError):
                assert id in ("nonesuch", "unread")
            self.served += 1

    async def hold(self, id: str, name: str) -> None:
        """Have a table for a while; some stay to look at it."""
        viewer = cast(Client, Looker(name))
        async with self.tables.hold(id) as table:
            assert id not in self.held
            self.held[id] = table
            try:
                if self.chance.random() < 0.3:
                    table.audience.viewers.add(viewer)
                await rounds(self.chance)
                assert self.tables.get(id) is table  # nobody else's has taken its place
                if self.chance.random() < 0.1:  # the game is deleted
                    assert self.tables.drop(id) is table
            finally:
                del self.held[id]
        if viewer in table.audience.viewers:
            await rounds(self.chance)
            table.audience.viewers.discard(viewer)
            if self.tables.get(id) is table:
                self.tables.drop_if_done(table)

    async def give_up(self, visitors: list[asyncio.Task[None]]) -> None:
        """Some go away in the middle of it."""
        for visitor in visitors:
            for _ in range(self.chance.randrange(20)):
                await asyncio.sleep(0)
            if self.chance.random() < 0.3:
                visitor.cancel()


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), people=st.integers(1, 12))
@example(seed=700984, people=1)  # who alone waits for a load gives up
def test_everybody_gets_there_and_no_room_has_two_tables(seed: int, people: int) -> None:
    async def play() -> None:
        crowd = Crowd(seed)
        with patch.object(room_log, "find_room", crowd.shelf.find_room):
            visitors = [asyncio.create_task(crowd.visit(f"p{n}")) for n in range(people)]
            await crowd.give_up(visitors)
            ends = await asyncio.gather(*visitors, return_exceptions=True)
        assert [end for end in ends if not isinstance(end, asyncio.CancelledError | None)] == []
        assert crowd.served >= VISITS * ends.count(None)
        # what is left in memory is what somebody still looks at, and what goes on
        assert [
            table.room.id for table in crowd.tables if table.room.result is not None and not table.audience.viewers
        ] == []

    with alarm(20):
        asyncio.run(play())
