"""Commands of a seated player: checks the turn and the clock, and finds the events of a stone or a decision.

Ends away from the board are in `server.rooms.judge.ends`, offers in `server.rooms.judge.offers`.
"""

import secrets
from typing import Any, NamedTuple

from gomoku.board import Color
from gomoku.errors import BadAction, ForbiddenMove, IllegalMove
from gomoku.game import Outcome
from gomoku.openings.turns import Action, NumberTurn, PickTurn, StoneTurn
from server.errors import Refused
from server.protocol.events import Chose, Declared, Ended, Left, Moved, Proposed, Reserve, RoomEvent, Seated
from server.protocol.inbound import Abort, Answer, Choose, Claim, Declare, Move, Offer, Propose, Resign, RoomCommand
from server.protocol.values import ColorChoice, ColorName, Who
from server.rooms.judge.ends import abort, claim, end, require_playing, resign
from server.rooms.judge.offers import answer, offer
from server.rooms.room import Room, pair_times


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


def decide(room: Room, seat: int, command: RoomCommand, at: int, lag_ms: int = 0) -> list[RoomEvent]:
    """Return the events of a seated player's command that arrived at ``at`` (ms)."""
    match command:
        case Move(ply=ply, point=point):
            return move(room, seat, ply, point, at, lag_ms)
        case Choose() | Declare() | Propose():
            return _decide_in_opening(room, seat, command, at, lag_ms)
        case Resign():
            return resign(room, seat, at)
        case Offer(what=what):
            return offer(room, seat, what, at)
        case Answer(what=what, accept=accept):
            return answer(room, seat, what, accept, at)
        case Abort():
            return abort(room, at)
        case Claim(result=result):
            return claim(room, seat, result == "win", at)
        case _:
            raise Refused(code="bad_message")


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
    """Return the events of a stone of ``seat``, and of the end of the game where it wins or fills the board."""
    _require_turn(room, seat, ply)
    late = _find_flag(room, seat, at, lag_ms)
    if late is not None:
        return [late]
    outcome = _foresee(room, point)
    opening = room.opening
    passes = opening.turn is None or opening.after(point).player != opening.player
    ledger = _charge(room, seat, at, lag_ms, stone=True, passes=passes)
    moved = Moved(v=room.v + 1, at=at, seat=seat, ply=ply, point=point, forced=forced, why=why, **ledger._asdict())
    if outcome is None:
        return [moved]
    result, line = outcome
    winner: ColorName | None = None
    if result.winner is not None:
        winner = "black" if result.winner is Color.BLACK else "white"
    ended = Ended(
        v=room.v + 2,
        at=at,
        winner=winner,
        reason=result.reason.value,
        left=ledger.left,
        line=line,
        reserve=ledger.reserve,
    )
    return [moved, ended]


def _foresee(room: Room, point: int) -> tuple[Outcome, list[int] | None] | None:
    """Return how the move would end the game, or None; moves of an opening end none. The game is unchanged."""
    game, opening = room.game, room.opening
    try:
        if opening.turn is not None:
            if not isinstance(opening.turn, StoneTurn | PickTurn):
                raise BadAction("wrong_action")
            opening.check(point)
        outcome, line = game.foresee(point)
    except ForbiddenMove as error:
        raise Refused(code=error.code, point=point) from None
    except IllegalMove as error:
        raise Refused(code=error.code) from None
    return None if outcome is None else (outcome, None if line is None else list(line))


def _decide_in_opening(
    room: Room, seat: int, command: Choose | Declare | Propose, at: int, lag_ms: int
) -> list[RoomEvent]:
    """Return the events of a decision in an opening; raises Refused with the code of the rule that it breaks."""
    _require_turn(room, seat, command.ply)
    late = _find_flag(room, seat, at, lag_ms)
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
    ledger = _charge(room, seat, at, lag_ms, stone=False, passes=after.player != opening.player)
    decided: dict[str, Any] = {"v": room.v + 1, "at": at, "seat": seat, "ply": command.ply, **ledger._asdict()}
    match command:
        case Choose():
            assert room.first is not None
            return [Chose(**decided, choice=command.choice, black=room.first ^ after.black)]
        case Declare():
            return [Declared(**decided, number=command.number)]
        case Propose():
            return [Proposed(**decided, points=command.points)]


class ActTime(NamedTuple):
    """The time of one action: thought, measured lag, given back, left to both seats, and their reserve."""

    think_ms: int
    lag_ms: int
    given_ms: int
    left: Left
    reserve: Reserve | None


def _require_turn(room: Room, seat: int, ply: int) -> None:
    """Raise Refused unless this seat is to act with ``ply`` stones on the board."""
    require_playing(room)
    if room.seat_to_act != seat:
        raise Refused(code="not_your_turn")
    if ply != room.game.ply:
        raise Refused(code="wrong_ply", ply=room.game.ply)


def _find_flag(room: Room, seat: int, at: int, lag_ms: int) -> Ended | None:
    """Return the end by time if the flag of the seat to act fell before ``at``; a bot never loses on time.

    Until both sides have acted the game is aborted instead, as in `server.rooms.judge.ends.expire`.
    """
    flag = room.clock.deadline()
    if flag is None or room.is_bot(seat) or at < flag + min(lag_ms, room.policy.lag_cap_ms):
        return None
    if not room.under_way:
        return end(room, room.v + 1, at, None, "aborted")
    return end(room, room.v + 1, at, 1 - seat, "timeout")


def _charge(room: Room, seat: int, at: int, lag_ms: int, *, stone: bool, passes: bool) -> ActTime:
    """Compute the time of an action made now. ``stone``: it lays a stone; ``passes``: the other player acts next."""
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
    return ActTime(thought, lag_ms, given_ms, *pair_times(clock.time(0), clock.time(1)))
