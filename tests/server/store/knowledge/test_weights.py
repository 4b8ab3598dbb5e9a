"""Versions of the learned weights: what teaches them, what they pass through, and what a game keeps of them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bots.engine import Numbers
from server.protocol.events import Created, TookBack
from server.store.file import checksums
from server.store.file.database_file import open_to_read
from server.store.games import room_log
from server.store.knowledge import weights
from server.store.store import Store
from server.store.writes import Append, NewGame
from tests.server.store.bot_games import RUN, against_bot
from tests.server.store.examples import add_player, created, finished

DAY = weights.DAY_MS
OLD: Numbers = (1.0, 2.5)
NEW: Numbers = (3.0, 4.0)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(tmp_path / "tengen.db")
    yield store
    await store.close()


async def fitted(store: Store, numbers: Numbers = NEW, now: int = 5) -> int:
    """A new version on trial against what is in use; its number."""
    parent = (await weights.read_in_use(store)).version
    await store.execute(*weights.begin_trial(parent, "search 4", 30, 4.0, numbers, [2, 0, 1], now))
    trial = await weights.find_trial(store)
    assert trial is not None
    return trial.version


async def decided(store: Store, version: int, passed: bool) -> None:
    await store.execute(*weights.decide(version, [2.0, 1.0], 60.0, 10.0, 110.0, passed, 9))


async def used(store: Store) -> int:
    return (await weights.read_in_use(store)).version


async def test_at_first_games_begin_with_the_weights_of_the_program(store: Store) -> None:
    assert await weights.read_in_use(store) == weights.InUse(weights.TREE, False, 0, 0)
    assert await weights.read_numbers(store) == {}
    assert await weights.find_trial(store) is None
    assert await weights.find_next_number(store) == 1


async def test_what_passes_is_in_use_and_what_does_not_is_kept(store: Store) -> None:
    first = await fitted(store)
    await store.execute(weights.note_match(first, [2.0]))
    trial = await weights.find_trial(store)
    assert trial is not None
    assert (trial.points, trial.numbers, trial.openings, trial.elo) == ([2.0], NEW, [2, 0, 1], None)
    assert await used(store) == 0
    await decided(store, first, True)
    assert await used(store) == first
    second = await fitted(store, OLD)
    await decided(store, second, False)
    assert await used(store) == first
    found = await weights.find_version(store, second)
    assert found is not None
    assert (found.state, found.parent, found.elo, found.low, found.high) == ("refused", first, 60.0, 10.0, 110.0)
    assert await weights.read_numbers(store) == {first: NEW, second: OLD}
    assert await weights.find_trial(store) is None


async def test_what_is_put_into_use_ends_a_match_and_takes_versions_back(store: Store) -> None:
    first = await fitted(store)
    await decided(store, first, True)
    second = await fitted(store)
    assert await weights.put_into_use(store, 0, 10)
    assert await used(store) == 0
    found = await weights.find_version(store, second)
    assert found is not None
    assert (found.state, found.note) == ("refused", "version 0 was put into use")
    await decided(store, second, True)  # its last games were being played
    assert await used(store) == 0
    assert await weights.put_into_use(store, second, 11)  # an operator may know better than a match
    assert await used(store) == second
    assert not await weights.put_into_use(store, 99, 12)
    assert await used(store) == second


async def test_what_is_frozen_stays_in_use(store: Store) -> None:
    first = await fitted(store)
    await weights.freeze(store, True)
    await decided(store, first, True)
    assert await used(store) == 0
    await store.execute(*weights.begin_trial(0, "search 4", 30, 4.0, NEW, [], 6))
    assert await weights.find_next_number(store) == first + 1
    await weights.freeze(store, False)
    assert await used(store) == 0


async def test_a_forgotten_version_gives_its_place_to_its_parent(store: Store) -> None:
    first = await fitted(store)
    await decided(store, first, True)
    second = await fitted(store)
    await decided(store, second, True)
    third = await fitted(store)
    assert await weights.forget(store, second, 10)
    assert await used(store) == first
    assert await weights.find_version(store, second) is None
    assert await weights.find_trial(store) is None
    assert set(await weights.read_numbers(store)) == {first, third}
    assert await weights.forget(store, first, 11)
    assert await used(store) == 0
    assert not await weights.forget(store, first, 12)
    assert not await weights.put_into_use(store, first, 13)


async def test_weights_are_fitted_once_a_day_when_enough_games_are_new(store: Store) -> None:
    ann, bob = await add_player(store, "ann000000000", "Ann"), await add_player(store, "bob000000000", "Bob")
    for n in range(weights.BATCH - 1):
        await finished(store, f"game{n:08}", ann, bob, ended_at=100 + n, plies=12, winner="black" if n % 2 else None)
    await finished(store, "short0000000", ann, bob, ended_at=99, plies=4)
    await finished(store, "aborted00000", ann, bob, ended_at=99, plies=-12)
    await against_bot(store, "timeout00000", ann, reason="timeout", plies=12)
    assert not await weights.is_due(store, DAY)
    await against_bot(store, "bot000000000", ann, plies=12, rules="renju")
    assert await weights.is_due(store, DAY)
    await weights.freeze(store, True)
    assert not await weights.is_due(store, DAY)
    await weights.freeze(store, False)
    await store.execute(*weights.note_fit(DAY))
    for n in range(weights.BATCH):
        await finished(store, f"more{n:08}", ann, bob, ended_at=100 + n, plies=12)
    assert not await weights.is_due(store, 2 * DAY - 1)
    assert await weights.is_due(store, 2 * DAY)


async def test_games_teach_by_the_line_that_stands(store: Store) -> None:
    ann = await add_player(store, "ann000000000", "Ann")
    bob = await add_player(store, "bob000000000", "Bob")
    await finished(store, "drawn0000000", ann, bob, ended_at=100, plies=12, winner=None)
    source = "drawn0000000"
    serial = await against_bot(store, "set000000000", ann, plies=12, winner="white", start=[200, 201], from_game=source)
    await against_bot(store, "given0000000", ann, plies=12, start=[200, 201])  # which nobody has played
    with open_to_read(store.path) as connection:
        first, second = weights.list_training_games(connection)
        assert weights.list_training_games(connection, 1) == [second]
    assert (first.rules, first.size, first.winner, first.studied) == ("renju", 15, None, ())
    assert first.moves == tuple(range(12))
    assert second.moves == (200, 201, *range(30, 42))
    assert second.winner == "white"
    back = TookBack(v=100, at=9_500, seat=0, plies=2, left=(None, None))
    await store.commit(Append(serial, back, None, 12))
    with open_to_read(store.path) as connection:
        assert weights.list_training_games(connection, 1)[0].moves == (200, 201, *range(30, 40))


async def test_who_plays_much_among_others_teaches_no_more_than_an_equal_share(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights, "BATCH", 2)
    ann, bob, cat, dan = [await add_player(store, f"{name}000000000", name) for name in ("ann", "bob", "cat", "dan")]
    for n in range(4):
        await against_bot(store, f"lost{n:08}", ann, plies=12 + n, winner="white")
    with open_to_read(store.path) as connection:
        assert len(weights.list_training_games(connection, 4, 1)) == 4  # nobody else is there
    await against_bot(store, "once00000000", dan, plies=18)
    with open_to_read(store.path) as connection:
        assert len(weights.list_training_games(connection, 4, 1)) == 4  # who came once takes nothing away
    await finished(store, "others000000", bob, cat, ended_at=100, plies=30)
    await finished(store, "against00000", ann, bob, ended_at=200, plies=20)
    with open_to_read(store.path) as connection:
        games = weights.list_training_games(connection, 6, 1)
        assert [len(game.moves) for game in games] == [14, 15, 18, 30, 20]  # the latest of Ann's, all others
        assert len(weights.list_training_games(connection, 6, 4)) == 6
        assert [len(game.moves) for game in weights.list_training_games(connection, 2, 1)] == [18, 20]
        assert len(weights.list_training_games(connection)) == 7


async def test_a_game_keeps_the_version_that_it_began_with(store: Store) -> None:
    ann = await add_player(store, "ann000000000", "Ann")
    run = replace(RUN, weights=3, book=70)
    for serial, id, bot in ((1, "three0000000", run), (2, "tree00000000", RUN)):
        made: Created = created(ann, rules="freestyle")
        await store.commit(NewGame(store.new_serial(), id, ann.id, None, made, bot))
        assert serial
    rooms = {room.id: room for room in await room_log.list_live_rooms(store)}
    found = rooms["three0000000"].bot
    assert found is not None
    assert (found.weights, found.book) == (3, 70)
    found = rooms["tree00000000"].bot
    assert found is not None
    assert (found.weights, found.book) == (0, 0)
    rows = await store.fetch("SELECT * FROM games ORDER BY serial")
    assert [(row["bot_weights"], row["bot_book"]) for row in rows] == [(3, 70), (None, None)]
    for row in rows:  # the sums of games that were stored before there were weights or a book are as they were
        values = {name: row[name] for name in checksums.FIXED}
        assert row["sum"] == checksums.sum_game(values)
        for column in ("bot_weights", "bot_book"):
            without = checksums.sum_game(values | {column: None})
            assert (checksums.sum_game(values) == without) == (row[column] is None)
