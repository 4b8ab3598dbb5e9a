"""Pages load when they are first shown: late, not at all, or of a newer version than the client."""

from __future__ import annotations

import asyncio
import json
import re
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.conftest import PHONE
from tests.kit.client import Client

if TYPE_CHECKING:
    from playwright.async_api import Request, Route, WebSocketRoute

    from tests.browser.conftest import Arrive
    from tests.kit.process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

RULES = re.compile(r"/pages/rules\.js$")
FAILED = re.compile("Failed to load resource|net::ERR_FAILED")
AGE = """document.addEventListener("readystatechange", () => {
  if (location.pathname === "/") document.querySelector("meta[name=tengen-build]").content = "000000000000";
});"""
"""The lobby, when it is loaded, becomes that of an older build."""


async def test_a_page_that_does_not_load_says_so_and_is_tried_again(arrive: Arrive) -> None:
    person = await arrive("/", allow=FAILED.pattern)
    page = person.page
    await page.route(RULES, lambda route: route.abort())
    await page.locator('a[href="/rules"]').first.click()
    await person.expect(page.get_by_test_id("not-loaded")).to_be_visible()
    await person.expect(page.get_by_role("heading", level=1)).to_be_focused()
    await page.locator('nav a[href="/games"]').click()  # other pages are to be had
    await expect(page).to_have_title(re.compile("Games"))
    await page.go_back()
    await person.expect(page.get_by_test_id("not-loaded")).to_be_visible()
    await page.unroute(RULES)
    await page.get_by_role("button", name="Try again").click()
    await person.expect(page.get_by_role("heading", level=1, name="Rules")).to_be_visible()
    assert page.url.endswith("/rules")


async def test_nothing_waits_for_the_font(arrive: Arrive) -> None:
    person = await arrive(None)
    page, asked = person.page, asyncio.Event()
    await page.route(re.compile(r"\.woff2$"), lambda route: asked.set())  # never answered
    await page.goto(person.base, wait_until="commit")  # the browser's own sign of loading waits for fonts
    await asyncio.wait_for(asked.wait(), 10)
    await person.expect(page.locator(".first-opponent [data-level]")).to_be_visible()
    await person.cell("H8").click()
    await person.expect(page.locator(".moves-move").first).to_have_text("H8")


async def test_a_page_that_cannot_be_made_says_so_too(arrive: Arrive) -> None:
    person = await arrive("/")
    page = person.page
    broken = "export function rulesPage() { throw new Error('broken'); }"
    await page.route(RULES, lambda route: route.fulfill(body=broken, content_type="text/javascript"))
    async with page.expect_event("pageerror"):
        await page.locator('a[href="/rules"]').first.click()
    for again in (True, False):  # its script is there the second time
        await person.expect(page.get_by_test_id("not-loaded")).to_be_visible()
        await person.expect(page.locator("main")).not_to_have_attribute("inert", "")
        await page.locator('nav a[href="/games"]').click()
        await expect(page).to_have_title(re.compile("Games"))
        if again:
            async with page.expect_event("pageerror"):
                await page.go_back()
    assert [complaint for complaint in person.complaints if "broken" not in complaint] == []
    assert person.complaints != []
    person.complaints.clear()


async def test_a_page_that_comes_late_does_not_take_the_place_of_the_next(arrive: Arrive) -> None:
    person = await arrive("/")
    page, asked, let = person.page, asyncio.Event(), asyncio.Event()

    async def hold(route: Route) -> None:
        asked.set()
        await let.wait()
        await route.continue_()

    await page.route(RULES, hold)
    await page.locator('a[href="/rules"]').first.click()
    await asyncio.wait_for(asked.wait(), 10)
    await person.expect(page.locator("main")).to_have_attribute("inert", "")
    await page.locator('nav a[href="/games"]').click()
    await expect(page).to_have_title(re.compile("Games"))
    async with page.expect_request_finished(lambda request: bool(RULES.search(request.url))):
        let.set()
    # the page is there by now: it is shown at once, and only when asked for
    await expect(page).to_have_title(re.compile("Games"))
    await person.expect(page.locator("main")).not_to_have_attribute("inert", "")
    await page.go_back()
    await person.expect(page.get_by_role("heading", level=1, name="Rules")).to_be_visible()


async def test_a_client_of_an_older_version_loads_the_address_anew(arrive: Arrive) -> None:
    person = await arrive(None, allow=FAILED.pattern)
    page = person.page
    documents: list[str] = []

    def note(request: Request) -> None:
        if request.is_navigation_request():
            documents.append(request.url)

    await page.add_init_script(AGE)
    await person.goto("/")
    await person.expect(page.get_by_text("a newer version of this page")).to_be_visible()
    page.on("request", note)
    await page.route(RULES, lambda route: route.abort(), times=1)
    await page.locator('a[href="/rules"]').first.click()
    await person.expect(page.get_by_role("heading", level=1, name="Rules")).to_be_visible()
    assert documents == [f"{person.base}/rules"]


async def test_a_profile_comes_whole_and_stays_where_it_is(arrive: Arrive, server: ServerProcess) -> None:
    async with Client(server.ws) as client:
        await client.command("keep_name", name="Ada-Steady", password="correct horse")
    person = await arrive(None, **PHONE)
    page = person.page
    held = {kind: asyncio.get_running_loop().create_future() for kind in ("welcome", "followed")}
    sockets: list[WebSocketRoute] = []

    def hold(socket: WebSocketRoute) -> None:
        """Keep back what the server says first, and of whom one follows."""
        there = socket.connect_to_server()
        sockets.append(socket)
        there.on_message(
            lambda message: (
                held[kind].set_result(str(message))
                if (kind := json.loads(message)["t"]) in held and not held[kind].done()
                else socket.send(message)
            )
        )

    await page.route_web_socket(re.compile("/ws$"), hold)
    async with page.expect_response(re.compile("/api/player")) as answered:
        await person.goto("/players/Ada-Steady")
    await (await answered.value).finished()
    cards, report = page.locator("[data-key=profile-ratings]"), person.button("report")
    await expect(page.get_by_text("Loading")).to_be_visible()
    await expect(cards).to_be_hidden()
    sockets[0].send(await held["welcome"])
    await expect(cards).to_be_visible()
    await expect(person.button("follow")).to_be_disabled()
    before = [await each.bounding_box() for each in (cards, report)]
    sockets[0].send(await held["followed"])
    await expect(person.button("follow")).to_be_enabled()
    assert [await each.bounding_box() for each in (cards, report)] == before
    beside = await person.button("block").bounding_box()
    assert beside is not None
    assert before[1] is not None
    assert before[1]["y"] == beside["y"]  # nobody wraps alone
