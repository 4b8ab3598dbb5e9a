"""Proofs by players are stored, reach all players, and affect games; the loop waits for none of it."""

import asyncio
import threading
from collections.abc import Iterator, Mapping
from typing import cast

import pytest

from bots.executor import Executor
from bots.learning.players import published
from bots.learning.proofs.known_positions import Fact, Known
from bots.learning.study.findings import StudiedPuzzle
from gomoku.board import Board, Color
from server.learning import proof_writer as module
from server.learning.proof_writer import ProofWriter
from server.learning.publishing import Publishing
from server.store.knowledge import jobs, patterns, proofs, puzzles
from server.store.store import Store
from tests.server.learning.test_publishing import Warm
from tests.server.store.knowledge.test_proofs import NOW, row, studied


@pytest.fixture(autouse=True)
def _tables() -> Iterator[None]:
    yield
    published.withdraw()


def known(rules: str) -> Mapping[int, Known]:
    """Return the published proofs by size."""
    found = published.positions_for(rules)
    assert found is not None
    return found.known


async def test_what_a_thread_has_found_is_kept_and_known_to_all_players(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAUSE_S", 0.01)
    told, publishing = asyncio.Event(), Publishing(store, cast(Executor, Warm()))
    writer = ProofWriter(store, lambda: NOW, told.set)
    await publishing.publish()
    work, found = asyncio.create_task(writer.work()), row([112, 113])
    for _ in range(3):
        await asyncio.to_thread(writer.add, [found])
    await asyncio.wait_for(told.wait(), 20)
    await publishing.publish()
    work.cancel()
    board = Board.from_stones(15, [112], [113])
    assert known("freestyle")[15].of_position(board, Color.BLACK) == Fact(True, 1)
    assert len(known("freestyle")[15]) == 1
    assert known("renju") == {}
    assert list(store.proofs.rows("freestyle", 15, found.key)) == [found]


async def test_proofs_come_with_what_is_learned_and_after_a_restart(store: Store) -> None:
    await store.execute(*proofs.keep([row([n]) for n in range(3)], NOW), (proofs.REVISED, ()))
    publishing = Publishing(store, cast(Executor, Warm()))
    await publishing.publish()
    assert len(known("freestyle")[15]) == 3
    await store.execute(*proofs.keep([row([9], rules="renju")], NOW))
    await publishing.publish()
    assert published.revision("freestyle") == published.revision("renju") == publishing.revision
    assert (len(known("freestyle")[15]), len(known("renju")[15])) == (3, 1)


async def test_a_damaged_row_never_reaches_a_bot(store: Store) -> None:
    await store.execute(*proofs.keep([row([1]), row([2])], NOW))
    await store.execute(("UPDATE proofs SET won = 0 WHERE id = 1", ()))
    publishing = Publishing(store, cast(Executor, Warm()))
    await publishing.publish()
    assert len(known("freestyle")[15]) == 1


async def test_no_more_wait_than_may_and_a_studied_game_is_looked_at_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    serial = await studied(store, "first0000000")
    monkeypatch.setattr(module, "MOST", 2)
    writer = ProofWriter(store, lambda: NOW, lambda: None)
    thread = threading.Thread(target=writer.add, args=([row([30]), row([5]), row([6])],))
    thread.start()
    await asyncio.to_thread(thread.join)
    await asyncio.sleep(0)
    await writer.keep()
    assert len(await store.fetch("SELECT 1 FROM proofs")) == 2
    job = await jobs.find_next(store)
    assert job is not None
    assert (job.serial, job.rank) == (serial, jobs.IDLE)
    before = await patterns.read_revision(store)
    await writer.keep()
    assert await patterns.read_revision(store) == before


async def test_a_puzzle_that_is_proven_to_have_no_answer_is_withdrawn(store: Store) -> None:
    serial, moves = await studied(store, "first0000000"), [30, 31, 32]
    posed = StudiedPuzzle("defence", 3, "vcf")
    await store.execute(*puzzles.insert(serial, "freestyle", 15, moves, 9, [posed], NOW))
    assert await puzzles.find_puzzle(store, 1, None) is not None
    writer = ProofWriter(store, lambda: NOW, lambda: None)
    writer.add([row(moves, won=False)])
    await asyncio.sleep(0)  # the rows are added in the loop's next turn
    await writer.keep()
    assert await puzzles.find_puzzle(store, 1, None) is None
