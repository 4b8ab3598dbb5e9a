from collections import Counter
from dataclasses import replace

import pytest

from bots.json_lines import Row
from bots.learning.players.parts import Parts
from gomoku.board import Color
from gomoku.game import Outcome, Reason
from gomoku.point import name
from lab.learning.arms import ELSEWHERE, SCHOOL
from lab.learning.attackers import DEEP, habits
from lab.learning.decided_games import DecidedGame
from lab.learning.learner_game import LearnerGame
from lab.learning.plan import SIZE, TOY
from lab.learning.schooling import BY_NAME, Learning, Pupil, case, finished, knowledge_at, until
from lab.learning.starts import HOME, draw_starts
from tests.bots.learning.lost import LOSING, MOVES

LOST = DecidedGame("one", SIZE, tuple(MOVES + LOSING), Outcome(Color.WHITE, Reason.FIVE))


def weights(mark: int) -> Row:
    return {"kind": "weights", "mark": mark, "school": SCHOOL, "seed": 1}


def game(points: float) -> Row:
    return {"kind": "lesson", "points": points, "school": SCHOOL, "seed": 1}


def test_every_start_and_colour_comes_before_one_comes_again() -> None:
    where, school = draw_starts(TOY, []), BY_NAME[SCHOOL]
    cases = [(start, color) for start in where[HOME] for color in start.colors]
    for first in (0, len(cases)):
        met = Counter(case(school, 1, first + n, where, 3)[:2] for n in range(len(cases)))
        assert met == Counter(cases)


def test_seeds_and_schools_draw_apart() -> None:
    where = draw_starts(TOY, [])
    drawn = {case(BY_NAME[school], seed, 0, where, 3)[-1] for school in (SCHOOL, ELSEWHERE) for seed in (1, 2)}
    assert len(drawn) == 4


def test_as_many_people_come_as_there_are() -> None:
    where = draw_starts(TOY, [])
    met = {case(BY_NAME[SCHOOL], 1, n, where, 3)[2:4] for n in range(100)}
    assert met == {(attacker, person) for attacker in BY_NAME[SCHOOL].attackers for person in range(3)}
    seeds = {habits(attacker, person) for attacker, person in met}
    assert len(seeds) == len(met)
    assert habits(DEEP, 1) == habits(DEEP, 1)


def test_what_was_known_at_a_mark_ends_with_its_weights() -> None:
    rows = [game(0), game(1), game(0), weights(2), game(0), game(0), weights(4)]
    assert list(until(rows, 2)) == rows[:4]
    assert list(until(rows, 4)) == rows
    plan = replace(TOY, marks=(2, 4))
    assert not finished(plan, rows[:4])
    assert not finished(plan, rows[:-1])
    assert finished(plan, rows)


def test_a_pupil_has_its_own_rows() -> None:
    rows = [game(0), {**game(0), "seed": 2}, {**game(0), "school": ELSEWHERE}, {"kind": "game", "by": 1}]
    assert Pupil(SCHOOL, 1).rows(rows) == rows[:1]


@pytest.fixture(scope="module")
def lesson() -> Row:
    met = LearnerGame(LOST, 0.0, 0, 0.0)
    return {"kind": "lesson"} | Learning(TOY, ()).lesson(met, "somebody", 2, Color.BLACK)


def test_a_lost_game_teaches_what_is_read_again(lesson: Row) -> None:
    assert lesson["moves"].split() == [name(move, SIZE) for move in LOST.moves]
    knowledge = knowledge_at(TOY, [lesson], 1)
    assert knowledge.positions is not None
    assert len(knowledge.positions.known[SIZE]) == len(lesson["study"]["rows"]) > 0
    assert len(knowledge.positions.memory) == 1
    assert knowledge.experience is not None
    assert knowledge.weights is None


def test_where_only_the_book_learns_a_lost_game_is_not_studied(lesson: Row) -> None:
    learning = Learning(TOY, (), Parts.EXPERIENCE)
    row = {"kind": "lesson"} | learning.lesson(LearnerGame(LOST, 0.0, 0, 0.0), "somebody", 2, Color.BLACK)
    assert row["study"] is None
    assert row["choices"] == lesson["choices"]
    learning.add(row)
    mark = learning.weigh(1)
    assert (mark["mark"], mark["numbers"]) == (1, [])
    learning.add(mark)
    knowledge = learning.knowledge()
    assert knowledge.weights is None
    assert knowledge.experience is not None


def test_what_was_looked_for_once_is_not_looked_for_again(lesson: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    assert lesson["choices"]

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("bots.learning.players.alternatives.Chooser.choices", never)
    assert knowledge_at(TOY, [lesson], 1).experience is not None
