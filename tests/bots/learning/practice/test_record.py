from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bots.learning.players.book import Book
from bots.learning.practice import record as practice
from bots.learning.practice.record import (
    ENOUGH,
    LEARNED,
    MOST_GAMES,
    MOST_KEPT,
    PERSON,
    RECENT,
    REHEARSALS,
    TEST,
    PracticeGame,
    PracticeRecord,
    PractisedLoss,
    distil,
    find_mistake,
    measure,
    select_choices,
    to_book_game,
)
from bots.learning.proofs.lesson import Suspect
from bots.learning.study.findings import Check, StudiedLesson, Study, TurningPoint
from gomoku.board import Color

MOVES = tuple(range(40))
LOST = PractisedLoss("freestyle", 15, MOVES, "black", 20, 3)
MUCH = 10**9


def games(*points: float) -> tuple[PracticeGame, ...]:
    return tuple(PracticeGame(MOVES, each) for each in points)


def record(*points: float, ms: int = 0, last: int | None = None) -> PracticeRecord:
    return PracticeRecord(games(*points), ms, last=last)


def test_games_start_two_to_eight_plies_before_the_mistake_each_as_often() -> None:
    assert LOST.starts() == [18, 17, 16, 15, 14, 13, 12]
    assert Counter(LOST.start(number) for number in range(70)) == dict.fromkeys(LOST.starts(), 10)
    early = PractisedLoss("freestyle", 15, MOVES, "black", 6, 3)
    assert early.starts() == [4, 3]
    assert min(PractisedLoss("freestyle", 15, MOVES, "black", 2).starts()) == 0


def test_nothing_is_learned_in_a_test() -> None:
    assert not record(*[0.0] * (TEST - 1)).learns
    assert record(*[0.0] * TEST).learns
    assert not record(*[0.0] * (TEST + 9), last=TEST + 5).learns


@pytest.mark.parametrize(
    ("points", "hopeless", "end"),
    [
        ([0.0] * (TEST - 1), True, None),
        ([1.0] * TEST, False, "holds"),
        ([0.0] * TEST, False, None),
        ([0.0] * TEST, True, "lost"),
        ([0.0] * TEST + [1.0] * (RECENT - 1), False, None),
        ([0.0] * TEST + [1.0] * RECENT, False, "holds"),
        ([0.0] * TEST + [0.5] * round(ENOUGH * RECENT) + [0.0] * round((1 - ENOUGH) * RECENT), False, "holds"),
        ([0.0] * (MOST_GAMES - TEST), False, "games"),
    ],
)
def test_practice_ends_where_the_position_is_held_or_cannot_be(
    points: list[float], hopeless: bool, end: str | None
) -> None:
    assert record(*points).find_end(hopeless, MUCH) == end


def test_the_time_is_bounded_and_leaves_some_for_the_last_test() -> None:
    learning = record(*[0.0] * (2 * TEST), ms=2 * TEST * 10)
    assert learning.find_end(False, 3 * TEST * 10 + 1) is None
    assert learning.find_end(False, 3 * TEST * 10) == "time"
    testing = learning.with_end("time").with_game(games(1.0)[0], 10)
    assert testing.find_end(False, testing.ms + 1) is None
    assert testing.with_end("time").done
    assert testing.with_end("time").end == "time"


def test_the_first_and_the_last_test_are_told() -> None:
    played = record(*[0.0] * (TEST - 1), 1.0, *[1.0] * RECENT).with_end("holds")
    assert not played.done
    for _ in range(TEST):
        played = played.with_game(games(0.5)[0], 1)
    assert played.done
    assert (measure(played.first_test), len(played.last_test)) == (1 / TEST, TEST)
    assert all(game.points == 0.5 for game in played.last_test)


def test_without_anything_learned_there_is_no_second_test() -> None:
    held = record(*[1.0] * TEST).with_end("holds")
    assert held.done
    assert held.last_test == held.games
    stopped = record(0.0, ms=9).with_end("time")
    assert stopped.done
    assert (measure(stopped.first_test), len(stopped.last_test)) == (0, 1)


