"""Sign-in by a provider in a browser: there, back, a name, and the same account on another device."""

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.async_api")
pytest.importorskip("joserfc")
from playwright.async_api import expect

from tests.browser.conftest import PHONE, Arrive
from tests.kit.oidc_provider import CLIENT, SmallProvider

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
    await expect(person.page.get_by_text("Nobody may have this name")).to_be_visible()
    await name.fill("Ada")
    await person.press("choose-name")
    await expect(person.page.get_by_text("Welcome, Ada.")).to_be_visible()
    assert await person.page.evaluate("document.cookie") == ""
    await person.goto("/settings")
    await expect(person.page.get_by_text("You sign in with an account from outside")).to_be_visible()

    phone = await arrive("/settings", locale="zh-CN", **PHONE)
    await phone.page.get_by_role("link", name="用Our school登录").click()
    await expect(phone.page.get_by_text("欢迎，Ada。")).to_be_visible()
    provider.denied = True
    other = await arrive("/settings", **PHONE)
    await other.page.get_by_role("link", name="Sign in with Our school").click()
    await expect(other.page.get_by_role("alert")).to_have_text("The sign-in service has not signed you in.")
    assert await other.overflow() == 0
