"""A player who beats a learning bot sees what it has learned, plays the game again, and does not win in the
same way."""

import re

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from bots.engine import MEMORY, Limits, Player, Stop
from bots.registry import engine
from gomoku import point as points
from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import ruleset
from tests.browser.axe import grave
from tests.browser.conftest import Arrive
from tests.browser.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]
STRONG_ENGINES = True

SIZE = 15
READY_MS = 240_000
STUDIED_MS = 120_000
STRONG = Limits(nodes=60_000)
FIRST = ("H8", "G7", "I8", "H6", "J9", "G9")
"""A game for each, until one is won."""


async def beat(person: Person, player: Player, first: str, learner: str) -> list[str] | None:
    """Play black against a bot that may lose; the moves if it did."""
    await person.create(opponent=learner, color="black")
    game = Game(ruleset("freestyle"), SIZE)
    while game.outcome is None:
        point = player.choose(game, STRONG, Stop()).point if game.ply else points.parse(first, SIZE)
        await person.play(point)
        game.play(point)
        if game.outcome is None:
            moves = person.page.locator(".moves-move")
            await expect(moves).to_have_count(game.ply + 1, timeout=READY_MS)
            game.play(points.parse((await moves.nth(game.ply).inner_text()).strip(), SIZE))
    won = game.outcome.winner is Color.BLACK
    return [points.name(point, SIZE) for point in game.moves] if won else None


async def test_the_same_game_is_not_won_again(arrive: Arrive) -> None:
    person = await arrive(bypass_csp=True)
    page = person.page
    await person.open_form()
    option = page.locator("#create-opponent option", has_text=re.compile("^Learner$"))
    await expect(option).to_be_attached(timeout=READY_MS)
    learner = await option.get_attribute("value") or ""
    player = engine("search").open(ruleset("freestyle"), SIZE, 1, MEMORY)
    said, again = page.get_by_test_id("lesson"), person.button("same-game")
    for first in FIRST:
        won = await beat(person, player, first, learner)
        if won is None:
            continue
        await expect(said).to_contain_text(
            re.compile("no forced win|known to have lost|at move", re.IGNORECASE), timeout=STUDIED_MS
        )
        if await again.count():
            break
    else:
        pytest.fail("the learner has lost to no proven win")
    player.close()
    assert won is not None
    ply = int(await again.get_attribute("data-ply") or "")
    await expect(said).to_contain_text(re.compile(f"will (not )?play {won[ply]} (there )?again"))
    assert await grave(person, "room, lesson") == []

    watcher = await arrive(page.url.removeprefix(person.base))
    await expect(watcher.page.get_by_test_id("lesson")).to_contain_text("beat me, with a proven win at move")
    await expect(watcher.button("same-game")).to_have_count(0)
    await page.reload()  # it is told again to who comes back
    await expect(said).to_contain_text("You beat me: at move")

    await again.focus()
    await page.keyboard.press("Enter")
    moves = page.locator(".moves-move")
    await expect(page.get_by_test_id("lesson")).to_be_hidden()
    await expect(moves).to_have_count(ply + 1)
    await expect(page.get_by_role("link", name=f"Continues from move {ply} of another game")).to_be_visible()
    assert [text.strip() for text in (await moves.all_inner_texts())[:ply]] == won[:ply]
    assert (await moves.nth(ply).inner_text()).strip() != won[ply]
