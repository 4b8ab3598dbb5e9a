"""Renju: forbidden points are shown, and refused with their reason."""

import re

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.conftest import Arrive, meet

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

# Black's G8 and I8, H7 and H9 make H8 a double three; White's stones lie far from one another.
MOVES = ("G8", "A1", "I8", "O1", "H7", "A15", "H9", "O15")


async def test_a_forbidden_point_is_shown_and_refused(arrive: Arrive) -> None:
    black, white, _ = await meet(arrive, rules="renju")
    for index, move in enumerate(MOVES):
        await (black, white)[index % 2].play(move)

    forbidden = black.cell("H8")
    await expect(forbidden).to_have_attribute("aria-label", "H8, empty, Forbidden: double three")
    await expect(forbidden).to_have_attribute("title", re.compile("double three"))
    await expect(black.page.locator(".board-forbidden")).to_have_count(1)
    await expect(white.page.locator(".board-forbidden")).to_have_count(1)
    await forbidden.click()
    await expect(black.said.last).to_have_text("Forbidden: double three")
    await expect(black.page.locator(".board-note")).to_have_text("Forbidden: double three")
    await black.sees(MOVES)
    await expect(black.status).to_have_text("Your turn")

    await black.play("G7")
    await expect(white.page.locator(".board-forbidden")).to_have_count(0)
    await white.play("H8")
    await black.sees([*MOVES, "G7", "H8"])
