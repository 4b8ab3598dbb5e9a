"""The server's time leaps over a gap in which it did not run, or a step of the clock: it is charged to nobody."""

import asyncio
from pathlib import Path

import pytest

from gomoku.working_time import DAY_MS, Interval
from server.protocol.inbound import Claim, Move
from server.protocol.values import ChallengeTerms, CorrespondenceSpec, FischerSpec
from server.rooms import downtime
from server.rooms.time_limits import find_deadline
from server.steady_time import SteadyTime
from server.store.database import Database
from server.store.games import correspondence, room_log
from server.store.people import challenges, players
from server.store.records import StoredPlayer
from server.store.store import Store
from tests.server.rooms.house import NOON, House, Time, open_house, refused
from tests.server.rooms.test_correspondence import result, slow_game

FISCHER = FischerSpec(60_000, 0)


async def leap(house: House, ms: int) -> None:
    """Leap as `server.rooms.downtime.leap` does, with a house's time."""
    start = house.time()
    await correspondence.note_downtime(house.store, start, start + ms)
    house.time.advance(ms)
    house.rooms.stand_still(start, start + ms)


async def test_a_move_that_runs_goes_on_where_it_was(house: House) -> None:
    ada, bob = await house.join("ada"), await house.join("bob")
    room = await house.game(ada, bob, clock=FISCHER)
    await house.enter(ada, room)
    for ply, mover in enumerate((ada, bob)):
        await house.move(mover, room, ply, 20 * ply)
    house.time.advance(1_500)
    ada.heard.clear()
    await leap(house, 3 * DAY_MS)
    assert ada.take("room")[0]["left"] == [58_500, 60_000]
    await asyncio.sleep(0)
    house.time.advance(500)
    await house.move(ada, room, 2, 40)
    moved = next(
        event
        for message in ada.heard
        for event in message.get("events", ())
        if event["k"] == "moved" and event["ply"] == 2
    )
    assert (moved["think_ms"], moved["left"]) == (2_000, [58_000, 60_000])


async def test_a_kill_after_a_leap_charges_it_to_nobody_either(path: Path, time: Time) -> None:
    async with open_house(path, time) as house:
        ada, bob = await house.join("ada"), await house.join("bob")
        room = await house.game(ada, bob, clock=FISCHER)
        for ply, mover in enumerate((ada, bob)):
            await house.move(mover, room, ply, 20 * ply)
        time.advance(1_500)
        await leap(house, 3 * DAY_MS)
        time.advance(500)
        await room_log.note_heartbeat(house.store, time())
    time.advance(DAY_MS)
    async with open_house(path, time) as house:
        assert house.room(room).left(time()) == (58_000, 60_000)
        assert house.room(room).clock.thought_ms == 2_000


async def test_downtimes_before_all_games_that_go_on_are_not_read(path: Path, time: Time) -> None:
    async with open_house(path, time) as house:
        await room_log.note_heartbeat(house.store, time())
    before = NOON
    time.advance(DAY_MS)
    async with open_house(path, time) as house:
        time.advance(1_000)
        room = await house.game(await house.join("ada"), await house.join("bob"))
        await room_log.note_heartbeat(house.store, time())
    stopped = time()
    time.advance(DAY_MS)
    asked: list[int] = []
    list_downtimes = correspondence.list_downtimes

    async def listen(db: Database, since: int) -> list[Interval]:
        asked.append(since)
        return await list_downtimes(db, since)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(correspondence, "list_downtimes", listen)
        async with open_house(path, time) as house:
            assert house.room(room).downtimes == [(stopped, stopped + DAY_MS)]
    (since,) = asked
    assert before + DAY_MS < since <= stopped


