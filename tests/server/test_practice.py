"""The Learner practises after a loss once a server is idle: over a real server, with the real search."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from bots.learning.players import published
from bots.learning.players.experience import Experience
from server.config import Config
from server.review import analyst
from server.store.games import library
from tests.bots.learning.lost import LOSING, MOVES, NODES
from tests.kit.app import App
from tests.kit.http import get, get_json
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player

pytestmark = pytest.mark.slow

GAME, LEARNER, WAIT_S = "lost00000000", 10, 300.0


@pytest.fixture
def config(config: Config) -> Config:
    """With a second of practice for a loss."""
    return replace(config, study_nodes=NODES, lesson_check_nodes=0, practice_seconds=1)


@pytest.fixture
def cold_kernels() -> None:
    """Studies need them."""


async def until_practised(page: str) -> dict[str, Any]:
    """The analysis of a game once its bot has practised."""
    async with asyncio.timeout(WAIT_S):
        while True:
            status, body = await get(page)  # not found until there is a study
            found: dict[str, Any] = json.loads(body) if status == 200 else {}
            if found.get("practice"):
                return found
            await asyncio.sleep(0.05)


def book_games() -> frozenset[int]:
    found = published.experience_for("freestyle", LEARNER)
    return found.books[15].games if isinstance(found, Experience) and 15 in found.books else frozenset()


async def test_a_lost_game_is_practised_shown_and_in_the_book_until_it_is_deleted(
    running: tuple[App, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, address = running
    monkeypatch.setattr(analyst, "QUIET_S", 0.01)
    ada = await add_player(app.store, "ada", "Ada")
    points = [*MOVES, *LOSING]
    serial = await against_bot(
        app.store, GAME, ada, winner="white", bot="black", level=LEARNER, version="learner 9", points=points
    )
    site = address.replace("ws", "http", 1).removesuffix("/ws")
    shown = (await until_practised(f"{site}/api/games/{GAME}/analysis"))["practice"]
    assert shown["games"] >= shown["tests"] > 0
    async with asyncio.timeout(WAIT_S):
        while not any(number < 0 for number in book_games()):
            await asyncio.sleep(0.05)
    assert serial in book_games()
    listed = await get_json(f"{site}/api/games")
    assert [game["id"] for game in listed["games"]] == [GAME]
    await library.delete_game(app.store, GAME)
    assert await app.store.fetch("SELECT * FROM practice") == []
