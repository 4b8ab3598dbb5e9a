"""Events of a stone."""

from server.protocol.events import Ended, Moved, Seated
from server.protocol.inbound import Move, Resign
from tests.server.rooms.judge.games import BOB, NOON, begun, code, do, happen, opened


def test_a_winning_move_brings_the_end_with_its_line() -> None:
    room = begun([0, 15, 1, 16, 2, 17, 3, 18])
    moved, end = do(room, 0, Move, 8, 4)
    assert isinstance(moved, Moved)
    assert isinstance(end, Ended)
    assert (end.winner, end.reason, end.line) == ("black", "five", [0, 1, 2, 3, 4])
    assert end.v == moved.v + 1 == room.v


def test_a_full_board_is_a_draw() -> None:
    room = begun([0, 1, 2, 4, 3, 5, 7, 6], rules="tictactoe", size=3)
    end = do(room, 0, Move, 8, 8)[1]
    assert isinstance(end, Ended)
    assert (end.winner, end.reason, end.line) == (None, "full_board", None)
    assert room.score_after() == (1, 1)


def test_black_may_be_in_either_seat() -> None:
    room = opened(color="white")
    happen(room, [Seated(2, NOON, 1, BOB, 1)])
    assert code(lambda: do(room, 0, Move, 0, 0)) == "not_your_turn"
    do(room, 1, Move, 0, 0)
    (end,) = do(room, 0, Resign)
    assert isinstance(end, Ended)
    assert end.winner == "black"
    assert room.score_after() == (0, 2)
