"""Offers and what they bring."""

import pytest

from server.protocol.events import Answered, Ended, Offered, Rematched, TookBack
from server.protocol.inbound import Answer, Move, Offer, Resign, RoomCommand
from server.rooms.judge.offers import MOST_EVENTS
from tests.server.rooms.judge.games import BOT, begun, code, declined, do, ended, offered


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


def test_offers_stand_until_the_other_has_moved() -> None:
    room = offered(begun([0, 1]), 0, "draw")
    do(room, 0, Offer, "takeback")
    do(room, 0, Move, 2, 2)
    assert room.offers[0] == {"draw"}
    do(room, 1, Move, 3, 3)
    assert room.offers[0] == set()


def test_a_bot_takes_back_and_plays_again_but_makes_no_draws() -> None:
    room = begun([0, 1], guest=BOT)
    assert [type(event) for event in do(room, 0, Offer, "draw")] == [Offered, Answered]
    assert code(lambda: do(room, 0, Offer, "draw")) == "offer_too_soon"
    assert [type(event) for event in do(room, 0, Offer, "takeback")] == [TookBack]
    do(room, 0, Resign)
    assert [type(event) for event in do(room, 0, Offer, "rematch")] == [Rematched]
