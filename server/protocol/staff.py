"""Values that only the server's staff is shown: how the server stands, its backups, rooms, games and jobs."""

from typing import Literal

from msgspec import Struct

from server.protocol.api import GameSummary
from server.protocol.values import (
    CheckName,
    CheckOutcome,
    OpeningName,
    RoleName,
    Rules,
    SanctionKind,
    SettingName,
    Size,
    UnratedReason,
    Visibility,
    WeightLine,
    WeightsState,
    WeightThreat,
    Who,
)


class RoomCounts(Struct, frozen=True):
    """Rooms in memory: that wait for an opponent, in which a game goes on, and that are over and looked at."""

    open: int
    playing: int
    over: int
    with_bots: int
    """Unfinished games against bots."""


class BotsState(Struct, frozen=True):
    """How busy the bots are: moves that wait, ``short`` of them those that no search comes before; other work that
    waits; workers that choose moves now, and do other work; bytes that bots remember games in."""

    waiting: int
    short: int
    waiting_work: int
    busy: int
    busy_work: int
    memory: int


class StudiesState(Struct, frozen=True, omit_defaults=True):
    """The queue of studies: games that wait, those of them that somebody has asked for, those tried no more, those done
    in the last hour, those of the last seven days for which there was no room, and since when the oldest waits.

    ``running`` is the game that is studied, since ``running_since``; null while there is none, and of a private one.
    """

    waiting: int
    asked: int
    failed: int
    done: int
    dropped: int
    oldest_at: int | None = None
    running: str | None = None
    running_since: int | None = None


class DiskState(Struct, frozen=True):
    """Bytes of the disk on which the database lies, those that are free, and those of the database with its log."""

    total: int
    free: int
    database: int


class MemoryState(Struct, frozen=True, omit_defaults=True):
    """Bytes that the server holds, that its ``processes`` other than itself do together, and that it may have at most.
    Null where the machine does not tell."""

    most: int
    server: int | None = None
    others: int | None = None
    processes: int | None = None


class BackupInfo(Struct, frozen=True):
    """A backup of the server's own: the name of its file, when it was made, and its bytes."""

    name: str
    at: int
    bytes: int


class StaffPerson(Struct, frozen=True, omit_defaults=True):
    """A player, here first at ``made_at`` and last at ``seen_at``, with so many ``games`` that are over. Without
    ``account_at`` it is a guest; an account without a ``password`` is signed in to by other means. ``disabled`` says
    that nobody may sign in to it, ``sanctions`` what is laid upon the player now."""

    who: Who
    made_at: int
    seen_at: int
    games: int
    account_at: int | None = None
    role: RoleName | None = None
    password: bool = False
    disabled: bool = False
    here: bool = False
    sanctions: list[SanctionKind] = []


class StaffRoom(Struct, frozen=True, omit_defaults=True):
    """A room that is not over. ``number`` tells the order in which rooms are made; a free seat is null.

    ``begun_at`` is null while it waits for an opponent. ``plies`` moves have been played; ``watchers`` look on now,
    ``here`` says of either seat whether its player does. One that is not ``loaded`` lies in the store.
    """

    number: int
    room: str
    made_at: int
    rules: Rules
    size: Size
    visibility: Visibility
    rated: bool
    slow: bool
    seats: list[Who | None]
    plies: int
    opening: OpeningName = "free"
    begun_at: int | None = None
    watchers: int = 0
    here: list[bool] = []
    loaded: bool = False


class BrokenRow(Struct, frozen=True):
    """A row of a list that cannot be read, and so stands in it by no more than its ``number`` and its ``id``."""

    number: int
    id: str


class StaffGame(Struct, frozen=True, omit_defaults=True):
    """A game that is over. Where it was to be rated, ``counts`` says whether it does, or ``unrated`` why not;
    ``waits``: that is still to be counted."""

    number: int
    game: GameSummary
    counts: bool = False
    waits: bool = False
    unrated: UnratedReason | None = None


class StudyJob(Struct, frozen=True, omit_defaults=True):
    """A game in the queue of studies since ``at``. ``effort`` is how many times as hard as at first it is looked at;
    0 where moves are asked about. ``running_since`` is there while it is its turn. Staff cannot open a private one."""

    game: str
    at: int
    black: Who
    white: Who
    effort: int
    failures: int
    visibility: Visibility
    asked_by: Who | None = None
    running_since: int | None = None


class SettingInfo(Struct, frozen=True, omit_defaults=True):
    """A setting as text: as it is now, and as the server is started with. It takes one of some ``names``, or a whole
    number of a ``span``, the least and the most; ``changed`` says that it was, though it may be to the same."""

    name: SettingName
    value: str
    default: str
    names: list[str] = []
    span: tuple[int, int] | None = None
    changed: bool = False


class CheckInfo(Struct, frozen=True, omit_defaults=True):
    """A check: ``running_since`` is there while it is made or waits for the other. The last one since the server was
    started was done ``at``, with an ``outcome``; it has the first ``findings`` of ``count`` and what was ``said`` at
    its end, in the words of the command line. ``backup`` is the name of the file where it is one that is checked, or
    was."""

    check: CheckName
    running_since: int | None = None
    at: int | None = None
    outcome: CheckOutcome | None = None
    findings: list[str] = []
    count: int = 0
    said: str = ""
    backup: str = ""


class StaffPattern(Struct, frozen=True, omit_defaults=True):
    """A learned pattern by its ``number``. Bots ``met`` it in so many games, of which ``held`` were not lost, and so
    many ``taught`` it, all games counted. ``shown`` says that the reader may open its page; ``imported`` that it came
    from a file."""

    number: int
    key: str
    rules: Rules
    learned_at: int
    met: int
    held: int
    taught: int
    imported: bool = False
    shown: bool = False


class StaffTree(Struct, frozen=True, omit_defaults=True):
    """A stored tree by its ``number``, kept ``at`` an instant, of so many ``nodes`` in so many ``bytes``. Its owner may
    be a guest; the name of the ``file`` that it came from is empty where games were merged."""

    number: int
    tree: str
    at: int
    owner: Who
    title: str
    visibility: Visibility
    size: int
    nodes: int
    bytes: int
    file: str = ""


class WeightsVersion(Struct, frozen=True, omit_defaults=True):
    """A version of the learned weights, fitted ``at`` an instant to so many ``games``. In so many ``pairs`` of games
    against the version ``parent`` it was ``elo`` above it, in an interval; null before the match is over. ``note`` says
    in the words of the command line why it was refused."""

    version: int
    at: int
    state: WeightsState
    games: int
    parent: int
    pairs: int
    elo: float | None = None
    interval: tuple[float, float] | None = None
    note: str = ""


class WeightDifference(Struct, frozen=True, omit_defaults=True):
    """A weight in both versions: of a point by what a stone there would make in its ``lines``, of a ``threat`` that is
    ``mine``, who is to move, or the opponent's, or of being to move."""

    kind: Literal["point", "threat", "to_move"]
    one: float
    other: float
    lines: list[WeightLine] = []
    threat: WeightThreat | None = None
    mine: bool = False


class ProofPool(Struct, frozen=True):
    """Proven positions of some rules and size: won and lost ones, what they take in bytes, and those that were let go
    of for want of room."""

    rules: Rules
    size: Size
    won: int
    lost: int
    bytes: int
    dropped: int
