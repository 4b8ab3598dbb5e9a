"""Messages of the server. Every message is one JSON object in a text frame; ``t`` names it."""

from typing import Any, Literal

from msgspec import Struct, field

from server.protocol.events import Chose, Declared, Left, Proposed, Reserve, RoomEvent
from server.protocol.evidence import EvidenceFigures, EvidenceGame
from server.protocol.staff import (
    BackupInfo,
    BotsState,
    BrokenRow,
    CheckInfo,
    DiskState,
    MemoryState,
    ProofPool,
    RoomCounts,
    SettingInfo,
    StaffGame,
    StaffPattern,
    StaffPerson,
    StaffRoom,
    StaffTree,
    StudiesState,
    StudyJob,
    WeightDifference,
    WeightsVersion,
)
from server.protocol.study import PracticeInfo, PuzzleInfo
from server.protocol.values import (
    ChallengeInfo,
    CheckState,
    ChoiceName,
    ClockSpec,
    ColorChoice,
    FileNote,
    ForbiddenName,
    JobState,
    LiveClockSpec,
    OffenceName,
    OfferKind,
    OpeningName,
    PhraseName,
    PoolMark,
    PushKind,
    PuzzleMode,
    RatingMark,
    RatingPoolName,
    Registration,
    Result,
    RoleName,
    RoomRating,
    Rules,
    Sanction,
    SanctionKind,
    Seat,
    Size,
    TalkLevel,
    TalkSide,
    TimedMove,
    TreeFormat,
    Visibility,
    Who,
)


class ServerMessage(Struct, tag_field="t", frozen=True, omit_defaults=True):
    """Base of all messages of the server."""


class AccountInfo(Struct, frozen=True, omit_defaults=True):
    """The receiver's account: when it was created, its role, and how many recovery codes are left.

    Without ``password`` the account is signed in to in other ways: with a teacher's codes or a ``provider``. ``totp``
    says that sign-ins require codes of an authenticator.
    """

    created_at: int
    role: RoleName | None = None
    codes: int = 0
    password: bool = True
    provider: bool = False
    totp: bool = False


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """The answer to ``hello``, and to commands that make the sender another player. ``token`` is present only when it
    is new: store it.

    ``build`` names the client files of this server: a page of another build should reload itself. ``now`` is the
    server's time in milliseconds. ``rooms`` are the sender's unfinished games, ``waiting`` those of them with a free
    seat. ``named`` is the sender's last ``consent``, null before the first. ``account`` is null for a guest;
    ``registration`` says who may create accounts. ``blocked`` are the ids of the players that the sender has blocked:
    the lobby is the same for everybody, and a page hides their open games. ``provider`` is the operator's name for the
    identity provider at ``/oidc/start``; empty without one. ``push`` is the key with which browsers subscribe to
    notices, null if web push is off.
    """

    protocol: int
    build: str
    now: int
    player: Who
    rooms: list[str]
    token: str | None = None
    named: bool | None = None
    waiting: list[str] = []
    account: AccountInfo | None = None
    registration: Registration = "open"
    blocked: list[str] = []
    provider: str = ""
    push: str | None = None


class QrCode(Struct, frozen=True):
    """A ``text`` as a QR code: an SVG path of the dark modules in a light square of ``size`` by ``size``."""

    text: str
    size: int
    path: str


class ImportedPatterns(Struct, frozen=True):
    """Number of patterns in a file, and how many of them were new here."""

    read: int
    new: int


class SeenGame(Struct, frozen=True, omit_defaults=True):
    """A game of a file: its number from 1, its players, and the file's statements about it. ``date`` may be YYYY or
    YYYY-MM, ``left_out`` counts the contents beyond a line of moves.
    """

    n: int
    size: int
    plies: int
    black: str = ""
    white: str = ""
    date: str = ""
    result: str = ""
    rules: str = ""
    left_out: dict[str, int] = {}


class SeenFile(Struct, frozen=True):
    """An inspected file: the ``count`` of its games, and the first hundred; texts that show the encoding; the first of
    ``skipped`` notes about unreadable parts.
    """

    format: TreeFormat
    encoding: str
    count: int
    games: list[SeenGame]
    nodes: int
    texts: list[str]
    notes: list[FileNote]
    skipped: int


class KeptGames(Struct, frozen=True):
    """Number of stored games of a file, and the first of ``skipped`` notes about what was left out."""

    count: int
    notes: list[FileNote]
    skipped: int


