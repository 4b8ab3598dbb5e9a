"""Commands at random in two processes on one store, with a bus that comes and goes: nothing acknowledged is lost."""

import asyncio
import contextlib
from pathlib import Path
from random import Random

import pytest

from server.bus.local import Exchange, LocalBus
from server.errors import Refused
from server.protocol.inbound import Answer, Claim, Move, Offer, Resign, RoomCommand
from server.protocol.values import FischerSpec
from server.rooms import fold, neighbours
from server.rooms.policy import Policy
from server.store.games import room_log
from server.store.store import Store
from tests.server.rooms.house import House, Looker, Time, open_wing
from tests.stateful.durable import durable

STEPS = 120


def draw_command(random: Random, house: House, room: str) -> RoomCommand:
    """Return a command that is likely to be allowed by the copy of a house."""
    known, id = house.room(room), f"{random.getrandbits(40):x}"
    choice = random.random()
    if choice < 0.8:
        return Move(id, room, known.game.ply, random.randrange(225))
    if choice < 0.9:
        return Offer(id, room, random.choice(("draw", "takeback")))
    if choice < 0.97:
        return Answer(id, room, random.choice(("draw", "takeback")), random.random() < 0.5)
    if choice < 0.998:
        return Claim(id, room, "win")
    return Resign(id, room)


@pytest.mark.parametrize("seed", range(6))
async def test_what_is_acknowledged_is_stored_and_both_copies_agree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(neighbours, "CHECK_S", 0.005)
    random, time, exchange = Random(seed), Time(monkeypatch), Exchange()
    store = await Store.open(tmp_path / "tengen.db")
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(store.close)
        buses = [LocalBus(exchange) for _ in range(2)]
        houses = [await stack.enter_async_context(open_wing(store, time, bus=bus)) for bus in buses]
        lookers = {(side, name): await houses[side].join(name) for side in (0, 1) for name in ("ada", "bob", "eve")}
        room = await houses[0].create(lookers[0, "ada"], clock=FischerSpec(600_000, 0))
        await houses[1].sit(lookers[1, "bob"], room)
        for (side, _), looker in lookers.items():
            await houses[side].enter(looker, room)
        acknowledged: list[int] = []

        async def command(side: int, name: str) -> None:
            house, looker = houses[side], lookers[side, name]
            with contextlib.suppress(Refused):
                wanted = draw_command(random, house, room)
                await house.messages.command(looker, wanted, time())
                acknowledged.extend(ack["v"] for ack in looker.take("ack"))

        for _ in range(STEPS):
            time.advance(random.randrange(200))
            match random.randrange(12):
                case 0:
                    exchange.cut(buses[1])
                case 1:
                    exchange.mend(buses[1])
                case _:
                    pairs = [(random.randrange(2), random.choice(("ada", "bob"))) for _ in range(random.randint(1, 3))]
                    await asyncio.gather(*(command(*pair) for pair in pairs))
        exchange.mend(buses[1])
        found = await room_log.find_room(store, room)
        assert found is not None
        versions = [event.v for event in found.events]
        assert versions == list(range(1, len(versions) + 1))
        assert set(acknowledged) <= set(versions)
        async with asyncio.timeout(30):
            while {house.room(room).v for house in houses} != {versions[-1]}:
                await asyncio.sleep(0.001)
        again = fold.replay(found.serial, room, found.events, Policy(bot_pause_ms=0))
        again.commands = found.commands
        for house in houses:
            assert durable(house.room(room)) == durable(again)
        for looker in lookers.values():
            assert _saw_in_order(looker)


def _saw_in_order(looker: Looker) -> bool:
    """Tell whether each event that came live was the next one after the one before, or after a whole room."""
    v = 0
    for message in looker.heard:
        if message["t"] == "room":
            v = message["v"]
        for event in message.get("events", ()) if message["t"] == "events" else ():
            if v and event["v"] != v + 1:
                return False
            v = event["v"]
    return True
