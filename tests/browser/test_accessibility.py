"""Every page in light and dark, held against the rules of axe-core."""

import pytest

pytest.importorskip("playwright.async_api")

from tests.browser.axe import grave
from tests.browser.conftest import Arrive
from tests.browser.places import furnish
from tests.kit.process import ServerProcess

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
STRONG_ENGINES = True


async def test_axe_finds_nothing_grave(arrive: Arrive, server: ServerProcess) -> None:
    places = await furnish(server)
    person = await arrive(None, allow="404", bypass_csp=True)
    found: list[str] = []
    for name, place in places.items():
        await place.visit(person)
        found += await grave(person, name)

    await places["lobby"].visit(person)
    await person.open_form()
    await person.page.locator("#create-clock").select_option("custom")
    found += await grave(person, "lobby, creating")
    await places["library"].visit(person)
    await person.press("import")
    found += await grave(person, "library, importing")
    await person.create(opponent="1", color="black")
    await person.play("H8")
    found += await grave(person, "own game")
    assert found == []
