"""The explorer: played games appear, images are one, one goes on by table, board and keys, and in review."""

import re

import pytest
import pytest_asyncio

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from gomoku.symmetry import maps
from tests.browser.conftest import PHONE, Arrive
from tests.browser.person import Person
from tests.kit.client import Client
from tests.kit.process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

LINE = (112, 113, 97, 127, 98, 99)  # H8 I8 H9 H7 I9 J9
OTHER = (112, 113, 96, 127, 98, 99)  # the third move elsewhere


async def play(black: Client, white: Client, moves: tuple[int, ...], visibility: str = "public") -> str:
    """A game that white wins."""
    room = await black.create(visibility=visibility)
    await white.command("sit", room=room)
    for ply, point in enumerate(moves):
        await (black, white)[ply % 2].move(room, ply, point)
    await black.command("resign", room=room)
    return room


@pytest_asyncio.fixture(scope="module", loop_scope="session", autouse=True)
async def games(server: ServerProcess) -> list[str]:
    """A game, the same in a mirror, another one, and a private one."""
    async with Client(server.ws) as black, Client(server.ws) as white:
        await black.command("rename", name="Ada")
        await white.command("rename", name="Brook")
        return [
            await play(black, white, LINE),
            await play(black, white, tuple(maps(15)[6][point] for point in LINE)),
            await play(black, white, OTHER),
            await play(black, white, LINE, "private"),
        ]


async def told(person: Person, words: str) -> None:
    await person.expect(person.page.get_by_test_id("explorer-summary")).to_have_text(words)


async def listed(person: Person, *moves: str) -> None:
    await person.expect(person.page.locator(".explorer-table tbody tr [data-do=explore]")).to_have_text(list(moves))


async def test_a_position_is_saved_as_a_picture_and_its_moves_as_a_film(arrive: Arrive) -> None:
    person = await arrive("/explorer?moves=h8i9g7")
    for ending in ("svg", "png", "gif"):
        async with person.page.expect_download(timeout=60_000) as download:
            await person.page.locator(f"[data-picture={ending}]").click()
        assert (await download.value).suggested_filename == f"tengen-h8i9g7.{ending}"


async def test_one_goes_on_by_the_table_the_board_and_the_keys(arrive: Arrive) -> None:
    person = await arrive("/")
    await person.page.get_by_role("link", name="Explorer").click()
    await told(person, "3 games reached this position.")
    await listed(person, "H8")
    await person.press("explore", point=112)
    await listed(person, "H9")
    row = person.page.locator("tr[data-move=H9]")
    await person.expect(row).to_contain_text("×4")
    await person.expect(row.locator(".results-bar")).to_have_attribute(
        "aria-label", "Black won 0%, drawn 0%, White won 100%"
    )
    await person.expect(person.cell("H9")).to_have_attribute("aria-label", "H9, empty, marked 100")
    await person.cell("I8").click()  # an image of it
    await told(person, "3 games reached this position.")
    await listed(person, "H9", "G9")
    await expect(person.page).to_have_url(re.compile(r"/explorer\?moves=h8i8$"))
    field = person.page.get_by_label("Position string")
    await expect(field).to_have_value("h8i8")
    await field.fill("h8h8")
    await field.press("Enter")
    await expect(person.page.get_by_text("Move 2, h8: the point is occupied.")).to_be_visible()
    await expect(field).to_have_attribute("aria-invalid", "true")
    await field.fill("h8 i9 h99")
    await field.press("Enter")
    await expect(person.page.get_by_text("Move 3, h99, is outside a board of 15 lines.")).to_be_visible()
    await field.fill("H8")
    await field.press("Enter")
    await expect(person.page).to_have_url(re.compile(r"/explorer\?moves=h8$"))
    await field.fill("H8, I8")
    await person.page.get_by_role("button", name="Go there").click()
    await expect(person.page).to_have_url(re.compile(r"/explorer\?moves=h8i8$"))
    await person.page.locator("h1").focus()
    await person.page.keyboard.press("ArrowRight")  # the most played
    await told(person, "2 games reached this position.")
    await person.page.keyboard.press("Home")
    await told(person, "3 games reached this position.")
    await person.page.keyboard.press("ArrowRight")  # the line once more
    await person.page.keyboard.press("ArrowRight")
    await person.page.keyboard.press("ArrowRight")
    await told(person, "2 games reached this position.")
    await expect(person.page).to_have_url(re.compile(r"/explorer\?moves=h8i8h9$"))
    await person.cell("A1").click()
    await told(person, "No such game has reached this position yet.")
    await person.press("step", step="previous")
    await told(person, "2 games reached this position.")


async def test_a_game_that_is_over_does_not_go_on(arrive: Arrive) -> None:
    person = await arrive("/explorer?moves=h8a1h9a2h10a3h11a4h12a5a6")
    position = person.page.get_by_test_id("position")
    await expect(position).to_have_text("After move 9, H12: Black won. Five in a row.")
    await expect(person.page).to_have_url(re.compile(r"moves=h8a1h9a2h10a3h11a4h12$"))
    await person.expect(person.cell("H10")).to_have_attribute("aria-label", re.compile("in the winning row"))
    await person.cell("A5").click()
    await expect(person.page.get_by_text("The game is over").first).to_be_visible()
    await expect(position).to_have_text("After move 9, H12: Black won. Five in a row.")
    await expect(person.button("step", step="next")).to_have_attribute("aria-disabled", "true")
    await person.press("step", step="previous")
    await expect(position).to_have_text("After move 8, A4: Black to move")
    await person.cell("A5").click()
    await expect(position).to_have_text("After move 9, A5: White to move")


