"""A phone: 360 pixels and a finger."""

import json
import re

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from gomoku import point as points
from tests.browser.conftest import PHONE, Arrive
from tests.browser.places import furnish
from tests.kit.client import Client
from tests.kit.process import ServerProcess

LOW = """(least) => [...document.querySelectorAll(
  "button, summary, select, a.button, .input, .segments a, .segments label, .moves-move"
)]
  .filter((each) => !each.closest(".board, .visually-hidden") && each.checkVisibility({ visibilityProperty: true }))
  .map((each) => [each.getBoundingClientRect(), each])
  .filter(([{ height }]) => height > 1 && height < least - 0.01)
  .map(([{ height }, each]) => `${each.tagName}.${each.className} ${each.textContent.slice(0, 30)}: ${height}`)"""
"""Controls that are lower than they should be. Links within sentences are as high as their line."""

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_ones_games_in_progress_are_one_press_from_the_first_screen(arrive: Arrive) -> None:
    person = await arrive("/", **PHONE)
    to_list = person.button("go-to-list")
    await expect(to_list).to_be_hidden()  # no game is open: this test is the first of the module's server
    room = await person.create(opponent="1", color="black")
    await person.goto("/")
    await expect(to_list).to_have_text("1 game in progress")
    await expect(to_list).to_be_in_viewport(ratio=1)
    await to_list.tap()
    there = person.page.locator(f"a[href='/room/{room}']")
    await expect(there).to_be_in_viewport(ratio=1)
    await there.tap()
    await expect(person.status).to_have_text("Your turn")


async def test_two_touches_play(arrive: Arrive) -> None:
    person = await arrive(None, **PHONE)
    await person.create(opponent="1", color="black")
    note = person.page.locator(".board-note")
    await person.cell("G9").tap()
    await expect(note).to_have_text("Touch G9 again to play it")
    await expect(person.page.locator(".board-ghost.is-aimed .board-ghost-piece")).to_be_visible()
    await person.cell("H8").tap()
    await expect(note).to_have_text("Touch H8 again to play it")
    await person.sees([])
    await person.cell("H8").tap()
    moves = person.page.locator(".moves-move")
    await expect(moves).to_have_count(2)
    await expect(moves.first).to_have_text("H8")
    await expect(note).to_be_hidden()

    await person.goto("/settings")
    await person.page.get_by_label("Confirm touches").uncheck()
    await person.page.go_back()
    await expect(moves).to_have_count(2)
    free = "G9" if await moves.nth(1).inner_text() != "G9" else "I7"
    await person.cell(free).tap()
    await expect(moves.nth(2)).to_have_text(free)


UNDER = """(note) => {
  const { left, right, top, bottom } = note.getBoundingClientRect();
  const hides = (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top;
  return [...document.querySelectorAll(".board-cell")].filter((cell) => hides(cell.getBoundingClientRect())).length;
}"""


@pytest.mark.parametrize("coordinates", [True, False])
async def test_no_note_hides_a_stone(arrive: Arrive, coordinates: bool) -> None:
    person = await arrive("/settings", **PHONE)
    await person.page.get_by_label("Coordinates").set_checked(coordinates)
    await person.create(opponent="1", color="black", size="20")
    note = person.page.locator(".board-note")
    for point in ("J2", "J19"):
        await person.page.locator(".board-cell").nth(points.parse(point, 20)).tap()
        await expect(note).to_have_text(f"Touch {point} again to play it")
        assert await note.evaluate(UNDER) == 0
        await expect(note).to_be_in_viewport(ratio=0.99)


COVERED = """() => {
  const { left, right, top, bottom } = document.querySelector(".toast").getBoundingClientRect();
  const hides = (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top;
  return [...document.querySelectorAll(".board, .clock")].filter((each) => hides(each.getBoundingClientRect())).length;
}"""


@pytest.mark.parametrize(("width", "height"), [(932, 430), (844, 390), (740, 360), (667, 375), (568, 320)])
async def test_on_its_side_the_board_is_whole_beside_clocks_and_toasts(
    arrive: Arrive, server: ServerProcess, width: int, height: int
) -> None:
    places = await furnish(server)
    person = await arrive(None, **PHONE | {"viewport": {"width": width, "height": height}})
    for name in ("room, playing", "review"):
        await places[name].visit(person)
        strips = person.page.locator(".player")
        for part in (person.page.locator(".board"), strips.first, strips.last):
            await expect(part).to_be_in_viewport(ratio=0.99)
        await person.page.locator(".toasts").evaluate(
            "(toasts) => toasts.innerHTML = '<div class=toast><span>Your turn in another game.</span></div>'"
        )
        assert await person.page.evaluate(COVERED) == 0
        assert await person.overflow() == 0


