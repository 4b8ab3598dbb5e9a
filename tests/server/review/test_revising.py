"""Studies are revised as soon as something is proven: by stored rows, and by lessons of other games."""

import asyncio

import pytest
from msgspec.structs import replace

from bots.learning.study.findings import Study
from gomoku.keys import along
from gomoku.symmetry import maps
from server.review import game_analysis
from server.review.revising import revise, revise_concerned
from server.review.study_process import StudyOutcome
from server.store.knowledge import jobs, lessons, proofs, studies
from server.store.knowledge.jobs import Job
from server.store.store import Store
from tests.server.learning.examples import study
from tests.server.review.desk import Waiting, at_work
from tests.server.review.test_game_analysis import GAME, ID, lost_at_four
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player
from tests.server.store.knowledge.test_proofs import NOW, row

OTHER = "othergame000"
POOL = ("freestyle", 15)


async def keep_positions(store: Store, serial: int, moves: list[int]) -> None:
    await store.execute(*proofs.keep_positions(serial, *POOL, list(along(moves, 15))))


async def lose_otherwise(store: Store, entry: int, moves: list[int], by: int = 0) -> int:
    """Keep another lost game, turned, whose lesson is proven from ply ``entry`` on, and return its serial."""
    turned = [maps(15)[by][point] for point in moves]
    serial = await against_bot(store, OTHER, await add_player(store, "bob", "Bob"), points=turned)
    found = study()
    assert found.lesson is not None
    lesson = replace(found.lesson, entry=entry, mistake=None, open=(), undecided=())
    await studies.keep(store, Job(serial, OTHER), replace(found, lesson=lesson), NOW)
    await store.execute(lessons.keep(serial, replace(found, lesson=lesson), NOW))
    await keep_positions(store, serial, turned)
    return serial


async def stored(store: Store, serial: int) -> Study:
    found = await studies.find_study(store, serial)
    assert found is not None
    return found.study


@pytest.mark.parametrize("by", [0, 5])
async def test_the_lesson_of_another_game_refutes_a_named_move(store: Store, by: int) -> None:
    await lost_at_four(store)
    await lose_otherwise(store, 5, [*GAME[:4], 100, *GAME[5:]], by)
    analysis = await game_analysis.load(store, ID, "ada")
    assert [move.point for move in analysis.moves[4].open] == [101]


async def test_a_lesson_proven_from_a_later_move_on_refutes_nothing(store: Store) -> None:
    serial = await lost_at_four(store)
    await lose_otherwise(store, 7, [*GAME[:4], 100, *GAME[5:]])
    before = await stored(store, serial)
    assert await revise(store, before, *POOL, GAME) == before


async def test_a_proof_withdraws_the_mistake_from_study_and_lesson_of_the_games_concerned(store: Store) -> None:
    serial = await lost_at_four(store)
    await keep_positions(store, serial, GAME)
    await store.execute(lessons.keep(serial, await stored(store, serial), NOW))
    lost = [row([*GAME[:4], 100]), row([*GAME[:4], 101])]
    await store.execute(*proofs.keep(lost, NOW), ("DELETE FROM jobs", ()))
    assert await revise_concerned(store, proofs.list_keys_around(lost), NOW) == [Job(serial, ID)]
    lesson = (await stored(store, serial)).lesson
    assert lesson is not None
    assert (lesson.mistake, lesson.open) == (None, ())
    kept = await lessons.find_lesson(store, serial)
    assert kept is not None
    assert (kept.entry, kept.mistake) == (5, None)
    assert await jobs.find_next(store) == Job(serial, ID, rank=jobs.IDLE)
    await store.execute(("DELETE FROM jobs", ()))
    assert await revise_concerned(store, proofs.list_keys_around(lost), NOW) == []
    assert await jobs.find_next(store) is None


async def test_games_with_the_same_lesson_do_not_queue_each_other(store: Store) -> None:
    await against_bot(store, ID, await add_player(store, "ada", "Ada"))
    await against_bot(store, OTHER, await add_player(store, "bob", "Bob"))
    found = StudyOutcome(study(), [], list(along(GAME, 15)), set())
    async with at_work(store) as desk:
        for _ in range(2):
            assert (await desk.work.next())[7] == 1
            desk.work.answers.put_nowait(found)
            await asyncio.wait_for(desk.kept.wait(), 20)
            desk.kept.clear()
    assert await jobs.find_next(store) is None


async def test_a_study_that_was_replaced_meanwhile_stays(store: Store) -> None:
    serial = await lost_at_four(store)
    await keep_positions(store, serial, GAME)
    found = row([*GAME[:4], 100])
    await store.execute(*proofs.keep([found], NOW))
    newer = replace(await stored(store, serial), nodes=77)
    before = studies.find_study

    async def find_old(db: Store, which: int) -> studies.StoredStudy | None:
        old = await before(db, which)
        await db.execute(studies.update(which, newer))
        return old

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(studies, "find_study", find_old)
        assert await revise_concerned(store, proofs.list_keys_around([found]), NOW) == []
    assert (await stored(store, serial)).nodes == 77


async def test_who_follows_a_game_hears_at_once_what_the_study_of_another_withdraws(store: Store) -> None:
    serial = await lost_at_four(store)
    await keep_positions(store, serial, GAME)
    await store.execute(lessons.keep(serial, await stored(store, serial), NOW), ("DELETE FROM jobs", ()))
    await against_bot(store, OTHER, await add_player(store, "bob", "Bob"))
    lost = [row([*GAME[:4], 100]), row([*GAME[:4], 101])]
    ada = Waiting("ada")
    async with at_work(store) as desk:
        await desk.work.next()
        await desk.waiting.watch(ada, ID)
        assert (await ada.next())["lesson"]["mistake"] == 4
        desk.work.answers.put_nowait(StudyOutcome(study(lesson=False), lost, [], proofs.list_keys_around(lost)))
        assert (await ada.next())["lesson"].get("mistake") is None
