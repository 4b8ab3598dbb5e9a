"""Events of a room. Every event has a version ``v``, rising by one; the store keeps exactly these structs.

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
"""What the clocks of some kinds have beside the time until the flag; the whole is null where theirs has nothing."""


class Event(Struct, tag_field="k", frozen=True, omit_defaults=True):
    """The fields of every event: ``at`` is the server's time in milliseconds since 1970."""

    v: int
    at: int


class Created(Event, frozen=True, tag="created"):
    """The room was made; its owner has seat 0.

    ``start`` holds the moves that the game begins with, black's first: those of ``from_game`` to some ply, or of a
    position that was given.
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
    """Somebody took the free seat; with both seats taken the game begins.

    ``black`` begins. That is its colour, too, unless the opening lets the players choose: then it is until they have.
    """

    seat: Seat
    who: Who
    black: Seat


class Moved(Event, frozen=True, tag="moved"):
    """A stone. The ledger of its time: thought, measured lag, given back, left to both, in milliseconds.

    ``forced``, of a bot's move: passing instead would have lost to a five or to a four that nothing stops. ``why``
    holds a bot's reasons: their ``kind``, more that depends on the engine, ``candidates``, its best points with their
    scores (in the engine's own units, or null), the played one first, and ``forced_by``, "five" or "four". While a
    rated game goes on both are left out. ``conditional``: it was planned as the answer to the move before it.
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
    """Base of what is decided in an opening, with ``ply`` stones on the board; the ledger is that of ``moved``."""

    seat: Seat
    ply: int
    think_ms: int
    lag_ms: int
    given_ms: int
    left: Left
    reserve: Reserve | None = None


class Chose(Decided, frozen=True, kw_only=True, tag="chose"):
    """A word was said; ``black`` is the seat that has black after it, as far as the opening has come."""

    choice: ChoiceName
    black: Seat


class Declared(Decided, frozen=True, kw_only=True, tag="declared"):
    """So many fifth stones are going to be offered."""

    number: int


class Proposed(Decided, frozen=True, kw_only=True, tag="proposed"):
    """Black offers these points; white picks one by a move that lays black's stone there."""

    points: list[int]


class Offered(Event, frozen=True, tag="offered"):
    """A seat offers a draw, asks for a take-back, or proposes a rematch."""

    seat: Seat
    what: OfferKind


class Answered(Event, frozen=True, tag="answered"):
    """An offer was declined, or withdrawn where ``seat`` is the one that had made it.

    An accepted offer shows as what it brings: took_back, ended or rematched.
    """

    seat: Seat
    what: OfferKind


class TookBack(Event, frozen=True, tag="took_back"):
    """``plies`` moves were taken back at the wish of ``seat``; the game no longer counts for a rating."""

    seat: Seat
    plies: int
    left: Left
    reserve: Reserve | None = None


class Ended(Event, frozen=True, tag="ended"):
    """The game is over. ``line`` holds the points of the winning row, ``left`` the clocks at the end.

    Where the opening had not settled the colours, ``winner`` is the one that the winning seat had by then.
    """

    winner: ColorName | None
    reason: ReasonName
    left: Left
    line: list[int] | None = None
    reserve: Reserve | None = None


class Rematched(Event, frozen=True, tag="rematched"):
    """Both want to play again: the next game is in ``room``, the other begins."""

    room: str


class Resumed(Event, frozen=True, tag="resumed"):
    """The server was down in the middle of the game; the time in between is charged to nobody.

    ``thought_ms`` is what the running move had taken before. With ``waits`` the clock stands still until the player to
    move is back, too, for as long as a claim would have to wait; then comes another of these, without it.
    """

    left: Left
    thought_ms: int = 0
    waits: bool = False
    reserve: Reserve | None = None


RoomEvent = (
    Created | Seated | Moved | Chose | Declared | Proposed | Offered | Answered | TookBack | Ended | Rematched | Resumed
)
