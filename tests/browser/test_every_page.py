"""Every page is used by keys alone, and told to who does not see it: a row each, and each dialog a row."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from urllib.parse import quote

import pytest

pytest.importorskip("playwright.async_api")

from bots.levels import LEVELS
from server.protocol.pages import PAGES
from tests.browser.conftest import Arrive
from tests.browser.places import OPENING, TREE, furnish
from tests.browser.reader import Reader
from tests.browser.screenshots import TAUGHT, until_studied
from tests.browser.test_learned import furnish as teach
from tests.kit.client import Client
from tests.kit.http import get_json
from tests.kit.process import ServerProcess
from tests.kit.trees import bring
from tests.server.test_accounts import become
from tests.server.test_operator import tengen

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

Step = Callable[[Reader], Awaitable[None]]


def tab(selector: str) -> Step:
    """Press Tab until the focus is there."""
    return lambda reader: reader.tab_to(selector)


def keys(*names: str) -> Step:
    """Press keys, after each of which the focus is somewhere."""
    return lambda reader: reader.press(*names)


def write(text: str) -> Step:
    """Write into what has the focus, in place of what is there."""
    return lambda reader: reader.write(text)


def hear(pattern: str) -> Step:
    """Wait until it is said, since the last key."""
    return lambda reader: reader.hear(pattern)


def come(pattern: str) -> Step:
    """Wait for another page, which begins at its heading."""
    return lambda reader: reader.come(pattern)


def shut(opener: str) -> Step:
    """A dialog is open and whole; Escape shuts it, and the focus is where it was opened."""
    return lambda reader: reader.shut(opener)


@dataclass(frozen=True)
class House:
    """A server with something on every page, and the token of its owner."""

    server: ServerProcess
    token: str
    paths: dict[str, str]
    """The addresses that hold ids, by the names in the table."""


ENTER = keys("Enter")
MOVE = (tab(".board-cell"), write("h8"), ENTER)

# a page of PAGES, or one of its parts: address, its main task
ROWS: dict[str, tuple[str, tuple[Step, ...]]] = {
    "lobby": ("/", (*MOVE, come("/room/"), hear("Your turn"))),
    "play": ("/play", (tab("[data-do=play-bot][data-level='1']"), ENTER, come("/room/"), hear("Your turn"))),
    "room": (
        "own",
        (
            tab(".board-cell"),
            write("h11"),
            ENTER,
            hear("Black H11"),
            tab("[data-do=ask-resign]"),
            ENTER,
            keys("Shift+Tab", "Enter"),
            hear("You resigned"),
        ),
    ),
    "room, an invitation": ("open", (tab("[data-do=sit]"), ENTER, hear("Freestyle"))),
    "explorer": ("/explorer", (tab("[data-do=explore]"), ENTER, hear("H8"))),
    "games": (
        "/games",
        (
            tab("#filter-rules"),
            keys("f"),
            tab("form .button--primary"),
            ENTER,
            tab("[data-game] a, a[data-game]"),
            ENTER,
            come("/game/"),
        ),
    ),
    "game": ("review", (keys("Home"), hear("Before the first move"), keys("ArrowRight"), hear("Black H8"))),
    "traps": ("/traps", (tab("[data-line] h2 a"), ENTER, come("/line/"))),
    "traps, all": ("/traps?all=1", (tab(".trap-link"), ENTER, come("/traps/"))),
    "trap": ("trap", (tab("[data-step=next]"), ENTER, hear("1. Black"), keys("Home"), hear("Black to move wins"))),
    "line": (
        "/line/straight0000",
        (tab("[data-do=defend]"), ENTER, hear("White is to move"), write("a9"), ENTER, hear("After A9")),
    ),
    "player": ("player", (tab("[data-do=follow]"), ENTER, hear("Away"))),
    "leaderboard": ("/leaderboard", (tab("#player-name"), write("gomoku"), ENTER, hear("Gomoku Friend"))),
    "bot": (f"/bot/{LEVELS[0].number}", (tab("[data-do=play]"), ENTER, come("/room/"))),
    "puzzles": ("/puzzles", (tab("[data-testid=tile-solve]"), ENTER, come("/puzzles/[0-9]+"))),
    "puzzle": (
        "/puzzles/next",
        (tab("[data-do=reveal]"), ENTER, hear("1. "), tab("[data-step=next]"), ENTER, hear("2. ")),
    ),
    "run": ("/puzzles/streak", (tab("[data-do=begin]"), ENTER, hear("to move"))),
    "learn": (
        "/learn",
        (
            tab(".board-cell"),
            write("c6"),
            ENTER,
            hear("C6 wins"),
            tab("[data-do=path-next]"),
            ENTER,
            hear("Five in a row"),
        ),
    ),
    "rules": ("/rules/vcf", (tab("[data-example=vcf] .board-cell"), write("a1"), ENTER, hear("A1"))),
    "trees": ("/trees", (tab("[data-do=new]"), ENTER, come("/trees/"))),
    "tree": ("tree", (tab("[data-step=next]"), ENTER, hear("Move 1"), tab("textarea"), write("Good."), hear("Saved"))),
    "settings": ("/settings", (tab("#settings-name"), write("Kay of the keys"), ENTER, hear("Saved"))),
    "classes": ("/staff/classes", (tab("[name=class]"), write("5c"), ENTER, come("/staff/classes/"))),
    "classes, one": (
        "class",
        (tab("#class-names"), write("Ben Q"), tab("[data-do=add-pupils]"), ENTER, hear("Done|1 pupil")),
    ),
    "code": ("/code", (tab("[name=code]"), write("WXYZ2345"), ENTER, hear("code"))),
    "oidc": ("/oidc?error=oidc_off", (tab("main a"), ENTER, come("/settings"))),
    "staff": ("/staff", (tab("#staff-player"), write("黑白"), ENTER, hear("黑白"))),
    "staff, rooms": ("/staff/rooms", (tab("#staff-rooms-find"), write("none"), ENTER, hear("There is no such room"))),
    "staff, games": ("/staff/games", (tab("#staff-games-find"), write("none"), ENTER, hear("There is no such game"))),
    "staff, trees": ("/staff/trees", (tab("#staff-trees-find"), write("none"), ENTER, hear("There is no such tree"))),
    "staff, jobs": ("/staff/jobs", (tab("[data-show=failed]"), ENTER, hear("No games here"))),
    "staff, learning": ("/staff/learning", (tab("[data-do=check-proofs]"), ENTER, hear("Nothing is wrong"))),
    "staff, server": ("/staff/server", (tab("[data-do=make-backup]"), ENTER, hear("The backup is made"))),
    "staff, settings": ("/staff/settings", (tab("form [type=submit]"), ENTER, hear("It applies from now on"))),
    "missing": ("/nowhere", (tab("main a"), ENTER, come("/$"))),
}
# where, what opens it
DIALOGS = {
    "new game": ("/", "[data-do=new-game]"),
    "account": ("/", "[data-do=account]"),
    "import": ("/games", "[data-do=import]"),
    "merge": ("/games", "[data-do=merge]"),
    "an act of staff": ("/staff/rooms", "[data-do=close]"),
}
STRANGERS = {"account"}
"""Rows of who has no account."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    db = tmp_path_factory.mktemp("server") / "tengen.db"
    asyncio.run(teach(db))
    server = ServerProcess(db, bot_pause_ms=0, puzzles="on", talk="free").start()
    try:
        yield House(server, *asyncio.run(fill(server)))
    finally:
        server.kill()
    assert server.complaints() == []


