"""A game's analysis: asked for, walked through, and played on from."""

import json
import re
from datetime import datetime

import pytest
import pytest_asyncio

pytest.importorskip("playwright.async_api")
from playwright.async_api import Route, expect

from gomoku import point as points
from tests.browser.axe import grave
from tests.browser.conftest import PHONE, Arrive
from tests.kit.client import Client
from tests.kit.http import get_json
from tests.kit.process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
STRONG_ENGINES = True

MOVES = (
    *("H8", "I7", "I10", "G8", "H10", "H7", "J10", "G10", "G7", "I9", "F9", "I6"),
    *("I8", "J5", "K4", "J7", "K8", "L7", "K7", "K6", "K10", "L10", "K9"),
)
"""After K6 Black wins by fours; after K9 and K10 none was found, and one of them is named."""

TURNED = (
    *("G9", "G8", "J11", "H8", "I9", "H9", "I8", "H10", "H7", "H12", "H11", "I10"),
    *("I7", "I6", "G10", "I11", "G11", "J12", "E6"),
)
"""Before E6 Black wins by force, and White after it."""

LOST = MOVES.index("K6") + 1
ANALYSED_MS = 240_000
"""The solver may have to be compiled first."""


async def forget_check(route: Route) -> None:
    """Answer with the analysis as it is before its check."""
    response = await route.fetch()
    await route.fulfill(
        response=response, json={key: value for key, value in (await response.json()).items() if key != "check"}
    )


async def add_check(route: Route) -> None:
    """Answer with the analysis as it is after its check, which saw no turning point."""
    response = await route.fetch()
    await route.fulfill(response=response, json=await response.json() | {"check": {"nodes": 90}})


TURN = LOST - 2
"""White's move before the one that is proven to lose."""


async def move_turn(route: Route) -> None:
    """Answer with the analysis as it is if its check saw the turning point before the move that is proven to lose."""
    response = await route.fetch()
    found = await response.json()
    found["lesson"] = {key: value for key, value in found["lesson"].items() if key not in ("mistake", "open")}
    found["moves"][LOST - 1] |= {"label": "not_proven_lost", "open": [], "undecided": [], "before": None}
    found["moves"][TURN - 1] = {"eval": found["moves"][TURN - 1].get("eval")}
    held = {"point": points.parse("A1", 15), "method": "fukumi", "nodes": 4000, "searched": 90, "score": -100}
    found["check"] = {"nodes": 90, "turn": {"ply": TURN - 1, "open": [held], "score": -100}}
    await route.fulfill(response=response, json=found)


async def forget_saving_moves(route: Route) -> None:
    """Answer with the analysis as it would be if no move had withstood the search."""
    found = await (await route.fetch()).json()
    found["lesson"] = {key: value for key, value in found["lesson"].items() if key not in ("mistake", "open")}
    found["moves"][LOST - 1] |= {"label": "not_proven_lost", "open": [], "undecided": [0], "before": None}
    ply = LOST - 9  # White's last free move
    found["suspect"] = {"ply": ply, "point": points.parse(MOVES[ply], 15), "method": "vct", "nodes": 4000}
    await route.fulfill(json={key: value for key, value in found.items() if key != "check"})


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def played(server: ServerProcess) -> tuple[str, str]:
    """A game that White resigned: its id, and White's token."""
    async with Client(server.ws) as black, Client(server.ws) as white:
        room = await black.create()
        await white.command("sit", room=room)
        for ply, move in enumerate(MOVES):
            await (black, white)[ply % 2].move(room, ply, points.parse(move, 15))
        await white.command("resign", room=room)
        assert white.token is not None
        return room, white.token


@pytest.fixture(scope="module")
def game(played: tuple[str, str]) -> str:
    """The id of that game."""
    return played[0]


@pytest.fixture(scope="module")
def loser(played: tuple[str, str]) -> str:
    """Return the id of the loser."""
    return played[1]


