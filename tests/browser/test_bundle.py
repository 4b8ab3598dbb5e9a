"""The bundle is the same client in a few files, and what a visitor has once got is not asked for again."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlparse

import pytest
import pytest_asyncio

from server import lifecycle
from server.config import Config
from server.transport.static import ClientFiles
from tests.browser.person import Person
from tests.kit.bundle import bundle, copy

if TYPE_CHECKING:
    from playwright.async_api import Browser, Request

pytestmark = [pytest.mark.browser, pytest.mark.node]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def address(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """A server in this process that has a bundle."""
    if shutil.which("npm") is None or shutil.which("make") is None:
        pytest.skip("there is no node on this machine")
    folder = tmp_path_factory.mktemp("bundled")
    client = bundle(copy(folder / "client"))
    async with AsyncExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("server.transport.feature.ClientFiles", partial(ClientFiles, client))
            _, server = await lifecycle.start(Config(port=0, db=folder / "tengen.db"), stack)
        yield f"http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("locale", ["en-GB", "zh-TW"])
async def test_a_game_can_be_played_from_the_bundle(browser: Browser, address: str, locale: str) -> None:
    context = await browser.new_context(locale=locale, reduced_motion="reduce", service_workers="block")
    person = Person(context, await context.new_page(), address, None)
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(urlparse(request.url).path)

    person.page.on("request", note)
    await person.goto("/")
    await person.expect(person.page.locator(".level-card").first).to_be_visible()
    await person.expect(person.page.locator("[data-connection=online]")).to_be_attached()
    files = [path.split("/", 3)[3] for path in asked if path.startswith("/b/")]
    language = {"en-GB": "en", "zh-TW": "zh-Hant"}[locale]
    [shared] = [name for name in files if name.startswith("chunk-")]  # the lobby's other modules are in one file
    fixed = {"style.css", "theme.js", "main.js", f"i18n/{language}.js", "pages/lobby.js"}
    assert {*files} - {"icon.svg"} == {*fixed, shared}
    assert len(files) == len({*files})
    assert asked.count("/api/levels") == 1  # what was loaded ahead is what the page uses
    assert not [path for path in asked if path.startswith(("/lib/", "/style/"))]

    await person.create(color="black", visibility="link")
    await person.expect(person.page.get_by_role("grid")).to_be_visible()
    assert any(path.endswith("/pages/room.js") for path in asked)
    assert person.complaints == []
    await context.close()


def test_what_is_bundled_is_what_lies_here(tmp_path: Path) -> None:
    if shutil.which("npm") is None or shutil.which("make") is None:
        pytest.skip("there is no node on this machine")
    client = bundle(copy(tmp_path / "client"))
    files = ClientFiles(client)
    assert files.bundled
    assert files.build == ClientFiles(copy(tmp_path / "other")).build
    sources = sum(path.stat().st_size for path in (tmp_path / "other").rglob("*.js"))
    bundled = [path for path in (client / "bundle").rglob("*.js") if path.parent.name != "i18n"]
    assert sum(path.stat().st_size for path in bundled) < sources / 2
    assert len(bundled) < 60
