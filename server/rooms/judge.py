"""What a command would bring: a room and a command in, events out. Nothing is changed here.

Every function returns the events to store, in order, or raises `server.errors.Refused` with a stable code.
"""

import secrets
from typing import Any

from gomoku.board import Color
from gomoku.clock import Press
from gomoku.errors import ForbiddenMove, IllegalMove
from gomoku.game import Outcome, Reason
from server.errors import Refused
from server.protocol.events import (
    Answered,
    Ended,
    Left,
    Moved,
    Offered,
    Rematched,
    Resumed,
    RoomEvent,
    Seated,
    TookBack,
)
from server.protocol.inbound import Abort, Answer, Claim, Move, Offer, Resign, RoomCommand
from server.protocol.shapes import ColorChoice, ColorName, OfferKind, ReasonName, Who
from server.rooms.room import UNCHARGED_PLIES, Room
from server.store.ids import new_id

MOST_EVENTS = 2000
"""In a room with so many behind it nobody offers anything more: the moves end by themselves, offers never would."""


def decide(room: Room, seat: int, command: RoomCommand, at: int, lag_ms: int = 0) -> list[RoomEvent]:
    """Events of a seated player's command that arrived at ``at`` (ms)."""
    match command:
        case Move(ply=ply, point=point):
            return move(room, seat, ply, point, at, lag_ms)
        case Resign():
            _require_playing(room)
            return [_ended(room, room.v + 1, at, 1 - seat, "resigned")]
        case Offer(what=what):
            return _offer(room, seat, what, at)
        case Answer(what=what, accept=accept):
            return _answer(room, seat, what, accept, at)
        case Abort():
            return _abort(room, at)
        case Claim(result=result):
            return _claim(room, seat, result == "win", at)
        case _:
            raise Refused(code="bad_message")


def black_seat(color: ColorChoice) -> int:
    """The seat that gets black when the owner (seat 0) asked for ``color``."""
    if color == "random":
        return secrets.randbelow(2)
    return 0 if color == "black" else 1


def sit(room: Room, who: Who, at: int) -> list[RoomEvent]:
    """A second player takes the free seat and the game begins."""
    if room.result is not None:
        raise Refused(code="game_over")
    if room.seat_of(who.id) is not None:
        raise Refused(code="own_room")
    if not room.open:
        raise Refused(code="seat_taken")
    return [Seated(v=room.v + 1, at=at, seat=1, who=who, black=black_seat(room.created.color))]


def move(
    room: Room,
    seat: int,
    ply: int,
    point: int,
    at: int,
    lag_ms: int = 0,
    why: dict[str, Any] | None = None,
    forced: bool | None = None,
) -> list[RoomEvent]:
    """A stone of ``seat``; with it the end of the game where it wins or fills the board."""
    _require_playing(room)
    if room.seat_to_move != seat:
        raise Refused(code="not_your_turn")
    if ply != room.game.ply:
        raise Refused(code="wrong_ply", ply=room.game.ply)
    press = _press(room, seat, at, lag_ms)
    if press is None:
        return [_ended(room, room.v + 1, at, 1 - seat, "timeout")]
    outcome = _play_in_thought(room, point)
    left = _with(room.left(at), seat, press.left_ms)
    moved = Moved(
        v=room.v + 1,
        at=at,
        seat=seat,
        ply=ply,
        point=point,
        think_ms=press.think_ms,
        lag_ms=press.lag_ms,
        given_ms=press.given_back_ms,
        left=left,
        forced=forced,
        why=why,
    )
    if outcome is None:
        return [moved]
    result, line = outcome
    winner: ColorName | None = None
    if result.winner is not None:
        winner = "black" if result.winner is Color.BLACK else "white"
    ended = Ended(v=room.v + 2, at=at, winner=winner, reason=_reason(result.reason), left=left, line=line)
    return [moved, ended]


def expire(room: Room, at: int, lag_ms: int = 0) -> list[RoomEvent]:
    """What the passing of time brings at ``at``; nothing while the room's deadline has not come."""
    deadline = room.deadline(lag_ms)
    if deadline is None or at < deadline:
        return []
    if deadline == room.awaited_until:
        return go_on(room, at)
    v = room.v + 1
    seat = room.seat_to_move
    if seat is None or room.played < UNCHARGED_PLIES:
        return [_ended(room, v, at, None, "aborted")]
    if deadline == room.deserted_at:
        # nobody waits for an answer, and who has nothing to lose may go on from here another day
        bot = 1 if room.is_bot(1) else 0
        return [_ended(room, v, at, bot, "abandoned") if room.rated else _ended(room, v, at, None, "aborted")]
    return [_ended(room, v, at, 1 - seat, "timeout" if room.timed else "abandoned")]


def resume(room: Room, at: int, alive_at: int) -> list[RoomEvent]:
    """A restart: the running move keeps what it had used when the server was last alive, the rest is nobody's.

    A person's clock stands still until `go_on`: a page takes its time to come back.
    """
    if not room.playing:
        return []
    seen = max(alive_at, room.turn_at)
    thought = room.clock.thought_ms + (seen - room.turn_at if room.clock.running is not None else 0)
    seat = room.seat_to_move
    waits = room.timed and room.played >= UNCHARGED_PLIES and seat is not None and not room.is_bot(seat)
    return [Resumed(v=room.v + 1, at=at, left=room.left(seen), thought_ms=thought, waits=waits)]


