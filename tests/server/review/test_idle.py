"""Studies that nobody waits for: done when nothing else is, given up for what comes, and bounded a day."""

import asyncio

import pytest
from msgspec.structs import replace

from bots.learning.proofs.verdicts import OpenMove
from bots.learning.study.effort import ASKING, CHECKING, EFFORTS, recheck_nodes
from bots.learning.study.findings import Check, PositionScore, Study
from bots.learning.study.statements import read_looked, with_looked
from gomoku.keys import along
from server.review import analyst as module
from server.review import job_runner
from server.review.analysis_followers import AnalysisFollowers
from server.review.study_process import MovesChecked, PositionScored, StudyOutcome
from server.signals import LessonFound
from server.store.knowledge import jobs, lesson_notices, lessons, proofs, studies
from server.store.knowledge.jobs import Job
from server.store.store import Store
from tests.server.learning.examples import study
from tests.server.review.desk import CHECK_NODES, NOW, Desk, Waiting, at_work
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player
from tests.server.store.knowledge.test_proofs import row, studied

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
    assert await jobs.find_next(store) is None


async def test_what_was_studied_before_such_games_were_queued_is_looked_at_harder_once(store: Store) -> None:
    suspected = await studied(store, "first0000000", mistake=None)
    await studied(store, "named0000000")
    given_up = await studied(store, "hard00000000", mistake=None)
    await store.execute(
        ("DELETE FROM jobs", ()), ("UPDATE analyses SET effort = ? WHERE game = ?", (EFFORTS[-1], given_up))
    )
    async with at_work(store) as desk:
        assert (await desk.work.next())[7] == EFFORTS[1]
        assert [row["game"] for row in await store.fetch("SELECT game FROM jobs")] == [suspected]
        desk.work.answers.put_nowait(study())
        await kept(desk)
    assert await studies.queue_overlooked(store, 1) == 0


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


async def test_the_quiet_is_waited_for_once_until_somebody_comes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await studied(store, "first0000000", mistake=None)
    await studied(store, "second000000", mistake=None)
    waits, wait = list[float](), module.Analyst._nothing_comes

    async def counted(of: module.Analyst, seconds: float) -> bool:
        waits.append(seconds)
        return await wait(of, seconds)

    monkeypatch.setattr(module.Analyst, "_nothing_comes", counted)
    async with at_work(store) as desk:
        assert (await desk.work.next())[7] == 10
        desk.work.answers.put_nowait(study(mistake=None))
        await kept(desk)
        assert (await desk.work.next())[7] == 10
        assert len(waits) == 1
        await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"))
        assert (await desk.work.next())[7] == 1
        desk.work.answers.put_nowait(study())
        await kept(desk)
        assert (await desk.work.next())[7] == 10
        assert len(waits) == 2


