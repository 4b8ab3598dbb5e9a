"""The library: filters, pages, and the way to a game."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.conftest import Arrive
from tests.kit.client import Client
from tests.kit.process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

GAMES = 25


@pytest.fixture(scope="module")
def server_options() -> dict[str, str | int]:
    return {"messages_per_s": 10_000, "message_burst": 10_000, "address_messages_per_s": 10_000}


async def resigned(server: ServerProcess) -> None:
    """Many short games, won by White; every fifth is Caro."""
    async with Client(server.ws) as black, Client(server.ws) as white:
        for index in range(GAMES):
            room = await black.create(rules="caro" if index % 5 == 0 else "freestyle")
            await white.command("sit", room=room)
            await black.move(room, 0, 112)
            await white.move(room, 1, 113)
            await black.command("resign", room=room)
            for player in (black, white):
                await player.send(t="leave", room=room)


async def test_games_are_found_and_paged(arrive: Arrive, server: ServerProcess) -> None:
    await resigned(server)
    person = await arrive("/games")
    games = person.page.locator("[data-game]")
    await expect(games.nth(5)).to_be_visible()
    first = await games.count()
    assert first < GAMES
    while await person.button("more").count():
        before = await games.count()
        await person.press("more")
        await expect(games.nth(before)).to_be_visible()
    await expect(games).to_have_count(GAMES)
    ids = await games.evaluate_all("all => all.map((game) => game.dataset.game)")
    assert len(set(ids)) == GAMES

    search = person.page.get_by_role("button", name="Show")
    await person.page.get_by_label("Rules").select_option("caro")
    await search.click()
    await expect(games).to_have_count(5)
    await expect(games.first).to_contain_text("White won")
    assert parse_qs(urlsplit(person.page.url).query) == {"rules": ["caro"]}
    await person.page.get_by_label("Result").select_option("black")
    await search.click()
    await expect(person.page.get_by_text("No game matches.")).to_be_visible()
    await person.page.go_back()
    await expect(games).to_have_count(5)
    await expect(person.page.get_by_label("Rules")).to_have_value("caro")
    await person.page.get_by_role("link", name="Clear filters").click()
    await expect(games).to_have_count(first)
    await person.page.get_by_label("Player").select_option(label="My games")
    await search.click()
    await expect(person.page.get_by_text("No game matches.")).to_be_visible()

    await person.goto("/games")
    await games.first.click()
    await expect(person.page.get_by_test_id("result")).to_contain_text("White won")
    await expect(person.page.get_by_test_id("position")).to_have_text(re.compile("^Move 2 of 2: White I8"))
    await person.page.locator(".player-name").first.click()
    await expect(games.nth(5)).to_be_visible()
    assert "player=" in person.page.url