async def test_black_may_not_take_a_forbidden_point(arrive: Arrive) -> None:
    person = await arrive("/explorer?rules=renju&moves=h8a1g8a3i9a5i10a7")
    await person.expect(person.cell("I8")).to_have_attribute("aria-label", "I8, empty, Forbidden: double three")
    await person.cell("I8").click()
    await expect(person.page.locator(".board-note")).to_have_text("Forbidden: double three")
    await expect(person.page.get_by_test_id("position")).to_have_text("After move 8, A7: Black to move")


async def test_the_opening_that_the_first_stones_make_is_named(arrive: Arrive) -> None:
    person = await arrive("/explorer?rules=renju&moves=h8h9h10")
    moves = person.page.get_by_test_id("moves")
    await expect(moves).to_have_text("H8 H9 H10 · Kansei (D1)")
    await person.press("step", step="previous")
    await expect(moves).to_have_text("H8 H9")


async def test_a_link_opens_the_position_and_leads_to_its_games(arrive: Arrive, games: list[str]) -> None:
    person = await arrive("/explorer?moves=h8i8h9h7i9j9")
    await told(person, "2 games reached this position. 2 ended here.")
    newest = person.page.locator("[data-testid=newest] [data-game]")
    await person.expect(newest).to_have_count(2)
    assert await newest.first.get_attribute("data-game") == games[1]
    await newest.last.get_by_role("link").click()
    await person.page.wait_for_url(re.compile(rf"/game/{games[0]}\?ply=6$"))


async def test_filters_stand_in_the_address_and_change_what_is_told(arrive: Arrive) -> None:
    person = await arrive("/explorer?moves=h8")
    await told(person, "3 games reached this position.")
    await person.page.get_by_label("Played by").select_option("bots")
    await told(person, "No such game has reached this position yet.")
    await expect(person.page).to_have_url(re.compile(r"/explorer\?who=bots&moves=h8$"))
    await person.page.get_by_label("Played by").select_option("all")
    await person.page.get_by_label("Time").select_option("week")
    await told(person, "3 games reached this position.")
    player = person.page.get_by_label("Player")
    await player.fill("Brook")
    await player.press("Enter")
    await told(person, "3 games reached this position.")
    await player.fill("Nobody")
    await player.press("Tab")
    await told(person, "No such game has reached this position yet.")
    await person.goto("/explorer?rules=caro")
    await told(person, "No public game by these rules has been finished yet.")
    await person.expect(person.page.get_by_test_id("explorer")).to_contain_text("It fills by itself")


async def test_in_review_it_follows_the_steps(arrive: Arrive, games: list[str]) -> None:
    person = await arrive(f"/game/{games[2]}?ply=2")
    await person.page.get_by_text("Other games in this position").click()
    await told(person, "3 games reached this position.")
    await person.press("step", step="next")
    await told(person, "1 game reached this position.")
    await person.press("step", step="previous")
    await listed(person, "H9", "G9")
    await person.goto(f"/game/{games[2]}?ply=2")
    await told(person, "3 games reached this position.")  # it stays open
    await person.press("explore", point=97)
    await person.page.wait_for_url(re.compile(r"/explorer\?moves=h8i8h9$"))
    await told(person, "2 games reached this position.")


async def test_on_a_phone_nothing_is_wider_than_it(arrive: Arrive) -> None:
    person = await arrive("/explorer?moves=h8i8", **PHONE)
    await listed(person, "H9", "G9")
    assert await person.overflow() == 0
    await person.cell("H9").tap()
    await told(person, "2 games reached this position.")


async def test_all_games_behind_a_number_can_be_reached(arrive: Arrive, server: ServerProcess) -> None:
    async with Client(server.ws) as black, Client(server.ws) as white:
        for _ in range(9):
            await play(black, white, (0, 1, 2, 3, 4, 6))
    person = await arrive("/explorer?moves=a15b15")
    await told(person, "9 games reached this position.")
    games = person.page.get_by_test_id("newest").locator("[data-game]")
    await expect(games).to_have_count(8)
    await person.press("more-games")
    await expect(games).to_have_count(9)
    await expect(person.button("more-games")).to_have_count(0)
    assert len({await game.get_attribute("data-game") for game in await games.all()}) == 9


async def test_the_first_three_stones_are_named_in_the_review_and_in_the_room(arrive: Arrive, games: list[str]) -> None:
    person = await arrive(f"/game/{games[1]}")
    await expect(person.page.get_by_test_id("pattern")).to_have_text("Ugetsu (D6)")
    await person.goto(f"/room/{games[0]}")
    for more, said in (("visibility", "Public"), ("pattern", "Ugetsu (D6)")):
        await expect(person.page.get_by_test_id(more)).to_be_hidden()
        await expect(person.page.get_by_test_id(more)).to_have_text(said)
