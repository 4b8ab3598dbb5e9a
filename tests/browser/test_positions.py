"""Positions as strings and pictures: pasted into the form, the review and the library, copied and saved in the room."""

import re
from pathlib import Path

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import Locator, expect

from tests.browser.axe import grave
from tests.browser.conftest import PHONE, Arrive, meet
from tests.browser.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

START = "h8i8h9"


def string(person: Person) -> Locator:
    """The field that shows the position."""
    return person.page.get_by_label("Position string", exact=True)


async def copied(person: Person) -> str:
    """Press the button that copies the position, by keyboard; what is in the clipboard then."""
    button = person.page.get_by_role("button", name="Copy the position")
    await button.focus()
    await person.page.keyboard.press("Enter")
    await expect(person.page.get_by_text("Copied", exact=True)).to_be_visible()
    return str(await person.page.evaluate("navigator.clipboard.readText()"))


async def test_a_room_begins_from_a_position_that_is_pasted(arrive: Arrive) -> None:
    black = await arrive("/", permissions=["clipboard-read", "clipboard-write"], bypass_csp=True)
    page, form = black.page, black.page.locator(".create-form")
    await black.open_form()
    field, send = form.get_by_label("Begin from a position"), form.locator("[type=submit]")
    for text, wrong in (
        ("h8 i9 h99", "Move 3, h99, is outside a board of 15 lines."),
        ("h8i9h8", "Move 3, h8: the point is occupied."),
        ("h8 and so on", "Move 2 cannot be read at “and”"),
    ):
        await field.fill(text)
        await send.click()
        await expect(form.get_by_text(wrong)).to_be_visible()
        await expect(field).to_be_focused()
        await expect(field).to_have_attribute("aria-invalid", "true")
    await page.evaluate("navigator.clipboard.writeText('H8, i8 H9')")
    await field.fill("")
    await page.keyboard.press("Control+V")
    await page.keyboard.press("Tab")
    await expect(form.get_by_test_id("position-told")).to_have_text(
        "3 stones are placed, White to move. Such a game is not rated. The lobby does not list it: send the link."
    )
    await expect(form.get_by_role("img", name=f"The position {START}")).to_be_visible()
    for hidden in ("#create-opening", "[name=rated]", "#create-opponent option[value=named]"):
        await expect(form.locator(hidden)).not_to_be_visible()
    assert await grave(black, "form with a position") == []
    await form.locator("[name=color][value=black]").check()
    await send.click()
    room = await black.room()
    await black.sees(["H8", "I8", "H9"])
    await expect(page.get_by_test_id("given")).to_have_text(
        "Begins from a given position: 3 stones are already placed."
    )

    white = await arrive(f"/room/{room}")
    invited = white.page.get_by_test_id("invitation")
    await expect(invited.get_by_role("img", name=f"The position {START}")).to_be_visible()
    await expect(invited).to_contain_text("You begin.")
    await expect(invited).to_contain_text("3 stones are already placed")
    await white.press("sit")
    await white.play("A1")
    await black.sees(["H8", "I8", "H9", "A1"])
    await black.show_tab("details")
    await black.unfold("More")
    assert await copied(black) == f"{START}a1"
    await black.press("step", step="first")
    await black.press("step", step="next")
    assert await copied(black) == "h8"


async def test_what_the_server_refuses_is_said_at_the_field(arrive: Arrive) -> None:
    person = await arrive("/?rules=renju&size=15&moves=f8a1g8b1h6c1h7")  # the form is open
    form = person.page.locator(".create-form")
    await expect(form.get_by_label("Rules")).to_have_value("renju")
    field, send = form.get_by_label("Begin from a position"), form.locator("[type=submit]")
    await expect(form.get_by_test_id("position-told")).to_contain_text("7 stones are placed, White to move.")
    await field.fill("f8a1g8b1h6c1h7d1h8")
    await field.press("Enter")  # the form may still move
    refusal = form.get_by_text("Move 9, H8: Black may not make two open threes at once.")
    await expect(refusal).to_be_visible()
    await expect(form.get_by_test_id("position-told")).to_be_empty()  # there is no such position
    await form.get_by_label("Rules").select_option("freestyle")
    await expect(refusal).to_have_count(0)
    await expect(form.get_by_test_id("position-told")).to_contain_text("9 stones are placed, White to move.")
    await form.get_by_label("Rules").select_option("renju")
    await field.fill("h8a1h9b1h10c1h11d1h12")
    await field.press("Enter")  # the form still moves as it takes up the rules
    await expect(form.get_by_text("Move 9, H12: The game is over.")).to_be_visible()
    await field.fill("f8a1g8b1h6c1h7d1")
    await form.locator("#create-opponent").select_option("1")
    await send.click()
    await person.room()
    await expect(person.page.locator(".moves-move").nth(7)).to_have_text("D1")


async def test_what_no_list_holds_is_not_offered_as_public(arrive: Arrive) -> None:
    person = await arrive(f"/?moves={START}")
    form = person.page.locator(".create-form")
    public, link = (form.locator(f"[name=visibility][value={value}]") for value in ("public", "link"))
    await expect(public).not_to_be_visible()
    await expect(link).to_be_checked()
    await form.locator("#create-opponent").select_option("1")
    await expect(public).to_be_checked()
    await form.locator("#create-opponent").select_option("person")
    await expect(link).to_be_checked()
    await form.get_by_label("Begin from a position").fill("")
    await form.get_by_label("Begin from a position").press("Tab")
    await expect(public).to_be_checked()


