"""Stored trees: a file is brought, walked through, and saved as it came."""

import asyncio
import re
from pathlib import Path

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import FilePayload, Route, expect

from gomoku.board import Color
from gomoku.notation import renlib
from gomoku.notation.tree import ROOT, Note, Tree
from gomoku.point import parse
from server.operator.request import ask
from tests.browser.axe import grave
from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.gomoku.notation.trees import large_tree
from tests.kit.process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def openings() -> Tree:
    """H8, and below it two branches with texts at their points."""
    tree = Tree(15)
    first = tree.add(ROOT, (parse("H8", 15), Color.BLACK))
    tree.note(first).comment = "五子棋 begins here."
    for name, text in (("I9", "D"), ("H9", "I")):
        second = tree.add(first, (parse(name, 15), Color.WHITE))
        tree.note(first).labels[parse(name, 15)] = text
        for third in ("J10", "G7"):
            tree.add(second, (parse(third, 15), Color.BLACK))
    return tree


async def bring(person: Person, name: str, data: bytes) -> None:
    await person.goto("/trees")
    file = FilePayload(name=name, mimeType="application/octet-stream", buffer=data)
    await person.page.locator("#tree-file").set_input_files(file)
    await person.page.locator(".tree-upload [type=submit]").click()
    await person.page.wait_for_url(re.compile(r"/trees/\w+"), timeout=60_000)


async def save(person: Person, tmp_path: Path) -> bytes:
    """The library as the browser saves it."""
    async with person.page.expect_download(timeout=60_000) as download:
        await person.press("save", format="lib")
    path = tmp_path / "saved.lib"
    await (await download.value).save_as(path)
    return path.read_bytes()


async def test_a_library_is_brought_walked_through_and_saved(arrive: Arrive, tmp_path: Path) -> None:
    person = await arrive("/trees", allow="50[03]")
    data = b"".join(renlib.dump(openings()))
    await bring(person, "openings.lib", data)
    position, page = person.page.get_by_test_id("position"), person.page
    await expect(page.get_by_role("heading", name="openings")).to_be_visible()
    await expect(page.locator("[data-branch]")).to_have_count(1)
    await page.keyboard.press("ArrowRight")
    await expect(position).to_have_text("Move 1: Black H8")
    await expect(page.get_by_label("Comment")).to_have_value("五子棋 begins here.")
    await expect(page.get_by_role("gridcell", name="I9, empty, marked D")).to_be_visible()
    await page.locator("[data-branch=H9] button").click()
    await page.keyboard.press("ArrowRight")
    await expect(position).to_have_text("Move 3: Black J10")
    await page.keyboard.press("ArrowDown")
    await expect(position).to_have_text("Move 3: Black G7")
    await page.get_by_label("Position string").fill("j10 i9 h8")
    await page.keyboard.press("Enter")
    await expect(position).to_have_text("Move 3: Black J10")
    await expect(page.locator("[data-branch]")).to_have_count(0)
    assert await save(person, tmp_path) == data
    for ending, begin in (("svg", b"<svg "), ("png", b"\x89PNG"), ("gif", b"GIF89a")):
        async with page.expect_download(timeout=60_000) as download:
            await page.locator(f"[data-picture={ending}]").click()
        picture = await download.value
        assert picture.suggested_filename == f"openings-3.{ending}"
        await picture.save_as(tmp_path / "picture")
        assert (tmp_path / "picture").read_bytes().startswith(begin)


async def test_branches_under_the_same_text_are_told_apart_in_the_list(arrive: Arrive) -> None:
    person = await arrive("/trees")
    await bring(person, "same.sgf", b"(;SZ[15]LB[hh:B][gg:B](;B[hh])(;B[gg])(;B[ii]))")
    branches = person.page.get_by_test_id("branches").get_by_role("button")
    await expect(branches.nth(0)).to_have_accessible_name("H8, B, 0 below")
    await expect(branches.nth(1)).to_have_accessible_name("G9, B, 0 below")
    await expect(branches.nth(2)).to_have_accessible_name("C: I7, 0 moves below")
    await expect(person.page.get_by_role("gridcell", name="G9, empty, marked B")).to_be_visible()


async def test_a_federations_file_is_brought_once_its_terms_are_accepted(arrive: Arrive) -> None:
    person = await arrive("/trees")
    page = person.page
    data = (
        b'<?xml version="1.0"?><database><players><player id="1" name="Ann" surname="A"/></players><games>'
        b'<game id="1" black="1" bresult="1"><move>h8 i8</move></game>'
        b'<game id="2" white="1" bresult="0"><move>h8 h9</move></game></games></database>'
    )
    file = FilePayload(name="cup.rif", mimeType="application/xml", buffer=data)
    await page.locator("#tree-file").set_input_files(file)
    await expect(page.get_by_text("nothing from them may be used on a website")).to_be_visible()
    submit = page.locator(".tree-upload [type=submit]")
    await expect(submit).to_have_attribute("aria-disabled", "true")
    await page.get_by_label("I have read the terms").check()
    await submit.click()
    await page.wait_for_url(re.compile(r"/trees/\w+"), timeout=60_000)
    await expect(page.get_by_test_id("tree-about")).to_contain_text("2 moves")
    await person.press("step", step="last")
    await expect(page.get_by_label("Comment")).to_have_value(re.compile(r"Ann A - \?, B\+[^?]*\? - Ann A, W\+"))


