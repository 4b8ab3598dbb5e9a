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
from server.protocol.values import (
    ChoiceName,
    ClockSpec,
    ColorChoice,
    DeclineReason,
    FileUnit,
    ForbiddenName,
    JobState,
    LiveClockSpec,
    OffenceName,
    OfferKind,
    OpeningName,
    PhraseName,
    PoolMark,
    PushKind,
    RatingMark,
    RatingPoolName,
    Registration,
    Result,
    RoleName,
    RoomRating,
    Rules,
    SanctionKind,
    Seat,
    Size,
    TalkLevel,
    TalkSide,
    TreeFormat,
    Visibility,
    Who,
)


class ServerMessage(Struct, tag_field="t", frozen=True, omit_defaults=True):
    """Base of everything the server says."""


class AccountInfo(Struct, frozen=True, omit_defaults=True):
    """The receiver's account: since when there is one, what it may do here, and how many recovery codes are left.

    Without a ``password`` it is signed in to by other means: a teacher's codes, or a ``provider``. ``totp``
    says that codes of an authenticator are asked for.
    """

    created_at: int
    role: RoleName | None = None
    codes: int = 0
    password: bool = True
    provider: bool = False
    totp: bool = False


class Welcome(ServerMessage, frozen=True, tag="welcome"):
    """The answer to ``hello``, and to what makes the sender another player. ``token`` is there only when it is new:
    keep it.

    ``build`` names the client files that this server holds: a page of another build should reload itself. ``now`` is
    the server's time in milliseconds. ``rooms`` are the sender's own games that are not over, ``waiting`` those of them
    in which a seat is still free. ``named`` is what the sender has said by ``consent``, null before that. ``account``
    is null for a guest; ``registration`` says who may keep a name. ``blocked`` are the ids of those whom the sender has
    blocked: the lobby tells everybody the same, and a page shows no open game of theirs. ``provider`` is what the
    operator calls the one that one may sign in by at ``/oidc/start``; empty without one. ``push`` is the key with which
    browsers subscribe to notices, null where this server sends none.
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
    """A ``text`` as a QR code: an SVG path of dark modules in a square of ``size`` by ``size``, light around them."""

    text: str
    size: int
    path: str


class ImportedPatterns(Struct, frozen=True):
    """How many patterns a file has, and how many of them nobody knew here."""

    read: int
    new: int


class FileNote(Struct, frozen=True, omit_defaults=True):
    """What was left out of a file, or is odd about it: ``why`` is the code of a fault, or of a refusal, and ``text``
    what stands in the file, at the ``at``th ``unit``; ``game`` says of which game, where it is about one of many."""

    why: str
    unit: FileUnit = "file"
    at: int = 0
    text: str = ""
    game: int = 0


class SeenGame(Struct, frozen=True, omit_defaults=True):
    """A game of a file: its number from 1, its players, and what the file says of it. ``date`` may be YYYY or YYYY-MM,
    ``left_out`` counts what it has beyond a line of moves."""

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
    """A file before it is kept: its ``count`` of games, and the first hundred; texts in which the encoding shows; what
    cannot be read of it, the first of ``skipped`` notes."""

    format: TreeFormat
    encoding: str
    count: int
    games: list[SeenGame]
    nodes: int
    texts: list[str]
    notes: list[FileNote]
    skipped: int


class KeptGames(Struct, frozen=True):
    """How many games of a file were kept, and what was left out of it: the first of ``skipped`` notes."""

    count: int
    notes: list[FileNote]
    skipped: int


class Ack(ServerMessage, frozen=True, tag="ack"):
    """The command ``id`` is done and stored. ``v`` is the room's version after it; ``codes`` are the recovery codes
    that it has made, ``code`` is a code of another kind; ``qr`` has it for an authenticator's camera. ``patterns`` says
    what a file of them has brought, ``file`` what a file holds, and ``kept`` what has come of one with games."""

    id: str
    room: str | None = None
    v: int | None = None
    name: str | None = None
    code: str | None = None
    expires_at: int | None = None
    codes: list[str] | None = None
    tree: str | None = None
    next: int | None = None
    seek: str | None = None
    challenge: str | None = None
    qr: QrCode | None = None
    patterns: ImportedPatterns | None = None
    file: SeenFile | None = None
    kept: KeptGames | None = None


class Error(ServerMessage, frozen=True, tag="error"):
    """The command ``id`` (null when it could not be read) was refused; nothing has changed.

    ``code`` is stable; ``detail`` holds what a sentence about it may name.
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
    """The ratings of the seats in the pool of the game; null where there is none."""


