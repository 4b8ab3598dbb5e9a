"""The first attempt at a puzzle counts once, whoever tries at the same time and wherever."""

import asyncio
from typing import Any

import pytest

from bots.learning.study.findings import StudiedPuzzle
from server.errors import Refused
from server.protocol.outbound import PuzzleRated
from server.puzzles.counting import EndedAttempt, note
from server.puzzles.rating import count
from server.ratings.glicko2 import PlayerRating
from server.ratings.ledger import DAY_MS, HeldRating
from server.store.joining import join
from server.store.knowledge import puzzles
from server.store.knowledge.puzzles import FirstRating
from server.store.people import players, puzzle_attempts, puzzle_runs
from server.store.people.puzzle_attempts import OwnPuzzleRating
from server.store.people.puzzle_runs import PuzzleRun
from tests.kit.stores import OpenStore
from tests.server.store.examples import add_player, new_room

AT = 20_000 * DAY_MS + 5
MOVES = [112, 113, 97, 98, 82, 83, 67]
PEOPLE = ("ann", "bob", "cy")


@pytest.fixture
async def puzzle(store: OpenStore) -> int:
    """Two puzzles of 1600 points and three people: the id of the first."""
    for id in PEOPLE:
        await add_player(store, id, id.title())
    serial = await new_room(store, "game00000001", (await add_player(store, "owner", "Owner")))
    found = [StudiedPuzzle("win", ply, "vcf") for ply in (3, 5)]
    begin = dict.fromkeys(found, FirstRating(1600.0, 200.0))
    await store.execute(*puzzles.insert(serial, "renju", 15, MOVES, 9, found, AT, begin))
    return 1


def ended(player: str = "ann", solved: bool = True, command: str = "c", at: int = AT, **more: Any) -> EndedAttempt:
    return EndedAttempt(1, player, solved, at, command, **more)


async def rating(store: OpenStore) -> tuple[float, float, int, int, int]:
    found = await puzzles.find_puzzle(store, 1, None)
    assert found is not None
    return found.rating, found.deviation, found.rated, found.solved, found.failed


async def test_an_attempt_changes_the_ratings_of_both_as_a_game_does(store: OpenStore, puzzle: int) -> None:
    expected = count(None, PlayerRating(1600.0, 200.0), True, AT)
    own = expected.person.rating
    assert await note(store, ended()) == PuzzleRated(1500, round(own.value), round(own.deviation))
    held = await puzzle_attempts.find_rating(store, "ann")
    assert held == OwnPuzzleRating("ann", own.value, own.deviation, own.volatility, 1, AT)
    assert await rating(store) == (expected.puzzle.value, expected.puzzle.deviation, 1, 1, 0)


async def test_a_second_attempt_changes_nothing_and_the_same_again_is_answered_as_before(
    store: OpenStore, puzzle: int
) -> None:
    first = await note(store, ended())
    before = await rating(store)
    assert await note(store, ended(solved=False, command="d")) is None
    assert await note(store, ended()) == first
    assert await rating(store) == before
    assert (await puzzle_attempts.find_rating(store, "ann") or pytest.fail("none")).games == 1


async def test_who_looks_at_the_solution_has_failed(store: OpenStore, puzzle: int) -> None:
    rated = await note(store, ended(solved=False, shown=True))
    assert rated is not None
    assert rated.after < rated.before
    found = await puzzles.find_puzzle(store, 1, "ann")
    assert found is not None
    assert (found.yours, found.failed) == ("shown", 1)


async def test_an_attempt_against_the_clock_is_the_first_and_changes_no_rating(store: OpenStore, puzzle: int) -> None:
    storm = PuzzleRun("ann", "storm", "r", "renju", [1, 2], 0, 0, AT, AT + 9, False)
    await puzzle_runs.begin(store, storm)
    assert await note(store, ended(runs=[storm])) is None
    assert await note(store, ended(command="d")) is None
    assert await puzzle_attempts.find_rating(store, "ann") is None
    assert await rating(store) == (1600.0, 200.0, 0, 1, 0)


async def test_attempts_of_many_at_once_all_count(store: OpenStore, puzzle: int) -> None:
    told = await asyncio.gather(*(note(store, ended(player, n % 2 == 0)) for n, player in enumerate(PEOPLE)))
    assert all(each is not None for each in told)
    value, deviation, rated, solved, failed = await rating(store)
    assert (rated, solved, failed) == (3, 2, 1)
    assert deviation < 180
    assert value != 1600.0


async def test_two_attempts_of_one_player_at_once_count_once(store: OpenStore, puzzle: int) -> None:
    told = await asyncio.gather(*(note(store, ended(solved=n == 0, command=f"c{n}")) for n in range(6)))
    assert sum(each is not None for each in told) == 1
    assert (await rating(store))[2] == 1
    assert (await puzzle_attempts.find_rating(store, "ann") or pytest.fail("none")).games == 1


async def test_a_rating_goes_on_from_the_last_attempt(store: OpenStore, puzzle: int) -> None:
    await note(store, ended())
    held = await puzzle_attempts.find_rating(store, "ann")
    assert held is not None
    later = AT + 40 * DAY_MS
    again = await note(store, EndedAttempt(2, "ann", False, later, "d"))
    before = HeldRating(PlayerRating(held.rating, held.deviation, held.volatility), 1, AT)
    expected = count(before, PlayerRating(1600.0, 200.0), False, later).person.rating
    assert again == PuzzleRated(round(held.rating), round(expected.value), round(expected.deviation))


async def test_what_is_gone_is_refused(store: OpenStore, puzzle: int) -> None:
    with pytest.raises(Refused, match="unknown_puzzle"):
        await note(store, EndedAttempt(77, "ann", True, AT, "c"))
    await players.delete(store, "ann", AT)
    with pytest.raises(Refused):
        await note(store, ended())
    assert await rating(store) == (1600.0, 200.0, 0, 0, 0)


async def test_a_deleted_player_leaves_nothing_but_the_ratings_of_puzzles(store: OpenStore, puzzle: int) -> None:
    await note(store, ended())
    before = await rating(store)
    await players.delete(store, "ann", AT)
    assert await puzzle_attempts.find_rating(store, "ann") is None
    assert await store.fetch("SELECT 1 FROM attempts WHERE player = 'ann'") == []
    assert (await rating(store))[:3] == before[:3]


async def test_a_guest_brings_a_rating_to_an_account_that_has_none(store: OpenStore, puzzle: int) -> None:
    await note(store, ended())
    held = await puzzle_attempts.find_rating(store, "ann")
    await join(store, "ann", "bob", AT)
    moved = await puzzle_attempts.find_rating(store, "bob")
    assert held is not None
    assert moved is not None
    assert (moved.rating, moved.games) == (held.rating, 1)
    await note(store, ended("cy", False))
    own = await puzzle_attempts.find_rating(store, "cy")
    await join(store, "cy", "bob", AT)
    assert await puzzle_attempts.find_rating(store, "bob") == moved
    assert await puzzle_attempts.find_rating(store, "cy") == own
