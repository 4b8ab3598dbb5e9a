"""Where a request leads: one pure function of its method and its target."""

import re
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import parse_qsl, unquote

import msgspec

from server.protocol.query import GamesQuery, PatternsQuery, PuzzlesQuery
from server.protocol.shapes import Notation

METHODS = ("GET", "HEAD")

_ID = "[0-9A-Za-z]{8,24}"
_PAGES = re.compile(rf"/|/(games|play|puzzles|settings|traps)/?|/(room|game)/{_ID}/?|/(puzzles|traps)/[^/]+/?")
_NOTATIONS: dict[str, Notation] = {"sgf": "sgf", "psq": "psq"}
_BUILT = re.compile(r"/b/([0-9a-f]{12})/(.+)")
_GAME = re.compile(rf"/api/games/({_ID})(?:\.(sgf|psq)|(/analysis))?")
_PATTERN = re.compile(r"/api/patterns/([^/]{1,500})")
_PUZZLE = re.compile(r"/api/puzzles/([1-9][0-9]{0,14})")

Query = TypeVar("Query", GamesQuery, PatternsQuery, PuzzlesQuery)


@dataclass(frozen=True, slots=True)
class Socket:
    """The realtime protocol."""


@dataclass(frozen=True, slots=True)
class Page:
    """An address of the client's own: it gets the page, and the page reads the address."""


@dataclass(frozen=True, slots=True)
class File:
    """Perhaps a file of the client; ``name`` is its path below ``web_client/``, not yet looked for."""

    name: str


@dataclass(frozen=True, slots=True)
class Built:
    """The same under the name of the build that it belongs to."""

    build: str
    name: str


@dataclass(frozen=True, slots=True)
class Games:
    """The library of stored games, filtered."""

    query: GamesQuery


@dataclass(frozen=True, slots=True)
class Game:
    """One stored game whole."""

    id: str


@dataclass(frozen=True, slots=True)
class Export:
    """One stored game as a file of a notation."""

    id: str
    notation: Notation


@dataclass(frozen=True, slots=True)
class NextPuzzle:
    """A puzzle for the player who asks to try next."""

    query: PuzzlesQuery


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle."""

    id: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """What the solver has read out of one stored game."""

    id: str


@dataclass(frozen=True, slots=True)
class Patterns:
    """The learned traps, filtered."""

    query: PatternsQuery


@dataclass(frozen=True, slots=True)
class Pattern:
    """One learned trap."""

    key: str


@dataclass(frozen=True, slots=True)
class Levels:
    """The ladder of bots."""


@dataclass(frozen=True, slots=True)
class Scores:
    """What the player who asks has reached against the bots."""


@dataclass(frozen=True, slots=True)
class Health:
    """Whether the server can do its work."""


@dataclass(frozen=True, slots=True)
class Measurements:
    """The metrics."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Nothing is served: the status, and the code and detail of its `Problem`."""

    status: int
    code: str
    why: str = ""


Route = (
    Socket
    | Page
    | File
    | Built
    | Games
    | Game
    | Export
    | NextPuzzle
    | Puzzle
    | Analysis
    | Patterns
    | Pattern
    | Levels
    | Scores
    | Health
    | Measurements
    | Refusal
)

_FIXED: dict[str, Route] = {
    "/ws": Socket(),
    "/api/levels": Levels(),
    "/api/scores": Scores(),
    "/healthz": Health(),
    "/metrics": Measurements(),
}


def route(method: str, target: str) -> Route:
    """Read a request line; ``target`` is the path with its query, as sent."""
    if method not in METHODS:
        return Refusal(405, "method_not_allowed")
    raw, _, query = target.partition("?")
    path = unquote(raw, errors="replace")
    if path in _FIXED:
        return _FIXED[path]
    if path == "/api/games":
        found = _query(query, GamesQuery)
        return found if isinstance(found, Refusal) else Games(found)
    if path == "/api/patterns":
        wanted = _query(query, PatternsQuery)
        return wanted if isinstance(wanted, Refusal) else Patterns(wanted)
    if path == "/api/puzzles/next":
        asked = _query(query, PuzzlesQuery)
        return asked if isinstance(asked, Refusal) else NextPuzzle(asked)
    if game := _GAME.fullmatch(path):
        id, notation, analysis = game.groups()
        return Export(id, _NOTATIONS[notation]) if notation else Analysis(id) if analysis else Game(id)
    if pattern := _PATTERN.fullmatch(path):
        return Pattern(pattern[1])
    if puzzle := _PUZZLE.fullmatch(path):
        return Puzzle(int(puzzle[1]))
    if built := _BUILT.fullmatch(path):
        return Built(built[1], built[2])
    if _PAGES.fullmatch(path):
        return Page()
    if path.startswith("/api/") or not path.startswith("/"):
        return Refusal(404, "not_found")
    return File(path[1:])


def _query(query: str, kind: type[Query]) -> Query | Refusal:
    try:
        pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query), max_num_fields=16)
        if len(dict(pairs)) < len(pairs):
            return Refusal(400, "bad_filter", "a filter is given twice")
        return msgspec.convert(dict(pairs), kind, strict=False)
    except ValueError as error:  # msgspec's ValidationError is one, too
        return Refusal(400, "bad_filter", str(error))
