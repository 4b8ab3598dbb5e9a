"""Knowledge at a worker: that of the database, and at least that of the server that asks."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import cast

import msgspec
import pytest

from bots.executor import Executor
from bots.learning.players import published
from server.store.knowledge import patterns
from server.store.settings import read_key
from server.store.store import Store
from server.worker import knowledge
from server.worker.knowledge import WorkerKnowledge
from server.worker.messages import Revisions
from server.worker.sealing import Sealer
from tests.server.learning.examples import pattern
from tests.server.learning.test_publishing import Warm


@pytest.fixture(autouse=True)
def _tables() -> Iterator[None]:
    """Leave the tables as they were found."""
    yield
    published.withdraw()
    published.share(None, None)


@pytest.fixture
async def worker(store: Store) -> AsyncIterator[WorkerKnowledge]:
    """The knowledge of a worker, following the store."""
    found = WorkerKnowledge(store, cast(Executor, Warm()), lambda: 1, experience=True)
    found.start()
    jobs = [asyncio.create_task(job) for job in found.work()]
    await found.first()
    yield found
    for job in jobs:
        job.cancel()
    await asyncio.gather(*jobs, return_exceptions=True)
    await found.close()


async def learn(store: Store, number: int) -> int:
    """Store a pattern; return the revision."""
    found = pattern(number)
    body = msgspec.json.encode(found.to_json()).decode()
    await store.execute(patterns.add_imported(found.rules, found.key, body, 1))
    return await patterns.read_revision(store)


async def test_what_is_stored_is_published_and_what_comes_too(store: Store, worker: WorkerKnowledge) -> None:
    assert published.shelf() is store.proofs
    revision = await learn(store, 1)
    async with asyncio.timeout(20):
        while published.revision("freestyle") < revision:
            await asyncio.sleep(0.01)


async def test_a_move_waits_for_what_its_server_knows(store: Store, worker: WorkerKnowledge) -> None:
    revision = await learn(store, 2)
    await worker.keep_up("freestyle", 8, Revisions(patterns=revision))
    assert published.revision("freestyle") == revision


async def test_it_waits_only_once_for_what_never_comes(
    store: Store, worker: WorkerKnowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(knowledge, "PATIENCE_S", 0.05)
    waited: list[bool] = []

    async def caught_up() -> None:
        waited.append(True)
        await asyncio.Event().wait()

    monkeypatch.setattr(worker._publishing, "caught_up", caught_up)
    for _ in range(3):
        await worker.keep_up("freestyle", 8, Revisions(book=10**9))
    assert waited == [True]


async def test_all_processes_have_one_key(store: Store) -> None:
    keys = await asyncio.gather(*(read_key(store, 1) for _ in range(3)))
    assert len(set(keys)) == 1
    assert Sealer(keys[0])
