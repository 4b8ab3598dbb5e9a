"""Two people find each other: from the same press to the same board."""

import re

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.kit.client import Client, Message, Refusal
from tests.kit.process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
STRONG_ENGINES = True


async def arrive_with_account(arrive: Arrive, client: Client, name: str, allow: str | None = None) -> Person:
    """A browser that is signed in as a client, who has kept this name."""
    await client.command("keep_name", name=name, password="correct horse")
    token = (await client.wait(lambda m: m["t"] == "welcome"))["token"]
    person = await arrive(None, allow=allow)
    await person.page.add_init_script(f"localStorage.setItem('tengen.token', JSON.stringify('{token}'))")
    return person


@pytest.mark.slow
async def test_two_who_press_play_now_find_each_other(arrive: Arrive) -> None:
    ada, bob = await arrive(), await arrive()
    await ada.press("seek-now")
    await expect(ada.page.get_by_test_id("searching")).to_be_visible()
    await expect(ada.button("seek-stop")).to_be_focused()
    line = bob.page.locator(
        "[data-seek]", has=bob.page.get_by_role("button", name=re.compile(r"^Play [A-Z]\w+ [A-Z]\w+$"))
    )
    await expect(line).to_contain_text("5 min + 3 s a move / 10 min + 5 s a move")
    await bob.press("seek-now")
    rooms = [await each.room() for each in (ada, bob)]
    assert rooms[0] == rooms[1]
    toast = ada.page.locator(".toast")
    await expect(toast).to_contain_text("You play")
    said, played = await toast.bounding_box(), await ada.page.locator(".play-board").bounding_box()
    assert said is not None
    assert played is not None
    assert said["x"] > played["x"] + played["width"]  # neither stones nor clocks are under it
    turns = {await each.status.get_attribute("data-turn") for each in (ada, bob)}
    assert "yours" in turns


@pytest.mark.slow
async def test_wishes_are_kept_a_seek_is_taken_by_a_click_and_called_off_by_another(arrive: Arrive) -> None:
    ada, bob = await arrive(), await arrive()
    await ada.page.locator("summary", has_text="I want to play").click()
    for name, value in (("rules", "renju"), ("sizes", "19"), ("clocks", "none")):
        await ada.page.locator(f'.seek-form [name="{name}"][value="{value}"]').check()
    for name, value in (("rules", "freestyle"), ("sizes", "15"), ("clocks", "5+3"), ("clocks", "10+5")):
        await ada.page.locator(f'.seek-form [name="{name}"][value="{value}"]').uncheck()
    await ada.page.locator('.seek-form [name="rules"]:checked').click()  # the last one stays
    await ada.page.locator('.seek-form [name="rated"]').check()
    await ada.page.reload()
    seek = ada.page.get_by_test_id("seek")
    await expect(seek.locator(".game-line").first).to_have_text(re.compile(r"^Renju · Soosõrv-8 · 19×19 · No clock\w+"))
    await ada.press("seek-now")
    taken = bob.page.get_by_role("button", name=re.compile(r"^Play [A-Z]\w+ [A-Z]\w+$"))
    await expect(taken).to_be_visible()
    await ada.press("seek-stop")
    await expect(taken).to_be_hidden()
    await expect(ada.button("seek-now")).to_be_focused()
    await ada.press("seek-now")
    await taken.click()
    assert await bob.room() == await ada.room()
    await expect(bob.page.locator("main")).to_contain_text("Renju")


