"""A bot loses to a trap, learns it, and blocks it the next time, mirrored."""

import re

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import FilePayload, expect

from gomoku import point as points
from gomoku.notation import sgf
from gomoku.notation.record import GameRecord
from tests.browser.axe import grave
from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.kit.process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SIZE = 15

GAME = (
    *("H8", "G9", "I9", "I8", "H10", "J10", "G11", "J8", "H11", "H9", "F12", "E13", "F11"),
    *("E11", "J11", "I11", "H12", "F10", "H13", "H14", "G12", "I12", "E10", "I14", "D9"),
)
"""An attack, and what the learner answers as long as it has learned nothing; D9 completes the row."""

READY_MS = 240_000
"""The engine may have to be compiled first."""

MISTAKE = GAME.index("F10")
"""After some other answers no forced win is found."""


def mirrored(name: str) -> str:
    """The point on the other side of the middle column."""
    x, y = points.xy(points.parse(name, SIZE), SIZE)
    return points.name(points.at(SIZE - 1 - x, y, SIZE), SIZE)


async def bring(person: Person, moves: list[str]) -> None:
    """Import a game of these moves; its review is shown."""
    record = GameRecord(
        size=SIZE,
        moves=tuple(points.parse(move, SIZE) for move in moves),
        rules="freestyle",
        black="Ada",
        white="Lin",
        outcome=None,
        date=None,
        think_ms=(),
        left_ms=(),
    )
    await person.goto("/games")
    await person.press("import")
    file = FilePayload(name="attack.sgf", mimeType="text/plain", buffer=sgf.dump(record).encode())
    await person.page.locator("#import-file").set_input_files(file)
    await person.page.get_by_role("dialog").get_by_role("button", name="Import").click()
    await person.sees(moves)


async def test_a_trap_is_learned_shown_and_blocked(arrive: Arrive, server: ServerProcess) -> None:
    person = await arrive(bypass_csp=True)
    page = person.page
    learner = page.locator("#create-opponent option", has_text="Learner")
    await expect(learner).to_be_attached(timeout=READY_MS)
    await person.create(opponent=await learner.get_attribute("value") or "", color="black")
    for ply in range(0, len(GAME), 2):
        await person.play(GAME[ply])
        await person.sees(GAME[: ply + 2])
    await expect(person.status).to_have_text("You won")

    await page.get_by_role("link", name="Review the game").click()
    # it is analysed unasked, since a bot has lost it
    turn = page.locator(".turn", has_text="a losing move of White")
    await expect(turn).to_have_text(re.compile(f"Move {MISTAKE + 1}: "), timeout=READY_MS)
    await page.get_by_role("link", name="Learn", exact=True).click()
    await page.get_by_role("link", name="Traps").click()
    traps = page.locator("[data-trap]")
    await expect(traps.locator(".trap-picture").first).to_be_visible()
    await expect(traps.first).to_contain_text("Learned from 1 game")
    assert await grave(person, "traps") == []
    await page.get_by_label("Rules").select_option("renju")
    await expect(page.locator(".empty")).to_be_visible()
    await expect(page).to_have_url(f"{person.base}/traps?rules=renju")

    attack = [mirrored(move) for move in GAME[:MISTAKE]]
    await bring(person, attack[:-1])
    form = page.get_by_test_id("try")
    await form.get_by_label("Opponent").select_option(label="Learner")
    await form.get_by_role("button", name="Play on").click()
    await person.room()
    await person.play(attack[-1])
    line = page.get_by_test_id("trap-line")
    await expect(line).to_contain_text("Learner broke up a trap that it learned.")
    await expect(page.locator(".moves-move")).to_have_count(MISTAKE + 1)
    await line.get_by_role("link", name="See the trap").click()
    await expect(traps).to_have_count(1)
    await page.get_by_role("link", name="All traps").click()
    await expect(traps.first).to_be_visible()
