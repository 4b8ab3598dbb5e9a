"""The whole of a game without a mouse, and what a screen reader hears of it."""

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.conftest import Arrive, meet
from tests.browser.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def tab_to(person: Person, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(60):
        if await person.page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        await person.page.keyboard.press("Tab")
    pytest.fail(f"{selector} cannot be reached by Tab")


async def test_a_game_is_created_and_played_by_keyboard(arrive: Arrive) -> None:
    person = await arrive()
    await person.page.locator(".first-opponent [data-level]").wait_for()
    keys = person.page.keyboard
    await keys.press("Tab")
    await expect(person.page.locator(".skip-link")).to_be_focused()
    await keys.press("Enter")
    await expect(person.page.locator("main")).to_be_focused()
    await tab_to(person, "[data-do=new-game]")
    await keys.press("Enter")
    await tab_to(person, "#create-opponent")
    await keys.press("ArrowDown")  # somebody by name
    await keys.press("ArrowDown")
    await expect(person.page.locator("#create-opponent")).to_have_value("1")
    await tab_to(person, ".create-form [name=color]")
    await person.page.locator(".create-form [name=color][value=black]").press("Space")
    await tab_to(person, ".create-form [type=submit]")
    await keys.press("Enter")
    await person.room()

    await tab_to(person, ".board-cell")
    await expect(person.cell("H8")).to_be_focused()
    await keys.press("ArrowRight")
    await keys.press("ArrowUp")
    await expect(person.cell("I9")).to_be_focused()
    await keys.press("Enter")
    moves = person.page.locator(".moves-move")
    await expect(moves).to_have_count(2)
    await expect(moves.first).to_have_text("I9")
    answer = await moves.nth(1).inner_text()
    await expect(person.said).to_have_text(["Black I9", f"White {answer}"])

    await keys.type("a15")
    await expect(person.page.locator(".board-note")).to_have_text("A15 – Enter plays")
    await expect(person.cell("A15")).to_be_focused()
    await keys.press("Escape")
    await expect(person.page.locator(".board-note")).to_be_hidden()
    free = "h8" if answer != "H8" else "g7"
    await keys.type(free)
    await keys.press("Enter")
    await expect(moves).to_have_count(4)
    await expect(moves.nth(2)).to_have_text(free.upper())
    await keys.type("z9")
    await keys.press("Enter")
    await expect(person.said.last).to_have_text("There is no point Z9")
    await keys.type("i9")
    await keys.press("Enter")
    await expect(person.said.last).to_have_text("I9 is taken")
    await expect(moves).to_have_count(4)

    await tab_to(person, "[data-do=ask-resign]")
    await keys.press("Enter")
    await expect(person.button("keep-playing")).to_be_focused()
    await keys.press("Escape")
    await keys.press("Shift+Tab")
    await expect(person.button("resign")).to_be_focused()
    await keys.press("Enter")
    await expect(person.status).to_have_text("You lost")
    await expect(person.status).to_have_role("status")


async def test_the_review_is_walked_by_keyboard(arrive: Arrive) -> None:
    person = await arrive(None)
    room = await person.create(opponent="1", color="black")
    await person.play("H8")
    await expect(person.page.locator(".moves-move")).to_have_count(2)
    await person.goto(f"/game/{room}")
    position = person.page.get_by_test_id("position")
    await expect(position).to_contain_text("Move 2 of 2")
    await person.page.keyboard.press("Home")
    await expect(position).to_have_text("Before the first move")
    await person.page.keyboard.press("ArrowRight")
    await expect(position).to_contain_text("Move 1 of 2: Black H8")
    await expect(person.said.last).to_have_text("Black H8")
    await person.page.keyboard.press("End")
    await expect(position).to_contain_text("Move 2 of 2")


async def test_the_tabs_of_a_room_are_chosen_by_arrow_keys(arrive: Arrive) -> None:
    black, white, _ = await meet(arrive)
    await black.play("H8")
    tab, panel = white.page.get_by_role("tab"), white.page.get_by_role("tabpanel")
    await expect(tab).to_have_text(["Talk", "Details"])
    await tab_to(white, "[role=tab]")
    await expect(tab.nth(0)).to_be_focused()
    await expect(panel).to_have_accessible_name("Talk")
    keys = white.page.keyboard
    for key, there in (("ArrowRight", 1), ("ArrowRight", 0), ("ArrowLeft", 1), ("Home", 0), ("End", 1)):
        await keys.press(key)
        await expect(tab.nth(there)).to_be_focused()
        await expect(tab.nth(there)).to_have_attribute("aria-selected", "true")
        await expect(tab.nth(1 - there)).to_have_attribute("aria-selected", "false")
        await expect(tab.nth(1 - there)).to_have_attribute("tabindex", "-1")
        await expect(panel).to_have_count(1)  # the other is hidden
    await expect(panel).to_have_accessible_name("Details")
    await expect(white.page.locator(".board-piece")).to_have_count(1)  # the arrows have not stepped back
    assert await white.overflow() == 0


async def test_beside_a_bot_there_are_details_alone(arrive: Arrive) -> None:
    person = await arrive(None)
    await person.create(opponent="1", color="black")
    await expect(person.page.get_by_role("tab")).to_have_count(0)
    await expect(person.button("coordinates")).to_be_visible()
