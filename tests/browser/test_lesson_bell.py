"""The bell tells of a lesson that is ready, its line leads there, and what was seen is told no more, on any page."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from server.accounts.accounts import Accounts
from server.protocol.values import Who
from server.store.knowledge import lesson_notices, lessons
from server.store.store import Store
from tests.browser.axe import grave
from tests.browser.conftest import PHONE, Arrive
from tests.browser.person import Person
from tests.kit.process import ServerProcess
from tests.server.learning.examples import study
from tests.server.store.bot_games import against_bot

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


@dataclass(frozen=True)
class Told:
    """A server on which two lessons wait for somebody, whose token this is."""

    server: ServerProcess
    token: str


async def furnish(db: Path) -> str:
    """A game that was won and one that was lost, and the lessons of both; the player's token."""
    store = await Store.open(db)
    ada, token = await Accounts(store).make_guest("en")
    for id, winner in (("won000000000", "black"), ("lost00000000", "white")):
        serial = await against_bot(store, id, Who(ada.id, ada.name), level=4, winner=winner)  # type: ignore[arg-type]
        now = ada.created_at
        put = lesson_notices.put(ada.id, serial, now)
        await store.execute(lessons.keep(serial, study(mistake=4), now), *put)
    await store.execute(("DELETE FROM jobs", ()))  # else an idle server soon has lessons of its own
    await store.close()
    return token


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    db = tmp_path_factory.mktemp("server") / "tengen.db"
    token = asyncio.run(furnish(db))
    process = ServerProcess(db, bot_pause_ms=0)
    process.start()
    yield Told(process, token)
    process.kill()
    assert process.complaints() == []


@pytest.fixture(scope="module")
def server(told: Told) -> ServerProcess:
    """That one, for who arrives."""
    return told.server


async def come(arrive: Arrive, told: Told, **options: object) -> Person:
    """The player, in the lobby, with the bell open."""
    person = await arrive(None, bypass_csp=True, **options)
    await person.context.add_init_script(f"localStorage['tengen.token'] ??= {json.dumps(json.dumps(told.token))}")
    await person.goto("/")
    await person.page.get_by_test_id("bell").click()
    return person


async def test_a_lesson_is_told_until_it_is_seen(arrive: Arrive, told: Told) -> None:
    phone = await come(arrive, told, locale="zh-CN", **PHONE)
    desk = await come(arrive, told, allow="Failed to load resource|net::ERR_FAILED")
    lines = desk.page.locator("#bell-panel [data-lesson]")
    await expect(lines).to_have_count(2)
    await expect(desk.page.get_by_test_id("bell")).to_have_attribute("aria-label", "2 things are waiting for you")
    won = desk.page.locator("#bell-panel [data-lesson=won000000000]")
    await expect(won).to_contain_text("The game you won against")
    await expect(won).to_contain_text("At move 7 you had a proven win.")
    lost = desk.page.locator("#bell-panel [data-lesson=lost00000000]")
    await expect(lost).to_contain_text("The lesson from your loss to")
    await expect(phone.page.locator("#bell-panel")).to_contain_text("那局棋，分析出来了")
    assert await grave(desk, "bell") == []
    assert await phone.overflow() == 0
    await desk.page.route("**/pages/review.js", lambda route: route.abort())
    await desk.goto("/game/won000000000")
    await expect(desk.page.get_by_test_id("not-loaded")).to_be_visible()
    await desk.page.unroute("**/pages/review.js")
    await desk.page.route("**/api/games/won000000000", lambda route: route.abort())
    await desk.goto("/game/won000000000")
    await expect(desk.page.locator("main [role=alert]")).to_be_visible()
    await desk.page.unroute("**/api/games/won000000000")
    await desk.goto("/")
    await desk.page.get_by_test_id("bell").click()
    await expect(lines).to_have_count(2)  # it was not seen
    await won.get_by_role("link", name="Look").click()
    await expect(desk.page).to_have_url(f"{desk.base}/game/won000000000")
    for person in (desk, phone):
        await expect(person.page.locator("[data-lesson]")).to_have_count(1)
    await phone.goto("/room/lost00000000")
    for person in (desk, phone):
        await expect(person.page.locator("[data-lesson]")).to_have_count(0)
