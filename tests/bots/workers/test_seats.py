import pytest

from bots.engine import Limits, Stop
from bots.errors import NoMove, PlayerCrashed
from bots.levels import level
from bots.workers.seats import Request, Seating, Seats
from tests.bots.engines import RAISE, THREADED, OddPlayer


def request(moves: tuple[int, ...], limits: Limits = Limits(), seat: int = 1) -> Request:  # noqa: B008
    return Request(Seating(seat, THREADED, "freestyle", 15, seat, 0), moves, limits)


def test_follows_the_game_forward_back_and_into_another_line() -> None:
    seats = Seats()
    for count, moves in enumerate([(1,), (1, 2, 3), (1, 2), (1, 2, 4, 5), (9,), ()], start=1):
        choice = seats.choose(request(moves), Stop())
        assert (choice.point, choice.why["asked"]) == (len(moves), count)


def test_a_crashed_player_is_closed_and_opened_anew() -> None:
    seats = Seats()
    OddPlayer.closed.clear()
    seats.choose(request(()), Stop())
    with pytest.raises(PlayerCrashed, match="ValueError"):
        seats.choose(request((), RAISE), Stop())
    assert OddPlayer.closed == [1]
    assert seats.choose(request(()), Stop()).why["asked"] == 1


def test_an_illegal_game_is_a_crash_and_a_finished_one_has_no_move() -> None:
    seats = Seats()
    with pytest.raises(PlayerCrashed, match="outside"):
        seats.choose(request((225,)), Stop())
    five = tuple(point for x in range(5) for point in (x, 15 + x))[:-1]
    with pytest.raises(NoMove):
        seats.choose(Request(Seating(2, level(2), "freestyle", 15, 1, 0), five, Limits()), Stop())
    with pytest.raises(PlayerCrashed, match="over"):
        seats.choose(request((*five, 200)), Stop())


def test_forgets_and_closes_players() -> None:
    seats = Seats()
    OddPlayer.closed.clear()
    for seat in (1, 2, 3):
        seats.choose(request((), seat=seat), Stop())
    seats.forget(2)
    seats.forget(2)
    assert OddPlayer.closed == [2]
    seats.close()
    assert OddPlayer.closed == [2, 1, 3]
