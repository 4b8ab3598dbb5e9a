"""The staff's page of what bots have learned: patterns off and on, weights kept, proofs and games checked."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from bots.search.board.weights import parse_weights, to_numbers
from bots.tuning.weight_fit import PRIOR
from server.operator.patterns import format_pattern
from server.store.knowledge import weights
from tests.browser.axe import grave
from tests.browser.conftest import PHONE, Arrive
from tests.browser.test_staff import sign_in
from tests.browser.test_staff_games import agree
from tests.kit.process import ServerProcess
from tests.server.test_operator import tengen
from tests.server.test_operator_patterns import sound

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_the_owner_looks_after_what_bots_have_learned(
    arrive: Arrive, server: ServerProcess, tmp_path: Path
) -> None:
    file = tmp_path / "patterns.jsonl"
    file.write_text(format_pattern(sound()))
    assert await asyncio.to_thread(tengen, server.db, "patterns", "import", str(file)) == 0
    owner = await sign_in(arrive, server, "Olga", "owner", bypass_csp=True, **PHONE)
    await owner.goto("/staff/learning")
    patterns = owner.page.get_by_test_id("staff-patterns")
    line = patterns.locator("li[data-pattern='1']")
    await expect(line).to_contain_text("from a file")
    found = await grave(owner, "learning")
    await line.locator("[data-do=off]").focus()
    await owner.page.keyboard.press("Enter")
    found += await grave(owner, "learning, asked")
    await agree(owner, "odd")
    await expect(owner.page.get_by_text("The pattern is hidden.")).to_be_visible()
    await expect(line).to_have_count(0)
    await owner.page.get_by_role("button", name="Hidden (1)").click()
    await line.locator("[data-do=on]").click()
    await agree(owner)
    await expect(owner.page.get_by_role("button", name="Shown (1)")).to_be_visible()
    await owner.page.get_by_role("button", name="Freeze the weights").click()
    await agree(owner)
    await expect(owner.page.get_by_test_id("weights-used")).to_contain_text("It is frozen")
    await owner.button("check-proofs").click()
    await expect(owner.page.get_by_text("Nothing is wrong")).to_be_visible(timeout=60_000)
    assert await owner.overflow() == 0
    await owner.goto("/staff/server")
    await owner.button("check-database").click()
    await expect(owner.page.get_by_text("Nothing is wrong")).to_be_visible(timeout=60_000)
    await expect(owner.page.get_by_test_id("check-database")).to_contain_text("sound")
    found += await grave(owner, "server, checked")
    assert await owner.overflow() == 0
    await owner.goto("/staff")
    acts = owner.page.get_by_test_id("audit").locator("[data-act]")
    told = [await acts.nth(n).get_attribute("data-act") for n in range(5)]
    assert told == ["check", "check", "weights_freeze", "pattern_on", "pattern_off"]
    moderator = await sign_in(arrive, server, "Mona", "moderator")
    await moderator.goto("/staff/learning")
    await expect(moderator.page.get_by_test_id("stranger")).to_be_visible()
    assert found == []


async def test_any_two_versions_of_the_weights_are_compared(arrive: Arrive, server: ServerProcess) -> None:
    owner = await sign_in(arrive, server, "Otto", "owner", bypass_csp=True, **PHONE)
    await owner.goto("/staff/learning")
    choice = owner.page.get_by_label("Compare with", exact=True)
    await expect(choice).to_be_hidden()
    one, two = (PRIOR[0] + 7.5, *PRIOR[1:]), (*PRIOR[:-1], PRIOR[-1] - 1)
    fits = [weights.begin_trial(0, "search 4", 30, 4.0, fit, [1], 1) for fit in (one, two)]
    with closing(sqlite3.connect(server.db, timeout=10)) as connection, connection:
        connection.execute("UPDATE weights_in_use SET frozen = 0")  # nothing is tried where they are kept
        for sql, values in (each for fit in fits for each in fit):
            connection.execute(sql, values)
    await owner.page.reload()
    await choice.select_option("Version 1")
    await owner.page.get_by_role("button", name="Compare with: Version 1: Version 2").focus()
    await owner.page.keyboard.press("Enter")
    await expect(owner.page.get_by_text(f"Version 2 and Version 1: 2 of {len(PRIOR)} weights differ.")).to_be_visible()
    assert await grave(owner, "weights") == []
    assert await owner.overflow() == 0
    await expect(owner.page.get_by_role("button", name="Compare with: the program’s own: Version 1")).to_be_visible()
    async with owner.page.expect_download() as download:
        await owner.page.get_by_role("button", name="Save as a file: Version 2").click()
    saved = Path(await (await download.value).path()).read_text()
    assert to_numbers(parse_weights(saved)) == pytest.approx(two)
