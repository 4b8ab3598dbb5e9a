"""Events of time, and of a restart."""

from server.protocol.events import Resumed, RoomEvent
from server.rooms.judge.ends import end
from server.rooms.room import Room
from server.rooms.time_limits import find_deadline, find_deserted_at


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
