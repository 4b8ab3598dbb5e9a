"""Bodies of the HTTP API, all JSON. ``PROTOCOL.md`` lists the addresses."""

from typing import Any, Literal

from msgspec import Struct

from server.protocol.events import RoomEvent
from server.protocol.values import (
    ClockSpec,
    ColorName,
    ForbiddenName,
    OpeningName,
    RatingMark,
    Result,
    RoomRating,
    Rules,
    Size,
    Visibility,
    Who,
)


class GameSummary(Struct, frozen=True, omit_defaults=True):
    """One stored game without its moves. Times are milliseconds since 1970; ``result`` is null while it is played.

    ``imported`` names the file that the game came from. Where that does not tell the day of the game, ``started_at`` is
    null, and ``played_on`` the year or month that it may tell, as YYYY or YYYY-MM. A game that began after the first
    ``start`` moves of another names it in ``from_game``; one that began from a given position names none.
    """

    id: str
    rules: Rules
    size: Size
    clock: ClockSpec
    visibility: Visibility
    rated: bool
    black: Who
    white: Who
    plies: int
    started_at: int | None
    ended_at: int | None = None
    result: Result | None = None
    previous: str | None = None
    imported: str | None = None
    played_on: str | None = None
    from_game: str | None = None
    start: int = 0
    opening: OpeningName = "free"
    marks: tuple[RatingMark, RatingMark] | None = None
    """The ratings of black and of white before a game that was counted; in lists alone."""


class SlowGame(Struct, frozen=True):
    """A game by correspondence that goes on, as one of its players sees it; ``yours``: that player is to move.

    ``flag_at`` is when the flag of the player to move falls, at the earliest: a weekend or a vacation puts it off.
    """

    room: str
    rules: Rules
    size: Size
    clock: ClockSpec
    rated: bool
    opponent: Who
    yours: bool
    flag_at: int


class Vacations(Struct, frozen=True):
    """A player's vacations that are not over, from and to which instant each, and the days that are left this year."""

    vacations: list[tuple[int, int]]
    days_left: int


class GamePage(Struct, frozen=True, omit_defaults=True):
    """A page of games, newest first; ``next`` is the cursor of the page after it, null on the last. ``broken`` are
    the ids of games of this page that cannot be read."""

    games: list[GameSummary]
    next: str | None = None
    broken: list[str] = []


class StoredMove(Struct, frozen=True, omit_defaults=True):
    """A move that stands (taken-back ones are in ``events`` only), with its ledger of time in milliseconds.

    ``why`` is as in the event ``moved``: a bot's reasons, left out while a rated game goes on.
    """

    ply: int
    color: ColorName
    point: int
    name: str
    at: int
    think_ms: int
    lag_ms: int
    given_ms: int
    left_ms: int | None = None
    forced: bool | None = None
    why: dict[str, Any] | None = None


class BotRun(Struct, frozen=True, omit_defaults=True):
    """What played in a bot's seat, exactly: enough to play the same game again."""

    level: int
    engine: str
    version: str
    seed: int
    limits: dict[str, int]
    learned: int = 0
    """Revision of the table of learned patterns: for who runs the server, 0 in answers of the API."""
    weights: int = 0
    """Version of the learned weights that it judges positions by; 0: those that come with the program."""
    book: int = 0
    """Revision of its book of own games as the game began: for who runs the server, 0 in answers of the API."""


class GameHistory(Struct, frozen=True, omit_defaults=True):
    """A stored game whole: what stands on the board, and every event as it happened.

    Where it was to be rated and is over, ``rating`` says what it has changed for black and for white, or why nothing.
    """

    game: GameSummary
    moves: list[StoredMove]
    events: list[RoomEvent]
    line: list[int] | None = None
    bot: BotRun | None = None
    next: str | None = None
    rating: RoomRating | None = None


class LevelInfo(Struct, frozen=True, omit_defaults=True):
    """A bot that can be chosen; ``name`` and ``character`` by language.

    ``elo``: measured with nothing learned. ``learns``: it plays with what was learned from lost games. ``twin_of``:
    this is the bot of that level as it was on its first day.
    """

    level: int
    name: dict[str, str]
    character: dict[str, str]
    rules: list[Rules]
    sizes: list[Size]
    elo: int | None = None
    ready: bool = True
    learns: bool = False
    twin_of: int | None = None
    rating: RatingMark | None = None
    """Its own on this server, for gomoku, as it plays now; null before its first rated game."""


class Levels(Struct, frozen=True):
    """The ladder, weakest first; then bots without a place on it."""

    levels: list[LevelInfo]


class LevelScore(Struct, frozen=True):
    """What a player has reached against one bot: finished games won, drawn and lost, whatever the rules; none that went
    on from another game or from a given position."""

    level: int
    won: int
    drawn: int
    lost: int


