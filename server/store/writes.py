"""The writes of a room: each says which rows it brings, by the statements that write them."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from gomoku.plan import AnswerPlan
from server.protocol.api import BotRun
from server.protocol.events import Created, Ended, RoomEvent, Seated
from server.store import conditional_moves, event_rows, experience, game_rows, jobs, patterns, ratings
from server.store.database import GameVersion
from server.store.sql import BulkStatement, Parameters

BulkRow = tuple[BulkStatement, Parameters]

ON_END = (
    conditional_moves.ON_END,
    jobs.ON_END,
    jobs.AFTER_END,
    patterns.ON_END,
    patterns.BLOCKED_ON_END,
    experience.ON_END,
    ratings.ON_END,
)
"""The statements that follow from the end of a game, in their order; each takes its serial."""


class NewGame(Struct, frozen=True):
    """A new room. ``owner`` and ``command_id``, the client's, find it again when the command is sent twice."""

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
    """The next event of a room; ``plies`` counts the stones that stand after it.

    ``command_key`` is the seat and the id of the command that brought it: ``0.x1``; None where there was none or where
    another event of it follows.

    ``met`` are the keys of the learned patterns that a bot's move answered: they are counted, and not all are shown.
    ``blocked`` is the cell, dx and dy, of the first of them that the move was played on, empty for none.
    """

    serial: int
    event: RoomEvent
    command_key: str | None
    plies: int
    met: Sequence[str] = ()
    blocked: Sequence[int] = ()

    def rows(self) -> Iterator[BulkRow]:
        """Yield the event's action, what it changes in the game's row, and what a beginning or an end brings about."""
        event, serial = self.event, self.serial
        row = event_rows.make_action_row(serial, event, self.command_key, self.met, self.blocked)
        yield event_rows.INSERT_ACTION, row
        update = game_rows.make_game_update(serial, event, self.plies)
        if update is None:
            return
        yield update
        if isinstance(event, Seated):
            yield ratings.ON_BEGIN, (serial,)
        elif isinstance(event, Ended):
            for statement in ON_END:
                yield statement, (serial,)

    @property
    def version(self) -> GameVersion | None:
        """The version that the event brings the game to, 0 once it is over."""
        return self.serial, "", 0 if isinstance(self.event, Ended) else self.event.v


class FlagAt(Struct, frozen=True):
    """The instant at which to look at a game by correspondence, and the player to move; None once it is over."""

    serial: int
    at: int | None
    waits_for: str | None

    def rows(self) -> Iterator[BulkRow]:
        """Yield the two columns of the game."""
        yield game_rows.SET_FLAG, (self.at, self.waits_for, self.serial)

    @property
    def version(self) -> GameVersion | None:
        """None: the game is where it was."""
        return None


class PlanAt(Struct, frozen=True):
    """The answers that a seat has prepared at an instant; ``plan`` is None where it has none any more."""

    serial: int
    seat: int
    plan: AnswerPlan | None
    at: int

    def rows(self) -> Iterator[BulkRow]:
        """Yield the seat's old plan, to be dropped, and its new one."""
        yield conditional_moves.DROP, (self.serial, self.seat)
        if self.plan is not None:
            row = conditional_moves.make_plan_row(self.serial, self.seat, self.plan, self.at)
            yield conditional_moves.KEEP, row

    @property
    def version(self) -> GameVersion | None:
        """None: the game is where it was."""
        return None
