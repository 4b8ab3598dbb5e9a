"""Clocks with overtime, from the form to the flag."""

import re

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.conftest import Arrive

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.mark.slow
async def test_a_game_of_byo_yomi_ends_with_the_last_period(arrive: Arrive) -> None:
    black = await arrive("/")
    form = black.page.locator(".create-form")
    await black.open_form()
    await black.page.locator("#create-clock").select_option("custom")
    await black.page.locator("#create-custom_kind").select_option("byo_yomi")
    await expect(form.locator("#create-increment")).to_be_hidden()
    for name, value in (("minutes", "0"), ("seconds", "3"), ("periods", "2")):
        await form.locator(f"#create-{name}").fill(value)
    await form.locator("[name=color][value=black]").check()
    await form.locator("[name=visibility][value=link]").check()
    await form.locator("[type=submit]").click()
    room = await black.room()
    white = await arrive(f"/room/{room}")
    await expect(white.page.get_by_text("2 periods of 3 s a move")).to_be_visible()
    await white.press("sit")
    await expect(black.page.locator("[data-overtime='0']")).to_have_text("2 periods")
    await expect(black.seat(0)).to_be_in_viewport(ratio=1)  # under the board, in two lines

    await black.play("H8")
    await white.play("I9")
    for person in (black, white):
        for seat in (0, 1):
            await expect(person.page.locator(f"[data-overtime='{seat}']")).to_have_text("2 periods")
    # Black lets a period go by: the last one is shown, and a move makes it whole again.
    await expect(black.page.locator("[data-overtime='0']")).to_have_text("last period")
    # a move right after its end would still be forgiven the time on the way
    await expect(black.page.locator("[data-clock='0']")).to_have_text(re.compile(r"^(2\.[0-4]|1\.)"))
    await black.play("G7")
    for person in (black, white):
        await expect(person.page.locator("[data-clock='0']")).to_have_text("3.0")
        await expect(person.page.locator("[data-overtime='0']")).to_have_text("last period")
    await white.play("A1")
    await expect(white.page.locator("[data-overtime='1']")).to_have_text(re.compile("periods"))
    # then the last one
    await expect(black.page.locator("[data-clock='0'].is-low")).to_be_visible()
    for person, status, why in (
        (black, "You lost", "You lost on time."),
        (white, "You won", "Black ran out of time."),
    ):
        await expect(person.status).to_have_text(status)
        await expect(person.detail).to_have_text(why)


async def test_a_canadian_clock_says_how_many_moves_are_to_come(arrive: Arrive) -> None:
    black = await arrive("/")
    form = black.page.locator(".create-form")
    await black.open_form()
    await black.page.locator("#create-clock").select_option("custom")
    await black.page.locator("#create-custom_kind").select_option("canadian")
    for name, value in (("minutes", "0"), ("period", "10"), ("stones", "2")):
        await form.locator(f"#create-{name}").fill(value)
    await form.locator("[name=color][value=black]").check()
    await form.locator("[type=submit]").click()
    white = await arrive(f"/room/{await black.room()}")
    await white.press("sit")
    await black.play("H8")
    await white.play("I9")
    await black.play("G7")
    left = white.page.locator("[data-overtime='0']")
    await expect(left).to_have_text("for 1 more move")
    await white.play("A1")
    await black.play("F6")
    await expect(left).to_have_text("for 2 more moves")
    await expect(white.page.locator("[data-clock='0']")).to_have_text("10:00")
