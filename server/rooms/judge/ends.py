"""Ends away from the board, and events of time.

A player resigns, aborts, or claims against an absent one; an operator closes the room; a flag falls.
"""

from server.errors import Refused
from server.protocol.events import Ended, Resumed, RoomEvent
from server.protocol.values import ReasonName
from server.rooms.room import Room
from server.rooms.time_limits import find_deadline, find_deserted_at


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
    grace. The refusal of a claim that comes too early has the time ``now`` and the time ``from`` which on it is due.
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
    due = max(gone + room.claim_after_ms, room.later(room.turn_at, room.claim_after_ms))
    if at < due:
        raise Refused("", code="still_here", **{"now": at, "from": due})
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


def expire(room: Room, at: int, lag_ms: int = 0) -> list[RoomEvent]:
    """Return the events that time brings at ``at``; none before the room's deadline."""
    deadline = find_deadline(room, lag_ms)
    if deadline is None or at < deadline:
        return []
    if deadline == room.awaited_until:
        return go_on(room, at)
    v = room.v + 1
    seat = room.seat_to_act
    if seat is None or not room.under_way:
        return [end(room, v, at, None, "aborted")]
    if deadline == find_deserted_at(room):
        # nobody waits for an answer, and an unrated game may be continued another day
        bot = 1 if room.is_bot(1) else 0
        return [end(room, v, at, bot, "abandoned") if room.rated else end(room, v, at, None, "aborted")]
    return [end(room, v, at, 1 - seat, "timeout" if room.timed else "abandoned")]


def resume(room: Room, at: int, alive_at: int) -> list[RoomEvent]:
    """Return the event of a restart: the running move keeps the time used until the server was last alive; the rest is
    charged to nobody.

    No event for a game by correspondence, whose clock knows the downtimes. A person's clock stands still until `go_on`,
    as a page takes time to reconnect.
    """
    if not room.playing or room.slow:
        return []
    seen = max(alive_at, room.turn_at)
    thought = room.clock.thought_ms + room.clock.used(seen)
    seat = room.seat_to_act
    waits = room.timed and room.under_way and seat is not None and not room.is_bot(seat)
    left, reserve = room.read_clocks(seen)
    return [Resumed(v=room.v + 1, at=at, left=left, thought_ms=thought, waits=waits, reserve=reserve)]


def go_on(room: Room, at: int) -> list[RoomEvent]:
    """Return the event that restarts the clock: the player to move is back after a restart, or the wait is over."""
    if room.awaited_until is None:
        return []
    left, reserve = room.read_clocks(at)
    return [Resumed(v=room.v + 1, at=at, left=left, thought_ms=room.clock.thought_ms, reserve=reserve)]
