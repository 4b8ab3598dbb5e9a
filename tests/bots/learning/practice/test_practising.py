from collections.abc import Iterator

import pytest
from msgspec import json
from msgspec.structs import replace

from bots.engine import Limits, Player
from bots.learning.players.alternatives import Chooser
from bots.learning.players.book import Book
from bots.learning.players.experience import Experience, PlayedGame
from bots.learning.players.learner import Learner
from bots.learning.players.taught import Learned
from bots.learning.practice import partner, record
from bots.learning.practice.practising import Practice
from bots.learning.practice.record import LONGEST, PracticeRecord, PractisedLoss
from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import ruleset
from tests.bots.learning.lost import LOSING, MOVES

RULES = ruleset("freestyle")
WAY = tuple(MOVES + LOSING)
LOST = PractisedLoss("freestyle", 15, WAY, "black", len(MOVES) - 1 - (len(MOVES) - 1) % 2, 2)
BOOK = Book().with_more([PlayedGame(1, WAY, Color.BLACK, Color.WHITE, "ann", 15, 2).to_book_game()])
MUCH = 10**9
MOST = 14


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
    return Practice(LOST, before, opened, Limits(nodes=500), Chooser(RULES, 500), BOOK, MOST)


@pytest.fixture(scope="module")
def whole() -> Practice:
    made = practice(PracticeRecord())
    made.go_on(MUCH, MUCH)
    return made


def test_practice_comes_to_its_end(whole: Practice) -> None:
    found = whole.record
    assert found.done
    assert found.end in ("holds", "lost", "games")
    assert len(found.games) <= MOST
    assert found.ms > 0


def test_every_game_follows_the_lost_one_to_its_start_and_has_the_points_of_its_end(whole: Practice) -> None:
    for number, game in enumerate(whole.record.games):
        start = LOST.start(number)
        assert game.moves[:start] == WAY[:start]
        assert len(game.moves) <= start + LONGEST
        outcome = Game.replay(RULES, 15, game.moves).outcome
        winner = None if outcome is None else outcome.winner
        assert game.points == (0.5 if winner is None else float(winner is Color.BLACK))


def test_it_goes_on_from_every_game_as_if_it_had_not_stopped(whole: Practice) -> None:
    found = PracticeRecord()
    while not found.done:
        stored = json.decode(json.encode(found), type=PracticeRecord)
        after = practice(stored).go_on(MUCH, 1)
        assert len(after.games) - len(found.games) <= 1
        found = after
    assert replace(found, ms=0) == replace(whole.record, ms=0)


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