def test_the_mistake_is_the_losers_last_known_one() -> None:
    lesson = StudiedLesson("white", 13, mistake=12)
    study = Study(version=1, nodes=1, lesson=lesson)
    assert find_mistake(study, Color.BLACK) == 12
    assert find_mistake(study, Color.WHITE) is None
    checked = Study(version=1, nodes=1, lesson=lesson, check=Check(9, done=True, turn=TurningPoint(10, (), 0)))
    assert find_mistake(checked, Color.BLACK) == 10
    assert find_mistake(Study(version=1, nodes=1, lesson=StudiedLesson("white", 13)), Color.BLACK) == 12
    assert find_mistake(Study(version=1, nodes=1, suspect=Suspect(8, 1, "vcf", 9)), Color.BLACK) == 8
    assert find_mistake(Study(version=1, nodes=1), Color.BLACK) is None


def test_a_book_game_has_the_learners_first_moves_from_its_start() -> None:
    made = to_book_game(LOST, 0, games(0.5)[0], 7)
    start = LOST.start(0)
    assert [step.ply for step in made.steps] == list(range(start + start % 2, start + 2 * LEARNED, 2))
    assert (made.score, made.person) == (0.5, PERSON)


@given(st.integers(0, 2**40), st.integers(0, MOST_GAMES), st.integers(0, 2**40), st.integers(0, MOST_GAMES))
def test_practice_games_have_numbers_of_their_own(source: int, number: int, other: int, another: int) -> None:
    mine, theirs = (to_book_game(LOST, n, games(0.0)[0], of).game for of, n in ((source, number), (other, another)))
    assert mine < 0
    assert (mine == theirs) == ((source, number) == (other, another))


def test_rehearsals_follow_the_first_test_and_are_no_games() -> None:
    assert not record(*[0.0] * (TEST - 1)).rehearses()
    found = record(*[0.0] * TEST, ms=1_000)
    for number in range(REHEARSALS):
        assert found.rehearses()
        found = found.with_rehearsal(PracticeGame(MOVES, 0.4), {number: ((1, 0.4),)}, 10_000)
    assert not found.rehearses()
    assert found.games == games(*[0.0] * TEST)
    assert len(found.choices) == len(found.rehearsals) == REHEARSALS
    assert (found.ms, found.rehearsed_ms) == (1_000 + 10_000 * REHEARSALS, 10_000 * REHEARSALS)
    # the time of the last test is reckoned by games
    assert found.find_end(False, found.ms + 1_001) is None
    assert found.find_end(False, found.ms + 1_000) == "time"


def test_the_book_keeps_all_rehearsals_beside_the_games() -> None:
    found = record(*[0.0] * TEST)
    for _ in range(REHEARSALS):
        found = found.with_rehearsal(PracticeGame(MOVES, 0.4), {}, 1)
    kept = distil(LOST, found, 5)
    rehearsed = [game for game in kept if game.score == 0.4]
    assert len(rehearsed) == REHEARSALS
    assert len({game.game for game in kept}) == len(kept)
    assert {game.steps[0].ply for game in rehearsed} == {4}  # black's first choice after the three stones laid


def test_nobody_chose_the_first_stone() -> None:
    assert PractisedLoss("freestyle", 15, MOVES, "black", 20).first == 1


def test_the_book_keeps_one_game_of_a_line_with_a_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "BEFORE", range(2, 3))
    played = record(0.0, 0.0, 1.0, 0.0)
    kept = distil(LOST, played, 3)
    assert [(made.game, made.score) for made in kept] == [(-3003, 1.0), (-3004, 0.0)]
    book = Book().with_more(kept)
    assert len(book) == 2
    many = PracticeRecord(tuple(PracticeGame((*MOVES[:18], 100 + n), 0.0) for n in range(2 * MOST_KEPT)))
    assert len(distil(LOST, many, 3)) == MOST_KEPT


def test_the_choices_that_a_book_keeps_are_those_of_its_games() -> None:
    played = record(0.0, 0.0)
    kept = distil(LOST, played, 3)
    key = kept[0].steps[0].key
    found = replace(played, choices={key: ((1, 0.5),), key + 1: ()})
    assert select_choices(found, kept) == {key: ((1, 0.5),)}
