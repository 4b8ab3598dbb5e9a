"""How many games bots play, for whom they think, and how long they wait."""

import asyncio
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.errors import Refused, StoreError
from server.protocol.values import PerMoveSpec
from server.rooms.admission import RoomsByAddress
from server.rooms.policy import Policy
from server.store.games import library
from tests.server.rooms.house import Time, failing, open_house

FEW = Policy(rooms_per_player=9, bot_games_per_player=9, bot_pause_ms=0, bot_games_per_address=2, bot_games=5)


async def refused(work: object) -> str:
    with pytest.raises(Refused) as refusal:
        await work  # type: ignore[misc]
    return refusal.value.code


@given(st.lists(st.tuples(st.sampled_from(["count", "move", "discount"]), st.integers(0, 4), st.sampled_from("abc"))))
def test_games_are_counted_where_their_people_are(steps: list[tuple[str, int, str]]) -> None:
    games, model = RoomsByAddress(), dict[str, str]()
    for what, number, address in steps:
        room = str(number)
        if what == "count" or (what == "move" and room in model):
            model[room] = address
        elif what == "discount":
            model.pop(room, None)
        games.discount(room) if what == "discount" else getattr(games, what)(room, address)
        assert len(games) == len(model)
        assert {each: games.at(each) for each in "abc"} == {each: Counter(model.values())[each] for each in "abc"}


