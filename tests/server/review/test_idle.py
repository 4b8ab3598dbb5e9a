"""Studies that nobody waits for: done when nothing else is, given up for what comes, and bounded a day."""

import asyncio

import pytest

from bots.learning.effort import EFFORTS
from server.review import analyst as module
from server.review.work import Studied
from server.store import jobs, proofs
from server.store.store import Store
from tests.server.learning.examples import study
from tests.server.review.desk import Desk, Waiting, at_work
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player
from tests.server.store.test_proofs import row, studied

GAME = [30 + ply for ply in range(9)]


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "QUIET_S", 0.01)


async def test_a_quiet_server_looks_harder_at_what_it_has_studied(store: Store) -> None:
    serial = await studied(store, "first0000000", mistake=None)
    async with at_work(store) as desk:
        for effort in (10, 100):
            assert (await desk.work.next())[7] == effort
            desk.work.answers.put_nowait(study(mistake=None))
            await kept(desk)
            assert await effort_of(store, serial) == effort
    assert await jobs.following(store) is None


async def test_who_comes_is_served_first_and_what_was_begun_begins_again(store: Store) -> None:
    await studied(store, "first0000000", mistake=None)
    async with at_work(store) as desk:
        assert (await desk.work.next())[7] == 10
        other = await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"))
        assert (await desk.work.next())[7] == 1
        desk.work.answers.put_nowait(study())
        await kept(desk)
        assert await effort_of(store, other) == 1
        assert (await desk.work.next())[7] == 10


async def test_a_day_has_its_share_and_no_more(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await studied(store, "first0000000", mistake=None)
    asked = asyncio.Event()
    idle_ms = jobs.idle_ms

    async def counted(of: Store, now: int) -> int:
        asked.set()
        return await idle_ms(of, now)

    monkeypatch.setattr(jobs, "idle_ms", counted)
    monkeypatch.setattr(jobs, "IDLE_MS", 0)
    async with at_work(store) as desk:
        await asyncio.wait_for(asked.wait(), 20)
        assert desk.work.asked.empty()
    assert await jobs.following(store) is not None  # on another day


async def test_what_takes_too_long_is_given_up(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    serial = await studied(store, "first0000000", mistake=None)
    monkeypatch.setattr(module, "MOST_IDLE_MS", 0)
    async with at_work(store):
        while await effort_of(store, serial) < EFFORTS[1]:
            await asyncio.sleep(0.01)
    assert await jobs.following(store) is None


async def test_its_reader_sees_a_game_as_studied_meanwhile(store: Store) -> None:
    await studied(store, "first0000000", mistake=None)
    line = Waiting("p0")
    async with at_work(store) as desk:
        await desk.work.next()
        await desk.analyst.watch(line, "first0000000")
        assert (await line.next())["state"] == "done"
        desk.work.progress((1, 9))
        assert line.heard == 0


async def test_what_is_proven_is_kept_with_the_study_and_bears_on_other_games(store: Store) -> None:
    first = await studied(store, "first0000000")
    await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"))
    found = row(GAME[:6])
    async with at_work(store) as desk:
        await desk.work.next()
        desk.work.answers.put_nowait(Studied(study(lesson=False), [found], [], proofs.around([found])))
        await kept(desk)
        assert list(proofs.Library(store.path).rows("freestyle", 15, found.key)) == [found]
        assert (await desk.work.next())[3] == GAME
        job = await jobs.following(store)
    assert job is not None
    assert (job.serial, job.rank) == (first, jobs.IDLE)


async def kept(desk: Desk) -> None:
    await asyncio.wait_for(desk.kept.wait(), 20)
    desk.kept.clear()


async def effort_of(store: Store, serial: int) -> int:
    rows = await store.fetch("SELECT effort FROM analyses WHERE game = ?", (serial,))
    return int(rows[0]["effort"])
