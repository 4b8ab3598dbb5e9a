"""Processes publish what others have learned: the same revision and the same weights everywhere."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from typing import cast

import pytest

from bots.executor import Executor
from bots.learning.players import published
from server.learning import following
from server.learning.following import Following
from server.learning.publishing import Publishing
from server.learning.tuning import Tuning
from server.store.knowledge import lost_positions, patterns, weights
from server.store.store import Store
from tests.server.learning.test_publishing import Warm, count_lost, lose, publishing_of

OPENINGS = [112]


@pytest.fixture(autouse=True)
def _tables(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(following, "PAUSE_S", 0.0)
    yield
    published.withdraw()
    published.weigh(0, {})


@pytest.fixture
async def other(store: Store) -> AsyncIterator[tuple[Publishing, Tuning]]:
    """A process that learns nothing by itself."""
    publishing = publishing_of(store)
    tuning = Tuning(store, cast(Executor, Warm()), lambda: 1, active=False, shared=True)
    jobs = [publishing.work(), Following(store, publishing, tuning).work()]
    tasks = [asyncio.create_task(job) for job in jobs]
    yield publishing, tuning
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.001)


async def test_lost_positions_of_others_are_in_play_and_out_of_it(
    store: Store, other: tuple[Publishing, Tuning]
) -> None:
    publishing, _ = other
    await lose(store)
    revision = await patterns.read_revision(store)
    await until(lambda: publishing.revision == revision)
    assert count_lost("freestyle") == 1
    await store.execute((lost_positions.DROP, ()))
    revision = await patterns.read_revision(store)
    await until(lambda: publishing.revision == revision)
    assert count_lost("freestyle") == 0


async def test_weights_of_others_are_in_use(store: Store, other: tuple[Publishing, Tuning]) -> None:
    await store.execute(*weights.begin_trial(0, "engine", 100, 0.1, (1.0, 2.0), OPENINGS, 5))
    assert published.weights_in_use() == 0
    await store.execute(*weights.decide(1, [2.0], 10.0, 1.0, 20.0, True, 6))
    await until(lambda: published.weights_in_use() == 1)
    assert published.weights_of(1) == (1.0, 2.0)


async def test_one_process_fits(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def lead(name: str) -> bool:
        asked.append(name)
        return False

    monkeypatch.setattr(store, "lead", lead)
    tuning = Tuning(store, cast(Executor, Warm()), lambda: 1, active=True, shared=True)
    await store.execute(*weights.begin_trial(0, "engine", 100, 0.1, (1.0, 2.0), OPENINGS, 5))
    assert not await tuning.step()
    assert asked == ["weights"]
