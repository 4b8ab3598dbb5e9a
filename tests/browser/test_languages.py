"""Three languages."""

import re
from pathlib import Path

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.conftest import PHONE, Arrive
from tests.browser.places import furnish
from tests.kit.process import ServerProcess

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
STRONG_ENGINES = True

MESSAGES = [
    Path(__file__).parents[2] / "web_client" / "i18n" / f"{name}.js" for name in ("en", "puzzle_texts", "bot_texts")
]
KEYS = re.compile(
    r"(?<![\w.])("
    + "|".join(
        sorted(
            {
                key.split(".")[0]
                for file in MESSAGES
                for key in re.findall(r'^ +"([\w-]+\.[\w.-]+)":', file.read_text(), re.M)
            }
        )
    )
    + r")\.[a-z][\w.-]*"
)
PLACEHOLDER = re.compile(r"\{\w+\}|undefined|NaN|\[object")

WORDS = """() => [...document.querySelectorAll("body *")].flatMap((element) => [
  ...[...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data),
  ...["aria-label", "title", "placeholder"].map((name) => element.getAttribute(name) ?? ""),
]).concat(document.title).filter((text) => text.trim())"""
"""All text of the page, the attributes' too."""


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN", "zh-TW"])
async def test_every_page_is_in_words_and_fits_a_phone(arrive: Arrive, server: ServerProcess, locale: str) -> None:
    places = await furnish(server)
    person = await arrive(None, allow="404", locale=locale, **PHONE)
    raw: dict[str, list[str]] = {}
    too_wide: dict[str, int] = {}

    async def look(name: str) -> None:
        texts: list[str] = await person.page.evaluate(WORDS)
        assert len(texts) > 10, name
        raw[name] = [text for text in texts if KEYS.search(text) or PLACEHOLDER.search(text)]
        too_wide[name] = await person.overflow()

    for name, place in places.items():
        await place.visit(person)
        await look(name)
    await places["lobby"].visit(person)
    await person.open_form()
    await person.page.locator("#create-clock").select_option("custom")
    await look("lobby, creating")
    assert not any(raw.values()), raw
    assert not any(too_wide.values()), too_wide


async def test_the_page_changes_with_the_language(arrive: Arrive, server: ServerProcess) -> None:
    places = await furnish(server)
    person = await arrive(None)
    await places["room, playing"].visit(person)
    choice = person.page.locator(".site-header select")
    html = person.page.locator("html")
    seen = set()
    for language in ("zh-Hans", "zh-Hant", "en"):
        await choice.select_option(language)
        await expect(html).to_have_attribute("lang", language)
        await person.sees(["H8", "I8", "H9", "I9", "H10", "H7"])
        seen.add((await person.status.inner_text(), await person.page.locator(".site-nav").inner_text()))
    assert len(seen) == 3
    await choice.select_option("zh-Hans")
    await expect(html).to_have_attribute("lang", "zh-Hans")
    await person.page.reload()
    await expect(html).to_have_attribute("lang", "zh-Hans")
    await expect(person.cell("H8")).to_have_attribute("aria-label", re.compile("黑"))


async def test_the_browsers_language_is_the_first(arrive: Arrive) -> None:
    for locale, language in (("zh-CN", "zh-Hans"), ("zh-TW", "zh-Hant"), ("fr-FR", "en")):
        person = await arrive("/settings", locale=locale)
        await expect(person.page.locator("html")).to_have_attribute("lang", language)
