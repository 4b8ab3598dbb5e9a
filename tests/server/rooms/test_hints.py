"""Hints in rooms: who gets one, what it says, and what becomes of it when the game goes on."""

import asyncio

import pytest

from bots.errors import ExecutorFull, NotReady, PlayerCrashed
from bots.reasons import HintReason
from server.errors import Refused
from server.protocol.inbound import Hint, Offer
from tests.server.rooms.house import House, Looker, ScriptedBot

WHY = HintReason("hint", ["forced_win", "four_three"], [1, 2, 3])


async def against_a_bot(house: House, **wishes: object) -> tuple[Looker, str]:
    """A person with black against a bot; who is asked first is the adviser, since the bot is not to move."""
    ada = await house.join("ada")
    room = await house.create(ada, level=1, **wishes)
    await house.enter(ada, room)
    return ada, room


async def asked(house: House, client: Looker, room: str, id: str = "h") -> ScriptedBot:
    """The adviser, once it thinks."""
    number = len(house.bots.bots)
    await house.messages.command(client, Hint(id, room), house.time())
    adviser = await house.bots.next(number)
    await adviser.asked.get()
    return adviser


async def test_a_hint_goes_to_who_asked_and_to_nobody_else(house: House) -> None:
    ada, room = await against_a_bot(house)
    eve = await house.join("eve")
    await house.enter(eve, room)
    adviser = await asked(house, ada, room)
    adviser.why = WHY
    adviser.answers.put_nowait(7)
    assert await ada.message("hint") == {
        "t": "hint",
        "id": "h",
        "room": room,
        "v": house.room(room).v,
        "point": 7,
        "reasons": ["forced_win", "four_three"],
        "line": [1, 2, 3],
    }
    await adviser.closed.wait()
    assert eve.take("hint") == []
    # it changed nothing, and another may be asked for
    assert house.room(room).game.ply == 0
    adviser = await asked(house, ada, room, "again")
    adviser.why = HintReason("hint", ["builds"], None)
    adviser.answers.put_nowait(8)
    told = await ada.message("hint")
    assert (told["id"], told["point"], "line" in told) == ("again", 8, False)


async def test_only_the_player_to_move_in_an_unrated_game_against_a_bot_gets_one(house: House) -> None:
    ada, room = await against_a_bot(house)
    eve = await house.join("eve")
    with pytest.raises(Refused, match="not_seated"):
        await house.messages.command(eve, Hint("h", room), house.time())
    await house.move(ada, room, 0, 0)
    with pytest.raises(Refused, match="not_your_turn"):
        await house.messages.command(ada, Hint("h", room), house.time())
    await house.resign(ada, room)
    with pytest.raises(Refused, match="game_over"):
        await house.messages.command(ada, Hint("h", room), house.time())
    people = await house.game(ada, eve)
    with pytest.raises(Refused, match="no_hints"):
        await house.messages.command(ada, Hint("h", people), house.time())
    rated = await house.create(ada, level=1, rated=True)
    with pytest.raises(Refused, match="no_hints"):
        await house.messages.command(ada, Hint("h", rated), house.time())
    crosses = await house.create(ada, level=0, rules="tictactoe", size=3)
    with pytest.raises(Refused, match="no_hints"):
        await house.messages.command(ada, Hint("h", crosses), house.time())


async def test_one_hint_at_a_time(house: House) -> None:
    ada, room = await against_a_bot(house)
    await asked(house, ada, room)
    with pytest.raises(Refused, match="bots_busy"):
        await house.messages.command(ada, Hint("h2", room), house.time())


async def test_one_that_is_asked_for_again_on_a_new_connection_goes_there(house: House) -> None:
    ada, room = await against_a_bot(house)
    adviser = await asked(house, ada, room)
    back = await house.join("ada")
    await house.messages.command(back, Hint("h", room), house.time())
    adviser.why = WHY
    adviser.answers.put_nowait(7)
    assert (await back.message("hint"))["id"] == "h"
    assert ada.take("hint") == []


