"""The judge of commands and of time: a room and a command in, the events that it would bring out; nothing is changed.

Every function returns the events to store, in order, or raises `server.errors.Refused` with a stable code; `decide`
leads each command of a seated player to the module of its kind.
"""

from server.errors import Refused
from server.protocol.events import RoomEvent
from server.protocol.inbound import Abort, Answer, Choose, Claim, Declare, Move, Offer, Propose, Resign, RoomCommand
from server.rooms.judge.conditional import follow_plans
from server.rooms.judge.decisions import decide_in_opening
from server.rooms.judge.ends import abort, claim, close, resign
from server.rooms.judge.moves import move
from server.rooms.judge.offers import answer, offer
from server.rooms.judge.seating import choose_black, sit
from server.rooms.judge.time import expire, go_on, resume
from server.rooms.room import Room

__all__ = ["choose_black", "close", "decide", "expire", "follow_plans", "go_on", "move", "resume", "sit"]


def decide(room: Room, seat: int, command: RoomCommand, at: int, lag_ms: int = 0) -> list[RoomEvent]:
    """Events of a seated player's command that arrived at ``at`` (ms)."""
    match command:
        case Move(ply=ply, point=point):
            return move(room, seat, ply, point, at, lag_ms)
        case Choose() | Declare() | Propose():
            return decide_in_opening(room, seat, command, at, lag_ms)
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
