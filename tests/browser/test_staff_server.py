"""The staff's page of the server: how it stands, for those who may know, and a backup made by the owner's hand."""

import re

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.axe import grave
from tests.browser.conftest import PHONE, Arrive
from tests.browser.test_staff import sign_in
from tests.kit.process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_health_and_a_backup(arrive: Arrive, server: ServerProcess) -> None:
    moderator = await sign_in(arrive, server, "Mona", "moderator")
    await moderator.goto("/staff")
    await moderator.page.get_by_role("link", name="Server").click()
    health = moderator.page.get_by_test_id("health")
    await expect(health.locator("[data-fact=people-people] dd")).to_have_text("1")
    await moderator.create(opponent="1")
    await moderator.goto("/staff/server")
    await expect(health.locator("[data-fact=rooms-with_bots] dd")).to_have_text("1")
    await expect(moderator.page.get_by_role("heading", name="Backups")).to_be_hidden()

    owner = await sign_in(arrive, server, "Olga", "owner", bypass_csp=True, **PHONE)
    await owner.goto("/staff/server")
    await owner.button("make-backup").focus()
    await owner.page.keyboard.press("Enter")
    await expect(owner.page.get_by_text("The backup is made.")).to_be_visible()
    await expect(owner.page.get_by_test_id("backups").locator("[data-backup]")).to_have_count(1)
    checked = owner.page.get_by_role("region", name="Check of a backup")
    await expect(checked).to_be_hidden()
    await owner.button("check-backup").focus()
    await owner.page.keyboard.press("Enter")
    await expect(checked).to_contain_text("Nothing is wrong", timeout=60_000)
    await expect(checked.locator("code")).to_have_text(re.compile(r"-[0-9]{8}-[0-9]{6}\.db$"))
    assert await owner.overflow() == 0
    assert await grave(owner, "server") == []
    await owner.goto("/staff")
    await expect(owner.page.get_by_test_id("audit").locator("[data-act=backup]")).to_contain_text("Olga")

    teacher = await sign_in(arrive, server, "Tess", "teacher")
    await teacher.goto("/staff/server")
    await expect(teacher.page.get_by_test_id("stranger")).to_be_visible()
    await expect(teacher.page.get_by_role("link", name="Server")).to_have_count(0)
