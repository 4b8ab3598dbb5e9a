"""Values that several messages share, with their limits in the types."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

PROTOCOL = 1
"""Number of the protocol; a client that speaks another one is asked to reload."""

Rules = Literal["freestyle", "standard", "renju", "caro", "tictactoe"]
Size = Literal[3, 15, 19, 20]
Visibility = Literal["public", "link", "private"]
ColorName = Literal["black", "white"]
ColorChoice = Literal["black", "white", "random"]
OfferKind = Literal["draw", "takeback", "rematch"]
ReasonName = Literal[
    "five", "forbidden", "full_board", "resigned", "timeout", "abandoned", "agreed_draw", "aborted", "unfinished"
]
"""How a game ended; ``unfinished`` is an imported one whose file tells of no end."""
ForbiddenName = Literal["overline", "double-four", "double-three"]
Language = Literal["en", "zh-Hans", "zh-Hant"]
Notation = Literal["sgf", "psq"]
JobState = Literal["none", "queued", "running", "done", "failed"]
"""How far the analysis of a game is; ``none`` where nobody has asked for it."""
PuzzleKind = Literal["win", "defence"]
"""What a puzzle asks for: a move that wins by force, or the only kind of move that does not lose by force."""

Seat = Annotated[int, Meta(ge=0, le=1)]
"""A chair of a room. Seat, colour and the parity of the ply are three different things."""

RoomId = Annotated[str, Meta(min_length=8, max_length=24, pattern=r"^[0-9A-Za-z]+$")]
CommandId = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"^[0-9A-Za-z_-]+$")]
Token = Annotated[str, Meta(min_length=32, max_length=64, pattern=r"^[0-9A-Za-z_-]+$")]
DeviceId = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}$")]
Ply = Annotated[int, Meta(ge=0, le=400)]
PuzzleId = Annotated[int, Meta(ge=1, le=2**53)]
Point = Annotated[int, Meta(ge=0, le=399)]


class NoClock(Struct, tag_field="kind", tag="none", forbid_unknown_fields=True, frozen=True):
    """Nobody's time runs."""


class Fischer(Struct, tag_field="kind", tag="fischer", forbid_unknown_fields=True, frozen=True):
    """Time for the whole game, and an increment after every move, both in milliseconds."""

    initial_ms: Annotated[int, Meta(ge=1_000, le=10_800_000)]
    increment_ms: Annotated[int, Meta(ge=0, le=180_000)]


class PerMove(Struct, tag_field="kind", tag="per_move", forbid_unknown_fields=True, frozen=True):
    """The same time for every move, in milliseconds; what is not used is lost."""

    move_ms: Annotated[int, Meta(ge=1_000, le=86_400_000)]


ClockSpec = NoClock | Fischer | PerMove


class Who(Struct, frozen=True, omit_defaults=True):
    """Who sits in a seat: a person by id and name, or a bot by level.

    A person who was deleted keeps the seat with an empty id and an empty name. A name without an id is what the file of
    an imported game says.
    """

    id: str = ""
    name: str = ""
    level: int | None = None


class Result(Struct, frozen=True):
    """How a game ended; ``winner`` is null for a draw and for an aborted game."""

    winner: ColorName | None
    reason: ReasonName
