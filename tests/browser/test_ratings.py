"""Ratings as two people meet them: from a name that is kept to a game that counts, and to what both profiles say."""

import asyncio
import re

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import Route, expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

BLACKS, WHITES = ("H8", "H9", "H10", "H11", "H12"), ("I8", "I9", "I10", "I11")


async def keep_name(person: Person, name: str) -> None:
    """Make who is at the settings an account."""
    await expect(person.page.locator("#settings-name")).not_to_have_value("")  # once the server has greeted
    summary = person.page.locator("summary", has_text="Create account")
    await summary.click()
    form = person.page.locator("details.account-form", has=summary).locator("form")
    await form.locator("[name=username]").fill(name)
    await form.locator("[name=new-password]").fill("correct horse")
    await person.page.keyboard.press("Enter")
    await person.press("codes-kept")
    await expect(person.page.locator("#settings-name")).to_have_value(name)


async def seek_rated(person: Person) -> None:
    """Look for an opponent for a game that counts, begins freely, and that no clock decides."""
    await person.goto("/")
    await person.page.locator("summary", has_text="I want to play").click()
    form = person.page.locator(".seek-form")
    await form.locator('[name="clocks"][value="none"]').check()
    for clock in ("5+3", "10+5"):
        await form.locator(f'[name="clocks"][value="{clock}"]').uncheck()
    await form.locator('[name="rated"]').check()
    await form.locator('[name="openings"][value="free"]').check()
    await form.locator('[name="openings"][value="swap2"]').uncheck()
    await person.press("seek-now")


async def begin_rated_bot(person: Person) -> None:
    """Begin a rated game against the first bot, with black."""
    await person.goto("/play")
    await person.page.get_by_label("Who begins").select_option("black")
    await person.page.get_by_label("Kind of game").select_option("Rated")
    await person.page.get_by_label("Opening").select_option("Free opening")
    await person.press("play-bot", level=1)
    await person.room()


async def play_rated_bot(person: Person) -> None:
    """Begin a rated game against the first bot; both move."""
    await begin_rated_bot(person)
    await person.play("H8")
    await expect(person.page.locator(".moves-move")).to_have_count(2)


async def test_two_go_from_a_seek_to_a_result_and_to_their_profiles(arrive: Arrive) -> None:
    ada, bob = await arrive("/settings"), await arrive("/settings")
    names = {ada: "Ada", bob: "Bob"}
    for person, name in names.items():
        await keep_name(person, name)
    await seek_rated(ada)
    await expect(ada.page.get_by_test_id("searching")).to_be_visible()
    await seek_rated(bob)
    rooms = [await person.room() for person in names]
    assert rooms[0] == rooms[1]
    await expect(ada.status).to_have_attribute("data-turn", re.compile("yours|other"))
    begins = await ada.status.get_attribute("data-turn") == "yours"
    black, white = (ada, bob) if begins else (bob, ada)
    for person in names:
        await expect(person.page.locator(".game-line .badge").first).to_have_text("Rated")
        await expect(person.page.locator(".rating-mark")).to_have_count(0)  # nobody has one yet
    for move, answer in zip(BLACKS, (*WHITES, None), strict=True):
        await black.play(move)
        if answer is not None:
            await white.play(answer)

    won, lost = (
        f"+162 {names[black]} is now at 1662. The chance against 1500 was 50 %.",
        f"−162 {names[white]} is now at 1338. The chance against 1500 was 50 %.",
    )
    for person, said in ((black, (won, lost)), (white, (lost, won))):  # one's own first
        await expect(person.page.locator("[data-shift]")).to_have_text(list(said))
        await expect(person.page.locator(".rating-mark")).to_have_text([re.compile(r"1500\?")] * 2)
        await person.page.reload()
        await expect(person.page.locator("[data-shift]")).to_have_text(list(said))
        await person.page.get_by_role("link", name="Review").click()
        then = [re.sub(r"is now at (\d+)", r"went from 1500 to \1", each) for each in said]
        await expect(person.page.locator("[data-shift]")).to_have_text(then)
        await expect(person.page.locator(".rating-mark")).to_have_text([re.compile(r"1500\?")] * 2)
        await expect(person.page.locator(".game-line .badge")).to_have_text("Rated")
        await person.page.go_back()

    await expect(black.page.locator(".site-own")).to_have_text(f"{names[black]}Gomoku 1662?")
    await black.page.set_viewport_size({"width": 360, "height": 740})
    await expect(black.page.locator(".site-own .own-rating")).to_be_hidden()
    await expect(black.page.locator(".site-own bdi")).to_be_in_viewport(ratio=0.99)
    await black.page.get_by_test_id("bell").click()
    await expect(black.page.locator("#bell-panel .own-name")).to_have_text(f"{names[black]}Gomoku 1662?")
    await black.page.keyboard.press("Escape")
    assert await black.overflow() == 0
    await black.page.set_viewport_size({"width": 1280, "height": 720})

    for person, other, rating, score, last in (
        (black, white, "1662?", "1 won, 0 drawn, 0 lost", "Won the last game."),
        (white, black, "1338?", "0 won, 0 drawn, 1 lost", "Lost the last game."),
    ):
        await person.page.locator(".player a", has_text=names[other]).click()  # to the other's profile from the room
        await expect(person.page.get_by_role("heading", level=1)).to_have_text(names[other])
        await person.page.locator("[data-key=profile-record] a", has_text=names[person]).click()  # and on to one's own
        await expect(person.page.get_by_role("heading", level=1)).to_have_text(names[person])
        await expect(person.page.locator("[data-pool=gomoku]")).to_have_text(f"Gomoku {rating}")
        record = person.page.locator("[data-key=profile-record]")
        await expect(record).to_contain_text(score)
        await expect(record).to_contain_text(last)
        await person.page.get_by_role("link", name="All games").click()
        await expect(person.page.locator(f"[data-game='{rooms[0]}']")).to_contain_text("1500?")


