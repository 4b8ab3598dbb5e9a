"""What is queued is studied, kept once, and told to who waits; nothing is lost on the way."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bots.errors import NotReady, PlayerCrashed
from server.errors import Refused
from server.review import analyst as module
from server.review import games
from server.store import jobs, patterns
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
            module.STUDY,
            "freestyle",
            15,
            moves,
            "black",
            "five",
            1000,
            1,
            str(store.path),
        )
        ada = Waiting("ada")
        await desk.analyst.watch(ada, "botgame00000")
        assert (await ada.next())["state"] == "running"
        desk.work.progress((4, 9))
        assert await ada.next() == {"t": "analysis", "game": "botgame00000", "state": "running", "done": 4, "total": 9}
        desk.work.answers.put_nowait(study(A))
        await settled(desk, ada)
        assert desk.kept.is_set()
    assert await patterns.of_game(store, serial, None) == [(A.key, 6)]
    shown = await games.analysis(store, "botgame00000", None)
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
        await desk.analyst.watch(line, "people000000")
        assert (await line.next())["state"] == "none"
        await desk.analyst.ask(line, "people000000")
        await desk.analyst.ask(line, "people000000")
        assert await jobs.waiting(store, "bob") == 1
        desk.work.answers.put_nowait(study(lesson=False))
        await settled(desk, line, "running")
        desk.work.answers.put_nowait(study(lesson=False, plies=2))
        await settled(desk, line)
        await desk.analyst.ask(line, "people000000")  # it is done once and for all
        assert await jobs.waiting(store) == 0
        desk.analyst.unwatch(line)
        assert line.heard == 0
    assert (await games.analysis(store, "people000000", None)).traps == []


async def test_a_study_that_fails_is_tried_again_and_then_given_up(store: Store) -> None:
    await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"))
    line = Waiting("ada")
    async with at_work(store) as desk:
        await desk.analyst.watch(line, "botgame00000")
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
        await desk.analyst.watch(line, "kept00000000")
        await store.delete_game("deleted00000")
        desk.work.answers.put_nowait(study(A))
        await desk.work.next()
        desk.work.answers.put_nowait(study())
        await settled(desk, line)
    assert await patterns.in_use(store) == []


async def test_nothing_is_studied_without_a_solver(store: Store) -> None:
    await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"))
    desk = Desk(store)
    desk.work.fault = NotReady("no compiler")
    await asyncio.wait_for(desk.analyst.work(), 5)
    assert await jobs.waiting(store) == 1


async def test_what_cannot_be_analysed_is_refused(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob = await add_player(store, "ada", "Ada"), await add_player(store, "bob", "Bob")
    analyst, line, stranger = Desk(store).analyst, Waiting("ada"), Waiting("eve")
    await finished(store, "hidden000000", ada, bob, ended_at=9, visibility="private")
    await finished(store, "noughts00000", ada, bob, ended_at=9, rules="tictactoe")
    for id in ("hidden000000", "nothere00000"):
        assert await refused(analyst.ask(stranger, id)) == "unknown_game"
        assert await refused(analyst.watch(stranger, id)) == "unknown_game"
        assert await refused(games.analysis(store, id, "eve")) == "not_found"
    assert await refused(games.analysis(store, "hidden000000", "ada")) == "not_found"  # nobody has asked yet
    assert await refused(analyst.ask(line, "noughts00000")) == "not_analysable"
    monkeypatch.setattr(module, "MOST_ASKED", 1)
    await analyst.ask(line, "hidden000000")
    await finished(store, "another00000", ada, bob, ended_at=9)
    assert await refused(analyst.ask(line, "another00000")) == "too_many_analyses"
    monkeypatch.setattr(module, "MOST_WAITING", 1)
    assert await refused(analyst.ask(stranger, "another00000")) == "analyses_busy"
    monkeypatch.setattr(module, "MOST_WATCHED", 1)
    await analyst.watch(line, "hidden000000")
    await analyst.watch(line, "hidden000000")
    assert await refused(analyst.watch(line, "another00000")) == "flood"
