"""Two people at one board, somebody looking on, and a series of games."""

import re

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.conftest import PHONE, Arrive, meet

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_three_browsers_show_one_game(arrive: Arrive) -> None:
    black, white, room = await meet(arrive, clock="5+3")
    watcher = await arrive(f"/room/{room}")
    everybody = black, white, watcher
    names = [await black.seat(seat).locator(".player-name").inner_text() for seat in (0, 1)]
    assert names[0] != names[1]

    await expect(watcher.detail).to_contain_text(
        "Both seats are taken: the first person who opens a link and sits down"
    )
    await expect(black.page.get_by_test_id("watchers")).to_have_text("1 watcher")
    await black.play("H8")
    await expect(white.status).to_have_text("Your turn")
    await expect(white.page).to_have_title(re.compile("● Your turn"))
    await expect(black.status).to_have_text(f"{names[1]} is to move")
    await expect(watcher.status).to_have_text(f"{names[1]} is to move")
    await white.play("I9")
    await black.play("G7")
    for person in everybody:
        await person.sees(["H8", "I9", "G7"])
        for seat in (0, 1):
            await expect(person.seat(seat).locator(".player-name")).to_have_text(names[seat])
        await expect(person.seat(1)).to_have_attribute("data-to-move", "true")
        await expect(person.page.locator("[data-clock='0']")).to_have_text(re.compile(r"^(5:0|4:5)\d$"))
        await expect(person.page.locator("[data-clock='1'].is-running")).to_have_text(re.compile(r"^(5:0|4:5)\d$"))
    await expect(watcher.page.locator("[data-presence=here]")).to_have_count(2)

    # Nobody plays out of turn, or on a stone.
    await black.cell("A1").click()
    await expect(black.said.last).to_have_text("It is not your turn")
    await white.cell("H8").click()
    await expect(white.said.last).to_have_text("H8 is taken")
    await watcher.cell("A1").click()
    await watcher.sees(["H8", "I9", "G7"])


async def test_offers_are_declined_and_accepted(arrive: Arrive) -> None:
    black, white, room = await meet(arrive)
    watcher = await arrive(f"/room/{room}")
    await black.play("H8")
    await white.play("I9")
    await black.play("G7")

    await black.press("offer", what="takeback")
    await expect(white.page.locator("[data-offer=takeback]")).to_contain_text("asks to take back a move.")
    await white.press("accept", what="takeback")
    for person in (black, white, watcher):
        await person.sees(["H8", "I9"])
    await expect(black.said.last).to_have_text("Back to move 2")

    await black.press("offer", what="draw")
    await expect(black.page.get_by_text("You have offered a draw.")).to_be_visible()
    await white.press("decline", what="draw")
    await expect(black.page.get_by_text("You have offered a draw.")).to_be_hidden()
    await expect(black.button("offer", what="draw")).to_have_attribute("aria-disabled", "true")

    await black.play("F6")
    await white.press("offer", what="draw")
    await black.press("accept", what="draw")
    for person in (black, white, watcher):
        await expect(person.status).to_have_text("Draw")
        await expect(person.detail).to_have_text("Both agreed to a draw.")


LISTEN = """() => {
  window.tones = [];
  const create = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    const tone = create.call(this);
    setTimeout(() => window.tones.push(Math.round(tone.frequency.value)));
    return tone;
  };
}"""
"""Notes the pitch of each tone."""


async def test_the_row_that_won_is_drawn_once_and_the_end_is_heard(arrive: Arrive) -> None:
    black, white, _ = await meet(arrive)
    for mine, theirs in zip(("H8", "H9", "H10", "H11"), ("A1", "A3", "A5", "A7"), strict=True):
        await black.play(mine)
        await white.play(theirs)
    for person in (black, white):
        await person.page.evaluate(LISTEN)
    await black.play("H12")
    for person, end, pitch in ((black, "You won", 784), (white, "You lost", 330)):
        await expect(person.status).to_have_text(end)
        await expect(person.page.locator(".board-row-line")).to_have_count(1)
        await person.page.wait_for_function(f"window.tones.includes({pitch})")
    await white.page.locator(".board-row-line").evaluate("(row) => row.setAttribute('data-drawn', 'once')")
    await black.press("offer", what="rematch")
    await expect(white.page.get_by_text("wants a rematch.")).to_be_visible()
    await expect(white.page.locator(".board-row-line")).to_have_attribute("data-drawn", "once")


