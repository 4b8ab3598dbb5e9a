"""Pages with learned content: traps, lines and bots, consent, and the line of the day."""

import asyncio
import json
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

pytest.importorskip("playwright.async_api")
from playwright.async_api import Route, expect

from bots.learning.practice.record import TEST, PracticeGame, PracticeRecord
from bots.levels import LEVELS, TWINS
from gomoku import point as points
from gomoku.notation import position_string
from server.accounts.accounts import Accounts
from server.protocol.values import Who
from server.store.knowledge import practice
from server.store.store import Store
from tests.bots.learning.positions import game
from tests.browser.axe import grave
from tests.browser.conftest import PHONE, Arrive
from tests.browser.person import Person
from tests.kit.client import Client
from tests.kit.process import ServerProcess
from tests.server.store.bot_games import against_bot

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

READY_S = 240
"""The engine may have to be compiled first."""
DAY_MS = 86_400_000
LEARNER = next(level for level in LEVELS if level.engine == "learner")
(TWIN,) = [twin for twin in TWINS if twin.twin_of == LEARNER.number]
STRAIGHT = game("H8 A1 I8 A3 J8 A5 K8 G8 L8")  # an open three is not answered
SLANTING = game("H8 O1 G7 O3 F6 O5 E5 I9 D4")
LAST_MOVE_SHOWN = """() => {
  const [list, last] = [".moves-scroll", ".moves-move:nth-last-child(1)"].map((each) => document.querySelector(each));
  return last.getBoundingClientRect().bottom < list.getBoundingClientRect().bottom + 1;
}"""
MISTAKE = 5  # the ply at which it could still be answered


@dataclass(frozen=True)
class Taught:
    """A server that has studied two lost games, and the token of who won the first of them."""

    server: ServerProcess
    token: str
    first: str = "straight0000"
    second: str = "slanting0000"


async def furnish(db: Path) -> str:
    """Two games of yesterday that the Learner has lost, one of them practised, and one in which it held; the token of
    who won the first."""
    store = await Store.open(db)
    accounts, yesterday = Accounts(store), time.time_ns() // 1_000_000 - DAY_MS
    ada, token = await accounts.make_guest("en")
    await accounts.rename(ada.id, "Ada")
    bob, _ = await accounts.make_guest("en")

    async def lost(id: str, who: Who, moves: Sequence[int], **wishes: object) -> int:
        return await against_bot(store, id, who, level=LEARNER.number, points=moves, ended_at=yesterday, **wishes)  # type: ignore[arg-type]

    await lost("straight0000", Who(ada.id, "Ada"), STRAIGHT)
    slanting = await lost("slanting0000", Who(bob.id, bob.name), SLANTING)
    games = tuple(PracticeGame((), points) for points in (*[0.0] * TEST, *[1.0] * (TEST + 1)))
    practised = PracticeRecord(games, last=TEST + 1, end="games", done=True)
    await store.execute(*practice.end(slanting, LEARNER.version, practised, ()))
    held = {"from_game": "slanting0000", "start": SLANTING[:MISTAKE], "winner": "white", "reason": "resigned"}
    await lost("again0000000", Who(bob.id, bob.name), game("N1 N3 N15 N13 M1 M15 A15 A13 C15 C1"), **held)
    await store.close()
    return token


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory, client_tree: Path | None) -> Iterator[Taught]:
    """The games are in the file when the server starts, and it studies them by itself."""
    db = tmp_path_factory.mktemp("server") / "tengen.db"
    token = asyncio.run(furnish(db))
    process = ServerProcess(db, bot_pause_ms=0)
    process.folder = client_tree
    process.start()
    yield Taught(process, token)
    process.kill()
    assert process.complaints() == []


@pytest.fixture(scope="module")
def server(taught: Taught) -> ServerProcess:
    """That one, for who arrives."""
    return taught.server