async def test_a_take_back_that_costs_the_rating_says_so_before_and_after(arrive: Arrive) -> None:
    ada, bob = await arrive("/settings"), await arrive("/settings")
    for person, name in ((ada, "Ada Back"), (bob, "Bob Back")):
        await keep_name(person, name)
        await seek_rated(person)
    for person in (ada, bob):
        await person.room()
    begins = await ada.status.get_attribute("data-turn") == "yours"
    black, white = (ada, bob) if begins else (bob, ada)
    await black.play("H8")
    await white.play("H9")
    await black.play("I9")
    actions = black.page.locator(".room-actions")
    await black.press("ask-takeback")
    await expect(actions).to_contain_text("If it is granted, the game will not be rated.")
    await black.press("keep-playing")
    await expect(black.button("ask-takeback")).to_be_focused()
    await black.press("ask-takeback")
    await black.press("offer", what="takeback")
    await expect(white.page.locator("[data-offer=takeback]")).to_contain_text("the game will not be rated.")
    await white.press("accept", what="takeback")
    for person in (black, white):
        await person.sees(["H8", "H9"])
        await expect(person.page.get_by_text("Not rated: a move was taken back.")).to_be_visible()
    await black.press("ask-resign")
    await black.press("resign")
    for person in (black, white):
        await person.page.reload()
        await expect(person.page.get_by_text("Not rated: a move was taken back.")).to_be_visible()


async def test_in_a_rated_game_against_a_bot_nothing_is_taken_back(arrive: Arrive) -> None:
    person = await arrive("/settings")
    await keep_name(person, "Cyd Back")
    await play_rated_bot(person)
    await expect(person.page.locator(".room-actions")).to_contain_text("No take-backs in a rated game against a bot.")
    await expect(person.button("offer", what="takeback")).to_have_count(0)


async def test_a_bot_has_one_rating_in_the_lobby_and_in_the_room(arrive: Arrive) -> None:
    person = await arrive("/settings")
    await keep_name(person, "Eve Same")
    await play_rated_bot(person)
    await person.press("ask-resign")
    await person.press("resign")
    await expect(person.page.locator("[data-shift]").first).to_be_visible()
    await person.goto("/")
    mark = person.page.locator(".first-opponent .rating-mark")
    await expect(mark).to_be_visible()
    rating = await mark.inner_text()
    await person.cell("H8").click()
    await person.room()
    await expect(person.seat(1).locator(".rating-mark")).to_have_text(rating)


async def test_a_guest_who_keeps_the_name_in_mid_game_does_not_have_it_count(arrive: Arrive) -> None:
    guest = await arrive(None)
    await begin_rated_bot(guest)
    not_rated = guest.page.get_by_text("Not rated: both players need an account when the game begins.")
    await expect(not_rated).to_be_visible()
    await guest.play("H8")
    await expect(guest.page.locator(".moves-move")).to_have_count(2)
    await guest.page.get_by_role("link", name="Settings").click()
    await keep_name(guest, "Cyd")
    await guest.page.go_back()
    await expect(guest.seat(0)).to_contain_text("Cyd")
    await expect(not_rated).to_be_visible()  # as it was told at the beginning
    await guest.press("ask-resign")
    await guest.press("resign")
    await expect(not_rated).to_be_visible()
    await expect(guest.page.locator("[data-shift]")).to_have_count(0)


async def test_who_is_nobody_has_a_page_that_says_so(arrive: Arrive) -> None:
    person = await arrive("/players/nobody", allow="404")
    await expect(person.page.get_by_role("alert")).to_have_text("No account has this name.")
    await person.page.locator("main").get_by_role("link", name="Leaderboard").first.click()
    await expect(person.page.locator("[data-testid=ranking], [data-testid=ranking-none]")).to_be_visible()


async def test_of_two_searches_the_last_one_s_answer_stays(arrive: Arrive) -> None:
    person = await arrive("/leaderboard")
    first_may_go, first_came = asyncio.Event(), asyncio.Event()

    async def answer(route: Route) -> None:
        first = "slow" in route.request.url
        if first:
            await first_may_go.wait()
        await route.fulfill(json=[{"id": "ada", "name": "Slow" if first else "Quick"}])
        if first:
            first_came.set()

    await person.page.route("**/api/players?**", answer)
    field, found = person.page.locator("#player-name"), person.page.get_by_test_id("players-found")
    for name in ("slow", "quick"):
        await field.fill(name)
        await field.press("Enter")
    await expect(found).to_have_text("Quick")
    async with person.page.expect_response(re.compile("slow")):
        first_may_go.set()
    await first_came.wait()
    await person.page.evaluate("() => new Promise(requestAnimationFrame)")
    await expect(found).to_have_text("Quick")