class Ack(ServerMessage, frozen=True, tag="ack"):
    """The command ``id`` is done and stored. ``v`` is the version of the room or the tree after it, ``node`` the node
    of the tree to look at; ``codes`` are new recovery codes, ``code`` is a code of another kind, and ``qr`` has it for
    an authenticator's camera. ``patterns`` counts imported patterns, ``file`` describes an inspected file, and ``kept``
    the stored games of a file.
    """

    id: str
    room: str | None = None
    v: int | None = None
    name: str | None = None
    code: str | None = None
    expires_at: int | None = None
    codes: list[str] | None = None
    tree: str | None = None
    node: int | None = None
    next: int | None = None
    seek: str | None = None
    challenge: str | None = None
    qr: QrCode | None = None
    patterns: ImportedPatterns | None = None
    file: SeenFile | None = None
    kept: KeptGames | None = None


class Error(ServerMessage, frozen=True, tag="error"):
    """The command ``id`` was refused and has changed nothing; ``id`` is null if it could not be read.

    ``code`` is stable; ``detail`` holds values for a sentence about it.
    """

    code: str
    id: str | None = None
    room: str | None = None
    detail: dict[str, str | int] = field(default_factory=dict)


class LobbyRoom(Struct, frozen=True, omit_defaults=True):
    """One line of the lobby: an open room (one seat free) or a game to watch."""

    room: str
    rules: Rules
    size: Size
    clock: ClockSpec
    rated: bool
    seats: tuple[Who | None, Who | None]
    created_at: int
    ply: int
    watchers: int
    black: Seat | None = None
    color: ColorChoice = "random"
    """The colour that the owner of an open room has asked for."""
    opening: OpeningName = "free"
    marks: tuple[RatingMark | None, RatingMark | None] | None = None
    """Ratings of the seats in the pool of the game; null if unknown."""


class SeekInfo(Struct, frozen=True, omit_defaults=True):
    """A player who has been looking for an opponent since ``created_at``, on the terms of the command ``seek``;
    ``marks`` are their ratings in the pools of such games.
    """

    seek: str
    who: Who
    rules: list[Rules]
    sizes: list[Size]
    clocks: list[LiveClockSpec]
    openings: list[OpeningName]
    created_at: int
    color: ColorChoice = "random"
    rated: bool = False
    within: int | None = None
    marks: list[PoolMark] = []


class LobbyState(ServerMessage, frozen=True, tag="lobby"):
    """The whole lobby. ``online`` counts people with a connection."""

    rooms: list[LobbyRoom]
    online: int
    seeks: list[SeekInfo] = []


class LobbyChange(ServerMessage, frozen=True, tag="lobby_change"):
    """Changes of the lobby: new, changed and removed rooms and seeks."""

    rooms: list[LobbyRoom]
    gone: list[str]
    online: int
    seeks: list[SeekInfo] = []
    seeks_gone: list[str] = []


class SeekMatched(ServerMessage, frozen=True, tag="matched"):
    """A seek of the receiver has become a game in ``room``, on the terms of this connection."""

    seek: str
    room: str
    opponent: Who


class SeekEnded(ServerMessage, frozen=True, tag="seek_ended"):
    """A seek of the receiver has ended without a game: another of their seeks has become one, or the receiver sent
    nothing for too long.
    """

    seek: str


class BotOffered(ServerMessage, frozen=True, tag="bot_offered"):
    """No opponent was found for a seek of the receiver in 20 seconds: the bot of this ``level`` is available. The seek
    continues.
    """

    seek: str
    level: int


class Presence(Struct, frozen=True, omit_defaults=True):
    """Presence in a room. ``gone_since`` is the time at which the player of each seat left, null while any of their
    connections looks at the room.
    """

    gone_since: tuple[int | None, int | None]
    watchers: int


class OpeningTurn(Struct, frozen=True, omit_defaults=True):
    """The action that the opening expects of ``seat``: a ``move``, a ``choose``, a ``declare`` or a ``propose``.

    For a ``stone``, the distance from the centre, in lines along the farther axis, is from ``nearest`` to ``farthest``.
    ``choices`` are the words of a ``choice``, ``most`` is the greatest ``number``; an ``offer`` has ``count`` points; a
    ``pick`` is a move to one of ``points``.
    """

    kind: Literal["stone", "choice", "number", "offer", "pick"]
    seat: Seat
    nearest: int = 0
    farthest: int | None = None
    choices: list[ChoiceName] = []
    most: int = 0
    count: int = 0
    points: list[int] = []


