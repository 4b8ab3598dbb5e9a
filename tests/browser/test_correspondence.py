"""A week by correspondence: the server's time is set forward from day to day."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from server.config import Config
from server.lifecycle import start
from tests.browser.person import Person
from tests.kit.app import App
from tests.kit.settable_time import SettableTime

if TYPE_CHECKING:
    from playwright.async_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

DAY_MS = 86_400_000
MONDAY = int(datetime(2026, 11, 23, 9, tzinfo=UTC).timestamp() * 1000)


class SlowServer:
    """A server in this process, with a time that is set."""

    def __init__(self, db: Path) -> None:
        self.time = SettableTime(MONDAY)
        self.port = 0
        self._db = db
        self._stack = AsyncExitStack()
        self.app: App | None = None

    async def start(self) -> None:
        """Start it, with what was stored, and at the same port as before."""
        core, server = await start(Config(port=self.port, db=self._db, bot_pause_ms=0), self._stack)
        self.app = App(core)
        self.port = next(iter(server.sockets)).getsockname()[1]

    async def stop(self) -> None:
        """Stop it."""
        await self._stack.aclose()

    async def sleep(self, days: float) -> None:
        """Let days pass, and have the server look for flags as it does every few seconds."""
        self.time.advance(int(days * DAY_MS))
        assert self.app is not None
        await self.app.rooms.slow_flags.sweep()


@pytest_asyncio.fixture(loop_scope="session")
async def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SlowServer]:
    server = SlowServer(tmp_path / "tengen.db")
    monkeypatch.setattr("server.feature.SteadyTime", lambda: server.time)
    await server.start()
    yield server
    await server.stop()


async def come(browser: Browser, slow: SlowServer) -> Person:
    context = await browser.new_context(locale="en-GB", reduced_motion="reduce", service_workers="block")
    context.set_default_timeout(15_000)
    return Person(context, await context.new_page(), f"http://127.0.0.1:{slow.port}", r"net::ERR_|WebSocket connection")


async def open_game(person: Person, yours: bool) -> None:
    """Come to the lobby and from there to the one game, which says whose move it is."""
    await person.goto("/")
    game = person.page.get_by_test_id("slow-games").locator("li")
    await expect(game).to_have_attribute("data-yours", "true" if yours else "false")
    await game.get_by_role("link").click()
    await person.room()


async def waits(person: Person, much: int) -> None:
    """The bell says how much waits, on any page and without a reload."""
    text = f"{much} thing is waiting for you" if much else "Nothing is waiting for you"
    await expect(person.page.get_by_test_id("bell")).to_have_accessible_name(text)


async def plan_answers(person: Person) -> None:
    """Have an answer ready to H10, and to the move after it; and one to A1, which goes again."""
    card, asks = person.page.get_by_test_id("plan-card"), person.page.get_by_test_id("planning")
    kept = person.page.get_by_test_id("plan").get_by_role("button", name=re.compile("continue from there"))
    await card.get_by_role("button", name="Plan an answer").click()
    await expect(asks).to_contain_text("Choose the move that you expect from White.")
    await person.cell("H10").click()
    await expect(asks).to_contain_text("If White plays H10: choose your answer.")
    await person.cell("F6").click()
    await expect(kept).to_have_text(["If H10, then F6"])
    await person.cell("E5").click()  # it goes on after that
    await expect(person.cell("E5")).to_have_attribute("aria-label", "E5, white, stone 3 of the line shown")
    await person.page.keyboard.press("ArrowLeft")
    await person.page.keyboard.press("Enter")
    await expect(kept).to_have_text(["If H10, then F6", "then, if E5, D5"])
    await person.press("plan-done")
    await expect(card.get_by_role("button", name="Plan an answer")).to_be_focused()
    await person.page.keyboard.press("Enter")
    await person.page.keyboard.type("a1")
    await person.page.keyboard.press("Enter")
    await person.page.keyboard.type("a2")
    await person.page.keyboard.press("Enter")
    await expect(kept).to_have_count(3)
    await person.page.keyboard.press("Escape")
    await card.get_by_role("button", name="If A1, then A2: remove it").click()
    await expect(kept).to_have_text(["If H10, then F6", "then, if E5, D5"])


@pytest.mark.slow
async def test_a_week(browser: Browser, slow: SlowServer) -> None:
    ada, bob = await come(browser, slow), await come(browser, slow)
    room = await ada.create(color="black", visibility="link", clock="3d-weekends")
    await bob.goto(f"/room/{room}")
    await expect(bob.page.get_by_text("3 days a move, weekends free")).to_be_visible()
    await bob.press("sit")
    await expect(bob.status).to_contain_text("is to move")
    await bob.goto("/settings")
    await expect(bob.page.locator("#settings-name")).not_to_have_value("")  # once the server has greeted
    await ada.play("H8")  # Monday
    await expect(bob.page.get_by_text("has moved: it is your turn")).to_be_visible()  # wherever one is
    await expect(ada.page.locator("[data-clock='1']")).to_have_text("2 days 23 h")
    await expect(ada.page.locator("[data-slow='1']")).to_contain_text("to move by 26 Nov 2026")
    await ada.page.set_viewport_size({"width": 390, "height": 844})
    name = await ada.seat(1).locator(".player-name").bounding_box()
    assert name is not None
    assert name["width"] > 60  # the date leaves it room
    await waits(ada, 0)
    await waits(bob, 1)
    await expect(bob.page).to_have_title("(1) Settings · Tengen")
    await bob.page.get_by_test_id("bell").click()
    waiting = bob.page.locator(f"#bell-panel [data-room='{room}']")
    await expect(waiting).to_contain_text(re.compile("Your move against \\w+ \\w+until 26 Nov 2026"))
    await ada.goto("/")
    await expect(ada.page.get_by_test_id("slow-games").locator("li")).to_have_attribute("data-yours", "false")
    await expect(ada.page.get_by_role("region", name="Your games in progress")).to_be_hidden()
    assert slow.app is not None
    assert len(slow.app.rooms.tables) == 0

    await slow.sleep(1)  # Tuesday
    await open_game(bob, yours=True)
    await bob.play("I9")
    await waits(bob, 0)
    await waits(ada, 1)
    await bob.goto("/settings")

    await slow.stop()  # a restart in the night to Thursday
    await expect(ada.page.locator("[data-connection=offline]")).to_be_attached()
    slow.time.advance(2 * DAY_MS)
    await slow.start()
    await expect(ada.page.locator("[data-connection=online]")).to_be_attached()
    await waits(ada, 1)  # though the server has not loaded it
    assert len(slow.app.rooms.tables) == 0
    await slow.sleep(1)  # Friday
    await open_game(ada, yours=True)
    await ada.play("G7")
    await expect(ada.page.locator("[data-slow='1']")).to_contain_text("to move by 2 Dec 2026")  # Wednesday
    await plan_answers(ada)

    await bob.goto("/settings")
    vacation = bob.page.get_by_role("region", name="Vacation")
    await expect(vacation).to_contain_text("30 days left this year")
    await vacation.get_by_label("Days").fill("3")
    await bob.page.get_by_role("button", name="Announce").click()
    await expect(vacation).to_contain_text("27 days left this year")
    await expect(bob.page.get_by_test_id("vacations").locator("li")).to_have_count(1)
    await expect(ada.page.locator("[data-slow='1']")).to_contain_text("on vacation until 30 Nov 2026")
    # the hours of Friday and of Monday are put off, the weekend is free anyway
    await expect(ada.page.locator("[data-slow='1']")).to_contain_text("to move by 3 Dec 2026")

    await slow.sleep(4.5)  # over the weekend, to Tuesday
    await open_game(bob, yours=True)
    await expect(bob.page.locator("[data-clock='1']")).to_have_text("1 day 11 h")
    await expect(bob.page.get_by_test_id("plan-card")).to_be_hidden()
    await bob.play("H10")  # and that is answered before anybody sees it
    await bob.sees(["H8", "I9", "G7", "H10", "F6"])
    await expect(bob.page.get_by_test_id("plan-card")).to_be_hidden()
    await ada.goto(f"/room/{room}")
    await expect(ada.page.get_by_test_id("plan-card")).to_contain_text("Played as you planned: F6.")
    await expect(ada.page.get_by_test_id("plan").get_by_role("listitem")).to_have_text(["If E5, then D5×"])

    await bob.goto("/")
    await slow.sleep(3.1)
    await bob.goto(f"/room/{room}")
    await expect(bob.status).to_have_text("You lost")
    await waits(bob, 0)
    await ada.goto("/")
    await expect(ada.page.get_by_test_id("slow-games")).to_be_hidden()
    assert [*ada.complaints, *bob.complaints] == []
    for person in (ada, bob):
        await person.context.close()
