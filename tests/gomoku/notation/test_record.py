import pytest

from gomoku.notation.record import GameRecord


def test_times_are_given_for_every_move_or_for_none() -> None:
    GameRecord(15, (1, 2), None, "", "", None, None, (5, 6), ())
    with pytest.raises(ValueError, match="every move"):
        GameRecord(15, (1, 2), None, "", "", None, None, (5,), ())
    with pytest.raises(ValueError, match="every move"):
        GameRecord(15, (1, 2), None, "", "", None, None, (), (None, None, 3))
