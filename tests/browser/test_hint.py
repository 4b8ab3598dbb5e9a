"""Help in a casual game against a bot."""

import re

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.conftest import Arrive

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
STRONG_ENGINES = True

READY_MS = 240_000
"""The engine may have to be compiled first."""


async def test_a_hint_is_said_and_shown_and_goes_with_the_move(arrive: Arrive) -> None:
    person = await arrive(None)
    page = person.page
    await person.create(opponent="1", color="black")
    hint = page.get_by_test_id("hint")
    given, refused = hint.filter(has_text=re.compile(r"^[A-O]\d+ ")), page.locator(".toast")
    while True:
        await person.press("hint")
        await expect(given.or_(refused)).to_be_visible(timeout=READY_MS)
        if await given.count():
            break
        await expect(refused).to_contain_text("warming up")
        await expect(refused).to_have_count(0)
    await expect(person.button("hint")).to_have_attribute("aria-disabled", "true")
    marks = page.locator(".board-mark--hint, .board-mark--line")
    await expect(marks.first).to_be_visible()
    point = re.match(r"[A-O]\d+", await hint.inner_text())
    assert point is not None
    await person.play(point[0])
    await expect(hint).to_be_hidden()
    await expect(marks).to_have_count(0)

    await expect(person.status).to_have_text("Your turn")
    await person.press("hint")
    await expect(given).to_be_visible()
    await person.press("ask-resign")
    await person.press("resign")
    await expect(person.status).to_have_text("You lost")
    await expect(hint).to_be_hidden()
    await expect(marks).to_have_count(0)


async def test_a_rated_game_has_none(arrive: Arrive) -> None:
    person = await arrive(None)
    await person.goto("/play")
    await person.page.get_by_label("Who begins").select_option("black")
    await person.page.get_by_label("Kind of game").select_option("Rated")
    await person.page.locator("select#terms-opening").select_option("free")
    await expect(person.page.locator(".terms-hint")).to_contain_text("No hints")
    await person.press("play-bot", level=1)
    await person.room()
    await person.play("H8")
    await expect(person.page.locator(".moves-move")).to_have_count(2)
    await expect(person.button("ask-resign")).to_be_visible()
    await expect(person.button("hint")).to_have_count(0)
