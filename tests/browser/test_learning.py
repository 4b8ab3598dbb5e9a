"""A bot is beaten, learns how, and does not lose by the same moves again."""

import asyncio
import re

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from gomoku import point as points
from tests.bots.learning.beaten import SIZE, beaten
from tests.browser.axe import grave
from tests.browser.conftest import Arrive
from tests.kit.process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
STRONG_ENGINES = True

READY_MS = 240_000
"""The engine may have to be compiled first."""


@pytest.fixture(scope="module")
def server_options() -> dict[str, str | int]:
    """No book, by which it would leave the line before the move that lost."""
    return {"bot_pause_ms": 0, "bot_experience": "off"}


@pytest.mark.slow
async def test_a_trap_is_learned_shown_and_no_line_beats_the_bot_twice(arrive: Arrive, server: ServerProcess) -> None:
    lost = [points.name(point, SIZE) for point in await asyncio.to_thread(beaten)]
    person = await arrive(bypass_csp=True)
    page = person.page
    await person.open_form()
    learner = page.locator("#create-opponent option", has_text=re.compile("^Learner$"))
    await expect(learner).to_be_attached(timeout=READY_MS)
    bot = await learner.get_attribute("value") or ""
    await person.create(opponent=bot, color="black")
    for ply in range(0, len(lost), 2):
        await person.play(lost[ply])
        await person.sees(lost[: ply + 2])
    await expect(person.status).to_have_text("You won")

    await page.get_by_role("link", name="Review").click()
    # it is analysed unasked, since a bot has lost it
    await expect(page.locator(".turn", has_text="White").first).to_be_visible(timeout=READY_MS)
    await person.goto("/traps")  # a game without a mistake leaves no puzzle for the page before it
    traps = page.locator("[data-trap]")
    await expect(traps.locator(".trap-picture").first).to_be_visible(timeout=READY_MS)
    await expect(traps.first).to_contain_text("Learned from 1 game")
    assert await grave(person, "traps") == []
    await page.get_by_label("Rules").select_option("renju")
    await expect(page.locator(".empty")).to_be_visible()
    await expect(page).to_have_url(f"{person.base}/traps?rules=renju")

    await person.create(opponent=bot, color="black")
    for ply in range(0, len(lost), 2):
        await person.play(lost[ply])
        answer = page.locator(".moves-move").nth(ply + 1)
        await answer.or_(page.get_by_text("You won", exact=True)).wait_for()
        if await answer.text_content() != lost[ply + 1]:
            break
    else:
        raise AssertionError("it lost by the same moves")
    told = page.get_by_test_id("learned-line")
    await expect(told).to_contain_text(f"Learner leaves the line that it lost: {lost[ply + 1]} lost here before")
    await expect(page.locator(".board-mark--never")).to_have_count(1)