@pytest.mark.slow
async def test_a_library_of_100_000_nodes_is_brought_walked_through_and_saved(arrive: Arrive, tmp_path: Path) -> None:
    person = await arrive("/trees", allow="50[03]")
    tree = large_tree(100_000)
    data = b"".join(renlib.dump(tree))
    await bring(person, "large.lib", data)
    await expect(person.page.get_by_test_id("tree-about")).to_contain_text("99,999 moves")
    await person.press("step", step="last")
    line = tree.main_line()
    move = tree.move(line[-1])
    assert move is not None
    color = "Black" if move[1] is Color.BLACK else "White"
    name = f"{chr(ord('A') + move[0] % 15)}{15 - move[0] // 15}"
    await expect(person.page.get_by_test_id("position")).to_have_text(f"Move {len(line) - 1}: {color} {name}")
    saved = await save(person, tmp_path)
    assert saved == data
    assert renlib.load(saved).tree == tree


async def test_the_encoding_of_a_library_is_shown_and_changed_before_it_is_kept(arrive: Arrive) -> None:
    person = await arrive("/trees")
    tree = Tree(15)
    tree.note(tree.add(ROOT, (112, Color.BLACK))).comment = "Хороший ход"
    library = FilePayload(name="ход.lib", mimeType="", buffer=b"".join(renlib.dump(tree, "cp1251")))
    await person.page.locator("#tree-file").set_input_files(library)
    seen = person.page.get_by_test_id("seen-texts").locator("li")
    await expect(seen).to_have_text(["Хороший ход"])
    encoding = person.page.locator("#tree-encoding")
    await expect(encoding.locator("option:checked")).to_have_text("detected: Windows-1251")
    await encoding.select_option("koi8-r")
    await expect(seen).not_to_have_text(["Хороший ход"])
    await encoding.select_option("cp1251")
    await expect(seen).to_have_text(["Хороший ход"])
    await person.page.locator(".tree-upload [type=submit]").click()
    await person.page.wait_for_url(re.compile(r"/trees/\w+"), timeout=60_000)
    await expect(person.page.get_by_role("heading", level=1)).to_have_text("ход")


async def test_a_tree_with_the_name_of_a_game_that_it_is_not_of_opens_at_its_start(arrive: Arrive) -> None:
    person = await arrive("/trees", allow="40[04]")

    async def name_game(route: Route) -> None:
        found = await (await route.fetch()).json()
        await route.fulfill(json=found | {"game": "game00000001"})

    await person.page.route(re.compile(r"/api/trees/\w+$"), name_game)
    await bring(person, "small.sgf", b"(;SZ[9];B[aa];W[bb])")
    await expect(person.page.get_by_test_id("position")).to_have_text("The start")
    await expect(person.page.get_by_role("alert")).to_have_count(0)


async def test_bookmarks_of_a_library_are_listed_and_lead_to_their_positions(arrive: Arrive) -> None:
    person = await arrive("/", bypass_csp=True)
    page, tree = person.page, openings()
    at = ROOT
    for _ in range(2):
        at = next(iter(tree.children(at)))
    tree.take(at, Note(marked=True, comment="A quiet answer\nwith more to say"))
    await bring(person, "marked.lib", b"".join(renlib.dump(tree)))
    await page.get_by_role("link", name="All trees").click()
    listed = page.get_by_test_id("bookmarks").locator("li")
    await expect(listed).to_contain_text("A quiet answer")
    await expect(listed).to_contain_text("marked · After 2 moves")
    assert await grave(person, "trees, with the bookmarks of a file") == []
    await listed.get_by_role("link").click()
    await expect(page.get_by_test_id("position")).to_have_text("Move 2: White I9")
    await person.press("bookmark")
    await expect(page.get_by_test_id("tree-saved")).to_have_text("Saved")
    await page.get_by_role("link", name="All trees").click()
    await expect(page.get_by_test_id("bookmarks")).to_contain_text("and it is listed here")


async def test_bookmarks_are_listed_and_a_tree_that_staff_delete_is_missed_by_nobody(
    arrive: Arrive, server: ServerProcess
) -> None:
    person = await arrive("/", bypass_csp=True)
    page = person.page
    await bring(person, "openings.lib", b"".join(renlib.dump(openings())))
    await person.press("step", step="next")
    await person.press("step", step="next")
    position = page.get_by_test_id("position")
    await expect(position).to_have_text("Move 2: White I9")
    await page.get_by_role("button", name="Bookmark").click()
    await expect(page.get_by_role("button", name="Bookmark")).to_have_attribute("aria-pressed", "true")
    await expect(page.get_by_test_id("tree-saved")).to_have_text("Saved")
    await page.get_by_role("link", name="All trees").click()
    listed = page.get_by_test_id("bookmarks").locator("li")
    await expect(listed).to_contain_text("After 2 moves")
    assert await grave(person, "trees, with a bookmark") == []
    await listed.get_by_role("link").click()
    await expect(position).to_have_text("Move 2: White I9")

    tree = re.sub(r".*/trees/(\w+).*", r"\1", page.url)
    await asyncio.to_thread(ask, str(server.db), "tree_delete", tree, "")
    await expect(page.get_by_role("alert")).to_have_text("This tree was deleted.")
    await page.get_by_test_id("bell").click()
    notice = page.locator("#bell-panel li", has_text="Staff have deleted a tree of yours")
    await expect(notice).to_contain_text("openings")
    assert await grave(person, "bell, with a deleted tree") == []
    await person.press("tree-seen")
    await expect(notice).to_have_count(0)
    await page.keyboard.press("Escape")
    await page.get_by_role("link", name="All trees").first.click()
    await expect(page.get_by_test_id("my-trees")).to_contain_text("You have no trees yet.")
