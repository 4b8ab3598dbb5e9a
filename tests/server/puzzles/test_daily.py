"""The daily puzzle is the same for all, comes again only after all others, and makes series of days."""

import asyncio
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from bots.learning.study.findings import StudiedPuzzle
from server.puzzles.counting import EndedAttempt, note
from server.puzzles.daily import DaysInARow, choose, count_days, find_daily, read_days
from server.ratings.ledger import DAY_MS
from server.store.knowledge import daily_puzzles, puzzles, supplied_puzzles
from server.store.knowledge.daily_puzzles import KeyedPuzzle
from server.store.knowledge.supplied_puzzles import SuppliedPuzzle
from tests.kit.stores import OpenStore
from tests.server.store.examples import add_player, new_room

DAY = 20_000
AT = DAY * DAY_MS + 5
MOVES = [112, 113, 97, 98, 82, 83, 67]
keys = st.lists(st.binary(min_size=16, max_size=16), min_size=1, max_size=30, unique=True)
days = st.sets(st.integers(0, 40)).map(sorted)


@given(keys, st.integers(0, 100_000))
def test_the_choice_depends_on_the_keys_alone_and_none_comes_twice_before_all(found: list[bytes], day: int) -> None:
    here = [KeyedPuzzle(n, key) for n, key in enumerate(found)]
    names = {each.id: each.key for each in here}
    chosen = [names[choose(day + n, here) or 0] for n in range(len(here))]
    assert sorted(chosen) == sorted(found)
    elsewhere = [KeyedPuzzle(900 - n, key) for n, key in enumerate(reversed(found))]
    assert {each.id: each.key for each in elsewhere}[choose(day, elsewhere) or 0] == chosen[0]
    assert choose(day + len(here), here) == choose(day, here)


def test_without_puzzles_there_is_none() -> None:
    assert choose(3, []) is None


@given(days, st.integers(0, 42))
def test_series_are_counted_as_day_by_day(solved: list[int], today: int) -> None:
    solved = [day for day in solved if day <= today]
    lengths = {-1: 0}
    for day in range(today + 1):
        lengths[day] = lengths[day - 1] + 1 if day in solved else 0
    now = lengths[today] if today in solved else lengths[today - 1]
    assert count_days(solved, today) == DaysInARow(now, max(lengths.values()))


async def fill(store: OpenStore) -> None:
    """Nine puzzles of the tree, of which eight have a length for a daily one, and one out of a game."""
    for id in ("ann", "bob"):
        await add_player(store, id, id.title())
    supplied = [
        SuppliedPuzzle("renju", 15, "win", "vcf", 9, [112, 113 + n], [5], "f1", 3 if n else 9, ["vcf"], 1500.0, 175.0)
        for n in range(9)
    ]
    await store.execute(*supplied_puzzles.keep(supplied, "v", 9, 1))
    serial = await new_room(store, "game00000001", await add_player(store, "owner", "Owner"))
    await store.execute(*puzzles.insert(serial, "renju", 15, MOVES, 9, [StudiedPuzzle("win", 5, "vcf")], 1))
    await store.execute(*puzzles.insert(serial, "caro", 15, MOVES, 9, [StudiedPuzzle("win", 5, "vcf")], 1))


async def test_everybody_meets_the_same_puzzle_of_the_tree_all_day(store: OpenStore) -> None:
    await fill(store)
    found = await asyncio.gather(
        *(find_daily(store, "renju", who, AT + n) for n, who in enumerate(("ann", "bob", None)))
    )
    ids = {each.puzzle.id for each in found if each is not None}
    assert len(ids) == 1
    lengths = await store.fetch("SELECT length FROM puzzles WHERE id = ?", (next(iter(ids)),))
    assert lengths[0]["length"] == 3
    assert found[0] is not None
    assert found[0].date == datetime.fromtimestamp(AT / 1000, UTC).date().isoformat()
    later = await find_daily(store, "renju", None, AT + DAY_MS)
    assert later is not None
    assert later.puzzle.id not in ids


async def test_the_choice_stays_when_puzzles_come(store: OpenStore) -> None:
    await fill(store)
    before = await find_daily(store, "renju", None, AT)
    more = [
        SuppliedPuzzle("renju", 15, "win", "vcf", 9, [0, 12 + n], [5], "f1", 4, ["vcf"], 1500.0, 175.0)
        for n in range(20)
    ]
    await store.execute(*supplied_puzzles.keep(more, "v", 29, 1))
    assert await find_daily(store, "renju", None, AT + DAY_MS - 10) == before


async def test_rules_that_have_no_puzzle_of_the_tree_take_those_of_games_and_others_have_none(store: OpenStore) -> None:
    await fill(store)
    caro = await find_daily(store, "caro", None, AT)
    assert caro is not None
    assert caro.puzzle.rules == "caro"
    assert await find_daily(store, "freestyle", None, AT) is None


async def test_the_first_attempt_of_the_day_counts_for_it_whatever_was_before(store: OpenStore) -> None:
    await fill(store)
    daily = await find_daily(store, "renju", "ann", AT)
    assert daily is not None
    id = daily.puzzle.id
    await note(store, EndedAttempt(id, "bob", False, AT - DAY_MS, "earlier"))
    await note(store, EndedAttempt(id, "ann", True, AT + 1, "c"))
    await note(store, EndedAttempt(id, "ann", False, AT + 2, "d"))
    await note(store, EndedAttempt(id, "bob", True, AT + 3, "e"))
    for player in ("ann", "bob"):
        seen = await find_daily(store, "renju", player, AT + 9)
        assert seen is not None
        assert (seen.solved, seen.failed, seen.yours) == (2, 0, "solved")
        assert await read_days(store, player, AT) == DaysInARow(1, 1)
    assert await daily_puzzles.list_solved_days(store, "ann") == [DAY]
    assert await read_days(store, "ann", AT + 2 * DAY_MS) == DaysInARow(0, 1)


async def test_a_solution_that_was_shown_is_no_solved_day(store: OpenStore) -> None:
    await fill(store)
    daily = await find_daily(store, "renju", "ann", AT)
    assert daily is not None
    await note(store, EndedAttempt(daily.puzzle.id, "ann", False, AT + 1, "c", shown=True))
    await note(store, EndedAttempt(daily.puzzle.id, "ann", True, AT + 2, "d"))
    seen = await find_daily(store, "renju", "ann", AT + 3)
    assert seen is not None
    assert (seen.solved, seen.failed, seen.yours) == (0, 1, "failed")
    assert await read_days(store, "ann", AT) == DaysInARow(0, 0)
