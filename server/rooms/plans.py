"""Plans for games by correspondence: stored, shown to their owner alone, and followed."""

import asyncio

from gomoku.errors import BadPlan
from gomoku.plan import AnswerPlan, PlannedAnswer
from server.errors import Refused
from server.handlers import Client, Handlers
from server.protocol.inbound import KeepPlan, ReadPlan
from server.protocol.outbound import Ack, PlanState
from server.rooms.judge.conditional import Followed
from server.rooms.rooms import Rooms
from server.rooms.table import Table
from server.store.writes import PlanAt

SHARE = 8
"""Burst share: a plan of full length takes about 5 ms to check in a thread, so this many may come at once."""


class PlanMessages:
    """Handlers of messages about plans."""

    def __init__(self, rooms: Rooms) -> None:
        self._store = rooms.store
        self._tables = rooms.tables

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of these messages."""
        handlers.add(KeepPlan, self.keep, burst_share=SHARE)
        handlers.add(ReadPlan, self.read)

    async def keep(self, client: Client, message: KeepPlan, at: int) -> None:
        """Check a plan and store it in place of the former one; repeating it changes nothing."""
        async with self._tables.hold(message.room) as table:
            room, seat = table.room, _require_seat(table, client)
            plan = None
            if message.branches:
                if not room.dormant or room.opening.turn is not None:
                    raise Refused(code="no_plans")
                if message.ply != room.game.ply:
                    raise Refused(code="wrong_ply", ply=room.game.ply)
                if (message.first is None) == (room.seat_to_act == seat):
                    raise Refused(code="bad_plan", branch=0, why="not_your_turn")
                plan = AnswerPlan(message.ply, [PlannedAnswer(*each) for each in message.branches], message.first)
                try:
                    await asyncio.to_thread(plan.check, room.game.copy())
                except BadPlan as error:
                    raise Refused(code="bad_plan", branch=error.branch, why=error.why) from None
            await self._store.commit(PlanAt(room.serial, seat, plan, at))
            client.say(Ack(message.id, room.id))

    async def read(self, client: Client, message: ReadPlan, at: int) -> None:
        """Send the client's player their own plan."""
        async with self._tables.hold(message.room) as table:
            seat = _require_seat(table, client)
            client.say(_make_state(table, table.plans[seat], id=message.id))


def list_changes(table: Table, followed: Followed, at: int) -> list[PlanAt]:
    """List the plans to write together with the events."""
    left = zip(table.plans, followed.plans, strict=True)
    return [PlanAt(table.room.serial, seat, after, at) for seat, (before, after) in enumerate(left) if before != after]


def tell_changes(table: Table, followed: Followed) -> None:
    """Send changed plans to their owners, where they look at the game."""
    for seat, plan in enumerate(followed.plans):
        owner = table.audience.seated[seat]
        if plan != table.plans[seat] and owner is not None:
            owner.say(_make_state(table, plan, followed.dropped[seat]))
        table.plans[seat] = plan


def _require_seat(table: Table, client: Client) -> int:
    seat = table.room.seat_of(client.player)
    if seat is None:
        raise Refused(code="not_seated")
    return seat


def _make_state(table: Table, plan: AnswerPlan | None, dropped: int | None = None, id: str | None = None) -> PlanState:
    room = table.room
    if plan is None or plan.ply != room.game.ply:
        return PlanState(room.id, room.game.ply, [], None, dropped, id)
    return PlanState(room.id, plan.ply, [(*each,) for each in plan.branches], plan.first, dropped, id)