async def test_who_was_gone_was_not_gone_for_longer(house: House) -> None:
    ada, bob = await house.join("ada"), await house.join("bob")
    room = await house.game(ada, bob, clock=FISCHER)
    await house.enter(ada, room)
    for ply, mover in enumerate((ada, bob, ada)):
        await house.move(mover, room, ply, 20 * ply)
    await house.leave(bob, room)
    house.time.advance(29_000)
    await leap(house, DAY_MS)
    assert await refused(house.command(ada, Claim("early", room, "win"))) == "still_here"
    house.time.advance(1_000)
    await house.command(ada, Claim("now", room, "win"))
    assert house.room(room).result is not None


async def test_rooms_and_first_moves_wait_as_long_as_before(house: House) -> None:
    ada, bob = await house.join("ada"), await house.join("bob")
    waiting = await house.create(ada)
    await house.enter(ada, waiting)
    slow = await house.create(ada, clock=CorrespondenceSpec(move_ms=DAY_MS))
    begun = await house.game(ada, bob, clock=FISCHER)
    untimed = await house.game(await house.join("cyd"), await house.join("dan"))
    before = {id: find_deadline(house.room(id)) for id in (waiting, slow, begun, untimed)}
    for days in (40, 2):
        await leap(house, days * DAY_MS)
    for id, deadline in before.items():
        assert deadline is not None
        assert find_deadline(house.room(id)) == deadline + 42 * DAY_MS


@pytest.mark.parametrize("looked_at", [False, True])
async def test_a_game_by_correspondence_loses_nothing(house: House, looked_at: bool) -> None:
    ada, bob, room = await slow_game(house)
    await house.move(ada, room, 0, 112)
    await house.move(bob, room, 1, 113)
    if looked_at:
        await house.enter(bob, room)
    house.time.advance(2 * DAY_MS)
    await leap(house, 30 * DAY_MS)
    await house.rooms.slow_flags.sweep()
    assert await result(house, room) is None
    await house.command(ada, Move("late", room, 2, 114))
    assert await result(house, room) is None
    house.time.advance(3 * DAY_MS)
    await house.rooms.slow_flags.sweep()
    assert await result(house, room) == ("black", "timeout")


async def test_a_challenge_has_the_time_that_it_had(store: Store) -> None:
    terms = ChallengeTerms("freestyle", 15, FISCHER, "free", "random", False, "public")
    for name in ("ada", "bob", "cyd"):
        await players.insert(store, StoredPlayer(name, name.capitalize(), NOON), name.encode())
    for id, other, until in (("waits", "bob", NOON + 300_000), ("over", "cyd", NOON - 1)):
        assert await challenges.insert(store, id, "ada", other, id, terms, until, NOON - 600_000)
    await correspondence.note_downtime(store, NOON, NOON + DAY_MS)
    assert await challenges.expire(store, NOON + DAY_MS) == [("ada", "cyd")]
    assert await challenges.expire(store, NOON + DAY_MS + 299_999) == []
    assert await challenges.expire(store, NOON + DAY_MS + 300_000) == [("ada", "bob")]


class Wall:
    """A system clock that stands where the test sets it, and one that passes."""

    def __init__(self, ms: int) -> None:
        self.ms = ms
        self.now = SteadyTime(lambda: self.ms * 1_000_000, lambda: 7)


async def test_a_start_goes_on_from_the_last_sign_of_life(path: Path, time: Time) -> None:
    async with open_house(path, time) as house:
        assert await room_log.read_alive_at(house.store) == 0
        ada, bob = await house.join("ada"), await house.join("bob")
        room = await house.game(ada, bob, clock=FISCHER)
        await room_log.note_heartbeat(house.store, time())
        time.advance(5_000)
        await house.move(ada, room, 0, 20)
        for wall, begins in (
            (NOON + 1_000, NOON + 5_000),
            (NOON - DAY_MS, NOON + 5_000),
            (NOON + DAY_MS, NOON + DAY_MS),
        ):
            now = Wall(wall).now
            await downtime.go_on_from(house.store, now)
            assert now() == begins
