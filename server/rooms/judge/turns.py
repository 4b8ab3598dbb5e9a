"""Turns: whose it is, whether its time was up before, and what an act costs on the clock."""

from typing import NamedTuple

from server.errors import Refused
from server.protocol.events import Ended, Left, Reserve
from server.rooms.judge.ends import end, require_playing
from server.rooms.room import Room


class ActTime(NamedTuple):
    """The time of one act: thought, measured lag, given back, left to both, and what is kept beside that."""

    think_ms: int
    lag_ms: int
    given_ms: int
    left: Left
    reserve: Reserve | None


def require_turn(room: Room, seat: int, ply: int) -> None:
    """Raise Refused unless this seat is to act with so many stones on the board."""
    require_playing(room)
    if room.seat_to_act != seat:
        raise Refused(code="not_your_turn")
    if ply != room.game.ply:
        raise Refused(code="wrong_ply", ply=room.game.ply)


def find_flag(room: Room, seat: int, at: int, lag_ms: int) -> Ended | None:
    """The end by time, where that of the seat to act was up before ``at``; a bot never loses so.

    Until both sides have acted nobody loses: `server.rooms.judge.time.expire` brings the same.
    """
    flag = room.clock.deadline()
    if flag is None or room.is_bot(seat) or at < flag + min(lag_ms, room.policy.lag_cap_ms):
        return None
    if not room.under_way:
        return end(room, room.v + 1, at, None, "aborted")
    return end(room, room.v + 1, at, 1 - seat, "timeout")


def charge(room: Room, seat: int, at: int, lag_ms: int, *, stone: bool, passes: bool) -> ActTime:
    """The ledger of an act that is made now; ``stone``: it lays one, ``passes``: the other is to act after it."""
    clock = room.clock.copy()
    thought, given_ms = max(0, at - room.turn_at), 0
    if clock.running is not None:
        if passes:
            press = clock.press(at, lag_ms, room.policy.lag_cap_ms, stone=stone)
            thought, given_ms = press.think_ms, press.given_back_ms
        else:
            if stone:
                clock.lay(at)
            clock.pause(at)
            thought = clock.thought_ms
        thought -= room.told_ms
    first, second = clock.time(0), clock.time(1)
    reserve = None if first.reserve is None and second.reserve is None else (first.reserve, second.reserve)
    return ActTime(thought, lag_ms, given_ms, (first.left_ms, second.left_ms), reserve)
