"""Learned knowledge reaches the players of all rooms, and never those of other rules."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any, cast

import msgspec
import pytest

from bots.executor import Executor
from bots.learning.patterns.block_weights import weigh_evidence
from bots.learning.patterns.table import PatternTable, compile_patterns
from bots.learning.players import published
from gomoku.board import Board, Color
from server.learning.publishing import COMPILED, Publishing
from server.store.knowledge import lost_positions, patterns
from server.store.store import Store
from tests.benchmarks import publish
from tests.server.learning.examples import CHANCE, pattern
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player


class Warm:
    """An executor whose kernels are there; it has no other process, and counts what it is asked for."""

    def __init__(self) -> None:
        self.asked = 0

    async def warm(self) -> None:
        """They are."""

    async def run(self, function: Callable[..., Any], rules: str, bodies: list[str], *, awaited: bool) -> object:
        """Answer as the other process would."""
        assert (function, awaited) == (COMPILED, True)
        self.asked += 1
        return compile_patterns(rules, bodies)


def publishing_of(store: Store, executor: Warm | None = None) -> Publishing:
    return Publishing(store, cast(Executor, executor or Warm()))


A, B = pattern(1), pattern(1, "caro")


@pytest.fixture(autouse=True)
def _tables() -> Iterator[None]:
    """Leave the tables as they were found."""
    yield
    for rules in ("freestyle", "standard", "renju", "caro"):
        published.publish(PatternTable(rules))


async def learn(store: Store) -> None:
    for each in (A, B):
        await store.execute(
            patterns.add_imported(each.rules, each.key, msgspec.json.encode(each.to_json()).decode(), 1)
        )


async def test_each_rule_set_has_its_own_patterns(store: Store) -> None:
    await learn(store)
    publishing = publishing_of(store)
    await publishing.publish()
    for rules, expected in (("freestyle", [A]), ("caro", [B]), ("renju", []), ("standard", [])):
        table = published.table_for(rules)
        assert list(table.patterns) == expected
        assert table.revision == publishing.revision == 2


async def test_a_pattern_that_is_off_is_out_of_play_at_once(store: Store) -> None:
    await learn(store)
    publishing = publishing_of(store)
    await publishing.publish()
    await patterns.switch(store, A.key, "off")
    await publishing.publish()
    assert list(published.table_for("freestyle").patterns) == []
    assert list(published.table_for("caro").patterns) == [B]


async def test_positions_that_lost_are_remembered_under_their_rules_alone(store: Store) -> None:
    serial = await against_bot(store, "lost00000000", await add_player(store, "ada", "Ada"))
    keeping = lost_positions.keep(serial, "freestyle", CHANCE, [])
    assert keeping is not None
    await store.execute(keeping)
    await publishing_of(store).publish()
    board = Board.from_stones(15, [224], [])  # another corner than the one kept
    recalled = published.table_for("freestyle").memory.recall(board, Color.WHITE)
    assert (len(recalled.lost), len(recalled.open)) == (1, 1)
    assert len(published.table_for("caro").memory) == 0


async def test_nothing_is_built_where_nothing_changed(store: Store) -> None:
    await learn(store)
    publishing = publishing_of(store)
    await publishing.publish()
    table = published.table_for("freestyle")
    await publishing.publish()
    assert published.table_for("freestyle") is table


async def test_a_few_patterns_are_published_without_waiting_for_a_process(store: Store) -> None:
    await learn(store)
    executor = Warm()
    await publishing_of(store, executor).publish()
    assert list(published.table_for("freestyle").patterns) == [A]
    assert executor.asked == 0


async def test_what_is_met_changes_weights_and_compiles_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.learning.publishing.FEW", 0)
    await learn(store)
    executor = Warm()
    publishing = publishing_of(store, executor)
    await publishing.publish()
    assert executor.asked == 2
    ada = await add_player(store, "ada", "Ada")
    await against_bot(store, "game00000000", ada, winner="white", whys={1: {"met": [A.key]}})
    await publishing.publish()
    ((_, _, weight),) = A.blocking
    ((_, _, heavier),) = published.table_for("freestyle").patterns[0].blocking
    assert heavier == weigh_evidence(weight, 1, 1) != weight
    assert executor.asked == 2


async def test_weights_grow_with_what_was_met_and_held(store: Store) -> None:
    await learn(store)
    ada = await add_player(store, "ada", "Ada")
    for n, winner in enumerate(("black", "white")):
        await against_bot(store, f"game0000000{n}", ada, winner=winner, whys={1: {"met": [A.key]}})  # type: ignore[arg-type]
    await publishing_of(store).publish()
    (pattern,) = published.table_for("freestyle").patterns
    ((dx, dy, weight),) = A.blocking
    assert pattern.blocking == ((dx, dy, weigh_evidence(weight, 2, 1)),)


async def test_a_change_is_published_by_itself(store: Store) -> None:
    publishing = publishing_of(store)
    task = asyncio.create_task(publishing.work())
    try:
        await learn(store)
        publishing.changed()
        async with asyncio.timeout(60):
            while not published.table_for("caro").patterns:
                await asyncio.sleep(0.01)
    finally:
        task.cancel()


async def test_a_pattern_that_cannot_be_read_keeps_no_other_out(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    await learn(store)
    await store.execute(patterns.add_imported("freestyle", "broken", "{}", 1))
    await publishing_of(store).publish()
    assert list(published.table_for("freestyle").patterns) == [A]
    assert "cannot be read" in caplog.text


@pytest.mark.slow
async def test_thousands_are_published_without_a_long_step_of_the_loop() -> None:
    _, *times = await publish.measure(10_000)
    assert [found["patterns"] for found in times] == [9_999, 10_000]
    assert max(found["step_ms_longest"] for found in times) < 25  # of processor: built in the loop they take a second
