"""The staff's pages of rooms, games, jobs and accounts: what is done there is seen by whom it concerns, and noted."""

import asyncio

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import Route, expect

from tests.browser.axe import grave
from tests.browser.conftest import PHONE, Arrive
from tests.browser.person import Person
from tests.browser.test_staff import sign_in
from tests.kit.client import Client
from tests.kit.process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def agree(person: Person, note: str = "") -> None:
    """Do what the dialog asks about, by the keyboard."""
    dialog = person.page.get_by_test_id("act-dialog")
    await dialog.locator("#act-note").fill(note)
    await person.page.keyboard.press("Enter")
    await expect(dialog).to_be_hidden()


async def test_bots_are_named_once_their_names_have_come(arrive: Arrive, server: ServerProcess) -> None:
    moderator = await sign_in(arrive, server, "Nora", "moderator")
    ada = await arrive("/")
    room = await ada.create(opponent="1", color="black")
    may_come = asyncio.Event()

    async def hold(route: Route) -> None:
        await may_come.wait()
        await route.continue_()

    await moderator.page.route("**/api/levels", hold)
    await moderator.goto("/staff/rooms")
    line = moderator.page.locator(f"li[data-room='{room}']")
    await expect(line).to_contain_text("level 1")
    may_come.set()
    await expect(line).to_contain_text("Daydreamer")


async def test_a_room_is_ended_and_a_game_struck_out(arrive: Arrive, server: ServerProcess) -> None:
    moderator = await sign_in(arrive, server, "Mona", "moderator", bypass_csp=True)
    ada = await arrive(None)
    room = await ada.create(color="black", visibility="private")
    await moderator.goto("/staff/rooms")
    line = moderator.page.locator(f"li[data-room='{room}']")
    await expect(line).to_contain_text("Private")
    await expect(line.get_by_role("link")).to_have_count(0)
    found = await grave(moderator, "rooms")
    await moderator.button("close", room=room).focus()
    await moderator.page.keyboard.press("Enter")
    found += await grave(moderator, "rooms, ending")
    await agree(moderator, "nobody comes")
    await expect(line).to_have_count(0)
    await expect(moderator.page.get_by_text("The room has ended.")).to_be_visible()
    await expect(ada.page.locator(".toast")).to_contain_text("staff has ended")

    async with Client(server.ws) as black, Client(server.ws) as white:
        for client, name in ((black, "Rita"), (white, "Sven")):
            await client.command("keep_name", name=name, password="correct horse battery")
        game = await black.create(rated=True, clock={"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000})
        await white.command("sit", room=game)
        for ply, point in enumerate((112, 113, 97)):
            await (black, white)[ply % 2].move(game, ply, point)
        await white.command("resign", room=game)
    await moderator.page.get_by_role("link", name="Games").last.click()
    await moderator.page.locator("#staff-games-find").fill("Rit")
    await moderator.page.keyboard.press("Enter")
    line = moderator.page.locator(f"li[data-game='{game}']")
    await expect(line).to_contain_text("Counts for the ratings")
    await moderator.press("strike", game=game)
    await agree(moderator, "both are one")
    await expect(line).to_contain_text("struck")
    await expect(moderator.button("delete", game=game)).to_have_count(0)
    found += await grave(moderator, "games")
    await moderator.goto("/staff/jobs")
    await expect(moderator.button("show", show="failed")).to_have_text("Failed (0)")
    await expect(moderator.page.get_by_test_id("house")).to_be_hidden()
    assert found == []


async def test_the_owner_looks_after_accounts_and_upkeep(arrive: Arrive, server: ServerProcess) -> None:
    owner = await sign_in(arrive, server, "Olga", "owner", bypass_csp=True, **PHONE)
    async with Client(server.ws) as client:
        await client.command("keep_name", name="Tom", password="correct horse battery")
    await owner.goto("/staff")
    await owner.page.locator("#staff-player").fill("Tom")
    await owner.page.keyboard.press("Enter")
    acts = owner.page.get_by_test_id("account-acts")
    await acts.locator("#staff-role").select_option("teacher")
    await acts.locator("[type=submit]").click()
    await agree(owner)
    await expect(owner.page.get_by_test_id("player-record")).to_contain_text("Teacher")
    await owner.press("account_reset")
    await agree(owner)
    await expect(acts.get_by_test_id("code")).not_to_be_empty()
    await owner.press("invite")
    await expect(owner.page.get_by_test_id("made").get_by_test_id("code")).not_to_be_empty()
    assert await grave(owner, "people") == []
    assert await owner.overflow() == 0
    await owner.goto("/staff/jobs")
    await owner.page.locator("#house-act").select_option("ratings_recompute")
    await owner.page.get_by_test_id("house").locator("[type=submit]").click()
    await agree(owner)
    await expect(owner.page.get_by_test_id("house")).to_contain_text("Done.")
    assert await grave(owner, "jobs") == []
    await owner.goto("/staff")
    acts = owner.page.get_by_test_id("audit").locator("[data-act]")
    await expect(acts.first).to_have_attribute("data-act", "ratings_recompute")
    await expect(acts.nth(1)).to_have_attribute("data-act", "account_invite")


async def test_the_owner_changes_a_setting_and_takes_it_back(arrive: Arrive, server: ServerProcess) -> None:
    owner = await sign_in(arrive, server, "Otto", "owner", bypass_csp=True)
    reader = await arrive("/settings")
    await expect(reader.page.get_by_text("Create account")).not_to_have_count(0)
    await reader.page.locator("[data-do=sign-in]").locator("xpath=ancestor::details").locator("summary").click()
    typed = reader.page.locator("form:has([data-do=sign-in]) input").first
    await typed.fill("Rita")
    await owner.goto("/staff/settings")
    form = owner.page.locator("[data-setting=registration]")
    await form.locator("select").select_option("closed")
    await form.locator("[type=submit]").click()
    await expect(form).to_contain_text("It applies from now on.")
    stranger = await arrive("/settings")
    for person in (stranger, reader):
        await expect(person.page.get_by_text("only the staff makes accounts")).to_be_visible()
    await expect(reader.page.locator("[data-do=keep-name]")).to_have_count(0)
    await expect(typed).to_have_value("Rita")
    await owner.page.reload()
    await expect(form.locator("select")).to_have_value("closed")
    assert await grave(owner, "settings") == []
    await form.locator("[data-do=default]").click()
    await expect(form.locator("select")).to_have_value("open")
    await expect(form.locator("select")).to_be_focused()
    limit = owner.page.locator("[data-setting=bot_games]")
    await limit.locator("input").fill("12")
    await owner.page.keyboard.press("Enter")
    await expect(limit).to_contain_text("It applies from now on.")
    await owner.goto("/staff")
    acts = owner.page.get_by_test_id("audit").locator("[data-act=setting]")
    await expect(acts).to_have_count(3)
    await expect(acts.first).to_contain_text("12")
