"""Passing notices disappear, and an address that leads nowhere says so."""

import re

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.conftest import Arrive, meet

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

NOT_FOUND = "status of 404"


async def test_a_notice_on_the_board_leaves_by_itself_by_a_press_and_by_escape(arrive: Arrive) -> None:
    black, white, _ = await meet(arrive)
    await white.page.clock.install()
    note = white.page.locator(".board-note")

    async def out_of_turn() -> None:
        await white.cell("A1").click()
        await expect(note).to_have_text("It is not your turn")
        await expect(white.said.last).to_have_text("It is not your turn")
        await white.page.clock.run_for(100)

    await out_of_turn()
    await white.page.clock.run_for(4_000)
    await expect(note).to_be_visible()
    await white.page.clock.run_for(2_000)
    await expect(note).to_be_hidden()
    await out_of_turn()
    await white.page.keyboard.press("Escape")
    await expect(note).to_be_hidden()
    await out_of_turn()
    await white.status.click()
    await expect(note).to_be_hidden()
    await out_of_turn()
    await black.play("H8")
    await expect(note).to_be_hidden()


async def test_on_a_small_phone_notices_leave_the_whole_board_in_sight(arrive: Arrive) -> None:
    black, white, room = await meet(arrive, clock="10+5")
    await black.play("H8")
    await white.play("I9")
    await black.play("G7")
    await black.press("offer", what="draw")
    await black.press("offer", what="takeback")
    phone = await white.new_page()
    await phone.page.set_viewport_size({"width": 360, "height": 640})
    await phone.goto(f"/room/{room}")
    notices = phone.page.locator(".room-notices > *")
    await expect(notices).to_have_count(2)
    offered = [str(await notice.get_attribute("data-offer")) for notice in await notices.all()]

    async def leaves_the_board_free() -> None:
        board, notice = await phone.page.locator(".board").bounding_box(), await notices.first.bounding_box()
        assert board is not None
        assert notice is not None
        assert board["y"] + board["height"] <= notice["y"]
        assert notice["y"] + notice["height"] <= 640

    await leaves_the_board_free()
    await expect(notices.nth(1)).to_be_hidden()
    await phone.press("decline", what=offered[0])
    await expect(notices).to_have_count(1)
    await expect(phone.page.locator(f"[data-offer={offered[1]}]")).to_be_visible()
    await leaves_the_board_free()


async def test_a_notice_below_the_page_leaves_by_its_button_and_by_escape(arrive: Arrive) -> None:
    owner, friend = await arrive(None), await arrive(None)
    toast = owner.page.locator(".toast")
    for way in ("button", "Escape"):
        await owner.create(visibility="link")
        link = await owner.page.get_by_label("Link to this game").input_value()
        await owner.page.get_by_role("link", name="Play", exact=True).click()
        await friend.goto(link.removeprefix(owner.base))
        await friend.press("sit")
        await expect(toast).to_contain_text("your game has begun")
        if way == "button":
            await toast.get_by_role("button", name="Dismiss").click()
        else:
            await owner.page.keyboard.press("Escape")
        await expect(toast).to_have_count(0)


@pytest.mark.parametrize(
    "path", ["/room/abc", "/room/a-b-c-d-e-f", "/room/000000000000", "/game/abc", "/game/000000000000"]
)
async def test_an_address_of_no_game_says_so(arrive: Arrive, path: str) -> None:
    person = await arrive(path, allow=NOT_FOUND)
    empty = person.page.locator(".empty")
    await expect(empty.get_by_role("alert")).to_have_text(re.compile("^There is no such game"))
    await expect(empty.get_by_role("link")).to_be_visible()
    assert await person.overflow() <= 0


@pytest.mark.parametrize("path", ["/puzzles/999999", "/traps/abc", "/puzzles/abc", "/review/abc"])
async def test_an_address_of_nothing_says_so(arrive: Arrive, path: str) -> None:
    person = await arrive(path, allow=NOT_FOUND)
    await expect(person.page.locator("main")).to_contain_text(re.compile("Page not found|There is nothing here"))
    await expect(person.page.locator("main").get_by_role("link").first).to_be_visible()


async def test_a_strangers_private_game_says_so(arrive: Arrive) -> None:
    owner = await arrive(None)
    room = await owner.create(opponent="1", visibility="private")
    stranger = await arrive(f"/room/{room}")
    await expect(stranger.page.get_by_role("alert")).to_have_text("This game is private.")
    await expect(stranger.page.locator(".empty").get_by_role("link", name="To the lobby")).to_be_visible()
