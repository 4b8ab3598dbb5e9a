"""Practice beside a server: part by part until it is done, then in the book of the bots; and what goes wrong."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from bots.errors import Stopped, WorkCrashed
from bots.executor import Executor
from bots.learning.players import published
from bots.learning.players.book import EARLIER, Book, BookGame, Choices, steps
from bots.learning.players.experience import Experience
from bots.learning.practice import record as pure
from bots.learning.practice.record import PERSON, TEST, PracticeGame, PracticeRecord, PractisedLoss
from bots.levels import LEVELS, level
from gomoku.board import Color
from server.learning.books import Books
from server.learning.learning_process import Practised
from server.learning.practising import PRACTISE, STEP_MS, Practising, find_loss, practises
from server.metrics import Metrics
from server.store.games import library
from server.store.knowledge import practice
from server.store.store import Store
from tests.bots.learning.lost import LOSING
from tests.bots.learning.lost import MOVES as BEGUN
from tests.server.learning.examples import CHANCE, Scripted, study
from tests.server.store.knowledge.test_experience import LEARNER, MOVES
from tests.server.store.knowledge.test_practice import VERSION, lose, record

ID = "one000000000"
LOST = PractisedLoss("freestyle", 15, MOVES, "white", 5)
DONE = record(*[0.0] * TEST, 1.0, *[0.5] * TEST, last=TEST + 1, end="holds", done=True)
GAME = BookGame(-7, steps(15, MOVES, Color.WHITE), 1.0, PERSON)
KEY = GAME.steps[0].key


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A store in which the Learner has lost a game."""
    store = await Store.open(tmp_path / "tengen.db")
    await lose(store, ID)
    yield store
    await store.close()


@pytest.fixture(autouse=True)
def _experiences() -> Iterator[None]:
    """Leave what is published as it was found."""
    yield
    published._experiences.clear()


def practised(found: PracticeRecord, *kept: BookGame, choices: dict[int, Choices] | None = None) -> Practised:
    return Practised(found, list(kept), choices or {}, "search 4.3")


def practising(store: Store, executor: Scripted, seconds: int = 60, told: list[int] | None = None) -> Practising:
    heard = [] if told is None else told
    return Practising(store, cast(Executor, executor), seconds, lambda: heard.append(1), Metrics())


async def test_practice_goes_on_part_by_part_and_is_told_once_it_is_done(store: Store) -> None:
    told = list[int]()
    executor = Scripted(practised(record(0.0)), practised(DONE, GAME, choices={KEY: ((7, 0.5),)}))
    assert await practising(store, executor, told=told).step()
    assert told == []
    assert await practising(store, executor, told=told).step()  # as after a restart
    assert told == [1]
    assert not await practising(store, executor, told=told).step()
    first, second = executor.asked
    function, serial, lost, chance, number, weights, book, before, most_ms, step_ms = first
    assert (function, lost, chance, number, weights) == (PRACTISE, LOST, CHANCE, LEARNER, None)
    assert (len(book), before, most_ms, step_ms) == (0, PracticeRecord(), 60_000, STEP_MS)
    assert second[7] == record(0.0)
    await Books(store).publish()
    experience = published.experience_for("freestyle", LEARNER)
    assert isinstance(experience, Experience)
    assert experience.books[15].games == {serial, -7}
    entry = experience.books[15].at(KEY)
    assert entry is not None
    assert sorted(tried.weight for tried in entry.tried) == [1.0 + EARLIER]


async def test_it_knows_the_games_that_came_this_way(store: Store) -> None:
    await Books(store).publish()
    executor = Scripted(practised(record(0.0)))
    await practising(store, executor).step()
    assert len(executor.asked[0][6]) == 1


async def test_there_is_none_where_it_is_turned_off(store: Store) -> None:
    assert not await practising(store, Scripted(), seconds=0).step()


async def test_what_crashes_is_not_tried_for_ever(store: Store) -> None:
    assert await practising(store, Scripted(WorkCrashed("a fault"))).step()
    assert not await practising(store, Scripted()).step()


async def test_a_server_that_stops_loses_one_part(store: Store) -> None:
    await practising(store, Scripted(practised(record(0.0)))).step()
    with pytest.raises(Stopped):
        await practising(store, Scripted(Stopped("closing"))).step()
    assert await practice.find_next(store, [LEARNER]) is not None


async def test_a_loss_without_a_known_mistake_is_left(store: Store) -> None:
    history = await library.find_game(store, ID)
    assert history is not None
    assert find_loss(history, study()) == LOST
    assert find_loss(history, replace(study(), lesson=None)) is None


async def test_bots_whose_moves_depend_on_the_machine_do_not_practise() -> None:
    assert [each.number for each in LEVELS if practises(each)] == [LEARNER]


async def test_the_processs_part_practises_as_the_bot_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pure, "TEST", 1)
    lost = PractisedLoss("freestyle", 15, (*BEGUN, *LOSING), "black", len(BEGUN))
    rest = 3, lost, None, LEARNER, None, Book()
    first: Practised = await asyncio.to_thread(PRACTISE, *rest, PracticeRecord(), 10**9, 1)
    assert len(first.record.games) == 1
    assert (first.record.done, first.kept, first.choices) == (False, [], {})
    ended: Practised = await asyncio.to_thread(PRACTISE, *rest, first.record, 1, 1)
    assert ended.record.done
    assert [game.game for game in ended.kept] == [-1 - 3_000]
    assert isinstance(ended.record.games[0], PracticeGame)
    assert level(LEARNER).version == VERSION