def go_on(room: Room, at: int) -> list[RoomEvent]:
    """The player to move is back after a restart, or has been waited for long enough: the clock runs again."""
    if room.awaited_until is None:
        return []
    return [Resumed(v=room.v + 1, at=at, left=room.left(at), thought_ms=room.clock.thought_ms)]


def close(room: Room, at: int) -> list[RoomEvent]:
    """An operator ends the game, or the open room, without a result."""
    return [] if room.result is not None else [_ended(room, room.v + 1, at, None, "aborted")]


# --- offers -------------------------------------------------------------------------------------------------------


def _offer(room: Room, seat: int, what: OfferKind, at: int) -> list[RoomEvent]:
    if what in room.offers[1 - seat]:
        return _answer(room, seat, what, True, at)
    _require_offerable(room, seat, what)
    if what in room.offers[seat]:
        raise Refused(code="already_offered")
    if room.declined.get((seat, what)) == room.game.ply or room.v >= MOST_EVENTS:
        raise Refused(code="offer_too_soon")
    offered = Offered(v=room.v + 1, at=at, seat=seat, what=what)
    if not room.is_bot(1 - seat):
        return [offered]
    if what == "draw":  # bots play on
        return [offered, Answered(v=room.v + 2, at=at, seat=1 - seat, what=what)]
    return _accept(room, seat, what, room.v + 1, at)


def _answer(room: Room, seat: int, what: OfferKind, accept: bool, at: int) -> list[RoomEvent]:
    if accept:
        if what not in room.offers[1 - seat]:
            raise Refused(code="no_offer")
        _require_offerable(room, 1 - seat, what)
        return _accept(room, 1 - seat, what, room.v + 1, at)
    if what not in room.offers[0] | room.offers[1]:
        raise Refused(code="no_offer")
    return [Answered(v=room.v + 1, at=at, seat=seat, what=what)]


def _require_offerable(room: Room, seat: int, what: OfferKind) -> None:
    if what == "rematch":
        if room.result is None or room.black is None:
            raise Refused(code="not_over")
        if room.next is not None:
            raise Refused(code="already_offered")
        return
    _require_playing(room)
    if what == "takeback" and room.played < _plies_back(room, seat):
        raise Refused(code="nothing_to_take_back")


def _accept(room: Room, seat: int, what: OfferKind, v: int, at: int) -> list[RoomEvent]:
    """The offer of ``seat`` comes true."""
    if what == "draw":
        return [_ended(room, v, at, None, "agreed_draw")]
    if what == "takeback":
        return [TookBack(v=v, at=at, seat=seat, plies=_plies_back(room, seat), left=room.left(at))]
    return [Rematched(v=v, at=at, room=new_id())]


def _plies_back(room: Room, seat: int) -> int:
    """To one's own turn: over the other's answer where there is one."""
    return 2 if room.seat_to_move == seat else 1


def _abort(room: Room, at: int) -> list[RoomEvent]:
    if room.result is not None:
        raise Refused(code="game_over")
    if room.played >= UNCHARGED_PLIES:
        raise Refused(code="too_late_to_abort")
    return [_ended(room, room.v + 1, at, None, "aborted")]


def _claim(room: Room, seat: int, win: bool, at: int) -> list[RoomEvent]:
    _require_playing(room)
    if room.played < UNCHARGED_PLIES:
        raise Refused(code="nothing_to_claim")
    gone = room.gone_since[1 - seat]
    if gone is None or at < gone + room.terms.grace_ms:
        raise Refused(code="still_here")
    return [_ended(room, room.v + 1, at, seat if win else None, "abandoned")]


# --- time and board -----------------------------------------------------------------------------------------------


def _require_playing(room: Room) -> None:
    if room.result is not None:
        raise Refused(code="game_over")
    if room.black is None:
        raise Refused(code="not_started")


def _press(room: Room, seat: int, at: int, lag_ms: int) -> Press | None:
    """The ledger of a move made now; None when its time was up before."""
    clock = room.clock
    if clock.running is None:
        return Press(max(0, at - room.turn_at), lag_ms, 0, clock.left_ms[seat])
    cap = room.terms.lag_cap_ms
    flag = clock.deadline()
    if flag is not None and not room.is_bot(seat) and at >= flag + min(lag_ms, cap):
        return None
    return clock.copy().press(at, lag_ms, cap)


def _with(left: Left, seat: int, ms: int | None) -> Left:
    return (ms, left[1]) if seat == 0 else (left[0], ms)


def _play_in_thought(room: Room, point: int) -> tuple[Outcome, list[int] | None] | None:
    """How the move would end the game; the game itself is as before."""
    game = room.game
    try:
        outcome, line = game.foresee(point)
    except ForbiddenMove as error:
        raise Refused(code=error.code, point=point) from None
    except IllegalMove as error:
        raise Refused(code=error.code) from None
    return None if outcome is None else (outcome, None if line is None else list(line))


def _reason(reason: Reason) -> ReasonName:
    return reason.value


def _ended(room: Room, v: int, at: int, winner: int | None, reason: ReasonName) -> Ended:
    """The end away from the board; ``winner`` is a seat."""
    return Ended(v=v, at=at, winner=None if winner is None else room.color(winner), reason=reason, left=room.left(at))
