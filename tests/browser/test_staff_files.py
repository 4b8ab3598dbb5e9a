"""Files that the owner of the server saves and imports by the page: patterns, weights, and trees of others."""

from pathlib import Path

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import FilePayload, expect

from gomoku.notation import renlib
from server.operator.patterns import format_pattern
from tests.browser.axe import grave
from tests.browser.conftest import PHONE, Arrive
from tests.browser.test_staff import sign_in
from tests.browser.test_staff_games import agree
from tests.gomoku.notation.trees import large_tree
from tests.kit.client import Client
from tests.kit.process import ServerProcess
from tests.kit.trees import bring
from tests.server.test_operator_patterns import sound

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

LIBRARY = b"".join(renlib.dump(large_tree(300)))
SOUND = format_pattern(sound())


def file(name: str, body: bytes) -> FilePayload:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": body}


async def test_patterns_and_weights_go_from_server_to_server(arrive: Arrive, server: ServerProcess) -> None:
    owner = await sign_in(arrive, server, "Olga", "owner", bypass_csp=True, **PHONE)
    await owner.goto("/staff/learning")
    page, files = owner.page, owner.page.get_by_test_id("pattern-files")
    found = await grave(owner, "learning")
    await page.locator("#patterns-file").set_input_files(file("bad.jsonl", f"{SOUND}\n{{}}\n".encode()))
    await files.get_by_label("Note for the staff").fill("from home")
    await page.keyboard.press("Enter")
    await expect(files.get_by_role("alert")).to_contain_text("Line 2: This is not a pattern.")
    found += await grave(owner, "learning, refused")
    await page.locator("#patterns-file").set_input_files(file("good.jsonl", f"{SOUND}\n".encode()))
    await files.get_by_role("button", name="Import patterns").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("patterns-said")).to_have_text("1 pattern was read; new: 1.")
    await expect(page.locator("li[data-pattern='1']")).to_contain_text("from a file")
    async with page.expect_download() as download:
        await owner.press("save-patterns")
    saved = await download.value
    assert (saved.suggested_filename, Path(await saved.path()).read_text()) == ("tengen-patterns.jsonl", f"{SOUND}\n")
    async with page.expect_download() as download:
        await page.get_by_role("button", name="Save as a file: the program’s own").click()
    saved = await download.value
    assert saved.suggested_filename == "weights-0.txt"
    assert Path(await saved.path()).read_text().startswith("# weights 0\n")
    assert await owner.overflow() == 0
    await owner.goto("/staff")
    await expect(page.get_by_test_id("audit").locator("[data-act=patterns_import]")).to_contain_text("from home")
    assert found == []


async def test_trees_of_others_are_found_saved_imported_and_deleted(arrive: Arrive, server: ServerProcess) -> None:
    async with Client(server.ws) as ada:
        await ada.command("keep_name", name="Ada", password="correct horse battery")
        private = await bring(ada, LIBRARY, title="Secret plans")
    async with Client(server.ws) as bob:
        public = await bring(bob, LIBRARY, title="For all", visibility="public")
    owner = await sign_in(arrive, server, "Otto", "owner", bypass_csp=True, **PHONE)
    await owner.goto("/staff/trees")
    page = owner.page
    await expect(page.get_by_test_id("trees-total")).to_contain_text("2 trees")
    found = await grave(owner, "trees")
    assert await owner.overflow() == 0
    await expect(page.locator(f"li[data-tree='{public}']").get_by_role("link", name="Open")).to_be_visible()
    await page.locator("#staff-trees-find").fill("ad")
    await page.keyboard.press("Enter")
    await expect(page.locator(f"li[data-tree='{public}']")).to_have_count(0)
    line = page.locator(f"li[data-tree='{private}']")
    await expect(line).to_contain_text("Private")
    await expect(line.get_by_role("link")).to_have_count(0)

    await line.get_by_role("button", name="Save as .lib").focus()
    await page.keyboard.press("Enter")
    found += await grave(owner, "trees, asked")
    async with page.expect_download() as download:
        await agree(owner, "asked by letter")
    saved = await download.value
    assert (saved.suggested_filename, Path(await saved.path()).read_bytes()) == ("Secret plans.lib", LIBRARY)
    await expect(page.get_by_text("The file is saved.")).to_be_visible()

    form = page.get_by_role("form", name="Import a file for a player")
    await page.locator("#tree-file").set_input_files(file("gift.lib", LIBRARY))
    await expect(form.locator("[type=submit]")).not_to_have_attribute("aria-disabled", "true")
    await form.get_by_label("Player’s name or ID").fill("nobody at all")
    await page.keyboard.press("Enter")
    await expect(form.get_by_role("alert")).to_contain_text("There is no such player.")
    await form.get_by_label("Player’s name or ID").fill("Ada")
    await form.get_by_label("Who may see it").select_option("link")
    await form.get_by_label("Note for the staff").fill("sent in")
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("The tree is imported.")).to_be_visible()
    await expect(page.get_by_test_id("staff-trees").locator("li")).to_have_count(2)
    await expect(page.get_by_test_id("staff-trees").locator("li").first).to_contain_text(["gift"])

    await line.get_by_role("button", name="Delete").click()
    await agree(owner, "spam")
    await expect(page.get_by_text("The tree is deleted.")).to_be_visible()
    await expect(line).to_have_count(0)
    await owner.goto("/staff")
    acts = page.get_by_test_id("audit").locator("[data-act]")
    told = [await acts.nth(n).inner_text() for n in range(3)]
    for text, act, note in zip(
        told,
        ("Deleted a tree", "Imported a tree for", "Saved a tree of"),
        ("spam", "sent in", "asked by letter"),
        strict=True,
    ):
        assert all(words in text for words in (act, "Ada", note)), text
    moderator = await sign_in(arrive, server, "Mona", "moderator")
    await moderator.goto("/staff/trees")
    await expect(moderator.page.get_by_test_id("stranger")).to_be_visible()
    assert found == []
