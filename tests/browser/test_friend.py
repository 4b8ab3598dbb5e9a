"""A friend comes by a link, on whatever they hold in their hands."""

import json

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.conftest import PHONE, Arrive, meet
from tests.browser.person import Person
from tests.kit.http import get

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

WINDOWS = ((360, 640), (768, 1024), (1024, 768), (1440, 900))


async def link_of(owner: Person) -> str:
    link = await owner.page.get_by_label("Link to this game").input_value()
    return link.removeprefix(owner.base)


async def test_the_link_of_a_game_is_an_invitation_with_one_button(arrive: Arrive) -> None:
    owner = await arrive(None)
    await owner.create(color="white", rules="renju", clock="5+3", visibility="link")
    path = await link_of(owner)
    friend = await arrive(path)
    page = friend.page
    invitation = page.get_by_test_id("invitation")
    name = await owner.seat(0).locator(".player-name").inner_text()
    for words in (f"{name} invites you to a game", "Renju", "15×15", "5 min + 3 s a move", "Black", "You begin."):
        await expect(invitation).to_contain_text(words)
    await expect(page).to_have_title(f"{name} invites you to a game · Tengen")
    await expect(page.locator(".board-cell")).to_have_count(0)
    button = invitation.get_by_role("button", name="Sit down and play")
    for width, height in WINDOWS:
        await page.set_viewport_size({"width": width, "height": height})
        await expect(invitation).to_be_in_viewport(ratio=0.99)
        box = await button.bounding_box()
        assert box is not None
        assert box["height"] >= 56
        assert box["width"] >= 300
        assert await friend.overflow() <= 0

    # what only looks at the link, or loads its page, takes nothing
    assert (await get(owner.base + path))[0] == 200
    onlooker = await arrive(path)
    await expect(onlooker.button("sit")).to_be_visible()
    await expect(owner.status).to_have_text("Waiting for an opponent")
    await page.keyboard.press("Tab")
    await button.focus()
    await page.keyboard.press("Enter")
    await expect(friend.status).to_have_text("Your turn")
    await expect(friend.page.locator("h1")).to_be_focused()
    await expect(invitation).to_be_hidden()
    await expect(onlooker.status).to_have_text(
        f"{await friend.seat(1).locator('.player-name').inner_text()} is to move"
    )
    await expect(onlooker.detail).to_have_text("Somebody else was quicker: the seat is taken. You can watch the game.")
    later = await arrive(path)
    await expect(later.detail).to_have_text(
        "Both seats are taken: the first person who opens a link and sits down plays. You are watching."
    )


async def test_the_lobby_of_another_device_knows_what_still_waits(arrive: Arrive) -> None:
    owner = await arrive(None)
    await owner.create(color="white", visibility="link")
    path, token = await link_of(owner), await owner.page.evaluate("localStorage['tengen.token']")
    other = await arrive(None)
    await other.context.add_init_script(f"localStorage['tengen.token'] ??= {json.dumps(token)}")
    await other.goto("/")
    mine = other.page.locator("[data-room]").filter(has_text="Continue")
    await expect(mine).to_contain_text("Waiting for an opponent")  # and nothing was asked in vain: see `arrive`
    await other.page.wait_for_load_state("networkidle")
    friend = await arrive(path)
    await friend.press("sit")
    await expect(friend.status).to_have_text("Your turn")
    await other.goto("/")
    await expect(mine).to_contain_text("Against")


async def test_what_waits_for_an_answer_is_in_sight_on_every_screen(arrive: Arrive) -> None:
    owner = await arrive(None, **PHONE | {"viewport": {"width": 360, "height": 640}})
    await owner.create(visibility="link")
    await expect(owner.page.get_by_test_id("copy-link")).to_be_in_viewport(ratio=0.99)

    black, white, _ = await meet(arrive)
    await black.play("H8")
    await white.play("I9")
    await black.press("offer", what="takeback")
    asked = white.page.locator("[data-offer=takeback]")
    await expect(asked).to_be_visible()
    for width, height in WINDOWS:
        await white.page.set_viewport_size({"width": width, "height": height})
        for part in (asked.get_by_role("button", name="Accept"), white.page.locator(".board")):
            await expect(part).to_be_in_viewport(ratio=0.9)
    await expect(white.status).to_be_in_viewport(ratio=0.99)


async def test_the_terms_of_the_next_game_are_in_sight_and_easily_set_back(arrive: Arrive) -> None:
    person = await arrive("/play")
    page = person.page
    terms = page.get_by_role("form", name="How to play")
    reset = terms.get_by_role("button", name="Back to the usual game")
    await expect(reset).to_be_hidden()
    await terms.get_by_label("Rules").select_option("caro")
    await terms.get_by_label("Who begins").select_option("black")
    await page.reload()
    await expect(terms.get_by_label("Rules")).to_have_value("caro")
    await expect(terms.locator(".is-changed")).to_have_count(2)
    await person.press("play-bot", level=1)
    await person.room()
    await expect(person.page.locator(".game-line")).to_contain_text("Caro")
    await expect(person.status).to_have_text("Your turn")
    await person.goto("/")
    await person.press("play-friend")  # on the same rules and board
    await person.room()
    await expect(person.page.locator(".game-line")).to_contain_text("Caro")

    await person.goto("/play")
    await reset.click()
    await expect(reset).to_be_hidden()
    await expect(terms.get_by_label("Rules")).to_be_focused()
    await expect(terms.get_by_label("Rules")).to_have_value("freestyle")
    await person.press("play-bot", level=1)
    await person.room()
    await expect(person.page.locator(".game-line")).to_contain_text("Freestyle")


async def test_the_first_stone_in_the_lobby_begins_a_game(arrive: Arrive) -> None:
    person = await arrive("/")
    await expect(person.page.locator(".first-opponent")).to_contain_text("Daydreamer")
    await person.cell("H8").click()
    await person.room()
    await expect(person.page.locator(".moves-move").first).to_have_text("H8")
    await expect(person.page.locator(".moves-move")).to_have_count(2)
    await expect(person.status).to_have_attribute("data-turn", "yours")
    assert person.page.url.count("/room/") == 1


async def test_who_is_alone_is_told_so_and_offered_a_bot_at_once(arrive: Arrive) -> None:
    person = await arrive("/")
    await expect(person.page.get_by_test_id("online")).to_have_text("Nobody else is here")
    await person.press("seek-now")
    offer = person.page.get_by_test_id("seek-bot")
    await expect(offer).to_contain_text("Nobody else is here right now. Daydreamer plays at once.")
    await offer.get_by_role("button", name="Keep looking").click()
    await expect(offer).to_be_hidden()
    await expect(person.page.get_by_test_id("searching")).to_be_visible()
    await person.press("seek-stop")
    await person.press("seek-now")
    await person.press("seek-bot")
    await person.room()


async def test_a_game_that_is_watched_from_the_lobby_is_drawn(arrive: Arrive) -> None:
    person, other = await arrive("/"), await arrive("/")
    await person.cell("H8").click()
    await person.room()
    await expect(person.page.locator(".moves-move")).to_have_count(2)
    drawn = other.page.locator(".watch-list .small-board-stone")
    await expect(drawn).to_have_count(2, timeout=15_000)