class OpeningState(Struct, frozen=True, omit_defaults=True):
    """Progress of an opening: ``black`` is the seat that has black now, for good once it is ``settled``.

    ``first`` is the seat that began; ``turn`` is null once the opening is over; ``decisions`` are those so far.
    ``laid`` counts the stones of the opening, which cannot be taken back; ``started`` says that both players have
    acted. ``pattern`` is the number, D1 to D13 or I1 to I13, of the pattern of the first three stones.
    """

    first: Seat
    black: Seat
    settled: bool
    started: bool
    laid: int
    turn: OpeningTurn | None = None
    decisions: list[Chose | Declared | Proposed] = []
    pattern: str | None = None


class RoomState(ServerMessage, frozen=True, tag="room"):
    """A whole room at version ``v``; ``you`` is the receiver's seat, null for a watcher.

    ``left`` and ``reserve`` are the clocks at ``now``; the clock of ``running`` runs on from there, by correspondence
    until ``flag_at``. At ``first_move_by`` the game is aborted if the player to act has not made a first move.
    ``offers`` lists the offers of each seat. ``claim_after_ms`` is how long a player must be gone, and must have kept
    the other waiting since ``turn_at``, the start of the turn, before the other may claim. The first ``start`` of
    ``moves`` were not played here: they come from the game ``from_game`` or from a given position. ``progress`` is
    present for an ``opening`` that is not free once the game has begun; until the colours are settled, ``black`` is the
    seat that has black now.
    """

    room: str
    v: int
    now: int
    rules: Rules
    size: Size
    clock: ClockSpec
    visibility: Visibility
    rated: bool
    color: ColorChoice
    seats: tuple[Who | None, Who | None]
    moves: list[TimedMove]
    left: Left
    offers: tuple[list[OfferKind], list[OfferKind]]
    presence: Presence
    created_at: int
    score: tuple[int, int]
    claim_after_ms: int
    black: Seat | None = None
    you: Seat | None = None
    running: Seat | None = None
    first_move_by: int | None = None
    result: Result | None = None
    line: list[int] | None = None
    previous: str | None = None
    next: str | None = None
    start: int = 0
    from_game: str | None = None
    reserve: Reserve | None = None
    opening: OpeningName = "free"
    progress: OpeningState | None = None
    flag_at: int | None = None
    """When the flag falls in a game by correspondence, with uncharged time until then taken into account."""
    away_until: tuple[int | None, int | None] | None = None
    """End of the vacation of each seat's player, in a game by correspondence."""
    rating: RoomRating | None = None
    """Null without ratings, and until they are known: ``ratings`` sends them then."""
    turn_at: int = 0


class Events(ServerMessage, frozen=True, tag="events"):
    """Events of a room, in order of their versions; also the answer to ``enter`` with ``since``.

    ``left``, ``reserve``, ``running`` and ``first_move_by`` are the clocks at ``now``, after the last event;
    ``progress`` is the opening after it, as in ``room``.
    """

    room: str
    now: int
    events: list[RoomEvent]
    left: Left
    running: Seat | None = None
    first_move_by: int | None = None
    reserve: Reserve | None = None
    progress: OpeningState | None = None
    flag_at: int | None = None


class RoomPresence(ServerMessage, frozen=True, tag="presence"):
    """Presence in a room, sent on changes; it has no version, since it is not history."""

    room: str
    presence: Presence


class RatingsTold(ServerMessage, frozen=True, tag="ratings"):
    """The ratings of a room are known or have changed; after a game that was to be rated, its changes, or why there are
    none. A game may be sent again with other numbers after an earlier game has been counted.
    """

    room: str
    rating: RoomRating


class Forbidden(ServerMessage, frozen=True, tag="forbidden"):
    """Renju, black to move at version ``v``: the points that black may not take, with reasons."""

    room: str
    v: int
    points: list[tuple[int, ForbiddenName]]


class Queued(ServerMessage, frozen=True, tag="queued"):
    """The bot's move waits: about ``ahead`` moves of other games come first; null once the bot thinks.

    Sent after a second, then at most once a second.
    """

    room: str
    ahead: int | None = None


class Replaced(ServerMessage, frozen=True, tag="replaced"):
    """The player opened this room elsewhere: the newer connection has the seat, and this one receives nothing more."""

    room: str


class Started(ServerMessage, frozen=True, tag="started"):
    """An opponent sat down in the receiver's room, which the receiver is not looking at.

    ``challenge`` is the receiver's accepted challenge, on the connection that sent it.
    """

    room: str
    opponent: Who
    challenge: str | None = None


