from bots.json_lines import Row
from gomoku.board import Color
from gomoku.point import name
from lab.learning.attack import BACK, Turned, turn

PLAYED = (112, 97, 114, 82, 113, 98, 111)


def _row(points: float, entry: int | None, start: int = 0, *, studied: bool = True) -> Row:
    lesson = {"entry": entry} if studied else None
    moves = " ".join(name(point, 15) for point in PLAYED)
    return {"kind": "lesson", "points": points, "moves": moves, "start": start, "study": {"lesson": lesson}}


def test_the_learner_takes_the_seat_of_the_winner_before_the_win_is_proven() -> None:
    assert turn([_row(0, 5)]) == [Turned(PLAYED[:3], Color.WHITE)]
    assert turn([_row(0, 4)]) == [Turned(PLAYED[:2], Color.BLACK)]


def test_games_whose_win_is_proven_too_early_or_not_at_all_are_left_out() -> None:
    others = [_row(1, 5), _row(0, None), _row(0, BACK - 1), _row(0, 5, start=4), _row(0, 5, studied=False)]
    assert turn([*others, {**_row(0, 5), "study": None}]) == []