class Results(Struct, frozen=True):
    """How games ended, by the colour of the stones."""

    black: int
    draw: int
    white: int


class ExplorerMove(Struct, frozen=True, omit_defaults=True):
    """A move that was played in a position; where that is like itself turned or mirrored, with the images of the move.

    ``points`` are all of these. ``results`` are of the games that left the position by it, ``reached`` counts all that
    came to the position after it, by other orders of the moves, too; it is null where a filter by player or day holds.
    ``last`` is when the game of these that was begun last ended. ``proven`` says that who plays it wins by force, or
    loses; null where nothing is proven.
    """

    points: list[int]
    results: Results
    last: int
    reached: int | None = None
    proven: Literal["won", "lost"] | None = None


class Explored(Struct, frozen=True, omit_defaults=True):
    """What finished public games went on with in a position, and in all of its images.

    ``results`` are of the games that reached it, each once; ``ended`` is how many of them ended there. ``moves`` come
    with the most played first. ``newest`` are those of the games that were begun last, or before the one that was asked
    for, and ``more`` says that there are others; ``ply`` is that of the position. ``proven`` is what is
    proven of the side to move, ``value`` the engine's estimate from a stored analysis, as in `MoveReview`. Where a
    filter by player or day holds only so many games are looked at: ``partial`` says that there were more. ``waiting``
    games are not counted yet. Where the moves end a game by the rules, ``result`` says how, and ``line`` is its winning
    row; what was asked for after them is left out. ``forbidden`` are the points that black, to move in renju, may not
    take, and why. ``pattern`` is the number, D1 to D13 or I1 to I13, of the renju pattern that the first three stones
    make, whatever the rules.
    """

    to_move: ColorName
    ply: int
    results: Results
    ended: int
    moves: list[ExplorerMove]
    newest: list[GameSummary]
    proven: Literal["won", "lost"] | None = None
    value: int | None = None
    partial: bool = False
    waiting: int = 0
    result: Result | None = None
    line: list[int] | None = None
    forbidden: list[tuple[int, ForbiddenName]] = []
    pattern: str | None = None
    more: bool = False


class Problem(Struct, frozen=True, omit_defaults=True):
    """The body of every answer that is not a success: a stable code and what it is about."""

    code: str
    detail: dict[str, str | int] = {}


class TreeSummary(Struct, frozen=True, omit_defaults=True):
    """A stored tree without its nodes; ``owner`` has no name where that player was deleted.

    ``file`` is the name of the file it came from, empty for games that were merged; ``skipped`` counts the branches
    that were left out of it, since they could not be played. ``yours``: you may change it. ``sealed``: it has games
    that are not public, and stays private. ``encoding`` is that of the file's texts.
    """

    id: str
    title: str
    owner: Who
    visibility: Visibility
    size: int
    nodes: int
    depth: int
    bytes: int
    created_at: int
    encoding: str
    rules: Rules | None = None
    file: str = ""
    skipped: int = 0
    yours: bool = False
    sealed: bool = False


class TreePage(Struct, frozen=True, omit_defaults=True):
    """Stored trees. Of your own it is told how many ``bytes`` they take of ``most_bytes``, and how many may be."""

    trees: list[TreeSummary]
    next: str | None = None
    bytes: int = 0
    most_bytes: int = 0
    most_trees: int = 0


class TreeNode(Struct, frozen=True, omit_defaults=True):
    """A node of a stored tree. Its children are the nodes ``first`` to ``first + children - 1``; ``below`` counts them
    and all that follows.

    ``point`` is null where there is no move, and -1 for a pass; ``color`` is whose move it is. ``labels`` are short
    texts at points, ``marks`` are ``triangle``, ``square``, ``circle`` or ``cross``; ``setup`` has points with what
    lies on them from here on, 0 for nothing, 1 for black, 2 for white. ``more``: the comment or the labels are longer
    than is sent.
    """

    n: int
    parent: int = 0
    point: int | None = None
    color: ColorName | None = None
    first: int = 0
    children: int = 0
    below: int = 0
    name: str = ""
    comment: str = ""
    marked: bool = False
    start: bool = False
    labels: list[tuple[int, str]] = []
    marks: list[tuple[int, str]] = []
    setup: list[tuple[int, int]] = []
    to_move: ColorName | None = None
    more: bool = False


class TreeNodes(Struct, frozen=True, omit_defaults=True):
    """Nodes below one, a parent before its children: the nearest first, until there are as many as were asked for, or
    enough was read. ``path`` has the nodes from the root to that one, itself last."""

    nodes: list[TreeNode]
    path: list[TreeNode] = []


class TreeFound(Struct, frozen=True):
    """The node at which a position is in a tree, its moves in whatever order and the board turned or mirrored however
    it may be; null where it is not. ``searched`` is false where not all of the tree could be looked through that might
    have it."""

    node: int | None
    searched: bool = True
