"""Queued games are studied, stored once, and reported to followers; nothing is lost on the way."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bots.errors import NotReady, PlayerCrashed
from server.errors import Refused
from server.review import analysis_followers as watched
from server.review import analyst as module
from server.review import game_analysis, job_runner
from server.store.games import library
from server.store.knowledge import jobs, patterns, studies
from server.store.store import Store
from tests.server.learning.examples import pattern, study
from tests.server.review.desk import NOW, Desk, Waiting, at_work
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player, finished

A = pattern()


async def refused(work: Any) -> str:
    with pytest.raises(Refused) as refusal:
        await work
    return refusal.value.code


async def settled(desk: Desk, waiting: Waiting, state: str = "done") -> None:
    while (await waiting.next())["state"] != state:
        pass


async def test_a_lost_game_is_studied_by_itself_and_learned_from(store: Store) -> None:
    serial = await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"))
    async with at_work(store) as desk:
        moves = [30 + ply for ply in range(9)]
        assert await desk.work.next() == (
            job_runner.STUDY,
            "freestyle",
            15,
            moves,
            "black",
            "five",
            1000,
            1,
            store.address,
        )
        ada = Waiting("ada")
        await desk.waiting.watch(ada, "botgame00000")
        assert (await ada.next())["state"] == "running"
        desk.work.progress((4, 9))
        assert await ada.next() == {"t": "analysis", "game": "botgame00000", "state": "running", "done": 4, "total": 9}
        desk.work.answers.put_nowait(study(A))
        await settled(desk, ada)
        assert desk.kept.is_set()
    assert await patterns.list_by_game(store, serial, None) == [(A.key, 6)]
    shown = await game_analysis.load(store, "botgame00000", None)
    assert (shown.at, shown.nodes, len(shown.moves)) == (NOW, 1000, 9)
    assert [(trap.key, trap.ply) for trap in shown.traps] == [(A.key, 6)]
    assert shown.lesson is not None
    assert shown.lesson.entry == 6


async def test_a_job_outlives_the_server_that_was_at_it(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "t.db")
    await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"))
    async with at_work(store) as desk:
        await desk.work.next()
    await store.close()
    store = await Store.open(tmp_path / "t.db")
    async with at_work(store) as desk:
        assert (await desk.work.next())[3] == [30 + ply for ply in range(9)]
    await store.close()


async def test_who_asks_is_told_how_far_it_is(store: Store) -> None:
    ada, bob = await add_player(store, "ada", "Ada"), await add_player(store, "bob", "Bob")
    await against_bot(store, "botgame00000", ada)
    await finished(store, "people000000", ada, bob, ended_at=9)
    async with at_work(store) as desk:
        await desk.work.next()
        line = Waiting("bob")
        await desk.waiting.watch(line, "people000000")
        assert (await line.next())["state"] == "none"
        await desk.analyst.ask(line, "people000000")
        await desk.analyst.ask(line, "people000000")
        assert await jobs.count_waiting(store, "bob") == 1
        desk.work.answers.put_nowait(study(lesson=False))
        await settled(desk, line, "running")
        desk.work.answers.put_nowait(study(lesson=False, plies=2))
        await settled(desk, line)
        await desk.analyst.ask(line, "people000000")  # it is done once and for all
        assert await jobs.count_waiting(store) == 0
        desk.waiting.unwatch(line)
        assert line.heard == 0
    assert (await game_analysis.load(store, "people000000", None)).traps == []


async def test_a_study_that_fails_is_tried_again_and_then_given_up(store: Store) -> None:
    await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"))
    line = Waiting("ada")
    async with at_work(store) as desk:
        await desk.waiting.watch(line, "botgame00000")
        faults: list[Any] = [PlayerCrashed("died"), {}, PlayerCrashed("died")]
        for fault in faults:
            await desk.work.next()
            desk.work.answers.put_nowait(fault)
        await settled(desk, line, "failed")
        await desk.analyst.ask(line, "botgame00000")
        await desk.work.next()
        desk.work.answers.put_nowait(study())
        await settled(desk, line)


async def test_a_game_deleted_meanwhile_is_passed_over(store: Store) -> None:
    ada = await add_player(store, "ada", "Ada")
    await against_bot(store, "deleted00000", ada)
    await against_bot(store, "kept00000000", ada)
    line = Waiting("ada")
    async with at_work(store) as desk:
        await desk.work.next()
        await desk.waiting.watch(line, "kept00000000")
        await library.delete_game(store, "deleted00000")
        desk.work.answers.put_nowait(study(A))
        await desk.work.next()
        desk.work.answers.put_nowait(study())
        await settled(desk, line)
    assert await patterns.list_in_use(store) == []


async def test_a_study_whose_job_is_dropped_is_stopped(store: Store) -> None:
    ada = await add_player(store, "ada", "Ada")
    dropped = await against_bot(store, "dropped00000", ada)
    await against_bot(store, "kept00000000", ada)
    line = Waiting("ada")
    async with at_work(store) as desk:
        await desk.work.next()
        await desk.waiting.watch(line, "kept00000000")
        job = await studies.find_job(store, "dropped00000")
        assert job is not None
        await store.execute(*jobs.give_up(job))
        desk.analyst.stop(dropped)
        await desk.work.next()
        desk.analyst.stop(dropped)  # is at another
        desk.work.answers.put_nowait(study())
        await settled(desk, line)
    assert not await studies.exists(store, dropped)
    assert (await jobs.count_waiting(store)) == 0


async def test_nothing_is_studied_without_a_solver(store: Store) -> None:
    await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"))
    desk = Desk(store)
    desk.work.fault = NotReady("no compiler")
    await asyncio.wait_for(desk.analyst.work(), 5)
    assert await jobs.count_waiting(store) == 1


async def test_what_cannot_be_analysed_is_refused(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob = await add_player(store, "ada", "Ada"), await add_player(store, "bob", "Bob")
    desk, line, stranger = Desk(store), Waiting("ada"), Waiting("eve")
    analyst, waiting = desk.analyst, desk.waiting
    await finished(store, "hidden000000", ada, bob, ended_at=9, visibility="private")
    await finished(store, "noughts00000", ada, bob, ended_at=9, rules="tictactoe")
    for id in ("hidden000000", "nothere00000"):
        assert await refused(analyst.ask(stranger, id)) == "unknown_game"
        assert await refused(waiting.watch(stranger, id)) == "unknown_game"
        assert await refused(game_analysis.load(store, id, "eve")) == "not_found"
    assert await refused(game_analysis.load(store, "hidden000000", "ada")) == "not_found"  # nobody has asked yet
    assert await refused(analyst.ask(line, "noughts00000")) == "not_analysable"
    monkeypatch.setattr(module, "MOST_ASKED", 1)
    await analyst.ask(line, "hidden000000")
    await finished(store, "another00000", ada, bob, ended_at=9)
    assert await refused(analyst.ask(line, "another00000")) == "too_many_analyses"
    monkeypatch.setattr(watched, "MOST_WAITING", 1)
    assert await refused(analyst.ask(stranger, "another00000")) == "analyses_busy"
    monkeypatch.setattr(watched, "MOST_WATCHED", 1)
    await waiting.watch(line, "hidden000000")
    await waiting.watch(line, "hidden000000")
    assert await refused(waiting.watch(line, "another00000")) == "flood"


async def many(store: Store, owner: str, number: int) -> list[str]:
    """Games of people that are over."""
    who = await add_player(store, owner, owner)
    ids = [f"{owner}{n:02}".ljust(12, "0") for n in range(number)]
    for id in ids:
        await finished(store, id, who, who, ended_at=9)
    return ids


async def test_an_address_has_no_more_places_than_are_left_for_others(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched, "MOST_WAITING", 10)
    analyst = Desk(store).analyst
    asked = []
    for number, id in enumerate(await many(store, "crowd", 8)):  # throwaway guests, each with one
        guest = Waiting(f"guest{number}", "192.0.2.1")
        try:
            await analyst.ask(guest, id)
        except Refused as refusal:
            asked.append(refusal.code)
        else:
            asked.append("")
    assert asked == [""] * 5 + ["too_many_analyses"] * 3
    for number, id in enumerate(await many(store, "other", 3)):
        await analyst.ask(Waiting(f"other{number}", f"192.0.2.{number + 2}"), id)
    assert len(await jobs.list_asked(store)) == 8


async def test_many_who_ask_in_the_same_moment_pass_no_limit_together(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched, "MOST_WAITING", 10)
    analyst, ids = Desk(store).analyst, await many(store, "crowd", 12)
    asking = (analyst.ask(Waiting(f"guest{n}"), id) for n, id in enumerate(ids))
    refusals = [each for each in await asyncio.gather(*asking, return_exceptions=True) if each is not None]
    assert {type(each) for each in refusals} == {Refused}
    assert (len(refusals), len(await jobs.list_asked(store))) == (7, 5)


async def test_games_that_are_queued_by_themselves_are_not_asked_for_past_the_limit(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_ASKED", 2)
    ada, line = await add_player(store, "ada", "Ada"), Waiting("ada")
    analyst = Desk(store).analyst
    ids = [f"botgame{n}".ljust(12, "0") for n in range(3)]
    for id in ids:
        await against_bot(store, id, ada)
    for id in ids[:2]:
        await analyst.ask(line, id)
    assert await refused(analyst.ask(line, ids[2])) == "too_many_analyses"
    # and they are no line that others would have to wait in
    monkeypatch.setattr(watched, "MOST_WAITING", 6)
    (other,) = await many(store, "bob", 1)
    await analyst.ask(Waiting("bob", "192.0.2.2"), other)


async def test_addresses_take_turns(store: Store) -> None:
    """Whoever has many waiting keeps another from no more than the study that has begun, and one."""
    flood, (one,) = await many(store, "flood", 8), await many(store, "other", 1)
    line = Waiting("other", "192.0.2.2")
    async with at_work(store) as desk:
        for id in flood:
            await desk.analyst.ask(Waiting(id, "192.0.2.1"), id)
        await desk.work.next()
        await desk.analyst.ask(line, one)
        await desk.waiting.watch(line, one)
        said, before = await line.next(), 0
        assert said["ahead"] <= 2
        while said["state"] == "queued":
            desk.work.answers.put_nowait(study(lesson=False, plies=2))
            await desk.work.next()
            before += 1
            while line.heard:
                said = await line.next()
        assert (said["state"], before <= 2) == ("running", True)


async def test_one_question_to_the_store_tells_all_who_follow(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many games are followed: it was two or three questions each, at each step."""
    ids = await many(store, "crowd", 40)
    desk = Desk(store)
    followers = [Waiting(f"p{n}", f"192.0.2.{n}") for n in range(40)]
    for line, id in zip(followers, ids, strict=True):
        await desk.analyst.ask(line, id)
        await desk.waiting.watch(line, id)
        assert (await line.next())["state"] == "queued"
    questions, fetch = 0, store.fetch

    async def counted(*arguments: Any) -> Any:
        nonlocal questions
        questions += 1
        return await fetch(*arguments)

    task = asyncio.create_task(desk.analyst.work())
    try:
        await desk.work.next()
        monkeypatch.setattr(store, "fetch", counted)
        desk.work.answers.put_nowait(study(lesson=False, plies=2))
        await desk.work.next()
        told = [line for line in followers if line.heard]
        assert len(told) == 40
        assert questions < 40
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
