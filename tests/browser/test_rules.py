"""The page of rules: what it asks is answered by mouse, touch and keyboard, in three languages."""

import re

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from gomoku import point as points
from gomoku.openings.rules import OPENINGS
from tests.browser.axe import grave
from tests.browser.conftest import PHONE, Arrive

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_the_lobbys_form_leads_to_what_is_chosen_there(arrive: Arrive) -> None:
    person = await arrive("/")
    await person.open_form()
    await person.page.locator("#create-rules").select_option("standard")
    await person.page.locator("#create-opening").select_option("swap2")
    await expect(person.page.get_by_test_id("about-opening")).to_have_attribute("href", "/rules/swap2")
    await person.page.get_by_test_id("about-rules").click()
    await expect(person.page).to_have_url(re.compile("/rules/standard$"))
    await expect(person.page.locator("article h2")).to_have_text("Standard Gomoku")
    await person.page.get_by_role("link", name="Learn").click()
    await person.page.get_by_role("link", name="Rules", exact=True).click()
    await expect(person.page.locator("[data-topic=freestyle]")).to_be_visible()


async def test_a_point_is_right_or_told_why_not(arrive: Arrive) -> None:
    person = await arrive("/rules/standard")
    example = person.page.locator("[data-example=six_counts_nothing]")
    cells, said = example.locator(".board-cell"), example.get_by_test_id("said")
    await cells.nth(points.parse("G6", 11)).click()
    await expect(said).to_contain_text("G6 makes six in a row")
    await cells.nth(points.parse("H5", 11)).click()
    await expect(said).to_have_text("H5 wins.")
    await expect(example.locator(".board-piece")).to_have_count(17)
    await example.locator("[data-do=example-again]").click()
    await expect(example.locator(".board-piece")).to_have_count(16)
    await expect(example.locator(".board-last")).to_have_count(0)


async def test_a_win_by_fours_is_played_by_keyboard(arrive: Arrive) -> None:
    person = await arrive("/rules/vcf", bypass_csp=True)
    example = person.page.locator("[data-example=vcf]")
    await example.locator("[role=gridcell][tabindex='0']").focus()
    for move in ("h8", "h11", "e11"):
        await person.page.keyboard.type(move)
        await person.page.keyboard.press("Enter")
    await expect(example.get_by_test_id("said")).to_contain_text("E11 makes an open four")
    assert await grave(person, "a win by fours") == []


@pytest.mark.parametrize(
    "locale", ["en-GB", *(pytest.param(locale, marks=pytest.mark.slow) for locale in ("zh-CN", "zh-TW"))]
)
async def test_an_opening_is_tried_on_a_phone(arrive: Arrive, locale: str) -> None:
    person = await arrive(None, bypass_csp=True, locale=locale, color_scheme="dark", **PHONE)
    await person.goto("/rules/soosyrv_8")
    trial = person.page.locator("[data-trial=soosyrv_8]")
    for move in ("H8", "H9", "I10"):
        for _ in range(2):  # a touch aims, the next one plays
            await person.cell(move).tap()
    await trial.locator("[data-value=swap]").tap()
    for _ in range(2):
        await person.cell("F6").tap()
    await trial.locator("[data-do=declare][data-value='3']").tap()
    await trial.locator("[data-value=keep]").tap()
    await expect(trial.get_by_test_id("asked")).to_contain_text("3")
    await expect(trial.locator(".board-piece")).to_have_count(4)
    for move in ("K8", "G7", "E5"):
        for _ in range(2):
            await person.cell(move).tap()
    await trial.locator("[data-do=propose][aria-disabled=false]").tap()
    for _ in range(2):
        await person.cell("G7").tap()
    await expect(trial.locator(".board-piece")).to_have_count(5)
    await expect(trial.get_by_test_id("decided").locator("li")).to_have_count(4)
    assert await person.overflow() == 0
    assert await grave(person, "an opening") == []


async def test_every_opening_is_told_in_numbered_steps(arrive: Arrive) -> None:
    person = await arrive(None, bypass_csp=True)
    for name, rule in OPENINGS.items():
        await person.goto(f"/rules/{name}")
        await expect(person.page.locator(f"[data-topic={name}]")).to_be_visible()
        told = person.page.get_by_role("region", name="Step by step")
        if not rule.steps:
            await expect(told).to_have_count(0)
            continue
        await expect(told.get_by_role("heading", level=3)).to_have_text("Step by step")
        steps = told.get_by_role("list").first.locator("> li")
        await expect(steps.first).to_contain_text("places the first stone")
        await expect(steps.last).to_have_text(
            re.compile("^White places the .* stone anywhere, and the game continues as usual")
        )
        marker = await steps.evaluate_all("steps => steps.map((step) => getComputedStyle(step).listStyleType)")
        assert marker == ["decimal"] * len(marker)
        assert len(marker) > 2, name
    await person.goto("/rules/taraguchi_10")
    answers = person.page.get_by_role("region", name="Step by step").get_by_role("list").nth(1)
    await expect(answers.locator("> li > strong")).to_have_text(["Place one fifth stone", "Swap", "Offer fifth stones"])
    await expect(answers.get_by_role("listitem").last).to_contain_text("Black offers 10 points for the fifth stone")
    assert await grave(person, "an opening told") == []


@pytest.mark.parametrize(
    ("locale", "title", "step"),
    [
        ("zh-CN", "逐步说明", "假后方选择执黑或执白，假先方执另一色。"),
        ("zh-TW", "逐步說明", "假後方選擇執黑或執白，假先方執另一色。"),
    ],
)
async def test_an_opening_is_told_in_chinese_on_a_phone(arrive: Arrive, locale: str, title: str, step: str) -> None:
    person = await arrive("/rules/swap", locale=locale, **PHONE)
    steps = person.page.get_by_role("region", name=title).get_by_role("listitem")
    await expect(steps).to_have_count(3)
    await expect(steps.nth(1)).to_have_text(step)
    assert await person.overflow() == 0
