import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from server.errors import StoreError
from server.store.sql import BatchStage, BulkStatement, Conflict
from server.store.writer import Unit, Writer, write_unit

FIRST = BulkStatement(BatchStage.GAMES, "INSERT INTO parents VALUES (?)")
SECOND = BulkStatement(BatchStage.ACTIONS, "INSERT INTO children VALUES (?, ?)")


class Batches:
    """A file with two tables, its writer, and the sizes of the batches that were committed."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.connection = connection
        self.sizes: list[int] = []
        self.writer = Writer(connection, self._note)

    def _note(self, size: int, seconds: float) -> None:
        assert seconds > 0
        self.sizes.append(size)

    def put(self, number: int, *children: int) -> "asyncio.Future[list[int]]":
        bulk: dict[BulkStatement, list[Any]] = {SECOND: [(number, child) for child in children]}
        return write_unit(self.writer.put, bulk | {FIRST: [(number,)]})

    def kept(self) -> list[int]:
        other = sqlite3.connect(self.path)
        numbers = [row[0] for row in other.execute("SELECT number FROM parents ORDER BY number")]
        other.close()
        return numbers


@pytest.fixture
async def batches(tmp_path: Path) -> AsyncIterator[Batches]:
    path = tmp_path / "writer.db"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as connection:
        connection.executescript(
            """PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON;
            CREATE TABLE parents (number INTEGER PRIMARY KEY) STRICT;
            CREATE TABLE children (parent INTEGER NOT NULL REFERENCES parents, child INTEGER) STRICT;"""
        )
        found = Batches(path, connection)
        yield found
        await found.writer.close()


async def test_what_queued_up_is_one_commit(batches: Batches) -> None:
    await asyncio.gather(*(batches.put(number, number) for number in range(50)))
    assert batches.sizes == [100]
    assert batches.kept() == list(range(50))


async def test_writes_during_a_commit_wait_for_the_next(batches: Batches) -> None:
    first = batches.put(0)
    while batches.writer._queue:
        await asyncio.sleep(0)
    rest = [batches.put(number) for number in range(1, 9)]
    await first
    await asyncio.gather(*rest)
    assert batches.sizes == [1, 8]


async def test_commits_keep_their_distance_and_share_what_comes_meanwhile(tmp_path: Path) -> None:
    loop = asyncio.get_running_loop()
    path = tmp_path / "spaced.db"
    sizes: list[int] = []
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as connection:
        connection.execute("CREATE TABLE parents (number INTEGER PRIMARY KEY) STRICT")
        writer = Writer(connection, lambda size, _: sizes.append(size), spacing_s=0.3)
        began = loop.time()
        await write_unit(writer.put, {FIRST: [(0,)]})
        shared = []
        for number in range(1, 5):
            shared.append(write_unit(writer.put, {FIRST: [(number,)]}))
            await asyncio.sleep(0)
        await asyncio.gather(*shared)
        assert sizes == [1, 4]
        assert loop.time() - began >= 0.3
        await writer.close()


async def test_a_unit_is_durable_when_it_is_acknowledged(batches: Batches) -> None:
    await batches.put(7)
    assert batches.kept() == [7]


async def test_a_poisoned_unit_fails_alone_and_whole(batches: Batches) -> None:
    await batches.put(3)
    good, twice, late, too_big, last = results = [
        batches.put(1),
        batches.put(3),
        batches.put(2, 5),
        batches.put(4, 2**63),
        batches.put(6),
    ]
    orphan = write_unit(batches.writer.put, {SECOND: [(99, 1)]})
    await asyncio.wait([*results, orphan])
    assert [good.exception(), late.exception(), last.exception()] == [None, None, None]
    assert isinstance(twice.exception(), Conflict)
    assert isinstance(orphan.exception(), Conflict)
    assert isinstance(too_big.exception(), StoreError)
    assert not isinstance(too_big.exception(), Conflict)
    assert batches.kept() == [1, 2, 3, 6]


async def test_single_statements_report_their_rows(batches: Batches) -> None:
    await asyncio.gather(*(batches.put(number) for number in range(5)))
    statements = [("DELETE FROM parents WHERE number > ?", (2,)), ("DELETE FROM parents WHERE number > ?", (8,))]
    assert await write_unit(batches.writer.put, {}, statements) == [2, 0]
    assert batches.kept() == [0, 1, 2]


async def test_a_cancelled_caller_loses_and_doubles_nothing(batches: Batches) -> None:
    async def write(number: int) -> None:
        await batches.put(number)

    queued = [asyncio.create_task(write(number)) for number in range(4)]
    await asyncio.sleep(0)
    queued[1].cancel()
    while batches.writer._queue:
        await asyncio.sleep(0)
    queued[2].cancel()
    await asyncio.wait(queued)
    assert [task.cancelled() for task in queued] == [False, True, True, False]
    await batches.put(9)
    assert batches.kept() == [0, 1, 2, 3, 9]
    assert sum(batches.sizes) == 5


async def test_a_full_disk_fails_the_batch_and_later_commits_work(
    batches: Batches, caplog: pytest.LogCaptureFixture
) -> None:
    ((pages,),) = batches.connection.execute("PRAGMA page_count").fetchall()
    batches.connection.execute(f"PRAGMA max_page_count = {pages}").close()
    count = "WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)"
    long = f"INSERT INTO parents {count} SELECT i FROM n"
    for _ in range(2):
        small = batches.put(1)
        big = write_unit(batches.writer.put, {}, [(long, ())])
        await asyncio.wait([small, big])
        for failed in (small, big):
            assert isinstance(failed.exception(), StoreError)
            assert "full" in str(failed.exception())
    assert batches.kept() == []
    assert [record.levelno for record in caplog.records] == [logging.CRITICAL]
    assert "full" in caplog.text

    batches.connection.execute("PRAGMA max_page_count = 100000").close()
    await batches.put(1)
    await batches.put(2)
    assert batches.kept() == [1, 2]
    assert [record.levelno for record in caplog.records] == [logging.CRITICAL, logging.WARNING]


async def test_an_error_in_what_follows_a_unit_is_logged_and_stops_no_other(
    batches: Batches, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: list[int] | StoreError) -> None:
        raise ValueError("a fault")

    batches.writer.put(Unit({FIRST: [(1,)]}, (), fail))
    await batches.put(2)
    assert batches.kept() == [1, 2]
    assert [record.message for record in caplog.records] == ["after a commit"]


async def test_closing_keeps_what_is_queued(batches: Batches) -> None:
    waiting = [batches.put(number) for number in range(3)]
    await batches.writer.close()
    assert all(future.done() and future.exception() is None for future in waiting)
    assert batches.kept() == [0, 1, 2]
    with pytest.raises(StoreError, match="closed"):
        write_unit(batches.writer.put, {FIRST: [(5,)]})
