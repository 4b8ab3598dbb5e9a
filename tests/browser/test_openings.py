"""A game of swap2 between two people with a watcher, from the form to the sixth stone; offers, by keyboard too."""

import re
from typing import Any

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.conftest import Arrive, meet
from tests.browser.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def asks(person: Person) -> Any:
    return person.page.get_by_test_id("opening-asks")


async def test_swap2_with_two_more_stones_and_a_watcher(arrive: Arrive) -> None:
    first, second, room = await meet(arrive, opening="swap2")
    watcher = await arrive(f"/room/{room}")
    everybody = first, second, watcher
    names = [await first.seat(seat).locator(".player-name").inner_text() for seat in (0, 1)]
    for person in everybody:
        await expect(person.page.locator("#opening-title")).to_have_text("Swap2")
        await expect(person.detail).to_have_text(re.compile("for now|watching|taken"))
    await expect(asks(first)).to_have_text("Place a black stone: anywhere.")
    await first.play("H8", "H9", "I9")
    for person in (first, watcher):
        await expect(asks(person)).to_have_text(f"{names[1]} chooses.")
        await expect(person.button("choose")).to_have_count(0)
        await expect(person.page.locator("#opening-title")).to_have_text("Swap2 · Kagetsu (D4)")
    await expect(asks(second)).to_have_text("The choice is yours.")
    await expect(second.button("choose")).to_have_count(3)
    await expect(second.button("choose", choice="two")).to_have_accessible_description(
        re.compile("then your opponent takes a colour")
    )
    await second.cell("A1").click()
    await expect(second.said.last).to_have_text("The opening does not allow A1")

    for width, height in ((390, 844), (360, 640)):
        await second.page.set_viewport_size({"width": width, "height": height})
        await second.page.evaluate("scrollTo(0, 0)")
        for choice in ("black", "white", "two"):  # none below what can be seen
            button, means = second.button("choose", choice=choice), second.page.locator(f"#means-{choice}")
            await expect(button).to_be_in_viewport(ratio=1)
            above, below = await button.bounding_box(), await means.bounding_box()
            assert above
            assert below
            assert abs(above["x"] - below["x"]) < 1, choice
            assert 0 <= below["y"] - above["y"] - above["height"] < 12, choice
    await second.button("choose", choice="two").press("Enter")
    await expect(asks(second)).to_have_text(re.compile("^Place a white stone"))
    await second.play("G7", "C3")
    await expect(asks(first)).to_have_text("The choice is yours.")
    await watcher.page.reload()
    await expect(asks(watcher)).to_have_text(f"{names[0]} chooses.")
    await first.press("choose", choice="white")
    for person in everybody:
        await expect(asks(person)).to_have_text("The opening is over.")
        await expect(person.page.get_by_test_id("decisions").locator("li")).to_have_text(
            [f"{names[1]} chose to place two more stones", f"{names[0]} took white"]
        )
    await expect(first.detail).to_have_text("You play White.")
    await expect(second.detail).to_have_text("You play Black.")
    await first.play("J10")
    await second.play("H7")
    for person in everybody:
        await person.sees(["H8", "H9", "I9", "G7", "C3", "J10", "H7"])
        assert not person.complaints
    await second.press("ask-resign")
    await second.press("resign")
    await first.page.get_by_role("link", name="Review").click()
    await expect(first.page.get_by_test_id("decisions").locator("li")).to_have_text(
        [f"{names[1]} chose to place two more stones", f"{names[0]} took white"]
    )


