"""Two processes that study on one store: each game by one of them, and by the other if that one is gone."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import pytest

from server.bus.local import Exchange, LocalBus
from server.review import far_analyses, leases
from server.review.far_analyses import FarAnalyses
from server.review.leases import LEASE_MS, Leases
from server.store.knowledge import jobs, lessons, studies
from server.store.knowledge.jobs import Lease
from server.store.store import Store
from tests.server.learning.examples import pattern, study
from tests.server.review.desk import NOW, Desk, Waiting, at_work
from tests.server.store.bot_games import against_bot, without_lessons
from tests.server.store.examples import add_player


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases are renewed soon."""
    monkeypatch.setattr(leases, "RENEW_S", 0.01)
    monkeypatch.setattr(leases, "LOOK_S", 0.01)
    monkeypatch.setattr(far_analyses, "LOOK_S", 0.01)


class Office:
    """Two processes, and the bus between them."""

    def __init__(self, exchange: Exchange, buses: list[LocalBus], desks: list[Desk]) -> None:
        self.exchange, self.buses, self.desks = exchange, buses, desks


@asynccontextmanager
async def two_at_work(store: Store) -> AsyncIterator[Office]:
    exchange = Exchange()
    buses = [LocalBus(exchange) for _ in range(2)]
    async with AsyncExitStack() as stack:
        desks = []
        for bus in buses:
            far = FarAnalyses(bus)
            await far.start()
            desk = await stack.enter_async_context(at_work(store, bus, far))
            for job in (far.keep_looking(), desk.waiting.follow_others()):
                task = asyncio.create_task(job)
                stack.push_async_callback(_end, task)
            desks.append(desk)
        yield Office(exchange, buses, desks)


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.001)


async def queue(store: Store, *games: str) -> list[int]:
    ada = await add_player(store, "ada", "Ada")
    return [await against_bot(store, game, ada) for game in games]


async def test_each_game_is_studied_by_one(store: Store) -> None:
    await queue(store, "botgame00000", "botgame00001")
    async with two_at_work(store) as office:
        await asyncio.gather(*(desk.work.next() for desk in office.desks))
        rows = await store.fetch("SELECT count(DISTINCT worker) AS workers, count(started_at) AS running FROM jobs")
        assert tuple(rows[0]) == (2, 2)
        for desk in office.desks:
            desk.work.answers.put_nowait(study(pattern()))
        await asyncio.gather(*(desk.kept.wait() for desk in office.desks))
    assert [desk.work.asked.qsize() for desk in office.desks] == [0, 0]


async def test_who_follows_elsewhere_hears_of_each_step_and_the_end(store: Store) -> None:
    (serial,) = await queue(store, "botgame00000")
    async with two_at_work(store) as office:
        working = await busy(office)
        (other,) = [desk for desk in office.desks if desk is not working]
        await until(lambda: other.waiting._find_running(serial) is not None)
        bob = Waiting("bob")
        await other.waiting.watch(bob, "botgame00000")
        assert (await bob.next())["state"] == "running"
        working.work.progress((4, 9))
        while (heard := await bob.next()).get("done") != 4:
            assert heard["state"] == "running"
        working.work.answers.put_nowait(study(pattern()))
        while (await bob.next())["state"] != "done":
            pass
        assert await studies.exists(store, serial)


async def busy(office: Office) -> Desk:
    """The desk that has got the only game."""
    asked = {asyncio.create_task(desk.work.next()): desk for desk in office.desks}
    done, left = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    for task in left:
        task.cancel()
    (first,) = done
    return asked[first]


async def test_who_follows_hears_of_the_end_after_a_break_of_the_bus(store: Store) -> None:
    (serial,) = await queue(store, "botgame00000")
    async with two_at_work(store) as office:
        working = await busy(office)
        (other,) = [desk for desk in office.desks if desk is not working]
        await until(lambda: other.waiting._find_running(serial) is not None)
        bob = Waiting("bob")
        await other.waiting.watch(bob, "botgame00000")
        bus = office.buses[office.desks.index(other)]
        office.exchange.cut(bus)
        working.work.answers.put_nowait(study(pattern()))
        await working.kept.wait()
        assert bob.heard == 1
        office.exchange.mend(bus)
        while (await bob.next())["state"] != "done":
            pass


async def test_a_worker_of_whom_nothing_is_heard_studies_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    (serial,) = await queue(store, "botgame00000")
    monkeypatch.setattr(far_analyses, "SILENT_S", 0.05)
    async with two_at_work(store) as office:
        working = await busy(office)
        (other,) = [desk for desk in office.desks if desk is not working]
        await until(lambda: other.waiting._find_running(serial) is not None)
        office.exchange.cut(office.buses[office.desks.index(other)])
        await until(lambda: other.waiting._find_running(serial) is None)


async def test_a_job_is_free_again_when_its_worker_is_gone(store: Store) -> None:
    (serial,) = await queue(store, "botgame00000")
    await without_lessons(store)
    gone = Lease("gone", NOW, NOW + LEASE_MS)
    assert await jobs.take(store, serial, gone)
    exchange = Exchange()
    async with at_work(store, LocalBus(exchange)) as desk:
        watching = asyncio.create_task(leases.free_expired(store, lambda: desk.now, desk.freed))
        assert await jobs.find_next(store, lease=Lease("mine", NOW, NOW + LEASE_MS)) is None
        desk.now = NOW + LEASE_MS
        await desk.work.next()
        await _end(watching)
    rows = await store.fetch("SELECT worker, leased_until, started_at FROM jobs")
    assert tuple(rows[0]) == (None, None, None)  # given back in order


async def test_a_lease_is_renewed_and_its_loss_is_noticed(store: Store) -> None:
    (serial,) = await queue(store, "botgame00000")
    now = NOW
    lease = Leases(store, None, lambda: now, "studies", [])
    renewed, lost = asyncio.Event(), asyncio.Event()
    async with lease.hold(serial, renewed.set, lost.set) as taken:
        assert taken
        now += LEASE_MS // 2
        renewed.clear()
        await asyncio.wait_for(renewed.wait(), 60)
        await asyncio.sleep(0)
        assert not await jobs.take(store, serial, Lease("other", NOW + LEASE_MS, NOW + 2 * LEASE_MS))
        await store.execute(("DELETE FROM jobs", ()))
        await asyncio.wait_for(lost.wait(), 60)
    async with lease.hold(serial, renewed.set, lost.set) as taken:
        assert not taken


async def test_whoever_is_alone_goes_on_at_once_after_being_killed(store: Store) -> None:
    (serial,) = await queue(store, "botgame00000")
    await without_lessons(store)
    alone = Leases(store, None, lambda: NOW, "studies", [])
    assert await jobs.take(store, serial, alone.mine)
    await jobs.note_running(store, serial, NOW)
    again = Leases(store, None, lambda: NOW, "studies", [])
    await again.free()
    assert await jobs.find_next(store, lease=Lease("whoever", NOW, NOW)) is not None


async def test_a_lesson_is_looked_for_by_one(store: Store) -> None:
    (serial,) = await queue(store, "botgame00000")
    one, other = (Leases(store, LocalBus(Exchange()), lambda: NOW, "lessons", []) for _ in range(2))
    async with one.hold(serial, asyncio.Event().set, asyncio.Event().set) as taken:
        assert taken
        assert await lessons.find_next(store, other.mine) is None
        assert await lessons.find_next(store, one.mine) is not None
        await store.execute(lessons.end_wait(serial))
        assert await jobs.find_next(store, lease=other.mine) is not None