async def test_an_address_and_the_server_have_so_many_games_and_no_more(
    path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(path, time, policy=FEW) as house:
        ada, bob = await house.join("ada"), await house.join("bob")
        far = await house.join("far", address="198.51.100.7")
        with monkeypatch.context() as patch:
            patch.setattr(house.store, "commit", failing(False, house.store.commit))
            with pytest.raises(StoreError):
                await house.create(ada, level=1)
        first = await house.create(ada, level=1)
        await house.create(bob, level=1)
        assert await refused(house.create(bob, level=1)) == "too_many_bot_games_here"
        await house.create(bob)  # against a person
        await house.create(far, level=1)
        await house.resign(ada, first)
        await house.rematch(ada, first)
        assert await refused(house.create(ada, level=1)) == "too_many_bot_games_here"
        await house.create(far, level=1)
        moon = await house.join("moon", address="198.51.100.8")
        await house.create(moon, level=1)
        assert await refused(house.create(moon, level=1)) == "bot_games_full"


async def test_whoever_fills_the_server_from_a_few_addresses_leaves_games_for_others(path: Path, time: Time) -> None:
    policy = Policy(rooms_per_player=99, bot_games_per_player=99, bot_games_per_address=64, bot_games=100)
    async with open_house(path, time, policy=policy) as house:
        crowd = [await house.join(f"eve{n}", address=f"203.0.113.{n}") for n in range(8)]
        games = house.rooms.admission.bot_games
        for _ in range(64):
            for eve in crowd:
                with suppress(Refused):
                    await house.create(eve, level=1)
        assert len(games) < 95
        honest = await house.join("ada", address="198.51.100.7")
        for _ in range(4):
            await house.create(honest, level=1)


async def test_made_at_once_they_do_not_pass_the_limit(path: Path, time: Time) -> None:
    async with open_house(path, time, policy=FEW) as house:
        ada = await house.join("ada")
        made = await asyncio.gather(*(house.create(ada, level=1) for _ in range(5)), return_exceptions=True)
        assert sum(isinstance(each, Refused) for each in made) == 3
        assert len(house.rooms.admission.bot_games) == 2


async def test_after_a_restart_games_count_and_go_to_where_their_people_come_back_from(path: Path, time: Time) -> None:
    async with open_house(path, time, policy=FEW) as house:
        ada = await house.join("ada")
        rooms = [await house.create(ada, level=1) for _ in range(2)]
    async with open_house(path, time, policy=FEW) as house:
        games = house.rooms.admission.bot_games
        assert (len(games), games.at("192.0.2.1")) == (2, 0)
        await house.enter(ada, rooms[0])
        assert games.at("192.0.2.1") == 1
        await house.enter(await house.join("eve", address="198.51.100.7"), rooms[1])
        assert games.at("198.51.100.7") == 0


async def test_a_bot_thinks_for_somebody_and_not_for_an_empty_chair(path: Path, time: Time) -> None:
    async with open_house(path, time) as house:
        ada = await house.join("ada")
        room = await house.create(ada, level=1, clock=PerMoveSpec(60_000), color="black")
        await house.enter(ada, room)
        for ply in (0, 2):
            await house.move(ada, room, ply, ply)
            bot = await house.bots.next()
            await bot.asked.get()
            if ply == 0:
                bot.answers.put_nowait(1)
                while (await ada.event("moved"))["ply"] == 0:
                    pass
        await house.leave(ada, room)
        bot.answers.put_nowait(3)  # the one answer to what was played
        async with asyncio.timeout(60):
            while house.room(room).game.ply != 4:
                await asyncio.sleep(0)
        await house.enter(ada, room)
        await house.move(ada, room, 4, 4)
        await bot.asked.get()
    async with open_house(path, time) as house:
        eve = await house.join("eve")
        await house.enter(eve, room)
        time.advance(30_000)
        for _ in range(20):
            await asyncio.sleep(0)
        assert house.bots.bots == []
        await house.enter(ada, room)
        assert await (await house.bots.next()).asked.get() == (0, 1, 2, 3, 4)
        assert house.room(room).left(time()) == (60_000, 60_000)  # the wait was nobody's


async def test_a_game_that_its_person_has_left_ends_within_minutes(path: Path, time: Time) -> None:
    async with open_house(path, time) as house:
        ada = await house.join("ada")
        room = await house.create(ada, level=1)
        await house.enter(ada, room)
        time.advance(3_600_000)
        await house.leave(ada, room)
        time.advance(599_000)
        await house.enter(ada, room)  # only the page was loaded anew
        await house.leave(ada, room)
        assert house.room(room).playing
        time.advance(600_001)
        house.rooms.expiry._due(room)
        async with asyncio.timeout(60):
            while house.rooms.tables.get(room) is not None:
                await asyncio.sleep(0)
        stored = await library.find_game(house.store, room)
        assert stored is not None
        assert stored.game.result is not None
        assert stored.game.result.reason == "aborted"
        assert len(house.rooms.admission.bot_games) == 0


async def test_who_plays_on_without_entering_has_not_left(path: Path, time: Time) -> None:
    """As a client may after a restart: its commands say that it is there, and from where."""
    async with open_house(path, time) as house:
        ada = await house.join("ada")
        room = await house.create(ada, level=1)
        await house.enter(ada, room)
    async with open_house(path, time) as house:
        ada = await house.join("ada")
        time.advance(599_000)
        await house.move(ada, room, 0, 0)
        assert house.rooms.admission.bot_games.at(ada.address) == 1
        (await house.bots.next()).answers.put_nowait(1)
        time.advance(599_000)
        house.rooms.expiry._due(room)
        async with asyncio.timeout(60):
            while house.room(room).playing and house.room(room).game.ply != 2:
                await asyncio.sleep(0)
        assert house.room(room).playing
        time.advance(1_001)
        house.rooms.expiry._due(room)
        async with asyncio.timeout(60):
            while house.rooms.tables.get(room) is not None:
                await asyncio.sleep(0)


async def test_a_game_is_refused_where_too_many_moves_come_first(path: Path, time: Time) -> None:
    async with open_house(path, time) as house:
        ada = await house.join("ada")
        room = await house.create(ada, level=1)
        await house.resign(ada, room)
        house.bots.crowded = True
        assert await refused(house.create(ada, level=1)) == "bots_busy"
        assert await refused(house.rematch(ada, room)) == "bots_busy"
        await house.create(ada)  # against a person
        assert len(house.rooms.admission.bot_games) == 0


async def test_who_waits_for_a_bot_sees_the_place_in_the_queue(path: Path, time: Time) -> None:
    async with open_house(path, time) as house:
        ada, eve = await house.join("ada"), await house.join("eve")
        room = await house.create(ada, level=1)
        await house.enter(ada, room)
        await house.move(ada, room, 0, 0)
        bot = await house.bots.next()
        await bot.asked.get()
        assert (bot.asker.address, bot.asker.person, bot.asker.there()) == ("192.0.2.1", "ada", True)
        bot.told(7)
        assert (await ada.message("queued"))["ahead"] == 7
        await house.enter(eve, room)
        assert (await eve.message("queued"))["ahead"] == 7
        bot.told(None)
        assert "ahead" not in await ada.message("queued")
        await house.leave(ada, room)
        assert not bot.asker.there()
        bot.told(3)
        bot.answers.put_nowait(1)
        async with asyncio.timeout(60):
            while house.room(room).game.ply != 2:
                await asyncio.sleep(0)
        await house.enter(ada, room)
        assert ada.take("queued") == []