class SeekInfo(Struct, frozen=True, omit_defaults=True):
    """Somebody who looks for an opponent since ``created_at``, in the terms of the command ``seek``; ``marks`` are the
    player's ratings where such games would count."""

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
    """All of the lobby. ``online`` counts people with a connection."""

    rooms: list[LobbyRoom]
    online: int
    seeks: list[SeekInfo] = []


class LobbyChange(ServerMessage, frozen=True, tag="lobby_change"):
    """What changed since: rooms and seeks new or changed, those gone."""

    rooms: list[LobbyRoom]
    gone: list[str]
    online: int
    seeks: list[SeekInfo] = []
    seeks_gone: list[str] = []


class SeekMatched(ServerMessage, frozen=True, tag="matched"):
    """A seek of the receiver's has become a game in ``room``, on this connection's terms."""

    seek: str
    room: str
    opponent: Who


class SeekEnded(ServerMessage, frozen=True, tag="seek_ended"):
    """A seek of the receiver's is no more, and has not become a game: another of them has, or nothing was heard from
    the receiver for too long."""

    seek: str


class BotOffered(ServerMessage, frozen=True, tag="bot_offered"):
    """Nobody was found for a seek of the receiver's in 20 seconds: the bot of this ``level`` would play, if the
    receiver likes. The seek goes on."""

    seek: str
    level: int


class TimedMove(Struct, frozen=True, omit_defaults=True):
    """A move of a snapshot: the point, the time thought, the mover's clock after it.

    ``why`` is there for a bot's last move only, as in the event ``moved``; ``conditional`` is as it is there.
    """

    point: int
    think_ms: int
    left_ms: int | None = None
    why: dict[str, Any] | None = None
    conditional: bool = False


class Presence(Struct, frozen=True, omit_defaults=True):
    """Who is there. ``gone_since`` is the time at which a seat's owner left, null while any of the owner's connections
    looks at the room."""

    gone_since: tuple[int | None, int | None]
    watchers: int


class OpeningTurn(Struct, frozen=True, omit_defaults=True):
    """What the opening asks of ``seat`` now: a ``move``, a ``choose``, a ``declare`` or a ``propose``.

    Of a ``stone`` the distance from the centre, in lines along the farther axis, is from ``nearest`` to ``farthest``;
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
    """How far an opening has come: ``black`` is the seat that has black by now, for good once it is ``settled``.

    ``first`` is the seat that began; ``turn`` is null once the opening is over; ``decisions`` are those so far.
    ``laid`` counts the stones of the opening, into which no take-back leads; ``started`` says that both have acted.
    ``pattern`` is the number, D1 to D13 or I1 to I13, of the one that the first three stones make.
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
    """A room whole, at version ``v``; ``you`` is the receiver's seat, null for a watcher.

    ``left`` and ``reserve`` are the clocks at ``now``; that of ``running`` runs on from there, by correspondence
    until ``flag_at``. ``first_move_by`` is when the game is aborted if the player to act has not acted for the first
    time. ``offers`` lists what each seat offers. ``claim_after_ms`` is how long a player must be gone, and keep the
    other waiting since ``turn_at``, when the turn began, before the other may claim. The first ``start`` of ``moves``
    were not played here: they are those of the game ``from_game``, or of a position that was given. ``progress`` is
    there for an ``opening`` that is not free once the game has begun; until its colours are settled, ``black`` is who
    has black by now.
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
    """When the flag falls in a game by correspondence, whatever is charged to nobody until then counted in."""
    away_until: tuple[int | None, int | None] | None = None
    """Until when either seat's player is on vacation, in a game by correspondence."""
    rating: RoomRating | None = None
    """Null where there is nothing to tell, and until it is known: ``ratings`` tells it then."""
    turn_at: int = 0


