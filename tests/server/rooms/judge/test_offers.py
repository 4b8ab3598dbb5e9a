"""Offers and what they bring."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gomoku.clock import LEAST_LEFT_MS
from server.protocol.events import Answered, Ended, Offered, Rematched, TookBack
from server.protocol.inbound import Answer, Move, Offer, Resign, RoomCommand
from server.protocol.values import AbsoluteSpec, ByoYomiSpec, CanadianSpec, ClockSpec, FischerSpec, PerMoveSpec
from server.rooms.judge.offers import MOST_EVENTS
from tests.server.rooms.judge.games import BOT, NOON, begun, code, declined, do, ended, offered


@pytest.mark.parametrize("command", [Offer, Answer])
def test_an_offer_is_accepted_by_an_answer_or_by_the_same_offer(command: type[RoomCommand]) -> None:
    fields = () if command is Offer else (True,)
    room = offered(begun([0, 1]), 0, "draw")
    (end,) = do(room, 1, command, "draw", *fields)
    assert isinstance(end, Ended)
    assert (end.winner, end.reason) == (None, "agreed_draw")
    assert room.offers == (set(), set())

    room = offered(begun([0]), 0, "takeback")  # the other has no move to take back and agrees all the same
    (took,) = do(room, 1, command, "takeback", *fields)
    assert isinstance(took, TookBack)
    assert (took.seat, took.plies) == (0, 1)

    room = offered(ended(), 1, "rematch")
    (again,) = do(room, 0, command, "rematch", *fields)
    assert isinstance(again, Rematched)
    assert room.next == again.room


@pytest.mark.parametrize(("plies", "seat", "back"), [(1, 0, 1), (2, 0, 2), (2, 1, 1), (3, 0, 1), (3, 1, 2)])
def test_a_take_back_goes_to_ones_own_turn(plies: int, seat: int, back: int) -> None:
    room = offered(begun(range(plies)), seat, "takeback")
    do(room, 1 - seat, Answer, "takeback", True)
    assert room.game.ply == plies - back
    assert room.seat_to_act == seat
    assert len(room.stones) == plies - back
    assert not room.rated


def test_a_withdrawn_offer_may_be_made_again_at_once() -> None:
    room = offered(begun([0]), 0, "draw")
    (answered,) = do(room, 0, Answer, "draw", False)
    assert isinstance(answered, Answered)
    assert (answered.seat, room.offers) == (0, (set(), set()))
    assert code(lambda: do(room, 1, Answer, "draw", True)) == "no_offer"
    (again,) = do(room, 0, Offer, "draw")
    assert isinstance(again, Offered)


def test_offering_and_withdrawing_ends_some_day() -> None:
    room = begun([0])
    while room.v < MOST_EVENTS:
        do(room, 0, Offer, "draw")
        do(room, 0, Answer, "draw", False)
    assert code(lambda: do(room, 0, Offer, "draw")) == "offer_too_soon"
    assert code(lambda: do(room, 0, Offer, "takeback")) == "offer_too_soon"
    do(room, 1, Move, 1, 1)  # the game goes on, and comes to its end


def test_a_declined_offer_may_be_made_again_after_a_move() -> None:
    room = declined(begun([0]), 0, "draw")
    assert code(lambda: do(room, 0, Offer, "draw")) == "offer_too_soon"
    do(room, 1, Offer, "draw")  # the other side may
    do(room, 0, Answer, "draw", False)
    do(room, 1, Move, 1, 1)
    do(room, 0, Offer, "draw")


@pytest.mark.parametrize("what", ["draw", "takeback"])
def test_a_declined_offer_may_be_made_again_after_a_take_back(what: str) -> None:
    room = declined(begun(range(6)), 0, what)
    do(offered(room, 1, "takeback"), 0, Answer, "takeback", True)
    assert room.game.ply == 5
    do(room, 1, Move, 5, 105)  # as many stones as when it was declined, and another position
    do(room, 0, Offer, what)


def test_what_was_declined_in_a_position_stays_declined_there() -> None:
    room = declined(begun(range(6)), 0, "draw")
    do(room, 1, Offer, "draw")
    do(room, 1, Answer, "draw", False)
    assert code(lambda: do(room, 0, Offer, "draw")) == "offer_too_soon"


def test_a_take_back_leaves_the_clock_as_it_was_less_the_time_that_passed() -> None:
    room = begun([0, 1], clock=FischerSpec(60_000, 5_000))
    at = NOON
    for ply in range(2, 6):
        at += 1_000
        do(room, ply % 2, Move, ply, ply, at=at)
    assert room.left(at) == (68_000, 68_000)
    offered(room, 0, "takeback")
    do(room, 1, Answer, "takeback", True, at=at + 3_000)
    assert room.left(at + 3_000) == (60_000, 63_000)


@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("move"), st.integers(0, 4_000)),
            st.tuples(st.just("back"), st.integers(0, 4_000), st.integers(0, 1)),
        ),
        max_size=25,
    )
)
def test_no_take_back_brings_time_nor_loses_any(acts: list[tuple[str, int] | tuple[str, int, int]]) -> None:
    room = begun([0, 1], clock=FischerSpec(600_000, 5_000))
    at, used = NOON, [0, 0]
    for act in acts:
        seat = room.seat_to_act
        assert seat is not None
        asker = act[2] if len(act) > 2 else seat
        if act[0] == "back" and room.played < (2 if asker == seat else 1):
            continue
        at += act[1]
        if room.clock.running is not None:
            used[seat] += act[1]
        if act[0] == "move":
            ply = room.game.ply
            do(room, seat, Move, ply, ply + 20 * (ply % 2), at=at)
        else:
            do(room, asker, Offer, "takeback", at=at)
            do(room, 1 - asker, Answer, "takeback", True, at=at)
        if room.result is not None:
            break
        pressed = [sum(n % 2 == each for n in range(2, room.game.ply)) for each in (0, 1)]
        assert list(room.left(at)) == [600_000 + 5_000 * pressed[each] - used[each] for each in (0, 1)]


def test_a_take_back_brings_down_no_flag() -> None:
    for had, left in ((3_000, 3_000), (20_000, LEAST_LEFT_MS)):
        room = begun([0, 1], clock=FischerSpec(had, 60_000))
        do(room, 0, Move, 2, 2, at=NOON + 2_900)
        do(room, 1, Move, 3, 3, at=NOON + 2_900)
        do(room, 0, Offer, "takeback", at=NOON + 42_900)
        do(room, 1, Answer, "takeback", True, at=NOON + 42_900)
        assert room.left(NOON + 42_900) == (left, had)


@pytest.mark.parametrize(
    ("clock", "left"),
    [
        (ByoYomiSpec(0, 30_000, 3), (90_000, 60_000)),
        (PerMoveSpec(50_000), (50_000, 15_000)),
        (CanadianSpec(0, 60_000, 2), (20_000, 25_000)),
        (FischerSpec(60_000, 5_000, 62_000), (20_000, 25_000)),
        (AbsoluteSpec(60_000), (20_000, 25_000)),
    ],
)
def test_a_take_back_by_every_clock(clock: ClockSpec, left: tuple[int, int]) -> None:
    room = begun([0, 1], clock=clock)
    do(room, 0, Move, 2, 2, at=NOON + 20_000)
    do(room, 1, Move, 3, 3, at=NOON + 55_000)
    do(room, 0, Offer, "takeback", at=NOON + 75_000)
    do(room, 1, Answer, "takeback", True, at=NOON + 75_000)
    assert room.left(NOON + 75_000) == left


def test_offers_stand_until_the_other_has_moved() -> None:
    room = offered(begun([0, 1]), 0, "draw")
    do(room, 0, Offer, "takeback")
    do(room, 0, Move, 2, 2)
    assert room.offers[0] == {"draw"}
    do(room, 1, Move, 3, 3)
    assert room.offers[0] == set()


def test_a_bot_takes_back_and_plays_again_but_makes_no_draws() -> None:
    room = begun([0, 1], guest=BOT)
    assert code(lambda: do(room, 0, Offer, "takeback")) == "no_take_backs"  # it is rated
    room.rated = False
    assert [type(event) for event in do(room, 0, Offer, "draw")] == [Offered, Answered]
    assert code(lambda: do(room, 0, Offer, "draw")) == "offer_too_soon"
    assert [type(event) for event in do(room, 0, Offer, "takeback")] == [TookBack]
    do(room, 0, Resign)
    assert [type(event) for event in do(room, 0, Offer, "rematch")] == [Rematched]