@pytest.mark.slow
async def test_an_analysis_is_asked_for_and_its_proof_walked_through(arrive: Arrive, game: str) -> None:
    person = await arrive(f"/game/{game}", bypass_csp=True)
    page = person.page
    onlooker = await arrive(f"/game/{game}?ply={LOST}")
    await person.press("analyse")
    turn = page.locator(".turn", has_text=f"Move {LOST}: a losing move of White")
    await expect(turn).to_be_visible(timeout=ANALYSED_MS)
    verdict = onlooker.page.get_by_test_id("verdict")
    await expect(verdict).to_contain_text("A losing move: after it Black wins by force")

    await turn.click()
    await expect(page.get_by_test_id("position")).to_have_text(re.compile(f"^Move {LOST} of "))
    await expect(page.locator(".moves-move[aria-current]")).to_have_attribute("aria-label", re.compile("losing move$"))
    verdict = page.get_by_test_id("verdict")
    await expect(verdict).to_contain_text("No forced win was found after ")
    effort = verdict.locator("[data-key=effort]")
    await expect(effort.get_by_text("stones")).to_be_hidden()  # until somebody asks for it
    await effort.get_by_text("How hard it was searched").click()
    await expect(effort.get_by_text("stones")).to_be_visible()
    for point in ("K9", "K10"):
        await expect(verdict).to_contain_text(point)
    await expect(person.page.locator(".board-mark--hint")).to_have_count(1)
    await expect(page.locator(".graph")).to_be_visible()
    await expect(page.locator(".board-piece")).to_have_count(LOST)

    assert await grave(person, "review, analysed") == []
    await person.press("walk", kind="threat")
    stones = page.locator(".board-mark--line")
    await expect(stones).to_have_count(1)
    await expect(page.get_by_test_id("position")).to_have_text(re.compile("^1. Black "))
    await page.keyboard.press("ArrowRight")
    await expect(stones).to_have_count(2)
    await page.keyboard.press("ArrowLeft")
    await person.button("answer").first.click()
    await expect(stones).to_have_count(3)
    await person.press("step", step="first")
    await person.press("step", step="next")
    # a four that is not answered: the row is completed
    await person.cell("A1").click()
    await expect(stones).to_have_count(3)
    await expect(person.cell("A1")).to_have_attribute("aria-label", "A1, white, stone 2 of the line shown")
    await expect(page.get_by_test_id("position")).to_have_text(re.compile("nothing stops the row any more"))
    await page.keyboard.press("Escape")
    await expect(stones).to_have_count(0)
    await expect(page.locator(".board-piece")).to_have_count(LOST)

    await page.reload()
    await expect(turn).to_be_visible()
    await expect(person.button("analyse")).to_have_count(0)


async def test_the_loser_finds_the_better_move_on_the_board(arrive: Arrive, game: str, loser: str) -> None:
    person = await arrive(None, bypass_csp=True)
    page = person.page
    await page.route(f"**/api/games/{game}/analysis", forget_check)
    await page.add_init_script(f"localStorage.setItem('tengen.token', '{json.dumps(loser)}')")
    await page.set_viewport_size({"width": 1440, "height": 900})
    await person.goto(f"/game/{game}")
    await person.wear_own_font()
    better = page.get_by_role("button", name="Find the better move")
    await expect(better.or_(person.button("analyse")).first).to_be_visible()
    if await person.button("analyse").count():
        await person.press("analyse")
    await expect(better).to_be_visible(timeout=ANALYSED_MS)
    await expect(page.get_by_test_id("result")).to_contain_text("You lost")
    # it opens where the game was lost, with one's own seat below
    await expect(page.get_by_test_id("position")).to_have_text(re.compile(f"^Move {LOST} of "))
    await expect(page.locator(".play-board .player").last).to_contain_text("You")
    for part in (page.locator(".graph"), page.locator(".board"), better):
        await expect(part).to_be_in_viewport(ratio=0.99)
    await page.get_by_text("Details and signs").click()
    await expect(page.locator(".legend dd")).to_have_count(7)
    await expect(page.locator(".legend")).to_contain_text("A better move, on the board: it wins by force, or")

    # what one is to find is not given away
    await person.press("step", step="last")
    lesson = page.get_by_role("button", name=f"Find your better move at move {LOST}")
    await expect(lesson).to_be_in_viewport(ratio=0.99)
    turn = page.locator(".turn", has_text=f"Move {LOST}: perhaps your mistake")
    await turn.click()
    verdict, position = page.get_by_test_id("verdict"), page.get_by_test_id("position")
    await expect(verdict).to_contain_text("Perhaps your mistake: after it Black wins by force")
    await expect(page.locator(".board-mark")).to_have_count(0)
    await expect(page.get_by_test_id("try")).to_contain_text("You play White, to move")

    await expect(lesson).to_have_count(0)  # the move itself has the button
    await better.click()
    await expect(position).to_have_text("K6 is a losing move of yours. Play a better move on the board.")
    await expect(page.locator(".board-piece")).to_have_count(LOST - 1)
    await expect(verdict.locator(".button--primary")).to_have_count(0)  # the way on is the board
    assert await grave(person, "review, seeking") == []
    stones = page.locator(".board-mark--line")
    await person.cell("A15").click()
    await expect(position).to_have_text("A15 loses, too: Black wins by force, as the numbered stones show.")
    assert await stones.count() > 2
    await person.cell("K6").click()
    await expect(position).to_have_text(re.compile("^K6 was played, and loses"))
    await page.keyboard.type("K10")
    await page.keyboard.press("Enter")
    await expect(position).to_have_text("Yes: after K10 no forced win was found.")
    await expect(verdict.locator(".button--primary")).to_have_text("Back to the game")
    await expect(stones).to_have_count(1)
    await expect(person.button("tell")).to_have_text("Show all answers")  # the point is found, and another may be
    await person.press("tell")
    await expect(position).to_have_text("The answer is marked on the board.")
    await expect(verdict).to_contain_text("No forced win was found after")
    await expect(page.locator(".board-mark--hint")).to_have_count(1)
    await page.keyboard.press("Escape")
    await expect(position).to_have_text(re.compile(f"^Move {LOST} of "))
    await expect(page.locator(".board-mark")).to_have_count(0)

    # a longer search takes the reserve away
    await page.unroute(f"**/api/games/{game}/analysis")
    await page.route(f"**/api/games/{game}/analysis", add_check)
    await page.reload()
    await expect(page.locator(".turn", has_text=f"Move {LOST}: a losing move of yours")).to_be_visible()
    await expect(verdict).to_contain_text("Your losing move: after it Black wins by force")


