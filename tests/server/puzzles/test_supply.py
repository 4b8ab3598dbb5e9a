"""The puzzles of the tree come into the store once, however often the server is stopped on the way."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bots.errors import ExecutorFull
from bots.puzzles import puzzle
from server.errors import StoreError
from server.puzzles import supply
from server.puzzles.counting import EndedAttempt, note
from server.puzzles.rating import FROM_TREE
from server.puzzles.supply import Supply
from server.store.knowledge import puzzles
from server.store.knowledge.puzzles import PuzzleWish
from server.store.store import Store
from tests.server.store.examples import add_player

LINES = 9


async def called(function: Callable[..., Any], *arguments: Any) -> Any:
    """Run a function as the background process does."""
    return function(*arguments)


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A file of a few puzzles in the place of the tree's, taken three lines at a time."""
    file = tmp_path / "few.txt"
    lines = puzzle.PUZZLES.read_text().splitlines()
    file.write_text("".join(f"{line}\n" for line in lines[:LINES]))
    monkeypatch.setattr(puzzle, "PUZZLES", file)
    monkeypatch.setattr(supply, "AT_ONCE", 3)
    monkeypatch.setattr(supply, "PAUSE_S", 0.0)
    return file


async def count(store: Store) -> int:
    return int((await store.fetch("SELECT count(*) FROM puzzles"))[0][0])


def supplying(store: Store, run: Callable[..., Any] = called) -> Supply:
    return Supply(store, run, lambda: 7)


async def test_every_puzzle_of_the_file_is_taken_as_it_is(store: Store, short: Path) -> None:
    await supplying(store).fill()
    made = list(puzzle.read_all(short.read_text().splitlines()))
    kept = [await puzzles.find_puzzle(store, id, None) for id in range(1, len(made) + 1)]
    for before, after in zip(made, kept, strict=True):
        assert after is not None
        assert (after.rules, after.size, after.kind, after.method) == (before.rules, 15, before.kind, before.method)
        assert (tuple(after.moves), after.proof) == (before.moves, before.proof)
        assert tuple(after.answers or ()) == before.answers
        assert sorted(after.themes) == sorted(before.themes)
        assert (after.length, after.game) == (before.measure.length, None)
        assert (after.rating, after.deviation) == (before.rating, FROM_TREE)
    easiest = await puzzles.find_next(store, None, PuzzleWish())
    first = await puzzles.find_puzzle(store, easiest or 0, None)
    assert first is not None
    assert first.rating == min(before.rating for before in made)


async def test_it_goes_on_where_it_was_stopped_and_takes_nothing_twice(store: Store) -> None:
    asked: list[tuple[Any, ...]] = []

    async def failing(function: Callable[..., Any], *arguments: Any) -> Any:
        asked.append(arguments)
        if len(asked) == 3:
            raise ExecutorFull
        return await called(function, *arguments)

    with pytest.raises(ExecutorFull):
        await supplying(store, failing).fill()
    assert await count(store) == 2  # the first of the three lines is a remark
    await supplying(store, failing).fill()
    assert await count(store) == LINES - 1
    assert asked == [(), (0, 3), (3, 3), (), (3, 3), (6, 3)]
    del asked[:]
    await supplying(store, failing).fill()
    assert asked == [()]


async def test_another_version_of_the_file_brings_what_is_new_and_keeps_attempts(store: Store, short: Path) -> None:
    await supplying(store).fill()
    await add_player(store, "ann", "Ann")
    await note(store, EndedAttempt(1, "ann", True, 9, "c"))
    rated = await puzzles.find_puzzle(store, 1, "ann")
    assert rated is not None
    lines = short.read_text().splitlines()
    changed = lines[1].split()
    changed[5] = "counter_four"
    more = "freestyle win vcf 1 k11 vcf,four_three h11g11i11a15j11o15k9n14k8a1 k11[l11k10]"
    short.write_text("".join(f"{line}\n" for line in (" ".join(changed), *lines[2:], more)))
    await supplying(store).fill()
    assert await count(store) == LINES
    first = await puzzles.find_puzzle(store, 1, "ann")
    assert first is not None
    assert (first.themes, first.yours, first.solved) == (["counter_four"], "solved", 1)
    assert (first.rating, first.rated) == (rated.rating, 1)  # what people have shown is not forgotten


async def test_a_busy_server_is_asked_again_later(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(supply, "RETRY_S", 0.0)
    errors: list[Exception] = [ExecutorFull(), StoreError("full")]

    async def busy(function: Callable[..., Any], *arguments: Any) -> Any:
        if errors:
            raise errors.pop()
        return await called(lambda *_: ("v", 0))

    await supplying(store, busy).work()
    assert errors == []
    await Supply(store, busy, lambda: 7, active=False).work()
