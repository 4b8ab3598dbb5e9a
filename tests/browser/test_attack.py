"""A lost game without a better move: from its room to the attack that won, which is found by its proof alone."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.async_api")
from msgspec import Raw
from msgspec.structs import replace
from playwright.async_api import expect

from bots.learning.study.findings import StudiedLesson, StudiedMove, StudiedWin
from server.accounts.accounts import Accounts
from server.protocol.values import Who
from server.store.knowledge import lessons, studies
from server.store.knowledge.jobs import Job
from server.store.store import Store
from tests.browser.axe import grave
from tests.browser.conftest import Arrive
from tests.kit.process import ColdServer, ServerProcess
from tests.server.learning.examples import study
from tests.server.puzzles.test_attempts import WON
from tests.server.store.bot_games import against_bot

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

GAME = "lost00000000"


async def furnish(db: Path) -> str:
    """A game that somebody lost to a bot, as its study tells; the loser's token."""
    store = await Store.open(db)
    ada, token = await Accounts(store).make_guest("en")
    moves = (*WON, 70, 71, 85)
    serial = await against_bot(store, GAME, Who(ada.id, ada.name), bot="black", winner="black", points=moves)
    found = study(plies=len(moves))
    win = StudiedWin("vcf", (70, 71, 85), Raw(b"[70,null,71,[85]]"))
    told = (*found.moves[:9], StudiedMove(label="not_proven_lost"), StudiedMove(win=win), *found.moves[11:])
    found = replace(found, moves=told, lesson=StudiedLesson("black", len(WON), line=(70, 71, 85)))
    await studies.keep(store, Job(serial, GAME), found, ada.created_at)
    await store.execute(lessons.keep(serial, found, ada.created_at), ("DELETE FROM jobs", ()))
    await store.close()
    return token


@pytest.fixture(scope="module")
def lost(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerProcess, str]]:
    """A server with that game, whose engines are not ready, and the loser's token."""
    db = tmp_path_factory.mktemp("server") / "tengen.db"
    token = asyncio.run(furnish(db))
    process = ColdServer(db, bot_pause_ms=0).start()
    yield process, token
    process.kill()
    assert process.complaints() == []


@pytest.fixture(scope="module")
def server(lost: tuple[ServerProcess, str]) -> ServerProcess:
    """That one, for who arrives."""
    return lost[0]


async def test_the_attack_that_won_is_found_from_the_room_on(arrive: Arrive, lost: tuple[ServerProcess, str]) -> None:
    person = await arrive(None, bypass_csp=True)
    page = person.page
    await person.context.add_init_script(f"localStorage['tengen.token'] ??= {json.dumps(json.dumps(lost[1]))}")
    await person.goto(f"/room/{GAME}")
    lesson = page.get_by_test_id("lesson")
    await expect(lesson).to_contain_text("I know of no better move of yours just before that.")
    attack = page.get_by_test_id("threat-line")
    await expect(attack).to_be_hidden()  # it is the answer
    assert await grave(person, "room, with an attack to find") == []
    await page.get_by_text("Show the attack", exact=True).click()
    await expect(attack).to_contain_text("The attack that had to be seen: K11 – L11 – K10")
    await page.get_by_role("link", name="Find the win that beat you").click()
    position = page.get_by_test_id("position")
    await expect(position).to_have_text(
        "Take your opponent's side, Black: from move 11 on there was a forced win against you. Find it on the board."
    )
    await person.cell("K11").click()
    await expect(position).to_have_text("Right so far. Go on.")
    await person.cell("K10").click()
    await expect(position).to_have_text("Solved: that wins by force.")
    await page.get_by_role("button", name="Back to the game").click()
    await expect(position).to_have_text("Move 10 of 13: White A1, 0.0 s")
