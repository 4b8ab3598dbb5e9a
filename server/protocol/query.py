"""Parameters of the HTTP API, typed like its bodies."""

from datetime import date
from typing import Annotated, Literal

from msgspec import Meta, Struct

from server.protocol.shapes import PuzzleId, PuzzleKind, Rules


class GamesQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Filters of ``/api/games``; what is left out does not filter. Days are UTC and both ends count."""

    player: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    """Id or name of a player who had either seat."""
    level: Annotated[int, Meta(ge=0, le=999)] | None = None
    """Level of a bot that had either seat."""
    rules: Rules | None = None
    result: Literal["black", "white", "draw"] | None = None
    """Who won; ``draw`` is no winner."""
    since: date | None = None
    """First day, YYYY-MM-DD, on which a game ended."""
    until: date | None = None
    """Last such day."""
    limit: Annotated[int, Meta(ge=1, le=100)] = 20
    """Games in one page."""
    cursor: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """``next`` of the page before."""


class PatternsQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Filters of ``/api/patterns``; what is left out does not filter."""

    rules: Rules | None = None
    sort: Literal["newest", "met"] = "newest"
    """The latest learned first, or the most often met."""
    limit: Annotated[int, Meta(ge=1, le=100)] = 20
    """Traps in one page."""
    cursor: Annotated[str, Meta(min_length=1, max_length=700)] | None = None
    """``next`` of the page before."""


class PuzzlesQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """What puzzle ``/api/puzzles/next`` is to find; what is left out does not filter."""

    kind: PuzzleKind | None = None
    rules: Rules | None = None
    after: PuzzleId | None = None
    """A puzzle not to be given again, as the reader has just had it."""
