"""The values that go into the store and come out of it, and the names of rooms. Times are milliseconds since 1970."""

import secrets
from typing import Literal

from msgspec import Struct

from server.protocol.api import BotRun
from server.protocol.events import RoomEvent
from server.protocol.values import OffenceName, PuzzleKind, PuzzleTheme, RoleName, Rules, Size

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
LENGTH = 12


def new_id() -> str:
    """A random name for a room: 71 bits, so that a link is a secret."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


class StoredRoom(Struct, frozen=True):
    """A room as it was kept: its events in order, and the version that each command led to, by its key."""

    serial: int
    id: str
    events: list[RoomEvent]
    commands: dict[str, int]
    bot: BotRun | None = None


class StoredPlayer(Struct, frozen=True):
    """A person; the name is empty once deleted. ``named``: what was taught may carry it; None before that was asked.

    ``account_at`` says since when there is an account, None for a guest; ``codes`` counts its recovery codes,
    ``has_password`` says whether there is one, too, ``is_vouched`` whether a provider signs the player in,
    ``has_totp`` whether codes of an authenticator are asked for. A ban is for good where ``banned_until`` is None.
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
    """Whose token it is, when that was last noted, and whether the player has ended it."""

    player: StoredPlayer
    noted_at: int
    ended: bool


class StoredDevice(Struct, frozen=True):
    """A device of a player; browser and system are empty where they are not known."""

    id: str
    browser: str
    system: str
    created_at: int
    last_used_at: int


class GameFilter(Struct, frozen=True):
    """Which games to list: those that fit everything that is set.

    ``player`` is an id or a name, ``level`` a bot's, ``result`` who won; ``since`` (inclusive) and
    ``until`` (exclusive) bound the time of the end. ``visible_to`` adds the games of that player that are not public.
    """

    player: str | None = None
    level: int | None = None
    rules: Rules | None = None
    result: Literal["black", "white", "draw"] | None = None
    since: int | None = None
    until: int | None = None
    visible_to: str | None = None


class Puzzle(Struct, frozen=True):
    """A puzzle, with how many players solved it at their first attempt and how many did not.

    ``moves`` are the points played before it, black's first; ``method`` proves its answer, in searches bounded by
    ``nodes`` each. ``yours`` is how the reader's first attempt ended. ``game`` is the id of the game that it comes
    from, a public one, None when that is deleted.

    One of the tree's has its ``answers`` and a ``proof``, as `bots.puzzles.proof_text` writes it. Every one is taken to
    have had some solutions and failures before the first, ``prior_solved`` and ``prior_failed``.
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
    prior_solved: float
    prior_failed: float
    length: int | None
    answers: list[int] | None
    proof: str | None
    themes: list[PuzzleTheme]
    yours: Literal["solved", "failed", "shown"] | None = None
    game: str | None = None
