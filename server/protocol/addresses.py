"""Addresses of the HTTP API: path, parameters and answer. ``PROTOCOL.md`` lists them in this order."""

from dataclasses import dataclass

from msgspec import Struct

from server.protocol.query import (
    ExplorerQuery,
    GamesQuery,
    LeaderboardQuery,
    LinesQuery,
    NoQuery,
    OidcQuery,
    OidcStartQuery,
    PatternsQuery,
    PictureQuery,
    PlayersQuery,
    PositionPictureQuery,
    PuzzleOverviewQuery,
    PuzzlesQuery,
    SgfQuery,
    StaffTreeQuery,
    TreeFileQuery,
    TreeFindQuery,
    TreeNodesQuery,
    TreePictureQuery,
    TreesQuery,
)


@dataclass(frozen=True, slots=True)
class Address:
    """One address. ``path`` has variable parts in braces; ``answer`` is its description in PROTOCOL.md.

    Parameters that ``query`` lacks are refused. ``personal``: a token in the request may show more, and an unknown
    token is refused.
    """

    path: str
    answer: str
    query: type[Struct] = NoQuery
    personal: bool = False


GAMES = Address("/api/games", "`GamePage`: finished games, the latest end first, filtered", GamesQuery, personal=True)
EXPLORER = Address(
    "/api/explorer",
    "`Explored`: which moves were played in a position, and how the games ended",
    ExplorerQuery,
    personal=True,
)
GAME = Address("/api/games/{id}", "`GameHistory`: one game that has begun, every move and event", personal=True)
SGF = Address("/api/games/{id}.sgf", "the game as SGF (FF[4] GM[4])", SgfQuery, personal=True)
PSQ = Address("/api/games/{id}.psq", "the game as a Piskvorky file; it holds no rule set", personal=True)
SVG = Address("/api/games/{id}.svg", "a position of the game as a picture", PictureQuery, personal=True)
GIF = Address("/api/games/{id}.gif", "the game move by move, as an animated picture", personal=True)
POSITION_SVG = Address("/api/picture.svg", "the position after some moves as a picture", PositionPictureQuery)
POSITION_GIF = Address("/api/picture.gif", "some moves one by one, as an animated picture", PositionPictureQuery)
ANALYSIS = Address(
    "/api/games/{id}/analysis",
    "`GameAnalysis`: the solver's findings, once the analysis is done",
    personal=True,
)
PATTERNS = Address(
    "/api/patterns",
    "`PatternPage`: the learned traps, the newest first",
    PatternsQuery,
    personal=True,
)
PATTERN = Address("/api/patterns/{key}", "`PatternInfo`: one learned trap", personal=True)
LINES = Address(
    "/api/lines",
    "`LinePage`: the lines that beat bots and taught them, the latest first",
    LinesQuery,
    personal=True,
)
LINE = Address("/api/lines/{game}", "`LineInfo`: the line of one game", personal=True)
TODAY = Address("/api/lines/today", "`UnbeatenLine`: the line of the day")
BOT = Address(
    "/api/bots/{level}",
    "`BotPage`: a bot, its results here, its strength over the games that it lost, its lessons",
)
BOT_PROFILE = Address("/api/bots/{level}/profile", "`PlayerProfile`: a bot's ratings and results, as a person's")
PLAYERS = Address("/api/players", "`Who[]`: the accounts whose names begin with `name`", PlayersQuery)
PLAYER = Address("/api/players/{name}", "`PlayerProfile`: the account of this name")
LEADERBOARD = Address("/api/leaderboard", "`Leaderboard`: the strongest players of a pool", LeaderboardQuery)
PUZZLES = Address(
    "/api/puzzles",
    "`PuzzleOverview`: the reader's rating at puzzles, days and runs, and the puzzle of the day",
    PuzzleOverviewQuery,
    personal=True,
)
NEXT_PUZZLE = Address(
    "/api/puzzles/next",
    "`PuzzleInfo`: the puzzle that the player has not tried and that is nearest to their strength, then those tried; "
    "without `rules` for those of their last game; `null` where there is none",
    PuzzlesQuery,
    personal=True,
)
PUZZLE = Address("/api/puzzles/{number}", "`PuzzleInfo`: one puzzle", personal=True)
SCORES = Address(
    "/api/scores", "`LevelScore[]`: your own scores against the bots you have played; needs a token", personal=True
)
RATINGS = Address("/api/ratings", "`PoolMark[]`: your own ratings; needs a token", personal=True)
CORRESPONDENCE = Address(
    "/api/correspondence",
    "`SlowGame[]`: your unfinished games by correspondence, the most urgent first; needs a token",
    personal=True,
)
VACATIONS = Address("/api/vacations", "`Vacations`: your own vacations; needs a token", personal=True)
TREES = Address(
    "/api/trees",
    "`TreePage`: your own stored trees (needs a token) or all public ones, the latest first",
    TreesQuery,
    personal=True,
)
BOOKMARKS = Address(
    "/api/bookmarks", "`BookmarkList`: the bookmarked positions of your own trees; needs a token", personal=True
)
TREE = Address("/api/trees/{id}", "`TreeSummary`: a stored tree without its nodes", personal=True)
TREE_NODES = Address("/api/trees/{id}/nodes", "`TreeNodes`: nodes of the tree, by depth", TreeNodesQuery, personal=True)
TREE_FIND = Address("/api/trees/{id}/find", "`TreeFound`: the node of a position", TreeFindQuery, personal=True)
TREE_LIB = Address("/api/trees/{id}.lib", "the tree as a RenLib library", TreeFileQuery, personal=True)
TREE_SGF = Address("/api/trees/{id}.sgf", "the tree as SGF", personal=True)
TREE_SVG = Address(
    "/api/trees/{id}.svg",
    "the position at a node as a picture, with its labels and marks",
    TreePictureQuery,
    personal=True,
)
TREE_GIF = Address(
    "/api/trees/{id}.gif", "the path to a node, move by move, as an animated picture", TreePictureQuery, personal=True
)
ARCHIVE = Address(
    "/api/archive",
    "everything that the server stores about you, as a zip of JSON and SGF; needs a token",
    personal=True,
)
STAFF_PATTERNS = Address(
    "/api/staff/patterns.jsonl",
    "the learned patterns in use, each with its proof, one a line, for another server; needs the owner's token",
    personal=True,
)
STAFF_WEIGHTS = Address(
    "/api/staff/weights/{version}.txt",
    "a version of the learned weights for the arena, 0 for the program's own; needs the owner's token",
    personal=True,
)
STAFF_TREE_LIB = Address(
    "/api/staff/trees/{id}.lib",
    "any player's stored tree as a RenLib library; needs the owner's token and a logged act",
    StaffTreeQuery,
    personal=True,
)
STAFF_TREE_SGF = Address("/api/staff/trees/{id}.sgf", "the same as SGF", StaffTreeQuery, personal=True)
LEVELS = Address("/api/levels", "`Levels`: the bots that can be chosen")
OIDC_START = Address("/oidc/start", "redirects the browser to the provider to sign in", OidcStartQuery)
OIDC_CALLBACK = Address(
    "/oidc/callback",
    "the provider's redirect: leads to the page `/oidc`, with a ticket as a cookie or with an `error`",
    OidcQuery,
)
HEALTH = Address("/healthz", '200 `{"status":"ok"}` when the database answers, 503 when it does not')
METRICS = Address("/metrics", "measurements in Prometheus's text format")
SOCKET = Address("/ws", "the WebSocket; 426 for anything else")

ADDRESSES = (
    *(
        GAMES,
        EXPLORER,
        GAME,
        SGF,
        PSQ,
        SVG,
        GIF,
        POSITION_SVG,
        POSITION_GIF,
        ANALYSIS,
        PATTERNS,
        PATTERN,
        LINES,
        LINE,
        TODAY,
        BOT,
    ),
    *(BOT_PROFILE, PLAYERS, PLAYER, LEADERBOARD),
    *(
        PUZZLES,
        NEXT_PUZZLE,
        PUZZLE,
        SCORES,
        RATINGS,
        CORRESPONDENCE,
        VACATIONS,
        ARCHIVE,
        LEVELS,
        TREES,
        BOOKMARKS,
        TREE,
        TREE_NODES,
        TREE_FIND,
        TREE_LIB,
        TREE_SGF,
        TREE_SVG,
        TREE_GIF,
        STAFF_PATTERNS,
        STAFF_WEIGHTS,
        STAFF_TREE_LIB,
        STAFF_TREE_SGF,
        OIDC_START,
        OIDC_CALLBACK,
        HEALTH,
        METRICS,
        SOCKET,
    ),
)
