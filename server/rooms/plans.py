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
from server.store.games import room_log
from server.store.people import players
from server.store.sql import Conflict
from server.store.writes import PlanAt, PlansAre

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
            while True:
                try:
                    seat = _require_seat(table, client)
                    await self._keep(table, PlanAt(table.room.serial, seat, await _make_plan(table, seat, message), at))
                except (Refused, Conflict) as error:  # another process has stored a move, or has deleted the player
                    if await table.refresh():
                        continue
                    if isinstance(error, Conflict):
                        raise Refused(code="no_player") from None
                    raise
                client.say(Ack(message.id, table.room.id))
                return

    async def _keep(self, table: Table, plan: PlanAt) -> None:
        """Store a plan for the last version of a room: a plan for an earlier one would never be followed."""
        who = table.room.seats[plan.seat]
        needed = [room_log.demand_version(plan.serial, table.room.v)]
        if who is not None:
            needed.append(players.demand_there(who.id))
        await self._store.commit(plan, noted=needed)

    async def read(self, client: Client, message: ReadPlan, at: int) -> None:
        """Send the client's player their own plan."""
        async with self._tables.hold(message.room) as table:
            seat = _require_seat(table, client)
            client.say(_make_state(table, table.plans[seat], id=message.id))


def list_changes(table: Table, followed: Followed, at: int) -> list[PlansAre | PlanAt]:
    """List the plans to write together with the events, which demand that the followed ones are the last."""
    serial, left = table.room.serial, zip(table.plans, followed.plans, strict=True)
    changed = [PlanAt(serial, seat, after, at) for seat, (before, after) in enumerate(left) if before != after]
    return [PlansAre(serial, list(table.plans)), *changed]


def tell_changes(table: Table, followed: Followed) -> None:
    """Send changed plans to their owners, where they look at the game."""
    for seat, plan in enumerate(followed.plans):
        owner = table.audience.seated[seat]
        if plan != table.plans[seat] and owner is not None:
            owner.say(_make_state(table, plan, followed.dropped[seat]))
        table.plans[seat] = plan


async def _make_plan(table: Table, seat: int, message: KeepPlan) -> AnswerPlan | None:
    """Return the checked plan of a message, None if it has no branches; raises Refused."""
    if not message.branches:
        return None
    room = table.room
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
    return plan


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
