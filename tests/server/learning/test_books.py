"""The bots' books reach the players of their level, and what is read of a game is there for its rematch."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

import pytest

from bots.errors import ExecutorFull, NotReady
from bots.executor import Executor
from bots.learning.players import published
from bots.learning.players.alternatives import VERSION
from bots.learning.players.book import EARLIER, Book, Choices, steps
from bots.learning.players.experience import Experience
from bots.levels import level
from gomoku.board import Color
from server.learning.bookkeeping import LOOK, Bookkeeping
from server.learning.books import Books
from server.store.games import library
from server.store.knowledge import experience
from server.store.store import Store
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player
from tests.server.store.knowledge.test_experience import LEARNER, MOVES, read

NOW = level(LEARNER).version


@pytest.fixture(autouse=True)
def _experiences() -> Iterator[None]:
    """Leave what is published as it was found."""
    yield
    published._experiences.clear()


def book(number: int = LEARNER, rules: str = "freestyle") -> Book:
    found = published.experience_for(rules, number)
    assert isinstance(found, Experience)
    return found.books.get(15, Book())


async def play(store: Store, id: str, **wishes: Any) -> int:
    ada = await add_player(store, id[:8], id[:8])
    usual: dict[str, Any] = {"level": LEARNER, "points": MOVES, "version": NOW}
    return await against_bot(store, id, ada, **usual | wishes)


async def test_each_level_has_the_book_of_its_own_games(store: Store) -> None:
    one = await play(store, "one000000000")
    two = await play(store, "two000000000", level=9, version=level(9).version)
    three = await play(store, "three0000000", rules="renju")
    await read(store)
    await Books(store).publish()
    assert book().games == {one}
    assert book(9).games == {two}
    assert book(rules="renju").games == {three}
    assert published.experience_for("freestyle", 8) is None
    assert published.experience_for("freestyle") is None


async def test_games_of_an_earlier_version_count_less(store: Store) -> None:
    await play(store, "one000000000", version="learner 0")
    await read(store)
    await Books(store).publish()
    place = book().at(steps(15, MOVES, Color.WHITE)[0].key)
    assert place is not None
    assert place.tried[0].weight == EARLIER


async def test_what_comes_is_added_and_what_goes_is_gone(store: Store) -> None:
    books, revisions = Books(store), set[int]()

    async def published_games() -> frozenset[int]:
        await books.publish()
        revisions.add(cast(Experience, published.experience_for("freestyle", LEARNER)).revision)
        return book().games

    one, two = await play(store, "one000000000"), await play(store, "two000000000", winner="white")
    await read(store)
    assert await published_games() == {one, two}
    three = await play(store, "three0000000")
    await read(store)
    key = steps(15, MOVES, Color.WHITE)[0].key
    await store.execute(*experience.keep_choices(one, ("freestyle", 15), VERSION, {key: ((7, 0.5),)}))
    assert await published_games() == {one, two, three}
    assert book().choices(key) == ((7, 0.5),)
    await library.delete_game(store, "two000000000")
    assert await published_games() == {one, three}
    assert book().choices(key) == ((7, 0.5),)
    assert len(revisions) == 3
    before = published.experience_for("freestyle", LEARNER)
    await books.publish()
    assert published.experience_for("freestyle", LEARNER) is before
    await library.delete_game(store, "one000000000")
    await library.delete_game(store, "three0000000")
    assert await published_games() == frozenset()


async def test_a_book_that_grew_is_the_book_of_a_restarted_server(store: Store) -> None:
    grown = Books(store)
    for n in range(4):
        await play(store, f"{n}00000000000", winner="white" if n % 2 else "black", points=MOVES[: 5 + n])
        await read(store)
        await grown.publish()
    keys = [step.key for step in steps(15, MOVES, Color.WHITE)]
    before = [book().at(key) for key in keys]
    await Books(store).publish()
    assert [book().at(key) for key in keys] == before != [None] * len(keys)


class Chooser:
    """Finds the same everywhere, and at once."""

    def choices(self, _size: int, moves: tuple[int, ...]) -> Choices:
        return ((len(moves), 0.5),)


@pytest.fixture(autouse=True)
def _chooser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.learning.learning_process._chooser", lambda _: Chooser())


class Process:
    """An executor whose other process is this one; it fails as often as it is told to."""

    def __init__(self, *faults: Exception, cold: bool = False) -> None:
        self.faults = list(faults)
        self.cold = cold
        self.asked: list[list[int]] = []

    async def warm(self) -> None:
        if self.cold:
            raise NotReady("no compiler")

    async def run(self, function: Callable[..., Any], *arguments: Any, awaited: bool) -> dict[int, Choices]:
        assert (function, awaited) == (LOOK, True)
        self.asked.append(arguments[2])
        if self.faults:
            raise self.faults.pop()
        return await asyncio.to_thread(LOOK, *arguments)


async def kept(store: Store, executor: Process, times: int) -> None:
    """Keep the book until it has told of something new so often."""
    told = asyncio.Semaphore(0)
    bookkeeping = Bookkeeping(store, cast(Executor, executor), told.release)
    task = asyncio.create_task(bookkeeping.work())
    try:
        async with asyncio.timeout(60):
            for _ in range(times):
                await told.acquire()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def looked(store: Store) -> Sequence[str | None]:
    rows = await store.fetch("SELECT looked FROM experience_games WHERE counts = 1 ORDER BY game")
    return [row["looked"] for row in rows]


async def test_a_lost_game_is_read_and_looked_through(store: Store) -> None:
    await play(store, "one000000000", points=MOVES[:5])
    process = Process()
    await kept(store, process, 2)
    await Books(store).publish()
    found = [book().choices(step.key) for step in steps(15, MOVES[:5], Color.WHITE)]
    assert found == [((1, 0.5),), ((3, 0.5),)]
    assert process.asked == [list(MOVES[:5])]
    assert await looked(store) == [VERSION]


async def test_a_game_that_cannot_be_looked_through_holds_up_no_other(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.learning.bookkeeping.RETRY_S", 0.01)
    await play(store, "one000000000", points=MOVES[:3])
    await play(store, "two000000000", points=MOVES[:5])
    process = Process(NotReady("a fault of its own"), ExecutorFull("later"))
    await kept(store, process, 2)
    assert process.asked == [list(MOVES[:5]), list(MOVES[:5]), list(MOVES[:3])]
    assert await looked(store) == [VERSION, VERSION]


async def test_without_kernels_games_are_read_and_not_looked_through(store: Store) -> None:
    await play(store, "one000000000")
    await kept(store, Process(cold=True), 1)
    assert await looked(store) == [None]