async def fill(server: ServerProcess) -> tuple[str, dict[str, str]]:
    """Give the owner a game, a tree and a class, and wait for the lines."""
    places = await furnish(server)
    async with Client(server.ws) as owner, Client(server.ws) as other:
        await become(owner, "keep_name", name="Gomoku Friend", password="correct horse")
        assert await asyncio.to_thread(tengen, server.db, "account", "role", "Gomoku Friend", "owner") == 0
        await other.command("rename", name="黑白")
        room = await owner.create()
        await other.command("sit", room=room)
        for ply, point in enumerate(OPENING):
            await (owner, other)[ply % 2].move(room, ply, point)
        tree = await bring(owner, TREE, name="openings.sgf")
        await owner.send(t="make_classroom", id="class", name="4b")
        made = await owner.wait(lambda m: m.get("id") == "class")
        for each in TAUGHT:
            await until_studied(owner, each)
        line = await get_json(f"{server.url}/api/lines/{TAUGHT[0]}")
        paths = {
            "trap": f"/traps/{quote(line['traps'][0]['key'], safe='')}",
            "own": f"/room/{room}",
            "open": places["room, open"].path,
            "review": places["review"].path,
            "tree": f"/trees/{tree}",
            "class": f"/staff/classes/{made['classroom']['id']}",
            "player": places["player"].path,
        }
        return str(owner.token), paths


@pytest.fixture(scope="module")
def server(house: House) -> ServerProcess:
    """That one, for who arrives."""
    return house.server


async def come_to(arrive: Arrive, house: House, name: str, path: str) -> Reader:
    """A reader at a page that is complete."""
    person = await arrive(None, allow="404")
    if name not in STRANGERS:
        await person.context.add_init_script(f"localStorage['tengen.token'] ??= {json.dumps(json.dumps(house.token))}")
    reader = await Reader.of(person)
    await person.goto(house.paths.get(path, path))
    await person.expect(person.page.locator("[data-connection=online]")).to_be_attached()
    await person.page.wait_for_load_state("networkidle")
    return reader


@pytest.mark.parametrize("name", ROWS)
async def test_a_page_is_read_and_used_by_keys_alone(arrive: Arrive, house: House, name: str) -> None:
    path, steps = ROWS[name]
    reader = await come_to(arrive, house, name, path)
    assert await reader.faults_of_tree() + await reader.faults_of_tabs() == []
    here = reader.page.locator(".site-nav [aria-current=page]")
    await reader.person.expect(here).to_have_count(0 if name == "missing" else 1)
    for step in steps:
        await step(reader)
    assert await reader.faults_of_tree() == []


@pytest.mark.parametrize("name", DIALOGS)
async def test_a_dialog_is_opened_read_and_shut_by_keys_alone(arrive: Arrive, house: House, name: str) -> None:
    path, opener = DIALOGS[name]
    reader = await come_to(arrive, house, name, path)
    await reader.tab_to(opener)
    await reader.press("Enter")
    await reader.shut(opener)


async def test_every_page_has_a_row() -> None:
    assert {name.split(",")[0] for name in ROWS} - {"missing"} == set(PAGES)
