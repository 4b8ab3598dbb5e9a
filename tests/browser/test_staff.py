"""The staff's page: from a remark, by a report, to a mute that its receiver understands, and the log of it."""

import asyncio
import re

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.axe import grave
from tests.browser.conftest import PHONE, Arrive
from tests.browser.person import Person
from tests.browser.test_account import SECRET, fill
from tests.kit.client import Client
from tests.kit.process import ServerProcess
from tests.server.test_operator import tengen

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture(scope="module")
def server_options() -> dict[str, str | int]:
    return {"bot_pause_ms": 0, "talk": "free"}


async def sign_in(arrive: Arrive, server: ServerProcess, name: str, role: str, **options: object) -> Person:
    """Somebody of the staff, in the lobby."""
    async with Client(server.ws) as account:
        await account.command("keep_name", name=name, password=SECRET)
    assert await asyncio.to_thread(tengen, server.db, "account", "role", name, role) == 0
    person = await arrive("/settings", **options)
    await fill(person, "Sign in", username=name, current_password=SECRET)
    await expect(person.page.get_by_text(f"Welcome back, {name}.")).to_be_visible()
    await person.goto("/")
    return person


async def look_at_evidence(moderator: Person) -> None:
    """It is asked for, and says of who has played no rated game that there is none."""
    evidence = moderator.page.get_by_test_id("evidence")
    await expect(evidence).to_be_empty()
    await moderator.press("evidence")
    await expect(evidence).to_have_text("No rated game has been counted yet.")


async def test_from_a_report_to_a_mute_and_the_log(arrive: Arrive, server: ServerProcess) -> None:
    moderator = await sign_in(arrive, server, "Mona", "moderator")
    ada = await arrive(None)
    room = await ada.create(color="black", visibility="link")
    bob = await arrive(f"/room/{room}", locale="zh-CN")
    await bob.press("sit")
    await ada.press("phrase", phrase="good_luck")
    lines = bob.page.locator(".talk-line")
    await expect(lines).to_contain_text(["祝你好运！"])
    await bob.page.locator("#talk-text").fill("you fool")
    await bob.page.keyboard.press("Enter")
    await expect(ada.page.locator(".talk-line")).to_contain_text(["Good luck!", "you fool"])
    await ada.page.locator(".talk-about summary").click()
    await ada.press("report")
    form = ada.page.get_by_test_id("report-form")
    await form.locator("select").select_option("insult")
    await form.locator("textarea").fill("He said it twice.")
    await form.locator("[type=submit]").click()
    await expect(form).to_be_hidden()

    bell = moderator.page.get_by_test_id("bell")
    await expect(bell.locator(".bell-count")).to_have_text("1")
    await bell.click()
    await moderator.page.get_by_test_id("reports-waiting").get_by_role("link").click()
    report = moderator.page.locator("[data-report].staff-report")
    await expect(report).to_contain_text("He said it twice.")
    await moderator.press("read")
    await expect(report.locator(".staff-said .talk-line")).to_contain_text(["Good luck!", "you fool"])
    await moderator.press("look")
    sanction = moderator.page.get_by_test_id("sanction-form")
    await sanction.locator("#staff-kind").select_option("mute")
    await sanction.locator("#staff-span").select_option("60")
    await sanction.locator("#staff-reason").select_option("insult")
    await sanction.locator("#staff-note").fill("first time")
    await sanction.locator("[type=submit]").click()
    record = moderator.page.get_by_test_id("player-record")
    await expect(record.locator("[data-sanction=mute]")).to_contain_text("first time")

    told = bob.page.locator(".toast")
    await expect(told).to_contain_text("辱骂")
    await expect(told).to_contain_text(re.compile(r"\d{1,2}:\d\d"))
    for again in (False, True):
        if again:
            await bob.page.reload()
        await expect(bob.page.get_by_test_id("talk-note")).to_contain_text("辱骂")
        await expect(bob.page.locator("#talk-text")).to_be_hidden()
        await expect(bob.button("phrase").first).to_be_hidden()
    await expect(lines).to_have_count(2)

    await sanction.locator("#staff-kind").select_option("ban")
    await sanction.locator("[type=submit]").click()
    await expect(record.locator("[data-sanction=ban]")).to_be_visible()
    for again in (False, True):
        if again:
            await bob.page.reload()
        await expect(bob.page.get_by_test_id("banned")).to_contain_text("辱骂")
        await expect(bob.page.get_by_test_id("banned")).to_contain_text(re.compile(r"到 .*\d{1,2}:\d\d 为止"))
        await expect(bob.page.locator("[data-connection=stopped]")).to_be_attached()
        await expect(bob.page.locator("body")).not_to_contain_text("正在重连")

    await moderator.press("handled")
    await expect(moderator.page.get_by_test_id("reports").locator("li")).to_have_count(0)
    await expect(bell.locator(".bell-count")).to_be_hidden()
    await expect(moderator.page.get_by_test_id("audit")).to_be_hidden()

    await look_at_evidence(moderator)

    owner = await sign_in(arrive, server, "Olga", "owner", **PHONE)
    await owner.goto("/staff")
    acts = owner.page.get_by_test_id("audit").locator("[data-act]")
    await expect(acts.first).to_have_attribute("data-act", "account_role")
    await expect(acts.nth(1)).to_have_attribute("data-act", "evidence")
    await expect(acts.nth(2)).to_have_attribute("data-act", "settle")
    await expect(acts.nth(3)).to_have_attribute("data-act", "ban")
    await expect(acts.nth(4)).to_have_attribute("data-act", "mute")
    await expect(acts.nth(4)).to_contain_text("Mona")
    await expect(acts.nth(4)).to_contain_text("first time")
    assert await owner.overflow() == 0


