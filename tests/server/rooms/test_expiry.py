"""The heap of deadlines, its one timer, and what rings when."""

import asyncio

import pytest

from server.rooms.expiry import TIDY_AT, Deadlines
from tests.server.rooms.house import NOON, Time


class Rung:
    """Keys that rang, each waited for once."""

    def __init__(self, time: Time) -> None:
        self.keys: asyncio.Queue[str] = asyncio.Queue()
        self.deadlines = Deadlines(time, self.due)

    def due(self, key: str) -> None:
        self.keys.put_nowait(key)

    async def take(self, count: int) -> list[str]:
        async with asyncio.timeout(60):
            return [await self.keys.get() for _ in range(count)]


async def test_keys_ring_in_the_order_of_their_times(time: Time) -> None:
    rung = Rung(time)
    for seconds, key in [(30, "c"), (10, "a"), (20, "b"), (40, "d")]:
        rung.deadlines.note(NOON + seconds * 1000, key)
    time.advance(30_000)
    assert await rung.take(3) == ["a", "b", "c"]
    assert rung.keys.empty()
    time.advance(10_000)
    assert await rung.take(1) == ["d"]
    rung.deadlines.close()


async def test_an_earlier_deadline_moves_the_timer(time: Time) -> None:
    rung = Rung(time)
    rung.deadlines.note(NOON + 86_400_000, "late")
    rung.deadlines.note(NOON + 1_000, "soon")
    time.advance(1_000)
    assert await rung.take(1) == ["soon"]
    time.advance(86_400_000)
    assert await rung.take(1) == ["late"]
    rung.deadlines.close()


async def test_a_time_that_is_past_rings_at_once_but_never_within_the_call(time: Time) -> None:
    rung = Rung(time)
    rung.deadlines.note(NOON - 5_000, "past")
    assert rung.keys.empty()
    assert await rung.take(1) == ["past"]
    rung.deadlines.close()


async def test_what_is_noted_while_others_ring_waits_for_the_next_time(time: Time) -> None:
    rung: list[str] = []
    done = asyncio.Event()

    def due(key: str) -> None:
        rung.append(key)
        if key == "again" and rung.count("again") < 3:
            deadlines.note(NOON, "again")
        if rung.count("again") == 3:
            done.set()

    deadlines = Deadlines(time, due)
    deadlines.note(NOON, "again")
    deadlines.note(NOON, "other")
    async with asyncio.timeout(60):
        await done.wait()
    assert rung == ["again", "other", "again", "again"]
    deadlines.close()


async def test_one_that_fails_does_not_silence_the_others(time: Time, caplog: pytest.LogCaptureFixture) -> None:
    heard = asyncio.Event()

    def due(key: str) -> None:
        if key == "bad":
            raise ValueError(key)
        if key == "good":
            heard.set()

    deadlines = Deadlines(time, due)
    deadlines.note(NOON, "bad")
    deadlines.note(NOON, "not bad")
    deadlines.note(NOON + 1_000, "good")
    time.advance(1_000)
    async with asyncio.timeout(60):
        await heard.wait()
    assert "ValueError: bad" in caplog.text
    deadlines.close()


async def test_after_the_close_nothing_rings(time: Time) -> None:
    def due(key: str) -> None:
        pytest.fail(key)

    deadlines = Deadlines(time, due)
    deadlines.note(NOON + 10, "never")
    deadlines.close()
    time.advance(1_000)
    other = Rung(time)
    other.deadlines.note(NOON + 20, "after")
    assert await other.take(1) == ["after"]
    other.deadlines.close()


async def test_what_is_wanted_no_longer_does_not_stay_until_its_time(time: Time) -> None:
    rung: list[str] = []
    wanted = {f"{n}" for n in range(10)}
    deadlines = Deadlines(time, rung.append, wanted.__contains__)
    for n in range(20 * TIDY_AT):
        deadlines.note(NOON + 86_400_000 + n, f"{n}")
    assert len(deadlines) <= TIDY_AT
    wanted.update(f"more {n}" for n in range(3 * TIDY_AT))
    for key in wanted:
        deadlines.note(NOON + 86_400_000, key)
    assert len(deadlines) >= len(wanted)
    deadlines.close()


async def test_a_key_that_is_noted_over_and_over_is_kept_once(time: Time) -> None:
    rung = Rung(time)
    for n in range(20 * TIDY_AT):
        rung.deadlines.note(NOON + 86_400_000 - n % 2, "visited")
    assert len(rung.deadlines) <= TIDY_AT
    time.advance(86_400_000 - 1)
    assert (await rung.take(1))[0] == "visited"
    rung.deadlines.close()
