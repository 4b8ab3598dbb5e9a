"""The page as one that is installed: it says when the server is away, and is never an old one."""

from __future__ import annotations

import asyncio
import re
import shutil
from pathlib import Path

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from server.transport.static import ROOT
from tests.browser.conftest import Arrive
from tests.browser.person import NETWORK, Person
from tests.kit.process import ServerProcess

TREE = Path(__file__).parents[2]

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture(scope="module")
def client_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A client of this module's own, which can be upgraded."""
    tree = tmp_path_factory.mktemp("tree")
    for name in ("gomoku", "bots", "server", "lab", "migrations", "tests"):
        (tree / name).symlink_to(TREE / name)
    shutil.copytree(ROOT, tree / "web_client")
    return tree


async def build(person: Person) -> str:
    found = await person.page.locator("meta[name=tengen-build]").get_attribute("content")
    assert found
    return found


async def test_a_server_that_is_away_is_told_and_one_that_is_back_has_its_own_page(
    arrive: Arrive, server: ServerProcess, client_tree: Path
) -> None:
    person = await arrive("/games", locale="zh-TW", service_workers="allow", allow=f"{NETWORK}|status of 503")
    page = person.page
    await page.evaluate("navigator.serviceWorker.ready")
    await page.wait_for_function("navigator.serviceWorker.controller")
    first = await build(person)
    manifest = await page.evaluate("fetch('/manifest.webmanifest').then((answer) => answer.json())")
    for icon in manifest["icons"]:
        side = await page.evaluate(
            "async (source) => { const image = new Image(); image.src = source; await image.decode(); "
            "return `${image.naturalWidth}x${image.naturalHeight}`; }",
            icon["src"],
        )
        assert side == icon["sizes"]

    await asyncio.to_thread(server.kill)
    await page.goto(f"{server.url}/settings")
    await expect(page.get_by_role("heading")).to_have_text("暫時無法連線至 Tengen")
    await expect(page.get_by_role("button", name="重試")).to_be_visible()
    assert await person.overflow() == 0

    words = client_tree / "web_client" / "i18n" / "zh-Hant.js"
    was = words.read_text()
    title = re.search(r'"settings\.title": "(.+)"', was)
    assert title
    words.write_text(was.replace(title[0], '"settings.title": "新版設定"'))
    await asyncio.to_thread(server.start)  # an upgrade; nobody does anything at the page
    await expect(page.get_by_role("heading", level=1)).to_have_text("新版設定")
    assert await build(person) != first
    assert await page.evaluate("navigator.serviceWorker.controller !== null")
    assert await page.evaluate("caches.keys()") == []
