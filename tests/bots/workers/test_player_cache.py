import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots.engine import Limits, Stop
from bots.errors import NoMove, PlayerCrashed
from bots.levels import level
from bots.workers.player_cache import OpeningRequest, PlayerCache, Request, Seating
from tests.bots.engines import RAISE, THREADED, Odd, OddPlayer, level_of


def request(moves: tuple[int, ...], limits: Limits = Limits(), seat: int = 1) -> Request:  # noqa: B008
    return Request(Seating(seat, THREADED, "freestyle", 15, seat, 0), moves, limits)


def test_follows_the_game_forward_back_and_into_another_line() -> None:
    seats = PlayerCache()
    for count, moves in enumerate([(1,), (1, 2, 3), (1, 2), (1, 2, 4, 5), (9,), ()], start=1):
        choice = seats.choose(request(moves), Stop())
        assert (choice.point, choice.tell()["asked"]) == (len(moves), count)


def test_a_crashed_player_is_closed_and_opened_anew() -> None:
    seats = PlayerCache()
    OddPlayer.closed.clear()
    seats.choose(request(()), Stop())
    with pytest.raises(PlayerCrashed, match="ValueError"):
        seats.choose(request((), RAISE), Stop())
    assert OddPlayer.closed == [1]
    assert seats.choose(request(()), Stop()).tell()["asked"] == 1


def test_an_illegal_game_is_a_crash_and_a_finished_one_has_no_move() -> None:
    seats = PlayerCache()
    with pytest.raises(PlayerCrashed, match="outside"):
        seats.choose(request((225,)), Stop())
    five = tuple(point for x in range(5) for point in (x, 15 + x))[:-1]
    with pytest.raises(NoMove):
        seats.choose(Request(Seating(2, level(2), "freestyle", 15, 1, 0), five, Limits()), Stop())
    with pytest.raises(PlayerCrashed, match="over"):
        seats.choose(request((*five, 200)), Stop())


def test_forgets_and_closes_players() -> None:
    seats = PlayerCache()
    OddPlayer.closed.clear()
    for seat in (1, 2, 3):
        seats.choose(request((), seat=seat), Stop())
    seats.forget(2)
    seats.forget(2)
    assert OddPlayer.closed == [2]
    seats.close()
    assert OddPlayer.closed == [2, 1, 3]


class Holding(Odd):
    def holds(self, memory: int) -> int:
        return memory


HOLDING = Holding()


def holding(seat: int, limits: Limits = Limits()) -> Request:  # noqa: B008
    return Request(Seating(seat, level_of(f"{__name__}:HOLDING"), "freestyle", 15, seat, 10), (3, 4), limits)


def test_for_room_those_who_have_not_chosen_for_longest_are_closed_and_opened_anew() -> None:
    seats = PlayerCache(room=25)
    OddPlayer.closed.clear()
    light = request((), seat=9)
    asked = [seats.choose(holding(seat), Stop()).tell()["asked"] for seat in (1, 2, 1)]
    seats.choose(light, Stop())
    assert (asked, OddPlayer.closed, seats.held) == ([1, 1, 2], [], 20)
    assert seats.choose(holding(3), Stop()).tell()["asked"] == 1
    assert (OddPlayer.closed, seats.held) == ([2], 20)
    again = seats.choose(holding(2), Stop())
    assert (again.point, again.tell()["asked"], OddPlayer.closed) == (2, 1, [2, 1])
    assert seats.choose(light, Stop()).tell()["asked"] == 2  # a player that holds nothing stays
    seats.close()
    assert seats.held == 0


def test_who_holds_more_than_there_is_room_for_plays_all_the_same() -> None:
    seats = PlayerCache(room=5)
    assert [seats.choose(holding(seat), Stop()).point for seat in (1, 2, 1)] == [2, 2, 2]
    assert seats.held == 10
    with pytest.raises(PlayerCrashed):
        seats.choose(holding(1, RAISE), Stop())
    assert seats.held == 0


@given(st.lists(st.tuples(st.integers(0, 5), st.sampled_from(["choose", "crash", "forget"])), max_size=40))
def test_what_is_held_is_that_of_open_players_and_never_above_the_room(steps: list[tuple[int, str]]) -> None:
    OddPlayer.closed.clear()
    seats, opened = PlayerCache(room=30), OddPlayer.opened
    for seat, what in steps:
        if what == "forget":
            seats.forget(seat)
        elif what == "choose":
            seats.choose(holding(seat), Stop())
        else:
            with pytest.raises(PlayerCrashed):
                seats.choose(holding(seat, RAISE), Stop())
        assert seats.held == 10 * (OddPlayer.opened - opened - len(OddPlayer.closed)) <= 30
    seats.close()


def test_who_cannot_be_asked_in_an_opening_decides_nothing() -> None:
    seats = PlayerCache()
    seating = Seating(1, THREADED, "freestyle", 15, 1, 0)
    assert seats.decide(OpeningRequest(seating, "swap2", (112,), Limits()), Stop()).action is None
