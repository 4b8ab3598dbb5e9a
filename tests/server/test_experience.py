"""A running server reads a bot's game into its book, has alternatives looked for, and forgets what is deleted."""

import asyncio

import pytest

from bots.learning.players import published
from bots.learning.players.book import Book, steps
from bots.learning.players.experience import Experience
from bots.levels import level
from gomoku.board import Color
from server.operator import perform
from server.protocol.values import Who
from server.store.people.notices import Notice
from tests.bots.learning.lost import LOSING, MOVES
from tests.kit.app import App
from tests.server.store.bot_games import against_bot

pytestmark = pytest.mark.slow

LEARNER = 10
POINTS = (*MOVES, *LOSING)
WAIT_S = 120.0


def book() -> Book:
    found = published.experience_for("freestyle", LEARNER)
    return found.books.get(15, Book()) if isinstance(found, Experience) else Book()


async def untold(_: str) -> None:
    """Whoever asked needs not hear how far it is."""


async def test_a_lost_game_is_in_the_book_while_it_exists(running: tuple[App, str]) -> None:
    app, _ = running
    await app.executor.warm_up(lambda _: None)
    key = steps(15, POINTS, Color.BLACK)[-1].key
    game = {"winner": "white", "bot": "black", "level": LEARNER, "version": level(LEARNER).version}
    await against_bot(app.store, "private00000", Who(), visibility="private", points=POINTS, **game)  # type: ignore[arg-type]
    async with asyncio.timeout(WAIT_S):
        while not book().looked(key):
            await asyncio.sleep(0.02)
    place = book().at(key)
    assert place is not None
    assert (place.tried[0].score, place.tried[0].expected) == (0, 0)
    await perform(app.store, Notice(0, "delete_game", "private00000", ""), app.live, untold)
    async with asyncio.timeout(WAIT_S):
        while len(book()):
            await asyncio.sleep(0.02)
