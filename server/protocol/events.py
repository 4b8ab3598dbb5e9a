"""Events of a room. Every event has a version ``v``, which rises by one; the store keeps exactly these structs.

A room is the fold of its events: `server.rooms.fold.replay` builds the live room from them.
"""

from typing import Any

from msgspec import Struct

from server.protocol.values import (
    ChoiceName,
    ClockSpec,
    ColorChoice,
    ColorName,
    OfferKind,
    OpeningName,
    ReasonName,
    Rules,
    Seat,
    Size,
    Visibility,
    Who,
)

Left = tuple[int | None, int | None]
"""Milliseconds until the flag of seat 0 and of seat 1 falls; null without a clock."""

Reserve = tuple[int | None, int | None]
"""Reserves of both clocks beside the time until the flag; the whole is null for kinds of clock without a reserve."""


class Event(Struct, tag_field="k", frozen=True, omit_defaults=True):
    """Base of all events: ``at`` is the server's time in milliseconds since 1970."""

    v: int
    at: int


class Created(Event, frozen=True, tag="created"):
    """The room was created; its owner has seat 0.

    ``start`` holds the moves that the game begins with, black's first: the first moves of ``from_game``, or those of a
    given position.
    """

    rules: Rules
    size: Size
    clock: ClockSpec
    visibility: Visibility
    rated: bool
    color: ColorChoice
    owner: Who
    previous: str | None = None
    score: tuple[int, int] = (0, 0)
    """Half points of seat 0 and seat 1 in the games of this series so far."""
    from_game: str | None = None
    start: list[int] = []
    opening: OpeningName = "free"


class Seated(Event, frozen=True, tag="seated"):
    """A player took the free seat, and the game begins.

    The seat ``black`` begins and has black. In an opening that lets the players choose colours, it has black until they
    have chosen.
    """

    seat: Seat
    who: Who
    black: Seat


class Moved(Event, frozen=True, tag="moved"):
    """A stone was played. The times are in milliseconds: thought, measured lag, lag given back, left to both seats.

    ``forced``, for a bot's move: a pass would have lost to a five or to an unstoppable four. ``why`` holds a bot's
    reasons: their ``kind``, further fields by engine, ``candidates``, its best points with scores (in the engine's
    units, or null), the played one first, and ``forced_by``, "five" or "four". If the kind is "remembered", ``lost``
    are other points, whose moves have lost here, and ``game`` is the latest game of these. ``forced`` and ``why`` are
    left out while a rated game goes on. ``conditional``: the move was planned as the answer to the move before it.
    """

    seat: Seat
    ply: int
    point: int
    think_ms: int
    lag_ms: int
    given_ms: int
    left: Left
    forced: bool | None = None
    why: dict[str, Any] | None = None
    reserve: Reserve | None = None
    conditional: bool = False


class Decided(Event, frozen=True, kw_only=True):
    """Base of decisions in an opening, made with ``ply`` stones on the board; the times are as in ``moved``."""

    seat: Seat
    ply: int
    think_ms: int
    lag_ms: int
    given_ms: int
    left: Left
    reserve: Reserve | None = None


class Chose(Decided, frozen=True, kw_only=True, tag="chose"):
    """A choice was made; ``black`` is the seat that has black after it, as far as the opening has come."""

    choice: ChoiceName
    black: Seat


class Declared(Decided, frozen=True, kw_only=True, tag="declared"):
    """The number of fifth stones to be offered was declared."""

    number: int


class Proposed(Decided, frozen=True, kw_only=True, tag="proposed"):
    """Black offers these points; white picks one by a move, which lays black's stone there."""

    points: list[int]


class Offered(Event, frozen=True, tag="offered"):
    """A seat offers a draw, asks for a take-back, or proposes a rematch."""

    seat: Seat
    what: OfferKind


class Answered(Event, frozen=True, tag="answered"):
    """An offer was declined, or withdrawn if ``seat`` had made it.

    An accepted offer appears as its result: took_back, ended or rematched.
    """

    seat: Seat
    what: OfferKind


class TookBack(Event, frozen=True, tag="took_back"):
    """``plies`` moves were taken back at the request of ``seat``; the game no longer counts for a rating."""

    seat: Seat
    plies: int
    left: Left
    reserve: Reserve | None = None


class Ended(Event, frozen=True, tag="ended"):
    """The game is over. ``line`` holds the points of the winning row, ``left`` the clocks at the end.

    If the opening had not settled the colours, ``winner`` is the colour of the winning seat at that time.
    """

    winner: ColorName | None
    reason: ReasonName
    left: Left
    line: list[int] | None = None
    reserve: Reserve | None = None


class Rematched(Event, frozen=True, tag="rematched"):
    """Both players agreed to a rematch: the next game is in ``room``, and the other player begins."""

    room: str


class Resumed(Event, frozen=True, tag="resumed"):
    """The server was down during the game; that time is charged to nobody.

    ``thought_ms`` is the time that the running move had taken before. With ``waits`` the clock stands still until the
    player to move is back, at most for the grace of a claim; then another of these events follows without it.
    """

    left: Left
    thought_ms: int = 0
    waits: bool = False
    reserve: Reserve | None = None


RoomEvent = (
    Created | Seated | Moved | Chose | Declared | Proposed | Offered | Answered | TookBack | Ended | Rematched | Resumed
)
