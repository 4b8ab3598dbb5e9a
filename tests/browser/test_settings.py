"""Settings: who one is, how it looks, and another device."""

import re

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.conftest import Arrive

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_name_is_chosen_and_seen_by_others(arrive: Arrive) -> None:
    person, other = await arrive("/settings"), await arrive("/settings")
    name = person.page.get_by_label("The name others see")
    await expect(name).to_have_value(re.compile(r"^\w+ \w+$"))
    await name.fill("Ada ⚫ <b>")
    await name.press("Enter")
    await expect(person.page.get_by_text("Saved.")).to_be_visible()
    await person.page.reload()
    await expect(name).to_have_value("Ada ⚫ <b>")

    theirs = other.page.get_by_label("The name others see")
    await theirs.fill("Ada ⚫ <b>")
    await theirs.press("Enter")
    await expect(other.page.get_by_text("Another player has this name")).to_be_visible()
    await expect(theirs).to_have_attribute("aria-invalid", "true")

    room = await person.create(color="black")
    await other.goto(f"/room/{room}")
    await expect(other.page.get_by_test_id("invitation")).to_contain_text("Ada ⚫ <b> invites you")


async def test_boards_and_stones_have_looks_that_are_kept(arrive: Arrive) -> None:
    person = await arrive("/settings")
    page, root = person.page, person.page.locator("html")
    drawn = page.locator(".small-board-stone--black").first
    usual = await drawn.evaluate("stone => getComputedStyle(stone).fill")
    await page.get_by_label("Board", exact=True).select_option("slate")
    await page.get_by_label("Stones", exact=True).select_option("clear")
    assert await drawn.evaluate("stone => getComputedStyle(stone).fill") != usual
    await page.reload()
    await expect(root).to_have_attribute("data-board", "slate")
    await expect(root).to_have_attribute("data-stones", "clear")
    await expect(page.get_by_label("Board", exact=True)).to_have_value("slate")


