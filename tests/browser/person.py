"""A person at a browser: one identity, one page, and what one looks for on it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gomoku import point as points

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, ConsoleMessage, Locator, Page

NETWORK = r"net::ERR_|WebSocket connection to .* failed"
"""Console messages of the browser itself while a server is away."""

LATE_FONT = """() => {
  for (const sheet of document.styleSheets) {
    for (const [n, rule] of [...sheet.cssRules].entries()) {
      if (!(rule instanceof CSSFontFaceRule)) continue;
      sheet.deleteRule(n);
      sheet.insertRule(rule.cssText.replace("optional", "block"), n);
    }
  }
  document.body.getBoundingClientRect();
  return document.fonts.ready.then(() => null);
}"""
"""Declares the font anew, and waits for it. A font that comes late is otherwise left out for the whole visit
(``font-display: optional``), so that on a busy machine a test measures another, wider one.
"""


class Person:
    """One browser context with its own storage, so one identity of the server's.

    ``complaints`` are the console's errors and the page's uncaught ones; lines that match ``allow`` are left out.
    """

    def __init__(self, context: BrowserContext, page: Page, base: str, allow: str | None) -> None:
        self.context = context
        self.page = page
        self.base = base
        self.allow = allow
        self.size = 15
        self.complaints: list[str] = []
        context.on("console", self._console)
        context.on("weberror", lambda error: self.complaints.append(f"uncaught: {error.error}"))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not (self.allow and re.search(self.allow, message.text)):
            self.complaints.append(f"{message.text} ({message.location['url']})")

    # --- going about ---

    async def goto(self, path: str) -> None:
        """Load a page by its address."""
        await self.page.goto(self.base + path)

    async def wear_own_font(self) -> None:
        """Show the page in the client's own font even if that came late: some measures hold only in it."""
        await self.page.evaluate(LATE_FONT)

    async def new_page(self) -> Person:
        """The same person at another tab."""
        other = Person.__new__(Person)
        other.__dict__ |= self.__dict__
        other.page = await self.context.new_page()
        return other

    async def press(self, does: str, **data: str | int) -> None:
        """Press the button of an action, by its ``data-do`` and other data attributes."""
        await self.button(does, **data).click()

    def button(self, does: str, **data: str | int) -> Locator:
        """The button of an action."""
        more = "".join(f'[data-{name}="{value}"]' for name, value in data.items())
        return self.page.locator(f'[data-do="{does}"]{more}')

    async def open_form(self) -> None:
        """Open the lobby's dialog for a game of any kind."""
        await self.press("new-game")
        await self.page.locator("dialog.create[open]").wait_for()

    async def create(self, **wishes: str) -> str:
        """Fill in the lobby's form and make a room; its id. ``opponent`` and other selects, radios by value."""
        await self.goto("/")
        await self.open_form()
        for name, value in wishes.items():
            radio = self.page.locator(f'.create-form [type=radio][name="{name}"][value="{value}"]')
            if await radio.count():
                await radio.check()
            else:
                await self.page.locator(f"#create-{name}").select_option(value)
        await self.page.locator(".create-form [type=submit]").click()
        return await self.room()

    async def unfold(self, title: str) -> None:
        """Open a part of the page that is folded."""
        await self.page.locator("summary", has_text=title).click()

    async def show_tab(self, name: str) -> None:
        """Select a tab of the room, beside the board: "talk" or "details"."""
        await self.page.locator(f"[data-tab={name}]").click()

    async def room(self) -> str:
        """The id of the room that is shown, once it is."""
        await self.page.wait_for_url(re.compile(r"/room/\w+$"))
        # while the page of the room is loaded, the lobby stays, with a board of its own
        await self.page.locator("main:not([inert]) .board-cell").first.wait_for()
        return self.page.url.rsplit("/", 1)[1]

    # --- the room ---

    def cell(self, point: int | str) -> Locator:
        """The cell of a point, by number or name ("H8")."""
        index = points.parse(point, self.size) if isinstance(point, str) else point
        return self.page.locator(".board-cell").nth(index)

    async def play(self, *moves: int | str) -> None:
        """Click on points, each as soon as it is one's turn."""
        for move in moves:
            await self.expect(self.status).to_have_attribute("data-turn", "yours")
            await self.cell(move).click()
            await self.expect(self.cell(move)).to_have_attribute("aria-label", re.compile(r", move \d"))

    @property
    def status(self) -> Locator:
        """The line with the turn, or the end of the game."""
        return self.page.get_by_test_id("status")

    @property
    def detail(self) -> Locator:
        """The line below the status."""
        return self.page.get_by_test_id("detail")

    @property
    def said(self) -> Locator:
        """Announcements of the board, newest last."""
        return self.page.locator("[role=log] p")

    def seat(self, number: int) -> Locator:
        """The strip of a seat."""
        return self.page.locator(f'.player[data-seat="{number}"]')

    async def sees(self, moves: Sequence[str]) -> None:
        """Wait until exactly these moves are listed, and as many stones are on the board."""
        await self.expect(self.page.locator(".moves-move")).to_have_text(list(moves))
        await self.expect(self.page.locator(".board-piece:not(.is-pending)")).to_have_count(len(moves))

    def expect(self, what: Locator) -> Any:
        """Playwright's assertions, which wait."""
        from playwright.async_api import expect

        return expect(what)

    async def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        return int(
            await self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        )
