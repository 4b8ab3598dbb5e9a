"""A tree is edited on its page, saved as one goes, and is the same when it is opened again."""

import re
from pathlib import Path

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import Page, expect

from gomoku.board import Color
from gomoku.notation import renlib
from gomoku.notation.tree import PASS, ROOT, Tree
from gomoku.point import parse
from tests.browser.axe import grave
from tests.browser.conftest import Arrive
from tests.browser.test_trees import bring, openings, save

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PRESSES = 5
"""Most presses from the list of trees to a saved comment: file, import, step, field, and nothing to save it."""


async def saved(page: Page) -> None:
    await expect(page.get_by_test_id("tree-saved")).to_have_text("Saved", timeout=15_000)


async def test_a_library_is_opened_commented_saved_and_opened_again(arrive: Arrive, tmp_path: Path) -> None:
    person = await arrive("/trees", allow="50[03]")
    page, presses = person.page, 2
    await bring(person, "openings.lib", b"".join(renlib.dump(openings())))
    await person.press("step", step="next")
    presses += 1
    comment = page.get_by_label("Comment")
    await expect(comment).to_have_value("五子棋 begins here.")
    await comment.click()
    presses += 1
    await page.keyboard.press("Control+End")
    await page.keyboard.type(" And ends there.")
    await saved(page)
    assert presses <= PRESSES
    await page.reload()
    await expect(comment).to_have_value("五子棋 begins here. And ends there.")
    tree = openings()
    tree.note(1).comment += " And ends there."
    assert renlib.load(await save(person, tmp_path)).tree == tree
    other = await arrive("/trees", allow="50[03]")
    await bring(other, "again.lib", (tmp_path / "saved.lib").read_bytes())
    await other.press("step", step="next")
    await expect(other.page.get_by_label("Comment")).to_have_value("五子棋 begins here. And ends there.")


async def test_moves_marks_and_branches_are_edited_by_presses_and_undone(arrive: Arrive, tmp_path: Path) -> None:
    person = await arrive("/trees", allow="50[03]")
    page = person.page
    await page.get_by_role("button", name="New tree").click()
    await page.wait_for_url(re.compile(r"/trees/\w+"))
    position = page.get_by_test_id("position")
    await expect(position).to_have_text("The start")
    for n, (color, name) in enumerate((("Black", "H8"), ("White", "I9"), ("Black", "J10")), 1):
        await page.get_by_role("gridcell", name=re.compile(f"^{name}")).press("Enter")
        await expect(position).to_have_text(f"Move {n}: {color} {name}")
    await page.get_by_label("draws a triangle").check(force=True)
    await page.get_by_role("gridcell", name=re.compile("^H8")).press("Enter")  # on a stone
    await page.get_by_label("writes a text").check(force=True)
    await page.get_by_role("gridcell", name=re.compile("^G7")).press("Enter")
    await expect(page.get_by_role("gridcell", name=re.compile("^G7.*A"))).to_be_visible()
    await page.get_by_label("adds a move").check(force=True)
    await person.press("step", step="first")
    await person.press("step", step="next")
    await page.get_by_role("gridcell", name=re.compile("^H9")).press("Enter")
    await expect(position).to_have_text("Move 2: White H9")
    await person.press("promote")
    await expect(person.button("promote")).to_have_attribute("aria-disabled", "true")
    await saved(page)
    tree = Tree(15)
    first = tree.add(ROOT, (parse("H8", 15), Color.BLACK))
    tree.add(first, (parse("H9", 15), Color.WHITE))
    last = tree.add(tree.add(first, (parse("I9", 15), Color.WHITE)), (parse("J10", 15), Color.BLACK))
    tree.note(last).labels[parse("G7", 15)] = "A"
    assert renlib.load(await save(person, tmp_path)).tree == tree
    await person.press("step", step="first")
    await person.press("step", step="next")
    await person.press("delete-branch")
    await expect(page.get_by_test_id("tree-saved")).to_have_text("4 moves deleted.")
    await expect(page.get_by_test_id("tree-about")).to_contain_text("0 moves")
    await page.reload()
    await person.press("undo")
    await expect(position).to_have_text("Move 1: Black H8")
    await expect(page.get_by_test_id("tree-about")).to_contain_text("4 moves")
    await page.get_by_role("gridcell", name=re.compile("^H8")).focus()
    await page.keyboard.press("Control+z")
    await expect(position).to_have_text("Move 2: White H9")
    await expect(person.button("promote")).not_to_have_attribute("aria-disabled", "true")
    await person.press("step", step="previous")
    await expect(page.locator("[data-branch]").first).to_have_attribute("data-branch", "I9")