class Events(ServerMessage, frozen=True, tag="events"):
    """What happened in a room, in the order of the versions; also the answer to ``enter`` with ``since``.

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
    """Who is there, as it changes; not versioned, since it is not history."""

    room: str
    presence: Presence


class RatingsTold(ServerMessage, frozen=True, tag="ratings"):
    """The ratings at a room are known or have changed; after a game that was to be rated, what it has changed, or why
    nothing. A game may be told of again, with other numbers, where one that ended before it has been counted since."""

    room: str
    rating: RoomRating


class Forbidden(ServerMessage, frozen=True, tag="forbidden"):
    """Renju, black to move at version ``v``: the points that black may not take now, and why."""

    room: str
    v: int
    points: list[tuple[int, ForbiddenName]]


class Queued(ServerMessage, frozen=True, tag="queued"):
    """The bot's move has to wait: ``ahead`` moves of other games come first, about; null once it is thought about.

    Said after a second, and then at most once a second.
    """

    room: str
    ahead: int | None = None


class Replaced(ServerMessage, frozen=True, tag="replaced"):
    """The player opened this room elsewhere: the newer connection has the seat, this one only looks on no longer."""

    room: str


class Started(ServerMessage, frozen=True, tag="started"):
    """Somebody sat down across from the receiver, who is not looking at that room at the moment.

    ``challenge`` is the receiver's that was accepted, on the connection that had given it.
    """

    room: str
    opponent: Who
    challenge: str | None = None


class ChallengeTerms(Struct, frozen=True, omit_defaults=True):
    """What somebody is challenged to; ``color`` is that of who challenges."""

    rules: Rules
    size: Size
    clock: ClockSpec
    opening: OpeningName = "free"
    color: ColorChoice = "random"
    rated: bool = False
    visibility: Visibility = "public"


class ChallengeInfo(Struct, frozen=True, omit_defaults=True):
    """A challenge of ``player`` to ``other``, until it is answered, withdrawn or has expired; ``declined`` says why.

    ``marks`` are the ratings of both in the pool in which the game would count; null where neither has one.
    """

    id: str
    player: Who
    other: Who
    terms: ChallengeTerms
    made_at: int
    expires_at: int
    declined: DeclineReason | None = None
    marks: tuple[RatingMark | None, RatingMark | None] | None = None


class Challenges(ServerMessage, frozen=True, tag="challenges"):
    """All challenges that the receiver has given, and those that wait for the receiver: on coming, where there are any,
    and whenever they change."""

    challenges: list[ChallengeInfo]


class Challenged(ServerMessage, frozen=True, tag="challenged"):
    """The receiver has just been challenged."""

    challenge: str
    by: Who


class FollowedPlayer(Struct, frozen=True):
    """Somebody whom the receiver follows: ``away``, ``here``, or ``playing`` a public game."""

    who: Who
    presence: Literal["away", "here", "playing"]


class FollowedPlayers(ServerMessage, frozen=True, tag="followed"):
    """Whom the receiver follows, in the order of the names; ``hidden`` where the receiver looks away to all."""

    players: list[FollowedPlayer]
    hidden: bool = False


class PlayerList(ServerMessage, frozen=True, tag="players"):
    """The answer to ``find_players``, exact names first."""

    id: str
    players: list[Who]


class YourMove(ServerMessage, frozen=True, tag="your_move"):
    """The receiver is to move in a game by correspondence, and is not looking at it at the moment."""

    room: str
    opponent: Who


class PlanState(ServerMessage, frozen=True, tag="plan"):
    """The receiver's plan in a game, in the terms of the command ``plan``; without branches there is none.

    Sent as the answer to ``read_plan``, and to who looks at the game when the plan has changed. ``dropped`` is an
    answer that may not be played after all: the plan has ended there.
    """

    room: str
    ply: int
    branches: list[tuple[int, int, int]]
    first: int | None = None
    dropped: int | None = None
    id: str | None = None


class Renamed(ServerMessage, frozen=True, tag="renamed"):
    """The receiver's name has changed (by another of its own connections or by an operator)."""

    player: Who


class DevicesChanged(ServerMessage, frozen=True, tag="devices_changed"):
    """A device of the receiver's has come or gone: ``devices`` asks for the list."""


class HintAnswer(ServerMessage, frozen=True, tag="hint"):
    """The answer to the command ``hint``: the best move at version ``v`` and why.

    ``reasons`` are codes such as ``blocks_open_four``, the weightiest first. ``line`` is a proven win from here: the
    receiver's moves and the answers that hold out longest alternating, to the move that nothing stops.
    """

    id: str
    room: str
    v: int
    point: int
    reasons: list[str]
    line: list[int] | None = None


