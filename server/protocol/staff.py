"""Values that only staff receives: health, backups, rooms, games, jobs and others."""

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
    """Rooms in memory: waiting for an opponent, with a running game, and finished but still looked at."""

    open: int
    playing: int
    over: int
    with_bots: int
    """Unfinished games against bots."""


class BotsState(Struct, frozen=True):
    """Load of the bots: waiting moves, among them the ``short`` ones of engines that do not search; other waiting work;
    workers that are choosing moves, and that do other work; bytes of memory in which bots remember games.
    """

    waiting: int
    short: int
    waiting_work: int
    busy: int
    busy_work: int
    memory: int


class StudiesState(Struct, frozen=True, omit_defaults=True):
    """The queue of studies: waiting games, those of them that a player requested, those that finally failed, those done
    in the last hour, those dropped in the last seven days because the queue was full, and the time since which the
    oldest waits.

    ``running`` is the game being studied, since ``running_since``; null if there is none, and for a private one.
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
    """Bytes of the database's disk, its free bytes, and those of the database with its log.

    The first two are 0 if the database is a server of its own, whose disk is not known here.
    """

    total: int
    free: int
    database: int


class MemoryState(Struct, frozen=True, omit_defaults=True):
    """Memory in bytes: the limit, the server's own, and that of its ``processes`` child processes together. Null where
    the system does not report it.
    """

    most: int
    server: int | None = None
    others: int | None = None
    processes: int | None = None


class BackupInfo(Struct, frozen=True):
    """A backup made by the server: the name of its file, its time, and its bytes."""

    name: str
    at: int
    bytes: int


class StaffPerson(Struct, frozen=True, omit_defaults=True):
    """A player, first seen at ``made_at`` and last at ``seen_at``, with ``games`` finished games. A guest has no
    ``account_at``; an account without ``password`` is signed in to in other ways. ``disabled`` says that sign-ins are
    disabled, ``sanctions`` lists the active ones.
    """

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
    """An unfinished room. ``number`` rises in order of creation; a free seat is null.

    ``begun_at`` is null while the room waits for an opponent. ``plies`` moves were played; ``watchers`` counts those
    present, ``here`` says for each seat whether its player is. A room that is not ``loaded`` is in the store only.
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
    """An unreadable row of a list, with its ``number`` and its ``id`` only."""

    number: int
    id: str


class StaffGame(Struct, frozen=True, omit_defaults=True):
    """A finished game. If it was to be rated, ``counts`` says whether it does, and ``unrated`` why not; ``waits``: it
    is still to be counted.
    """

    number: int
    game: GameSummary
    counts: bool = False
    waits: bool = False
    unrated: UnratedReason | None = None


class StudyJob(Struct, frozen=True, omit_defaults=True):
    """A game in the queue of studies since ``at``. ``effort`` is the multiple of the first study's work; 0 for
    questions about moves. ``running_since`` is present while it runs. Staff cannot open a private game.
    """

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
    """A setting as text: its present value and the one the server was started with. It takes one of ``names``, or a
    whole number within ``span`` (lowest, highest); ``changed`` says that it was set at run time, perhaps to the same
    value.
    """

    name: SettingName
    value: str
    default: str
    names: list[str] = []
    span: tuple[int, int] | None = None
    changed: bool = False


class CheckInfo(Struct, frozen=True, omit_defaults=True):
    """A check: ``running_since`` is present while it runs or waits for another. The last one since the server's start
    finished ``at`` with an ``outcome``; ``findings`` has the first of ``count``, ``said`` its final words as on the
    command line. ``backup`` is the name of the file, for the check of a backup.
    """

    check: CheckName
    running_since: int | None = None
    at: int | None = None
    outcome: CheckOutcome | None = None
    findings: list[str] = []
    count: int = 0
    said: str = ""
    backup: str = ""


class StaffPattern(Struct, frozen=True, omit_defaults=True):
    """A learned pattern by its ``number``, which ``taught`` games taught, over all games. ``shown`` says that the
    reader may open its page; ``imported`` that it came from a file.
    """

    number: int
    key: str
    rules: Rules
    learned_at: int
    taught: int
    imported: bool = False
    shown: bool = False


class StaffTree(Struct, frozen=True, omit_defaults=True):
    """A stored tree by its ``number``, stored ``at`` an instant, of ``nodes`` nodes in ``bytes`` bytes. Its owner may
    be a guest; ``file`` is the name of its source file, empty for merged games.
    """

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
    """A version of the learned weights, fitted ``at`` an instant to ``games`` games. In ``pairs`` pairs of games
    against the version ``parent`` it was stronger by ``elo``, with an interval; null before the match is over. ``note``
    is the reason for a refusal, as on the command line.
    """

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
    """A weight in both versions: of a point, by what a stone there would make in its ``lines``; of a ``threat``,
    ``mine`` for the side to move or else the opponent's; or of being to move.
    """

    kind: Literal["point", "threat", "to_move"]
    one: float
    other: float
    lines: list[WeightLine] = []
    threat: WeightThreat | None = None
    mine: bool = False


class ProofPool(Struct, frozen=True):
    """Proven positions of some rules and size: number of won and lost ones, their bytes, and the number dropped for
    lack of space.
    """

    rules: Rules
    size: Size
    won: int
    lost: int
    bytes: int
    dropped: int
