"""Practice in the store: what waits, what goes on, what the book has, and what is gone with the lost game."""

import pytest
from msgspec.structs import replace

from bots.learning.players.book import BookGame, Step
from bots.learning.practice.record import PERSON, TEST, PracticeGame, PracticeRecord
from bots.levels import level
from server.store.games import library
from server.store.knowledge import experience, patterns, practice, studies
from server.store.knowledge.practice import PracticeFigures, PracticeSum
from tests.kit.stores import OpenStore
from tests.server.store.knowledge.test_experience import LEARNER, MOVES, read
from tests.server.store.knowledge.test_patterns import A, learned

VERSION = level(LEARNER).version
GAME = BookGame(-7, (Step(5, -(1 << 63), 3), Step(7, 12, 4)), 0.5, PERSON)


async def lose(store: OpenStore, id: str, number: int = LEARNER, **wishes: object) -> int:
    """A game that the Learner lost, studied, learned from and read into the book."""
    serial = await learned(store, id, A, level=number, points=MOVES, **wishes)
    await read(store)
    return serial


def record(*points: float, **changes: object) -> PracticeRecord:
    return replace(PracticeRecord(tuple(PracticeGame(MOVES, each) for each in points), ms=9), **changes)


async def test_the_latest_lost_game_that_taught_and_counts_is_next(store: OpenStore) -> None:
    assert await practice.find_next(store, [LEARNER]) is None
    one, two = await lose(store, "one000000000"), await lose(store, "two000000000")
    await lose(store, "other0000000", 9)
    await lose(store, "flag00000000", reason="timeout")
    assert await practice.find_next(store, [LEARNER]) == (two, "two000000000")
    assert await practice.find_next(store, []) is None
    await store.execute(practice.keep(two, VERSION, record(0.0)))
    assert await practice.find_next(store, [LEARNER]) == (two, "two000000000")
    await store.execute(*practice.end(two, VERSION, record(0.0), ()))
    assert await practice.find_next(store, [LEARNER]) == (one, "one000000000")
    await store.execute(("UPDATE analyses SET version = version - 1", ()))
    assert await practice.find_next(store, [LEARNER]) is None


async def test_a_record_goes_on_where_it_was_but_not_with_another_version(store: OpenStore) -> None:
    serial = await lose(store, "one000000000")
    assert await practice.find_record(store, serial, VERSION) == PracticeRecord()
    going_on = record(0.0, 0.5, choices={-(1 << 63): ((3, 0.5),), 7: ()})
    for each in (record(0.0), going_on):
        await store.execute(practice.keep(serial, VERSION, each))
    assert await practice.find_record(store, serial, VERSION) == going_on
    assert await practice.find_record(store, serial, "learner 0") == PracticeRecord()
    assert await practice.find_figures(store, serial) is None
    assert await practice.list_games_since(store, 0) == (0, [])


async def test_the_book_has_a_practice_once_it_is_done(store: OpenStore) -> None:
    serial = await lose(store, "one000000000")
    await store.execute(practice.keep(serial, VERSION, record(0.0)))
    done = record(*[0.0] * TEST, 1.0, *[0.5] * TEST, last=TEST + 1, end="holds", done=True)
    await store.execute(*practice.end(serial, VERSION, done, [GAME]))
    last, found = await practice.list_games_since(store, 0)
    assert [(game.pool, game.level, game.version, game.played) for game in found] == [
        (("freestyle", 15), LEARNER, VERSION, GAME)
    ]
    assert await practice.list_games_since(store, last) == (last, [])
    assert await practice.find_figures(store, serial) == PracticeFigures(2 * TEST + 1, 0, TEST, TEST, TEST, "holds")
    assert await practice.find_record(store, serial, VERSION) == PracticeRecord()
    assert await experience.count_dropped(store) == 0


