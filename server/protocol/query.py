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


class OidcStartQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """What ``/oidc/start`` sends a browser to the provider for: to sign in, or to link by the code of ``oidc_link``."""

    link: Annotated[str, Meta(max_length=64, pattern=r"^[0-9A-Za-z_-]*$")] = ""


class OidcQuery(Struct, frozen=True):
    """What a provider has a browser bring back to ``/oidc/callback``; what else it adds is passed over."""

    state: Annotated[str, Meta(max_length=200)] = ""
    code: Annotated[str, Meta(max_length=4096)] = ""
    error: Annotated[str, Meta(max_length=200)] = ""
    iss: Annotated[str, Meta(max_length=1000)] | None = None


class PlayersQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Who ``/api/players`` is to find."""

    name: Annotated[str, Meta(max_length=40)] = ""
    """The beginning of a name; nobody is found by none."""


class LeaderboardQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Which ``/api/leaderboard`` is asked for."""

    pool: RatingPoolName = "gomoku"


class SgfQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """How ``/api/games/{id}.sgf`` is to be written."""

    lang: Language = "en"
    """Of the comments that say how the game began, and of the names of bots."""


class PictureQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """What ``/api/games/{id}.svg`` is to show."""

    ply: Annotated[int, Meta(ge=0, le=999)] | None = None
    """The position after so many moves; without it, and after more than were played, the last one."""
    numbers: bool = True
    """Whether the stones have the numbers of their moves."""


class PositionPictureQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """What ``/api/picture.svg`` and ``/api/picture.gif`` are to show."""

    size: Size = 15
    moves: Annotated[str, Meta(max_length=1_300)] = ""
    """As in ``h8i9g7``, black's first; by which rules they were played does not matter."""
    numbers: bool = True
    """Whether the stones have the numbers of their moves."""


class TreePictureQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """What ``/api/trees/{id}.svg`` and ``/api/trees/{id}.gif`` are to show."""

    node: Annotated[int, Meta(ge=0, le=2**32)] = 0
    """The position at this node, or the way to it, of 700 nodes at most."""
    numbers: bool = True
    """Whether the stones have the numbers of their moves."""


class PatternsQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Filters of ``/api/patterns``; what is left out does not filter."""

    rules: Rules | None = None
    sort: Literal["newest", "met"] = "newest"
    """The latest learned first, or the most often met."""
    limit: Annotated[int, Meta(ge=1, le=100)] = 20
    """Traps in one page."""
    cursor: Annotated[str, Meta(min_length=1, max_length=700)] | None = None
    """``next`` of the page before."""


class LinesQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Filters of ``/api/lines``; what is left out does not filter."""

    rules: Rules | None = None
    level: Annotated[int, Meta(ge=0, le=999)] | None = None
    """Level of the bot that was beaten."""
    limit: Annotated[int, Meta(ge=1, le=50)] = 10
    """Lines in one page."""
    cursor: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """``next`` of the page before."""


class PuzzlesQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """What puzzle ``/api/puzzles/next`` is to find; what is left out does not filter."""

    kind: PuzzleKind | None = None
    rules: Rules | None = None
    theme: PuzzleTheme | None = None
    least: Annotated[int, Meta(ge=0, le=4_000)] | None = None
    """Rating that it has at least."""
    most: Annotated[int, Meta(ge=0, le=4_000)] | None = None
    """Rating that it has at most."""
    after: PuzzleId | None = None
    """A puzzle not to be given again, as the reader has just had it."""


class TreesQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Which trees ``/api/trees`` lists."""

    whose: Literal["mine", "public"] = "mine"
    limit: Annotated[int, Meta(ge=1, le=100)] = 50
    """Trees in one page of public ones; of one's own there is one page."""
    cursor: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """``next`` of the page before."""


class TreeNodesQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Which nodes of a tree are asked for: what is below ``node``, by depth."""

    node: Annotated[int, Meta(ge=0, le=2**32)] = 0
    depth: Annotated[int, Meta(ge=0, le=100)] = 8
    """So many moves further at most."""
    most: Annotated[int, Meta(ge=1, le=500)] = 200
    """So many nodes at most."""
    skip: Annotated[int, Meta(ge=0, le=2**32)] = 0
    """So many children of the node are left out, which came before."""
    path: bool = False
    """Whether the nodes on the way to it are sent, too."""


class TreeFindQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """The position that is looked for in a tree."""

    moves: Annotated[str, Meta(max_length=1_300)] = ""
    """As in ``h8i9g7``, black's first."""


class TreeFileQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """How a library is to be written."""

    encoding: TreeEncoding | None = None
    """Of its texts; that of the file it came from where none is named."""


class StaffTreeQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """By which act of the asker's a tree of anybody's is fetched, and how a library is to be written."""

    act: CommandId | None = None
    """The ``id`` of an ``act`` ``tree_export`` of the last hour; without one nothing is answered."""
    encoding: TreeEncoding | None = None
    """Of its texts; that of the file it came from where none is named."""


class ExplorerQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """The position that ``/api/explorer`` is to tell of, and filters; what is left out does not filter.

    Only finished public games are told of, to everybody the same: aborted ones, those without an end and those with
    fewer than five moves of their own count nowhere. Positions are the same when one is the other turned or mirrored,
    whatever the order of the moves.
    """

    rules: Rules = "freestyle"
    size: Size = 15
    moves: Annotated[str, Meta(max_length=1_300)] = ""
    """The moves that lead to it, black's first, as in ``h8i9g7``: the letter is the column from the left (I is used),
    the number the row from the bottom. Capitals, blanks and commas may stand in it."""
    who: Literal["all", "people", "bots", "files"] = "all"
    """Games played here between people, or those in which a bot played, or both; or those that came from files."""
    player: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    """Id or name of a player who had either seat."""
    since: date | None = None
    """First day, YYYY-MM-DD, on which a game ended."""
    until: date | None = None
    """Last such day."""
    before: RoomId | None = None
    """A game: the games that are named are those that were begun before it."""
