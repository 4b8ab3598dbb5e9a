"""The library: filters, pages, and the way to a game."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
import pytest_asyncio

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


@pytest_asyncio.fixture(scope="module", loop_scope="session", autouse=True)
async def players(server: ServerProcess) -> tuple[str, str]:
    """Many short games, won by White; every fifth is Caro. The ids of Ada, who had black, and Brook."""
    async with Client(server.ws) as black, Client(server.ws) as white:
        await black.command("rename", name="Ada")
        await white.command("rename", name="Brook")
        for index in range(GAMES):
            room = await black.create(rules="caro" if index % 5 == 0 else "freestyle")
            await white.command("sit", room=room)
            await black.move(room, 0, 112)
            await white.move(room, 1, 113)
            await black.command("resign", room=room)
            for player in (black, white):
                await player.send(t="leave", room=room)
        return black.player, white.player


async def test_games_are_found_and_paged(arrive: Arrive) -> None:
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

    await person.goto("/games")
    await games.first.click()
    await expect(person.page.get_by_test_id("result")).to_contain_text("White won")
    await expect(person.page.get_by_test_id("position")).to_have_text(re.compile("^Move 2 of 2: White I8"))
    await person.page.locator(".player-name").first.click()
    await expect(games.nth(5)).to_be_visible()
    assert "player=" in person.page.url
    await expect(person.page.get_by_label("Player", exact=True)).to_have_value("Brook")


async def test_the_games_of_a_player(arrive: Arrive, players: tuple[str, str]) -> None:
    _, brook = players
    person = await arrive("/games")
    page = person.page
    games = page.locator("[data-game]")
    field = page.get_by_label("Player", exact=True)
    search = page.get_by_role("button", name="Show")
    nothing = page.get_by_text("No game matches.")

    await expect(games.nth(5)).to_be_visible()
    await expect(field).to_have_value("")
    own = page.locator("#filter-players option").first
    await expect(own).to_have_attribute("label", "You")
    offered = await page.locator("#filter-players option").evaluate_all("all => all.map((option) => option.value)")
    assert sorted(offered[1:]) == ["Ada", "Brook"]

    await field.fill("Brook")
    await search.click()
    await expect(games.first).to_contain_text("Brook")
    await expect(field).to_have_value("Brook")
    await expect(page).to_have_url(f"{person.base}/games?player={brook}")

    await field.fill("Nobody At All")
    await field.press("Enter")
    await expect(nothing).to_be_visible()
    await expect(field).to_have_value("Nobody At All")
    await expect(page).to_have_url(f"{person.base}/games?player=Nobody+At+All")

    # a name that the page has not seen is the server's to find, in any case
    await field.fill("ada")
    await search.click()
    await expect(games.first).to_contain_text("Ada")
    await expect(page).to_have_url(f"{person.base}/games?player=ada")
    await page.reload()
    await expect(games.first).to_contain_text("Ada")
    await expect(field).to_have_value("ada")

    await field.fill("")
    await search.click()
    await expect(games.first).to_be_visible()
    await expect(page).to_have_url(f"{person.base}/games")

    await page.get_by_role("button", name="My games").click()
    await expect(nothing).to_be_visible()
    await expect(field).to_have_value(offered[0])
    await expect(page).not_to_have_url(f"{person.base}/games?player={offered[0]}")
    await expect(page).to_have_url(re.compile(r"/games\?player=[^&]+$"))