async def ada(arrive: Arrive, taught: Taught, path: str) -> Person:
    """The person who won the first game, at a page."""
    person = await arrive(None, bypass_csp=True)
    await person.context.add_init_script(f"localStorage['tengen.token'] ??= {json.dumps(json.dumps(taught.token))}")
    await person.goto(path)
    return person


@pytest_asyncio.fixture(scope="module", loop_scope="session", autouse=True)
async def studied(taught: Taught) -> None:
    """Both games have been studied whole."""
    async with Client(taught.server.ws) as reader, asyncio.timeout(READY_S):
        for game in (taught.first, taught.second):
            await reader.send(t="watch", game=game, on=True)
            news = None
            while news is None:
                with suppress(TimeoutError):  # its patience is not for engines that are compiled
                    news = await reader.wait(lambda m: m["t"] == "analysis" and m["state"] in ("done", "failed"))
            assert (news["game"], news["state"]) == (game, "done")


async def test_who_taught_a_line_is_named_once_that_person_agrees(arrive: Arrive, taught: Taught) -> None:
    reader = await arrive(f"/line/{taught.first}")
    facts = reader.page.locator(".play-side")
    await expect(facts).to_contain_text("Black wins by force from move 7")
    await expect(facts).not_to_contain_text("Taught by")
    person = await ada(arrive, taught, f"/room/{taught.first}")
    lesson = person.page.get_by_test_id("lesson")
    await expect(lesson).to_contain_text("You beat me: at move 7 you had a proven win.")
    await expect(lesson).to_contain_text("I will not play A5 there again, unless every other move is proven to lose")
    await expect(person.page.get_by_role("heading", name="I learned this from you")).to_be_visible()
    await person.page.wait_for_function(LAST_MOVE_SHOWN)  # the list is lower below a lesson
    line = person.page.get_by_test_id("learned-line")
    await expect(line.locator(".small-board-never")).to_have_count(1)
    await expect(line.locator(".small-board-number").first).to_have_text("7")  # as the text says
    drawn = await line.locator(".small-board-move").count()
    await person.press("play-line")
    await expect(line.locator(".small-board-move")).to_have_count(drawn)
    assert drawn > 2
    asked = person.page.get_by_role("group", name="Your name")
    await asked.get_by_role("button", name="Yes, name me").click()
    await expect(asked).to_have_count(0)
    await person.page.reload()
    await expect(lesson).to_be_visible()
    await expect(asked).to_have_count(0)
    await reader.page.reload()
    await expect(facts).to_contain_text("Taught by Ada,")
    await reader.goto(f"/line/{taught.second}")
    await expect(facts).to_contain_text("Tried against it once more; it did not lose.")
    await expect(facts).not_to_contain_text("Taught by")


async def test_lines_are_told_apart_and_their_traps_explained(arrive: Arrive, taught: Taught) -> None:
    person = await arrive("/traps", bypass_csp=True)
    titles = person.page.locator("[data-line] h2")
    await expect(titles).to_have_text(
        [re.compile(rf"^How Learner was beaten by {first} at move 7, .*\d:\d\d") for first in ("E5", "K8")]
    )
    await expect(person.page.locator(".trap-block--best").first).to_be_attached()
    await expect(person.page.locator(".trap-rank")).to_have_count(0)  # too small to be read here
    signs = person.page.get_by_text("Filled diamond")
    await expect(signs).to_be_hidden()  # until somebody asks
    await person.page.get_by_text("How to read the pictures").click()
    await expect(signs).to_be_visible()
    assert await grave(person, "lines") == []
    await titles.last.get_by_role("link").click()
    await expect(person.page).to_have_url(f"{person.base}/line/{taught.first}")
    await expect(person.page.get_by_text("Filled diamond")).to_be_visible()
    await person.page.locator(".trap-link", has=person.page.locator(".trap-block--best")).first.click()
    await expect(person.page.get_by_text("1 is the best.")).to_be_visible()
    rank = person.page.locator(".trap-rank--best").first
    await expect(rank).to_have_text("1")
    assert await rank.evaluate("text => text.getBoundingClientRect().height") > 10
    learned = person.page.get_by_label("Where it was learned: game 1, move 6")
    await expect(learned).to_have_value(position_string.dump(STRAIGHT[:6]))
    assert await grave(person, "trap") == []


