"""What players have proven is kept, reaches all players, and bears on games; the loop waits for none of it."""

import asyncio
import threading
from collections.abc import Iterator
from typing import cast

import pytest

from bots.executor import Executor
from bots.learning import current
from bots.learning.known import Fact
from bots.learning.table import PatternTable
from gomoku.board import Board, Color
from server.learning import keeping as module
from server.learning.keeping import Keeping
from server.learning.publishing import Publishing
from server.store import jobs, patterns, proofs, puzzles
from server.store.store import Store
from tests.server.learning.test_publishing import Warm
from tests.server.store.test_proofs import NOW, row, studied


@pytest.fixture(autouse=True)
def _tables() -> Iterator[None]:
    yield
    for rules in ("freestyle", "standard", "renju", "caro"):
        current.publish(PatternTable(rules))


async def test_what_a_thread_has_found_is_kept_and_known_to_all_players(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAUSE_S", 0.01)
    told, publishing = asyncio.Event(), Publishing(store, cast(Executor, Warm()))
    keeping = Keeping(store, lambda: NOW, told.set)
    await publishing.publish()
    work, found = asyncio.create_task(keeping.work()), row([112, 113])
    for _ in range(3):
        await asyncio.to_thread(keeping.found, [found])
    await asyncio.wait_for(told.wait(), 20)
    await publishing.publish()
    work.cancel()
    board = Board.from_stones(15, [112], [113])
    known = current.table_for("freestyle").known[15]
    assert known.of_position(board, Color.BLACK) == Fact(True, 1)
    assert len(known) == 1
    assert current.table_for("renju").known == {}
    assert list(store.library.rows("freestyle", 15, found.key)) == [found]


async def test_proofs_come_with_the_patterns_and_after_a_restart(store: Store) -> None:
    await store.execute(*proofs.keeping([row([n]) for n in range(3)], NOW), (proofs.REVISED, ()))
    publishing = Publishing(store, cast(Executor, Warm()))
    await publishing.publish()
    assert len(current.table_for("freestyle").known[15]) == 3
    await store.execute(*proofs.keeping([row([9], rules="renju")], NOW))
    await publishing.publish()
    assert current.table_for("freestyle").revision == current.table_for("renju").revision == publishing.revision
    assert (len(current.table_for("freestyle").known[15]), len(current.table_for("renju").known[15])) == (3, 1)


async def test_a_damaged_row_never_reaches_a_bot(store: Store) -> None:
    await store.execute(*proofs.keeping([row([1]), row([2])], NOW))
    await store.execute(("UPDATE proofs SET won = 0 WHERE id = 1", ()))
    publishing = Publishing(store, cast(Executor, Warm()))
    await publishing.publish()
    assert len(current.table_for("freestyle").known[15]) == 1


async def test_no_more_wait_than_may_and_a_studied_game_is_looked_at_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    serial = await studied(store, "first0000000")
    monkeypatch.setattr(module, "MOST", 2)
    keeping = Keeping(store, lambda: NOW, lambda: None)
    thread = threading.Thread(target=keeping.found, args=([row([30]), row([5]), row([6])],))
    thread.start()
    await asyncio.to_thread(thread.join)
    await asyncio.sleep(0)
    await keeping.keep()
    assert (await proofs.totals(store))[0] == 2
    job = await jobs.following(store)
    assert job is not None
    assert (job.serial, job.rank) == (serial, jobs.IDLE)
    before = await patterns.revision(store)
    await keeping.keep()
    assert await patterns.revision(store) == before


async def test_a_puzzle_that_is_proven_to_have_no_answer_is_withdrawn(store: Store) -> None:
    serial, moves = await studied(store, "first0000000"), [30, 31, 32]
    posed = {"ply": 3, "kind": "defence", "method": "vcf"}
    await store.execute(*puzzles.insertions(serial, "freestyle", 15, moves, 9, [posed], NOW))
    assert await puzzles.by_id(store, 1, None) is not None
    keeping = Keeping(store, lambda: NOW, lambda: None)
    keeping.found([row(moves, won=False)])
    await asyncio.sleep(0)  # the rows are added in the loop's next turn
    await keeping.keep()
    assert await puzzles.by_id(store, 1, None) is None