async def test_who_is_invited_to_an_unknown_colour_is_told_which_begins(arrive: Arrive) -> None:
    owner = await arrive(f"/?moves={START}")
    await owner.page.locator(".create-form [type=submit]").click()
    guest = await arrive(f"/room/{await owner.room()}")
    await expect(guest.page.get_by_test_id("invitation")).to_contain_text("White begins.")


async def test_of_an_empty_board_nothing_is_said_to_be_copied(arrive: Arrive) -> None:
    person = await arrive("/explorer")
    await person.page.get_by_test_id("copy-position").click()
    await expect(person.page.get_by_text("The board is empty: there is nothing to copy.")).to_be_visible()


async def test_moves_after_the_end_are_not_left_out_without_a_word(arrive: Arrive) -> None:
    person = await arrive("/explorer")
    await string(person).fill("h8a1h9b1h10c1h11d1h12a15")
    await string(person).press("Enter")
    await expect(string(person)).to_have_value("h8a1h9b1h10c1h11d1h12")
    await expect(person.page.get_by_text("Move 10, A15: The game is over.")).to_be_visible()


async def test_a_game_that_is_over_is_saved_as_pictures_in_its_room(arrive: Arrive, tmp_path: Path) -> None:
    black, white, room = await meet(arrive)
    await black.play("H8")
    await white.play("I9")
    pictures = black.page.get_by_role("group", name="Save as a picture or film")
    await black.show_tab("details")
    await black.unfold("More")
    await expect(pictures).to_be_hidden()
    await white.press("ask-resign")
    await white.press("resign")
    await expect(pictures).to_be_visible()
    await black.press("step", step="previous")
    for ending, begin in (("svg", b"<svg "), ("png", b"\x89PNG"), ("gif", b"GIF89a")):
        async with black.page.expect_download(timeout=60_000) as download:
            await pictures.locator(f"[data-picture={ending}]").click()
        picture = await download.value
        assert picture.suggested_filename == f"tengen-{room}-1.{ending}"
        await picture.save_as(tmp_path / "picture")
        assert (tmp_path / "picture").read_bytes().startswith(begin)


async def test_in_the_review_a_position_of_the_game_is_shown_and_another_becomes_a_game_of_ones_own(
    arrive: Arrive,
) -> None:
    black, white, room = await meet(arrive)
    await black.play("H8")
    await white.play("I9")
    await white.press("ask-resign")
    await white.press("resign")
    await black.goto(f"/game/{room}")
    position = black.page.get_by_test_id("position")
    await black.unfold("Share and save")
    await expect(string(black)).to_have_value("h8i9")
    await string(black).fill("H8")
    await string(black).press("Enter")
    await expect(position).to_contain_text("Move 1 of 2: Black H8")
    await string(black).fill("h8j1k20")
    await string(black).press("Enter")
    await expect(black.page.get_by_text("Move 3, k20, is outside a board of 15 lines.")).to_be_visible()
    await string(black).fill("h8 i10 j7")
    await black.page.get_by_role("button", name="Go there").click()
    await black.page.wait_for_url(re.compile(r"/game/(?!" + room + r")\w+\?ply=3$"))
    await black.sees(["H8", "I10", "J7"])
    await expect(black.button("analyse")).to_be_visible()


async def test_the_library_takes_a_pasted_position(arrive: Arrive) -> None:
    person = await arrive("/games")
    await person.press("import")
    dialog = person.page.get_by_role("dialog")
    field, send = dialog.get_by_label("Or paste a position"), dialog.get_by_role("button", name="Import")
    await expect(send).to_have_attribute("aria-disabled", "true")
    await field.fill("h8r17")
    await send.click()
    await expect(dialog.get_by_text("Move 2, r17, is outside a board of 15 lines.")).to_be_visible()
    await dialog.get_by_label("Board").select_option("19")
    await expect(dialog.get_by_text("is not on the board")).to_have_count(0)
    await dialog.locator("[type=file]").set_input_files(
        {"name": "other.sgf", "mimeType": "application/x-go-sgf", "buffer": b"(;GM[4]SZ[15];B[aa])"}
    )
    await expect(field).to_have_value("")
    await field.fill("h8r17")  # what was named last is what is brought
    await expect(dialog.get_by_text("other.sgf")).to_have_count(0)
    await send.click()
    await person.sees(["H8", "R17"])


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN", "zh-TW"])
async def test_on_a_phone_nothing_is_wider_than_it(arrive: Arrive, locale: str) -> None:
    person = await arrive(f"/?moves={START}", locale=locale, **PHONE)
    await expect(person.page.get_by_test_id("position-told")).not_to_be_empty()
    assert await person.overflow() == 0
    await person.page.locator(".create-form [type=submit]").click()
    await person.room()
    await expect(person.page.get_by_test_id("given")).to_be_visible()
    assert await person.overflow() == 0