async def test_a_trap_is_played_through_and_leads_to_its_line(arrive: Arrive, taught: Taught) -> None:
    person = await arrive(f"/line/{taught.first}", bypass_csp=True)
    await person.page.locator(".trap-link").first.click()
    says, picture = person.page.get_by_test_id("trap-says"), person.page.locator(".trap-picture")
    await expect(says).to_have_text("Black to move wins by force.")
    stones = await picture.locator(".board-disc").count()
    await expect(picture.locator(".trap-block").first).to_be_attached()
    await person.press("step", step="next")
    await expect(says).to_have_text(re.compile(r"^1\. Black [A-Z]\d+"))
    await expect(picture.locator(".board-disc")).to_have_count(stones + 1)
    await expect(picture.locator(".trap-block")).to_have_count(0)  # they are of the position before
    await person.press("step", step="last")
    await expect(says).to_have_text(re.compile(r"^\d\. Black [A-Z]\d+: five in a row\.$"))
    assert await grave(person, "trap, played") == []
    await person.page.locator("h1").focus()
    await person.page.keyboard.press("Home")
    await expect(says).to_have_text("Black to move wins by force.")
    await person.page.get_by_role("link", name="The line that it comes from").click()
    await expect(person.page).to_have_url(f"{person.base}/line/{taught.first}")


@pytest.mark.parametrize(
    ("kind", "words", "strokes"),
    [
        ("empty", "Corners around a point: it must be empty.", 4),  # a dot is a star point of the board
        ("other", "Slash: the attacker has no stone here.", 1),  # a cross is what is not played
    ],
)
async def test_a_sign_of_a_trap_is_its_own_and_explained_where_it_is_drawn(
    arrive: Arrive, taught: Taught, kind: str, words: str, strokes: int
) -> None:
    person = await arrive(f"/line/{taught.first}")
    side = person.page.locator(".play-side")
    await expect(side).to_contain_text("Red diamond:")
    await expect(side).not_to_contain_text(words)

    async def answer(route: Route) -> None:
        found = await route.fetch()
        line = await found.json()
        next(cell for cell in line["traps"][0]["cells"] if cell["kind"] == "attacker")["kind"] = kind
        await route.fulfill(response=found, json=line)

    await person.page.route(f"**/api/lines/{taught.first}", answer)
    await person.page.reload()
    await expect(side).to_contain_text(words)
    drawing = await person.page.locator(f".trap-{kind}").first.get_attribute("d")
    assert (drawing or "").count("M") == strokes


@pytest.mark.parametrize(("winner", "other"), [("Black", "White"), ("White", "Black")])
async def test_a_trap_has_the_colour_of_who_won_its_line(
    arrive: Arrive, taught: Taught, winner: str, other: str
) -> None:
    person = await arrive(None)

    async def answer(route: Route) -> None:
        found = await route.fetch()
        await route.fulfill(response=found, json={**await found.json(), "winner": winner.lower()})

    await person.page.route(f"**/api/lines/{taught.first}", answer)
    await person.goto(f"/line/{taught.first}")
    await expect(person.page.locator(".play-side")).to_contain_text(f"{winner} wins by force from move 7")
    trap = person.page.locator("[data-trap]").first
    await expect(trap).to_contain_text(f"{winner} attacks in the picture; either colour can")
    picture = trap.get_by_role("img")
    await expect(picture).to_have_accessible_name(re.compile(f"{winner} attacks"))
    discs = {color: picture.locator(f".board-disc[fill$='-{color.lower()})']") for color in (winner, other)}
    assert await discs[winner].count() >= 2
    assert await discs[other].count() < await discs[winner].count()


