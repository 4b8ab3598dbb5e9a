"""Files of games, brought into one's own library."""

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import FilePayload, expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

GOOD = "(;FF[4]GM[4]SZ[15]PB[Ada]RU[renju]\n;B[hh]\n;W[ih]\n;B[hi])\n"
CORRUPT = "(;FF[4]GM[4]SZ[15]\n\n;B[z9])\n"
TWICE = "(;FF[4]GM[4]SZ[15]\n;B[hh]\n;W[ih]\n;B[hh])\n"


def file(name: str, text: str | bytes) -> FilePayload:
    return FilePayload(name=name, mimeType="text/plain", buffer=text.encode() if isinstance(text, str) else text)


async def choose(person: Person, name: str, text: str | bytes) -> None:
    """Open the dialog and choose a file in it."""
    await person.goto("/games")
    await person.press("import")
    await person.page.locator("#import-file").set_input_files(file(name, text))


async def send(person: Person) -> None:
    await expect(person.page.get_by_role("dialog").get_by_role("button", name="Import")).not_to_have_attribute(
        "aria-disabled", "true"
    )
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
    failure = person.page.get_by_role("dialog").get_by_role("alert")
    await expect(failure).to_contain_text("The file cannot be read. Nothing was kept.")
    await expect(failure).to_contain_text("Line 3: ")
    await person.page.locator("#import-file").set_input_files(file("twice.sgf", TWICE))
    await expect(failure).to_be_hidden()
    await expect(person.page.get_by_test_id("seen-notes")).to_contain_text("Line 4: There is already a stone on “H8”.")

    await person.page.locator("#import-file").set_input_files(file("picture.png", "no game"))
    await expect(failure).to_contain_text("Line 1: ")
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


async def test_names_are_shown_as_they_are_read_and_another_encoding_is_chosen_before_they_are_kept(
    arrive: Arrive,
) -> None:
    person = await arrive(None)
    named = GOOD.replace("PB[Ada]", "PB[黑棋手]PW[白棋手]")
    await choose(person, "gb.sgf", named.encode("gb18030"))
    seen = person.page.get_by_test_id("seen-texts")
    await expect(seen.locator("li")).to_have_text(["黑棋手", "白棋手"])
    encoding = person.page.locator("#import-encoding")
    await expect(encoding.locator("option:checked")).to_have_text("detected: GB 18030 (GBK, GB 2312)")
    await send(person)
    await expect(person.page.locator(".player-name")).to_have_text(["白棋手", "黑棋手"])

    await choose(person, "wide.sgf", named.encode("utf-16"))
    await expect(encoding.locator("option:checked")).to_have_text("detected: UTF-16")
    await expect(seen.locator("li")).to_have_text(["黑棋手", "白棋手"])

    await person.page.locator("#import-file").set_input_files(
        file("short.sgf", GOOD.replace("Ada", "öö").encode("cp1252"))
    )
    await expect(seen.locator("li")).to_have_text(["цц"])
    await encoding.select_option("cp1252")
    await expect(seen.locator("li")).to_have_text(["öö"])
    await send(person)
    await expect(person.page.locator(".player-name")).to_have_text(["White", "öö"])


async def test_some_games_of_a_collection_are_kept_without_a_day_that_nobody_knows(arrive: Arrive) -> None:
    person = await arrive(None)
    text = "".join(GOOD.replace("PB[Ada]", f"PB[{name}]DT[1985]RE[B+]") for name in ("Ann", "Bob", "Cyd"))
    await choose(person, "many.sgf", text)
    dialog = person.page.get_by_role("dialog")
    await expect(dialog.locator(".seen-games label")).to_have_count(3)
    await dialog.get_by_label("2. Bob").uncheck()
    await send(person)
    await expect(dialog.locator(".notice", has_text="2 games were imported.")).to_be_visible()
    await dialog.get_by_role("link", name="Open the first one").click()
    await expect(person.page.locator(".player-name")).to_have_text(["White", "Ann"])
    await expect(person.page.locator("time").first).to_have_text("1985")
    await expect(person.page.get_by_test_id("result")).to_contain_text("It is not known how the game ended.")
    await person.goto("/games")
    await expect(person.page.locator("[data-game]")).to_have_count(2)
    await expect(person.page.locator("[data-game] time").first).to_have_text("1985")


async def test_a_position_of_nineteen_lines_is_read_on_a_board_of_nineteen(arrive: Arrive) -> None:
    person = await arrive(None)
    await choose(person, "far.txt", "s19r18a1")
    dialog = person.page.get_by_role("dialog")
    await expect(dialog.get_by_role("alert")).to_be_visible()
    await person.page.locator("#import-size").select_option("19")
    await expect(dialog.get_by_role("alert")).to_be_hidden()
    await send(person)
    person.size = 19
    await person.sees(["S19", "R18", "A1"])


async def test_how_much_has_arrived_is_shown_while_bytes_are_on_their_way(arrive: Arrive) -> None:
    person = await arrive(None)
    await person.goto("/games")
    await person.page.evaluate(
        """() => {
          window.shares = [];
          new MutationObserver(() => {
            const bar = document.querySelector("dialog .progress");
            if (bar && !bar.hidden) window.shares.push(bar.value);
          }).observe(document.body, { subtree: true, childList: true, attributes: true });
        }"""
    )
    await person.press("import")
    long = GOOD.replace("(;", "(;C[" + "x" * 120_000 + "]", 1)
    await person.page.locator("#import-file").set_input_files(file("long.sgf", long))
    submit = person.page.get_by_role("dialog").get_by_role("button", name="Import")
    await expect(submit).not_to_have_attribute("aria-disabled", "true")
    shares = await person.page.evaluate("window.shares")
    assert shares
    assert shares == sorted(shares)
    assert any(0 < share < 1 for share in shares)
    await expect(person.page.locator("dialog .progress")).to_be_hidden()
    await send(person)
    await person.sees(["H8", "I8", "H7"])
    assert set((await person.page.evaluate("window.shares"))[len(shares) :]) <= {1}