class Challenges(ServerMessage, frozen=True, tag="challenges"):
    """All challenges that the receiver has sent or received: on connecting, if there are any, and on every change."""

    challenges: list[ChallengeInfo]


class Challenged(ServerMessage, frozen=True, tag="challenged"):
    """The receiver has just been challenged."""

    challenge: str
    by: Who


class FollowedPlayer(Struct, frozen=True):
    """A player whom the receiver follows: ``away``, ``here``, or ``playing`` a public game."""

    who: Who
    presence: Literal["away", "here", "playing"]


class FollowedPlayers(ServerMessage, frozen=True, tag="followed"):
    """The players whom the receiver follows, by name; ``hidden`` if the receiver appears away to all followers."""

    players: list[FollowedPlayer]
    hidden: bool = False


class PlayerList(ServerMessage, frozen=True, tag="players"):
    """The answer to ``find_players``, exact names first."""

    id: str
    players: list[Who]


class YourMove(ServerMessage, frozen=True, tag="your_move"):
    """The receiver is to move in a game by correspondence, and is not looking at it."""

    room: str
    opponent: Who


class PlanState(ServerMessage, frozen=True, tag="plan"):
    """The receiver's plan in a game, in the form of the command ``plan``; without branches there is none.

    Sent as the answer to ``read_plan``, and to an owner who looks at the game when the plan has changed. ``dropped`` is
    a planned answer that turned out to be illegal: the plan has ended there.
    """

    room: str
    ply: int
    branches: list[tuple[int, int, int]]
    first: int | None = None
    dropped: int | None = None
    id: str | None = None


class Renamed(ServerMessage, frozen=True, tag="renamed"):
    """The receiver's name was changed, by another of their connections or by staff."""

    player: Who


class DevicesChanged(ServerMessage, frozen=True, tag="devices_changed"):
    """A device of the receiver was added or removed: ``devices`` asks for the list."""


class HintAnswer(ServerMessage, frozen=True, tag="hint"):
    """The answer to the command ``hint``: the best move at version ``v``, with reasons.

    ``reasons`` are codes such as ``blocks_open_four``, most important first. ``line`` is a proven win from here: the
    receiver's moves alternate with the answers that hold out longest, up to the unstoppable move.
    """

    id: str
    room: str
    v: int
    point: int
    reasons: list[str]
    line: list[int] | None = None


class LessonSummary(Struct, frozen=True, omit_defaults=True):
    """Summary of the lesson of a game against a bot. All values are plies: numbers of moves played before.

    From ``entry`` on the winner's win is proven; null if none is. ``mistake`` is the loser's move that allowed it while
    another move withstood the search; null if none such is known. ``suspect`` is the loser's last free move, if no
    mistake is known. ``learned``: a learning bot has lost, and avoids the move before the entry in that position as
    long as another move there is not proven to lose.

    ``checked`` are the nodes of each search of the check in idle time, 0 until that is done. Once it is, ``turn`` is
    the loser's last move before which these searches did not score the game as lost, null if they saw none; the better
    moves that withstood are in the analysis. ``line`` is the winner's attack from ``entry`` on. ``practice`` is null
    until the bot that lost has practised.
    """

    entry: int | None = None
    mistake: int | None = None
    suspect: int | None = None
    learned: bool = False
    checked: int = 0
    turn: int | None = None
    line: list[int] = []
    practice: PracticeInfo | None = None


class LessonNotice(Struct, frozen=True, omit_defaults=True):
    """A lesson that the receiver has not seen: from a ``game`` against a bot of a ``level``, ``won`` by the receiver.

    ``learned`` and ``entry`` are as in `LessonSummary`; ``checked`` tells whether the lesson is.
    """

    game: str
    at: int
    level: int
    won: bool = False
    learned: bool = False
    entry: int | None = None
    checked: bool = False


class LessonNotices(ServerMessage, frozen=True, tag="lessons"):
    """The receiver's unseen lessons, latest first: after ``welcome``, if there are any, and on every change.
    ``lesson_seen`` ends one; it expires after two weeks.
    """

    lessons: list[LessonNotice]


class OfferNotice(Struct, frozen=True):
    """An offer ``by`` the other player in a ``room``, which the receiver has not answered."""

    room: str
    what: OfferKind
    by: Who
    at: int


