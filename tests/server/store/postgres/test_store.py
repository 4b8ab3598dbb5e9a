"""Behaviour only where several servers share a database, or where it can go away."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from itertools import pairwise

import pytest

from server.errors import StoreError
from server.protocol.values import Who
from server.store.knowledge import jobs, proofs
from server.store.people import players
from server.store.postgres.connection import PostgresConnection
from server.store.postgres.writer import TURN
from server.store.postgres_store import PostgresStore
from server.store.reading import read_from
from server.store.records import StoredPlayer
from server.store.sql import BatchStage, BulkStatement, Conflict
from server.store.writes import Append, NewGame
from tests.kit.postgres import Cluster, make_template, run_cluster
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player, created, moved, new_room

pytestmark = pytest.mark.postgres

NAMED = BulkStatement(BatchStage.GAMES, "INSERT INTO settings (name, value, at) VALUES (?, ?, ?)")


@pytest.fixture
async def other(postgres_address: str) -> AsyncIterator[PostgresStore]:
    """A second server's store."""
    opened = await PostgresStore.open(postgres_address)
    yield opened
    await opened.close()


@pytest.fixture(scope="module")
def frail() -> Iterator[Cluster]:
    """A PostgreSQL that may be ended."""
    with run_cluster() as cluster:
        yield cluster


@pytest.fixture
async def on_frail(frail: Cluster) -> AsyncIterator[PostgresStore]:
    """A store in it."""
    address = await asyncio.to_thread(frail.make, await asyncio.to_thread(make_template, frail))
    opened = await PostgresStore.open(address)
    yield opened
    await opened.close()


async def test_an_event_is_taken_only_at_the_version_that_it_was_judged_at(
    store: PostgresStore, other: PostgresStore
) -> None:
    serial = await new_room(store, "room00000001", Who(level=1))
    moves = [each.commit(Append(serial, moved(2, 0, point), None, 0)) for each, point in ((store, 7), (other, 8))]
    results = await asyncio.gather(*moves, return_exceptions=True)
    assert sorted(type(each).__name__ for each in results) == ["Conflict", "NoneType"]
    await store.commit(Append(serial, moved(3, 1), None, 0))
    assert len(await other.fetch("SELECT v FROM actions WHERE game = ?", (serial,))) == 3


async def test_numbers_of_games_are_given_once(store: PostgresStore, other: PostgresStore) -> None:
    given: list[int] = []
    while len(given) < 600:
        with suppress(StoreError):  # the next ones have not come yet
            given.append((store if len(given) % 2 else other).new_serial())
        await asyncio.sleep(0)
    assert len({*given}) == 600


async def test_one_poisoned_write_of_a_batch_fails_alone(store: PostgresStore) -> None:
    good = [store.execute(("INSERT INTO settings (name, value, at) VALUES (?, '', 0)", (name,))) for name in "abc"]
    bad = [
        store.execute(("INSERT INTO settings (name, value, at) VALUES ('a', '', 0)", ())),
        store.execute(("UPDATE settings SET at = ?", (2**63,))),
        store.execute(("nothing that can be prepared", ())),
        store.execute(("UPDATE settings SET value = ?", ("a\0b",))),
        store.execute(("UPDATE settings SET at = ? WHERE name = ?", (1,))),
    ]
    results = await asyncio.gather(*good, *bad, return_exceptions=True)
    assert results[:3] == [[1], [1], [1]]
    assert [type(each) for each in results[3:]] == [Conflict, StoreError, StoreError, StoreError, StoreError]
    assert not store.failing
    assert [row["at"] for row in await store.fetch("SELECT at FROM settings")] == [0, 0, 0]


async def test_many_rows_are_one_statement_and_keep_their_nulls(store: PostgresStore) -> None:
    sql = "INSERT INTO players (id, name, created_at, seen_at, named) VALUES (?, 'n', ?, 0, ?)"
    rows = [(f"p{n}", n, n % 2 or None) for n in range(12_000)]
    await store.keep({BulkStatement(BatchStage.GAMES, sql): rows})
    found = await store.fetch("SELECT count(*) AS all_rows, count(named) AS named, sum(created_at) AS sum FROM players")
    assert tuple(found[0]) == (12_000, 6_000, sum(range(12_000)))


async def test_values_come_as_from_a_file(store: PostgresStore) -> None:
    sql = """SELECT 1 = 1 AS truth, 0.5 AS half, 1.0 AS one, sum(serial) AS none, avg(at) AS mean, sum(at) / 2 AS whole,
      count(*) AS n FROM (SELECT 3 AS at, CAST(NULL AS INTEGER) AS serial UNION ALL SELECT 4, NULL) AS found"""
    (row,) = await store.fetch(sql)
    assert [(type(each), each) for each in row] == [
        (int, 1), (float, 0.5), (float, 1.0), (type(None), None), (float, 3.5), (int, 3), (int, 2)
    ]  # fmt: skip
    big = 2**62
    assert [row[0] for row in await store.fetch("SELECT ? + 1", (big,))] == [big + 1]
    assert [row[0] for row in await store.fetch("SELECT id FROM players WHERE id = ?", (5,))] == []


async def test_a_change_by_another_server_is_heard(store: PostgresStore, other: PostgresStore) -> None:
    heard, own = asyncio.Event(), asyncio.Event()
    other.on_change(heard.set, jobs.QUEUED)
    store.on_change(own.set, jobs.QUEUED)
    ada = await add_player(store, "ada", "Ada")
    await store.execute(("UPDATE players SET seen_at = 7", ()))
    assert not own.is_set()
    await against_bot(store, "botgame00000", ada)
    assert own.is_set()
    own.clear()
    async with asyncio.timeout(5):
        await heard.wait()
    heard.clear()
    await store.execute(("UPDATE jobs SET started_at = 7", ()))  # nobody waits for this
    await store.execute(("UPDATE jobs SET failures = 0 WHERE game = -1", ()))  # changes nothing
    await other.execute(("UPDATE jobs SET failures = 0", ()))
    assert heard.is_set()  # its own, at once
    async with asyncio.timeout(5):
        await own.wait()


