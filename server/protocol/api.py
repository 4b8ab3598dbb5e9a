"""Bodies of the HTTP API, all JSON. ``PROTOCOL.md`` lists the addresses."""

from typing import Any, Literal

from msgspec import Struct

from server.protocol.events import RoomEvent
from server.protocol.values import (
    BotRun,
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
    """One stored game without its moves. Times are milliseconds since 1970; ``result`` is null while the game goes on.

    ``imported`` names the file that the game came from. Where that file lacks the day, ``started_at`` is null, and
    ``played_on`` holds the year or month, as YYYY or YYYY-MM, if the file has it. A game that continues another after
    its first ``start`` moves names it in ``from_game``; one that began from a given position names none.
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
    """The ratings of black and white before a counted game; in lists only."""


class SlowGame(Struct, frozen=True):
    """An unfinished game by correspondence, as one of its players sees it. ``yours``: that player is to move.

    ``flag_at`` is the earliest time at which the flag of the player to move falls: a weekend or a vacation puts it off.
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
    """A player's present and future vacations, as pairs of start and end, and the days left this year."""

    vacations: list[tuple[int, int]]
    days_left: int


class GamePage(Struct, frozen=True, omit_defaults=True):
    """A page of games, newest first. ``next`` is the cursor of the next page, null on the last. ``broken`` are the ids
    of games of this page that cannot be read.
    """

    games: list[GameSummary]
    next: str | None = None
    broken: list[str] = []


class StoredMove(Struct, frozen=True, omit_defaults=True):
    """A move on the board, with its time in milliseconds; moves that were taken back are in ``events`` only.

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


class GameHistory(Struct, frozen=True, omit_defaults=True):
    """A whole stored game: the moves on the board, and every event as it happened.

    For a finished game that was to be rated, ``rating`` holds the changes for black and white, or why there are none.
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

    ``elo`` is measured with nothing learned. ``learns``: the bot plays with what was learned from lost games.
    ``twin_of``: this is the bot of that level as it was on its first day.
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
    """Its rating on this server for gomoku, as it plays now; null before its first rated game."""


class Levels(Struct, frozen=True):
    """The ladder, weakest first; level 0, which only plays noughts and crosses, comes before it, twins after it."""

    levels: list[LevelInfo]


class LevelScore(Struct, frozen=True):
    """A player's results against one bot: finished games won, drawn and lost, under all rules. Games that continue
    another or begin from a given position do not count.
    """

    level: int
    won: int
    drawn: int
    lost: int


class Results(Struct, frozen=True):
    """Results of games, by the colour of the winner."""

    black: int
    draw: int
    white: int


class ExplorerMove(Struct, frozen=True, omit_defaults=True):
    """A move that was played in a position. In a symmetric position it includes the images of the move: ``points``
    lists them all.

    ``results`` count the games that left the position by this move; ``reached`` counts all games that came to the
    resulting position, by other orders of moves, too, and is null where a filter by player or day holds. ``last`` is
    the end of the latest begun of these games. ``proven`` says that the mover wins or loses by force; null where
    nothing is proven.
    """

    points: list[int]
    results: Results
    last: int
    reached: int | None = None
    proven: Literal["won", "lost"] | None = None


class Explored(Struct, frozen=True, omit_defaults=True):
    """Continuations of a position, and of all of its images, in finished public games.

    ``results`` count the games that reached it, each once; ``ended`` is how many of them ended there. ``moves`` come
    most played first. ``newest`` are the latest begun of these games, or those begun before the requested one; ``more``
    says that there are others. ``ply`` is the position's number of moves. ``proven`` is what is proven for the side to
    move, ``value`` the engine's estimate from a stored analysis, as in `MoveReview`. With a filter by player or day a
    limited number of games is read: ``partial`` says that there were more. ``waiting`` games are not counted yet. If
    the moves end a game by the rules, ``result`` says how and ``line`` is its winning row; later moves of the request
    are ignored. ``forbidden`` are the points, with reasons, that black to move in renju may not take. ``pattern`` is
    the number, D1 to D13 or I1 to I13, of the renju pattern of the first three stones, under all rules.
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
    """Body of every answer that is not a success: a stable code and its details."""

    code: str
    detail: dict[str, str | int] = {}


class TreeSummary(Struct, frozen=True, omit_defaults=True):
    """A stored tree without its nodes; the name of ``owner`` is empty if that player was deleted.

    ``file`` is the name of the source file, empty for merged games; ``game`` is the game of this server that it has the
    name of, if you may see it, and the tree is asked for alone; ``skipped`` counts the illegal branches that were
    left out of it. ``yours``: you may change the tree. ``sealed``: it contains games that are not public, and stays
    private. ``encoding`` is that of the file's texts. ``v`` is its version, which every edit raises. ``undoable``: the
    last edit can be undone; ``redoable``: one that was undone can be done again; only your own tree says so, where it
    is asked for alone.
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
    v: int = 0
    undoable: bool = False
    redoable: bool = False
    game: str | None = None


class TreePage(Struct, frozen=True, omit_defaults=True):
    """Stored trees. For your own, ``bytes`` is the space they take, ``most_bytes`` and ``most_trees`` are the
    limits.
    """

    trees: list[TreeSummary]
    next: str | None = None
    bytes: int = 0
    most_bytes: int = 0
    most_trees: int = 0


class BookmarkInfo(Struct, frozen=True, omit_defaults=True):
    """A bookmarked position: its ``tree`` with ``title``, its ``node``, the number of ``moves`` that lead there, and
    its ``name``, or else the first line of its comment.
    """

    tree: str
    title: str
    node: int
    moves: int
    name: str = ""


class BookmarkList(Struct, frozen=True, omit_defaults=True):
    """Bookmarked positions of your own trees, those of the newest tree first: by you, or in the file that you uploaded,
    of which the first 1,000 count. ``more``: others are left out.
    """

    bookmarks: list[BookmarkInfo]
    more: bool = False


class TreeNode(Struct, frozen=True, omit_defaults=True):
    """A node of a stored tree. Its children are the nodes ``first`` to ``first + children - 1``, or those of ``order``
    if that is not empty, the main one first; ``below`` counts all of its descendants. No node ever gets another number.

    ``point`` is null for a node without a move and -1 for a pass; ``color`` is the mover's. ``labels`` are short texts
    at points, ``marks`` are ``triangle``, ``square``, ``circle`` or ``cross``; ``setup`` sets points from here on, to 0
    for empty, 1 for black, 2 for white. ``more``: the comment or the labels are longer than what is sent.
    """

    n: int
    parent: int = 0
    point: int | None = None
    color: ColorName | None = None
    first: int = 0
    children: int = 0
    order: list[int] = []
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
    """Nodes below one node, nearest first and parents before children, up to the requested number or a limit of work.
    ``path`` has the nodes from the root to that node, which is its last; ``v`` is the version of the tree.
    """

    nodes: list[TreeNode]
    path: list[TreeNode] = []
    v: int = 0


class TreeFound(Struct, frozen=True):
    """The node of a position in a tree, found under every order of moves and every turn or mirror image of the board;
    null if there is none. ``searched`` is false if a limit ended the search early.
    """

    node: int | None
    searched: bool = True