class OfferNotices(ServerMessage, frozen=True, tag="offers"):
    """The offers that wait for the receiver's answer, latest first: after ``welcome``, if there are any, and on every
    change. An offer ends with its answer, with the event that it asks for, and after two weeks.
    """

    offers: list[OfferNotice]


class Analysis(ServerMessage, frozen=True, tag="analysis"):
    """Progress of the analysis of a game; once it is done, ``/api/games/{id}/analysis`` has it.

    While it waits, ``ahead`` games come before it; while it runs, ``done`` of ``total`` steps are finished. The
    ``lesson`` of a decided game against a bot comes before the rest, and again once bots play with it. ``check`` tells
    how far the check of what the analysis names is, which comes in idle time after it is done; null if none is to come.
    """

    game: str
    state: JobState
    done: int = 0
    total: int = 0
    ahead: int = 0
    lesson: LessonSummary | None = None
    check: CheckState | None = None


class TreeNews(ServerMessage, frozen=True, tag="tree"):
    """The version and the title of a tree that the receiver follows; ``gone``: the receiver may not see it any longer,
    and follows it no more; ``deleted``: because it was deleted while the receiver followed it.
    """

    tree: str
    v: int
    title: str
    gone: bool = False
    deleted: bool = False


class TreeNotice(Struct, frozen=True):
    """A tree of the receiver's that staff have deleted, and when."""

    tree: str
    title: str
    at: int


class TreeNotices(ServerMessage, frozen=True, tag="trees_deleted"):
    """The receiver's trees that staff have deleted, latest first: after ``welcome``, if there are any, and on every
    change. ``tree_seen`` ends a notice; it expires after two months.
    """

    trees: list[TreeNotice]


class PuzzleRated(Struct, frozen=True):
    """The receiver's rating at puzzles ``before`` and ``after`` an attempt, and its ``deviation`` since then."""

    before: int
    after: int
    deviation: int


class PuzzleRunState(Struct, frozen=True):
    """A ``run`` of puzzles: how many are ``answered``, and how many of these are solved, the ``score``. ``best`` is the
    receiver's best score in this mode, this run included.

    ``puzzle`` is the one that is asked, null once the run is over; ``left_ms`` the time that is left, null without a
    clock. An answer counts if it arrives in time, by the server's clock.
    """

    run: str
    mode: PuzzleMode
    rules: Rules
    answered: int
    score: int
    best: int
    over: bool
    left_ms: int | None = None
    puzzle: PuzzleInfo | None = None


class RunBegun(ServerMessage, frozen=True, tag="run_begun"):
    """The answer to ``begin_run``."""

    id: str
    run: PuzzleRunState


class Tried(ServerMessage, frozen=True, tag="tried"):
    """The answer to ``try``, ``defend`` and ``attack``: whether the newest move is right and solves the puzzle.

    ``reply`` is the opponent's answer to a right move, after which the puzzle continues. With ``done`` or after a wrong
    move, ``line`` shows the win, or how the wrong move loses; ``rated`` is there if it was the first attempt, and
    not against the clock; ``run`` if the attempt named a run, and counted in it or had counted there.
    """

    id: str
    puzzle: int | None
    right: bool
    done: bool
    reply: int | None = None
    line: list[int] | None = None
    rated: PuzzleRated | None = None
    run: PuzzleRunState | None = None


class Solution(ServerMessage, frozen=True, tag="solution"):
    """The answer to ``reveal``: the right ``answers``, and the ``proof`` of the first of them.

    A proof is a tree in JSON, ``[move, threat, answer, tree, answer, tree, ...]``, without missing trailing parts: the
    winner's move; its threat, which is another tree, or null for a four or a five; and each answer that has to be met,
    with the tree that meets it. For a puzzle of defence the first move has no meaning: the rest holds the threat, and
    the wins after each move that disturbs it and still loses. ``rated`` is there if the puzzle was not tried before.
    """

    id: str
    puzzle: int
    answers: list[int]
    proof: Any
    rated: PuzzleRated | None = None


class Device(Struct, frozen=True, omit_defaults=True):
    """A device with the receiver's identity; ``browser`` and ``system`` are empty if unknown.

    ``used_at`` is exact to the hour, and is now for one that is ``here``: connected. ``this`` is the receiver's own.
    """

    id: str
    created_at: int
    used_at: int
    browser: str = ""
    system: str = ""
    here: bool = False
    this: bool = False


class DeviceList(ServerMessage, frozen=True, tag="devices"):
    """The answer to the command ``devices``: all devices, last used first."""

    id: str
    devices: list[Device]


