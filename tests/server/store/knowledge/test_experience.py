"""The bots' book in the store: which games count, and that it is what the games say, whatever became of them."""

from typing import Any

import pytest

from bots.learning.players.book import Book, BookGame, Choices, steps
from bots.learning.study.effort import VERSION
from bots.learning.study.findings import StudiedMove, Study
from gomoku.board import Color
from server.learning.bookkeeping import PROVEN, read_games
from server.protocol.events import Ended, Moved, Seated, TookBack
from server.protocol.values import NoClockSpec, Who
from server.store.games import library
from server.store.knowledge import experience, studies
from server.store.knowledge.jobs import Job
from server.store.writes import Append, NewGame
from tests.kit.stores import OpenStore
from tests.server.store.bot_games import RUN, against_bot
from tests.server.store.examples import add_player, created

LEARNER = 10
SLIP = {"kind": "slip", "overlooked": 3, "instead": 4}
MOVES = (112, 98, 114, 97, 113, 99, 111, 100, 110)


async def read(store: OpenStore) -> int:
    """Read what waits; how many games count."""
    count = 0
    while games := await experience.list_unread(store):
        count += len(await read_games(store, games))
    return count


async def book(store: OpenStore) -> Book:
    """Build the book from the store's rows."""
    last, found = 0, list[BookGame]()
    while True:
        last, more = await experience.list_games_since(store, last)
        if not more:
            return Book().with_more(found)
        found += [game.played for game in more]


async def rows(store: OpenStore) -> list[tuple[object, ...]]:
    return [tuple(row) for row in await store.fetch("SELECT * FROM experience ORDER BY game, ply")]


@pytest.mark.parametrize(
    ("wishes", "counts"),
    [
        ({}, True),
        ({"winner": "white"}, True),
        ({"winner": None, "reason": "full_board"}, True),
        ({"reason": "forbidden", "rules": "renju"}, True),
        ({"visibility": "private"}, True),
        ({"visibility": "link"}, True),
        ({"level": 9}, True),
        ({"level": 3}, False),  # has no book
        ({"level": 77}, False),  # a program that was offered once
        ({"reason": "timeout"}, False),
        ({"reason": "abandoned"}, False),
        ({"reason": "resigned"}, False),
        ({"winner": None, "reason": "agreed_draw"}, False),
        ({"winner": None, "reason": "aborted"}, False),
        ({"from_game": "another00000", "start": [1, 2]}, False),
        ({"whys": {5: SLIP}}, False),
    ],
)
async def test_games_that_were_decided_by_play_count(store: OpenStore, wishes: dict[str, Any], counts: bool) -> None:
    ada = await add_player(store, "ada", "Ada")
    serial = await against_bot(store, "botgame00000", ada, **{"level": LEARNER} | wishes)
    assert await read(store) == counts
    assert bool(await rows(store)) is counts
    assert (await book(store)).games == ({serial} if counts else frozenset())


async def test_a_game_of_people_is_not_even_read(store: OpenStore) -> None:
    serial = store.new_serial()
    ada, bob = [await add_player(store, id, id.title()) for id in ("ada", "bob")]
    await store.commit(
        NewGame(serial, "people000000", ada.id, None, created(ada, clock=NoClockSpec()), None),
        Append(serial, Seated(v=2, at=1500, seat=1, who=bob, black=0), None, 0),
        Append(serial, Moved(3, 2000, 0, 0, 112, 5, 0, 0, (None, None)), None, 1),
        Append(serial, Ended(4, 2001, "black", "resigned", (None, None)), None, 1),
    )
    assert await experience.list_unread(store) == []


async def test_it_keeps_the_bots_own_moves_and_what_they_scored(store: OpenStore) -> None:
    ada, bob = [await add_player(store, id, id.title()) for id in ("ada", "bob")]
    shared: dict[str, Any] = {"points": MOVES, "level": LEARNER}
    full: dict[str, Any] = {"winner": None, "reason": "full_board"}
    await against_bot(store, "botgame00000", ada, version="learner 0", **shared)
    await against_bot(store, "botgame00001", bob, bot="black", version="learner 1", **shared)
    await against_bot(store, "botgame00002", bob, version="learner 2", **shared | full)
    assert await read(store) == 3
    _, found = await experience.list_games_since(store, 0)
    white, black = (steps(15, MOVES, color) for color in (Color.WHITE, Color.BLACK))
    assert [game.played for game in found] == [
        BookGame(1, white, 0.0, "ada"), BookGame(2, black, 1.0, "bob"), BookGame(3, white, 0.5, "bob"),
    ]  # fmt: skip
    assert {(game.pool, game.level) for game in found} == {(("freestyle", 15), LEARNER)}
    assert [game.version for game in found] == ["learner 0", "learner 1", "learner 2"]


async def test_of_a_game_with_an_opening_the_moves_after_it_are_kept(store: OpenStore) -> None:
    ada = await add_player(store, "ada", "Ada")
    await against_bot(store, "botgame00000", ada, opening="pro", points=MOVES, level=LEARNER)
    assert await read(store) == 1
    _, (found,) = await experience.list_games_since(store, 0)
    assert [step.ply for step in found.played.steps] == [3, 5, 7]