async def test_the_loser_finds_the_better_move_at_the_turning_point_that_the_check_saw(
    arrive: Arrive, game: str, loser: str
) -> None:
    person = await arrive(None, bypass_csp=True)
    page = person.page
    await page.add_init_script(f"localStorage.setItem('tengen.token', '{json.dumps(loser)}')")
    await person.goto(f"/game/{game}?ply={LOST}")
    await expect(page.locator(".turn").or_(person.button("analyse")).first).to_be_visible()
    if await person.button("analyse").count():
        await person.press("analyse")
    await expect(page.locator(".turn").first).to_be_visible(timeout=ANALYSED_MS)
    await page.route(f"**/api/games/{game}/analysis", move_turn)
    await page.reload()
    told = page.get_by_test_id("turning-point")
    await expect(told).to_have_text(
        f"Turning point: your move {TURN}. Another move there withstood the longest search."
    )
    sign = page.locator(f".moves-move[data-ply='{TURN}']")
    await expect(sign).to_have_attribute("aria-label", re.compile("turning point$"))
    await expect(page.locator(".graph-dots--turned")).to_have_attribute("d", re.compile("^M"))
    await page.get_by_role("button", name=f"Find your better move at move {TURN}").click()
    verdict, position = page.get_by_test_id("verdict"), page.get_by_test_id("position")
    await expect(position).to_have_text(
        f"At the turning point {MOVES[TURN - 1]} was played. Play a better move on the board."
    )
    await expect(page.locator(".board-piece")).to_have_count(TURN - 1)
    assert await grave(person, "review, seeking at the turning point") == []
    await person.cell(MOVES[TURN - 1]).click()
    await expect(position).to_have_text(
        f"{MOVES[TURN - 1]} was played: after it the longest search saw the game as lost."
    )
    await person.cell("O1").click()
    await expect(position).to_have_text("The study knows nothing about O1.")
    await person.cell("A1").click()
    await expect(position).to_have_text("Yes: after A1 no forced win was found.")
    await page.keyboard.press("Escape")
    await expect(verdict).to_contain_text(
        "Turning point: the longest search saw you as lost only after this move of yours."
    )
    await expect(verdict.get_by_role("button", name="Find the better move")).to_be_visible()
    await expect(page.locator(".board-mark")).to_have_count(0)  # it is not given away

    onlooker = await arrive(None)
    await onlooker.page.route(f"**/api/games/{game}/analysis", move_turn)
    await onlooker.goto(f"/game/{game}?ply={TURN}")
    await expect(onlooker.page.get_by_test_id("turning-point")).to_have_text(
        f"Turning point: move {TURN} of White. There, A1 withstood the longest search."
    )
    await expect(onlooker.page.locator(".board-mark--hint")).to_have_count(1)


