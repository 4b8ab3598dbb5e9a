"""A page shows few words and few things to press before anybody unfolds anything."""

import json
import re

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from gomoku import point as points
from tests.browser.conftest import Arrive
from tests.browser.test_review import ANALYSED_MS, LOST, MOVES, forget_saving_moves
from tests.browser.words import count_shown
from tests.kit.client import Client
from tests.kit.process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
STRONG_ENGINES = True

LAPTOP = {"viewport": {"width": 1366, "height": 768}}


async def test_the_lobby_of_a_newcomer(arrive: Arrive) -> None:
    person = await arrive(None, **LAPTOP)
    await person.goto("/")
    await expect(person.page.locator(".first-opponent [data-level]").first).to_be_visible()
    await expect(person.page.get_by_test_id("newcomer")).to_be_visible()
    words, controls = await count_shown(person.page)
    assert words < 100, words
    assert controls <= 24, controls


async def test_a_room_with_a_bot(arrive: Arrive) -> None:
    person = await arrive(None, **LAPTOP)
    await person.create(opponent="1", color="black")
    await person.play("H8")
    await expect(person.page.locator(".moves-move")).to_have_count(2)
    await expect(person.status).to_have_text("Your turn")
    words, controls = await count_shown(person.page)
    assert words <= 60, words
    assert controls <= 30, controls


async def test_the_review_of_a_lost_game(arrive: Arrive, server: ServerProcess) -> None:
    async with Client(server.ws) as black, Client(server.ws) as white:
        game = await black.create()
        await white.command("sit", room=game)
        for ply, move in enumerate(MOVES):
            await (black, white)[ply % 2].move(game, ply, points.parse(move, 15))
        await white.command("resign", room=game)
        await white.command("analyse", game=game)
        loser = white.token
    person = await arrive(None, **LAPTOP)
    await person.page.add_init_script(f"localStorage.setItem('tengen.token', '{json.dumps(loser)}')")
    await person.goto(f"/game/{game}")
    await expect(person.page.get_by_role("button", name="Find the better move")).to_be_visible(timeout=ANALYSED_MS)
    await expect(person.page.get_by_test_id("position")).to_have_text(re.compile(f"^Move {LOST} of "))
    words, controls = await count_shown(person.page)
    assert words <= 136, words
    assert controls <= 40, controls
    await person.page.route(f"**/api/games/{game}/analysis", forget_saving_moves)
    await person.goto(f"/game/{game}?ply={LOST}")
    await expect(person.page.get_by_test_id("unnamed")).to_be_visible()
    words, controls = await count_shown(person.page)
    assert words <= 150, words
    assert controls <= 44, controls
