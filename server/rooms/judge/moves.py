"""Stones: whose turn it is, what the clock says, how the stone would end the game."""

from typing import Any

from gomoku.board import Color
from gomoku.errors import BadAction, ForbiddenMove, IllegalMove
from gomoku.game import Outcome
from gomoku.openings.turns import PickTurn, StoneTurn
from server.errors import Refused
from server.protocol.events import Ended, Moved, RoomEvent
from server.protocol.values import ColorName
from server.rooms.judge.turns import charge, find_flag, require_turn
from server.rooms.room import Room


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
    require_turn(room, seat, ply)
    late = find_flag(room, seat, at, lag_ms)
    if late is not None:
        return [late]
    outcome = _foresee(room, point)
    opening = room.opening
    passes = opening.turn is None or opening.after(point).player != opening.player
    ledger = charge(room, seat, at, lag_ms, stone=True, passes=passes)
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
    """How the move would end the game, which none of an opening does; the game itself is as before."""
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
