"""Whoever was muted says something again as soon as that is over, on the page as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from server.store.people import sanctions
from tests.browser.test_correspondence import SlowServer, come, slow

if TYPE_CHECKING:
    from playwright.async_api import Browser

    from server.protocol.values import SanctionKind

__all__ = ["slow"]
pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

SOON_MS = 2_000
"""Long enough for the page to show it, short enough to be waited for."""


@pytest.mark.parametrize("kind", ["mute", "timeout"])
async def test_who_was_muted_may_speak_again_without_a_reload(
    browser: Browser, slow: SlowServer, kind: SanctionKind
) -> None:
    app = slow.app
    assert app is not None
    ada, bob = await come(browser, slow), await come(browser, slow)
    await ada.goto("/")
    room = await ada.create(color="black", visibility="link")
    await bob.goto(f"/room/{room}")
    await bob.press("sit")
    note, phrases = ada.page.get_by_test_id("talk-note"), ada.page.locator(".talk-phrases")
    await expect(phrases).to_be_visible()
    (seat, _) = app.rooms.tables.get(room).room.seats  # type: ignore[union-attr]
    assert seat is not None

    async def lay(until: int | None) -> None:
        await app.store.execute(*sanctions.insert(seat.id, kind, "spam", "", slow.time(), until, None))
        await app.live.player_sanctioned(seat.id)
        await expect(phrases).to_be_hidden()
        await expect(note).to_contain_text("spam")

    await lay(None)
    laid = await sanctions.list_active(app.store, seat.id, slow.time())
    await app.store.execute(*sanctions.lift(laid, slow.time()))
    await app.live.sanction_lifted(seat.id)
    await expect(phrases).to_be_visible()
    await lay(slow.time() + SOON_MS)  # it is told of again, and ends by itself
    slow.time.advance(-SOON_MS)  # a page whose clock is ahead of the server's asks too early, and once more
    await expect(phrases).to_be_visible()
    await expect(note).not_to_contain_text("spam")
    await ada.press("phrase", phrase="hello")
    await expect(bob.page.locator(".talk-line")).to_have_count(1)
    for person in (ada, bob):
        await person.page.context.close()