async def test_on_a_phone_what_is_said_of_a_move_comes_before_all_moves(arrive: Arrive, game: str, loser: str) -> None:
    person = await arrive(None, **PHONE)
    page = person.page
    await page.add_init_script(f"localStorage.setItem('tengen.token', '{json.dumps(loser)}')")
    await person.goto(f"/game/{game}?ply={LOST}")
    await expect(page.get_by_role("button", name="Find the better move")).to_be_visible(timeout=ANALYSED_MS)
    tops = []
    for part in (
        ".board",
        "[data-testid=position]",
        ".review-verdict [data-do=seek]",
        ".graph",
        ".moves-scroll",
        "[data-testid=try]",
    ):
        box = await page.locator(part).bounding_box()
        assert box is not None
        tops.append(box["y"])
    assert tops == sorted(tops)
    assert await person.overflow() == 0
    for part in (".board", "[data-testid=position]", ".review-verdict [data-do=seek]"):
        await expect(page.locator(part)).to_be_in_viewport(ratio=0.99)

    await page.get_by_test_id("try").scroll_into_view_if_needed()
    await expect(page.locator(".board")).not_to_be_in_viewport(ratio=0.5)
    await page.locator(".turn").first.click()
    await expect(page.locator(".board")).to_be_in_viewport(ratio=0.99)


async def test_a_win_that_was_let_go_is_to_be_found(arrive: Arrive, server: ServerProcess) -> None:
    moves = ("H8", "A1", "H9", "C1", "H10", "E1", "O15", "H11", "O13", "H7", "O11")
    """Black could make an open four, and plays in the corner."""
    async with Client(server.ws) as black, Client(server.ws) as white:
        room = await black.create()
        await white.command("sit", room=room)
        for ply, move in enumerate(moves):
            await (black, white)[ply % 2].move(room, ply, points.parse(move, 15))
        await black.command("resign", room=room)
        await black.command("analyse", game=room)
        token = black.token
    person = await arrive(None, bypass_csp=True)
    page = person.page
    await page.add_init_script(f"localStorage.setItem('tengen.token', '{json.dumps(token)}')")
    await person.goto(f"/game/{room}?ply=7")
    verdict, position = page.get_by_test_id("verdict"), page.get_by_test_id("position")
    await expect(verdict).to_contain_text("You missed a win: a forced win was there", timeout=ANALYSED_MS)
    await expect(page.locator(".board-mark")).to_have_count(0)
    await page.get_by_role("button", name="Find the win").click()
    await expect(position).to_have_text("You played O15, and could have won by force. Find the win on the board.")
    assert await grave(person, "review, seeking the win") == []
    await person.cell("A15").click()
    await expect(position).to_have_text(re.compile("^The study says nothing about A15"))
    await person.cell("O15").click()
    await expect(position).to_have_text("O15 was played: it missed the win.")
    analysis = await get_json(f"{server.url}/api/games/{room}/analysis")
    best = analysis["moves"][6]["win"]["line"]
    await person.cell(best[0]).click()
    await expect(position).to_have_text(re.compile("wins by force, as the numbered stones show"))
    await expect(page.locator(".board-mark--line")).to_have_count(len(best))
    await person.press("tell")
    await expect(verdict).to_contain_text(f"{points.name(best[0], 15)} wins by force")

    # to others it is told at once
    onlooker = await arrive(f"/game/{room}?ply=7")
    await expect(onlooker.page.get_by_test_id("verdict")).to_contain_text(
        "Missed a win: Black could have won by force with"
    )
    await expect(onlooker.page.locator(".board-mark--hint")).to_have_count(1)


async def test_at_the_mistake_one_plays_on_in_the_losers_place(arrive: Arrive, game: str) -> None:
    person = await arrive(f"/game/{game}?ply={LOST}")
    await expect(person.page.get_by_test_id("verdict")).to_contain_text("A losing move", timeout=ANALYSED_MS)
    form = person.page.get_by_test_id("try")
    await expect(form).to_contain_text("You play White, to move")
    await form.get_by_text("Play on from here").click()
    await form.get_by_label("Opponent").select_option("1")
    await form.get_by_role("button", name="Play", exact=True).click()
    await person.room()
    await person.sees(MOVES[: LOST - 1])
    await expect(person.status).to_have_text("Your turn")


