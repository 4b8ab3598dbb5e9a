"""Ratings at puzzles follow Glicko-2 as between people, and what a proof says comes first."""

from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.learning.study.findings import StudiedMove, StudiedPuzzle, StudiedWin
from bots.puzzles.puzzle import measure, rate
from bots.search.solver.proof import Win
from server.puzzles.rating import FROM_PROOF, PUZZLES, aim, count, rate_found
from server.ratings.glicko2 import PlayerRating, RatedResult, update
from server.ratings.ledger import DAY_MS, HeldRating

values, deviations = st.floats(600, 2800), st.floats(45, 350)
ratings = st.builds(PlayerRating, values, deviations)
AT = 1_700_000_000_000


@given(ratings, ratings, st.booleans())
def test_each_side_is_updated_as_in_a_game_of_the_two(person: PlayerRating, puzzle: PlayerRating, solved: bool) -> None:
    found = count(HeldRating(person, 3, AT), puzzle, solved, AT)
    assert found.before.deviation == pytest.approx(person.deviation)
    assert found.person.rating == update(found.before, [RatedResult(puzzle, float(solved))])
    assert found.puzzle == update(puzzle, [RatedResult(found.before, float(not solved))], PUZZLES)
    assert (found.person.games, found.person.last_at) == (4, AT)


@given(ratings, ratings)
def test_solving_raises_the_person_and_lowers_the_puzzle_and_failing_the_reverse(
    person: PlayerRating, puzzle: PlayerRating
) -> None:
    held = HeldRating(person, 1, AT)
    solved, failed = count(held, puzzle, True, AT), count(held, puzzle, False, AT)
    assert failed.person.rating.value <= person.value <= solved.person.rating.value
    assert solved.puzzle.value <= puzzle.value <= failed.puzzle.value


def test_a_first_attempt_starts_as_a_first_game_does() -> None:
    found = count(None, PlayerRating(1500.0, 175.0), True, AT)
    assert found.before == PlayerRating()
    assert (found.person.games, found.person.last_at) == (1, AT)


def test_a_person_grows_unsure_with_time_and_a_puzzle_does_not() -> None:
    person, puzzle = PlayerRating(1500.0, 60.0), PlayerRating(1500.0, 60.0)
    late = count(HeldRating(person, 9, AT), puzzle, True, AT + 365 * DAY_MS)
    soon = count(HeldRating(person, 9, AT), puzzle, True, AT)
    assert late.before.deviation > 100
    assert late.person.rating.value > soon.person.rating.value
    assert PUZZLES.periods_a_day == 0


def test_an_attempt_that_arrived_before_the_last_one_counts_as_at_its_time() -> None:
    held = HeldRating(PlayerRating(1500.0, 60.0), 9, AT)
    assert count(held, PlayerRating(), True, AT - 5) == count(held, PlayerRating(), True, AT)


def test_a_win_out_of_a_game_starts_where_its_proof_puts_it() -> None:
    win = Win(5, ((6, Win(7)),))
    move = StudiedMove(win=StudiedWin("vcf", (5, 6, 7), msgspec.Raw(msgspec.json.encode(win.dump()))))
    found, other, unproven = (StudiedPuzzle(kind, ply, "vcf") for kind, ply in (("win", 1), ("defence", 1), ("win", 0)))  # type: ignore[arg-type]
    assert rate_found([found, other, unproven], [StudiedMove(), move]) == {
        found: (rate(measure(win, 0)), FROM_PROOF),
    }


@given(ratings)
def test_the_aim_is_careful_and_nears_the_rating_as_that_becomes_sure(person: PlayerRating) -> None:
    assert aim(person) < person.value
    assert aim(replace(person, deviation=45.0)) >= aim(person)
