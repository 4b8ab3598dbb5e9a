"""A server that is killed in the middle of a game: what the clocks show while one of the players is not back yet."""

import asyncio
import re
from time import monotonic

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import Locator, expect

from tests.browser.conftest import Arrive, meet
from tests.browser.person import NETWORK, Person
from tests.kit.process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

HEARTBEAT_S = 1
"""For so long before the kill nobody can say whether the server was alive: it is charged to nobody."""


@pytest.fixture(scope="module")
def server_options() -> dict[str, str | int]:
    return {"bot_pause_ms": 0, "grace_s": 40}


async def shown(person: Person) -> int:
    """Seconds on Black's clock."""
    minutes, seconds = (await person.seat(0).locator(".clock").inner_text()).split(":")
    return 60 * int(minutes) + int(seconds)


async def number(place: Locator) -> int:
    """The only number there."""
    return int(re.sub(r"\D", "", await place.inner_text()))


async def agree(one: Person, other: Person) -> None:
    """Two running clocks show the same to a second; the first is read before and after the second."""
    before, theirs, after = await shown(one), await shown(other), await shown(one)
    assert after - 1 <= theirs <= before + 1


async def until(person: Person, seconds: int) -> None:
    """Wait until Black's clock shows no more."""
    while await shown(person) > seconds:
        await asyncio.sleep(0.05)


async def test_the_clock_of_who_is_not_back_stands_still_for_both(arrive: Arrive, server: ServerProcess) -> None:
    black, white, room = await meet(arrive, allow=NETWORK, clock="10+5")
    await black.play("H8")
    await white.play("I9")
    await black.play("G7")
    await white.play("F6")
    await expect(black.status).to_have_text("Your turn")
    await until(white, await shown(black) - 2)  # it runs, on both pages
    await agree(white, black)
    await black.page.close()
    before, read_at = await shown(white), monotonic()
    await asyncio.to_thread(server.kill)
    ran = monotonic() - read_at
    await expect(white.page.get_by_test_id("reconnecting")).to_be_visible()
    await asyncio.to_thread(server.start)
    await expect(white.page.get_by_test_id("reconnecting")).to_be_hidden(timeout=30_000)

    still = await shown(white)
    assert before - 1 - ran <= still <= before + HEARTBEAT_S
    clock = white.seat(0).locator(".clock")
    await expect(clock).not_to_have_class(re.compile("is-running"))
    countdown = white.page.get_by_test_id("gone").get_by_role("timer")
    left = await number(countdown)
    while await number(countdown) > left - 3:
        await asyncio.sleep(0.05)
    assert await shown(white) == still

    back = await black.new_page()
    await back.goto(f"/room/{room}")
    await expect(back.status).to_have_text("Your turn")
    await expect(clock).to_have_class(re.compile("is-running"))
    theirs = await shown(back)
    assert await shown(white) - 1 <= theirs <= still
    await until(white, still - 2)
    await agree(white, back)
    await back.play("E5")
    await expect(white.status).to_have_text("Your turn")
