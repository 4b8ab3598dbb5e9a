"""Takes pictures of every page, each with something on it: three widths, both themes, three languages.

python -m tests.browser.screenshots FOLDER [PATTERN]

A pattern chooses pictures by their names, such as ``tree.*-360-dark-zh``.
"""

import argparse
import asyncio
import json
import re
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Error, Page, async_playwright

from gomoku import point as points
from tests.browser.conftest import QUIET
from tests.browser.places import ENDING, OPENING, furnish
from tests.browser.test_learned import furnish as teach
from tests.browser.test_review import MOVES
from tests.kit.client import Client
from tests.kit.process import ServerProcess
from tests.server.test_accounts import become
from tests.server.test_operator import tengen

WIDTHS = {1366: 768, 768: 1024, 360: 740}
SCHEMES = ("light", "dark")
LANGUAGES = {"en": "en-GB", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW"}
SETTLED_MS = 1_000
"""Rest before a picture: messages and drawings may still come."""
MOST_HEIGHT = 3_000
TAUGHT = ("straight0000", "slanting0000")
STAFF = ("rooms", "games", "trees", "jobs", "learning", "server", "settings", "classes")

Act = Callable[[Page], Awaitable[object]]
Picture = tuple[str, Act]
"""A path, and what is done there before the picture is taken."""


async def rest(page: Page) -> None:
    """Do nothing."""


def follow(link: str) -> Act:
    """Press the first link that a selector finds."""
    return lambda page: page.locator(link).first.click()


def press(does: str) -> Act:
    """Press the button of an action."""
    return follow(f'[data-do="{does}"]')


NEWCOMERS: dict[str, Picture] = {"newcomer": ("/", rest), "newcomer, account": ("/", press("account"))}
"""Pictures of what only somebody without an account sees."""


async def play(page: Page) -> None:
    """Begin a game against the bot of the lobby."""
    await page.locator(".board-cell").nth(112).click()
    with suppress(Error):  # a touch has to be confirmed
        await page.wait_for_url(re.compile("/room/"), timeout=3_000)


async def play_game(black: Client, white: Client, moves: tuple[int, ...], minutes: int = 60) -> str:
    """Play moves in a room of black's; return its id."""
    room = await black.create(clock={"kind": "fischer", "initial_ms": minutes * 60_000, "increment_ms": 3_000})
    await white.command("sit", room=room)
    for ply, point in enumerate(moves):
        await (black, white)[ply % 2].move(room, ply, point)
    return room


async def until_studied(client: Client, game: str) -> None:
    """Wait until a game is analysed."""
    await client.send(t="watch", game=game, on=True)
    ended = False
    while not ended:
        with suppress(TimeoutError):  # engines may have to be compiled first
            await client.wait(lambda m: m["t"] == "analysis" and m["game"] == game and m["state"] in ("done", "failed"))
            ended = True


async def list_pictures(server: ServerProcess) -> tuple[str, dict[str, Picture]]:
    """Fill the server; return the owner's token, and the pictures by their names."""
    pictures: dict[str, Picture] = {name: (place.path, rest) for name, place in (await furnish(server)).items()}
    async with Client(server.ws) as owner, Client(server.ws) as other:
        await become(owner, "keep_name", name="Gomoku Friend", password="correct horse")
        assert await asyncio.to_thread(tengen, server.db, "account", "role", "Gomoku Friend", "owner") == 0
        await other.command("rename", name="黑白")
        pictures["room, won"] = (f"/room/{await play_game(owner, other, OPENING + ENDING)}", rest)
        pictures["room, lost"] = (f"/room/{await play_game(other, owner, OPENING + ENDING)}", rest)
        pictures["room, own turn"] = (f"/room/{await play_game(owner, other, OPENING)}", rest)
        game = await play_game(owner, other, tuple(points.parse(move, 15) for move in MOVES))
        await other.command("resign", room=game)
        await owner.command("analyse", game=game)
        for each in (game, *TAUGHT):
            await until_studied(owner, each)
        pictures["review, analysed"] = (f"/game/{game}?ply=20", rest)
        tree = (await owner.command("tree_new", title="Openings 开局", visibility="public"))["tree"]
        for v, point in enumerate((112, 97, 82, 96)):
            await owner.command("tree_edit", tree=tree, v=v, node=v, edit={"kind": "add", "point": point})
        said = {"kind": "comment", "text": "White answers on the line, and Black goes on beside it."}
        await owner.command("tree_edit", tree=tree, v=4, node=2, edit=said)
        pictures["tree, own"] = (f"/trees/{tree}?node=2", rest)
        token = str(owner.token)
    return token, pictures | {
        "lobby, own game": ("/", play),
        "lobby, new game": ("/", press("new-game")),
        "library, importing": ("/games", press("import")),
        "library, merging": ("/games", press("merge")),
        "traps": ("/traps", rest),
        "all traps": ("/traps?all=1", rest),
        "trap": ("/traps?all=1", follow(".trap-link")),
        "line": (f"/line/{TAUGHT[0]}", rest),
        "puzzles": ("/puzzles", rest),
        "puzzle": ("/puzzles/next", rest),
        "puzzle of the day": ("/puzzles/daily", rest),
        "streak": ("/puzzles/streak", press("begin")),
        "storm": ("/puzzles/storm", press("begin")),
        "trees": ("/trees", rest),
        "profile, own": ("/players/Gomoku%20Friend", rest),
        "staff, people": ("/staff", rest),
        **{f"staff, {part}": (f"/staff/{part}", rest) for part in STAFF},
    }


async def take(browser: Browser, url: str, token: str | None, pictures: dict[Path, Picture], **options: Any) -> None:
    """Take pictures as the owner of a token sees the pages, or a newcomer; each as high as it is, within limits."""
    context = await browser.new_context(reduced_motion="reduce", service_workers="block", **options)
    context.set_default_timeout(4_000)
    if token is not None:
        await context.add_init_script(f"localStorage['tengen.token'] ??= {json.dumps(json.dumps(token))}")
    page = await context.new_page()
    for path, (place, act) in pictures.items():
        await page.goto(url + place)
        try:
            await page.locator("[data-connection=online]").wait_for(state="attached")
            await act(page)
        except Error as error:
            print(f"{path.name}: {error.message.splitlines()[0]}")
        await page.wait_for_timeout(SETTLED_MS)
        height = min(MOST_HEIGHT, await page.evaluate("document.documentElement.scrollHeight"))
        clip = {"x": 0, "y": 0, "width": options["viewport"]["width"], "height": height}
        await page.screenshot(path=path, full_page=True, clip=clip)  # type: ignore[arg-type]
    await context.close()


async def take_all(folder: Path, pattern: str) -> None:
    """Take the pictures whose names match a pattern."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as there:
        db = Path(there) / "tengen.db"
        await teach(db)
        server = ServerProcess(db, bot_pause_ms=0, puzzles="on", talk="free", bot_games_per_player=100)
        await asyncio.to_thread(server.start)
        try:
            token, pictures = await list_pictures(server)
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(QUIET))
                for (width, height), scheme, language in product(WIDTHS.items(), SCHEMES, LANGUAGES):
                    look = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
                    for viewer, seen in ((token, pictures), (None, NEWCOMERS)):
                        files = {
                            folder
                            / f"{name}-{width}-{scheme}-{language}.png".replace(", ", "_").replace(" ", "_"): picture
                            for name, picture in seen.items()
                        }
                        chosen = {path: picture for path, picture in files.items() if re.search(pattern, path.name)}
                        if chosen:
                            await take(browser, server.url, viewer, chosen, locale=LANGUAGES[language], **look)
                await browser.close()
        finally:
            server.kill()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m tests.browser.screenshots", description="Take pictures of every page."
    )
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("pattern", nargs="?", default="", help="of the names of the pictures to take; without it, all")
    options = parser.parse_args()
    asyncio.run(take_all(options.folder, options.pattern))