@pytest.mark.slow
async def test_a_series_is_followed_by_all(arrive: Arrive) -> None:
    black, white, room = await meet(arrive)
    watcher = await arrive(f"/room/{room}")
    await black.play("H8")
    await white.play("I9")
    await white.press("ask-resign")
    await white.press("keep-playing")
    await expect(white.status).to_have_attribute("data-phase", "playing")
    await white.press("ask-resign")
    await white.press("resign")
    await expect(white.status).to_have_text("You lost")
    await expect(black.status).to_have_text("You won")
    await expect(watcher.status).to_have_text("Black won")
    for person, why in ((black, "White resigned."), (white, "You resigned."), (watcher, "White resigned.")):
        await expect(person.detail).to_have_text(why)

    await black.press("offer", what="rematch")
    await expect(white.page.get_by_text("wants a rematch.")).to_be_visible()
    await white.press("accept", what="rematch")
    for person in (black, white, watcher):
        await person.page.wait_for_url(lambda url: "/room/" in url and not url.endswith(room))
        await expect(person.status).to_have_attribute("data-phase", "playing")
        await person.sees([])
        await expect(person.page.get_by_test_id("score")).to_have_text(re.compile("1 – 0|0 – 1"))
    await expect(white.detail).to_have_text("You play Black.")
    await white.play("H8")
    for person in (black, white, watcher):
        await person.sees(["H8"])
    await watcher.show_tab("details")
    await expect(watcher.page.get_by_test_id("watcher")).to_be_visible()


@pytest.mark.slow
async def test_players_and_watchers_talk_apart(arrive: Arrive) -> None:
    black, white, room = await meet(arrive)
    watcher, chinese = await arrive(f"/room/{room}"), await arrive(f"/room/{room}", locale="zh-CN")
    lines = {person: person.page.locator(".talk-line") for person in (black, white, watcher, chinese)}
    await black.press("phrase", phrase="hello")
    await expect(lines[white]).to_contain_text(["Hello!"])
    await expect(watcher.page.get_by_test_id("talk-note")).to_contain_text("Watchers talk among themselves")
    await watcher.press("phrase", phrase="good_luck")
    await expect(lines[chinese]).to_contain_text(["祝你好运！"])
    await white.press("phrase", phrase="good_luck")
    await expect(lines[black]).to_contain_text(["You Hello!", "Good luck!"])
    await white.press("abort")
    await expect(lines[black]).to_have_count(3)
    await expect(watcher.page.locator(".talk-name")).to_have_text(["You"])

    await black.page.locator(".talk-about summary").click()
    opponent = black.page.locator(".talk-people li").nth(0)
    await opponent.get_by_role("button", name="Block").click()
    await expect(lines[black]).to_have_count(2)
    await opponent.get_by_role("button", name="Unblock").click()
    await expect(lines[black]).to_have_count(3)
    await black.page.locator(".talk-people li").nth(1).get_by_role("button", name="Block").click()
    await expect(lines[black]).to_have_count(2)
    await black.goto("/settings")
    await black.page.get_by_test_id("blocks").get_by_role("button").click()
    await expect(black.page.get_by_test_id("blocks").get_by_role("listitem")).to_have_count(0)


