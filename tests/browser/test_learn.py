"""The path for beginners: from the lobby to the first game."""

import re
from typing import Any

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from gomoku import point as points
from tests.browser.axe import grave
from tests.browser.conftest import PHONE, Arrive
from tests.browser.person import Person
from tests.web.test_examples import PATH, read_module

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def solve(person: Person, name: str, example: dict[str, Any]) -> None:
    """Play the first right point of each step, with the mouse."""
    board = person.page.locator(f"[data-example='{name}']")
    step = example["step"]
    while step:
        point = step["right"][0]
        await board.locator(".board-cell").nth(points.parse(point, example["size"])).click()
        await expect(board.get_by_test_id("said")).to_contain_text(point)
        step = step.get("answers", {}).get(point, {}).get("step")


async def test_the_path_leads_from_the_lobby_to_the_first_game(arrive: Arrive) -> None:
    person = await arrive("/")
    await person.page.get_by_test_id("newcomer").click()
    await expect(person.page).to_have_url(re.compile("/learn$"))
    for number, lesson in enumerate(PATH):
        for index, example in enumerate(lesson["positions"]):
            await expect(person.button("path-step", step=number)).to_have_attribute("aria-current", "step")
            await solve(person, f"{lesson['id']}.{index}", example)
            await person.press("path-next")
        if number == read_module("lib/learn_path.js")["FIRST_LESSONS"] - 1:
            await expect(person.page.locator("main h2")).to_be_focused()
            await expect(person.button("path-play").last).to_be_visible()
            await person.press("path-on")
        await expect(person.button("path-step", step=number)).to_have_accessible_name(re.compile("done$"))
    await expect(person.page.locator("main h2")).to_have_text(re.compile("^You know how to win"))
    await person.page.reload()
    await expect(person.page.locator(".path-step.is-done")).to_have_count(len(PATH))
    await expect(person.page.locator("nav a", has_text="Learn")).to_have_attribute("href", "/puzzles")
    await person.press("path-play")
    await person.room()
    await expect(person.status).to_have_attribute("data-turn", "yours")
    await person.goto("/")
    await expect(person.page.locator("[data-testid=online]")).to_have_text(re.compile("."))
    await expect(person.page.get_by_test_id("newcomer")).to_be_hidden()


async def test_a_wrong_point_is_told_why_and_progress_is_kept(arrive: Arrive) -> None:
    person = await arrive("/learn", bypass_csp=True, color_scheme="dark", **PHONE)
    person.size = 11
    said = person.page.get_by_test_id("said")
    for _ in range(2):  # a touch aims, the next one plays
        await person.cell("A1").tap()
    await expect(said).to_have_text("With A1 there are not five in a row.")
    await expect(person.button("path-next")).to_be_hidden()
    for _ in range(2):
        await person.cell("C6").tap()
    await expect(said).to_have_text("C6 wins.")
    await expect(person.button("path-next")).to_be_in_viewport(ratio=0.99)
    assert await grave(person, "a position solved") == []
    await person.page.reload()
    await expect(person.page.locator("[data-example='five.1']")).to_be_visible()
    assert await person.overflow() == 0


async def test_a_position_is_solved_by_keyboard(arrive: Arrive) -> None:
    person = await arrive("/learn")
    keyboard = person.page.keyboard
    await person.button("path-step", step=4).focus()
    await keyboard.press("Enter")
    await expect(person.page.locator("#path-title")).to_be_focused()
    await keyboard.press("Tab")  # the game
    await keyboard.press("Tab")
    await keyboard.type("g6")
    await keyboard.press("Enter")
    await expect(person.page.get_by_test_id("said")).to_contain_text("G6 makes a four")
    await keyboard.press("Tab")
    await expect(person.button("path-next")).to_be_focused()
    await keyboard.press("Enter")
    await expect(person.page.locator("[data-example='four.1']")).to_be_visible()
    await expect(person.page.locator("#path-title")).to_be_focused()


async def test_who_cannot_wait_skips_the_path(arrive: Arrive) -> None:
    person = await arrive("/learn")
    await person.press("path-play")
    await person.room()
    await expect(person.page.locator(".site-nav a", has_text="Learn")).to_have_attribute("href", "/learn")