async def test_renju_zones_are_shaded_and_offers_numbered(arrive: Arrive) -> None:
    first, second, _ = await meet(arrive, rules="renju", opening="rif")
    shaded = first.page.locator(".board-outside")
    await expect(shaded).to_have_count(224)
    await first.cell("A1").click()
    await expect(first.said.last).to_have_text("The opening does not allow A1")
    await first.play("H8")
    await expect(shaded).to_have_count(216)
    await first.play("H9", "I9")
    await expect(shaded).to_have_count(0)
    await second.press("choose", choice="swap")
    await expect(first.detail).to_have_text("You play White.")
    await first.play("I8")
    await expect(asks(second)).to_have_text(re.compile("Choose 2 points .* 0 so far"))
    for point in ("B1", "A2"):
        await second.cell(point).click()
    numbers = second.page.locator(".board-mark--label")
    await expect(numbers).to_have_text(["1", "2"])
    await second.press("propose")
    await expect(second.page.get_by_text("Two of these points are alike")).to_be_visible()
    await second.cell("A2").click()
    await second.cell("G10").click()
    await expect(second.cell("G10")).to_have_attribute("aria-label", "G10, empty, marked 2")
    await second.press("propose")
    await expect(asks(first)).to_have_text(re.compile("Pick one of the numbered points"))
    await first.cell("A2").click()
    await expect(first.said.last).to_have_text("The opening does not allow A2")
    await first.cell("G10").click()
    await expect(asks(first)).to_have_text("The opening is over.")
    await first.play("K11")
    await second.sees(["H8", "H9", "I9", "I8", "G10", "K11"])
    for person in (first, second):
        assert not person.complaints


async def test_after_each_decision_the_keyboard_goes_on_at_what_comes_next(arrive: Arrive) -> None:
    first, second, _ = await meet(arrive, rules="renju", opening="soosyrv_8")
    title = second.page.locator("#opening-title")
    cursor = second.page.locator(".board-cell[tabindex='0']")
    await first.play("H8", "H9", "I9")
    await second.button("choose", choice="keep").press("Enter")  # white lays the fourth stone
    await expect(cursor).to_be_focused()
    await second.page.keyboard.type("g7")
    await second.page.keyboard.press("Enter")
    await second.button("declare", number=2).press("Enter")  # black is to choose
    await expect(title).to_be_focused()
    await expect(second.status).to_have_text(re.compile("is to choose$"))
    await first.button("choose", choice="swap").press("Enter")
    await expect(first.page.locator("#opening-title")).to_be_focused()
    await expect(first.status).to_have_text(re.compile("is to offer points$"))
    for point in ("B1", "G10"):
        await second.cell(point).click()
    await second.button("propose").press("Enter")
    await expect(title).to_be_focused()
    await expect(second.status).to_have_text(re.compile("is to pick a point$"))


async def test_a_colour_is_taken_by_keyboard_and_the_game_goes_on_at_the_board(arrive: Arrive) -> None:
    first, second, _ = await meet(arrive, opening="swap2")
    await first.play("H8", "H9", "I9")
    await second.button("choose", choice="two").press("Enter")
    await expect(second.page.locator(".board-cell[tabindex='0']")).to_be_focused()
    await second.play("G7", "C3")
    await first.button("choose", choice="black").press("Enter")
    await expect(first.page.locator(".board-cell[tabindex='0']")).to_be_focused()
    await expect(second.status).to_have_text("Your turn")


async def test_the_rule_is_told_where_it_is_chosen_and_while_it_goes_on(arrive: Arrive) -> None:
    chooser = await arrive("/")
    await chooser.open_form()
    told = chooser.page.locator(".create-form").get_by_test_id("steps")
    await expect(told).to_be_hidden()
    await chooser.page.locator("#create-opening").select_option("pro")
    await told.get_by_text("Step by step").click()
    await expect(told.get_by_role("listitem").nth(2)).to_have_text(
        "Black places the third stone outside the central 5×5 points."
    )
    await chooser.page.locator("#create-opening").select_option("long_pro")
    await expect(told.get_by_role("listitem").nth(2)).to_contain_text("7×7")

    first, second, _ = await meet(arrive, opening="swap")
    names = [await first.seat(seat).locator(".player-name").inner_text() for seat in (0, 1)]
    card = second.page.get_by_test_id("steps")
    await card.get_by_text("Step by step").click()
    await expect(card).to_contain_text(f"Player 1 is {names[0]}, player 2 is {names[1]}.")
    await first.play("H8", "H9", "I9")
    await expect(asks(second)).to_have_text("The choice is yours.")
    await expect(card.get_by_role("listitem").nth(1)).to_be_visible()  # what is drawn anew leaves it open
    await second.press("choose", choice="white")
    await expect(asks(second)).to_have_text("The opening is over.")
    await expect(card).to_have_count(0)
