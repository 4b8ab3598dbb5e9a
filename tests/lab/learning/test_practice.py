from typing import Any

import pytest

from bots.json_lines import Row
from gomoku.board import Color
from gomoku.game import Outcome, Reason
from gomoku.keys import along
from lab.learning import practice
from lab.learning.arms import SCHOOL
from lab.learning.decided_games import DecidedGame
from lab.learning.knowledge import UNTAUGHT
from lab.learning.learner_game import LearnerGame
from lab.learning.plan import SIZE, TOY
from lab.learning.practice import go_on, list_unpractised, practice_of, with_practice
from lab.learning.schooling import Learning, Pupil
from tests.bots.learning.lost import LOSING, MOVES

LOST = DecidedGame("one", SIZE, tuple(MOVES + LOSING), Outcome(Color.WHITE, Reason.FIVE))
PUPIL = Pupil(SCHOOL, 1)


@pytest.fixture(scope="module")
def lesson() -> Row:
    met = LearnerGame(LOST, 0.0, 0, 0.0)
    row = {"kind": "lesson"} | Learning(TOY, ()).lesson(met, "somebody", 2, Color.BLACK)
    return {**row, "school": SCHOOL, "seed": 1}


def test_each_lost_game_is_practised_once_and_its_rows_are_its_pupils(lesson: Row, monkeypatch: Any) -> None:
    kept = [[-1, [[4, 7, 3]], 1.0]]
    made = {"kind": "practice", "games": 9, "kept": kept, "choices": []}
    monkeypatch.setattr(practice, "practise", lambda *given: {**made, "of": given[-1]})
    won = {**lesson, "points": 1.0, "study": None}
    rows = [won, lesson, {**lesson, "seed": 2}, lesson]
    assert list_unpractised(rows, PUPIL) == [1, 2]
    found = go_on(TOY, PUPIL, rows)
    assert [row["of"] for row in found] == [1, 2]
    assert list_unpractised([*rows, found[0]], PUPIL) == [2]
    assert list_unpractised([*rows, *found], Pupil(SCHOOL, 2)) == [0]
    assert practice_of([*rows, *found], PUPIL, 2) == found[:1]
    assert PUPIL.rows([*rows, *found]) == [won, lesson, lesson]


def test_what_was_practised_is_in_the_book(lesson: Row) -> None:
    key = list(along(LOST.moves, SIZE))[4]
    row = {"kept": [[-1, [[4, key, 3]], 1.0]], "choices": [[key, [[3, 0.9], [5, 0.8]]]]}
    known = with_practice(UNTAUGHT, [row])
    assert known.experience is not None
    entry = known.experience.books[SIZE].at(key)
    assert entry is not None
    assert [(tried.move, tried.weight) for tried in entry.tried] == [(3, 1.0)]
    assert entry.choices is not None
    assert len(entry.choices) == 2
