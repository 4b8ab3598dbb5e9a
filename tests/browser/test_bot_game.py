"""A game against a bot from the first move to its review."""

import re
from pathlib import Path

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from bots.engine import Limits, Stop
from bots.players.wrappers import GuardedPlayer
from bots.registry import engine
from gomoku import point as points
from gomoku.game import Game
from gomoku.notation import psq, sgf
from gomoku.rulesets import ruleset
from tests.browser.conftest import Arrive
from tests.browser.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

NAMES = re.compile(r"^[A-O]\d+")


async def win(person: Person, advice: str = "wins_array", nodes: int = 1000) -> list[str]:
    """Play freestyle by a stronger engine's advice until the game is over; the moves' names."""
    advisor = GuardedPlayer(engine(advice).open(ruleset("freestyle"), 15, 1, 1 << 20))
    mine = person.page.locator('.player[data-to-move="true"] .badge', has_text="You")
    over = person.page.locator('[data-testid=status][data-phase="over"]')
    while True:
        await mine.or_(over).first.wait_for()
        names = await person.page.locator(".moves-move").all_inner_texts()
        if await over.count():
            return names
        game = Game.replay(ruleset("freestyle"), 15, [points.parse(name, 15) for name in names])
        await person.play(advisor.choose(game, Limits(nodes=nodes), Stop()).point)


async def test_a_won_game_is_reviewed_saved_and_shared(arrive: Arrive, tmp_path: Path) -> None:
    person = await arrive("/play")
    await person.press("play-bot", level=1)
    await person.room()
    names = await win(person)
    await expect(person.status).to_have_text("You won")
    await expect(person.detail).to_have_text("Five in a row.")
    await expect(person.page.locator(".board-piece.is-winning")).to_have_count(5)
    await expect(person.page).to_have_title(re.compile("You won"))

    await person.page.get_by_role("link", name="Review").click()
    await expect(person.page.get_by_test_id("position")).to_have_text(
        re.compile(f"^Move {len(names)} of {len(names)}: ")
    )
    listed = await person.page.locator(".moves-move").all_inner_texts()
    assert [match[0] for text in listed if (match := NAMES.match(text))] == names

    await person.unfold("Share and save")
    for notation, load in (("sgf", sgf.load), ("psq", psq.load)):
        async with person.page.expect_download() as download:
            await person.press("download", notation=notation)
        path = tmp_path / (await download.value).suggested_filename
        await (await download.value).save_as(path)
        record = load(path.read_text("utf-8"))
        assert [points.name(move, 15) for move in record.moves] == names
        assert "Bot, level 1" in (record.black, record.white)

    await person.press("step", step="first")
    await person.press("step", step="next")
    await person.page.keyboard.press("ArrowRight")
    await expect(person.page.get_by_test_id("position")).to_have_text(re.compile("^Move 2 of "))
    await expect(person.page.get_by_label("Position string")).to_have_value("".join(names[:2]).lower())
    for format, begin in (("svg", b"<svg "), ("png", b"\x89PNG"), ("gif", b"GIF89a")):
        async with person.page.expect_download() as download:
            await person.press("download", notation=format)
        path = tmp_path / (await download.value).suggested_filename
        await (await download.value).save_as(path)
        assert path.name.endswith(f".{format}" if format == "gif" else f"-2.{format}")
        assert path.read_bytes().startswith(begin)
    link = await person.page.get_by_label("Link to this position").input_value()
    friend = await arrive(link.removeprefix(person.base))
    await expect(friend.page.get_by_test_id("position")).to_have_text(re.compile(f"^Move 2 of {len(names)}: "))
    await expect(friend.page.locator(".board-piece")).to_have_count(2)

    await person.press("again")
    again = await person.room()
    assert again not in link
    await expect(person.page.locator(".moves-none, .moves-move").first).to_be_visible()


async def test_noughts_and_crosses_cannot_be_won(arrive: Arrive) -> None:
    person = await arrive("/play")
    person.size = 3
    await person.press("play-small-bot")
    await person.room()
    for _ in range(5):
        over = person.page.locator('[data-testid=status][data-phase="over"]')
        await person.page.locator('[data-testid=status][data-turn="yours"]').or_(over).first.wait_for()
        if await over.count():
            break
        free = person.page.locator('.board-cell[aria-label$=", empty"]').first
        point = await free.evaluate(
            "cell => [...cell.closest('[role=grid]').querySelectorAll('.board-cell')].indexOf(cell)"
        )
        await person.cell(point).click()
        await expect(person.cell(point)).to_have_attribute("aria-label", re.compile("(cross|nought), move"))
    await expect(person.status).to_have_text(re.compile("^(You lost|Draw)$"))
    await expect(person.detail).to_have_text(re.compile(r"^(Three in a row\.|The board is full\.)$"))
    assert await person.page.locator(".board-cross, .board-nought").count() >= 5


async def test_a_bot_gives_a_move_back(arrive: Arrive) -> None:
    person = await arrive()
    await person.create(opponent="2", color="black")
    await person.play("H8")
    await expect(person.page.locator(".moves-move")).to_have_count(2)
    names = await person.page.locator(".room-actions [data-do]").all_inner_texts()
    places = [await button.bounding_box() for button in await person.page.locator(".room-actions [data-do]").all()]
    await person.press("offer", what="takeback")
    await person.sees([])
    # a second press finds neither Abort nor Resign where it was
    await expect(person.button("abort")).to_be_visible()
    assert names == ["Hint", "Take back", "Resign"]
    buttons = person.page.locator(".room-actions [data-do]")
    await expect(buttons).to_have_text(["Hint", "Take back", "Abort"])
    assert [await button.bounding_box() for button in await buttons.all()][:2] == places[:2]
    await expect(person.button("offer", what="takeback")).to_have_attribute("aria-disabled", "true")
    await person.play("G7")
    await expect(person.page.locator(".moves-move").first).to_have_text("G7")


async def test_the_form_offers_who_plays_what_is_chosen_and_remembers(arrive: Arrive) -> None:
    person = await arrive(None)
    await person.create(opponent="2", color="black", size="19")
    await person.goto("/")
    await person.open_form()
    opponent = person.page.locator("#create-opponent")
    await expect(opponent).to_have_value("person")  # whoever wants a bot again says so
    size = person.page.locator("#create-size")
    await expect(size).to_have_value("19")
    await opponent.select_option("2")
    await expect(opponent.locator("[value='0']")).to_have_count(0)
    await person.page.locator("#create-rules").select_option("tictactoe")
    await expect(opponent).to_have_value("person")
    await expect(opponent.locator("option")).to_have_count(3)  # anybody, somebody by name, and who knows the game
    await expect(opponent.locator("[value='0']")).to_have_count(1)
    await person.page.locator("#create-rules").select_option("row_6")
    await expect(opponent.locator("option")).to_have_count(2)
    await expect(person.page.locator("#create-opponent-hint")).to_be_visible()
    await expect(size.locator("option")).to_have_count(15)
    await expect(size).to_have_value("19")
    await person.page.locator("#create-rules").select_option("renju")
    await expect(opponent).to_have_value("2")
    await expect(person.page.locator("#create-opponent-hint")).to_be_hidden()
    await size.select_option("8")
    await expect(person.page.locator("#create-opening")).to_be_hidden()
