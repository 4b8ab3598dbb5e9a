from collections.abc import Iterator

import pytest
from msgspec import json
from msgspec.structs import replace

from bots.engine import Limits, Player
from bots.learning.players.alternatives import MOST, Chooser
from bots.learning.players.book import Book, Choices, steps
from bots.learning.players.experience import OPENING, Experience, PlayedGame
from bots.learning.players.learner import Learner
from bots.learning.players.taught import Learned
from bots.learning.practice import partner, record
from bots.learning.practice.practising import Practice
from bots.learning.practice.record import LEARNED, LONGEST, PracticeRecord, PractisedLoss
from gomoku.board import Color
from gomoku.game import Game
from gomoku.keys import along
from gomoku.rulesets import ruleset
from tests.bots.learning.lost import LOSING, MOVES

RULES = ruleset("freestyle")
WAY = tuple(MOVES + LOSING)
LOST = PractisedLoss("freestyle", 15, WAY, "black", len(MOVES) - 1 - (len(MOVES) - 1) % 2, 2)
BOOK = Book().with_more([PlayedGame(1, WAY, Color.BLACK, Color.WHITE, "ann", 15, 2).to_book_game()])
MUCH = 10**9
MOST_GAMES = 14


@pytest.fixture(scope="module", autouse=True)
def _few_games() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(record, "TEST", 3)
        patch.setattr(record, "RECENT", 3)
        patch.setattr(partner, "NODES", 2_000)
        yield


def opened(experience: Experience, seed: int) -> Player:
    return Learner(Learned(lambda _: None, lambda _: experience)).open(RULES, 15, seed, 1 << 20)


def practice(before: PracticeRecord) -> Practice:
    return Practice(LOST, before, opened, Limits(nodes=500), Chooser(RULES, 500, 1_000), BOOK, MOST_GAMES, 4)


@pytest.fixture(scope="module")
def whole() -> Practice:
    made = practice(PracticeRecord())
    made.go_on(MUCH, MUCH)
    return made


def test_practice_comes_to_its_end(whole: Practice) -> None:
    found = whole.record
    assert found.done
    assert found.end in ("holds", "lost", "games")
    assert len(found.games) <= MOST_GAMES
    assert found.ms > 0


def test_every_game_follows_the_lost_one_to_its_start_and_has_the_points_of_its_end(whole: Practice) -> None:
    for number, game in enumerate(whole.record.games):
        start = LOST.start(number)
        assert game.moves[:start] == WAY[:start]
        assert len(game.moves) <= start + LONGEST
        outcome = Game.replay(RULES, 15, game.moves).outcome
        winner = None if outcome is None else outcome.winner
        assert game.points == (0.5 if winner is None else float(winner is Color.BLACK))


def test_a_rehearsal_follows_the_lost_game_to_the_first_choice_and_plays_what_it_settles(whole: Practice) -> None:
    found = whole.record
    assert len(found.rehearsals) == 4
    assert 0 < found.rehearsed_ms < found.ms
    for game in found.rehearsals:
        assert game.moves[: LOST.first] == WAY[: LOST.first]
        assert len(game.moves) <= LOST.first + 2 * LEARNED
        assert 0 <= game.points <= 1
        for step in steps(15, game.moves, Color.BLACK, LOST.first):
            choices = found.choices[step.key]
            assert step.move in dict(choices)
            assert len(choices) <= (MOST if step.ply < OPENING else 1)


def test_what_a_rehearsal_settled_is_not_searched_again() -> None:
    asked = list[tuple[int, ...]]()

    class Noting(Chooser):
        def settle(self, size: int, moves: tuple[int, ...]) -> Choices:
            asked.append(moves)
            return super().settle(size, moves)

    made = Practice(LOST, PracticeRecord(), opened, Limits(nodes=500), Noting(RULES, 500, 1_000), BOOK, MOST_GAMES, 4)
    made.go_on(MUCH, MUCH)
    keys = [list(along(moves, 15))[-1] for moves in asked]
    assert len(keys) == len(set(keys)) > 0


def test_where_the_settled_move_has_lost_others_are_looked_for() -> None:
    made = practice(PracticeRecord())
    step = made._list_practised()[-1]
    later: dict[int, Choices] = {own.key: () for own in made._own if own.ply > step.ply}  # all moves lose
    made._book = made._book.with_choices({**later, step.key: ((step.move, 0.5),)})
    assert made._is_lost(step.key)
    found = made._widen()
    assert len(found[step.key]) > 1
    assert made._book.choices(step.key) is not None
    assert not made._is_lost(step.key)
    assert made._widen() == {}


def test_rehearsals_leave_half_of_the_time_to_the_games() -> None:
    made = practice(PracticeRecord())
    made.go_on(1, 0)
    assert made.record.rehearsals == ()


def test_it_goes_on_from_every_game_as_if_it_had_not_stopped(whole: Practice) -> None:
    found = PracticeRecord()
    while not found.done:
        stored = json.decode(json.encode(found), type=PracticeRecord)
        after = practice(stored).go_on(MUCH, 1)
        assert len(after.games) + len(after.rehearsals) - len(found.games) - len(found.rehearsals) <= 1
        found = after
    assert replace(found, ms=0, rehearsed_ms=0) == replace(whole.record, ms=0, rehearsed_ms=0)


def test_no_time_no_game() -> None:
    made = practice(PracticeRecord())
    assert made.go_on(0, MUCH).done
    assert made.record.games == ()


def test_time_ends_practice_after_the_game_that_passes_it() -> None:
    made = practice(PracticeRecord())
    found = made.go_on(1, MUCH)
    assert found.done
    assert found.end == "time"
    assert len(found.games) == 1
