"""Files of games, brought into one's own library."""

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import FilePayload, expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

GOOD = "(;FF[4]GM[4]SZ[15]PB[Ada]RU[renju]\n;B[hh]\n;W[ih]\n;B[hi])\n"
CORRUPT = "(;FF[4]GM[4]SZ[15]\n;B[hh]\n;W[z9])\n"
TWICE = "(;FF[4]GM[4]SZ[15]\n;B[hh]\n;W[ih]\n;B[hh])\n"


def file(name: str, text: str) -> FilePayload:
    return FilePayload(name=name, mimeType="text/plain", buffer=text.encode())


async def choose(person: Person, name: str, text: str) -> None:
    """Open the dialog and choose a file in it."""
    await person.goto("/games")
    await person.press("import")
    await person.page.locator("#import-file").set_input_files(file(name, text))


async def send(person: Person) -> None:
    await person.page.get_by_role("dialog").get_by_role("button", name="Import").click()


async def test_a_file_becomes_a_game_of_ones_own(arrive: Arrive) -> None:
    person = await arrive(None, allow="404")
    await choose(person, "cup final.sgf", GOOD)
    await expect(person.page.locator("#import-rules")).to_have_value("renju")
    await send(person)
    await expect(person.page.get_by_test_id("position")).to_have_text("Move 3 of 3: Black H7")
    await person.sees(["H8", "I8", "H7"])
    await expect(person.page.locator(".player-name")).to_have_text(["White", "Ada"])
    await expect(person.page.get_by_test_id("result")).to_contain_text("Imported from cup final.sgf")
    path = person.page.url.removeprefix(person.base)

    await person.goto("/games")
    await expect(person.page.locator("[data-game]")).to_have_count(1)
    await expect(person.page.locator("[data-game]")).to_contain_text("Imported")
    stranger = await arrive(path, allow="404")
    await expect(stranger.page.locator(".empty [role=alert]")).to_be_visible()
    await stranger.goto("/games")
    await expect(stranger.page.get_by_text("No game matches.")).to_be_visible()


async def test_a_long_file_comes_in_pieces(arrive: Arrive) -> None:
    person = await arrive(None)
    comment = "五子棋 \\] \\\\ " * 5_000
    await choose(person, "commented.sgf", GOOD.replace(";B[hi]", f";B[hi]C[{comment}]"))
    await send(person)
    await person.sees(["H8", "I8", "H7"])


async def test_a_bad_file_is_told_by_line_and_reason_and_nothing_is_kept(arrive: Arrive) -> None:
    person = await arrive(None)
    await choose(person, "corrupt.sgf", CORRUPT)
    await send(person)
    failure = person.page.get_by_role("dialog").get_by_role("alert")
    await expect(failure).to_contain_text("The file cannot be read. Nothing was kept.")
    await expect(failure).to_contain_text("Line 3: ")
    await person.page.locator("#import-file").set_input_files(file("twice.sgf", TWICE))
    await expect(failure).to_be_hidden()
    await send(person)
    await expect(failure).to_contain_text("Line 4: ")

    await person.page.locator("#import-file").set_input_files(file("picture.png", "no game"))
    await expect(failure).to_have_text("Only SGF and PSQ files can be imported.")
    await person.page.locator("#import-file").set_input_files(file("large.sgf", "x" * 262_145))
    await expect(failure).to_have_text("The file is larger than 256 KB.")
    submit = person.page.get_by_role("dialog").get_by_role("button", name="Import")
    await expect(submit).to_have_attribute("aria-disabled", "true")
    await person.page.keyboard.press("Escape")
    await expect(person.page.get_by_role("dialog")).to_have_count(0)
    await person.goto("/games")
    await expect(person.page.get_by_text("No game matches.")).to_be_visible()


async def test_a_file_is_dropped_on_the_page(arrive: Arrive) -> None:
    person = await arrive("/games")
    await expect(person.page.get_by_text("No game matches.")).to_be_visible()
    psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,0\n8,9,0\nAda\nLin\n-1\n"
    dropped = await person.page.evaluate_handle(
        """text => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([text], "game.psq"));
          return transfer;
        }""",
        psq,
    )
    await person.page.dispatch_event(".page", "drop", {"dataTransfer": dropped})
    await expect(person.page.get_by_role("dialog")).to_contain_text("game.psq")
    await person.page.locator("#import-rules").select_option("standard")
    await send(person)
    await expect(person.page.get_by_test_id("result")).to_contain_text("Standard Gomoku")
    await person.sees(["H8", "I8", "H7"])
