"""A class: made by its teacher, its sheet printed, and a pupil who types the code on a phone."""

from pathlib import Path

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.conftest import PHONE, Arrive
from tests.browser.test_account import fill
from tests.browser.test_staff import sign_in
from tests.kit.process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_from_a_list_of_names_to_a_pupil_with_a_password(
    arrive: Arrive, server: ServerProcess, tmp_path: Path
) -> None:
    teacher = await sign_in(arrive, server, "Ms Lovelace", "teacher")
    page = teacher.page
    await teacher.goto("/staff")
    await page.get_by_role("link", name="Classes").click()
    await page.get_by_label("Name of the class").fill("4b")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", level=1)).to_have_text("4b")
    names = page.get_by_label("User names, one a line")
    await names.fill("Mia K\nBen\n\nAdmin")
    await teacher.press("add-pupils")
    await expect(page.get_by_text("Admin: This name is reserved")).to_be_visible()
    await names.fill("Mia K\nBen\n小红\nAda L")
    await teacher.press("add-pupils")
    await expect(page.locator("[data-pupil]")).to_have_count(4)
    await teacher.press("all-codes")
    sheet = page.get_by_test_id("sheet")
    await expect(sheet.get_by_role("heading")).to_be_focused()
    await expect(sheet.get_by_role("listitem")).to_have_count(4)
    code = await sheet.get_by_role("listitem").filter(has_text="Mia K").locator(".slip-code").inner_text()
    await page.emulate_media(media="print")
    await expect(sheet).to_be_visible()
    for hidden in ("header.site-header", "[data-do=print]", "h1"):
        await expect(page.locator(hidden)).to_be_hidden()
    await page.emulate_media(media="screen")

    pupil = await arrive("/code", locale="zh-TW", **PHONE)
    await pupil.page.get_by_label("你的登入碼").fill(code.lower())
    assert await pupil.overflow() == 0
    await pupil.press("use-code")
    await expect(pupil.page.get_by_text("歡迎，Mia K。")).to_be_visible()
    await pupil.goto("/settings")  # the device stays signed in
    await expect(pupil.page.get_by_text("你用老師發的登入碼登入")).to_be_visible()
    await expect(pupil.button("change-password")).to_have_count(0)

    await page.locator("[data-pupil='Mia K'] summary").click()
    await page.locator("[data-pupil='Mia K'] [data-do=release]").click()
    code = await page.get_by_test_id("released").locator("output").inner_text()
    phone = await arrive("/settings", **PHONE)
    await fill(phone, "Password forgotten?", username="Mia K", code=code, new_password="a third horse")
    await expect(phone.page.get_by_text("Welcome back, Mia K.")).to_be_visible()
    await page.reload()
    await expect(page.locator("[data-pupil='Mia K']")).to_contain_text("Has a password")
    await expect(page.locator("[data-pupil='Mia K'] summary")).to_have_count(0)