class LinkedIdentity(Struct, frozen=True, omit_defaults=True):
    """A provider's person with whom the receiver's account is linked. ``current``: the provider is the one in use
    now.
    """

    issuer: str
    made_at: int
    current: bool = False


class IdentityList(ServerMessage, frozen=True, tag="identities"):
    """The answer to the command ``identities``."""

    id: str
    identities: list[LinkedIdentity]


class Remark(Struct, frozen=True, omit_defaults=True):
    """A remark: a ``phrase``, or a ``text`` that must be shown as plain text, never as markup.

    ``staff`` says that the speaker belongs to the server's staff; ``hidden``, which only staff receives, that nobody
    else sees the remark any more.
    """

    id: int
    at: int
    side: TalkSide
    who: Who
    phrase: PhraseName | None = None
    text: str | None = None
    staff: bool = False
    hidden: bool = False


class TalkState(ServerMessage, frozen=True, tag="talk"):
    """Permission to talk in a room, and its latest remarks: all that the receiver may read, in place of earlier ones.

    Sent after the room on entering, when somebody sits down, when the game ends, as players may then read the
    watchers, and when staff mutes the receiver or lifts that early. ``level`` is "off" for a receiver who may not talk;
    ``muted`` has the sanction, if there is one.
    """

    room: str
    level: TalkLevel
    side: TalkSide
    remarks: list[Remark]
    muted: Sanction | None = None


class Said(ServerMessage, frozen=True, tag="said"):
    """A remark was made in a room."""

    room: str
    remark: Remark


class Unsaid(ServerMessage, frozen=True, tag="unsaid"):
    """Staff has hidden a remark, or its author was deleted: stop showing it."""

    room: str
    remark: int


class Sanctioned(ServerMessage, frozen=True, tag="sanctioned"):
    """Staff has sanctioned the receiver. A banned player gets a `bye` instead."""

    sanction: Sanction


class ReportsWaiting(ServerMessage, frozen=True, tag="reports_waiting"):
    """For staff: the number of waiting reports, on connecting if there are any, and whenever one is made or settled."""

    waiting: int


class ReportInfo(Struct, frozen=True, omit_defaults=True):
    """A report: its author (null if deleted, and for the reported player), its subject, its room and its outcome.
    ``remarks`` counts the remarks kept with it; ``open`` the waiting reports about the same player, including this one.
    The remarks of a ``damaged`` one cannot be read.
    """

    id: int
    at: int
    about: Who
    reason: OffenceName
    state: Literal["open", "handled", "dismissed"]
    remarks: int
    open: int
    by: Who | None = None
    room: str | None = None
    note: str = ""
    handled_by: Who | None = None
    handled_at: int | None = None
    damaged: bool = False


class ReportList(ServerMessage, frozen=True, tag="reports"):
    """The answer to the command ``reports``. ``waiting`` counts all waiting reports; ``more`` says that there are
    others beyond.
    """

    id: str
    reports: list[ReportInfo]
    waiting: int
    more: bool


class ReportState(ServerMessage, frozen=True, tag="report"):
    """The answer to the command ``read_report``: a report with its remarks as they were then, oldest first."""

    id: str
    report: ReportInfo
    said: list[Remark]


class LaidSanction(Struct, frozen=True, omit_defaults=True):
    """A sanction as staff sees it: its number, start and end, its author (null for the command line), and its
    reason.
    """

    id: int
    kind: SanctionKind
    reason: OffenceName
    at: int
    until: int | None = None
    by: Who | None = None
    note: str = ""
    lifted_at: int | None = None


class PlayerRecord(ServerMessage, frozen=True, tag="player", omit_defaults=True):
    """The answer to the command ``player``: the staff's record of a player. ``may`` are the kinds of sanctions that the
    receiver may lay upon them; empty if the rank forbids it.
    """

    id: str
    who: Who
    created_at: int
    seen_at: int
    sanctions: list[LaidSanction]
    open: int
    may: list[SanctionKind]
    account_at: int | None = None
    role: RoleName | None = None
    here: bool = False
    disabled: bool = False
    """Whether sign-ins to the account are disabled."""
    totp: bool = False
    """Whether there is an authenticator; sent to the owner alone."""


class Act(Struct, frozen=True, omit_defaults=True):
    """An act of staff; ``by`` is null for the command line, ``target`` if it affected no player. The ``data`` of a
    ``damaged`` one cannot be read.
    """

    id: int
    at: int
    action: str
    by: Who | None = None
    target: Who | None = None
    data: dict[str, Any] = {}
    damaged: bool = False


