"""Puzzles at one's strength, of the day, in a streak and against the clock, with those of the tree."""

import json
import re
import sqlite3
from contextlib import closing
from typing import Any

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from server.puzzles.question import Question
from tests.browser.axe import grave
from tests.browser.conftest import PHONE, Arrive
from tests.browser.person import Person
from tests.browser.test_ratings import keep_name
from tests.kit.process import ServerProcess
from tests.kit.puzzles import solve

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
STRONG_ENGINES = True


@pytest.fixture(scope="module")
def server_options() -> dict[str, str | int]:
    return {"bot_pause_ms": 0, "puzzles": "on"}


def read(server: ServerProcess, sql: str, *values: Any) -> Any:
    with closing(sqlite3.connect(f"file:{server.db}?mode=ro", uri=True)) as connection:
        return connection.execute(sql, values).fetchone()


def find_moves(server: ServerProcess, id: int) -> list[int]:
    """Return the moves that solve a puzzle."""
    sql = "SELECT kind, method, rules, size, nodes, moves, answers, proof FROM puzzles WHERE id = ?"
    kind, method, rules, size, nodes, moves, answers, proof = read(server, sql, id)
    asked = kind, method, rules, size, nodes, tuple(json.loads(moves)), tuple(json.loads(answers)), proof
    return solve(Question(*asked))


def find_asked(server: ServerProcess, mode: str) -> int:
    """Return the puzzle that the only run of a mode asks."""
    puzzles, step = read(server, "SELECT puzzles, step FROM puzzle_runs WHERE mode = ?", mode)
    return int(json.loads(puzzles)[step])


async def click_all(person: Person, moves: list[int]) -> None:
    for number, move in enumerate(moves):
        await expect(person.status).to_have_attribute("data-state", "solving")
        await person.cell(move).click()
        if number < len(moves) - 1:
            await expect(person.cell(move)).to_have_attribute("aria-label", re.compile(r", move \d"))
            await expect(person.status).to_have_attribute("data-state", "solving")


async def test_a_newcomer_solves_a_puzzle_at_their_strength_and_sees_the_rating(
    arrive: Arrive, server: ServerProcess
) -> None:
    person = await arrive("/puzzles", bypass_csp=True)
    page = person.page
    for name in ("solve", "daily", "streak", "storm"):  # on a fresh server they come in a moment
        await expect(page.get_by_test_id(f"tile-{name}")).to_be_visible()
    assert await grave(person, "puzzles") == []
    await page.get_by_test_id("tile-solve").focus()
    await page.keyboard.press("Enter")
    await expect(page).to_have_url(re.compile(r"/puzzles/\d+\?rules=freestyle$"))
    id = int(page.url.split("/")[-1].split("?")[0])
    assert read(server, "SELECT rating < 1400 FROM puzzles WHERE id = ?", id) == (1,)
    await click_all(person, find_moves(server, id))
    await expect(person.status).to_have_attribute("data-state", "solved")
    await expect(page.get_by_test_id("rated")).to_have_text(re.compile(r"^Your rating: 1\d{3}\? \(\+\d+\)$"))
    told = await page.get_by_test_id("rated").inner_text()
    await page.get_by_role("link", name="Puzzles").click()
    await expect(page.get_by_test_id("tile-solve")).to_contain_text(told.split()[2])
    await person.goto("/settings")
    await keep_name(person, "Solver")
    reader = await arrive("/players/Solver", bypass_csp=True)
    await expect(reader.page.get_by_test_id("puzzle-rating")).to_have_text(f"Puzzles {told.split()[2]}")
    await expect(reader.page.locator("[data-key=profile-ratings]")).to_contain_text("After 1 rated puzzle")
    assert await grave(reader, "profile with puzzles") == []


async def test_the_puzzle_of_the_day_counts_who_has_solved_it(arrive: Arrive, server: ServerProcess) -> None:
    person = await arrive("/puzzles", **PHONE)
    page = person.page
    assert await person.overflow() == 0
    await expect(page.get_by_test_id("tile-daily")).to_be_visible()
    stones = await page.get_by_test_id("tile-daily").locator(".small-board-stone").count()
    await page.get_by_test_id("tile-daily").tap()
    await expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
    daily = page.get_by_test_id("daily")
    await expect(daily).to_contain_text(re.compile("Solved by|Nobody has solved it yet today"))
    found = re.search(r"Solved by ([1-9]\d*) today|Nobody has solved it yet today", await daily.inner_text())
    assert found  # another test may have met the same puzzle
    (id,) = read(server, "SELECT puzzle FROM daily_puzzles WHERE rules = 'freestyle'")
    assert stones == len(json.loads(read(server, "SELECT moves FROM puzzles WHERE id = ?", id)[0]))
    for move in find_moves(server, id):
        await expect(person.status).to_have_attribute("data-state", "solving")
        await person.cell(move).tap()
        await person.cell(move).tap()
        await expect(person.cell(move)).to_have_attribute("aria-label", re.compile(r", move \d"))
    await expect(daily).to_contain_text(f"Solved by {int(found[1] or 0) + 1} today · 1 day in a row")
    assert await person.overflow() == 0
    await person.goto("/puzzles")
    await expect(page.get_by_test_id("tile-daily")).to_contain_text("You have solved it")


async def test_a_storm_is_over_when_its_time_is(arrive: Arrive, server: ServerProcess) -> None:
    person = await arrive(None, bypass_csp=True)
    page = person.page
    await page.clock.install()
    await person.goto("/puzzles/storm")
    await person.press("begin")
    await expect(page.get_by_role("timer")).to_have_text(re.compile(r"^[23]:\d\d$"))
    first = find_asked(server, "storm")
    await click_all(person, find_moves(server, first))
    await expect(page.get_by_test_id("score")).to_have_text("1")
    await page.clock.fast_forward(1_000)
    await expect(person.status).to_have_attribute("data-state", "solving")
    assert find_asked(server, "storm") != first
    assert await grave(person, "storm") == []
    await page.clock.fast_forward(180_000)
    await expect(page.get_by_test_id("task")).to_have_text("The storm is over")
    await expect(person.status).to_have_text("You solved 1 puzzle.")
    await expect(person.button("begin")).to_be_focused()
    await person.goto("/puzzles")
    await expect(page.get_by_test_id("tile-storm")).to_contain_text("Best: 1")


async def test_a_streak_is_over_with_the_first_mistake(arrive: Arrive, server: ServerProcess) -> None:
    person = await arrive("/puzzles/streak")
    page = person.page
    await person.press("begin")
    await expect(page.get_by_test_id("score")).to_have_text("0")
    moves = find_moves(server, find_asked(server, "streak"))
    await expect(page.locator(".board-piece").first).to_be_visible()
    taken = {0, 14, 210, 224} - {*moves}
    free = [each for each in sorted(taken) if "empty" in (await person.cell(each).get_attribute("aria-label") or "")]
    await person.cell(free[0]).click()
    await expect(page.get_by_test_id("task")).to_have_text("The streak is over")
    await expect(person.status).to_have_text("You solved 0 puzzles.")
    await expect(page.get_by_test_id("rated")).to_have_text(re.compile(r"\(−\d+\)$"))
    await page.get_by_role("link", name="Look at the last one").click()
    await expect(page.get_by_text("You failed once")).to_be_visible()
