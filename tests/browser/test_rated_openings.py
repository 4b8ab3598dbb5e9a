"""Rated games begin evenly unless somebody wants it otherwise, wherever a game is made."""

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.conftest import Arrive

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_game_with_people_begins_by_swap2_once_it_is_rated(arrive: Arrive) -> None:
    person = await arrive("/")
    await person.open_form()
    opening, rated = person.page.locator("#create-opening"), person.page.locator(".create-form [name=rated]")
    await expect(opening).to_have_value("free")
    said = person.page.locator(".create-form").get_by_test_id("begun-by")
    for opponent in ("person", "named"):
        await person.page.locator("#create-opponent").select_option(opponent)
        await expect(said).to_have_text("A rated game begins with Swap2 unless you choose another opening.")
        await rated.check()
        await expect(opening).to_have_value("swap2")
        await expect(said).to_have_text(
            "The opening is now Swap2: rated games begin with it unless you choose another."
        )
        await rated.uncheck()
        await expect(opening).to_have_value("free")
    await rated.check()
    await person.page.locator("#create-rules").select_option("renju")
    await expect(opening).to_have_value("soosyrv_8")
    await person.page.locator("#create-size").select_option("14")
    await expect(opening).to_have_value("free")
    await person.page.locator("#create-size").select_option("15")
    await opening.select_option("free")
    await expect(said).to_have_text("Opening: Free opening.")
    await person.page.locator("#create-opponent").select_option("person")
    await expect(opening).to_have_value("free")
    await person.page.locator(".create-form [type=submit]").click()
    await person.room()
    await expect(person.page.get_by_test_id("opening")).to_be_hidden()
    await person.goto("/")
    await person.open_form()
    await expect(rated).to_be_checked()
    await expect(opening).to_have_value("free")  # what was chosen is chosen again
    await person.page.locator("#create-rules").select_option("standard")
    await opening.select_option("swap2")
    await person.page.locator(".create-form [type=submit]").click()
    await person.room()
    watcher = await arrive("/")
    await expect(watcher.page.locator("[data-key^=open-]", has_text="Standard")).to_contain_text("Swap2")


async def test_the_terms_for_bots_say_by_what_a_rated_game_begins(arrive: Arrive) -> None:
    person = await arrive("/play")
    opening, told = person.page.locator("#terms-opening"), person.page.get_by_test_id("terms-opening")
    await expect(opening).to_have_value("free")
    await expect(told).to_be_hidden()
    await person.page.locator("#terms-rated").select_option("true")
    await expect(opening).to_have_value("swap2")
    await expect(person.page.get_by_test_id("begun-by")).to_have_text(
        "The opening is now Swap2: rated games begin with it unless you choose another."
    )
    await expect(told).to_contain_text("One player places three stones")
    await expect(told.get_by_role("link")).to_have_attribute("href", "/rules/swap2")
    await person.page.locator("#terms-rules").select_option("renju")
    await expect(opening).to_have_value("soosyrv_8")
    await opening.select_option("free")
    await person.page.reload()
    await expect(opening).to_have_value("free")
    await person.press("reset-terms")
    await person.page.locator("#terms-rated").select_option("true")
    await expect(opening).to_have_value("swap2")


async def test_a_rated_seek_is_for_swap2_and_offers_all_that_fit(arrive: Arrive) -> None:
    person, other = await arrive("/"), await arrive("/")
    await person.page.locator("summary", has_text="I want to play").click()
    boxes = person.page.locator(".seek-form [name=openings]")
    ticked = person.page.locator(".seek-form [name=openings]:checked")
    line = person.page.get_by_test_id("seek").locator(".game-line").first
    await expect(boxes.locator("visible=true")).to_have_count(6)
    await expect(ticked).to_have_value("free")
    said = person.page.get_by_test_id("seek-begun-by")
    await expect(said).to_have_text("A rated game begins with Swap2 unless you choose another opening.")
    await person.page.locator(".seek-form [name=rated]").check()
    await expect(ticked).to_have_value("swap2")
    await expect(said).to_have_text("The opening is now Swap2: rated games begin with it unless you choose another.")
    await expect(line).to_contain_text("Freestyle · Swap2 · 15×15")
    await person.page.locator(".seek-form [name=rules][value=renju]").check()
    await expect(boxes.locator("visible=true")).to_have_count(17)
    await expect(line).to_contain_text("Swap2 / Soosõrv-8")
    await person.page.locator(".seek-form [name=openings][value=free]").check()
    await person.page.reload()
    await expect(line).to_contain_text("Swap2 / Soosõrv-8 / Free opening")
    await person.press("seek-now")
    await expect(other.page.locator("[data-seek]", has_text="Soosõrv-8").first).to_be_visible()
    await person.press("seek-stop")