class LessonSummary(Struct, frozen=True, omit_defaults=True):
    """The lesson of a game against a bot, in short. All are plies: numbers of moves played before.

    From ``entry`` on the winner's win is proven; null where nothing is. ``mistake`` is the loser's move that led there
    while another withstood all that was asked of it; null where none such is known. ``suspect`` is the loser's last
    free move, where no mistake is named. ``learned``: a bot that learns has lost, and keeps clear of the move before
    the entry in that position, as long as any move is left there that is not proven to lose.
    """

    entry: int | None = None
    mistake: int | None = None
    suspect: int | None = None
    learned: bool = False


class LessonNotice(Struct, frozen=True, omit_defaults=True):
    """A lesson that the receiver has not seen yet: of a ``game`` against a bot of a ``level``, ``won`` by the receiver.

    ``learned`` and ``entry`` are as in `LessonSummary`.
    """

    game: str
    at: int
    level: int
    won: bool = False
    learned: bool = False
    entry: int | None = None


class LessonNotices(ServerMessage, frozen=True, tag="lessons"):
    """The lessons that wait for the receiver, the latest first: after ``welcome``, where there are any, and whenever
    that changes. ``lesson_seen`` ends one; after two weeks it ends by itself."""

    lessons: list[LessonNotice]


class OfferNotice(Struct, frozen=True):
    """An offer ``by`` the other player in a ``room``, which the receiver has not answered."""

    room: str
    what: OfferKind
    by: Who
    at: int


class OfferNotices(ServerMessage, frozen=True, tag="offers"):
    """The offers that wait for the receiver's answer, the latest first: after ``welcome``, where there are any, and
    whenever that changes. One ends with its answer, with what it asks for, and after two weeks."""

    offers: list[OfferNotice]


class Analysis(ServerMessage, frozen=True, tag="analysis"):
    """How far the analysis of a game is; when it is done, ``/api/games/{id}/analysis`` has it.

    While it waits, ``ahead`` games come before it; while it runs, ``done`` of ``total`` steps are behind it. The
    ``lesson`` of a game against a bot that somebody won comes before the rest, and once bots play with it.
    """

    game: str
    state: JobState
    done: int = 0
    total: int = 0
    ahead: int = 0
    lesson: LessonSummary | None = None


class Tried(ServerMessage, frozen=True, tag="tried"):
    """The answer to ``try`` and ``defend``: whether the newest move is right, and whether it is solved with it.

    ``reply`` is the opponent's answer to a right move, on which the puzzle goes on. With ``done`` or after a wrong
    move, ``line`` shows how it goes: how the win is made, or what the wrong move loses to.
    """

    id: str
    puzzle: int | None
    right: bool
    done: bool
    reply: int | None = None
    line: list[int] | None = None


class Solution(ServerMessage, frozen=True, tag="solution"):
    """The answer to ``reveal``: the ``answers`` that are right, and the ``proof`` of the first of them.

    A proof is the JSON of a tree, ``[move, threat, answer, tree, answer, tree, ...]``, of which what is missing to the
    end is left out: the winner's move; what it threatens, another tree, or null where it makes a four or a five; and
    each answer of the other side's that has to be met, with the tree that meets it. Of a puzzle of defence the move
    says nothing: it is what is threatened and what wins after each move that disturbs this and loses all the same.
    """

    id: str
    puzzle: int
    answers: list[int]
    proof: Any


class Device(Struct, frozen=True, omit_defaults=True):
    """A device that has the receiver's identity; ``browser`` and ``system`` are empty where they are not known.

    ``used_at`` is exact to the hour, and now for one that is ``here``: connected. ``this`` is the receiver's own.
    """

    id: str
    created_at: int
    used_at: int
    browser: str = ""
    system: str = ""
    here: bool = False
    this: bool = False


class DeviceList(ServerMessage, frozen=True, tag="devices"):
    """The answer to the command ``devices``: all of them, the last used first."""

    id: str
    devices: list[Device]


class LinkedIdentity(Struct, frozen=True, omit_defaults=True):
    """A person of a provider with whom the receiver's account is linked. ``current``: of the one by which one signs in
    now."""

    issuer: str
    made_at: int
    current: bool = False


class IdentityList(ServerMessage, frozen=True, tag="identities"):
    """The answer to the command ``identities``."""

    id: str
    identities: list[LinkedIdentity]


class Remark(Struct, frozen=True, omit_defaults=True):
    """What somebody has said: a ``phrase``, or a ``text`` that is to be shown as it is, never as markup.

    ``staff`` says that it comes from somebody of the server's staff; ``hidden``, which staff alone is sent, that nobody
    else sees it any more.
    """

    id: int
    at: int
    side: TalkSide
    who: Who
    phrase: PhraseName | None = None
    text: str | None = None
    staff: bool = False
    hidden: bool = False


