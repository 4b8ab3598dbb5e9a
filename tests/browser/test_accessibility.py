"""Every page in light and dark, held against the rules of axe-core."""

from typing import Literal

import pytest

pytest.importorskip("playwright.async_api")
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]

from tests.browser.conftest import Arrive
from tests.browser.places import furnish
from tests.kit.process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

GRAVE = ("serious", "critical")
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


async def test_axe_finds_nothing_grave(arrive: Arrive, server: ServerProcess) -> None:
    places = await furnish(server)
    # The page's policy forbids the evaluation of strings, which is how axe comes in.
    person = await arrive(None, allow="404", bypass_csp=True)
    found: list[str] = []

    async def look(name: str) -> None:
        for theme in THEMES:
            await person.page.emulate_media(color_scheme=theme)
            results = await Axe().run(person.page)
            for violation in results.response["violations"]:
                if violation["impact"] in GRAVE:
                    where = [node["html"][:160] for node in violation["nodes"]]
                    found.append(f"{name}, {theme}: {violation['id']} {where}")

    for name, place in places.items():
        await place.visit(person)
        await look(name)

    await places["lobby"].visit(person)
    await person.page.locator("details.create > summary").click()
    await person.page.locator("#create-clock").select_option("custom")
    await look("lobby, creating")
    await person.create(opponent="1", color="black")
    await person.play("H8")
    await look("own game")
    assert found == []
