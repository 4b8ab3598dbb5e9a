"""After a restart the clock stands still until the player to move is back, or has been waited for long enough."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from server.protocol.inbound import Move, Offer
from server.protocol.values import FischerSpec
from server.rooms.policy import Policy
from server.store.games import room_log
from tests.server.rooms.house import House, Looker, Time, failing, open_house

GRACE_MS = Policy().grace_ms
Restarted = Callable[[], AbstractAsyncContextManager[tuple[House, str]]]


@pytest.fixture
def restarted(path: Path, time: Time) -> Restarted:
    """A house whose server was down for a minute, 2 s into white's second move."""

    @asynccontextmanager
    async def open_again() -> AsyncIterator[tuple[House, str]]:
        async with open_house(path, time) as house:
            ada, bob = await house.join("ada"), await house.join("bob")
            room = await house.game(ada, bob, clock=FischerSpec(60_000, 0))
            for ply, mover in enumerate((ada, bob, ada)):
                await house.move(mover, room, ply, 20 * ply)
            time.advance(2_000)
            await room_log.note_heartbeat(house.store, time())
        time.advance(60_000)
        async with open_house(path, time) as house:
            yield house, room

    return open_again


async def test_it_runs_again_when_the_player_to_move_is_back(restarted: Restarted, time: Time) -> None:
    async with restarted() as (house, room):
        ada, bob = Looker("ada"), Looker("bob")
        await house.enter(ada, room)
        assert "running" not in ada.take("room")[0]
        time.advance(5_000)
        assert house.room(room).left(time()) == (60_000, 58_000)
        await house.enter(bob, room)
        (state,) = bob.take("room")
        assert (state["running"], state["left"]) == (1, [60_000, 58_000])
        assert (await ada.event("resumed"))["left"] == [60_000, 58_000]
        time.advance(3_000)
        await house.command(bob, Move("again", room, 3, 100))
        moved = await ada.event("moved")
        assert (moved["think_ms"], moved["left"]) == (5_000, [60_000, 55_000])


async def test_a_command_is_a_coming_back_too(restarted: Restarted, time: Time) -> None:
    async with restarted() as (house, room):
        bob = Looker("bob")
        time.advance(5_000)
        await house.messages.command(bob, Move("again", room, 3, 100), time())
        assert house.room(room).stones[-1].think_ms == 2_000
        assert house.room(room).left(time()) == (60_000, 58_000)


async def test_it_runs_again_after_a_while_whoever_stays_away(restarted: Restarted, time: Time) -> None:
    async with restarted() as (house, room):
        ada = Looker("ada")
        await house.enter(ada, room)
        time.advance(GRACE_MS)
        resumed = await ada.event("resumed")
        assert resumed["left"] == [60_000, 58_000]
        time.advance(58_000)
        ended = await ada.event("ended")
        assert (ended["reason"], ended["winner"]) == ("timeout", "black")


async def test_the_other_may_take_back_or_agree_meanwhile(restarted: Restarted, time: Time) -> None:
    async with restarted() as (house, room):
        ada, bob = Looker("ada"), Looker("bob")
        await house.enter(ada, room)
        await house.command(ada, Offer("ask", room, "takeback"))
        await house.enter(bob, room)
        await house.command(bob, Offer("agree", room, "takeback"))
        assert house.room(room).game.ply == 2
        assert house.room(room).awaited_until is None
        time.advance(1_000)
        assert house.room(room).left(time()) == (59_000, 58_000)


async def test_a_second_restart_charges_nobody_either(restarted: Restarted, path: Path, time: Time) -> None:
    async with restarted() as (house, room):
        await room_log.note_heartbeat(house.store, time())
        time.advance(4_000)
        await room_log.note_heartbeat(house.store, time())
    time.advance(9_000)
    async with open_house(path, time) as house:
        assert house.room(room).left(time()) == (60_000, 58_000)


async def test_with_a_full_disk_it_waits_on(restarted: Restarted, monkeypatch: pytest.MonkeyPatch) -> None:
    async with restarted() as (house, room):
        with monkeypatch.context() as patch:
            patch.setattr(house.store, "commit", failing(False, house.store.commit))
            await house.enter(Looker("bob"), room)
        assert house.room(room).awaited_until is not None
