import pickle

import pytest

from gomoku import errors
from gomoku.errors import ForbiddenReason


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.OffBoard(300), "off_board"),
        (errors.Occupied(3), "occupied"),
        (errors.GameOver(), "game_over"),
        (errors.ForbiddenMove(ForbiddenReason.OVERLINE), "forbidden_overline"),
        (errors.ForbiddenMove(ForbiddenReason.DOUBLE_FOUR), "forbidden_double_four"),
        (errors.ForbiddenMove(ForbiddenReason.DOUBLE_THREE), "forbidden_double_three"),
        (errors.NothingToUndo(), "nothing_to_undo"),
        (errors.BadPoint("Z99"), "bad_point"),
        (errors.BadBoardSize(99), "bad_size"),
        (errors.UnknownRuleSet("go"), "unknown_rules"),
        (errors.BadNotation(3, "why not"), "bad_notation"),
    ],
)
def test_every_error_has_its_code_and_says_what_is_wrong(error: errors.GomokuError, code: str) -> None:
    assert error.code == code
    assert str(error)
    back = pickle.loads(pickle.dumps(error))
    assert (type(back), str(back), vars(back)) == (type(error), str(error), vars(error))


def test_refused_moves_are_one_family() -> None:
    for error in (errors.OffBoard, errors.Occupied, errors.GameOver, errors.ForbiddenMove):
        assert issubclass(error, errors.IllegalMove)
