"""The account in the settings: a name is kept, codes are shown once, another device brings its guest's game along."""

import re

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.axe import grave
from tests.browser.conftest import PHONE, Arrive
from tests.browser.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SECRET = "correct horse"


async def fill(person: Person, heading: str, **fields: str) -> None:
    """Unfold a form of the account by the keyboard, fill it in and send it with Enter."""
    summary = person.page.locator("summary", has_text=heading)
    await summary.focus()
    await person.page.keyboard.press("Enter")
    form = person.page.locator("details.account-form", has=summary).locator("form")
    for label, text in fields.items():
        await form.locator(f"input[name='{label.replace('_', '-')}']").fill(text)
    await person.page.keyboard.press("Enter")


async def test_a_name_goes_from_one_device_to_another(arrive: Arrive) -> None:
    person, phone = await arrive("/settings"), await arrive(None, **PHONE)
    room = await phone.create(color="black")
    theirs = person.page.get_by_label("The name others see")
    await expect(theirs).to_have_value(re.compile(r"^\w+ \w+$"))
    await fill(person, "Create account", username="Ada", new_password="ada")
    await expect(person.page.locator("details.account-form [name=new-password]").first).to_be_focused()  # too short
    await fill_on(person, new_password=SECRET)
    codes = person.page.get_by_test_id("recovery-codes")
    await expect(codes.get_by_role("heading")).to_be_focused()
    await expect(codes.get_by_role("listitem")).to_have_count(8)
    code = await codes.get_by_role("listitem").first.inner_text()
    await person.press("codes-kept")
    await expect(codes).to_have_count(0)
    await expect(theirs).to_have_value("Ada")
    await person.page.reload()
    await expect(person.page.get_by_text("8 recovery codes are left.")).to_be_visible()
    assert code not in await person.page.content()

    async with person.page.expect_download() as download:
        await person.press("archive")
    assert (await download.value).suggested_filename == "tengen.zip"

    await phone.goto("/settings")
    await fill(phone, "Sign in", username="ada", current_password="wrong horse")
    await expect(phone.page.get_by_text("The name or the password is wrong.")).to_be_visible()
    await fill_on(phone, current_password=SECRET)
    await expect(phone.page.get_by_text("Welcome back, Ada.")).to_be_visible()
    assert await phone.overflow() == 0
    await phone.goto(f"/room/{room}")
    await expect(phone.seat(0)).to_contain_text("Ada")
    await person.goto("/")
    await expect(person.page.locator(f"a[href='/room/{room}']").first).to_be_visible()

    await phone.goto("/settings")
    await phone.press("sign-out")
    await expect(phone.page.get_by_text("You are signed out")).to_be_visible()
    await fill(phone, "Password forgotten?", username="Ada", code=code.lower(), new_password="another horse")
    await expect(phone.page.get_by_text("7 recovery codes are left.")).to_be_visible()
    await expect(person.page.get_by_text("This device was signed out from another one.")).to_be_visible()


async def test_an_account_is_made_and_used_where_one_is_without_leaving_the_page(arrive: Arrive) -> None:
    person, phone = await arrive("/games"), await arrive("/puzzles", **PHONE)
    dialog = person.page.get_by_role("dialog")
    await person.press("account")
    await expect(dialog.get_by_role("heading", name="Account")).to_be_visible()
    await expect(dialog.locator("details[open] input").first).to_be_focused()
    await fill(person, "Create account", username="Dora", new_password=SECRET)
    codes = dialog.get_by_test_id("recovery-codes").get_by_role("listitem")
    await expect(codes).to_have_count(8)
    heights = await codes.evaluate_all("(codes) => codes.map((code) => code.getBoundingClientRect().height)")
    assert max(heights) < 30  # each is copied from one line
    for _ in range(2):
        await person.page.keyboard.press("Escape")
    await dialog.get_by_role("button", name="Close").click()
    await expect(codes).to_have_count(8)  # they are shown once
    await person.press("codes-kept")
    await expect(dialog).to_have_count(0)
    await expect(person.page.locator(".site-own")).to_have_text("Dora")
    assert person.page.url.endswith("/games")

    await phone.press("account")
    unfolded = phone.page.locator("details.account-form[open]")
    for heading in ("Create account", "Sign in"):
        summary = phone.page.locator("details.account-form summary", has_text=heading)
        await expect(summary).to_be_in_viewport(ratio=0.99)
        await summary.click()
        await expect(unfolded).to_have_count(1)
        await expect(unfolded.locator("summary")).to_have_text(heading)
    await fill_on(phone, username="dora", current_password="wrong horse")
    await expect(phone.page.get_by_text("The name or the password is wrong.")).to_be_visible()
    assert await grave(phone, "signing in") == []
    await fill_on(phone, current_password=SECRET)
    await expect(phone.page.get_by_role("dialog")).to_have_count(0)
    await expect(phone.page.locator(".toast")).to_contain_text("Welcome back, Dora.")
    await expect(phone.button("account")).to_be_hidden()
    assert await phone.overflow() == 0


async def fill_on(person: Person, **fields: str) -> None:
    """Fill fields of the form that is unfolded in anew, and send it with Enter."""
    form = person.page.locator("details.account-form[open] form")
    for label, text in fields.items():
        await form.locator(f"input[name='{label.replace('_', '-')}']").fill(text)
    await person.page.keyboard.press("Enter")