@pytest.mark.slow
async def test_on_a_phone_what_is_said_out_of_sight_is_announced(arrive: Arrive) -> None:
    phone, other = await arrive(None, **PHONE), await arrive(None)
    room = await phone.create(color="black", visibility="link")
    await other.goto(f"/room/{room}")
    await other.press("sit")
    new, card = phone.button("new-talk"), phone.page.get_by_test_id("talk-card")
    await expect(card).to_be_visible()
    await phone.page.evaluate("scrollTo(0, 0)")
    await expect(card).not_to_be_in_viewport()
    await other.press("phrase", phrase="hello")
    await expect(new).to_have_text("1 new remark")
    await other.press("phrase", phrase="good_luck")
    await expect(new).to_have_text("2 new remarks")
    await new.click()
    await expect(phone.page.locator(".talk-line").last).to_be_in_viewport()
    await expect(new).to_be_hidden()
    await other.press("phrase", phrase="thanks")
    await expect(phone.page.locator(".talk-line")).to_have_count(3)
    await expect(new).to_be_hidden()
    await expect(other.button("new-talk")).to_be_hidden()
    await other.show_tab("details")
    await expect(other.page.get_by_test_id("talk-card")).to_be_hidden()
    await phone.press("phrase", phrase="hello")
    tab = other.page.get_by_role("tab", name="Talk")
    await expect(tab).to_have_accessible_name("Talk 1 new remark")
    await expect(other.button("new-talk")).to_be_hidden()  # the tab is in sight
    await tab.click()
    await expect(tab).to_have_accessible_name("Talk")

    before = await other.page.locator(".talk-people bdi").inner_text()
    settings = await phone.new_page()
    await settings.goto("/settings")
    await settings.page.get_by_label("The name others see").fill("Adele")
    await settings.page.keyboard.press("Enter")
    names = other.page.locator(".talk-people bdi")
    assert before != "Adele"
    await expect(names).to_have_text(["Adele"])


async def test_the_lobby_shows_who_waits_and_who_plays(arrive: Arrive) -> None:
    owner, guest, onlooker = await arrive(None), await arrive(), await arrive()
    room = await owner.create(color="white", rules="caro", clock="30s")
    waiting = guest.page.locator(f"[data-room='{room}']").first
    await expect(waiting).to_contain_text("Caro · 15×15 · 30 s a move")
    await expect(waiting).to_contain_text("you play Black")
    await guest.press("join", room=room)
    assert await guest.room() == room
    await guest.play("H8")
    watched = onlooker.page.locator(f"a[href='/room/{room}']")
    await expect(watched).to_contain_text("Caro")
    await watched.click()
    await onlooker.sees(["H8"])
    await onlooker.page.go_back()
    await expect(onlooker.page.get_by_role("heading", level=1)).to_have_text("Play five in a row")

    await guest.page.get_by_role("link", name="Play", exact=True).click()
    await guest.page.get_by_role("region", name="Your games in progress").get_by_role("link", name="Continue").click()
    await guest.sees(["H8"])
    await guest.press("abort")
    await expect(owner.status).to_have_text("No result")
    await expect(owner.detail).to_have_text("The game was aborted.")


async def test_a_point_chosen_ahead_is_played_when_it_is_ones_turn(arrive: Arrive) -> None:
    black, white, room = await meet(arrive)
    await black.goto("/settings")
    await black.page.get_by_label("Play ahead").check()
    await black.goto(f"/room/{room}")
    await black.play("H8")
    await black.cell("G7").click()
    await expect(black.said.last).to_contain_text("G7 is played as soon as it is your turn")
    await black.cell("G7").click()
    await expect(black.said.last).to_have_text("G7 will no longer be played.")
    await black.cell("F6").click()
    await white.play("I9")
    for person in (black, white):
        await person.sees(["H8", "I9", "F6"])
    # What the other took is refused, and not tried again.
    await black.cell("A1").click()
    await white.play("A1")
    await expect(black.page.get_by_text("A1: There is already a stone on this point.").first).to_be_visible()
    await expect(black.status).to_have_attribute("data-turn", "yours")
    await black.sees(["H8", "I9", "F6", "A1"])