async def test_before_its_check_a_review_does_not_say_that_no_saving_move_is_named(
    arrive: Arrive, taught: Taught
) -> None:
    """The check takes minutes of an idle server, and may name one yet."""

    async def forget_mistake(route: Route) -> None:
        found = await (await route.fetch()).json()
        found["lesson"] = {key: value for key, value in found["lesson"].items() if key not in ("mistake", "open")}
        await route.fulfill(json={key: value for key, value in found.items() if key != "check"})

    person = await arrive(None)
    await person.page.route(f"**/api/games/{taught.first}/analysis", forget_mistake)
    await person.goto(f"/game/{taught.first}")
    await expect(person.page.get_by_test_id("check")).to_contain_text("A longer search")
    await expect(person.page.get_by_test_id("analysis")).to_contain_text("Show the position")
    await expect(person.page.get_by_test_id("unnamed")).to_have_count(0)


async def test_a_line_is_stepped_through_and_its_mistake_mended(arrive: Arrive, taught: Taught) -> None:
    person = await arrive(f"/line/{taught.first}", bypass_csp=True)
    says = person.page.get_by_test_id("line-says")
    await expect(says).to_have_text("White played A5 here. No forced win was found after some other moves.")
    await expect(person.page.get_by_test_id("line-never")).to_contain_text("Learner will not play A5 here again")
    await expect(person.cell("A5")).to_have_attribute("aria-label", "A5, empty, marked not played again")
    await expect(person.page.locator(".board-mark--never")).to_have_count(1)
    assert await grave(person, "line") == []
    await person.press("step", step="next")
    await expect(says).to_have_text("From here on Black wins by force.")
    await person.press("step", step="next")
    await expect(says).to_contain_text("Move 1 of")
    await expect(person.cell("K8")).to_have_attribute("aria-label", "K8, black, move 7, the last move")
    string = person.page.get_by_label("Position string")
    await expect(string).to_have_value(position_string.dump(STRAIGHT[:7]))
    await person.press("defend")
    await expect(says).to_contain_text("White is to move.")
    await expect(string).to_have_value(position_string.dump(STRAIGHT[:MISTAKE]))
    await person.cell("A9").click()
    await expect(says).to_have_text("After A9, Black wins by force, as shown.")
    await person.cell("K8").click()
    await expect(says).to_have_text("No forced win of Black was found after K8.")
    await person.press("leave-defence")
    await expect(person.button("defend")).to_be_visible()


async def test_the_page_of_a_bot_tells_what_it_learned_and_leads_to_its_first_day(arrive: Arrive) -> None:
    person = await arrive(f"/bot/{LEARNER.number}", bypass_csp=True)
    newest = person.page.locator("[data-key='bot.newest'] li a")
    await expect(newest).to_have_text(["A win by force from move 7, E5", "A win by force from move 7, K8"])
    await expect(person.page.locator("[data-key='bot.held'] li a")).to_have_text(["A win by force from move 7, E5"])
    await expect(person.page.locator("[data-key=versions]")).to_contain_text("1 won, 0 drawn, 2 lost")
    await expect(person.page.locator("[data-key=practice]")).to_contain_text(
        "It has practised 1 game that it lost, from before its mistake, against a stronger search. It holds"
        " the position in 100 %, at first in 0 %."
    )
    await expect(person.page.get_by_test_id("given")).to_have_text("1 game from a given position is not counted.")
    await expect(person.page.locator(".page-head .level-number")).to_have_text("✦")
    board = person.page.locator("[data-key='bot.newest'] .small-board").first
    await expect(board.locator(".small-board-stone")).to_have_count(7)  # to the first move of the win
    await expect(board.locator(".small-board-move").first.locator(".small-board-never")).to_have_count(1)
    await expect(board.locator(".small-board-move")).to_have_count(2)
    assert await grave(person, "bot") == []
    await person.page.get_by_role("link", name="Compare: Learner, first day").click()
    await expect(person.page.locator("h1")).to_have_text("Learner, first day")
    await expect(newest).to_have_count(0)
    await person.page.get_by_role("link", name="Today: Learner").click()
    await expect(person.page.locator("h1")).to_have_text("Learner")
    await person.goto("/play")
    await person.page.get_by_role("link", name="About Learner, first day").click()
    await expect(person.page).to_have_url(f"{person.base}/bot/{TWIN.number}")
    await expect(person.page.locator("h1")).to_have_text("Learner, first day")