async def test_what_one_does_after_a_game_is_in_one_line(arrive: Arrive) -> None:
    person = await arrive(None, **PHONE)
    await person.create(opponent="1", color="black")
    for _ in range(2):
        await person.cell("H8").tap()
    await expect(person.page.locator(".moves-move")).to_have_count(2)
    await person.press("ask-resign")
    await person.press("resign")
    await expect(person.status).to_have_text("You lost")  # a game that goes on may have three buttons, too
    await person.wear_own_font()
    ways = person.page.locator(".room-actions .button")
    await expect(ways).to_have_count(3)
    tops = await ways.evaluate_all("(ways) => ways.map((way) => way.getBoundingClientRect().top)")
    assert len(set(tops)) == 1, tops


async def test_board_and_turn_are_seen_without_scrolling(arrive: Arrive, server: ServerProcess) -> None:
    places = await furnish(server)
    person = await arrive(None, **PHONE)
    await places["room, playing"].visit(person)
    for part in (person.page.locator(".board"), person.seat(0), person.seat(1), person.status):
        await expect(part).to_be_in_viewport(ratio=0.99)
    box = await person.page.locator(".board").bounding_box()
    assert box is not None
    assert box["width"] >= 330
    await expect(person.status).to_have_text(re.compile("is to move"))


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
@pytest.mark.parametrize("account", ["", "Wolfgang Amadeus"])
async def test_one_sees_who_one_is(arrive: Arrive, server: ServerProcess, locale: str, account: str) -> None:
    person = await arrive(None, locale=locale, **PHONE)
    if account:
        async with Client(server.ws) as client:
            await client.send(t="keep_name", id="keep", name=f"{account}{locale[:2]}", password="a long enough secret")
            token = (await client.wait(lambda message: message["t"] == "welcome"))["token"]
        await person.page.add_init_script(f"localStorage.setItem('tengen.token', '{json.dumps(token)}')")
    await person.goto("/")
    own = person.page.locator(".site-own")
    await expect(own).to_be_in_viewport(ratio=0.99)
    await expect(own).to_have_attribute("href", re.compile("^/\\w+/."))
    await person.page.evaluate("document.fonts.ready")
    name = own.locator("bdi")
    box = await name.bounding_box()
    assert box is not None
    assert box["width"] >= 50
    assert await name.evaluate("(name) => getComputedStyle(name).textOverflow") == "ellipsis"
    for button in ("menu", *([] if account else ["account"])):
        await expect(person.button(button)).to_be_in_viewport(ratio=1)
    assert await person.overflow() == 0


@pytest.mark.parametrize("width", [360, 430, 600, 768])
@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
async def test_the_places_are_behind_one_button_and_signing_in_is_in_sight(
    arrive: Arrive, locale: str, width: int
) -> None:
    person = await arrive(locale=locale, **PHONE | {"viewport": {"width": width, "height": 740}})
    await expect(person.button("account")).to_be_in_viewport(ratio=0.99)
    places = person.page.locator(".site-nav a, .site-tools > *")
    await expect(places).to_have_count(7)
    await expect(places.first).to_be_hidden()
    await person.press("menu")
    await expect(places.first).to_be_focused()  # they come before the button
    for place in await places.all():
        await expect(place).to_be_in_viewport(ratio=0.99)
        await place.click(trial=True)  # the board does not cover it
    assert await person.overflow() == 0
    await person.page.keyboard.press("Escape")
    await expect(places.first).to_be_hidden()
    await expect(person.button("menu")).to_be_focused()


async def test_a_finger_finds_everything_that_is_pressed(arrive: Arrive, server: ServerProcess) -> None:
    places = await furnish(server)
    person = await arrive(None, allow="404", **PHONE)
    low = {}
    for name, place in places.items():
        await place.visit(person)
        if found := await person.page.evaluate(LOW, 40):
            low[name] = found
    assert low == {}, json.dumps(low, indent=1)