async def test_the_theme_is_chosen_and_kept(arrive: Arrive) -> None:
    person = await arrive("/settings", color_scheme="light")
    ground = "() => getComputedStyle(document.documentElement).backgroundColor"
    light = await person.page.evaluate(ground)
    await person.page.get_by_label("Theme", exact=True).select_option("dark")
    await expect(person.page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = await person.page.evaluate(ground)
    assert dark != light
    await person.page.reload()
    await expect(person.page.locator("html")).to_have_attribute("data-theme", "dark")
    await person.page.get_by_role("button", name="Light theme").click()
    assert await person.page.evaluate(ground) == light
    await expect(person.page.get_by_label("Theme", exact=True)).to_have_value("light")


async def test_the_board_shows_what_is_wanted(arrive: Arrive) -> None:
    person = await arrive(None)
    await person.create(opponent="1", color="black")
    await person.play("H8")
    numbers, coordinates = person.page.locator(".board-number").first, person.page.locator(".board-coordinates")
    await expect(numbers).to_be_hidden()
    await expect(coordinates).to_be_visible()
    await person.press("numbers")
    await expect(numbers).to_be_visible()
    await person.press("coordinates")
    await expect(coordinates).to_have_count(0)
    await person.goto("/settings")
    await expect(person.page.get_by_label("Move numbers")).to_be_checked()
    await expect(person.page.get_by_label("Coordinates")).not_to_be_checked()


async def test_a_code_brings_the_identity_to_another_device(arrive: Arrive) -> None:
    # A device that knows a game by its id alone asks for it, in vain while it has not begun.
    person, device = await arrive(None), await arrive("/settings", allow="404")
    room = await person.create(color="black")
    await person.goto("/settings")
    await person.page.get_by_role("button", name="Get a code").click()
    code = person.page.get_by_test_id("code")
    await expect(code).to_have_text(re.compile(r"\S{4,}"))
    await expect(person.page.get_by_text(re.compile(r"within \d+ minutes?\."))).to_be_visible()

    await device.page.get_by_label("Code from the other device").fill("not a code")
    await device.page.get_by_role("button", name="Use this code").click()
    await expect(device.page.get_by_text("This code is wrong, already used or too old.")).to_be_visible()
    await device.page.get_by_label("Code from the other device").fill(await code.inner_text())
    await device.page.get_by_role("button", name="Use this code").click()
    await expect(device.page.get_by_text("Your name and your games are here now.")).to_be_visible()
    name = await person.page.get_by_label("The name others see").input_value()
    await expect(device.page.get_by_label("The name others see")).to_have_value(name)
    await device.page.reload()
    await expect(device.page.get_by_label("The name others see")).to_have_value(name)
    await device.page.get_by_role("link", name="Play", exact=True).click()
    await expect(device.page.locator(f"a[href='/room/{room}']").first).to_be_visible()


async def test_a_device_that_is_signed_out_says_so_and_waits_to_be_asked(arrive: Arrive) -> None:
    person, device = await arrive("/settings"), await arrive("/settings")
    own = person.page.locator(".device")
    await expect(own).to_have_count(1)
    await expect(own).to_contain_text("Chrome on ")
    await expect(own).to_contain_text("this one")
    name = await person.page.get_by_label("The name others see").input_value()
    await person.page.get_by_role("button", name="Get a code").click()
    code = person.page.get_by_test_id("code")
    await expect(code).to_have_text(re.compile(r"\S{4,}"))
    await device.page.get_by_label("Code from the other device").fill(await code.inner_text())
    await device.page.get_by_label("Sign out the other device").check()
    await device.page.get_by_role("button", name="Use this code").click()
    await expect(device.page.get_by_text("Your name and your games are here now.")).to_be_visible()
    await expect(device.page.locator(".device")).to_have_count(1)

    gone = person.page.get_by_text("This device was signed out from another one.")
    await expect(gone).to_be_visible()
    await person.page.reload()
    await expect(gone).to_be_visible()  # it has not become somebody else meanwhile
    await person.page.get_by_role("button", name="Play as a new guest").click()
    theirs = person.page.get_by_label("The name others see")
    await expect(theirs).to_have_value(re.compile(r"^\w+ \w+$"))
    assert await theirs.input_value() != name
    await expect(gone).to_be_hidden()


async def test_the_list_follows_what_another_device_does(arrive: Arrive) -> None:
    pages = [(await arrive("/settings")).page for _ in range(3)]
    for giver, taker in ((0, 1), (1, 2)):
        await pages[giver].get_by_role("button", name="Get a code").click()
        code = pages[giver].get_by_test_id("code")
        await expect(code).to_have_text(re.compile(r"\S{4,}"))
        await pages[taker].get_by_label("Code from the other device").fill(await code.inner_text())
        await pages[taker].get_by_role("button", name="Use this code").click()
        await expect(code).to_be_empty()
        for page in pages[: taker + 1]:
            await expect(page.locator(".device")).to_have_count(taker + 1)
    own = pages[2].locator(".device[data-this]")
    await own.get_by_role("button", name="Sign out").click()
    await own.get_by_role("button", name="Yes, sign out").click()
    for page in pages[:2]:
        await expect(page.locator(".device")).to_have_count(2)


async def test_any_device_is_signed_out_from_the_list(arrive: Arrive) -> None:
    person, device = await arrive("/settings"), await arrive("/settings", locale="zh-CN")
    await person.page.get_by_role("button", name="Get a code").click()
    code = person.page.get_by_test_id("code")
    await expect(code).to_have_text(re.compile(r"\S{4,}"))
    await device.page.get_by_label("另一台设备上的验证码").fill(await code.inner_text())
    await device.page.get_by_role("button", name="使用此验证码").click()
    theirs = device.page.locator(".device")
    await expect(theirs).to_have_count(2)
    await expect(theirs.filter(has_text="本机")).to_have_count(1)

    # the page that gave the code knows of the new device by itself, and that the code is used up
    await expect(person.page.locator(".device")).to_have_count(2)
    await expect(code).to_be_empty()
    own = person.page.locator(".device[data-this]")
    await own.get_by_role("button", name="Sign out").click()
    await expect(own).to_contain_text("stay on your other devices")
    await own.get_by_role("button", name="No").click()
    other = person.page.locator(".device:not([data-this])")
    await expect(other).to_contain_text("open now")
    await other.get_by_role("button", name="Sign out").click()
    await expect(other.get_by_role("button", name="No")).to_be_focused()
    await other.get_by_role("button", name="No").click()
    await expect(other.get_by_role("button", name="Sign out")).to_be_focused()
    await other.get_by_role("button", name="Sign out").click()
    await other.get_by_role("button", name="Yes, sign out").click()
    await expect(person.page.locator(".device")).to_have_count(1)
    await expect(device.page.get_by_text("此设备已在另一台设备上被登出。")).to_be_visible()

    own = person.page.locator(".device[data-this]")
    await own.get_by_role("button", name="Sign out").click()
    await expect(own).to_contain_text("your games would be lost for good")
