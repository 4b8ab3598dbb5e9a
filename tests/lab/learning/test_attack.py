from bots.json_lines import Row
from gomoku.board import Color
from gomoku.point import name
from lab.learning.attack import BACK, Turned, turn

PLAYED = (112, 97, 114, 82, 113, 98, 111)


def _row(points: float, mistake: int | None, *, studied: bool = True) -> Row:
    lesson = {"mistake": mistake} if studied else None
    moves = " ".join(name(point, 15) for point in PLAYED)
    return {"kind": "lesson", "points": points, "moves": moves, "study": {"lesson": lesson}}


def test_the_learner_takes_the_seat_of_the_winner_before_the_mistake() -> None:
    assert turn([_row(0, 5)]) == [Turned(PLAYED[:3], Color.BLACK)]
    assert turn([_row(0, 4)]) == [Turned(PLAYED[:2], Color.WHITE)]


def test_games_without_a_mistake_that_can_be_reached_are_left_out() -> None:
    others = [_row(1, 5), _row(0, None), _row(0, BACK - 1), _row(0, 5, studied=False), {**_row(0, 5), "study": None}]
    assert turn(others) == []