async def test_the_log_follows_what_is_done_on_the_page(arrive: Arrive, server: ServerProcess) -> None:
    owner = await sign_in(arrive, server, "Otto", "owner")
    async with Client(server.ws) as client:
        name, player = client.welcome["player"]["name"], client.player
    await owner.goto("/staff")
    page = owner.page
    acts = page.get_by_test_id("audit").locator("[data-act]")
    await expect(acts.first).to_contain_text("Role: Owner")
    await page.locator("#staff-player").fill(player)
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("player-record")).to_contain_text(name)
    await page.get_by_test_id("sanction-form").locator("#staff-kind").select_option("mute")
    await page.get_by_test_id("sanction-form").locator("[type=submit]").click()
    await expect(acts.first).to_have_attribute("data-act", "mute")
    await page.locator("#staff-name").fill("Decent name")
    await page.locator("#rename-note").fill("was rude")
    await page.keyboard.press("Enter")
    await expect(acts.first).to_have_attribute("data-act", "rename")
    await expect(acts.first).to_contain_text("was rude")
    await owner.press("lift")
    await expect(acts.first).to_have_attribute("data-act", "lift_mute")
    await owner.press("invite")
    await expect(acts.first).to_have_attribute("data-act", "account_invite")


async def test_what_another_has_ended_is_shown_so(arrive: Arrive, server: ServerProcess) -> None:
    owner = await sign_in(arrive, server, "Petra", "owner", **PHONE)
    async with Client(server.ws) as client:
        player = client.player
    assert await asyncio.to_thread(tengen, server.db, "players", "mute", player) == 0
    await owner.goto("/staff")
    await owner.page.locator("#staff-player").fill(player)
    await owner.page.keyboard.press("Enter")
    laid = owner.page.get_by_test_id("player-record").locator("[data-sanction=mute]")
    await expect(laid).not_to_have_attribute("data-over", "")
    assert await asyncio.to_thread(tengen, server.db, "players", "unmute", player) == 0
    await owner.press("lift")
    await expect(laid).to_have_attribute("data-over", "")
    await expect(owner.page.get_by_text("There is no such sanction, or it has already ended.")).to_be_visible()


async def test_a_search_shows_its_hit_though_the_list_is_loaded_again(arrive: Arrive, server: ServerProcess) -> None:
    owner = await sign_in(arrive, server, "Paula", "owner")
    async with Client(server.ws) as client:
        name, player = client.welcome["player"]["name"], client.player
        await owner.goto("/staff")
        people = owner.page.get_by_test_id("staff-people")
        await expect(people.locator(f"[data-person='{player}']")).to_be_visible()
        await owner.page.locator("#staff-player").fill(name[:-1])  # not whole: the hit is the only one of the list
        await owner.page.evaluate(
            """() => {
              document.querySelector("#staff-player").form.requestSubmit();
              document.querySelector("section:has([data-testid=staff-people]) [aria-pressed=true]").click();
            }"""
        )
        await expect(people.locator("li")).to_have_count(1)
        await expect(owner.page.get_by_test_id("player-record")).to_contain_text(player)


async def test_the_owner_goes_through_all_players(arrive: Arrive, server: ServerProcess) -> None:
    owner = await sign_in(arrive, server, "Odo", "owner", bypass_csp=True, **PHONE)
    async with Client(server.ws) as client:
        name, player = client.welcome["player"]["name"], client.player
        await owner.goto("/staff")
        people = owner.page.get_by_test_id("staff-people")
        line = people.locator(f"[data-person='{player}']")
        await expect(line).to_contain_text("Online")
        await owner.page.locator("#staff-player").fill(name)
        await owner.page.keyboard.press("Enter")
        await expect(people.locator("li")).to_have_count(1)
        await expect(people.locator("li").first).to_have_attribute("data-person", player)
        await expect(owner.page.get_by_test_id("player-record")).to_contain_text(player)  # the only one found
        await expect(owner.page.locator("[role=search]")).to_have_count(1)
        form = owner.page.get_by_test_id("sanction-form")
        await form.evaluate("(form) => (form.dataset.before = 'look')")
        await owner.press("look", player=player)
        await expect(form).not_to_have_attribute("data-before", "look")  # the form of before would be lost, half filled
    await owner.page.locator("#staff-kind").select_option("timeout")
    await owner.page.get_by_test_id("sanction-form").locator("[type=submit]").click()
    await owner.press("show", show="sanctioned")
    await expect(line).to_contain_text("Timed out")
    await owner.page.locator("#staff-player").fill("")
    await owner.page.keyboard.press("Enter")
    await owner.press("show", show="staff")
    await expect(line).to_have_count(0)
    await expect(people).to_contain_text("Odo")
    assert await grave(owner, "players") == []
    assert await owner.overflow() == 0