async def test_a_day_has_its_share_and_no_more(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await studied(store, "first0000000", mistake=None)
    asked = asyncio.Event()
    idle_ms = jobs.sum_idle_ms

    async def counted(of: Store, now: int) -> int:
        asked.set()
        return await idle_ms(of, now)

    monkeypatch.setattr(jobs, "sum_idle_ms", counted)
    monkeypatch.setattr(jobs, "IDLE_MS", 0)
    async with at_work(store) as desk:
        await asyncio.wait_for(asked.wait(), 20)
        assert desk.work.asked.empty()
    assert await jobs.find_next(store) is not None  # on another day


async def test_what_takes_too_long_is_given_up(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    serial = await studied(store, "first0000000", mistake=None)
    monkeypatch.setattr(module, "MOST_IDLE_MS", 0)
    async with at_work(store):
        while await effort_of(store, serial) < EFFORTS[1]:
            await asyncio.sleep(0.01)
    assert await jobs.find_next(store) is None


async def test_its_reader_sees_a_game_as_studied_meanwhile(store: Store) -> None:
    await studied(store, "first0000000", mistake=None)
    line = Waiting("p0")
    async with at_work(store) as desk:
        await desk.work.next()
        await desk.waiting.watch(line, "first0000000")
        assert (await line.next())["state"] == "done"
        desk.work.progress((1, 9))
        assert line.heard == 0


async def test_what_is_proven_is_kept_with_the_study_and_bears_on_other_games(store: Store) -> None:
    first = await studied(store, "first0000000")
    await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"))
    found = row(GAME[:6])
    async with at_work(store) as desk:
        await desk.work.next()
        desk.work.answers.put_nowait(StudyOutcome(study(lesson=False), [found], [], proofs.list_keys_around([found])))
        await kept(desk)
        assert list(proofs.StoredProofs(store.address).rows("freestyle", 15, found.key)) == [found]
        assert (await desk.work.next())[3] == GAME
        job = await jobs.find_next(store)
    assert job is not None
    assert (job.serial, job.rank) == (first, jobs.IDLE)


async def kept(desk: Desk) -> None:
    await asyncio.wait_for(desk.kept.wait(), 20)
    desk.kept.clear()


async def effort_of(store: Store, serial: int) -> int:
    rows = await store.fetch("SELECT effort FROM analyses WHERE game = ?", (serial,))
    return int(rows[0]["effort"])


async def begun(desk: Desk) -> None:
    await asyncio.wait_for(desk.begun.get(), 20)


async def test_what_else_there_is_to_do_has_the_time_that_is_left(store: Store) -> None:
    async with at_work(store) as desk:
        for _ in range(2):
            part: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
            part.set_result(True)
            desk.parts.append(part)
        for _ in range(3):  # the last time there is nothing
            await begun(desk)
        assert desk.parts == []


async def test_a_study_does_not_wait_for_what_else_there_is_to_do(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TUNING_GRACE_S", 0.01)
    async with at_work(store) as desk:
        endless: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        desk.parts.append(endless)
        await begun(desk)
        await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"))
        assert (await desk.work.next())[7] == 1
        assert endless.cancelled()


async def test_what_else_there_is_to_do_has_no_more_time_a_day_than_there_is(store: Store) -> None:
    await store.execute(*jobs.note_idle_ms(1, jobs.IDLE_MS))
    async with at_work(store) as desk:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(desk.begun.get(), 0.5)


NAMED = [(5, 200), (5, 201)]


def naming(*points: int, mistake: int | None = 5) -> Study:
    """A study that names points instead of the sixth move of `GAME`."""
    found = study(mistake=mistake)
    assert found.lesson is not None
    left = tuple(OpenMove(point, "fukumi", 10_000) for point in points)
    move = replace(found.moves[5], label="lost_here" if left else None, open=left, undecided=())
    moves = (*found.moves[:5], move, *found.moves[6:])
    return replace(found, moves=moves, lesson=replace(found.lesson, open=left))


async def named(store: Store) -> int:
    """A game whose study names two moves."""
    serial = await studied(store, "first0000000")
    await store.execute(("DELETE FROM jobs", ()))
    standing = proofs.keep_positions(serial, "freestyle", 15, list(along(GAME, 15)))
    await studies.keep(store, Job(serial, "first0000000"), naming(200, 201), 1, *standing)
    return serial


async def looked_at(store: Store, serial: int) -> dict[tuple[int, int], int]:
    found = await studies.find_study(store, serial)
    assert found is not None
    assert found.effort == 1
    return read_looked(found.study)


async def test_moves_that_are_named_are_asked_about_when_it_is_quiet(store: Store) -> None:
    serial = await named(store)
    async with at_work(store) as desk:
        function, *asked = await desk.work.next()
        assert (function, asked[3:5]) == (job_runner.ASK, [NAMED, recheck_nodes(naming())])
        desk.work.answers.put_nowait(MovesChecked(NAMED, [], set()))
        await kept(desk)
    assert await looked_at(store, serial) == dict.fromkeys(NAMED, recheck_nodes(naming()))
    assert await jobs.find_next(store) is None
    assert await jobs.sum_idle_ms(store, 1) >= 0


async def test_where_one_falls_it_is_kept_and_the_game_is_studied_again_with_what_the_others_withstood(
    store: Store,
) -> None:
    serial = await named(store)
    fallen, most = row([*GAME[:5], 200]), recheck_nodes(naming())
    async with at_work(store) as desk:
        assert (await desk.work.next())[0] == job_runner.ASK
        desk.work.answers.put_nowait(MovesChecked(NAMED[1:], [fallen], proofs.list_keys_around([fallen])))
        await kept(desk)
        assert list(proofs.StoredProofs(store.address).rows("freestyle", 15, fallen.key)) == [fallen]
        assert await looked_at(store, serial) == {(5, 201): most}
        again = await desk.work.next()
        assert (again[0], again[7]) == (job_runner.STUDY, 1)
        desk.work.answers.put_nowait(naming(201, 202))
        await kept(desk)
        assert await looked_at(store, serial) == {(5, 201): most, (5, 202): 10_000}
        assert (await desk.work.next())[4] == [(5, 202)]


async def test_where_all_fall_no_mistake_is_named_and_the_game_is_studied_at_once(store: Store) -> None:
    serial = await named(store)
    fallen = [row([*GAME[:5], point]) for _, point in NAMED]
    async with at_work(store) as desk:
        assert (await desk.work.next())[0] == job_runner.ASK
        desk.work.answers.put_nowait(MovesChecked([], fallen, proofs.list_keys_around(fallen)))
        await kept(desk)
        lesson = await lessons.find_lesson(store, serial)
        assert lesson is not None
        assert (lesson.entry, lesson.mistake) == (6, None)
        again = await desk.work.next()
        assert (again[0], again[7]) == (job_runner.STUDY, 1)


async def test_what_becomes_known_before_a_game_is_asked_about_has_it_studied_first(store: Store) -> None:
    serial = await named(store)
    assert (await jobs.find_next(store)) == Job(serial, "first0000000", ASKING, jobs.IDLE + 1)
    await store.execute(*proofs.queue_concerned(proofs.list_keys_around([row(GAME[:6])]), None, 2))
    assert (await jobs.find_next(store)) == Job(serial, "first0000000", 1, jobs.IDLE)


async def test_games_are_studied_before_any_is_asked_about(store: Store) -> None:
    await named(store)
    other = await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"))
    async with at_work(store) as desk:
        assert (await desk.work.next())[0] == job_runner.STUDY
        desk.work.answers.put_nowait(study())
        await kept(desk)
        assert await effort_of(store, other) == 1
        assert (await desk.work.next())[0] == job_runner.ASK


async def test_the_check_of_a_game_waits_for_no_second_study_of_another(store: Store) -> None:
    first = await unchecked(store)
    await studied(store, "named0000000")
    await studied(store, "open00000000", mistake=None)
    await store.execute(
        ("DELETE FROM jobs", ()),
        *(
            ("INSERT INTO jobs (game, at, effort) SELECT serial, 1, ? FROM games WHERE id = ?", (effort, id))
            for id, effort in (("first0000000", EFFORTS[1]), ("named0000000", ASKING), ("open00000000", EFFORTS[1]))
        ),
    )

    async def next_after(effort: int) -> tuple[int, str]:
        """Give the first game a job of this effort and return the effort and game of the next job."""
        await store.execute(("UPDATE jobs SET effort = ? WHERE game = ?", (effort, first)))
        job = await jobs.find_next(store)
        assert job is not None
        return job.effort, job.game

    for effort in (EFFORTS[1], ASKING, CHECKING):
        assert await next_after(effort) == (effort, "first0000000")
    assert await next_after(EFFORTS[2]) == (ASKING, "named0000000")


async def test_there_is_no_asking_beyond_the_share_of_a_day(store: Store) -> None:
    await named(store)
    await store.execute(*jobs.note_idle_ms(1, jobs.IDLE_MS))
    async with at_work(store) as desk:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(desk.work.asked.get(), 0.5)


async def test_asking_that_is_given_up_leaves_the_study_as_it_is(store: Store) -> None:
    serial = await named(store)
    before = await looked_at(store, serial)
    job = await jobs.find_next(store)
    assert job is not None
    await store.execute(*jobs.give_up(job))
    assert await looked_at(store, serial) == before
    assert await jobs.find_next(store) is None


async def unchecked(store: Store) -> int:
    """A game whose named moves were asked about and not checked."""
    serial = await named(store)
    asked = dict.fromkeys(NAMED, recheck_nodes(naming()))
    found = replace(with_looked(naming(200, 201), asked), check=None)
    await store.execute(("DELETE FROM jobs", ()))
    await studies.keep(store, Job(serial, "first0000000"), found, 2, lessons.keep(serial, found, 2))
    return serial


def scored(question: tuple[int, int | None], score: int) -> PositionScored:
    return PositionScored(PositionScore(*question, score, 60), [], set())


async def test_what_is_named_is_checked_and_each_answer_is_kept(store: Store) -> None:
    serial = await unchecked(store)
    line = Waiting("p0")
    async with at_work(store) as desk:
        function, *asked = await desk.work.next()
        assert (function, asked[3:6]) == (job_runner.CHECK, [(5, None), CHECK_NODES, recheck_nodes(naming())])
        await desk.waiting.watch(line, "first0000000")
        news = await line.next()
        assert (news["state"], news["check"]) == ("done", "running")
        desk.work.answers.put_nowait(scored((5, None), 10))
        assert (await desk.work.next())[4] == (5, 200)
        found = await studies.find_study(store, serial)
        assert found is not None
        assert found.study.check == Check(CHECK_NODES, (PositionScore(5, None, 10, 60),))
        desk.work.answers.put_nowait(scored((5, 200), -5000))
        for point in (201, 60):
            assert (await desk.work.next())[4] == (5, point)
            desk.work.answers.put_nowait(scored((5, point), 0))
        await kept(desk)
        while (news := await line.next()).get("check") != "done":
            pass
    assert (news["lesson"]["checked"], news["lesson"]["turn"]) == (CHECK_NODES, 5)
    assert list(await looked_at(store, serial)) == [(5, 201)]
    assert await jobs.find_next(store) is None


async def test_a_check_that_gives_way_goes_on_where_it_was(store: Store) -> None:
    await unchecked(store)
    async with at_work(store) as desk:
        assert (await desk.work.next())[4] == (5, None)
        desk.work.answers.put_nowait(scored((5, None), 10))
        assert (await desk.work.next())[4] == (5, 200)
        await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"))
        assert (await desk.work.next())[0] == job_runner.STUDY
        desk.work.answers.put_nowait(study())
        await kept(desk)
        assert (await desk.work.next())[4] == (5, 200)


async def test_until_then_a_lesson_waits_for_its_check(store: Store) -> None:
    await unchecked(store)
    line = Waiting("p0")
    assert (await jobs.find_next(store) or Job(0, "")).effort == CHECKING
    await AnalysisFollowers(store).watch(line, "first0000000")
    news = await line.next()
    assert (news["state"], news["check"]) == ("done", "waiting")
    assert "checked" not in news["lesson"]


async def check_all(desk: Desk, *answers: tuple[tuple[int, int | None], int]) -> None:
    """Give the answers of the next check, each with its question."""
    for question, score in answers:
        function, *asked = await desk.work.next()
        assert (function, asked[3]) == (job_runner.CHECK, question)
        desk.work.answers.put_nowait(scored(question, score))
    await kept(desk)


CONFIRMED = ((5, None), 10), ((5, 200), -5000), ((5, 201), 0), ((5, 60), 0)


async def waiting_notices(store: Store, player: str) -> list[tuple[str, bool]]:
    return [(each.game, each.checked) for each in await lesson_notices.list_waiting(store, player, NOW)]


async def test_who_played_is_told_once_more_of_a_lesson_that_its_check_has_changed(store: Store) -> None:
    serial = await unchecked(store)
    (player,) = [row["id"] for row in await store.fetch("SELECT id FROM players")]
    async with at_work(store) as desk:
        await check_all(desk, *CONFIRMED)
        assert desk.found == [LessonFound(player, "first0000000")]
        assert await waiting_notices(store, player) == [("first0000000", True)]
        await lesson_notices.end(store, player, "first0000000")
        await store.execute(jobs.queue(serial, 4))
        await desk.work.next()
        desk.work.answers.put_nowait(naming(201, 202))
        await kept(desk)
        await desk.work.next()
        desk.work.answers.put_nowait(MovesChecked([(5, 202)], [], set()))
        await kept(desk)
        await check_all(desk, ((5, 202), 0))
        assert len(desk.found) == 1
    assert await waiting_notices(store, player) == []


async def test_a_check_that_changes_nothing_is_no_news(store: Store) -> None:
    serial = await unchecked(store)
    nothing = replace(naming(mistake=None), check=None)
    (player,) = [row["id"] for row in await store.fetch("SELECT id FROM players")]
    await store.execute(
        studies.update(serial, nothing), lessons.keep(serial, nothing, 3), ("UPDATE jobs SET effort = ?", (CHECKING,))
    )
    async with at_work(store) as desk:
        await check_all(desk, *(((ply, None), -5000) for ply in (5, 3, 1)))
        assert desk.found == []
    assert await waiting_notices(store, player) == []


async def test_the_check_of_an_old_game_is_no_news(store: Store) -> None:
    await unchecked(store)
    async with at_work(store) as desk:
        desk.now = 10**6 + lesson_notices.KEPT_MS
        await check_all(desk, *CONFIRMED)
        assert desk.found == []
    assert await store.fetch("SELECT 1 FROM lesson_notices") == []