class Sanction(Struct, frozen=True, omit_defaults=True):
    """What staff has laid upon a player, why, and until when; null is until it is lifted."""

    kind: SanctionKind
    reason: OffenceName
    until: int | None = None


class TalkState(ServerMessage, frozen=True, tag="talk"):
    """What may be said in a room, and what was said last: all that the receiver may see, in place of what it had.

    Sent after the room when it is entered, and when somebody sits down or the game ends: then players hear what those
    who look on have said; and when staff has muted the receiver, or lets him speak again before the time. ``level`` is
    "off" for who may say nothing at all; ``muted`` says why, where staff has said so.
    """

    room: str
    level: TalkLevel
    side: TalkSide
    remarks: list[Remark]
    muted: Sanction | None = None


class Said(ServerMessage, frozen=True, tag="said"):
    """Somebody has said something in a room."""

    room: str
    remark: Remark


class Unsaid(ServerMessage, frozen=True, tag="unsaid"):
    """Staff has hidden a remark, or its sender is gone for good: it is to be shown no longer."""

    room: str
    remark: int


class Sanctioned(ServerMessage, frozen=True, tag="sanctioned"):
    """Staff has laid something upon the receiver. Who is banned gets a `bye` instead."""

    sanction: Sanction


class ReportsWaiting(ServerMessage, frozen=True, tag="reports_waiting"):
    """To staff: how many reports wait. On coming, where any do, and whenever one is made or settled."""

    waiting: int


class ReportInfo(Struct, frozen=True, omit_defaults=True):
    """A report: who has made it (null for who was deleted, and to whom it is about), about whom, where, and what has
    come of it. ``remarks`` counts what was said last; ``open`` how many reports about the same player wait, this one
    among them where it does. Of a ``damaged`` one it cannot be read what was said."""

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
    """The answer to the command ``reports``. ``waiting`` counts all that wait; ``more`` says that there are others
    beyond."""

    id: str
    reports: list[ReportInfo]
    waiting: int
    more: bool


class ReportState(ServerMessage, frozen=True, tag="report"):
    """The answer to the command ``read_report``: one with what was said, the oldest first, as it stood then."""

    id: str
    report: ReportInfo
    said: list[Remark]


class LaidSanction(Struct, frozen=True, omit_defaults=True):
    """A sanction as staff sees it: its number, since and until when, by whom (null is the command line), and why."""

    id: int
    kind: SanctionKind
    reason: OffenceName
    at: int
    until: int | None = None
    by: Who | None = None
    note: str = ""
    lifted_at: int | None = None


class PlayerRecord(ServerMessage, frozen=True, tag="player", omit_defaults=True):
    """The answer to the command ``player``: what staff knows of one. ``may`` are the kinds of sanctions that the
    receiver may lay upon him; empty where the rank forbids it."""

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
    """Nobody signs in to the account."""
    totp: bool = False
    """There is an authenticator; told to the owner alone."""


class Act(Struct, frozen=True, omit_defaults=True):
    """What somebody of staff has done; ``by`` is null for the command line, ``target`` where it was done to nobody.
    Of a ``damaged`` one ``data`` cannot be read."""

    id: int
    at: int
    action: str
    by: Who | None = None
    target: Who | None = None
    data: dict[str, Any] = {}
    damaged: bool = False


class AuditLog(ServerMessage, frozen=True, tag="audit"):
    """The answer to the command ``audit``: the last acts; ``more`` says that there are others before them."""

    id: str
    acts: list[Act]
    more: bool


class PlayerEvidence(ServerMessage, frozen=True, tag="evidence"):
    """The answer to the command ``evidence``: the latest rated games of somebody, and figures of those that were
    analysed. No figure says whether anybody had help.

    ``own`` are of the player's moves, ``opponents`` of those of the people who played against him in these games, and
    ``near`` of other people's in their latest games in the same ``pool``, whose ratings are near his. None is of fewer
    games than ``least``.
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
    """The answer to the command ``health``: how the server stands.

    ``people`` are online, by so many ``connections``. ``late_ms`` is how late the server was at most within the last
    minute, ``backed_up_at`` when its last backup was made.
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


