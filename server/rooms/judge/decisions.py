"""Decisions in an opening: a word, a number, the points that black offers."""

from typing import Any

from gomoku.errors import IllegalMove
from gomoku.openings.turns import Action, NumberTurn
from server.errors import Refused
from server.protocol.events import Chose, Declared, Proposed, RoomEvent
from server.protocol.inbound import Choose, Declare, Propose
from server.rooms.judge.turns import charge, find_flag, require_turn
from server.rooms.room import Room


def decide_in_opening(
    room: Room, seat: int, command: Choose | Declare | Propose, at: int, lag_ms: int
) -> list[RoomEvent]:
    """A seat decides what the opening asks of it; refused with the code of what is wrong with it."""
    require_turn(room, seat, command.ply)
    late = find_flag(room, seat, at, lag_ms)
    if late is not None:
        return [late]
    opening = room.opening
    action: Action
    match command, opening.turn:
        case Choose(), _:
            action = command.choice
        case Declare(), NumberTurn():
            action = command.number
        case Propose(), _:
            action = tuple(command.points)
        case _:  # a number is no point, either
            raise Refused(code="wrong_action" if opening.turn is not None else "opening_over")
    try:
        opening.check(action)
    except IllegalMove as error:
        raise Refused(code=error.code) from None
    after = opening.after(action)
    ledger = charge(room, seat, at, lag_ms, stone=False, passes=after.player != opening.player)
    decided: dict[str, Any] = {"v": room.v + 1, "at": at, "seat": seat, "ply": command.ply, **ledger._asdict()}
    match command:
        case Choose():
            assert room.first is not None
            return [Chose(**decided, choice=command.choice, black=room.first ^ after.black)]
        case Declare():
            return [Declared(**decided, number=command.number)]
        case Propose():
            return [Proposed(**decided, points=command.points)]