async def test_one_plays_on_from_a_position_against_a_bot(arrive: Arrive, game: str) -> None:
    person = await arrive(f"/game/{game}?ply={LOST - 1}")
    form = person.page.get_by_test_id("try")
    await expect(form).to_contain_text("You play White")
    await form.get_by_text("Play on from here").click()
    await form.get_by_label("Opponent").select_option("1")
    await form.get_by_role("button", name="Play", exact=True).click()
    room = await person.room()
    assert room != game
    await person.sees(MOVES[: LOST - 1])
    await expect(person.status).to_have_text("Your turn")
    await person.play("K9")
    await expect(person.page.locator(".moves-move")).to_have_count(LOST + 1)
    await person.page.get_by_role("link", name=f"Continues from move {LOST - 1} of another game").click()
    await expect(person.page.get_by_test_id("position")).to_have_text(re.compile(f"^Move {LOST - 1} of {len(MOVES)}"))


@pytest.mark.slow
async def test_no_sentence_says_less_than_the_buttons_beside_it_show(arrive: Arrive, server: ServerProcess) -> None:
    async with Client(server.ws) as black, Client(server.ws) as white:
        room = await black.create()
        await white.command("sit", room=room)
        for ply, move in enumerate(TURNED):
            await (black, white)[ply % 2].move(room, ply, points.parse(move, 15))
        await black.command("resign", room=room)
    person = await arrive(f"/game/{room}", bypass_csp=True)
    page = person.page
    await person.press("analyse")
    turns = page.locator(".turn")
    await expect(turns.last).to_have_text(re.compile("Move 19: a losing move of Black"), timeout=ANALYSED_MS)
    verdict, position = page.get_by_test_id("verdict"), page.get_by_test_id("position")
    seen = set()
    for ply in range(1, len(TURNED) + 1):
        await page.locator(f".moves-move[data-ply='{ply}']").click()
        await expect(position).to_have_text(re.compile(f"^Move {ply} of "))
        text, mover, other = await verdict.inner_text(), *(("Black", "White") if ply % 2 else ("White", "Black"))
        if "is not known" in text:
            await expect(verdict.get_by_role("button")).to_have_text([f"Show how {other} wins"])
        for button in await verdict.get_by_role("button").all_inner_texts():
            seen.add(button.replace(mover, "mover").replace(other, "other"))
            await verdict.get_by_role("button", name=button, exact=True).click()
            await expect(position).to_have_text(
                re.compile("^[A-O]1?[0-9] (is|was)|could have won|is a losing move of")
                if button.startswith("Find")
                else re.compile(f"^1. {mover if 'Show ' + mover in button else other} ")
            )
            await page.keyboard.press("Escape")
            assert await verdict.inner_text() == text
    assert {"Find the win", "Show mover's win", "Show how other wins"} <= seen
    await expect(verdict).to_contain_text(
        "A won game turned: Black could have won by force with F7 (fours and open threes); "
        "after this move White wins by force"
    )
    await verdict.get_by_role("button", name="Find the win").click()
    await expect(position).to_have_text(re.compile("E6, and could have won by force. Find the win on the board."))
    await person.cell("F7").click()
    await expect(position).to_have_text("F7 wins by force, as the numbered stones show.")
    await person.cell("E6").click()
    await expect(position).to_have_text(re.compile("^E6 was played, and loses: White wins by force"))


