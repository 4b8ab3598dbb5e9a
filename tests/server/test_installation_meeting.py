"""Two servers of one installation: people of both find each other, also where the bus loses what it carries."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from server.config import Config
from server.seeks.matcher import WishTold
from tests.kit.client import WAIT_S, Refusal
from tests.kit.installation import Installation, open_installation

GRANTED_S = 3 * WAIT_S


@pytest.fixture
async def two(config: Config, template: Path) -> AsyncIterator[Installation]:
    shutil.copy(template, config.db)
    async with open_installation(config) as installation:
        yield installation


async def until(true: Callable[[], bool]) -> None:
    """Let the loop run until something is true."""
    async with asyncio.timeout(GRANTED_S):
        while not true():
            await asyncio.sleep(0.001)


def find_leader(two: Installation, name: str) -> int:
    return two.leads.of[name]


# --- seeks ------------------------------------------------------------------------------------------------------------


async def test_seeks_of_two_servers_become_a_game(two: Installation) -> None:
    ada, bob = await two.connect(0), await two.connect(1)
    first, second = await ada.seek(), await bob.seek()
    told = [await each.wait(lambda m: m["t"] == "matched") for each in (ada, bob)]
    assert [each["seek"] for each in told] == [first, second]
    assert [each["opponent"]["id"] for each in told] == [bob.player, ada.player]
    assert told[0]["room"] == told[1]["room"]
    await ada.enter(told[0]["room"])
    await bob.enter(told[0]["room"])


async def test_a_seek_stands_in_every_lobby_and_one_of_two_takes_it(two: Installation) -> None:
    ada, bob, cy = await two.connect(0), await two.connect(0), await two.connect(1)
    for reader in (bob, cy):
        await reader.send(t="lobby", on=True)
    seek = await ada.seek()
    for reader in (bob, cy):
        change = await reader.wait(lambda m: bool(m["t"] in ("lobby", "lobby_change") and m.get("seeks")))
        assert [line["seek"] for line in change["seeks"]] == [seek]
    answers = await asyncio.gather(
        *(each.command("accept_seek", seek=seek) for each in (bob, cy)), return_exceptions=True
    )
    (begun,) = [each for each in answers if isinstance(each, dict)]
    (refused,) = [each for each in answers if isinstance(each, Refusal)]
    assert refused.code == "unknown_seek"
    assert (await ada.wait(lambda m: m["t"] == "matched"))["room"] == begun["room"]
    await cy.wait(lambda m: m["t"] == "lobby_change" and m.get("seeks_gone") == [seek])


async def test_two_servers_that_both_take_themselves_for_the_matcher_begin_one_game(two: Installation) -> None:
    two.leads.torn.add("seeks")
    matchers = [app.seeking.matcher for app in two.apps]
    await until(lambda: all(each is not None and each.leads for each in matchers))
    ada, bob, cy = await two.connect(0), await two.connect(0), await two.connect(1)
    seek = await ada.seek()
    wishes, other = two.apps[0].seeking.wishes, matchers[1]
    assert wishes is not None
    assert other is not None
    await other.answer(WishTold(wishes.find(seek)))
    assert [len(app.seeks) for app in two.apps] == [1, 1]
    answers = await asyncio.gather(
        *(each.command("accept_seek", seek=seek) for each in (bob, cy)), return_exceptions=True
    )
    (begun,) = [each for each in answers if isinstance(each, dict)]
    assert [each.code for each in answers if isinstance(each, Refusal)] == ["unknown_seek"]
    assert (await ada.wait(lambda m: m["t"] == "matched"))["room"] == begun["room"]
    await until(lambda: [len(app.seeks) for app in two.apps] == [0, 0])


async def test_a_matcher_that_dies_loses_no_seeker(two: Installation) -> None:
    await until(lambda: "seeks" in two.leads.of)
    leader = find_leader(two, "seeks")
    ada, bob = await two.connect(1 - leader), await two.connect(1 - leader)
    seek = await ada.seek()
    two.kill(leader)
    other = await bob.seek()
    told = [await each.wait(lambda m: m["t"] == "matched") for each in (ada, bob)]
    assert [each["seek"] for each in told] == [seek, other]
    assert find_leader(two, "seeks") == 1 - leader


async def test_a_match_of_which_the_bus_lost_the_news_is_told(two: Installation) -> None:
    await until(lambda: "seeks" in two.leads.of)
    leader = find_leader(two, "seeks")
    ada, bob = await two.connect(1 - leader), await two.connect(leader)
    seek = await ada.seek()
    await until(lambda: len(two.apps[leader].seeks) == 1)
    two.cut(1 - leader)
    room = (await bob.command("accept_seek", seek=seek))["room"]
    two.mend(1 - leader)
    assert (await ada.wait(lambda m: m["t"] == "matched"))["room"] == room


async def test_a_seek_withdrawn_while_nobody_answers_is_no_game(two: Installation) -> None:
    await until(lambda: "seeks" in two.leads.of)
    leader = find_leader(two, "seeks")
    ada, bob = await two.connect(1 - leader), await two.connect(leader)
    seek = await ada.seek()
    await until(lambda: len(two.apps[leader].seeks) == 1)
    two.cut(1 - leader)
    await ada.command("unseek", seek=seek)
    with pytest.raises(Refusal) as refusal:
        await bob.command("accept_seek", seek=seek)
    assert refusal.value.code == "unknown_seek"


async def test_a_seek_sits_down_in_a_room_of_another_server(two: Installation) -> None:
    await until(lambda: "seeks" in two.leads.of)
    leader = find_leader(two, "seeks")
    ada, bob = await two.connect(leader), await two.connect(1 - leader)
    room = await ada.create()
    await ada.enter(room)
    await until(lambda: two.apps[1 - leader].rooms.tables.get(room) is not None)
    seek = await bob.seek()
    told = await bob.wait(lambda m: m["t"] == "matched")
    assert (told["seek"], told["room"], told["opponent"]["id"]) == (seek, room, ada.player)
    await ada.event("seated")


async def test_a_seek_whose_page_has_gone_is_gone(two: Installation) -> None:
    await until(lambda: "seeks" in two.leads.of)
    leader = find_leader(two, "seeks")
    ada = await two.connect(1 - leader)
    await ada.seek()
    await until(lambda: len(two.apps[leader].seeks) == 1)
    await ada.drop()
    await until(lambda: len(two.apps[leader].seeks) == 0)
