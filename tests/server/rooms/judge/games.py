"""Rooms at some point of a game, and commands judged and applied to them."""

from collections.abc import Callable, Iterable

import pytest

from server.errors import Refused
from server.protocol.events import Created, RoomEvent, Seated
from server.protocol.inbound import Answer, Offer, Resign, RoomCommand
from server.protocol.values import ClockSpec, ColorChoice, NoClockSpec, Rules, Who
from server.rooms import fold, judge
from server.rooms.policy import Policy
from server.rooms.room import Room

NOON = 1_700_000_000_000
POLICY = Policy()
ADA, BOB, EVE = Who("ada", "Ada"), Who("bob", "Bob"), Who("eve", "Eve")
BOT = Who(level=1)
UNTIMED = NoClockSpec()


def happen(room: Room, events: Iterable[RoomEvent]) -> None:
    for event in events:
        fold.apply(room, event)


def opened(
    clock: ClockSpec = UNTIMED, rules: Rules = "freestyle", size: int = 15, color: ColorChoice = "black"
) -> Room:
    created = Created(1, NOON, rules, size, clock, "public", True, color, ADA)
    return Room(1, "room00000000", created, POLICY)


def begun(
    moves: Iterable[int] = (), clock: ClockSpec = UNTIMED, rules: Rules = "freestyle", size: int = 15, guest: Who = BOB
) -> Room:
    """A game in which seat 0 has black, after the moves, all made at noon."""
    room = opened(clock, rules, size)
    happen(room, [Seated(2, NOON, 1, guest, 0)])
    for ply, point in enumerate(moves):
        happen(room, judge.move(room, ply % 2, ply, point, NOON))
    return room


def ended(moves: Iterable[int] = (0, 1), guest: Who = BOB) -> Room:
    room = begun(moves, guest=guest)
    happen(room, judge.decide(room, 0, Resign("r", room.id), NOON))
    return room


def do(
    room: Room, seat: int, command: type[RoomCommand], *fields: object, at: int = NOON, lag: int = 0
) -> list[RoomEvent]:
    """A command, judged and applied."""
    events = judge.decide(room, seat, command("c", room.id, *fields), at, lag)
    happen(room, events)
    return events


def code(work: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refusal:
        work()
    return refusal.value.code


def offered(room: Room, seat: int, what: str) -> Room:
    do(room, seat, Offer, what)
    return room


def declined(room: Room, seat: int, what: str) -> Room:
    do(offered(room, seat, what), 1 - seat, Answer, what, False)
    return room