@pytest.mark.slow
async def test_one_press_makes_a_tree_of_a_game_with_what_its_review_says(arrive: Arrive, game: str) -> None:
    person = await arrive(f"/game/{game}?ply={LOST}")
    page = person.page
    turn = page.locator(".turn", has_text=f"Move {LOST}: a losing move of White")
    await expect(turn.or_(person.button("analyse")).first).to_be_visible()
    if await person.button("analyse").count():
        await person.press("analyse")
    await expect(turn).to_be_visible(timeout=ANALYSED_MS)
    await person.press("tree")
    await page.wait_for_url(re.compile(r"/trees/\w+"), timeout=60_000)
    # it bears the name of the game, leads back to it, and begins at its end
    day = datetime.now().astimezone().strftime("%Y")
    await expect(page.locator("h1")).to_have_text(re.compile(rf"^\S+ \S+ – \S+ \S+ · .*{day}$"))
    position, about = page.get_by_test_id("position"), page.get_by_test_id("tree-about")
    await expect(position).to_have_text(re.compile(f"^Move {len(MOVES)}: .* {MOVES[-1]}$"))
    await expect(about.get_by_role("link", name="From a game")).to_have_attribute("href", f"/game/{game}")
    await expect(about).not_to_contain_text("tengen-")
    # and later where it was left
    await person.press("step", step="previous")
    await expect(position).to_have_text(re.compile(f"^Move {len(MOVES) - 1}: "))
    await person.goto(page.url.removeprefix(person.base).partition("?")[0])
    await expect(position).to_have_text(re.compile(f"^Move {len(MOVES) - 1}: "))
    await person.press("step", step="first")
    for n, name in enumerate(MOVES[:LOST], 1):
        await person.press("step", step="next")
        await expect(page.get_by_test_id("position")).to_have_text(re.compile(f"^Move {n}: .* {name}$"))
    await expect(page.get_by_label("Comment")).to_have_value(re.compile("^A losing move: after it Black wins by force"))
    await expect(page.locator("[data-branch]").filter(has_text="How Black wins.")).to_have_count(1)
    await person.press("step", step="previous")
    better = page.locator("[data-branch]").filter(has_text="No forced win was found after")
    await expect(better.first).to_have_attribute("data-branch", re.compile("^K(9|10)$"))


async def test_who_lost_without_a_better_move_finds_the_attack(
    arrive: Arrive, server: ServerProcess, game: str, loser: str
) -> None:
    person = await arrive(None, bypass_csp=True)
    page = person.page
    await page.add_init_script(f"localStorage.setItem('tengen.token', '{json.dumps(loser)}')")

    await person.goto(f"/game/{game}")
    turn = page.locator(".turn")
    await expect(turn.or_(person.button("analyse")).first).to_be_visible()
    if await person.button("analyse").count():
        await person.press("analyse")
    await expect(turn.first).to_be_visible(timeout=ANALYSED_MS)
    win = (await get_json(f"{server.url}/api/games/{game}/analysis"))["moves"][LOST]["win"]
    await page.route(f"**/api/games/{game}/analysis", forget_saving_moves)
    await person.goto(f"/game/{game}?ply={LOST}")
    await expect(page.get_by_text("1 move is undecided.", exact=True)).to_be_visible()  # no mark stands for it
    await expect(page.locator(".board-mark")).to_have_count(0)
    await person.goto(f"/game/{game}?ply={LOST}&find=1")
    position, verdict = page.get_by_test_id("position"), page.get_by_test_id("verdict")
    asks = (
        f"Take your opponent's side, Black: from move {LOST + 1} on there was a forced win against you."
        " Find it on the board."
    )
    await expect(position).to_have_text(asks)
    assert await grave(person, "review, seeking the attack") == []
    stones = page.locator(".board-piece")
    await expect(stones).to_have_count(LOST)
    await person.cell("A15").click()
    await expect(position).to_have_text("No forced win was found after it.")
    await person.press("retry")
    await expect(position).to_have_text(asks)

    proof, played = win["proof"], LOST
    while True:
        await person.cell(proof[0]).click()
        await expect(position).to_have_text(re.compile("^(Right so far|Solved)"))
        played += 1
        if "Solved" in await position.inner_text():
            break
        played += 1
        await expect(stones).to_have_count(played)
        label = await page.locator("[aria-label$='the last move']").get_attribute("aria-label")
        answer = points.parse(str(label).partition(",")[0], 15)
        proof = dict(zip(proof[2::2], proof[3::2], strict=True))[answer]
    await person.press("show-attack")
    await expect(position).to_have_text(re.compile("^1. Black "))
    await page.keyboard.press("Escape")
    await expect(position).to_have_text(re.compile(f"^Move {LOST} of "))

    await expect(page.get_by_test_id("analysis")).to_contain_text("No saving move can be named.")
    await expect(page.get_by_test_id("threat")).to_have_count(0)  # it is the answer
    why = page.get_by_text("Why move 12 is perhaps the mistake")
    await expect(why).to_be_hidden()
    await page.get_by_text("Details and signs").click()
    await expect(why).to_be_visible()
    await page.get_by_role("button", name="Perhaps the mistake: your move 12").click()
    await expect(position).to_have_text(re.compile("^Move 12 of "))
    await page.get_by_role("button", name="Find the win that beat you").click()
    await expect(position).to_have_text(asks)
    await expect(verdict.get_by_role("button", name="Back to the game")).to_be_visible()