async def test_what_was_taken_back_was_not_played(store: OpenStore) -> None:
    serial, ada = store.new_serial(), await add_player(store, "ada", "Ada")
    made = created(ada, clock=NoClockSpec())
    first, second = (112, 0, 3, 4), (98, 114, 97, 113)
    v, writes = 3, list[Append]()
    for ply, point in enumerate(first):
        writes.append(Append(serial, Moved(v + ply, 2000, ply % 2, ply, point, 5, 0, 0, (None, None)), None, ply + 1))
    writes.append(Append(serial, TookBack(v + 4, 2001, 0, 3, (None, None)), None, 1))
    for ply, point in enumerate(second, 1):
        writes.append(
            Append(serial, Moved(v + 4 + ply, 2002, ply % 2, ply, point, 5, 0, 0, (None, None)), None, ply + 1)
        )
    await store.commit(
        NewGame(serial, "botgame00000", ada.id, None, made, RUN),
        Append(serial, Seated(v=2, at=1500, seat=1, who=Who(level=LEARNER), black=0), None, 0),
        *writes,
        Append(serial, Ended(v + 9, 2003, "black", "five", (None, None)), None, 5),
    )
    assert await read(store) == 1
    _, (found,) = await experience.list_games_since(store, 0)
    assert found.played.steps == steps(15, (112, *second), Color.WHITE)


def study(value: int) -> Study:
    return Study(version=VERSION, nodes=1000, moves=(StudiedMove(eval=value),))


@pytest.mark.parametrize(("value", "counts"), [(PROVEN, True), (9_999, False), (-PROVEN, False)])
async def test_a_resigned_game_counts_once_its_end_is_proven(store: OpenStore, value: int, counts: bool) -> None:
    ada = await add_player(store, "ada", "Ada")
    serial = await against_bot(store, "botgame00000", ada, reason="resigned", level=LEARNER)
    assert await read(store) == 0
    found = study(value)
    await studies.keep(store, Job(serial, "botgame00000"), found, 5, *experience.read_again(serial, found))
    assert await read(store) == counts


async def games(store: OpenStore, *, without: int | None = None) -> dict[int, int]:
    """Some games in two worlds: one in which a game was never played."""
    ada = await add_player(store, "ada", "Ada")
    numbers = {}
    for n in range(4):
        if n != without:
            points = (*MOVES[: 3 + n], *range(n, 6))
            winner = "black" if n % 2 else "white"
            numbers[n] = await against_bot(store, f"botgame0000{n}", ada, winner=winner, points=points, level=LEARNER)  # type: ignore[arg-type]
    await read(store)
    return numbers


async def test_deleting_a_game_takes_its_part_away(store: OpenStore) -> None:
    numbers = await games(store)
    whole, all_rows = await book(store), await rows(store)
    dropped = await experience.count_dropped(store)
    assert await library.delete_game(store, "botgame00001")
    assert await rows(store) == [row for row in all_rows if row[0] != numbers[1]]
    assert await experience.count_dropped(store) == dropped + 1
    left = await book(store)
    assert left.games == whole.games - {numbers[1]} == whole.without([numbers[1]]).games
    keys = {row[2] for row in all_rows}
    assert all(left.at(key) == whole.without([numbers[1]]).at(key) for key in keys)  # type: ignore[arg-type]
    await read(store)
    assert await rows(store) == [row for row in all_rows if row[0] != numbers[1]]


async def test_a_rebuilt_book_is_the_book_that_grew(store: OpenStore) -> None:
    await games(store)
    await against_bot(store, "resigned0000", Who(), reason="resigned", level=LEARNER)
    await read(store)
    before, grown = await rows(store), await book(store)
    await store.execute(("DELETE FROM experience WHERE ply > 2", ()))
    assert await experience.rebuild(store) == 5
    assert await rows(store) == []
    assert await read(store) == 4
    assert await rows(store) == before
    again = await book(store)
    assert all(again.at(key) == grown.at(key) for key in {row[2] for row in before})  # type: ignore[arg-type]


async def test_choices_are_kept_by_position_and_version(store: OpenStore) -> None:
    numbers = await games(store)
    one: dict[int, Choices] = {7: ((112, 0.5), (3, 0.25)), -8: ()}
    await store.execute(*experience.keep_choices(numbers[0], ("freestyle", 15), "1", one))
    last, found = await experience.list_choices_since(store, 0, "1")
    assert found == {("freestyle", 15): one}
    assert await experience.list_choices_since(store, last, "1") == (last, {})
    await store.execute(*experience.keep_choices(numbers[0], ("freestyle", 15), "2", {7: ((4, 0.5),)}))
    assert (await experience.list_choices_since(store, last, "2"))[1] == {("freestyle", 15): {7: ((4, 0.5),)}}
    assert (await experience.list_choices_since(store, 0, "1"))[1] == {("freestyle", 15): {-8: ()}}


async def test_choices_that_are_damaged_cost_no_others(store: OpenStore) -> None:
    numbers = await games(store)
    await store.execute(*experience.keep_choices(numbers[0], ("freestyle", 15), "1", {7: ((1, 0.5),), 8: ((2, 0.5),)}))
    await store.execute(("UPDATE experience_choices SET body = '[[1,' WHERE key = 7", ()))
    assert (await experience.list_choices_since(store, 0, "1"))[1] == {("freestyle", 15): {8: ((2, 0.5),)}}


async def test_each_game_is_looked_through_once_by_each_version(store: OpenStore) -> None:
    numbers = await games(store)
    _, found = await experience.list_games_since(store, 0)
    keys = [step.key for step in found[-1].played.steps]
    seen = []
    while (game := await experience.find_unlooked(store)) is not None:
        known = await experience.list_known_keys(store, game[0], "1")
        seen.append((game[0], len(known)))
        new: dict[int, Choices] = {keys[0]: ()} if len(seen) == 1 else {}
        await store.execute(*experience.keep_choices(game[0], ("freestyle", 15), "1", new))
    assert [number for number, _ in seen] == sorted(numbers.values(), reverse=True)
    assert [known for _, known in seen] == [0, 1, 1, 1]
    await store.execute(experience.look_anew("1"))
    assert await experience.find_unlooked(store) is None
    await store.execute(experience.look_anew("2"))
    assert await experience.find_unlooked(store) is not None
