"""Seating: permissions and colours."""

import pytest

from server.protocol.events import Seated
from server.protocol.values import ColorChoice, Who
from server.rooms import judge
from server.rooms.room import Room
from tests.server.rooms.judge.games import ADA, BOB, EVE, NOON, begun, code, ended, opened


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
