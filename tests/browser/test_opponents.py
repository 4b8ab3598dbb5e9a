"""Choosing a bot, what it thinks, and the next rung of the ladder."""

import json

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import Route, expect

from bots.engine import Limits, Stop
from bots.registry import engine
from gomoku.game import Game
from gomoku.point import parse
from gomoku.rulesets import ruleset
from tests.browser.conftest import Arrive

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
STRONG_ENGINES = True


async def test_a_bot_is_chosen_says_what_it_thinks_and_is_played_again_by_who_lost(arrive: Arrive) -> None:
    person = await arrive()
    await person.goto("/play")
    page = person.page
    await expect(page.locator(".rung.is-next")).to_have_attribute("data-key", "level-1")
    await page.get_by_label("Who begins").select_option("black")
    await person.press("play-bot", level=4)
    await person.room()
    await person.play(112)
    await expect(page.locator(".moves-move")).to_have_count(2)
    await expect(page.locator(".board-mark--chosen")).to_have_count(0)
    await person.press("thinking")
    await expect(page.get_by_test_id("thought")).to_contain_text("Mind reader")
    await expect(page.locator(".board-mark--chosen")).to_have_count(1)

    await person.press("ask-resign")
    await person.press("resign")
    await expect(person.status).to_have_text("You lost")
    first = page.url
    await expect(page.locator(".room-actions [data-do]").first).to_have_text("Same again")
    await expect(person.button("next-level")).to_have_count(0)
    await person.press("offer", what="rematch")
    await page.wait_for_url(lambda url: url != first)
    await expect(page.locator(".player", has_text="Mind reader")).to_be_visible()

    await person.goto("/play")
    await expect(page.locator("[data-key='level-4'] .level-facts")).to_contain_text("1")
    await expect(page.locator("[data-key='level-4'] .badge").first).to_contain_text("Last opponent")


async def test_who_has_won_goes_on_to_the_next_level(arrive: Arrive) -> None:
    person = await arrive(None)
    page = person.page
    await person.create(opponent="1", color="black")
    rules = ruleset("freestyle")
    own = engine("double_threat").open(rules, 15, 1, 1 << 20)
    over = page.locator('[data-testid=status][data-phase="over"]')
    while True:
        await page.locator('[data-testid=status][data-turn="yours"]').or_(over).first.wait_for()
        if await over.count():
            break
        game = Game(rules, 15)
        for name in await page.locator(".moves-move").all_inner_texts():
            game.play(parse(name, 15))
        await person.play(own.choose(game, Limits(), Stop()).point)
    await expect(person.status).to_have_text("You won")
    first = page.url
    await expect(page.locator(".room-actions [data-do]").first).to_contain_text("Next level")
    await person.press("next-level")
    await page.wait_for_url(lambda url: url != first)
    await expect(page.locator(".player", has_text="Row counter")).to_be_visible()


async def test_a_bot_that_warms_up_can_be_played_later_on_the_same_page(arrive: Arrive) -> None:
    person = await arrive(None)
    page, asked = person.page, 0

    async def not_ready_at_first(route: Route) -> None:
        nonlocal asked
        asked += 1
        response = await route.fetch()
        levels = json.loads(await response.body())
        # the first rung: whether the searching ones are ready is the server's to say
        next(each for each in levels["levels"] if each["level"] == 1)["ready"] = asked > 1
        await route.fulfill(response=response, json=levels)

    await page.route("**/api/levels", not_ready_at_first)
    await person.goto("/play")
    first = page.locator(".rung").first
    await expect(first).to_contain_text("Still warming up")
    await expect(first.get_by_role("button")).to_have_attribute("aria-disabled", "true")
    await expect(first).not_to_contain_text("Still warming up")
    await first.get_by_role("button").click()
    await person.room()
    assert asked > 1
