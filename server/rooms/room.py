"""A room: the fold of its events. No sockets, no store, no clock of its own; time is passed in.

`server.rooms.judge` turns a command into the events it would bring, `Room.apply` takes events that are stored.
"""

from collections.abc import Iterable
from typing import Any, Self

from gomoku.board import Color
from gomoku.clock import Clock, Fischer, NoClock, PerMove, TimeControl
from gomoku.game import Game, Outcome, Reason
from gomoku.rulesets import ruleset
from server.protocol.api import BotRun
from server.protocol.events import (
    Answered,
    Created,
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
from server.protocol.outbound import Stone
from server.protocol.shapes import ClockSpec, ColorName, OfferKind, Result, Who
from server.protocol.shapes import Fischer as FischerSpec
from server.protocol.shapes import PerMove as PerMoveSpec
from server.rooms.terms import Terms

UNCHARGED_PLIES = 2
"""The first move of either side is not on the clock; until both are made the game can be aborted."""


def time_control(spec: ClockSpec) -> TimeControl:
    """The clock that a message asks for."""
    match spec:
        case FischerSpec(initial_ms=initial, increment_ms=increment):
            return Fischer(initial, increment)
        case PerMoveSpec(move_ms=move):
            return PerMove(move)
        case _:
            return NoClock()


class Room:
    """One game between two seats, from the making of the room to what follows it.

    Seats are 0 (the owner) and 1. ``gone_since`` is not history: it says since when (ms) a person's connection is
    missing, None while there is one or where a bot sits. After a restart the clock stands still until the player to
    move is back, and at most until ``awaited_until`` (ms). ``why`` holds the reasons of the last move that a bot gave
    any for, after the ply of that move; those of earlier ones are in the store.
    """

    __slots__ = (
        "awaited_until",
        "black",
        "bot",
        "clock",
        "commands",
        "created",
        "declined",
        "game",
        "gone_since",
        "id",
        "next",
        "offers",
        "rated",
        "result",
        "seats",
        "serial",
        "stones",
        "terms",
        "turn_at",
        "v",
        "why",
    )

    def __init__(self, serial: int, id: str, created: Created, terms: Terms, bot: BotRun | None = None) -> None:
        self.serial = serial
        self.id = id
        self.created = created
        self.terms = terms
        self.bot = bot
        self.v = created.v
        self.seats: list[Who | None] = [created.owner, None]
        self.black: int | None = None
        self.rated = created.rated
        self.game = Game(ruleset(created.rules), created.size)
        for point in created.start:
            self.game.push(point)
        self.clock = Clock(time_control(created.clock))
        self.stones = [Stone(point, 0) for point in created.start]
        self.why: tuple[int, dict[str, Any]] | None = None
        self.turn_at = created.at
        self.offers: tuple[set[OfferKind], set[OfferKind]] = (set(), set())
        self.declined: dict[tuple[int, OfferKind], int] = {}
        self.result: Result | None = None
        self.next: str | None = None
        self.gone_since: list[int | None] = [None, None]
        self.awaited_until: int | None = None
        self.commands: dict[str, int] = {}

    @classmethod
    def replay(cls, serial: int, id: str, events: Iterable[RoomEvent], terms: Terms, bot: BotRun | None = None) -> Self:
        """The room that these events make; the first one must be its creation."""
        history = iter(events)
        created = next(history)
        if not isinstance(created, Created):
            raise TypeError(f"room {id}: history begins with {type(created).__name__}")
        room = cls(serial, id, created, terms, bot)
        for event in history:
            room.apply(event)
        return room

    # --- who and when ---------------------------------------------------------------------------------------------

    @property
    def open(self) -> bool:
        """A seat is free and the room is not closed."""
        return self.black is None and self.result is None

    @property
    def playing(self) -> bool:
        """Both seats are taken and the game goes on."""
        return self.black is not None and self.result is None

    def color(self, seat: int) -> ColorName:
        """The colour of a seat once the game has begun."""
        return "black" if seat == self.black else "white"

    def seat_of(self, player: str) -> int | None:
        """The seat of a person."""
        for seat in (0, 1):
            who = self.seats[seat]
            if who is not None and who.id == player and who.level is None:
                return seat
        return None

    @property
    def played(self) -> int:
        """Number of stones that were played here: without those that the game began with."""
        return self.game.ply - len(self.created.start)

    @property
    def seat_to_move(self) -> int | None:
        """Whose turn it is; None unless the game goes on."""
        if self.black is None or self.result is not None:
            return None
        return self.black ^ (len(self.game.moves) & 1)

    def is_bot(self, seat: int) -> bool:
        """Whether a bot sits there."""
        who = self.seats[seat]
        return who is not None and who.level is not None

    @property
    def shows_why(self) -> bool:
        """Whether a bot's reasons may be told: in a rated game not before its end, as they would be advice."""
        return not self.rated or self.result is not None

    @property
    def timed(self) -> bool:
        """Whether moves are on a clock at all."""
        return not isinstance(self.clock.control, NoClock)

    def left(self, at: int) -> Left:
        """What either seat has on the clock."""
        return (self.clock.left(0, at), self.clock.left(1, at))

    @property
    def first_move_by(self) -> int | None:
        """When the game is aborted for want of a first move; None where that does not apply."""
        if self.playing and self.timed and self.played < UNCHARGED_PLIES:
            return self.turn_at + self.terms.first_move_ms
        return None

    def deadline(self, lag_ms: int = 0) -> int | None:
        """The instant at which `server.rooms.judge.expire` is to be asked; ``lag_ms`` is that of the player to move."""
        if self.result is not None:
            return None
        if self.open:
            gone = self.gone_since[0]
            return self.created.at + self.terms.idle_ms if gone is None else gone + self.terms.open_ms
        move_by, deserted = self.move_by(lag_ms), self.deserted_at
        return move_by if deserted is None else deserted if move_by is None else min(move_by, deserted)

    @property
    def deserted_at(self) -> int | None:
        """When a game against a bot ends because its person has left; None while the person is there."""
        person = 0 if self.is_bot(1) else 1
        gone = self.gone_since[person] if self.playing and self.is_bot(1 - person) else None
        return None if gone is None else gone + self.terms.deserted_ms

    def move_by(self, lag_ms: int = 0) -> int | None:
        """When the player to move must have moved in a game that goes on; None for a bot."""
        seat = self.seat_to_move
        if seat is not None and self.is_bot(seat):
            return None  # a slow server is no reason for a bot to lose
        if self.first_move_by is not None:
            return self.first_move_by
        if self.awaited_until is not None:
            return self.awaited_until
        flag = self.clock.deadline()
        if flag is not None:
            return flag + min(lag_ms, self.terms.lag_cap_ms)
        return self.turn_at + self.terms.idle_ms

    # --- history --------------------------------------------------------------------------------------------------

    def apply(self, event: RoomEvent) -> None:
        """Take one stored event; its version must be the next one."""
        if event.v != self.v + 1:
            raise ValueError(f"room {self.id}: version {event.v} after {self.v}")
        match event:
            case Moved():
                self._moved(event)
            case Seated():
                self.seats[event.seat] = event.who
                self.black = event.black
                self._turn(event.at)
            case Offered():
                self.offers[event.seat].add(event.what)
            case Answered():
                self._answered(event)
            case TookBack():
                self._took_back(event)
            case Ended():
                self._ended(event)
            case Rematched():
                self.next = event.room
                self._clear_offers("rematch")
            case Resumed():
                self._resumed(event)
            case Created():
                raise ValueError(f"room {self.id}: created twice")
        self.v = event.v

    def _turn(self, at: int) -> None:
        """The time of whoever is to move begins."""
        self.turn_at = at
        self.awaited_until = None
        seat = self.seat_to_move
        if seat is not None and (not self.timed or self.played >= UNCHARGED_PLIES):
            self.clock.start(seat, at)

    def _set_clock(self, left: Left) -> None:
        self.clock.pause(self.turn_at)
        self.clock.left_ms = list(left)

    def _moved(self, event: Moved) -> None:
        self.game.push(event.point)  # judged before it was stored; its end, if it brings one, is the next event
        self.stones.append(Stone(event.point, event.think_ms, event.left[event.seat]))
        if event.why is not None:
            self.why = (event.ply, event.why)
        # an offer stands until the other side has moved; a wish to take back ends with any move
        self.offers[1 - event.seat].discard("draw")
        self._clear_offers("takeback")
        self._set_clock(event.left)
        self._turn(event.at)

    def _answered(self, event: Answered) -> None:
        if event.what in self.offers[event.seat]:
            self.offers[event.seat].discard(event.what)
        else:
            self.offers[1 - event.seat].discard(event.what)
            self.declined[1 - event.seat, event.what] = self.game.ply

    def _took_back(self, event: TookBack) -> None:
        self.game.undo(event.plies)
        del self.stones[-event.plies :]
        if self.why is not None and self.why[0] >= self.game.ply:
            self.why = None
        self.rated = False
        self._clear_offers("draw", "takeback")
        self._set_clock(event.left)
        self._turn(event.at)

    def _ended(self, event: Ended) -> None:
        self._set_clock(event.left)
        self.awaited_until = None
        self.result = Result(event.winner, event.reason)
        winner = None if event.winner is None else Color[event.winner.upper()]
        line = None if event.line is None else tuple(event.line)
        self.game.finish(Outcome(winner, Reason(event.reason)), line)
        self._clear_offers("draw", "takeback")

    def _resumed(self, event: Resumed) -> None:
        self._set_clock(event.left)
        self.turn_at = event.at
        self.awaited_until = None
        seat = self.seat_to_move
        if seat is not None and (not self.timed or self.played >= UNCHARGED_PLIES):
            if event.waits:
                self.awaited_until = event.at + self.terms.grace_ms
            else:
                self.clock.resume(seat, event.at)
            self.clock.thought_ms = event.thought_ms

    def _clear_offers(self, *kinds: OfferKind) -> None:
        for offers in self.offers:
            offers.difference_update(kinds)

    def score_after(self) -> tuple[int, int]:
        """Half points of the series with this game counted."""
        a, b = self.created.score
        if self.result is None or self.result.reason == "aborted" or self.black is None:
            return (a, b)
        if self.result.winner is None:
            return (a + 1, b + 1)
        winner = self.black if self.result.winner == "black" else 1 - self.black
        return (a + 2, b) if winner == 0 else (a, b + 2)
