"""Sign-in by a provider in a browser: there, back, a name, and the same account on another device."""

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.async_api")
pytest.importorskip("joserfc")
from playwright.async_api import expect

from tests.browser.conftest import PHONE, Arrive
from tests.browser.test_account import SECRET, fill
from tests.kit.oidc_provider import CLIENT, SmallProvider

ENDED = "401"
"""Status of requests that were still sent as the former guest during a sign-in."""

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture(scope="module")
def provider() -> Iterator[SmallProvider]:
    with SmallProvider() as started:
        yield started


@pytest.fixture(scope="module")
def server_options(provider: SmallProvider) -> dict[str, str | int]:
    return {"oidc_issuer": provider.issuer, "oidc_client": CLIENT, "oidc_label": "Our school"}


async def test_from_the_button_to_an_account(arrive: Arrive, provider: SmallProvider) -> None:
    person = await arrive("/settings")
    await person.page.get_by_role("link", name="Sign in with Our school").click()
    name = person.page.get_by_label("Name", exact=True)
    await expect(name).to_be_focused()
    await expect(name).to_have_value("ada")
    await name.fill("Admin")
    await person.press("choose-name")
    await expect(person.page.get_by_text("This name is reserved")).to_be_visible()
    await name.fill("Ada")
    await person.press("choose-name")
    await expect(person.page.get_by_text("Welcome, Ada.")).to_be_visible()
    assert await person.page.evaluate("document.cookie") == ""
    await person.goto("/settings")
    await expect(person.page.get_by_text("You sign in with an external account")).to_be_visible()

    phone = await arrive("/settings", locale="zh-CN", allow=ENDED, **PHONE)
    await phone.page.get_by_role("link", name="用Our school登录").click()
    await expect(phone.page.get_by_text("欢迎，Ada。")).to_be_visible()
    provider.denied = True
    other = await arrive("/settings", **PHONE)
    await other.page.get_by_role("link", name="Sign in with Our school").click()
    await expect(other.page.get_by_role("alert")).to_have_text("The sign-in service has not signed you in.")
    assert await other.overflow() == 0


async def test_an_account_is_linked_from_the_settings_and_unlinked(arrive: Arrive, provider: SmallProvider) -> None:
    provider.denied = False
    provider.person = {"sub": "teacher-3", "preferred_username": "grace"}
    person = await arrive("/settings", **PHONE)
    page = person.page
    await fill(person, "Create account", username="Grace", new_password=SECRET)
    await person.press("codes-kept")
    await fill(person, "Link with Our school", current_password="not the password")
    await expect(page.get_by_text("This is not your password.")).to_be_visible()
    await page.locator("details[open] [name=current-password]").fill(SECRET)
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("grace of Our school can sign in here as Grace")).to_be_visible()
    assert await person.overflow() == 0
    await person.press("oidc-link")
    await expect(page.get_by_text("From now on you can sign in with Our school.")).to_be_visible()
    await expect(page.locator("[data-linked]")).to_contain_text("Linked with Our school since")
    await expect(page.locator("summary", has_text="Link with")).to_have_count(0)

    other = await arrive("/settings", locale="zh-CN", allow=ENDED)
    await other.page.get_by_role("link", name="用Our school登录").click()
    await expect(other.page.get_by_text("欢迎，Grace。")).to_be_visible()
    await other.goto("/settings")
    await fill(other, "解除与Our school的关联", current_password=SECRET)
    await expect(other.page.get_by_text("已解除与Our school的关联。")).to_be_visible()
    await expect(other.page.locator("[data-linked]")).to_have_count(0)
    await expect(other.page.locator("summary", has_text="关联Our school")).to_have_count(1)
