"""Conditional moves: planned answers are played together with the moves that they answer."""

from collections.abc import Sequence
from copy import deepcopy
from typing import NamedTuple

import msgspec

from gomoku.plan import AnswerPlan
from server.errors import Refused
from server.protocol.events import Answered, Moved, Offered, Resumed, RoomEvent
from server.rooms import fold
from server.rooms.judge.commands import move
from server.rooms.room import Room

Plans = tuple[AnswerPlan | None, AnswerPlan | None]


class Followed(NamedTuple):
    """All events, the rest of both plans, and for each seat a planned answer that was illegal."""

    events: list[RoomEvent]
    plans: Plans
    dropped: tuple[int | None, int | None]


def follow_plans(room: Room, plans: Sequence[AnswerPlan | None], events: Sequence[RoomEvent], at: int) -> Followed:
    """Return the events followed by the planned answers to them; the room is unchanged.

    A plan ends with a move that it does not contain, with an illegal answer of its own, and with any other change of
    the game. An answer happens at ``at``, together with the move that it answers, and takes no time.
    """
    left = [None if plan is None or plan.ply != room.game.ply else plan for plan in plans]
    dropped: list[int | None] = [None, None]
    happened = list(events)
    if any(left):
        later, ahead = deepcopy(room), list(events)
        while ahead:
            event = ahead.pop(0)
            fold.apply(later, event)
            if isinstance(event, Offered | Answered | Resumed):
                continue
            if not isinstance(event, Moved) or later.opening.turn is not None:
                left = [None, None]
                continue
            answers: list[int | None] = [None, None]
            for seat, plan in enumerate(left):
                if plan is not None and plan.ply == event.ply:
                    answers[seat], left[seat] = plan.follow(event.point)
            mover = later.seat_to_act
            answer = None if mover is None else answers[mover]
            if mover is None or answer is None or ahead:
                continue
            try:
                ahead = [_mark(each) for each in move(later, mover, later.game.ply, answer, at)]
            except Refused:
                left[mover], dropped[mover] = None, answer
            happened += ahead
    return Followed(happened, (left[0], left[1]), (dropped[0], dropped[1]))


def _mark(event: RoomEvent) -> RoomEvent:
    return msgspec.structs.replace(event, conditional=True) if isinstance(event, Moved) else event
