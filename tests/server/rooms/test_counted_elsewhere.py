"""Games that another process has counted are read again here: by its message, or without it."""

import asyncio
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import cast

import pytest

from server.bus.local import Exchange, LocalBus
from server.ratings.held import Ratings
from server.rooms import counted_elsewhere
from server.rooms.counted_elsewhere import SUBJECT, CountedElsewhere
from server.rooms.room_ratings import RoomRatings
from server.rooms.tables import Tables
from server.store.changes import Watched
from server.store.database import Database


class Seen:
    """Stands for the cache, the rooms, and the store, and notes what it is asked for."""

    def __init__(self) -> None:
        self.forgotten: list[Sequence[str] | None] = []
        self.looked: list[Sequence[str]] = []
        self.changed: Callable[[], None] = self.looked.clear

    def forget(self, players: Sequence[str] | None = None) -> None:
        self.forgotten.append(players)

    def look_again(self, rooms: Sequence[str]) -> None:
        self.looked.append(rooms)

    def on_change(self, call: Callable[[], None], *watched: Watched) -> None:
        self.changed = call


async def pair() -> tuple[CountedElsewhere, CountedElsewhere, Seen, LocalBus]:
    """One that counts, and another with what it does and its bus."""
    exchange = Exchange()
    made = []
    finished = SimpleNamespace(room=SimpleNamespace(id="over", result="won"))
    for _ in range(2):
        seen, bus = Seen(), LocalBus(exchange)
        one = CountedElsewhere(
            *(bus, cast(Database, seen), cast(Ratings, seen), cast(RoomRatings, seen)), tables=cast(Tables, [finished])
        )
        await one.start()
        made.append((one, seen, bus))
    return made[0][0], made[1][0], made[1][1], made[1][2]


async def heard() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


async def test_ratings_that_were_taken_back_may_be_anybodys() -> None:
    one, _, seen, _ = await pair()
    one.tell_undone()
    await heard()
    assert (seen.forgotten, seen.looked) == ([None], [[]])


async def test_without_a_message_all_is_read_again_in_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counted_elsewhere, "PATIENCE_S", 0.01)
    _, other, seen, _ = await pair()
    checking = asyncio.create_task(other.keep_checking())
    seen.changed()
    async with asyncio.timeout(60):
        while not seen.looked:
            await asyncio.sleep(0.001)
    assert (seen.forgotten, seen.looked) == ([None], [["over"]])
    checking.cancel()
    await asyncio.gather(checking, return_exceptions=True)
    other.close()


async def test_with_a_message_nothing_else_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other, seen, _ = await pair()
    seen.changed()
    assert other._owed is not None
    one.tell_counted([], {})
    await heard()
    assert other._owed is None
    seen.changed()  # the news of the store about the same
    assert other._owed is None
    assert seen.forgotten == [[]]


async def test_what_is_not_understood_is_one_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    _, _, seen, bus = await pair()
    bus.hear(SUBJECT, b"\xff")
    await heard()
    assert seen.looked == []
    assert len(caplog.records) == 1
