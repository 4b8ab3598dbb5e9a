"""The fold of a room's events: applies each event to the room, live as after a restart."""

from collections.abc import Iterable
from typing import assert_never

from gomoku.board import Color
from gomoku.clock import Charge
from gomoku.game import Outcome, Reason
from server.protocol.events import (
    Answered,
    Chose,
    Created,
    Declared,
    Ended,
    Moved,
    Offered,
    Proposed,
    Rematched,
    Resumed,
    RoomEvent,
    Seated,
    TookBack,
)
from server.protocol.values import BotRun, OfferKind, Result, TimedMove
from server.rooms.policy import Policy
from server.rooms.room import Offers, Room

Act = Moved | Chose | Declared | Proposed
"""An action of the player whose turn it is."""


def replay(serial: int, id: str, events: Iterable[RoomEvent], policy: Policy, bot: BotRun | None = None) -> Room:
    """Build the room from its events; the first must be `Created`."""
    history = iter(events)
    created = next(history)
    if not isinstance(created, Created):
        raise TypeError(f"room {id}: history begins with {type(created).__name__}")
    room = Room(serial, id, created, policy, bot)
    for event in history:
        apply(room, event)
    return room


def apply(room: Room, event: RoomEvent) -> None:
    """Apply one stored event; its version must be the next one."""
    if event.v != room.v + 1:
        raise ValueError(f"room {room.id}: version {event.v} after {room.v}")
    match event:
        case Moved():
            _apply_moved(room, event)
        case Chose() | Declared() | Proposed():
            _apply_decided(room, event)
        case Seated():
            room.seats[event.seat] = event.who
            room.first = room.black = event.black
            _begin_turn(room, event.at)
        case Offered():
            pass  # `apply_offers` has all of it
        case Answered():
            _apply_answered(room, event)
        case TookBack():
            _apply_took_back(room, event)
        case Ended():
            _apply_ended(room, event)
        case Rematched():
            room.next = event.room
        case Resumed():
            _apply_resumed(room, event)
        case Created():
            raise ValueError(f"room {room.id}: created twice")
        case _:
            assert_never(event)
    apply_offers(room.offers, event)
    room.v = event.v


def apply_offers(offers: Offers, event: RoomEvent) -> None:
    """Apply an event to the offers of both seats, and to nothing else."""
    match event:
        case Offered():
            offers[event.seat].add(event.what)
        case Answered():
            withdrawn = event.what in offers[event.seat]
            offers[event.seat if withdrawn else 1 - event.seat].discard(event.what)
        case Moved() | Chose() | Declared() | Proposed():
            # an offer stands until the other side has moved; a request to take back ends with any move
            offers[1 - event.seat].discard("draw")
            _clear_offers(offers, "takeback")
        case TookBack() | Ended():
            _clear_offers(offers, "draw", "takeback")
        case Rematched():
            _clear_offers(offers, "rematch")


def _begin_turn(room: Room, at: int) -> None:
    """Start the turn of the player to move, and their clock where time counts."""
    room.turn_at = at
    room.told_ms = 0
    room.awaited_until = None
    seat = room.seat_to_act
    if seat is not None and room.counts_time:
        room.clock.start(seat, at)


def _set_clock(room: Room, event: Act | TookBack | Ended | Resumed) -> None:
    room.clock.pause(room.turn_at)
    room.clock.left_ms = list(event.left)
    room.clock.reserve = [None, None] if event.reserve is None else list(event.reserve)


def _pass_turn(room: Room, event: Act) -> None:
    """End the turn after an action: a new turn begins, or the same player goes on without a press of the clock."""
    room.declined.clear()
    going_on = room.clock.running == room.seat_to_act == event.seat
    _set_clock(room, event)
    if not going_on:
        _begin_turn(room, event.at)
        return
    room.turn_at = event.at
    room.clock.resume(event.seat, event.at)
    room.clock.thought_ms = room.told_ms = room.told_ms + event.think_ms


def _apply_decided(room: Room, event: Chose | Declared | Proposed) -> None:
    room.decisions.append(event)
    match event:
        case Chose():
            room.opening.push(event.choice)
            room.black = event.black
        case Declared():
            room.opening.push(event.number)
        case Proposed():
            room.opening.push(tuple(event.points))
    _pass_turn(room, event)


def _apply_moved(room: Room, event: Moved) -> None:
    # it was judged before it was stored; if it ends the game, that is the next event
    if room.opening.turn is None:
        room.game.push(event.point)
    else:
        room.opening.push(event.point)
    _note_charge(room, event)
    left = event.left[event.seat]
    room.stones.append(TimedMove(event.point, event.think_ms, left, conditional=event.conditional))
    if event.why is not None:
        room.why = (event.ply, event.why)
    _pass_turn(room, event)


def _note_charge(room: Room, event: Moved) -> None:
    clock, used = room.clock, 0
    if clock.running == event.seat:
        # time thought before a pause is already charged
        used = max(0, event.think_ms + room.told_ms - event.given_ms - clock.thought_ms)
    room.charges.append(Charge(event.seat, clock.time(event.seat), used))


def _forget_charges(room: Room, event: TookBack) -> None:
    """Move the time of removed moves to the last remaining move of the same seat: it has passed, and a second take-back
    must not return it.
    """
    charges, gone = room.charges[: -event.plies], room.charges[-event.plies :]
    for seat, left in enumerate(event.left):
        had = next((charge.before for charge in gone if charge.seat == seat), room.clock.time(seat)).left_ms
        last = next((n for n in reversed(range(len(charges))) if charges[n].seat == seat), None)
        if last is not None and had is not None and left is not None:
            used = charges[last].used_ms + max(0, had - left)
            charges[last] = charges[last]._replace(used_ms=used)
    room.charges = charges


def _apply_answered(room: Room, event: Answered) -> None:
    if event.what not in room.offers[event.seat]:  # else the seat withdraws its own
        room.declined.add((1 - event.seat, event.what))


def _apply_took_back(room: Room, event: TookBack) -> None:
    room.game.undo(event.plies)
    del room.stones[-event.plies :]
    if room.why is not None and room.why[0] >= room.game.ply:
        room.why = None
    room.rated = False
    room.declined.clear()
    _forget_charges(room, event)
    _set_clock(room, event)
    _begin_turn(room, event.at)


def _apply_ended(room: Room, event: Ended) -> None:
    _set_clock(room, event)
    room.awaited_until = None
    room.result = Result(event.winner, event.reason)
    winner = None if event.winner is None else Color[event.winner.upper()]
    line = None if event.line is None else tuple(event.line)
    room.game.finish(Outcome(winner, Reason(event.reason)), line)


def _apply_resumed(room: Room, event: Resumed) -> None:
    _set_clock(room, event)
    room.turn_at = event.at
    room.awaited_until = None
    seat = room.seat_to_act
    if seat is not None and room.counts_time:
        if event.waits:
            room.awaited_until = event.at + room.policy.grace_ms
        else:
            room.clock.resume(seat, event.at)
        room.clock.thought_ms = event.thought_ms


def _clear_offers(offers: Offers, *kinds: OfferKind) -> None:
    for each in offers:
        each.difference_update(kinds)
