"""Ends away from the board: a player resigns, aborts, or claims against an absent one; an operator closes the room."""

from server.errors import Refused
from server.protocol.events import Ended, RoomEvent
from server.protocol.values import ReasonName
from server.rooms.room import Room


def resign(room: Room, seat: int, at: int) -> list[RoomEvent]:
    """Return the resignation of ``seat``."""
    require_playing(room)
    return [end(room, room.v + 1, at, 1 - seat, "resigned")]


def abort(room: Room, at: int) -> list[RoomEvent]:
    """Close an open room, or end a game before both sides have moved."""
    if room.result is not None:
        raise Refused(code="game_over")
    if room.under_way:
        raise Refused(code="too_late_to_abort")
    return [end(room, room.v + 1, at, None, "aborted")]


def claim(room: Room, seat: int, win: bool, at: int) -> list[RoomEvent]:
    """End the game, won or drawn, against a player who has been gone and has kept the other waiting for longer than the
    grace.
    """
    require_playing(room)
    if not room.under_way or room.slow:
        raise Refused(code="nothing_to_claim")
    gone = room.gone_since[1 - seat]
    if gone is None:
        raise Refused(code="still_here")
    if room.seat_to_act == seat:  # an absent player who is not to move keeps nobody waiting
        raise Refused(code="nothing_to_claim")
    # a leap of the time moves `gone_since` along, but not the start of the turn
    if at < max(gone + room.claim_after_ms, room.later(room.turn_at, room.claim_after_ms)):
        raise Refused(code="still_here")
    return [end(room, room.v + 1, at, seat if win else None, "abandoned")]


def close(room: Room, at: int) -> list[RoomEvent]:
    """End the game or the open room without a result, for an operator; no events if it is over."""
    return [] if room.result is not None else [end(room, room.v + 1, at, None, "aborted")]


def require_playing(room: Room) -> None:
    """Raise Refused unless the game goes on: "game_over", "not_started"."""
    if room.result is not None:
        raise Refused(code="game_over")
    if room.open:
        raise Refused(code="not_started")


def end(room: Room, v: int, at: int, winner: int | None, reason: ReasonName) -> Ended:
    """Build the end of a game away from the board; ``winner`` is a seat."""
    color = None if winner is None else room.color(winner)
    left, reserve = room.read_clocks(at)
    return Ended(v=v, at=at, winner=color, reason=reason, left=left, reserve=reserve)