async def test_many_changes_by_another_server_are_few_calls(store: PostgresStore, other: PostgresStore) -> None:
    calls: list[float] = []
    loop = asyncio.get_running_loop()
    other.on_change(lambda: calls.append(loop.time()), jobs.QUEUED)
    store.on_change(lambda: None, jobs.QUEUED)
    ada = await add_player(store, "ada", "Ada")
    await against_bot(store, "botgame00000", ada)
    for _ in range(100):
        await store.execute(("UPDATE jobs SET failures = failures + 1", ()))
    while not calls or loop.time() - calls[-1] < 0.3:
        await asyncio.sleep(0.02)
    assert all(later - earlier > 0.09 for earlier, later in pairwise(calls))
    assert len(calls) < 100


async def test_ids_rise_in_the_order_of_the_commits(store: PostgresStore, other: PostgresStore) -> None:
    """A reader who has all up to one id misses nothing that comes later: a batch waits for the one before it."""
    held = await PostgresConnection.open(store.address)
    await held.script(f"BEGIN; SELECT pg_advisory_xact_lock({TURN})")
    sql = "INSERT INTO notices (kind, target, at) VALUES (?, '', 0)"
    await held.run(sql, ("first",))
    waiting = asyncio.ensure_future(other.execute((sql, ("second",))))
    moves = [NewGame(n, f"room{n:08}", None, None, created(Who(level=1))) for n in [store.new_serial()]]
    blocked = asyncio.ensure_future(store.commit(*moves))
    while len(await store.fetch("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")) < 2:
        await asyncio.sleep(0.01)
    assert not waiting.done()
    assert [row["kind"] for row in await other.fetch("SELECT kind FROM notices")] == []
    await held.script("COMMIT")
    await asyncio.gather(waiting, blocked)
    assert [row["kind"] for row in await other.fetch("SELECT kind FROM notices ORDER BY id")] == ["first", "second"]
    await held.close()


async def test_a_move_waits_for_nobody(store: PostgresStore) -> None:
    serial = await new_room(store, "room00000001", Who(level=1))
    held = await PostgresConnection.open(store.address)
    await held.script(f"BEGIN; SELECT pg_advisory_xact_lock({TURN})")
    async with asyncio.timeout(5):
        await asyncio.gather(*(store.commit(Append(serial, moved(v, v), None, 0)) for v in range(2, 9)))
    await held.close()


async def test_threads_read_without_the_loop(store: PostgresStore) -> None:
    await add_player(store, "ada", "Ada")

    def read() -> list[str]:
        with read_from(store.address) as reading:
            assert reading.execute("SELECT count(*) FROM players").fetchone()[0] == 1
            return [row["name"] for row in reading.execute("SELECT name FROM players WHERE id = ?", ("ada",))]

    assert await asyncio.gather(*(asyncio.to_thread(read) for _ in range(5))) == [["Ada"]] * 5
    assert list(await asyncio.to_thread(store.proofs.rows, "freestyle", 15, 1)) == []


async def test_writes_go_on_when_the_database_is_back(
    frail: Cluster, on_frail: PostgresStore, caplog: pytest.LogCaptureFixture
) -> None:
    store = on_frail
    called = asyncio.Event()
    store.on_change(called.set, jobs.QUEUED)
    await add_player(store, "ada", "Ada")
    await asyncio.to_thread(frail.stop)
    for _ in range(3):
        with pytest.raises(StoreError, match="not kept"):
            await players.insert(store, StoredPlayer("bob", "Bob", 1), b"bob")
        with pytest.raises(StoreError, match="not readable"):
            await store.fetch("SELECT 1")
    assert store.failing
    assert [record.levelno for record in caplog.records if "cannot write" in record.message] == [logging.CRITICAL]
    await asyncio.to_thread(frail.start)
    async with asyncio.timeout(20):
        while store.failing:  # also where nobody writes
            await asyncio.sleep(0.05)
        await called.wait()  # nobody knows what others have changed meanwhile
    await players.insert(store, StoredPlayer("bob", "Bob", 1), b"bob")
    assert [row["id"] for row in await store.fetch("SELECT id FROM players ORDER BY id")] == ["ada", "bob"]
    assert "writes again" in caplog.text


async def test_a_connection_that_broke_unseen_is_opened_anew(store: PostgresStore) -> None:
    await add_player(store, "ada", "Ada")
    admin = await PostgresConnection.open(store.address, "admin")
    await admin.connection.fetch(
        """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'tengen'"""
    )
    await admin.close()
    assert len(await store.fetch("SELECT 1 FROM players")) == 1
    while store._writer._session is not None and not store._writer._session.is_lost:
        await asyncio.sleep(0.01)
    await add_player(store, "bob", "Bob")
    assert len(await store.fetch("SELECT 1 FROM players")) == 2


async def test_closing_keeps_what_is_queued(store: PostgresStore, other: PostgresStore) -> None:
    writes = [asyncio.ensure_future(store.keep({NAMED: [(f"n{n}", "", 0)]})) for n in range(20)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*writes)
    assert (await other.fetch("SELECT count(*) FROM settings"))[0][0] == 20
    with pytest.raises(StoreError, match="closed"):
        await store.execute(("DELETE FROM settings", ()))


async def test_rows_of_proofs_have_the_types_of_their_columns(store: PostgresStore) -> None:
    assert await proofs.list_since(store, 0, 10) == (0, {})
