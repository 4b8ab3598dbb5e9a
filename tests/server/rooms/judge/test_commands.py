"""Refusals of each command, with their codes."""

import pytest

from server.protocol.events import Seated
from server.protocol.inbound import Abort, Answer, Claim, Move, Offer, Resign, RoomCommand, Sit
from server.protocol.values import ColorChoice, Who
from server.rooms import judge
from server.rooms.room import Room
from tests.server.rooms.judge.games import ADA, BOB, BOT, EVE, NOON, begun, code, declined, do, ended, offered, opened


@pytest.mark.parametrize(
    ("room", "seat", "command", "fields", "expected"),
    [
        (opened(), 0, Move, (0, 0), "not_started"),
        (opened(), 0, Resign, (), "not_started"),
        (opened(), 0, Offer, ("draw",), "not_started"),
        (opened(), 0, Offer, ("takeback",), "not_started"),
        (opened(), 0, Offer, ("rematch",), "not_over"),
        (opened(), 0, Claim, ("win",), "not_started"),
        (opened(), 0, Answer, ("draw", True), "no_offer"),
        (opened(), 0, Sit, (), "bad_message"),
        (begun(), 1, Move, (0, 0), "not_your_turn"),
        (begun([0]), 0, Move, (1, 1), "not_your_turn"),
        (begun(), 0, Move, (1, 0), "wrong_ply"),
        (begun([0, 1]), 0, Move, (0, 5), "wrong_ply"),
        (begun([0, 1]), 0, Move, (2, 1), "occupied"),
        (begun(), 0, Move, (0, 225), "off_board"),
        (begun(rules="tictactoe", size=3), 0, Move, (0, 9), "off_board"),
        (begun([0, 30, 1, 32, 2, 34, 4, 36, 5, 38], rules="renju"), 0, Move, (10, 3), "forbidden_overline"),
        (begun([97, 0, 127, 2, 111, 28, 113, 30], rules="renju"), 0, Move, (8, 112), "forbidden_double_three"),
        (begun(), 0, Offer, ("takeback",), "nothing_to_take_back"),
        (begun([0]), 1, Offer, ("takeback",), "nothing_to_take_back"),
        (begun(), 0, Offer, ("rematch",), "not_over"),
        (offered(begun(), 0, "draw"), 0, Offer, ("draw",), "already_offered"),
        (offered(begun([0]), 0, "takeback"), 0, Offer, ("takeback",), "already_offered"),
        (offered(ended(), 0, "rematch"), 0, Offer, ("rematch",), "already_offered"),
        (offered(offered(ended(), 0, "rematch"), 1, "rematch"), 1, Offer, ("rematch",), "already_offered"),
        (declined(begun(), 0, "draw"), 0, Offer, ("draw",), "offer_too_soon"),
        (declined(ended(), 1, "rematch"), 1, Offer, ("rematch",), "offer_too_soon"),
        (begun(), 1, Answer, ("draw", True), "no_offer"),
        (begun(), 1, Answer, ("draw", False), "no_offer"),
        (offered(begun(), 0, "draw"), 0, Answer, ("draw", True), "no_offer"),
        (offered(begun([0]), 0, "draw"), 1, Answer, ("takeback", True), "no_offer"),
        (begun([0, 1]), 0, Abort, (), "too_late_to_abort"),
        (begun([0, 1]), 0, Claim, ("win",), "still_here"),
        (begun([0, 1], guest=BOT), 0, Claim, ("win",), "still_here"),
        (ended(), 0, Move, (2, 5), "game_over"),
        (ended(), 0, Resign, (), "game_over"),
        (ended(), 0, Abort, (), "game_over"),
        (ended(), 0, Claim, ("draw",), "game_over"),
        (ended(), 0, Offer, ("draw",), "game_over"),
        (ended(), 0, Offer, ("takeback",), "game_over"),
    ],
)
def test_what_breaks_a_rule_is_refused_by_its_code(
    room: Room, seat: int, command: type[RoomCommand], fields: tuple[object, ...], expected: str
) -> None:
    before = room.v, list(room.game.moves), room.offers[0] | room.offers[1]
    assert code(lambda: do(room, seat, command, *fields)) == expected
    assert (room.v, list(room.game.moves), room.offers[0] | room.offers[1]) == before


@pytest.mark.parametrize(
    ("room", "who", "expected"),
    [
        (opened(), ADA, "own_room"),
        (begun(), ADA, "own_room"),
        (begun(), EVE, "seat_taken"),
        (ended(), EVE, "game_over"),
    ],
)
def test_who_may_not_sit_down(room: Room, who: Who, expected: str) -> None:
    assert code(lambda: judge.sit(room, who, NOON)) == expected


@pytest.mark.parametrize(("color", "blacks"), [("black", {0}), ("white", {1}), ("random", {0, 1})])
def test_colours_are_as_the_owner_asked(color: ColorChoice, blacks: set[int]) -> None:
    found = set()
    for _ in range(64):
        (seated,) = judge.sit(opened(color=color), BOB, NOON)
        assert isinstance(seated, Seated)
        found.add(seated.black)
    assert found == blacks
