"""A bot is known by its sign and its strength, wherever its name stands."""

import re

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.conftest import PHONE, Arrive
from tests.browser.places import furnish
from tests.kit.process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_bot_has_its_sign_in_lists_and_beside_the_board(arrive: Arrive, server: ServerProcess) -> None:
    places = await furnish(server)
    person = await arrive(None, **PHONE)
    for place, line in (
        ("library", f"[data-game='{places['review, rated'].path.removeprefix('/game/')}'] .game-player"),
        ("review, rated", ".player"),
        ("player", "[data-key=profile-record] .list-item"),
    ):
        await places[place].visit(person)
        bots = person.page.locator(line, has_text="Daydreamer")
        await expect(bots).to_have_count(1)
        await expect(bots.locator(".emblem")).to_have_text(re.compile(r"^Bot 1$"))
        await expect(bots.locator(".rating-mark, .elo-mark")).to_have_count(1)  # one figure, of its rating or measured
        others = person.page.locator(line, has_not_text="Daydreamer")
        await expect(others.locator(".emblem")).to_have_count(0)
        assert await person.overflow() == 0


async def test_a_game_to_watch_and_an_own_one_show_the_bot(arrive: Arrive) -> None:
    ada = await arrive(None)
    room = await ada.create(opponent="2", color="black", visibility="public")
    await ada.play("H8")
    bob = await arrive("/")
    watched = bob.page.locator(f"[data-key='watch-{room}'] .list-title")
    await expect(watched).to_have_text(re.compile(r"^\w+ \w+ – Bot 2Row counter Elo \d+$"))
    await ada.goto("/")
    own = ada.page.locator(f"[data-key='mine-{room}']")
    await expect(own.locator(".list-title")).to_have_text(re.compile(r"^Against Bot 2Row counter Elo \d+$"))


async def test_a_rating_of_a_bot_is_named_as_such(arrive: Arrive, server: ServerProcess) -> None:
    places = await furnish(server)
    person = await arrive(None)
    for place in ("library", "review, rated"):
        await places[place].visit(person)
        mark = person.page.locator(".game-player, .player", has_text="Daydreamer").locator(".rating-mark").first
        await expect(mark).to_have_text(re.compile(r"^Rating \d+"))
        await expect(mark.locator(".visually-hidden")).to_have_count(0)  # beside it, an Elo may stand in other rows
    await person.goto("/bot/1")
    await expect(person.page.locator("[data-key=who]")).to_contain_text("The two numbers are on different scales.")


@pytest.mark.parametrize(("width", "beside"), [(1366, True), (768, False)])
async def test_a_bot_page_uses_a_wide_window(arrive: Arrive, width: int, beside: bool) -> None:
    person = await arrive("/bot/1", viewport={"width": width, "height": 768})
    boxes = [await person.page.locator(f"[data-key={key}]").bounding_box() for key in ("strength", "profile-ratings")]
    assert boxes[0]
    assert boxes[1]
    assert (boxes[0]["y"] == boxes[1]["y"]) == beside
