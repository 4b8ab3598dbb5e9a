"""Bodies of the HTTP API, all JSON. ``PROTOCOL.md`` lists the addresses."""

from typing import Any

from msgspec import Struct

from server.protocol.events import RoomEvent
from server.protocol.shapes import ClockSpec, ColorName, Result, Rules, Size, Visibility, Who


class GameSummary(Struct, frozen=True, omit_defaults=True):
    """One stored game without its moves. Times are milliseconds since 1970; ``result`` is null while it is played.

    ``imported`` names the file that the game came from. A game that began after the first ``start`` moves of another
    names it in ``from_game``.
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
    started_at: int
    ended_at: int | None = None
    result: Result | None = None
    previous: str | None = None
    imported: str | None = None
    from_game: str | None = None
    start: int = 0


class GamePage(Struct, frozen=True, omit_defaults=True):
    """A page of games, newest first; ``next`` is the cursor of the page after it, null on the last."""

    games: list[GameSummary]
    next: str | None = None


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


class GameHistory(Struct, frozen=True, omit_defaults=True):
    """A stored game whole: what stands on the board, and every event as it happened."""

    game: GameSummary
    moves: list[StoredMove]
    events: list[RoomEvent]
    line: list[int] | None = None
    bot: BotRun | None = None
    next: str | None = None


class LevelInfo(Struct, frozen=True, omit_defaults=True):
    """A bot that can be chosen; ``name`` and ``character`` by language."""

    level: int
    name: dict[str, str]
    character: dict[str, str]
    rules: list[Rules]
    sizes: list[Size]
    elo: int | None = None
    ready: bool = True


class Levels(Struct, frozen=True):
    """The ladder, weakest first."""

    levels: list[LevelInfo]


class LevelScore(Struct, frozen=True):
    """What a player has reached against one bot: finished games won, drawn and lost, whatever the rules."""

    level: int
    won: int
    drawn: int
    lost: int


class Problem(Struct, frozen=True, omit_defaults=True):
    """The body of every answer that is not a success: a stable code and what it is about."""

    code: str
    detail: dict[str, str | int] = {}
