"""Puzzles out of a game that was analysed: tried, failed, and solved by mouse, touch and keyboard."""

import re

import pytest
import pytest_asyncio

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from gomoku import point as points
from tests.browser.axe import grave
from tests.browser.conftest import PHONE, Arrive
from tests.browser.test_review import ANALYSED_MS, LOST, MOVES
from tests.kit.client import Client
from tests.kit.process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
STRONG_ENGINES = True


@pytest.fixture(scope="module")
def server_options() -> dict[str, str | int]:
    """No check: a puzzle of defence would wait for it."""
    return {"bot_pause_ms": 0, "lesson_check_nodes": 0}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def game(server: ServerProcess) -> str:
    """A game with a last chance and a proven win, analysed: its id."""
    async with Client(server.ws) as black, Client(server.ws) as white:
        room = await black.create()
        await white.command("sit", room=room)
        for ply, move in enumerate(MOVES):
            await (black, white)[ply % 2].move(room, ply, points.parse(move, 15))
        await white.command("resign", room=room)
    return room


async def test_without_puzzles_the_page_says_so_and_another_kind_can_be_chosen(arrive: Arrive) -> None:
    person = await arrive("/puzzles/next?kind=win")
    none, kinds = person.page.get_by_test_id("none"), person.page.get_by_role("group", name="Kind of puzzle")
    await expect(none).to_contain_text("No puzzles of this kind yet.")
    await kinds.get_by_role("button", name="Last chance").click()
    await expect(person.page).to_have_url(re.compile(r"/puzzles/next\?kind=defence$"))
    await expect(kinds.get_by_role("button", name="Last chance")).to_have_attribute("aria-pressed", "true")
    await kinds.get_by_role("button", name="All").click()
    await expect(none).to_contain_text("No puzzles yet.")


async def test_the_last_chance_is_failed_and_then_found(arrive: Arrive, game: str) -> None:
    reviewer = await arrive(f"/game/{game}")
    await reviewer.press("analyse")
    await expect(reviewer.page.locator(".turn").first).to_be_visible(timeout=ANALYSED_MS)

    person = await arrive("/puzzles/next?kind=defence", bypass_csp=True)
    page = person.page
    await expect(page.get_by_test_id("task")).to_contain_text("White to move: nearly every move loses by force.")
    await expect(page).to_have_url(re.compile(r"/puzzles/\d+\?kind=defence$"))
    await expect(page.locator(".board-piece")).to_have_count(LOST - 1)
    string, before = page.get_by_label("Position string"), "".join(MOVES[: LOST - 1]).lower()
    await expect(string).to_have_value(before)
    await page.get_by_role("button", name="Copy the position").click()
    await expect(page.get_by_text("Copied", exact=True)).to_be_visible()
    await person.cell("A1").click()
    await expect(person.status).to_have_attribute("data-state", "wrong")
    await expect(person.status).to_have_text("That loses by force. See how it goes on.")
    await expect(page.locator(".board-mark--line").nth(2)).to_be_visible()
    await expect(page.get_by_text("Solved by 0, failed by 1")).to_be_visible()
    await expect(string).to_have_value(f"{before}a1")
    assert await grave(person, "puzzle, failed") == []
    await person.press("again")
    await expect(page.locator(".board-mark--line")).to_have_count(0)
    await expect(person.cell("A1")).to_be_focused()
    # by keyboard
    await page.keyboard.type("k10")
    await page.keyboard.press("Enter")
    await expect(person.status).to_have_text("Solved: no forced win was found after it.")
    await page.reload()
    await expect(page.get_by_text("You failed once")).to_be_visible()
    await expect(page.get_by_text("Solved by 0, failed by 1")).to_be_visible()
    await page.get_by_role("link", name="The game it comes from").click()
    await expect(page.get_by_test_id("position")).to_have_text(re.compile(f"^Move {LOST - 1} of "))


async def test_another_right_answer_is_taken_too(arrive: Arrive, game: str) -> None:
    person = await arrive(None, **PHONE)
    await person.goto("/puzzles/next?kind=defence")
    await person.cell("K9").tap()
    await person.cell("K9").tap()
    await expect(person.status).to_have_text("Solved: no forced win was found after it.")
    assert await person.overflow() == 0


async def test_a_win_is_found_move_by_move(arrive: Arrive, game: str) -> None:
    person = await arrive(None)
    await person.goto("/puzzles/next?kind=win")
    await expect(person.page.get_by_test_id("task")).to_contain_text("Black to move wins by force.")
    await person.cell("K10").click()
    await expect(person.status).to_have_text(re.compile(r"^(Right so far\. Go on\.|Solved: that wins by force\.)$"))
    await expect(person.page.locator(".board-piece.is-last")).to_have_count(1)


async def test_the_solution_is_shown_and_walked_through_and_counts_as_a_failure(arrive: Arrive, game: str) -> None:
    person = await arrive(None)
    page = person.page
    await person.goto("/puzzles/next?kind=win")
    await expect(page.get_by_test_id("task")).to_contain_text("Black to move wins by force.")
    await expect(page.get_by_test_id("themes")).to_have_count(0)
    await person.press("reveal")
    await expect(person.status).to_have_attribute("data-state", "shown")
    await expect(person.status).to_contain_text("1. Black")
    await expect(page.get_by_text("You have seen the solution")).to_be_visible()
    await expect(page.get_by_test_id("themes")).to_be_visible()
    await person.cell("A1").click()  # no answer to a threat, and none to a four
    await expect(person.status).to_contain_text("3. Black")
    await page.get_by_role("button", name="Previous move", exact=True).click()
    await expect(person.status).to_have_text("2. White A1")
    await person.press("close")
    await expect(person.status).to_have_text("Your move")
    await expect(page.get_by_test_id("solution")).to_be_empty()