@pytest.mark.slow
async def test_a_player_is_challenged_by_name_and_finds_it_behind_the_bell(arrive: Arrive) -> None:
    ada, bob = await arrive(), await arrive("/settings")
    own = bob.page.locator("#settings-name")
    await expect(own).not_to_have_value("")  # once the server has greeted him
    name = await own.input_value()
    await ada.open_form()
    await ada.page.locator("#create-opponent").select_option("named")
    await ada.page.locator("#create-name").fill(name)
    await ada.page.locator("#create-rules").select_option("renju")
    for reason in (None, "slower"):
        if reason is not None:
            await ada.open_form()  # as it was left
        await ada.page.locator(".create-form [type=submit]").click()
        bell = bob.page.get_by_test_id("bell")
        await expect(bell).to_have_attribute("aria-label", "1 thing is waiting for you")
        if reason is not None:
            await bell.press("Enter")
            await expect(bob.page.locator("#bell-panel")).to_contain_text("Renju")
            await bob.page.locator("#bell-panel select").select_option(reason)
            await bob.press("decline-challenge")
            await expect(bell).to_have_attribute("aria-label", "Nothing is waiting for you")
            await ada.page.get_by_test_id("bell").click()
            await expect(ada.page.locator("#bell-panel")).to_contain_text("A slower clock, please")
            await ada.press("withdraw-challenge")
            await expect(ada.page.locator("#bell-panel")).to_contain_text("Nothing is waiting for you")
            await ada.page.keyboard.press("Escape")
        else:
            await ada.page.get_by_test_id("bell").click()
            await ada.press("withdraw-challenge")
            await expect(bell).to_have_attribute("aria-label", "Nothing is waiting for you")
            await ada.page.keyboard.press("Escape")
    await ada.open_form()
    await ada.page.locator(".create-form [type=submit]").click()
    await expect(bell).to_have_attribute("aria-label", "1 thing is waiting for you")
    await bob.press("accept-challenge")
    assert await bob.room() == await ada.room()


@pytest.mark.slow
async def test_who_is_bothered_blocks_behind_the_bell(arrive: Arrive, server: ServerProcess) -> None:
    ada = await arrive()
    async with Client(server.ws) as eve:
        await expect(ada.page.locator("[data-connection=online]")).to_be_attached()
        player = await ada.page.evaluate("JSON.parse(localStorage.getItem('tengen.token'))")
        async with Client(server.ws, player) as own:
            terms: Message = {"rules": "freestyle", "size": 15, "clock": {"kind": "none"}}
            await eve.command("challenge", to=own.player, **terms)
            await ada.page.get_by_test_id("bell").click()
            await ada.press("block-challenge")
            await expect(ada.page.locator(".toast").last).to_contain_text("Blocked")
            await expect(ada.page.locator("#bell-panel")).to_contain_text("Nothing is waiting for you")
            with pytest.raises(Refusal, match="no_player"):
                await eve.command("challenge", to=own.player, **terms)


@pytest.mark.slow
async def test_who_is_followed_is_shown_to_be_here_unless_hidden(arrive: Arrive) -> None:
    ada, bob = await arrive("/settings"), await arrive("/settings")
    own = bob.page.locator("#settings-name")
    await expect(own).not_to_have_value("")  # once the server has greeted him
    await ada.page.locator("#follow-name").fill(await own.input_value())
    await ada.page.get_by_role("button", name="Follow", exact=True).click()
    line = ada.page.locator("[data-testid=followed] li")
    await expect(line).to_have_attribute("data-presence", "here")
    await ada.goto("/")
    await expect(line).to_have_attribute("data-presence", "here")  # the lobby lists them, too
    box = bob.page.get_by_label("Hide whether I am online")
    await box.check()
    await expect(line).to_have_attribute("data-presence", "away")
    await bob.page.reload()
    await expect(box).to_be_checked()
    await ada.press("unfollow")
    await expect(line).to_have_count(0)


