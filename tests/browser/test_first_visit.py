"""A first visit takes few requests and few bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlparse

import pytest

from tests.browser.conftest import Arrive

if TYPE_CHECKING:
    from playwright.async_api import Request

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

MOST_REQUESTS = 16
MOST_KIB = 132
FONT_KIB = 16
"""Most that the font adds, in one request, where the language has letters of it."""


@pytest.mark.parametrize(("locale", "language", "fonts"), [("en-GB", "en", 1), ("zh-TW", "zh-Hant", 0)])
async def test_the_lobby_is_there_after_few_requests(arrive: Arrive, locale: str, language: str, fonts: int) -> None:
    person = await arrive(None, locale=locale)
    asked: list[str] = []
    received = [0.0]

    def note(request: Request) -> None:
        asked.append(urlparse(request.url).path)

    def count(end: dict[str, Any]) -> None:
        received[0] += end["encodedDataLength"]

    person.page.on("request", note)
    session = await person.context.new_cdp_session(person.page)
    await session.send("Network.enable")
    session.on("Network.loadingFinished", count)
    await person.goto("/")
    await person.expect(person.page.locator(".first-opponent [data-level]").first).to_be_visible()
    await person.expect(person.page.locator("[data-connection=online]")).to_be_attached()
    await person.page.evaluate("document.fonts.ready.then(() => null)")
    files = [path.split("/", 3)[3] for path in asked if path.startswith("/b/")]
    scripts = ["i18n/" + language + ".js", "main.js", "pages/lobby.js", "theme.js"]
    assert sorted(name for name in files if name.endswith(".js")) == scripts  # each once
    assert asked.count("/api/levels") == 1  # loaded ahead, and used
    assert files.count("fonts/inter.woff2") == fonts
    assert len(asked) <= MOST_REQUESTS + fonts, asked
    assert received[0] <= (MOST_KIB + fonts * FONT_KIB) * 1024, f"{received[0] / 1024:.1f} KiB"
