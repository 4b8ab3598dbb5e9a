"""Writes of a room: each yields its rows with the statements that write them."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from gomoku.plan import AnswerPlan
from server.protocol.events import Chose, Created, Ended, Moved, Rematched, RoomEvent, Seated, TookBack
from server.protocol.values import BotRun
from server.store import event_rows, game_rows
from server.store.database import GameVersion
from server.store.games import correspondence, ratings
from server.store.knowledge import experience, jobs
from server.store.sql import BulkStatement, Parameters

BulkRow = tuple[BulkStatement, Parameters]

ON_END = (
    correspondence.ON_END,
    jobs.ON_END,
    jobs.AFTER_END,
    experience.ON_END,
    ratings.ON_END,
)
"""Statements that run at the end of a game, in order; each takes the game's serial."""


class NewGame(Struct, frozen=True):
    """A new room. ``owner`` and ``command_id``, the client's, find it again if the command is repeated."""

    serial: int
    id: str
    owner: str | None
    command_id: str | None
    created: Created
    bot: BotRun | None = None

    def rows(self) -> Iterator[BulkRow]:
        """Yield the game's row and its first action."""
        yield (
            game_rows.INSERT_GAME,
            game_rows.make_game_row(self.serial, self.id, self.owner, self.command_id, self.created, self.bot),
        )
        yield event_rows.INSERT_ACTION, event_rows.make_action_row(self.serial, self.created, None)

    @property
    def version(self) -> GameVersion | None:
        """The game's first version."""
        return self.serial, self.id, self.created.v


class Append(Struct, frozen=True):
    """The next event of a room; ``plies`` is the number of stones after it.

    ``command_key`` is the seat and the id of its command, as in ``0.x1``; None if there was none or another event of
    the same command follows.
    """

    serial: int
    event: RoomEvent
    command_key: str | None
    plies: int

    def rows(self) -> Iterator[BulkRow]:
        """Yield the event's action, its update of the game's row, and what follows from a beginning or an end."""
        event, serial = self.event, self.serial
        yield event_rows.INSERT_ACTION, event_rows.make_action_row(serial, event, self.command_key)
        if isinstance(event, Moved):  # the usual case: a move changes nothing else
            return
        match event:
            case Seated(who=who):
                yield game_rows.SEAT_GUEST, (who.id or None, who.level, event.black, event.at, serial)
                yield ratings.ON_BEGIN, (serial,)
            case Chose():
                yield game_rows.CHOOSE_BLACK, (event.black, serial)
            case TookBack():
                yield game_rows.UNRATE_GAME, (serial,)
            case Ended():
                yield game_rows.END_GAME, (event.at, event.winner, event.reason, self.plies, serial)
                for statement in ON_END:
                    yield statement, (serial,)
            case Rematched():
                yield game_rows.LINK_REMATCH, (event.room, serial)

    @property
    def version(self) -> GameVersion | None:
        """The game's version after the event, 0 once it is over."""
        return self.serial, "", 0 if isinstance(self.event, Ended) else self.event.v


class FlagAt(Struct, frozen=True):
    """When to check a correspondence game's clock next, and the player to move; None once it is over."""

    serial: int
    at: int | None
    waits_for: str | None

    def rows(self) -> Iterator[BulkRow]:
        """Yield the update of the game's two columns."""
        yield game_rows.SET_FLAG, (self.at, self.waits_for, self.serial)

    @property
    def version(self) -> GameVersion | None:
        """None: the game's version does not change."""
        return None


class PlansAre(Struct, frozen=True):
    """A demand that both seats of a game still have the plans that were read: another process may have stored others,
    which the game would have followed. Without it the commit raises Conflict.
    """

    serial: int
    plans: Sequence[AnswerPlan | None]

    def rows(self) -> Iterator[BulkRow]:
        """Yield the demand of each seat."""
        for seat, plan in enumerate(self.plans):
            yield correspondence.DEMAND, correspondence.make_demand_row(self.serial, seat, plan)

    @property
    def version(self) -> GameVersion | None:
        """None: the game's version does not change."""
        return None


class PlanAt(Struct, frozen=True):
    """A seat's conditional moves as of an instant; ``plan`` is None if it has none any more."""

    serial: int
    seat: int
    plan: AnswerPlan | None
    at: int

    def rows(self) -> Iterator[BulkRow]:
        """Yield the deletion of the seat's old plan, and its new plan if there is one."""
        yield correspondence.DROP, (self.serial, self.seat)
        if self.plan is not None:
            row = correspondence.make_plan_row(self.serial, self.seat, self.plan, self.at)
            yield correspondence.KEEP, row

    @property
    def version(self) -> GameVersion | None:
        """None: the game's version does not change."""
        return None