async def test_other_windows_show_an_edit_where_they_are(arrive: Arrive) -> None:
    person = await arrive("/trees")
    await bring(person, "openings.lib", b"".join(renlib.dump(openings())))
    await person.page.locator("#own-visibility").select_option("link")
    other, reader = await person.new_page(), await arrive(None)
    for each in (other, reader):
        await each.page.goto(person.page.url)
        for _ in range(3):
            await each.press("step", step="next")
        await expect(each.page.get_by_test_id("position")).to_contain_text("Move 3")
    await person.press("step", step="next")
    await person.page.get_by_label("Comment").fill("First")
    await saved(person.page)
    for each in (other, reader):
        await expect(each.page.get_by_test_id("position")).to_contain_text("Move 3")
        await each.press("step", step="first")
        await each.press("step", step="next")
    await expect(other.page.get_by_label("Comment")).to_have_value("First")
    await expect(reader.page.get_by_test_id("comment")).to_contain_text("First")
    await other.page.get_by_label("Name of this position").fill("Waits")  # is being written
    await other.press("step", step="last")
    await expect(reader.page.get_by_role("heading", name="Waits")).to_be_visible()
    await reader.press("step", step="last")
    await expect(other.page.get_by_test_id("tree-saved")).to_have_text("Saved")
    await person.press("delete-branch")
    for each in (other, reader):  # what they stood on is gone, and they go back to what is left of it
        await expect(each.page.get_by_test_id("position")).to_have_text("The start")
    await person.press("undo")
    for each in (other, reader):
        await expect(each.page.locator("[data-branch]")).to_have_count(1)
    await person.page.locator("#own-title").fill("Another name")
    await person.page.locator("#own-title").press("Enter")
    for each in (other, reader):
        await expect(each.page.get_by_role("heading", name="Another name", level=1)).to_be_visible()
    await person.page.locator("#own-visibility").select_option("private")
    await expect(reader.page.get_by_role("alert")).to_be_visible()
    await expect(other.page.get_by_test_id("tree-editing")).to_be_visible()


async def test_a_comment_that_is_being_written_stays_when_another_window_saves_one(arrive: Arrive) -> None:
    person = await arrive("/trees")
    await bring(person, "openings.lib", b"".join(renlib.dump(openings())))
    other = await person.new_page()
    await other.page.goto(person.page.url)
    comments = [each.page.get_by_label("Comment") for each in (person, other)]
    for comment in comments:
        await comment.fill("Written at once")
    for each in (person, other):
        await saved(each.page)
    for each, comment in zip((person, other), comments, strict=True):
        await expect(comment).to_have_value("Written at once")
        await each.page.reload()
        await expect(comment).to_have_value("Written at once")


async def test_passes_names_and_bookmarks_are_edited_undone_and_done_again(arrive: Arrive, tmp_path: Path) -> None:
    person = await arrive("/trees", allow="50[03]")
    page = person.page
    await page.get_by_role("button", name="New tree").click()
    await page.wait_for_url(re.compile(r"/trees/\w+"))
    position = page.get_by_test_id("position")
    await page.get_by_role("gridcell", name=re.compile("^H8")).press("Enter")
    await expect(position).to_have_text("Move 1: Black H8")
    await person.press("pass")
    await expect(position).to_have_text("Move 2: White passes")
    await person.press("bookmark")
    await expect(person.button("bookmark")).to_have_attribute("aria-pressed", "true")
    name = page.get_by_label("Name of this position")
    await name.fill("Waits")
    await name.press("Enter")
    await saved(page)
    tree = Tree(15)
    passed = tree.add(tree.add(ROOT, (parse("H8", 15), Color.BLACK)), (PASS, Color.WHITE))
    tree.note(passed).name, tree.note(passed).marked = "Waits", True
    assert renlib.load(await save(person, tmp_path)).tree == tree
    await person.press("undo")
    await expect(name).to_have_value("")
    await person.press("undo")
    await expect(person.button("bookmark")).to_have_attribute("aria-pressed", "false")
    await person.press("undo")
    await expect(position).to_have_text("Move 1: Black H8")
    await person.press("redo")
    await expect(position).to_have_text("Move 2: White passes")
    await page.get_by_role("gridcell", name=re.compile("^H8")).focus()
    await page.keyboard.press("Control+Shift+z")
    await expect(person.button("bookmark")).to_have_attribute("aria-pressed", "true")
    await page.keyboard.press("Control+y")
    await expect(name).to_have_value("Waits")
    await expect(person.button("redo")).to_have_attribute("aria-disabled", "true")
    assert renlib.load(await save(person, tmp_path)).tree == tree
    await person.press("undo")
    await expect(name).to_have_value("")
    await saved(page)
    await page.get_by_role("gridcell", name=re.compile("^A1,")).press("Enter")
    await expect(position).to_have_text("Move 3: Black A1")
    await expect(person.button("redo")).to_have_attribute("aria-disabled", "true")


async def test_a_reader_sees_no_controls_of_the_owner(arrive: Arrive) -> None:
    person = await arrive("/trees")
    await bring(person, "openings.lib", b"".join(renlib.dump(openings())))
    await person.page.locator("#own-visibility").select_option("link")
    reader = await arrive(None)
    await reader.page.goto(person.page.url)
    await reader.press("step", step="next")
    await expect(reader.page.get_by_test_id("comment")).to_contain_text("五子棋 begins here.")
    for there in ("tree-editing", "tree-owner"):
        await expect(reader.page.get_by_test_id(there)).to_have_count(0)
    await reader.page.get_by_role("gridcell", name=re.compile("^A1,")).press("Enter")
    await expect(reader.page.get_by_test_id("position")).to_have_text("No branch goes to A1.")


async def test_the_owner_s_controls_are_named_and_fit_on_a_phone(arrive: Arrive) -> None:
    person = await arrive("/trees", bypass_csp=True)
    await bring(person, "openings.lib", b"".join(renlib.dump(openings())))
    await person.press("step", step="next")
    await person.page.get_by_label("writes a text").check()
    assert await grave(person, "tree, its owner's") == []
    for width in (360, 430, 768, 1366):
        await person.page.set_viewport_size({"width": width, "height": 800})
        assert await person.overflow() == 0, width
