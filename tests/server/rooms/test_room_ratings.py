"""Ratings of a room are read again until the store answers."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from server.background import Background
from server.errors import StoreError
from server.protocol.outbound import RatingsTold
from server.protocol.values import Who
from server.ratings.glicko2 import PlayerRating
from server.ratings.ledger import find_pool
from server.rooms import room_ratings
from server.rooms.room_ratings import RoomRatings
from server.signals import Signals


class Ratings:
    """Ratings that cannot be read at first."""

    def __init__(self) -> None:
        self.asked = 0

    async def read(self, key: str) -> dict[object, object]:
        self.asked += 1
        if self.asked <= 2:
            raise StoreError("not readable: connection reset")
        return {find_pool("freestyle", False): SimpleNamespace(rating=PlayerRating(1600.0, 50.0))}


async def test_ratings_are_looked_up_again_after_a_fault_of_the_store(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(room_ratings, "RETRY_S", 0.0)
    told, sent = list[RatingsTold](), asyncio.Event()

    def send(message: RatingsTold) -> None:
        told.append(message)
        sent.set()

    seats = [Who(id="ada", name="Ada"), Who(id="bob", name="Bob")]
    created = SimpleNamespace(rules="freestyle", rated=False)
    room: Any = SimpleNamespace(id="r", serial=1, created=created, slow=False, seats=seats, bot=None, result=None)
    room.rating, room.open = None, False
    table: Any = SimpleNamespace(room=room, audience=SimpleNamespace(send=send))
    ratings, background = Ratings(), Background()
    shown = RoomRatings(cast(Any, None), cast(Any, ratings), background, lambda id: table, Signals())
    shown.follow(table, [])
    await asyncio.wait_for(sent.wait(), 20)
    assert told[0].rating.marks != room_ratings.NOBODY
    assert ratings.asked == 4
    assert "its ratings wait for the store" in caplog.text
    assert not any(record.levelname == "ERROR" for record in caplog.records)
    await background.close()