async def test_before_the_engine_is_ready_there_is_none(house: House) -> None:
    ada, room = await against_a_bot(house)
    house.bots.kernels.clear()
    with pytest.raises(Refused, match="engine_not_ready"):
        await house.messages.command(ada, Hint("h", room), house.time())


async def test_a_move_ends_the_thinking_and_the_asker_hears_of_it(house: House) -> None:
    ada, room = await against_a_bot(house)
    adviser = await asked(house, ada, room)
    await house.move(ada, room, 0, 0)
    refused = await ada.message("error")
    assert (refused["id"], refused["code"]) == ("h", "position_changed")
    await adviser.closed.wait()
    bot = await house.bots.next(1)
    bot.answers.put_nowait(5)
    while house.room(room).game.ply < 2:
        await asyncio.sleep(0)
    await asked(house, ada, room, "later")


async def test_the_end_of_the_game_ends_it_too_but_an_offer_does_not(house: House) -> None:
    ada, room = await against_a_bot(house)
    adviser = await asked(house, ada, room)
    await house.command(ada, Offer("draw", room, "draw"))  # which the bot declines
    adviser.why = WHY
    adviser.answers.put_nowait(7)
    assert (await ada.message("hint"))["v"] == house.room(room).v
    adviser = await asked(house, ada, room, "h2")
    await house.resign(ada, room)
    assert (await ada.message("error"))["code"] == "position_changed"
    await adviser.closed.wait()


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ExecutorFull(), "bots_busy"),
        (NotReady(), "engine_not_ready"),
        (PlayerCrashed("oh"), "internal"),
        (ZeroDivisionError(), "internal"),
    ],
)
async def test_what_fails_is_told(house: House, error: Exception, code: str) -> None:
    ada, room = await against_a_bot(house)
    adviser = await asked(house, ada, room)
    adviser.answers.put_nowait(error)
    refused = await ada.message("error")
    assert (refused["id"], refused["room"], refused["code"]) == ("h", room, code)
    assert bool(refused.get("detail")) == (code == "internal")
    await adviser.closed.wait()
    await asked(house, ada, room, "again")


STONES = [112, 0, 114, 2, 116, 4, 118]


async def test_who_plays_a_rated_game_gets_none_until_its_end(house: House) -> None:
    ada, room = await against_a_bot(house)
    bob = await house.join("bob")
    rated = await house.game(ada, bob, rated=True)
    with pytest.raises(Refused, match="rated_game_on") as caught:
        await house.messages.command(ada, Hint("h", room), house.time())
    assert caught.value.detail == {"room": rated}
    await house.resign(bob, rated)
    await asked(house, ada, room)


async def test_no_bot_answers_the_position_of_a_rated_game(house: House) -> None:
    """In a casual game of the same player."""
    ada, room = await against_a_bot(house)
    bob = await house.join("bob")
    rated = await house.create(ada, rated=True)
    await house.sit(bob, rated)
    for ply, point in enumerate(STONES):
        await house.move((ada, bob)[ply % 2], rated, ply, point)
    bot = await bot_of(house, room, STONES[:-1], ada)
    with pytest.raises(Refused, match="rated_game_on"):
        await house.move(ada, room, len(STONES) - 1, STONES[-1])
    await house.resign(bob, rated)
    await house.move(ada, room, len(STONES) - 1, STONES[-1])
    await bot.asked.get()


async def bot_of(house: House, room: str, stones: list[int], client: Looker) -> ScriptedBot:
    """The bot of a room, after these stones; the client has black."""
    bot = None
    for ply in range(0, len(stones), 2):
        await house.move(client, room, ply, stones[ply])
        bot = bot or await house.bots.next()
        await bot.asked.get()
        bot.answers.put_nowait(stones[ply + 1])
        await client.event("moved")
        await client.event("moved")
    assert bot is not None
    return bot
