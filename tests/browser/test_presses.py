"""A press means what the board said as it began; keys of any layout; and offers that reach who looks elsewhere."""

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.conftest import Arrive, meet
from tests.browser.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

DAYS = "3d-weekends"


async def put_down(person: Person, point: str) -> None:
    """Press the mouse on a point, and hold it."""
    box = await person.cell(point).bounding_box()
    assert box is not None
    await person.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await person.page.mouse.down()


async def test_a_move_under_the_finger_takes_the_press_away(arrive: Arrive) -> None:
    black, white, _ = await meet(arrive)
    await black.play("H8")
    await white.play("I9")
    await put_down(white, "G7")  # to be decided ahead
    await black.play("F6")
    await expect(white.status).to_have_text("Your turn")
    await white.page.mouse.up()
    await expect(white.page.locator(".board-note")).to_have_text("The board has just changed: press again")
    await white.play("G7")
    await black.sees(["H8", "I9", "F6", "G7"])


async def test_planning_stays_planning_until_it_is_left(arrive: Arrive) -> None:
    black, white, _ = await meet(arrive, clock=DAYS)
    await black.play("H8")
    await black.page.get_by_role("button", name="Plan an answer").click()
    await black.cell("I9").click()
    await expect(black.page.get_by_test_id("planning")).to_contain_text("If White plays I9")
    await put_down(black, "G7")  # the answer
    await white.play("J10")
    over = black.page.get_by_test_id("planning-over")
    await expect(over).to_contain_text("Nothing is played until you leave planning.")
    await black.page.mouse.up()
    await black.cell("F6").click()
    await black.cell("F6").click()
    await expect(black.page.locator(".board-note")).to_have_text("You were planning: go back to the game to play")
    await black.sees(["H8", "J10"])
    await over.get_by_role("button", name="Back to the game").click()
    await expect(over).to_have_count(0)
    await black.play("F6")
    await white.sees(["H8", "J10", "F6"])


async def test_points_are_typed_on_any_layout(arrive: Arrive) -> None:
    person = await arrive(None)
    await person.create(opponent="1", color="black")
    await person.cell("A1").focus()
    devtools = await person.context.new_cdp_session(person.page)

    async def press(key: str, code: str) -> None:
        for kind in ("keyDown", "keyUp"):
            await devtools.send("Input.dispatchKeyEvent", {"type": kind, "key": key, "code": code})

    typed = {
        "H10": [("р", "KeyH"), ("1", "Digit1"), ("0", "Digit0")],  # Cyrillic
        "E5": [("ε", "KeyE"), ("5", "Digit5")],  # Greek
        "A2": [("a", "KeyQ"), ("é", "Digit2")],  # AZERTY
        "C7": [("Process", "KeyC"), ("Process", "Digit7")],  # an input method for Pinyin
    }
    note = person.page.locator(".board-note")
    for point, keys in typed.items():
        for each in keys:
            await press(*each)
        await expect(note).to_have_text(f"{point} – Enter plays")
        await expect(person.cell(point)).to_be_focused()
    await person.page.keyboard.press("Escape")
    for each in (("ö", "Semicolon"), ("7", "Digit7")):
        await press(*each)
    await person.page.keyboard.press("Enter")
    await expect(person.said.last).to_have_text("There is no point ö7")
    await expect(person.page.locator(".moves-move")).to_have_count(0)


async def test_offers_reach_the_bell_until_they_are_answered(arrive: Arrive) -> None:
    black, white, room = await meet(arrive, clock=DAYS)
    await black.play("H8")
    await white.play("I9")
    await white.goto("/settings")
    bell, lines = white.page.get_by_test_id("bell"), white.page.locator("#bell-panel [data-offered]")
    await expect(bell).to_have_accessible_name("Nothing is waiting for you")
    await bell.click()
    await black.press("offer", what="draw")
    await expect(bell).to_have_accessible_name("1 thing is waiting for you")
    await expect(lines).to_contain_text("offers a draw.")
    await white.page.reload()
    await expect(bell).to_have_accessible_name("1 thing is waiting for you")
    await bell.click()
    await lines.get_by_role("link").click()
    await expect(white.page).to_have_url(f"{white.base}/room/{room}")
    await expect(bell).to_have_accessible_name("Nothing is waiting for you")  # it stands beside the board
    await white.press("accept", what="draw")
    await white.goto("/settings")
    await expect(bell).to_have_accessible_name("Nothing is waiting for you")
    await black.press("offer", what="rematch")
    await bell.click()
    await expect(lines).to_contain_text("wants a rematch.")
    await black.press("decline", what="rematch")
    await expect(bell).to_have_accessible_name("Nothing is waiting for you")
