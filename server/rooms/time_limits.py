"""Time limits of a room, in ms: when a player must have acted, and when a wait ends.

`server.rooms.judge.expire` finds the events at a limit.
"""

from collections.abc import Iterable
from copy import deepcopy

from server.protocol.events import RoomEvent
from server.rooms import fold
from server.rooms.room import Room
from server.store.writes import FlagAt


def find_deadline(room: Room, lag_ms: int = 0) -> int | None:
    """Return the time at which the room must be checked; ``lag_ms`` is the lag of the player to act."""
    if room.result is not None:
        return None
    if room.open and room.slow:
        return room.later(room.created.at, room.policy.slow_open_ms)
    if room.open:
        gone = room.gone_since[0]
        return room.later(room.created.at, room.policy.idle_ms) if gone is None else gone + room.policy.open_ms
    act_by, deserted = _find_act_by(room, lag_ms), find_deserted_at(room)
    return act_by if deserted is None else deserted if act_by is None else min(act_by, deserted)


def foresee_flag(room: Room, events: Iterable[RoomEvent]) -> FlagAt:
    """Return when a game by correspondence must be checked after these events, and the player it waits for."""
    later = deepcopy(room)  # milliseconds, for a move a day
    for event in events:
        fold.apply(later, event)
    seat = later.seat_to_act
    who = None if seat is None else later.seats[seat]
    return FlagAt(room.serial, None if who is None else find_deadline(later), None if who is None else who.id)


def find_first_move_by(room: Room) -> int | None:
    """Return when the game is aborted for lack of a first move; None where that does not apply."""
    if room.playing and room.timed and not room.counts_time:
        return room.later(room.turn_at, room.policy.first_move_ms)
    return None


def find_deserted_at(room: Room) -> int | None:
    """Return when a game against a bot ends because its person has left; None while they are present."""
    person = 0 if room.is_bot(1) else 1
    gone = room.gone_since[person] if room.playing and room.is_bot(1 - person) else None
    return None if gone is None else gone + room.policy.deserted_ms


def _find_act_by(room: Room, lag_ms: int) -> int | None:
    """Return when the player to act must have done so; None for a bot."""
    seat = room.seat_to_act
    if seat is not None and room.is_bot(seat):
        return None  # a slow server is no reason for a bot to lose
    first_move_by = find_first_move_by(room)
    if first_move_by is not None:
        return first_move_by
    if room.awaited_until is not None:
        return room.awaited_until
    flag = room.clock.deadline()
    if flag is not None:
        return flag + min(lag_ms, room.policy.lag_cap_ms)
    return room.later(room.turn_at, room.policy.idle_ms)
