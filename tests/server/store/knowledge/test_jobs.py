import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bots.learning.study.effort import VERSION
from server.store.games import library
from server.store.knowledge import jobs, lessons, studies
from server.store.knowledge.jobs import Job
from server.store.sql import Conflict
from server.store.store import Store
from tests.server.learning.examples import study
from tests.server.store.bot_games import against_bot, without_lessons
from tests.server.store.examples import add_player, finished


async def test_the_end_of_a_game_against_a_bot_queues_it_and_no_crash_loses_that(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "t.db")
    queued = asyncio.Event()
    store.on_change(queued.set, jobs.QUEUED)
    ada, bob = await add_player(store, "ada", "Ada"), await add_player(store, "bob", "Bob")
    assert not queued.is_set()
    await finished(store, "people000000", ada, bob, ended_at=5000, plies=12)
    serial = await against_bot(store, "botgame00000", ada)
    assert queued.is_set()
    await store.close()
    store = await Store.open(tmp_path / "t.db")
    assert await jobs.find_next(store) is None  # first its lesson is looked for
    await store.execute(lessons.end_wait(serial))
    assert await jobs.find_next(store) == Job(serial, "botgame00000")
    assert await jobs.count_waiting(store) == 1
    await store.close()


@pytest.mark.parametrize(
    "wishes",
    [{"plies": 8}, {"winner": None, "reason": "aborted"}, {"rules": "tictactoe", "size": 3}],
)
async def test_what_says_nothing_is_not_queued(store: Store, wishes: dict[str, Any]) -> None:
    await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"), **wishes)
    assert await jobs.find_next(store) is None


async def test_a_full_queue_takes_no_more_games_that_bots_have_won(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await add_player(store, "ada", "Ada")
    for n in range(3):
        await against_bot(store, f"botgame0000{n}", ada, winner="white")
    await store.execute(("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 197) "
        "INSERT INTO games (serial, id, rules, size, clock_kind, visibility, rated, pool, created_at) "
        "SELECT 1000 + i, 'filler' || i, 'caro', 15, 'none', 'public', 0, 'caro', 0 FROM n", ()),
        ("INSERT INTO jobs (game, at) SELECT serial, 0 FROM games WHERE id LIKE 'filler%'", ()),
    )  # fmt: skip
    assert await jobs.count_waiting(store) == jobs.MOST_UNASKED
    await against_bot(store, "wonbybot0000", ada, winner="white")
    assert await jobs.count_waiting(store) == jobs.MOST_UNASKED
    await against_bot(store, "lostbybot000", ada, winner="black")
    assert await jobs.count_waiting(store) == jobs.MOST_UNASKED + 1


async def test_who_waits_comes_first_then_the_older_game(store: Store) -> None:
    await without_lessons(store)
    ada, bob = await add_player(store, "ada", "Ada"), await add_player(store, "bob", "Bob")
    first = await against_bot(store, "first0000000", ada)
    second = await against_bot(store, "second000000", ada)
    third = await finished(store, "third0000000", ada, bob, ended_at=9)
    await jobs.ask(store, third, "bob", 1)
    assert await jobs.count_ahead(store, [first, second, third]) == {first: 1, second: 2, third: 0}
    assert await jobs.count_waiting(store, "bob") == 1
    await jobs.ask(store, second, "ada", 1)
    assert await jobs.count_ahead(store, [second, third]) == {second: 0, third: 1}
    assert await jobs.list_asked(store) == [third, second]
    assert await jobs.find_next(store) == Job(second, "second000000", rank=0)


async def test_what_fails_too_often_waits_until_somebody_asks_again(store: Store) -> None:
    await without_lessons(store)
    serial = await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"))
    assert [await jobs.note_failure(store, serial) for _ in range(jobs.TRIES)] == [1, 2, 3]
    assert await jobs.find_next(store) is None
    assert await jobs.count_ahead(store, [serial]) == {}
    assert await jobs.is_given_up(store, serial)
    await jobs.ask(store, serial, "ada", 1)
    assert await jobs.find_next(store) == Job(serial, "botgame00000", rank=0)


async def test_a_kept_study_ends_its_job_and_is_read_as_it_was(store: Store) -> None:
    serial = await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"))
    assert await studies.find_study(store, serial) is None
    job = Job(serial, "botgame00000")
    await studies.keep(store, job, study(), 77)
    assert await jobs.count_ahead(store, [serial]) == {}
    assert not await jobs.is_given_up(store, serial)
    stored = await studies.find_study(store, serial)
    assert stored is not None
    assert (stored.at, stored.study) == (77, study())
    await studies.keep(store, job, study(plies=3), 78)
    again = await studies.find_study(store, serial)
    assert again is not None
    assert len(again.study.moves) == 3


async def test_a_study_by_an_earlier_method_is_none(store: Store) -> None:
    """It may have said of moves that they hold, in words that nobody reads any more."""
    serial = await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"))
    earlier = replace(study(), version=VERSION - 1)
    await studies.keep(store, Job(serial, "botgame00000"), earlier, 77)
    assert await studies.find_study(store, serial) is None
    assert not await studies.exists(store, serial)
    await studies.keep(store, Job(serial, "botgame00000"), study(), 78)
    assert await studies.exists(store, serial)


async def test_nothing_is_kept_of_a_game_that_was_deleted(store: Store) -> None:
    serial = await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"))
    await library.delete_game(store, "botgame00000")
    assert await jobs.find_next(store) is None
    with pytest.raises(Conflict):
        await studies.keep(store, Job(serial, "botgame00000"), study(), 77)
