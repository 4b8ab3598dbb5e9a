"""The lesson of a lost game comes before all other studies, is kept once it is found, and told once bots have it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest

from bots.errors import PlayerCrashed
from bots.executor import Executor
from bots.learning.proofs.lesson import StoredLastChance
from server.protocol.outbound import LessonSummary
from server.review import lessons as module
from server.review.analysis_followers import AnalysisFollowers
from server.review.leases import Leases
from server.review.lessons import Lessons
from server.signals import LessonFound, Signals
from server.store import joining
from server.store.knowledge import jobs, lesson_notices, lessons, lost_positions, patterns, studies
from server.store.knowledge.jobs import Job
from server.store.store import Store
from tests.server.learning.examples import pattern, study
from tests.server.review.desk import NOW, ScriptedWork, Waiting
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player

A = pattern()


class FirstWork(ScriptedWork):
    """The executor's side of a lesson."""

    async def run(self, function: Callable[..., Any], *arguments: Any, first: bool = False, **more: Any) -> Any:
        """Only what comes first is asked for here."""
        assert first
        return await super().run(function, *arguments, **more)


class School:
    """Somebody who looks for lessons, and how often it was waited for bots to have them."""

    def __init__(self, store: Store) -> None:
        self.work = FirstWork()
        self.published = 0
        self.waiting = AnalysisFollowers(store)
        self.found: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        signals = Signals()
        signals.on(LessonFound, lambda found: self.found.put_nowait((found.player, found.game)))
        self.lessons = Lessons(
            *(store, cast(Executor, self.work), lambda: NOW, 1000, self.waiting, self._publish),
            signals=signals,
            leases=Leases(store, None, lambda: NOW, "lessons", []),
        )

    async def _publish(self) -> None:
        self.published += 1


LINE = [3, 18, 4]
"""The attack of the lesson of `study`."""


@asynccontextmanager
async def open_school(store: Store) -> AsyncIterator[School]:
    school = School(store)
    task = asyncio.create_task(school.lessons.work())
    try:
        yield school
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def lost(store: Store, id: str, **wishes: Any) -> int:
    return await against_bot(store, id, await add_player(store, id[:5], id[:5].title()), **wishes)


async def test_a_stone_of_the_opening_is_not_told_as_a_mistake(store: Store) -> None:
    await lost(store, "botgame00000", opening="pro")
    ada = Waiting("botga")
    async with open_school(store) as school:
        await school.work.next()
        await school.waiting.watch(ada, "botgame00000")
        await ada.next()
        school.work.progress(study(mistake=2))
        assert (await ada.next())["lesson"] == {"entry": 6, "line": LINE}


async def test_a_lesson_is_told_before_its_patterns_are_there(store: Store) -> None:
    serial = await lost(store, "botgame00000")
    ada = Waiting("botga")
    async with open_school(store) as school:
        moves = [30 + ply for ply in range(9)]
        asked = await school.work.next()
        assert asked == (module.LESSON, "freestyle", 15, moves, "black", "five", 1000, store.address)
        await school.waiting.watch(ada, "botgame00000")
        assert (await ada.next())["state"] == "running"
        school.work.progress(study())
        news = await ada.next()
        assert news["state"] == "running"
        assert news["lesson"] == {"entry": 6, "mistake": 4, "line": LINE}  # level 3 has lost, which learns nothing
        assert school.published == 1
        assert await patterns.list_by_game(store, serial, None) == []
        assert await jobs.find_next(store) is None  # the whole study waits for the lesson
        school.work.answers.put_nowait(study(A))
        assert await lesson_notices.list_waiting(store, "botga", NOW) == []  # until bots know it all
        while (news := await ada.next())["state"] != "queued":
            pass
        assert [each.game for each in await lesson_notices.list_waiting(store, "botga", NOW)] == ["botgame00000"]
        assert "ahead" not in news  # it is next
        assert await school.found.get() == ("botga", "botgame00000")
        assert school.found.empty()
    assert await patterns.list_by_game(store, serial, None) == [(A.key, 6)]
    assert await jobs.find_next(store) == Job(serial, "botgame00000")


async def test_the_account_is_told_that_a_guest_has_become_meanwhile(store: Store) -> None:
    await lost(store, "botgame00000")
    await add_player(store, "ada", "Ada")
    await store.execute(("INSERT INTO accounts (player, look, created_at) VALUES ('ada', 'ada', 1)", ()))
    async with open_school(store) as school:
        await school.work.next()
        await joining.join(store, "botga", "ada", NOW)
        school.work.answers.put_nowait(study())
        assert await asyncio.wait_for(school.found.get(), 20) == ("ada", "botgame00000")


async def test_those_that_bots_lost_come_first(store: Store) -> None:
    won = await lost(store, "won000000000", winner="white")
    first, second = await lost(store, "first0000000"), await lost(store, "second000000")
    assert await lessons.list_waiting(store) == [first, second, won]
    drawn = await lost(store, "drawn0000000", winner=None, reason="agreed_draw")
    assert drawn not in await lessons.list_waiting(store)  # nobody lost it
    assert await jobs.find_next(store) == Job(drawn, "drawn0000000")


async def test_who_has_many_waiting_keeps_nobody_from_a_first(store: Store) -> None:
    ada, bob = await add_player(store, "ada", "Ada"), await add_player(store, "bob", "Bob")
    many = [await against_bot(store, f"ada00000000{n}", ada) for n in range(3)]
    black = await against_bot(store, "bob000000000", bob, bot="black", winner="white")
    others = [await against_bot(store, f"bob00000000{n}", bob, winner="white") for n in (1, 2)]  # the bots' wins
    assert await lessons.list_waiting(store) == [many[0], black, *many[1:], *others]
    await store.execute(lessons.end_wait(many[0]))
    assert await lessons.find_next(store) == Job(many[1], "ada000000001")
    await store.execute(lessons.end_wait(many[1]))
    assert await lessons.list_waiting(store) == [many[2], black, *others]


async def test_a_lesson_that_cannot_be_found_is_left_to_the_whole_study(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    died, endless = await lost(store, "died00000000"), await lost(store, "endless00000")
    async with open_school(store) as school:
        await school.work.next()
        school.work.answers.put_nowait(PlayerCrashed("died"))
        monkeypatch.setattr(module, "LONGEST_S", 0.01)
        await school.work.next()
        while await lessons.find_next(store) is not None:
            await asyncio.sleep(0)
    assert await jobs.find_next(store) == Job(died, "died00000000")
    assert await lessons.find_lesson(store, endless) is None


async def test_what_was_studied_before_there_were_lessons_has_one_too(store: Store) -> None:
    serial = await lost(store, "botgame00000")
    await studies.keep(store, Job(serial, "botgame00000"), study(A), NOW)
    async with open_school(store):
        while (found := await lessons.find_lesson(store, serial)) is None:
            await asyncio.sleep(0)
    assert (found.entry, found.mistake, found.suspect) == (6, 4, None)


@pytest.mark.parametrize(("level", "learned"), [(3, False), (10, True)])
async def test_only_a_bot_that_learns_promises(store: Store, level: int, learned: bool) -> None:
    serial = await lost(store, "botgame00000", level=level)
    chance = StoredLastChance("0" * 225, "white", 35)
    kept = lost_positions.keep(serial, "freestyle", chance, [])
    assert kept is not None
    await store.execute(lessons.keep(serial, study(), NOW), kept)
    state = await AnalysisFollowers(store).find_state(serial, "botgame00000")
    assert state.lesson == LessonSummary(6, 4, learned=learned, line=LINE)