async def test_the_practice_of_a_level_is_summed_up_over_public_games(store: OpenStore) -> None:
    games = [await lose(store, f"game{n:08}") for n in range(4)]
    other = await lose(store, "other0000000", 9)
    hidden = await lose(store, "hidden000000", visibility="private")
    assert await practice.sum_figures(store, LEARNER) is None
    learned_much = record(*[0.0] * TEST, 1.0, *[0.5] * TEST, last=TEST + 1, end="games", done=True)
    held_at_once = record(*[1.0] * TEST, last=TEST, end="holds", done=True)
    too_short = record(0.0, last=1, end="time", done=True)
    done_with = (learned_much, held_at_once, too_short, *[learned_much] * 3)
    for serial, done in zip([*games, other, hidden], done_with, strict=True):
        await store.execute(*practice.end(serial, VERSION, done, ()))
    assert await practice.sum_figures(store, LEARNER) == PracticeSum(3, TEST, 3 * TEST, 3 * TEST, 3 * TEST)


async def test_a_practice_without_games_has_no_figures(store: OpenStore) -> None:
    serial = await lose(store, "one000000000")
    await store.execute(*practice.end(serial, VERSION, PracticeRecord(), ()))
    assert await practice.find_figures(store, serial) is None
    assert await practice.find_next(store, [LEARNER]) is None


async def test_it_is_gone_with_its_game_and_with_what_the_game_taught(store: OpenStore) -> None:
    one, two = await lose(store, "one000000000"), await lose(store, "two000000000")
    for serial in (one, two):
        await store.execute(*practice.end(serial, VERSION, record(0.0), [GAME._replace(game=-serial)]))
    before = await experience.count_dropped(store)
    await library.delete_game(store, "two000000000")
    assert await experience.count_dropped(store) == before + 2  # the game and its practice
    _, found = await practice.list_games_since(store, 0)
    assert [game.played.game for game in found] == [-one]
    await patterns.switch(store, A.key, "forgotten")
    assert await practice.list_games_since(store, 0) == (0, [])
    assert await experience.count_dropped(store) == before + 3
    assert await practice.find_next(store, [LEARNER]) is None
    await store.execute(practice.keep(two, VERSION, record(0.0)))
    await store.execute(*practice.end(two, VERSION, record(0.0), [GAME]))
    assert await practice.list_games_since(store, 0) == (0, [])  # deleted while it was practised


async def test_the_book_keeps_the_latest_and_the_figures_stay(
    store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice, "MOST", 2)
    monkeypatch.setattr(practice, "SPARE", 2)
    done = record(0.0, last=1, end="time", done=True)
    serials = [await lose(store, f"{n}00000000000") for n in range(5)]
    for serial in serials[:4]:
        await store.execute(*practice.end(serial, VERSION, done, [GAME._replace(game=-serial)]))
    _, found = await practice.list_games_since(store, 0)
    assert [game.played.game for game in found] == [-serial for serial in serials[2:4]]
    assert await experience.count_dropped(store) == 1
    await store.execute(*practice.end(serials[4], VERSION, done, [GAME._replace(game=-serials[4])]))
    _, found = await practice.list_games_since(store, 0)
    assert [game.played.game for game in found] == [-serial for serial in serials[2:]]
    assert await experience.count_dropped(store) == 1
    assert all([await practice.find_figures(store, serial) for serial in serials])
    assert await practice.find_next(store, [LEARNER]) is None


async def test_a_study_that_is_not_there_waits(store: OpenStore) -> None:
    serial = await lose(store, "one000000000")
    assert await studies.find_study(store, serial) is not None
    await store.execute(("DELETE FROM analyses WHERE game = ?", (serial,)))
    assert await practice.find_next(store, [LEARNER]) is None


async def test_whoever_follows_hears_of_the_end_and_not_of_every_part(store: OpenStore) -> None:
    serial, heard = await lose(store, "one000000000"), list[int]()
    store.on_change(lambda: heard.append(1), practice.CHANGED)
    for each in (record(0.0), record(0.0, 0.0)):
        await store.execute(practice.keep(serial, VERSION, each))
    assert heard == []
    await store.execute(*practice.end(serial, VERSION, record(0.0), [GAME]))
    assert len(heard) == 1
    await library.delete_game(store, "one000000000")
    assert len(heard) == 2