async def test_a_bot_that_does_not_learn_has_one_strength(arrive: Arrive) -> None:
    person = await arrive("/bot/3")
    who = person.page.locator("[data-key=who]")
    await expect(who).to_contain_text("It does not learn.")
    await expect(who.locator(".numeric").first).to_have_text(re.compile(r"^Elo \d+, measured in games between bots$"))


async def test_the_lobby_asks_for_a_new_way_to_beat_the_line_of_the_day(arrive: Arrive, taught: Taught) -> None:
    person = await arrive("/")
    today = person.page.get_by_test_id("today")
    await expect(today).to_contain_text("Learner was beaten here once and will not play the same again.")
    await expect(today).to_contain_text("You play Black, after move 5: find a new way to beat it.")
    await expect(today).to_contain_text("Nobody has found a new way today.")
    line = (await today.get_by_role("link", name="See the line").get_attribute("href") or "").removeprefix("/line/")
    lost = {taught.first: STRAIGHT, taught.second: SLANTING}[line]
    await person.press("beat-today")
    await person.room()
    moves = person.page.locator(".moves-move")
    await expect(moves).to_have_count(MISTAKE + 1, timeout=READY_S * 1000)
    played = await moves.all_inner_texts()
    assert played[:MISTAKE] == [points.name(point, 15) for point in lost[:MISTAKE]]
    avoided = points.name(lost[MISTAKE], 15)
    assert played[MISTAKE] != avoided
    watcher = await arrive(person.page.url.removeprefix(person.base), bypass_csp=True)
    for each in (person, watcher):
        told = each.page.get_by_test_id("learned-line")
        await expect(told).to_contain_text(f"Learner leaves the line that it lost: {avoided} lost here before")
        await expect(told.get_by_role("link", name="See the line")).to_have_attribute("href", f"/line/{line}")
        await expect(each.page.locator(".board-mark--never")).to_have_count(1)
        await expect(each.cell(avoided)).to_have_attribute("aria-label", f"{avoided}, empty, marked lost here before")
    assert await grave(watcher, "room, a line is left") == []
    await watcher.press("step", step="previous")
    await expect(watcher.page.locator(".board-mark--never")).to_have_count(0)  # it is about that move alone


async def test_a_date_is_not_broken(arrive: Arrive, taught: Taught) -> None:
    person = await arrive("/traps", locale="zh-CN", **PHONE)
    for path, title in (("/traps", "[data-line] h2"), (f"/line/{taught.first}", "h1")):
        await person.goto(path)
        date = person.page.locator(f"{title} time").first
        await expect(date).to_contain_text("年")
        assert await date.evaluate("(date) => date.getClientRects().length") == 1


@pytest.mark.parametrize("path", ["/traps", "/traps?all=1", "/line/straight0000", f"/bot/{LEARNER.number}", "/play"])
async def test_nothing_of_it_is_wider_than_a_phone(arrive: Arrive, path: str) -> None:
    for locale in ("en-GB", "zh-CN"):
        person = await arrive(path, locale=locale, **PHONE)
        await expect(person.page.locator(".trap-card, [data-line], [data-key='bot.held'], .rung").first).to_be_visible()
        assert await person.overflow() == 0
        assert (
            await person.page.locator(".trap-card").evaluate_all(
                "(cards) => cards.filter((card) => card.scrollWidth > card.clientWidth).length"
            )
            == 0
        )
