"""Learned knowledge reaches the players of all rooms, and never those of other rules."""

import asyncio
from collections.abc import Iterator
from typing import cast

import pytest

from bots.executor import Executor
from bots.learning.players import published
from gomoku.board import Board, Color
from server.learning.publishing import Publishing
from server.store.knowledge import lost_positions
from server.store.store import Store
from tests.server.learning.examples import CHANCE
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player


class Warm:
    """An executor whose kernels are there."""

    async def warm(self) -> None:
        """They are."""


def publishing_of(store: Store) -> Publishing:
    return Publishing(store, cast(Executor, Warm()))


@pytest.fixture(autouse=True)
def _positions() -> Iterator[None]:
    """Begin and end with nothing published."""
    published.withdraw()
    yield
    published.withdraw()


async def lose(store: Store, name: str = "lost", rules: str = "freestyle") -> None:
    """Store a position that lost a game of a bot."""
    serial = await against_bot(store, f"{name:0<12}", await add_player(store, name, name))
    keeping = lost_positions.keep(serial, rules, CHANCE, [])
    assert keeping is not None
    await store.execute(keeping)


def count_lost(rules: str) -> int:
    """Count the published positions that lost."""
    found = published.positions_for(rules)
    assert found is not None
    return len(found.memory)


async def test_positions_that_lost_are_remembered_under_their_rules_alone(store: Store) -> None:
    assert published.positions_for("freestyle") is None
    assert published.revision("freestyle") == 0
    await lose(store)
    publishing = publishing_of(store)
    await publishing.publish()
    board = Board.from_stones(15, [224], [])  # another corner than the one stored
    found = published.positions_for("freestyle")
    assert found is not None
    recalled = found.memory.recall(board, Color.WHITE)
    assert (len(recalled.lost), len(recalled.open)) == (1, 1)
    assert count_lost("caro") == 0
    assert published.revision("freestyle") == published.revision("caro") == publishing.revision > 0


async def test_nothing_is_read_where_nothing_changed(store: Store) -> None:
    await lose(store)
    publishing = publishing_of(store)
    await publishing.publish()
    positions = published.positions_for("freestyle")
    await publishing.publish()
    assert published.positions_for("freestyle") is positions


async def test_a_change_is_published_by_itself(store: Store) -> None:
    publishing = publishing_of(store)
    task = asyncio.create_task(publishing.work())
    try:
        await publishing.caught_up()
        assert count_lost("freestyle") == 0
        await lose(store)
        await publishing.caught_up()
        assert count_lost("freestyle") == 1
    finally:
        task.cancel()