class BackupList(ServerMessage, frozen=True, tag="backups", omit_defaults=True):
    """The answer to the command ``backups``: the newest first, at most a hundred, in a ``folder`` of the machine's.

    One is made ``every_s`` seconds, 0 for never, and the newest ``keep`` stay. ``running`` says that one is being made;
    ``failed_at`` and ``failed`` when the last one failed and why, where that was the last.
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
    """A class, how many pupils it has, and its teacher, whose name is empty where that one is gone."""

    id: str
    name: str
    pupils: int
    teacher: Who


class ClassroomList(ServerMessage, frozen=True, tag="classrooms"):
    """The answer to the command ``classrooms``."""

    id: str
    classrooms: list[ClassroomInfo]


class PupilInfo(Struct, frozen=True):
    """A pupil: last seen when, null before the first time, ``managed`` as long as there is no password, and until when
    the last code works or has worked, null where there is none; whether it was used, and whether the pupil is here."""

    who: Who
    seen_at: int | None
    managed: bool
    code_until: int | None
    code_used: bool
    here: bool


class ClassroomState(ServerMessage, frozen=True, tag="classroom"):
    """The answer to the command ``classroom``, and to those that make one or add to it; the pupils by their names."""

    id: str
    classroom: ClassroomInfo
    pupils: list[PupilInfo]


class PupilCode(Struct, frozen=True):
    """A pupil and the code that he signs in by."""

    who: Who
    code: str


class PupilCodes(ServerMessage, frozen=True, tag="pupil_codes"):
    """The answer to the command ``pupil_codes``: a sheet to be printed, by the names. Each code works once."""

    id: str
    classroom: ClassroomInfo
    codes: list[PupilCode]
    expires_at: int


class RoomList(ServerMessage, frozen=True, tag="rooms"):
    """The answer to the command ``rooms``; ``more`` says that there are others, ``broken``
    names those that cannot be read."""

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
    """The answer to the command ``games``; ``more`` says that there are others, ``broken``
    names those that cannot be read."""

    id: str
    games: list[StaffGame]
    more: bool
    broken: list[BrokenRow] = []


class JobList(ServerMessage, frozen=True, tag="jobs"):
    """The answer to the command ``jobs``: the first of them; ``waiting`` and ``failed`` count all,
    ``broken`` names those that cannot be read."""

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
    """Staff has ended a game or an open room of the receiver's, without a result."""

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
    """The answer to the command ``trees``: of all ``count`` trees, which take so many ``bytes``; ``more`` says that
    there are others that fit."""

    id: str
    trees: list[StaffTree]
    more: bool
    count: int
    bytes: int


class WeightsList(ServerMessage, frozen=True, tag="weights"):
    """The answer to the command ``weights``: games begin with the version ``used``, 0 for that of the program; where it
    is ``frozen``, nothing takes its place by itself. ``more`` says that there are others,
    ``broken`` names those that cannot be read."""

    id: str
    versions: list[WeightsVersion]
    used: int
    frozen: bool
    more: bool
    broken: list[BrokenRow] = []


class WeightsCompared(ServerMessage, frozen=True, tag="weights_compared"):
    """The answer to ``compare_weights``: the weights that differ most, of the ``differing`` ones of ``all``."""

    id: str
    differences: list[WeightDifference]
    differing: int
    all: int


class ProofList(ServerMessage, frozen=True, tag="proofs"):
    """The answer to the command ``proofs``."""

    id: str
    pools: list[ProofPool]


class RegistrationChanged(ServerMessage, frozen=True, tag="registration_changed"):
    """To everybody who is here: who may keep a name from now on."""

    registration: Registration


class BlockList(ServerMessage, frozen=True, tag="blocks"):
    """The answer to the command ``blocks``: whom the receiver has blocked, the last first."""

    id: str
    players: list[Who]


class PushState(ServerMessage, frozen=True, tag="push"):
    """The answer to the command ``push``: whether this device gets notices, what of, and when not."""

    id: str
    here: bool
    kinds: list[PushKind]
    quiet: tuple[int, int] | None = None


class Bye(ServerMessage, frozen=True, tag="bye"):
    """The server is about to close this connection: restart, banned, signed out, stale, or flood. Who is banned is told
    ``why``, and ``until`` when, if it ends by itself."""

    code: str
    detail: dict[str, str | int] = field(default_factory=dict)


class Beat(ServerMessage, frozen=True, tag="beat"):
    """A sign of life, every five seconds after ``welcome``: who has heard nothing for twice that long is cut off."""


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
    | Tried
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
