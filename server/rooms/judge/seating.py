"""Seating: the second player sits down, and the game begins."""

import secrets

from server.errors import Refused
from server.protocol.events import RoomEvent, Seated
from server.protocol.values import ColorChoice, Who
from server.rooms.room import Room


def choose_black(color: ColorChoice) -> int:
    """Return the seat that gets black when the owner (seat 0) asked for ``color``."""
    if color == "random":
        return secrets.randbelow(2)
    return 0 if color == "black" else 1


def sit(room: Room, who: Who, at: int) -> list[RoomEvent]:
    """Seat a second player and begin the game."""
    if room.result is not None:
        raise Refused(code="game_over")
    if room.seat_of(who.id) is not None:
        raise Refused(code="own_room")
    if not room.open:
        raise Refused(code="seat_taken")
    return [Seated(v=room.v + 1, at=at, seat=1, who=who, black=choose_black(room.created.color))]