@pytest.mark.slow
async def test_who_reads_a_profile_follows_and_challenges_its_player(arrive: Arrive, server: ServerProcess) -> None:
    async with Client(server.ws) as bob:
        name = f"Bob-{bob.player}"
        await bob.command("keep_name", name=name, password="correct horse")
        ada = await arrive(f"/players/{name}")
        acts = ada.page.get_by_test_id("profile-actions")
        await ada.press("follow")
        await expect(acts.locator("[data-presence]")).to_have_text("Online")
        await ada.press("unfollow")
        await expect(ada.button("follow")).to_have_accessible_name(f"Follow {name}")
        await expect(acts.locator("[data-presence]")).to_have_count(0)
        await acts.get_by_role("button", name=f"Block {name}").click()
        await expect(acts).to_contain_text("Blocked")
        await expect(acts.get_by_role("link")).to_have_count(0)
        await acts.get_by_role("button", name=f"Unblock {name}").click()
        await acts.get_by_role("button", name=f"Report {name}").click()
        form = acts.get_by_test_id("report-form")
        await form.get_by_label("Reason").select_option("name")
        await form.locator("[type=submit]").click()
        await expect(acts).to_contain_text("Reported.")
        await expect(ada.button("report")).to_be_focused()
        await acts.get_by_role("link", name=f"Challenge {name}").click()
        await expect(ada.page.locator("dialog.create")).to_be_visible()
        await expect(ada.page.locator("#create-name")).to_have_value(name)
        await ada.page.locator(".create-form [type=submit]").click()
        given = await bob.wait(lambda m: m["t"] == "challenges" and m["challenges"])
        await bob.command("accept_challenge", challenge=given["challenges"][0]["id"])
        await ada.room()


@pytest.mark.slow
async def test_who_is_kept_off_by_a_block_reads_so_and_not_that_nobody_is_there(
    arrive: Arrive, server: ServerProcess
) -> None:
    async with Client(server.ws) as own, Client(server.ws) as bob:
        name = f"Bob-{bob.player}"
        await bob.command("keep_name", name=name, password="correct horse")
        ada = await arrive_with_account(arrive, own, f"Ada-{own.player}")
        await bob.command("block", player=own.player, on=True)
        await ada.goto(f"/?challenge={name}")
        send = ada.page.locator(".create-form [type=submit]")
        await send.click()
        await expect(ada.page.locator("dialog.create [role=alert]")).to_contain_text(f"You cannot challenge {name}.")
        await own.command("block", player=bob.player, on=True)
        await ada.goto(f"/?challenge={name}")
        await send.click()
        await expect(ada.page.locator(".toast").last).to_contain_text(f"You have blocked {name}")
        await ada.page.locator(".toast a").click()
        await expect(ada.page.get_by_test_id("blocks").get_by_role("listitem")).to_have_count(1)


@pytest.mark.slow
async def test_nobody_follows_himself(arrive: Arrive, server: ServerProcess) -> None:
    async with Client(server.ws) as own:
        name = f"Ada-{own.player}"
        ada = await arrive_with_account(arrive, own, name)
        await ada.goto(f"/players/{name}")
        await expect(ada.page.locator("[data-key=profile-ratings]")).to_be_visible()
        await expect(ada.page.get_by_test_id("profile-actions")).to_be_hidden()
        stranger = await arrive(f"/players/{name}")
        await expect(stranger.page.get_by_test_id("profile-actions")).to_be_visible()
        await expect(ada.page.locator("[data-connection=online]")).to_be_attached()
        await expect(ada.page.get_by_test_id("profile-actions")).to_be_hidden()


@pytest.mark.slow
async def test_a_rated_challenge_is_for_who_has_an_account(arrive: Arrive, server: ServerProcess) -> None:
    async with Client(server.ws) as own, Client(server.ws) as bob:
        ada = await arrive_with_account(arrive, own, f"Ada-{own.player}", allow="404")
        await ada.goto(f"/?challenge={bob.welcome['player']['name']}")
        await ada.page.locator(".create-form [name=rated]").check()
        await ada.page.locator(".create-form [type=submit]").click()
        await expect(ada.page.locator("dialog.create [role=alert]")).to_contain_text("has no account")
        name = f"Bob-{bob.player}"
        await bob.command("keep_name", name=name, password="correct horse")
        await ada.page.locator("#create-name").fill(name)
        await ada.page.locator(".create-form [type=submit]").click()
        given = await bob.wait(lambda m: m["t"] == "challenges" and m["challenges"])
        assert given["challenges"][0]["terms"]["rated"] is True
        await expect(ada.page.locator(".toast").last).to_contain_text("Challenge sent")