class AuditLog(ServerMessage, frozen=True, tag="audit"):
    """The answer to the command ``audit``: the latest acts; ``more`` says that there are earlier ones."""

    id: str
    acts: list[Act]
    more: bool


class PlayerEvidence(ServerMessage, frozen=True, tag="evidence"):
    """The answer to the command ``evidence``: a player's latest rated games, and figures of the analysed ones. No
    figure proves that a player had help.

    ``own`` are figures of the player's moves, ``opponents`` of their opponents' in these games, and ``near`` of other
    players' latest games in the same ``pool`` with ratings near theirs. Figures of fewer than ``least`` games are null.
    """

    id: str
    who: Who
    games: list[EvidenceGame]
    least: int
    pool: RatingPoolName
    own: EvidenceFigures
    opponents: EvidenceFigures
    near: EvidenceFigures


class Health(ServerMessage, frozen=True, tag="health", omit_defaults=True):
    """The answer to the command ``health``: the state of the server.

    ``people`` are online on ``connections`` connections. ``late_ms`` is the longest delay of the event loop within the
    last minute, ``backed_up_at`` the time of the last backup. With ``one_of_several`` the server is one of an
    installation: connections, delay, work of bots and memory are its own, everything else is that of all.
    """

    id: str
    version: str
    started_at: int
    people: int
    connections: int
    late_ms: float
    rooms: RoomCounts
    bots: BotsState
    studies: StudiesState
    disk: DiskState
    memory: MemoryState
    backed_up_at: int | None = None
    one_of_several: bool = False


class BackupList(ServerMessage, frozen=True, tag="backups", omit_defaults=True):
    """The answer to the command ``backups``: newest first, at most a hundred, in a ``folder`` of the server's machine.

    A backup runs every ``every_s`` seconds, 0 for never, and the newest ``keep`` are kept. ``running`` says that one is
    in progress; ``failed_at`` and ``failed`` are the time and reason if the last one failed.
    """

    id: str
    backups: list[BackupInfo]
    folder: str
    every_s: int
    keep: int
    running: bool = False
    failed_at: int | None = None
    failed: str = ""


class ClassroomInfo(Struct, frozen=True):
    """A class, its number of pupils, and its teacher, whose name is empty if they were deleted."""

    id: str
    name: str
    pupils: int
    teacher: Who


class ClassroomList(ServerMessage, frozen=True, tag="classrooms"):
    """The answer to the command ``classrooms``."""

    id: str
    classrooms: list[ClassroomInfo]


class PupilInfo(Struct, frozen=True):
    """A pupil: when they were last seen, null before the first time; ``managed`` while they have no password; until
    when their last code is or was valid, null without one; whether it was used, and whether the pupil is connected.
    """

    who: Who
    seen_at: int | None
    managed: bool
    code_until: int | None
    code_used: bool
    here: bool


class ClassroomState(ServerMessage, frozen=True, tag="classroom"):
    """The answer to the command ``classroom``, and to commands that create a class or add pupils; the pupils by
    name.
    """

    id: str
    classroom: ClassroomInfo
    pupils: list[PupilInfo]


class PupilCode(Struct, frozen=True):
    """A pupil and the code that they sign in with."""

    who: Who
    code: str


class PupilCodes(ServerMessage, frozen=True, tag="pupil_codes"):
    """The answer to the command ``pupil_codes``: a sheet to print, by name. Each code works once."""

    id: str
    classroom: ClassroomInfo
    codes: list[PupilCode]
    expires_at: int


class RoomList(ServerMessage, frozen=True, tag="rooms"):
    """The answer to the command ``rooms``; ``more`` says that there are others, ``broken`` lists unreadable ones."""

    id: str
    rooms: list[StaffRoom]
    more: bool
    broken: list[BrokenRow] = []


class PeopleList(ServerMessage, frozen=True, tag="people"):
    """The answer to the command ``people``; ``more`` says that there are others."""

    id: str
    people: list[StaffPerson]
    more: bool


class GameList(ServerMessage, frozen=True, tag="games"):
    """The answer to the command ``games``; ``more`` says that there are others, ``broken`` lists unreadable ones."""

    id: str
    games: list[StaffGame]
    more: bool
    broken: list[BrokenRow] = []


