"""Runs: what counts in them, what ends them, and that an answer counts once."""

import asyncio
import io
import json
import zipfile
from typing import Any, cast

import pytest

from bots.learning.study.findings import StudiedPuzzle
from server.errors import Refused
from server.handlers import Client
from server.protocol.inbound import BeginRun
from server.protocol.outbound import PuzzleRunState, RunBegun
from server.protocol.query import PuzzleOverviewQuery
from server.protocol.values import PuzzleMode
from server.puzzles.counting import EndedAttempt, note
from server.puzzles.overview import read_overview
from server.puzzles.runs import STORM_MS, Runs
from server.ratings.ledger import DAY_MS
from server.store.joining import join
from server.store.knowledge import puzzles
from server.store.knowledge.puzzles import FirstRating
from server.store.people import players, puzzle_runs
from server.transport.player_export import make_archive
from tests.kit.stores import OpenStore
from tests.server.store.examples import add_player, finished, new_room

AT = 20_000 * DAY_MS
MOVES = list(range(0, 120, 3))
COUNT = 12


class Asking:
    """A connection that keeps what it is told."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.told: list[RunBegun] = []

    def say(self, message: Any) -> None:
        self.told.append(message)


class Field:
    """A store with puzzles, the harder the higher their id, and a clock."""

    def __init__(self, store: OpenStore) -> None:
        self.store = store
        self.now = AT
        self.ready = True
        self.runs = Runs(store, lambda: self.ready, lambda: self.now)

    async def begin(self, mode: PuzzleMode, id: str = "r", player: str = "ann", **fields: Any) -> PuzzleRunState:
        asking = Asking(player)
        await self.runs.begin(cast("Client", asking), BeginRun(id, mode, **fields), self.now)
        (told,) = asking.told
        assert told.id == id
        return told.run

    async def answer(
        self, run: PuzzleRunState, solved: bool, player: str = "ann", shown: bool = False
    ) -> PuzzleRunState:
        assert run.puzzle is not None
        asking = await self.runs.list_asking(player, run.puzzle.id, self.now, run.run)
        await note(
            self.store,
            EndedAttempt(run.puzzle.id, player, solved, self.now, f"{player}{run.puzzle.id}{run.run}", shown, asking),
        )
        state = await self.runs.read_state(player, run.run)
        assert state is not None
        return state


@pytest.fixture
async def field(store: OpenStore) -> Field:
    for id in ("ann", "bob"):
        await add_player(store, id, id.title())
    serial = await new_room(store, "game00000001", await add_player(store, "owner", "Owner"))
    found = [StudiedPuzzle("win", ply, "vcf") for ply in range(3, 3 + COUNT)]
    begin = {each: FirstRating(1000.0 + 50 * n, 200.0) for n, each in enumerate(found)}
    await store.execute(*puzzles.insert(serial, "renju", 15, MOVES, 9, found, 1, begin))
    return Field(store)


async def test_a_streak_rises_and_ends_with_the_first_mistake(field: Field) -> None:
    run = await field.begin("streak")
    assert (run.mode, run.rules, run.score, run.over, run.left_ms) == ("streak", "renju", 0, False, None)
    asked = []
    for _ in range(3):
        assert run.puzzle is not None
        asked.append(run.puzzle.rating)
        run = await field.answer(run, True)
    assert (run.score, run.answered, run.best, run.over) == (3, 3, 3, False)
    assert asked == sorted(asked)
    run = await field.answer(run, False)
    assert (run.score, run.answered, run.best, run.over, run.puzzle) == (3, 4, 3, True, None)
    with pytest.raises(Refused, match="run_over"):
        await field.runs.list_asking("ann", COUNT, field.now, "r")


async def test_the_best_stays_and_a_new_run_takes_the_place_of_the_last(field: Field) -> None:
    run = await field.answer(await field.begin("streak"), True)
    assert run.best == 1
    new = await field.begin("streak", "s")
    assert (new.score, new.best, new.over) == (0, 1, False)
    assert run.puzzle is not None
    with pytest.raises(Refused, match="run_over"):
        await field.runs.list_asking("ann", run.puzzle.id, field.now, "r")
    assert await field.runs.read_state("ann", "r") is None


async def test_a_storm_goes_on_after_mistakes_until_its_time_is_over(field: Field) -> None:
    run = await field.begin("storm")
    assert run.left_ms == STORM_MS
    for solved in (True, False, True):
        run = await field.answer(run, solved)
    assert (run.score, run.answered, run.over) == (2, 3, False)
    field.now += STORM_MS
    run = await field.answer(run, True)  # in the last moment
    assert (run.score, run.left_ms) == (3, 0)
    late = run.puzzle
    assert late is not None
    field.now += 1
    with pytest.raises(Refused, match="run_over"):
        await field.runs.list_asking("ann", late.id, field.now, "r")
    assert await field.runs.list_asking("ann", late.id, field.now) == []
    state = await field.runs.read_state("ann", "r")
    assert state is not None
    assert (state.score, state.best, state.over, state.puzzle) == (3, 3, True, None)


async def test_the_same_command_begins_one_run(field: Field) -> None:
    first = await field.answer(await field.begin("storm"), True)
    field.now += 1000
    again = await field.begin("storm")
    assert (again.score, again.puzzle, again.left_ms) == (1, first.puzzle, STORM_MS - 1000)


async def test_an_answer_counts_once_however_often_it_comes(field: Field) -> None:
    run = await field.begin("storm")
    assert run.puzzle is not None
    asking = await field.runs.list_asking("ann", run.puzzle.id, field.now, "r")
    ended = [EndedAttempt(run.puzzle.id, "ann", True, AT, f"c{n}", runs=asking) for n in range(5)]
    await asyncio.gather(*(note(field.store, each) for each in ended))
    state = await field.runs.read_state("ann", "r")
    assert state is not None
    assert (state.score, state.answered) == (1, 1)
    assert await field.runs.list_asking("ann", run.puzzle.id, field.now, "r") == []  # it has counted


async def test_another_person_cannot_answer_in_a_run(field: Field) -> None:
    run = await field.begin("streak")
    assert run.puzzle is not None
    with pytest.raises(Refused, match="run_over"):
        await field.runs.list_asking("bob", run.puzzle.id, field.now, "r")
    await note(field.store, EndedAttempt(run.puzzle.id, "bob", True, AT, "c"))
    state = await field.runs.read_state("ann", "r")
    assert state is not None
    assert state.answered == 0


async def test_a_puzzle_that_the_run_does_not_ask_is_refused(field: Field) -> None:
    run = await field.begin("streak")
    assert run.puzzle is not None
    other = run.puzzle.id % COUNT + 1
    with pytest.raises(Refused, match="run_over"):
        await field.runs.list_asking("ann", other, field.now, "r")


async def test_an_attempt_outside_the_run_at_the_puzzle_that_it_asks_counts_in_it(field: Field) -> None:
    run = await field.begin("streak")
    assert run.puzzle is not None
    asking = await field.runs.list_asking("ann", run.puzzle.id, field.now)
    assert [each.run for each in asking] == ["r"]
    await note(field.store, EndedAttempt(run.puzzle.id, "ann", False, AT, "c", runs=asking))
    state = await field.runs.read_state("ann", "r")
    assert state is not None
    assert state.over


@pytest.mark.parametrize("mode", ["streak", "storm"])
async def test_who_looks_at_the_solution_ends_the_run(field: Field, mode: PuzzleMode) -> None:
    run = await field.answer(await field.begin(mode), False, shown=True)
    assert (run.score, run.over) == (0, True)


async def test_all_puzzles_solved_is_the_end(field: Field) -> None:
    run = await field.begin("streak")
    for _ in range(COUNT):
        run = await field.answer(run, True)
    assert (run.score, run.over, run.puzzle) == (COUNT, True, None)


async def test_a_puzzle_that_is_gone_is_passed_over(field: Field) -> None:
    run = await field.begin("streak")
    assert run.puzzle is not None
    await field.store.execute(("DELETE FROM puzzles WHERE id = ?", (run.puzzle.id,)))
    state = await field.runs.read_state("ann", "r")
    assert state is not None
    assert state.puzzle is not None
    assert (state.answered, state.puzzle.id) == (1, run.puzzle.id + 1)
    assert (await field.answer(state, True)).score == 1


async def test_without_puzzles_or_a_solver_none_begins(field: Field) -> None:
    with pytest.raises(Refused, match="no_puzzles"):
        await field.begin("storm", rules="caro")
    field.ready = False
    with pytest.raises(Refused, match="engine_not_ready"):
        await field.begin("storm")


async def test_a_run_is_by_the_rules_of_the_last_game_if_there_are_puzzles_for_them(field: Field) -> None:
    ann, bob = await add_player(field.store, "cy", "Cy"), await add_player(field.store, "di", "Di")
    serial = await new_room(field.store, "game00000002", ann)
    found = [StudiedPuzzle("win", 3, "vcf")]
    await field.store.execute(*puzzles.insert(serial, "freestyle", 15, MOVES, 9, found, 1))
    assert (await field.begin("streak", "1", "cy")).rules == "freestyle"
    await finished(field.store, "game00000003", ann, bob, ended_at=9_000, rules="renju")
    assert (await field.begin("streak", "2", "cy")).rules == "renju"
    await finished(field.store, "game00000004", ann, bob, ended_at=9_000, rules="caro")
    assert (await field.begin("streak", "3", "cy")).rules == "freestyle"


async def test_the_overview_has_the_best_of_the_week_by_name(field: Field) -> None:
    for player, score in (("ann", 2), ("bob", 1)):
        run = await field.begin("storm", player, player)
        for _ in range(score):
            run = await field.answer(run, True, player)
    await field.store.execute(("INSERT INTO accounts (player, look, created_at) VALUES ('ann', 'ann', 1)", ()))
    found = await read_overview(field.store, PuzzleOverviewQuery(), "bob", field.now)
    assert [(each.who.name, each.score) for each in found.week] == [("Ann", 2)]
    assert (found.rules, found.choices, found.storm, found.streak, found.rating) == ("renju", ["renju"], 1, 0, None)
    assert found.daily is not None
    later = await read_overview(field.store, PuzzleOverviewQuery(), "bob", field.now + 7 * DAY_MS)
    assert (later.week, later.storm) == ([], 1)
    await field.answer(await field.begin("streak", "s", "bob"), True, "bob")
    assert (await read_overview(field.store, PuzzleOverviewQuery(rules="caro"), "bob", field.now)).streak == 1


async def test_runs_go_with_the_player_and_move_with_a_guest(field: Field) -> None:
    await field.answer(await field.begin("storm"), True)
    await join(field.store, "ann", "bob", AT)
    state = await field.runs.read_state("bob", "r")
    assert state is not None
    assert (state.score, state.best) == (1, 1)
    await players.delete(field.store, "bob", AT)
    assert await puzzle_runs.list_latest(field.store, "bob") == []
    assert await puzzle_runs.read_best(field.store, "bob") == {}


async def test_the_archive_of_a_player_has_what_they_did_at_puzzles(field: Field) -> None:
    daily = (await read_overview(field.store, PuzzleOverviewQuery(), "ann", field.now)).daily
    assert daily is not None
    await note(field.store, EndedAttempt(daily.puzzle.id, "ann", True, field.now, "c"))
    await field.answer(await field.begin("storm"), True)
    body = await asyncio.to_thread(make_archive, field.store.address, "ann")
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        told = json.loads(archive.read("player.json"))
    assert [row["games"] for row in told["puzzle_rating"]] == [1]
    assert [(row["rules"], row["solved"]) for row in told["daily_puzzles"]] == [("renju", 1)]
    assert [(row["mode"], row["score"]) for row in told["puzzle_runs"]] == [("storm", 1)]
    assert [(row["mode"], row["score"]) for row in told["puzzle_scores"]] == [("storm", 1)]
    assert {row["rating_before"] for row in told["attempts"]} >= {1500.0}
