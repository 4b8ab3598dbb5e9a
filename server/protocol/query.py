"""Parameters of the HTTP API, typed like its bodies."""

from datetime import date
from typing import Annotated, Literal

from msgspec import Meta, Struct

from server.protocol.values import (
    CommandId,
    Language,
    PuzzleId,
    PuzzleKind,
    PuzzleTheme,
    RatingPoolName,
    RoomId,
    Rules,
    Size,
    TreeEncoding,
)


class NoQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """No parameters."""


class GamesQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Filters of ``/api/games``; a missing parameter does not filter. Days are UTC, and both ends are included."""

    player: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    """Id or name of a player in either seat."""
    level: Annotated[int, Meta(ge=0, le=999)] | None = None
    """Level of a bot in either seat."""
    rules: Rules | None = None
    result: Literal["black", "white", "draw"] | None = None
    """The winner; ``draw`` is no winner."""
    since: date | None = None
    """First day, YYYY-MM-DD, on which a game ended."""
    until: date | None = None
    """Last such day."""
    limit: Annotated[int, Meta(ge=1, le=100)] = 20
    """Games in one page."""
    cursor: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """``next`` of the page before."""


class OidcStartQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Purpose of ``/oidc/start``: to sign in, or to link with the code of ``oidc_link``."""

    link: Annotated[str, Meta(max_length=64, pattern=r"^[0-9A-Za-z_-]*$")] = ""


class OidcQuery(Struct, frozen=True):
    """Parameters of the provider's redirect to ``/oidc/callback``; others are ignored."""

    state: Annotated[str, Meta(max_length=200)] = ""
    code: Annotated[str, Meta(max_length=4096)] = ""
    error: Annotated[str, Meta(max_length=200)] = ""
    iss: Annotated[str, Meta(max_length=1000)] | None = None


class PlayersQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Search terms of ``/api/players``."""

    name: Annotated[str, Meta(max_length=40)] = ""
    """The beginning of a name; an empty one finds nobody."""


class LeaderboardQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Choice of the pool for ``/api/leaderboard``."""

    pool: RatingPoolName = "gomoku"


class SgfQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Options of ``/api/games/{id}.sgf``."""

    lang: Language = "en"
    """Language of the comments on how the game began, and of the names of bots."""


class PictureQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Options of ``/api/games/{id}.svg``."""

    ply: Annotated[int, Meta(ge=0, le=999)] | None = None
    """Number of moves before the position; without it, or beyond the end, the last position."""
    numbers: bool = True
    """Whether the stones have the numbers of their moves."""


class PositionPictureQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Options of ``/api/picture.svg`` and ``/api/picture.gif``."""

    size: Size = 15
    moves: Annotated[str, Meta(max_length=1_300)] = ""
    """Moves as in ``h8i9g7``, black's first; the rules do not matter."""
    numbers: bool = True
    """Whether the stones have the numbers of their moves."""


class TreePictureQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Options of ``/api/trees/{id}.svg`` and ``/api/trees/{id}.gif``."""

    node: Annotated[int, Meta(ge=0, le=2**32)] = 0
    """The node whose position is shown, or the path to it, of 700 nodes at most."""
    numbers: bool = True
    """Whether the stones have the numbers of their moves."""


class PatternsQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Filters of ``/api/patterns``; a missing parameter does not filter."""

    rules: Rules | None = None
    limit: Annotated[int, Meta(ge=1, le=100)] = 20
    """Traps in one page."""
    cursor: Annotated[str, Meta(min_length=1, max_length=700)] | None = None
    """``next`` of the page before."""


class LinesQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Filters of ``/api/lines``; a missing parameter does not filter."""

    rules: Rules | None = None
    level: Annotated[int, Meta(ge=0, le=999)] | None = None
    """Level of the beaten bot."""
    limit: Annotated[int, Meta(ge=1, le=50)] = 10
    """Lines in one page."""
    cursor: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """``next`` of the page before."""


class PuzzlesQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Filters of ``/api/puzzles/next``; a missing parameter does not filter."""

    kind: PuzzleKind | None = None
    rules: Rules | None = None
    theme: PuzzleTheme | None = None
    least: Annotated[int, Meta(ge=0, le=4_000)] | None = None
    """Lowest rating."""
    most: Annotated[int, Meta(ge=0, le=4_000)] | None = None
    """Highest rating."""
    after: PuzzleId | None = None
    """The puzzle that the reader has just had, which is not given again."""


class PuzzleOverviewQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Choice of ``/api/puzzles``; without it the rules are those of the reader's last game."""

    rules: Rules | None = None


class TreesQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Selection of ``/api/trees``."""

    whose: Literal["mine", "public"] = "mine"
    limit: Annotated[int, Meta(ge=1, le=100)] = 50
    """Trees in one page of public ones; one's own are all in one page."""
    cursor: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """``next`` of the page before."""


class TreeNodesQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Selection of the nodes of a tree below ``node``, by depth."""

    node: Annotated[int, Meta(ge=0, le=2**32)] = 0
    depth: Annotated[int, Meta(ge=0, le=100)] = 8
    """Most moves below the node."""
    most: Annotated[int, Meta(ge=1, le=500)] = 200
    """Most nodes."""
    skip: Annotated[int, Meta(ge=0, le=2**32)] = 0
    """Number of the node's children to skip."""
    path: bool = False
    """Whether to include the nodes on the path to it."""
    left: bool = False
    """Whether a deleted node stands for the last one on the path to it that is left."""


class TreeFindQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """The position to find in a tree."""

    moves: Annotated[str, Meta(max_length=1_300)] = ""
    """Moves as in ``h8i9g7``, black's first."""


class TreeFileQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Options of a library."""

    encoding: TreeEncoding | None = None
    """Encoding of its texts; that of its source file by default."""


class StaffTreeQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Options for an export of any player's tree, with the act that permits it."""

    act: CommandId | None = None
    """The ``id`` of an ``act`` ``tree_export`` of the last hour; required."""
    encoding: TreeEncoding | None = None
    """Encoding of its texts; that of its source file by default."""


class ExplorerQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Position and filters of ``/api/explorer``; a missing parameter does not filter.

    Only finished public games count, the same for everybody; aborted ones, those without an end and those with fewer
    than five moves of their own do not. Positions are equal if one is a rotation or reflection of the other, whatever
    the order of the moves.
    """

    rules: Rules = "freestyle"
    size: Size = 15
    moves: Annotated[str, Meta(max_length=1_300)] = ""
    """Moves that lead to the position, black's first, as in ``h8i9g7``: the letter is the column from the left (I is
    used), the number the row from the bottom. Capitals, blanks and commas are accepted.
    """
    who: Literal["all", "people", "bots", "files"] = "all"
    """Games played here between people, or games with a bot, or both; or games from files."""
    player: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    """Id or name of a player in either seat."""
    since: date | None = None
    """First day, YYYY-MM-DD, on which a game ended."""
    until: date | None = None
    """Last such day."""
    before: RoomId | None = None
    """A game: ``newest`` lists the games that began before it."""
