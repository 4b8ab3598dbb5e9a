"""What is learned reaches the players of all rooms, and never those of other rules."""

import asyncio
from collections.abc import Iterator
from typing import cast

import msgspec
import pytest

from bots.executor import Executor
from bots.learning import current
from bots.learning.table import PatternTable
from bots.learning.weights import evident
from server.learning.publishing import Publishing
from server.store import patterns
from server.store.store import Store
from tests.server.learning.examples import pattern
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player


class Warm:
    """An executor whose kernels are there."""

    async def warm(self) -> None:
        """They are."""


A, B = pattern(1), pattern(1, "caro")


@pytest.fixture(autouse=True)
def _tables() -> Iterator[None]:
    """Leave the tables as they were found."""
    yield
    for rules in ("freestyle", "standard", "renju", "caro"):
        current.publish(PatternTable(rules))


async def learn(store: Store) -> None:
    for each in (A, B):
        await store.execute(patterns.importing(each.rules, each.key, msgspec.json.encode(each.to_json()).decode(), 1))


async def test_each_rule_set_has_its_own_patterns(store: Store) -> None:
    await learn(store)
    publishing = Publishing(store, cast(Executor, Warm()))
    await publishing.publish()
    for rules, expected in (("freestyle", [A]), ("caro", [B]), ("renju", []), ("standard", [])):
        table = current.table_for(rules)
        assert list(table.patterns) == expected
        assert table.revision == publishing.revision == 2


async def test_a_pattern_that_is_off_is_out_of_play_at_once(store: Store) -> None:
    await learn(store)
    publishing = Publishing(store, cast(Executor, Warm()))
    await publishing.publish()
    await patterns.switch(store, A.key, "off")
    await publishing.publish()
    assert list(current.table_for("freestyle").patterns) == []
    assert list(current.table_for("caro").patterns) == [B]


async def test_nothing_is_built_where_nothing_changed(store: Store) -> None:
    await learn(store)
    publishing = Publishing(store, cast(Executor, Warm()))
    await publishing.publish()
    table = current.table_for("freestyle")
    await publishing.publish()
    assert current.table_for("freestyle") is table


async def test_weights_grow_with_what_was_met_and_held(store: Store) -> None:
    await learn(store)
    ada = await add_player(store, "ada", "Ada")
    for n, winner in enumerate(("black", "white")):
        await against_bot(store, f"game0000000{n}", ada, winner=winner, whys={1: {"met": [A.key]}})  # type: ignore[arg-type]
    await Publishing(store, cast(Executor, Warm())).publish()
    (published,) = current.table_for("freestyle").patterns
    ((dx, dy, weight),) = A.blocking
    assert published.blocking == ((dx, dy, evident(weight, 2, 1)),)


async def test_a_change_is_published_by_itself(store: Store) -> None:
    publishing = Publishing(store, cast(Executor, Warm()))
    task = asyncio.create_task(publishing.work())
    try:
        await learn(store)
        publishing.changed()
        async with asyncio.timeout(20):
            while not current.table_for("caro").patterns:
                await asyncio.sleep(0.01)
    finally:
        task.cancel()


async def test_a_pattern_that_cannot_be_read_keeps_no_other_out(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    await learn(store)
    await store.execute(patterns.importing("freestyle", "broken", "{}", 1))
    await Publishing(store, cast(Executor, Warm())).publish()
    assert list(current.table_for("freestyle").patterns) == [A]
    assert "cannot be read" in caplog.text
