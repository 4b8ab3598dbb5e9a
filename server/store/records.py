"""Values that go into the store and come out of it, and room ids. Times are milliseconds since 1970."""

import secrets
from typing import Literal

from msgspec import Struct

from server.protocol.events import RoomEvent
from server.protocol.values import BotRun, OffenceName, PuzzleKind, PuzzleTheme, RatingPoolName, RoleName, Rules, Size

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
LENGTH = 12


def new_id() -> str:
    """Return a random room id of 71 bits, so that a link is a secret."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


class StoredRoom(Struct, frozen=True):
    """A room as stored: its events in order, and the version that each command led to, by command key."""

    serial: int
    id: str
    events: list[RoomEvent]
    commands: dict[str, int]
    bot: BotRun | None = None


class StoredPlayer(Struct, frozen=True):
    """A player; the name is empty once deleted. A ban with ``banned_until`` None is permanent.

    ``named`` tells whether data learned from their games may carry their name, None before they were asked.
    ``account_at`` is when the account was created, None for a guest. ``codes`` counts recovery codes, ``has_password``
    tells whether there is a password, ``is_vouched`` whether a provider signs the player in, ``has_totp`` whether
    authenticator codes are required.
    """

    id: str
    name: str
    created_at: int
    banned_at: int | None = None
    deleted_at: int | None = None
    named: int | None = None
    account_at: int | None = None
    role: RoleName | None = None
    codes: int = 0
    banned_until: int | None = None
    banned_for: OffenceName | None = None
    has_password: int | None = None
    is_vouched: int = 0
    has_totp: int = 0


class KnownToken(Struct, frozen=True):
    """A token's player, when its use was last recorded, and whether the player has signed it out."""

    player: StoredPlayer
    noted_at: int
    ended: bool


class StoredDevice(Struct, frozen=True):
    """A player's device; browser and system are empty if unknown."""

    id: str
    browser: str
    system: str
    created_at: int
    last_used_at: int


class StoredRating(Struct, frozen=True):
    """A row of ``ratings``."""

    player: str
    pool: RatingPoolName
    rating: float
    deviation: float
    volatility: float
    games: int
    last_at: int


class FirstMoveEstimate(Struct, frozen=True):
    """The worth of the first move in a kind of game, in points with a standard ``error``, after so many ``games``."""

    kind: str
    games: int
    points: float
    error: float


class GameFilter(Struct, frozen=True):
    """Filter for a list of games; a game must match all fields that are set.

    ``player`` is an id or a name, ``level`` a bot's level, ``result`` who won; ``since`` (inclusive) and ``until``
    (exclusive) bound the end time. ``visible_to`` includes that player's private games.
    """

    player: str | None = None
    level: int | None = None
    rules: Rules | None = None
    result: Literal["black", "white", "draw"] | None = None
    since: int | None = None
    until: int | None = None
    visible_to: str | None = None


class Puzzle(Struct, frozen=True):
    """A puzzle, with the number of players who solved it at their first attempt and who did not.

    ``moves`` are the points played before it, black's first; ``method`` proves its answer, in searches of at most
    ``nodes`` each. ``yours`` is the result of the reader's first attempt. ``game`` is the id of the public game it
    comes from, None once that is deleted.

    A puzzle from the tree has ``answers`` and a ``proof`` in the format of `bots.puzzles.proof_text`. ``rated``
    attempts have changed its rating.
    """

    id: int
    rules: Rules
    size: Size
    kind: PuzzleKind
    method: Literal["vcf", "vct"]
    nodes: int
    moves: list[int]
    solved: int
    failed: int
    rating: float
    deviation: float
    volatility: float
    rated: int
    length: int | None
    answers: list[int] | None
    proof: str | None
    themes: list[PuzzleTheme]
    yours: Literal["solved", "failed", "shown"] | None = None
    game: str | None = None