class JobList(ServerMessage, frozen=True, tag="jobs"):
    """The answer to the command ``jobs``: the first of them; ``waiting`` and ``failed`` count all, ``broken`` lists
    unreadable ones.
    """

    id: str
    jobs: list[StudyJob]
    waiting: int
    failed: int
    broken: list[BrokenRow] = []


class SettingList(ServerMessage, frozen=True, tag="settings"):
    """The answer to the command ``settings``."""

    id: str
    settings: list[SettingInfo]


class RoomClosed(ServerMessage, frozen=True, tag="room_closed"):
    """Staff has ended a game or an open room of the receiver, without a result."""

    room: str


class CheckList(ServerMessage, frozen=True, tag="checks"):
    """The answer to the command ``checks``: one of each kind."""

    id: str
    checks: list[CheckInfo]


class PatternList(ServerMessage, frozen=True, tag="patterns"):
    """The answer to the command ``patterns``; ``more`` says that there are others, ``on`` and ``off`` count all."""

    id: str
    patterns: list[StaffPattern]
    more: bool
    on: int
    off: int


class TreeList(ServerMessage, frozen=True, tag="trees"):
    """The answer to the command ``trees``. ``count`` and ``bytes`` are those of all trees; ``more`` says that further
    ones match.
    """

    id: str
    trees: list[StaffTree]
    more: bool
    count: int
    bytes: int


class WeightsList(ServerMessage, frozen=True, tag="weights"):
    """The answer to the command ``weights``: games begin with the version ``used``, 0 for the program's own; if it is
    ``frozen``, no version replaces it automatically. ``more`` says that there are others, ``broken`` lists unreadable
    ones.
    """

    id: str
    versions: list[WeightsVersion]
    used: int
    frozen: bool
    more: bool
    broken: list[BrokenRow] = []


class WeightsCompared(ServerMessage, frozen=True, tag="weights_compared"):
    """The answer to ``compare_weights``: the weights that differ most, of ``differing`` ones among ``all``."""

    id: str
    differences: list[WeightDifference]
    differing: int
    all: int


class ProofList(ServerMessage, frozen=True, tag="proofs"):
    """The answer to the command ``proofs``."""

    id: str
    pools: list[ProofPool]


class RegistrationChanged(ServerMessage, frozen=True, tag="registration_changed"):
    """Broadcast to all clients: who may create accounts from now on."""

    registration: Registration


class BlockList(ServerMessage, frozen=True, tag="blocks"):
    """The answer to the command ``blocks``: the players that the receiver has blocked, latest first."""

    id: str
    players: list[Who]


class PushState(ServerMessage, frozen=True, tag="push"):
    """The answer to the command ``push``: whether this device gets notices, of which kinds, and the quiet time."""

    id: str
    here: bool
    kinds: list[PushKind]
    quiet: tuple[int, int] | None = None


class Bye(ServerMessage, frozen=True, tag="bye"):
    """The server is about to close this connection: restart, banned, signed out, stale, or flood. A banned player gets
    the reason in ``why``, and the end in ``until``, if there is one.
    """

    code: str
    detail: dict[str, str | int] = field(default_factory=dict)


class Beat(ServerMessage, frozen=True, tag="beat"):
    """A heartbeat, every five seconds after ``welcome``; a client that receives nothing for twice that long is cut
    off.
    """


Outbound = (
    Welcome
    | Ack
    | Error
    | LobbyState
    | LobbyChange
    | SeekMatched
    | SeekEnded
    | BotOffered
    | RoomState
    | Events
    | RoomPresence
    | RatingsTold
    | Forbidden
    | Queued
    | Replaced
    | Started
    | Challenges
    | Challenged
    | PlayerList
    | FollowedPlayers
    | YourMove
    | PushState
    | PlanState
    | HintAnswer
    | Analysis
    | TreeNews
    | TreeNotices
    | Tried
    | RunBegun
    | Solution
    | Renamed
    | DevicesChanged
    | IdentityList
    | LessonNotices
    | OfferNotices
    | DeviceList
    | TalkState
    | Said
    | Unsaid
    | Sanctioned
    | ReportsWaiting
    | ReportList
    | ReportState
    | PlayerRecord
    | AuditLog
    | PlayerEvidence
    | Health
    | BackupList
    | ClassroomList
    | ClassroomState
    | PupilCodes
    | RoomList
    | PeopleList
    | GameList
    | JobList
    | SettingList
    | CheckList
    | PatternList
    | TreeList
    | WeightsList
    | WeightsCompared
    | ProofList
    | RoomClosed
    | RegistrationChanged
    | BlockList
    | Bye
    | Beat
)
