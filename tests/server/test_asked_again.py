"""Moves that a study names are rechecked when the server is idle: over a real server, with the real solver."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from bots.learning.study.effort import find_unasked, recheck_nodes
from bots.learning.study.statements import place, read_looked
from server.config import Config
from server.review import analyst
from server.store.knowledge import proofs, studies
from server.store.knowledge.studies import StoredStudy
from tests.bots.learning.contradictions import StudiedGame, contradictions
from tests.bots.learning.positions import game
from tests.kit.app import App
from tests.kit.http import get_json
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player

pytestmark = pytest.mark.slow

# Under standard rules, black won; 200,000 stones leave white one move instead of its sixth, I2, and it loses.
GAME = game("H5 G7 J5 K4 I4 J3 I5 K5 G5 F5 H4 J4 I3 F6 I6 I7 I2")
PLY, NAMED = 11, game("I2")[0]
WAIT_S = 300.0


@pytest.fixture
def config(config: Config) -> Config:
    """With studies as they are."""
    return replace(config, study_nodes=20_000, lesson_check_nodes=20_000)


@pytest.fixture
def cold_kernels() -> None:
    """Studies need them."""


async def until(app: App, serial: int, true: Callable[[StoredStudy], bool]) -> StoredStudy:
    """The study of a game once this is true of it."""
    async with asyncio.timeout(WAIT_S):
        while True:
            found = await studies.find_study(app.store, serial)
            if found is not None and true(found):
                return found
            await asyncio.sleep(0.05)


async def test_a_named_move_that_falls_is_named_by_no_page_and_the_mistake_moves(
    running: tuple[App, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, address = running
    page = f"{address.replace('ws', 'http', 1).removesuffix('/ws')}/api/games/lost00000000/analysis"
    ada = await add_player(app.store, "ada", "Ada")
    serial = await against_bot(app.store, "lost00000000", ada, rules="standard", points=GAME)
    first = await until(app, serial, lambda found: True)
    assert first.study.lesson is not None
    assert first.study.lesson.mistake == PLY
    assert list(read_looked(first.study)) == [(PLY, NAMED)]

    monkeypatch.setattr(analyst, "QUIET_S", 0.01)
    await app.store.execute(("UPDATE jobs SET failures = failures", ()))  # whoever waits for jobs looks again
    await until(app, serial, lambda found: (PLY, NAMED) not in read_looked(found.study))
    shown = await get_json(page)
    assert shown["moves"][PLY].get("open", []) == []
    assert shown["lesson"].get("mistake") != PLY
    lost = place("standard", 15, [*GAME[:PLY], NAMED])
    assert await proofs.list_won(app.store, "standard", 15, [lost.key]) == {(lost.key, lost.position)}

    last = await until(app, serial, lambda found: found.at > first.at and not find_unasked(found.study))
    assert (PLY, NAMED) not in read_looked(last.study)
    assert set(read_looked(last.study).values()) <= {recheck_nodes(last.study)}
    assert contradictions([StudiedGame("lost00000000", "standard", 15, GAME, last.study)], [lost]) == []
