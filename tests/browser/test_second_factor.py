"""A second factor: set up with an authenticator, asked for when one signs in, given up again."""

import asyncio
import base64
import time

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from server.accounts.totp import make_code
from tests.browser.conftest import PHONE, Arrive
from tests.browser.test_account import SECRET, fill
from tests.browser.test_staff import sign_in
from tests.kit.process import ServerProcess
from tests.server.test_operator import tengen

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_from_the_key_to_a_code(arrive: Arrive, server: ServerProcess) -> None:
    teacher = await sign_in(arrive, server, "Ms Lovelace", "teacher")
    page = teacher.page
    await teacher.goto("/settings")
    await fill(teacher, "Recovery codes", current_password=SECRET)
    first = await page.locator(".account-codes li").first.inner_text()
    await teacher.press("codes-kept")
    await fill(teacher, "Second factor", current_password=SECRET)
    shown = page.locator(".totp-secret")
    await expect(shown).to_be_visible()
    await expect(page.get_by_role("img", name="The key as a QR code")).to_be_visible()
    secret = base64.b32decode((await shown.inner_text()).replace(" ", ""))
    step = int(time.time()) // 30
    await page.get_by_role("textbox", name="Code from your authenticator").fill("000000")
    await teacher.press("totp-confirm")
    await expect(page.get_by_text("This code is wrong")).to_be_visible()
    await page.get_by_role("textbox", name="Code from your authenticator").fill(make_code(secret, step))
    await teacher.press("totp-confirm")
    await expect(page.get_by_text("From now on signing in asks for a code.")).to_be_visible()
    await expect(shown).to_have_count(0)

    phone = await arrive("/settings", locale="zh-TW", **PHONE)
    await fill(phone, "登入", username="Ms Lovelace", current_password=SECRET)
    code = phone.page.locator("details[open] [name=totp]")
    await expect(code).to_be_focused()
    await code.fill(make_code(secret, step + 1))
    assert await phone.overflow() == 0
    await phone.page.keyboard.press("Enter")
    await expect(phone.page.get_by_text("兩步驟驗證：已開啟")).to_be_visible()

    assert await asyncio.to_thread(tengen, server.db, "account", "role", "Ms Lovelace", "none") == 0  # and keeps it
    await page.reload()
    await fill(teacher, "Recovery codes", current_password=SECRET)
    code = page.locator("details[open] [name=totp]")
    await expect(code).to_be_focused()  # as each of the new ones would stand in for it
    await code.fill(first)
    await page.keyboard.press("Enter")
    spare = await page.locator(".account-codes li").first.inner_text()
    await teacher.press("codes-kept")
    await fill(teacher, "Second factor: on", current_password=SECRET, totp="000000")
    await expect(page.get_by_text("This code is wrong")).to_be_visible()
    await page.locator("details", has_text="Second factor: on").locator("[name=totp]").fill(spare)
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("Signing in no longer asks for a code.")).to_be_visible()
    await expect(page.locator("summary", has_text="Second factor")).to_have_count(0)
