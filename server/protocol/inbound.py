"""Messages of a client. Every message is one JSON object in a text frame; ``t`` names it.

Commands carry an ``id`` that the client chooses. It comes back in the acknowledgement or the error, and a command that
is sent twice with the same ``id`` (after a lost connection) takes effect once.
"""

from datetime import date
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from server.protocol.tree_edits import NodeEdit
from server.protocol.values import (
    ActName,
    ChallengeId,
    CheckName,
    ChoiceName,
    ClassroomId,
    ClassroomName,
    ClockSpec,
    ColorChoice,
    CommandId,
    DeclineReason,
    DeviceId,
    Language,
    LiveClockSpec,
    OffenceName,
    OfferKind,
    OpeningName,
    PhraseName,
    PlayerId,
    Ply,
    Point,
    PushKind,
    PuzzleId,
    PuzzleMode,
    RoomId,
    Rules,
    SanctionKind,
    SeekId,
    SettingName,
    Size,
    StaffNote,
    Token,
    TreeEncoding,
    TreeFormat,
    TreeId,
    TreeTitle,
    UploadKind,
    Visibility,
)


class ClientMessage(Struct, tag_field="t", forbid_unknown_fields=True, frozen=True):
    """Base of all messages of a client."""


class Hello(ClientMessage, frozen=True, tag="hello"):
    """The first message of a connection. Without a token the server creates a new guest.

    ``page`` is a random name that a page gives itself. A new connection of the same page replaces an older one that has
    died, and never stands behind it.
    """

    protocol: int
    token: Token | None = None
    build: Annotated[str, Meta(max_length=64)] = ""
    lang: Language = "en"
    page: Annotated[str, Meta(max_length=32)] = ""


class FollowLobby(ClientMessage, frozen=True, tag="lobby"):
    """Subscribe to the lobby (open rooms, games to watch, number of people online), or unsubscribe."""

    on: bool


class Command(ClientMessage, frozen=True):
    """Base of messages that get an answer of their own: an ack, an error, or what they ask for."""

    id: CommandId


class Create(Command, frozen=True, tag="create"):
    """Create a room, against a person (``level`` null) or a bot; the sender gets seat 0.

    With ``from_game`` a game against a bot continues a finished one after its first ``from_ply`` moves; rules and size
    must be the same, and it is never rated. If that game is not public, this one is private whatever ``visibility``
    says, as it shows the other's moves.

    With ``start`` the game begins from these moves, black's first: a legal position in which the game is not over. It
    is never rated, and against a person it is not listed: ``public`` becomes ``link``.
    """

    rules: Rules
    size: Size
    clock: ClockSpec
    color: ColorChoice = "random"
    visibility: Visibility = "public"
    rated: bool = False
    level: Annotated[int, Meta(ge=0, le=999)] | None = None
    from_game: RoomId | None = None
    from_ply: Ply = 0
    start: Annotated[list[Point], Meta(max_length=399)] = []
    opening: OpeningName = "free"
    """Must be ``free`` for a game that continues another or begins from a position; otherwise ``color`` "black" means
    to begin.
    """


class MakeSeek(Command, frozen=True, tag="seek"):
    """Look for an opponent in a game at one sitting: any of ``rules``, ``sizes``, ``openings`` and ``clocks``, each in
    order of preference. The acknowledgement names the ``seek``.

    It stands in the lobby until it is withdrawn, the connection closes or stops sending ``here``, or it becomes a game,
    which ``matched`` announces. Every three seconds seeks are matched with each other and with open rooms. Ratings of
    opponents may differ by ``within`` at most, null for any; at first only close ratings match.
    """

    rules: Annotated[list[Rules], Meta(min_length=1, max_length=4)]
    sizes: Annotated[list[Size], Meta(min_length=1, max_length=4)]
    clocks: Annotated[list[LiveClockSpec], Meta(min_length=1, max_length=6)]
    openings: Annotated[list[OpeningName], Meta(min_length=1, max_length=len(get_args(OpeningName)))]
    color: ColorChoice = "random"
    rated: bool = False
    within: Annotated[int, Meta(ge=25, le=2000)] | None = None


class WithdrawSeek(Command, frozen=True, tag="unseek"):
    """Withdraw a seek."""

    seek: SeekId


class AcceptSeek(Command, frozen=True, tag="accept_seek"):
    """Play the player of a seek, on its terms. The acknowledgement names the ``room``, in which the game begins."""

    seek: SeekId


class Here(ClientMessage, frozen=True, tag="here"):
    """Heartbeat of a client with a seek, in answer to each ``beat``, so that nobody is matched with a sleeping
    phone.
    """


class Challenge(Command, frozen=True, tag="challenge"):
    """Challenge a player to a game; ``color`` is the sender's. The acknowledgement names the ``challenge``.

    A challenge by correspondence waits for two weeks, whoever is connected. One at one sitting needs the other player
    to be connected, and waits for five minutes.
    """

    to: PlayerId
    rules: Rules
    size: Size
    clock: ClockSpec
    opening: OpeningName = "free"
    color: ColorChoice = "random"
    rated: bool = False
    visibility: Visibility = "public"


class AcceptChallenge(Command, frozen=True, tag="accept_challenge"):
    """Accept a challenge. The acknowledgement names the ``room``, in which the game begins."""

    challenge: ChallengeId


class DeclineChallenge(Command, frozen=True, tag="decline_challenge"):
    """Decline a challenge, with a reason."""

    challenge: ChallengeId
    reason: DeclineReason = "no"


class WithdrawChallenge(Command, frozen=True, tag="withdraw_challenge"):
    """Withdraw a challenge, or confirm that its decline was read."""

    challenge: ChallengeId


class FindPlayers(Command, frozen=True, tag="find_players"):
    """Search players by a part of their name, among those connected and those with accounts. The answer is
    ``players``.
    """

    name: Annotated[str, Meta(min_length=1, max_length=40)]


class FollowPlayer(Command, frozen=True, tag="follow"):
    """Follow a player, or stop following them. The player is not told."""

    player: PlayerId
    on: bool


class LookAtFollowed(ClientMessage, frozen=True, tag="followed"):
    """Subscribe to the list of followed players, or unsubscribe: a ``followed`` at once and on every change."""

    on: bool


class HidePresence(Command, frozen=True, tag="hide_me"):
    """Appear away to all followers, whether connected or not; or stop that."""

    on: bool


class Enter(ClientMessage, frozen=True, tag="enter"):
    """Look at a room, or come back to it: with ``since`` the server sends only the events after that version.

    ``behind`` marks a reconnection that the player did not ask for: if another of their connections is in front in the
    room, it stays in front, and the answer is ``replaced``.
    """

    room: RoomId
    since: Annotated[int, Meta(ge=0)] | None = None
    behind: bool = False


class Leave(ClientMessage, frozen=True, tag="leave"):
    """Stop looking at a room. A seat is kept; the other player sees that its owner is gone, unless they have another
    connection there.
    """

    room: RoomId


class RoomCommand(Command, frozen=True):
    """Base of the commands that `RoomMessages.command` judges, and of `hint`. Others with a room are a `Command`."""

    room: RoomId


class Sit(RoomCommand, frozen=True, tag="sit"):
    """Take the free seat."""


class Move(RoomCommand, frozen=True, tag="move"):
    """Play a stone on ``point`` (``y * size + x`` from the top left) as move number ``ply``, counted from 0."""

    ply: Ply
    point: Point


class Choose(RoomCommand, frozen=True, tag="choose"):
    """Make a choice that the opening asks for, with ``ply`` stones on the board."""

    ply: Ply
    choice: ChoiceName


class Declare(RoomCommand, frozen=True, tag="declare"):
    """Declare how many fifth stones the opening is to offer, with ``ply`` stones on the board."""

    ply: Ply
    number: Annotated[int, Meta(ge=1, le=12)]


class Propose(RoomCommand, frozen=True, tag="propose"):
    """Offer points for the next stone of the opening; the other player picks one by a ``move``."""

    ply: Ply
    points: Annotated[list[Point], Meta(min_length=1, max_length=12)]


class Resign(RoomCommand, frozen=True, tag="resign"):
    """Resign the game."""


class Offer(RoomCommand, frozen=True, tag="offer"):
    """Offer a draw, ask for a take-back, or propose a rematch; making the other player's offer accepts it."""

    what: OfferKind


class Answer(RoomCommand, frozen=True, tag="answer"):
    """Accept or decline the other player's offer; declining one's own withdraws it."""

    what: OfferKind
    accept: bool


class Abort(RoomCommand, frozen=True, tag="abort"):
    """End without a result: an open room by its owner, or a game by either player until both have acted and two stones
    lie.
    """


class Claim(RoomCommand, frozen=True, tag="claim"):
    """End the game as a win or a draw against a player who is to move and has been gone for longer than the grace.

    The grace begins when the player left or when the turn began, whichever is later; an absent player who is not to
    move keeps nobody waiting. Before both sides have moved there is nothing to claim, and either may ``abort``.
    """

    result: Literal["win", "draw"]


class Hint(RoomCommand, frozen=True, tag="hint"):
    """Ask for the best move, on one's own turn in an unrated game against a bot. The answer is a ``hint``."""


class KeepPlan(Command, frozen=True, tag="plan"):
    """Store planned answers for a game by correspondence in place of the former ones; without ``branches``, none.

    Each branch is ``[after, when, answer]``: after the branch numbered ``after``, counted from 1, or 0 for at once, the
    opponent's move ``when`` gets the answer ``answer``. ``ply`` is the number of stones on the board. On the sender's
    own turn the plan follows ``first``, a move that is still to be sent; on the opponent's turn that is null. Nobody
    else sees a plan. It ends with any move that is not in it, with a take-back, and with the game.
    """

    room: RoomId
    ply: Ply
    branches: Annotated[list[tuple[Annotated[int, Meta(ge=0, le=249)], Point, Point]], Meta(max_length=250)]
    first: Point | None = None


class ReadPlan(Command, frozen=True, tag="read_plan"):
    """Ask for one's plan in a game. The answer is a ``plan``."""

    room: RoomId


class Analyse(Command, frozen=True, tag="analyse"):
    """Request the analysis of a finished game. ``analysis`` messages report its progress to the sender, as after
    ``watch``.
    """

    game: RoomId


class SeeLesson(Command, frozen=True, tag="lesson_seen"):
    """Mark the lesson of a game as seen: it is announced no more."""

    game: RoomId


class FollowAnalysis(ClientMessage, frozen=True, tag="watch"):
    """Subscribe to the analysis of a game, or unsubscribe: an ``analysis`` at once and at every step."""

    game: RoomId
    on: bool


class UploadOpen(Command, frozen=True, tag="upload_open"):
    """Begin an upload of a file, or resume it after a lost connection.

    The ``id`` of this command names the upload. ``import_close`` ends one of games, ``tree_close`` or ``upload_tree``
    one of variations, ``patterns_close`` one of patterns, which only the owner begins. The acknowledgement has the
    number of bytes received in ``next``, or what the file has become: the game in ``room``, the ``tree`` or the
    ``patterns``. An upload expires after ten minutes without activity.
    """

    kind: UploadKind
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    """Name of the file."""
    bytes: Annotated[int, Meta(ge=1, le=8_388_608)]
    """Length of the file: 262,144 bytes of games at most, 8,388,608 of variations, 4,194,304 of patterns."""


class UploadChunk(Command, frozen=True, tag="upload_chunk"):
    """Send bytes of the file from ``at`` on, in Base64. Several chunks may be in flight; the acknowledgement has the
    number of bytes received in ``next``. A chunk that does not begin there is refused with it, unless all of it was
    received before.

    A chunk costs a quarter of a message.
    """

    upload: CommandId
    at: Annotated[int, Meta(ge=0, le=8_388_607)]
    data: Annotated[str, Meta(min_length=4, max_length=4000)]


class ImportClose(Command, frozen=True, tag="import_close"):
    """End an upload of games and store them. The acknowledgement names the first in ``room``, and lists in ``kept`` how
    many there are and what was left out.
    """

    upload: CommandId
    encoding: TreeEncoding | None = None
    """Encoding of the file's texts; null to detect it."""
    rules: Rules | None = None
    """Rules of the games; null for those that the file names."""
    games: Annotated[list[Annotated[int, Meta(ge=1, le=1_000_000)]], Meta(min_length=1, max_length=100)] | None = None
    """Numbers of the games to store, from 1; null for all, of which there may be 100."""
    any_game: bool = False
    """Whether SGF that declares another game is read as five in a row."""
    size: Annotated[int, Meta(ge=5, le=26)] = 15
    """Board size of a position string, which does not contain it."""
    visibility: Visibility = "private"


class FileLook(Command, frozen=True, tag="file_look"):
    """Inspect an uploaded file of games or of variations without storing anything. The acknowledgement describes it in
    ``file``. If that takes longer, it is empty: ask again with another ``id``. A refusal arrives in the same way.
    """

    upload: CommandId
    encoding: TreeEncoding | None = None
    """Encoding of the file's texts; null to detect it."""
    any_game: bool = False
    """As in ``import_close``."""
    size: Annotated[int, Meta(ge=5, le=26)] = 15
    """Board size of a position string, which does not contain it."""


class TreeClose(Command, frozen=True, tag="tree_close"):
    """End an upload of variations, read it and store the tree. The acknowledgement names the ``tree``; if that takes
    longer it names none: ask again a little later, with another ``id``. A refusal arrives in the same way.
    """

    upload: CommandId
    title: TreeTitle | None = None
    """Title of the tree; null for the file's name."""
    format: TreeFormat | None = None
    """Format of the file; null to detect it."""
    encoding: TreeEncoding | None = None
    """Encoding of the file's texts; null to detect it."""
    any_game: bool = False
    """As in ``import_close``."""
    rules: Rules | None = None
    """Rules of its games, if known."""
    size: Annotated[int, Meta(ge=5, le=26)] = 15
    """Board size of a position string, which does not contain it."""
    visibility: Visibility = "private"
    terms: bool = False
    """Confirms that the terms of a federation's database were read and allow this; required for such files."""


class TreeNew(Command, frozen=True, tag="tree_new"):
    """Begin a tree without moves, to be edited. The acknowledgement names the ``tree``."""

    title: TreeTitle
    size: Annotated[int, Meta(ge=3, le=26)] = 15
    rules: Rules | None = None
    visibility: Visibility = "private"


class TreeMerge(Command, frozen=True, tag="tree_merge"):
    """Merge finished games into a tree: the latest 1000 public or own ones that match the filter.

    The filter is that of ``/api/games``. A tree with a game that is not public stays private. The acknowledgement is as
    for ``tree_close``: ask again with the same ``id``.
    """

    title: TreeTitle
    size: Annotated[int, Meta(ge=3, le=26)] = 15
    player: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    level: Annotated[int, Meta(ge=0, le=999)] | None = None
    rules: Rules | None = None
    result: Literal["black", "white", "draw"] | None = None
    since: date | None = None
    until: date | None = None
    visibility: Visibility = "private"


class TreeChange(Command, frozen=True, tag="tree_change"):
    """Change the title or visibility of one's tree; null leaves a value unchanged."""

    tree: TreeId
    title: TreeTitle | None = None
    visibility: Visibility | None = None


class TreeEdit(Command, frozen=True, tag="tree_edit"):
    """Edit a ``node`` of one's tree, as of the version ``v`` that the sender has read. If the tree has been edited
    since, the refusal is ``tree_changed``. The acknowledgement has the new ``v``, and in ``node`` the node to look at:
    the added move, or where an edit was undone.
    """

    tree: TreeId
    v: Annotated[int, Meta(ge=0, le=2**53)]
    edit: NodeEdit
    node: Annotated[int, Meta(ge=0, le=2**32)] = 0


class SeeTree(Command, frozen=True, tag="tree_seen"):
    """Mark the notice of a tree that staff have deleted as seen: it is announced no more."""

    tree: TreeId


class FollowTree(ClientMessage, frozen=True, tag="follow_tree"):
    """Subscribe to changes of a tree, or unsubscribe: a ``tree`` at once and at every change. A connection may follow
    20 trees.
    """

    tree: TreeId
    on: bool


class TreeDelete(Command, frozen=True, tag="tree_delete"):
    """Delete one of one's trees."""

    tree: TreeId


class Try(Command, frozen=True, tag="try"):
    """Try to solve a puzzle: all of the sender's moves so far, the newest last. The answer is ``tried``.

    ``run`` names the sender's run that asks it. Once that is over, the attempt is refused and counts nowhere.
    """

    puzzle: PuzzleId
    moves: Annotated[list[Point], Meta(min_length=1, max_length=100)]
    run: CommandId | None = None


class Reveal(Command, frozen=True, tag="reveal"):
    """Ask for the solution of a puzzle. It counts as a failure if the sender had not tried the puzzle before. The
    answer is ``solution``.
    """

    puzzle: PuzzleId


class BeginRun(Command, frozen=True, tag="begin_run"):
    """Begin a run of puzzles, in place of the sender's last one of this mode; without ``rules`` by those of the
    sender's last game. The answer is ``run_begun``, and the run's name is the command's ``id``.
    """

    mode: PuzzleMode
    rules: Rules | None = None


class Defend(Command, frozen=True, tag="defend"):
    """Try another move at a bot's mistake, in the game of a line. The answer is ``tried``."""

    game: RoomId
    point: Point


class PlayAttack(Command, frozen=True, tag="attack"):
    """Play the win that the winner of a studied game had at every turn, from its first move: all of the sender's moves
    so far, the newest last. The answer is ``tried``; the attempt counts nowhere.
    """

    game: RoomId
    moves: Annotated[list[Point], Meta(min_length=1, max_length=100)]


class Consent(Command, frozen=True, tag="consent"):
    """Allow or forbid the sender's name on lines that they were the first to win by; forbidden by default."""

    named: bool


class Rename(Command, frozen=True, tag="rename"):
    """Change one's name."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]


class Code(Command, frozen=True, tag="code"):
    """Ask for a one-time code that brings this identity to another device."""


class Redeem(Command, frozen=True, tag="redeem"):
    """Become the identity behind a one-time code: one's own from another device, or a pupil's from a teacher. The
    answer is a new ``welcome``.

    With ``end_other`` the device that asked for the code is signed out.
    """

    code: Annotated[str, Meta(min_length=4, max_length=16)]
    end_other: bool = False


class Devices(Command, frozen=True, tag="devices"):
    """Ask for the devices with this identity. The answer is ``devices``."""


class EndDevice(Command, frozen=True, tag="end_device"):
    """Sign out one of one's devices, perhaps this one: its connections get ``bye`` and are closed."""

    device: DeviceId


Password = Annotated[str, Meta(min_length=1, max_length=200)]
Totp = Annotated[str, Meta(max_length=40, title="totp")]
"""A code of an authenticator, or a recovery code in its place; empty without an authenticator."""
AnyName = Annotated[str, Meta(min_length=1, max_length=40)]
LongCode = Annotated[str, Meta(min_length=1, max_length=40, title="code")]


class KeepName(Command, frozen=True, tag="keep_name"):
    """Turn the sender, a guest, into an account of this name: the same player, who signs in with a password from now
    on.

    The answer is a new ``welcome`` with a new token, and an ``ack`` whose ``codes`` each work once in place of a
    forgotten password; they are never shown again. All other devices are signed out. If ``registration`` is "invite",
    the ``invitation`` is required.
    """

    name: AnyName
    password: Password
    invitation: Annotated[str, Meta(max_length=40)] = ""


class SignIn(Command, frozen=True, tag="sign_in"):
    """Sign in to the account of this name. The answer is a new ``welcome`` with a token, and an ``ack``.

    With ``join`` everything that the sender has as a guest moves to the account: games, seats in unfinished ones,
    puzzles, files, plans; the guest's devices are signed out. Without it none of that changes.
    """

    name: AnyName
    password: Password
    join: bool = True
    totp: Totp = ""


Ticket = Annotated[str, Meta(min_length=32, max_length=64, pattern=r"^[0-9A-Za-z_-]+$", title="ticket")]


class BeginTotp(Command, frozen=True, tag="totp_begin"):
    """Ask for a secret for an authenticator; once it is confirmed, ``sign_in`` and ``recover`` require its codes.

    For owners, moderators and teachers. The acknowledgement has the secret as ``code``, in base 32, and as ``qr``;
    there ``place`` labels this server beside the name, for people who use several.
    """

    password: Password
    place: Annotated[str, Meta(max_length=100)] = ""


class ConfirmTotp(Command, frozen=True, tag="totp_confirm"):
    """Confirm an authenticator with one of its codes: sign-ins require codes from now on."""

    totp: Totp


class EndTotp(Command, frozen=True, tag="totp_end"):
    """Remove the authenticator, with the password and a last code."""

    password: Password
    totp: Totp = ""


class SignInByProvider(Command, frozen=True, tag="oidc_sign_in"):
    """Sign in as the person whom the provider has authenticated, with the ticket of ``/oidc/callback``.

    If the person has an account, this works as ``sign_in``. Otherwise it turns a guest into an account with ``name``,
    as ``keep_name`` does; without a name the answer is the error ``choose_name``, which proposes one, and the ticket
    stays valid. A ticket that ``oidc_link`` began gets the error ``confirm_link``, which names the person.
    """

    ticket: Ticket
    name: AnyName | None = None
    join: bool = True
    totp: Totp = ""


class LinkIdentity(Command, frozen=True, tag="oidc_link"):
    """Begin to link the account with a person of the provider, as a second way to sign in.

    The ``code`` of the acknowledgement is for ``/oidc/start?link=``, once. The ticket that the browser brings back is
    valid only for the ``oidc_link_confirm`` of the same account on the same device.
    """

    password: Password
    totp: Totp = ""


class ConfirmLink(Command, frozen=True, tag="oidc_link_confirm"):
    """Link the account with the person whom the provider has authenticated. Refused if that person has another account,
    or the account another person of this provider.
    """

    ticket: Ticket


class UnlinkIdentity(Command, frozen=True, tag="oidc_unlink"):
    """Remove the link to a provider's person; refused if the account has no password."""

    issuer: Annotated[str, Meta(max_length=1000)]
    password: Password
    totp: Totp = ""


class Identities(Command, frozen=True, tag="identities"):
    """Ask for the provider's persons with whom the account is linked. The answer is ``identities``."""


class Recover(Command, frozen=True, tag="recover"):
    """Sign in with a recovery code, one's own or one from staff, and set a new password.

    Otherwise as ``sign_in``. All other devices of the account are signed out, the code is used up, and links to
    providers are removed.
    """

    name: AnyName
    code: LongCode
    password: Password
    join: bool = True
    totp: Totp = ""


class SignOut(Command, frozen=True, tag="sign_out"):
    """Sign this device out and continue as a new guest: the answer is a new ``welcome`` with a token, and an
    ``ack``.
    """

    lang: Language = "en"


class ChangePassword(Command, frozen=True, tag="change_password"):
    """Change the password. All other devices are signed out."""

    old: Password
    new: Password


class MakeRecoveryCodes(Command, frozen=True, tag="recovery_codes"):
    """Create new recovery codes, in the ``ack``; the former ones stop working."""

    password: Password
    totp: Totp = ""


class ClaimOwner(Command, frozen=True, tag="claim_owner"):
    """Become the owner of this server, with a code from the operator's command line."""

    code: LongCode


class DeletePlayer(Command, frozen=True, tag="delete_player"):
    """Delete the sender. Their games stay with an empty seat, and unfinished rated ones are lost. An account must send
    its ``password``.
    """

    password: Annotated[str, Meta(max_length=200)] = ""


class Say(Command, frozen=True, tag="say"):
    """Say something in a room that the sender looks at: a phrase, or a text where the ``talk`` of the room permits it.

    Players talk among themselves, and so do watchers; in a private room only players talk. Characters that are
    invisible or change the writing direction are removed; at most 140 characters may remain.
    """

    room: RoomId
    phrase: PhraseName | None = None
    text: Annotated[str, Meta(min_length=1, max_length=1000)] | None = None

    def __post_init__(self) -> None:
        """Raise ValueError unless exactly one of the two is given."""
        if (self.phrase is None) == (self.text is None):
            raise ValueError("a phrase or a text")


class BlockPlayer(Command, frozen=True, tag="block"):
    """Block a player, or unblock them: neither sees what the other says, nor sits down in the other's rooms. The other
    player is not told.
    """

    player: PlayerId
    on: bool


class ReadBlocks(Command, frozen=True, tag="blocks"):
    """Ask for the players one has blocked. The answer is ``blocks``."""


class ReportPlayer(Command, frozen=True, tag="report"):
    """Report a player to the server's staff, with the latest remarks of the room that the sender could read."""

    about: PlayerId
    reason: OffenceName
    room: RoomId | None = None
    note: StaffNote = ""


class StaffCommand(Command, frozen=True):
    """Base of staff commands: each names the roles that may send it. Others are refused."""


class ReadReports(StaffCommand, frozen=True, tag="reports"):
    """List waiting reports, oldest first, or settled ones, latest first; ``beyond`` continues after the report of that
    number.

    For owner, moderator, teacher. The answer is ``reports``.
    """

    open: bool = True
    beyond: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class ReadReport(StaffCommand, frozen=True, tag="read_report"):
    """Ask for one report with its remarks. For owner, moderator, teacher. The answer is a ``report``."""

    report: Annotated[int, Meta(ge=0, le=2**53)]


class SettleReport(StaffCommand, frozen=True, tag="settle_report"):
    """Mark a report as handled or dismissed. For owner, moderator, teacher."""

    report: Annotated[int, Meta(ge=0, le=2**53)]
    state: Literal["handled", "dismissed"]
    note: StaffNote = ""


class LaySanction(StaffCommand, frozen=True, tag="sanction"):
    """Sanction a player for some minutes, null until it is lifted. The player sees the reason, not the note. Staff of
    the same or a higher rank cannot be sanctioned.

    For owner, moderator, teacher. A teacher cannot ban, exceed a week, or replace a longer sanction.
    """

    player: PlayerId
    kind: SanctionKind
    reason: OffenceName
    minutes: Annotated[int, Meta(ge=1, le=5_256_000)] | None = None
    note: StaffNote = ""


class LiftSanction(StaffCommand, frozen=True, tag="lift"):
    """Lift a sanction by its number in the player's record. For owner, moderator, teacher, within what they may lay: a
    teacher lifts no ban, and nothing longer than a week.
    """

    sanction: Annotated[int, Meta(ge=0, le=2**53)]
    note: StaffNote = ""


class RenamePlayer(StaffCommand, frozen=True, tag="rename_player"):
    """Rename a player, except staff of the same or a higher rank. For owner, moderator, teacher."""

    player: PlayerId
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    note: StaffNote = ""


class HideRemark(StaffCommand, frozen=True, tag="hide"):
    """Hide a remark from everybody but staff. For owner, moderator, teacher."""

    remark: Annotated[int, Meta(ge=0, le=2**53)]
    note: StaffNote = ""


class ReadPlayer(StaffCommand, frozen=True, tag="player"):
    """Ask for the staff's record of a player, by id or name. For owner, moderator, teacher. The answer is a
    ``player``.
    """

    player: Annotated[str, Meta(min_length=1, max_length=40)]


class ReadAudit(StaffCommand, frozen=True, tag="audit"):
    """Ask for the acts of staff, latest first, before the act of a number. For the owner. The answer is an
    ``audit``.
    """

    before: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class ReadEvidence(StaffCommand, frozen=True, tag="evidence"):
    """Compare the play in a player's latest rated games with their analyses. For owner, moderator; about oneself the
    owner alone. The request is logged. The answer is ``evidence``.
    """

    player: PlayerId


class StudyGames(StaffCommand, frozen=True, tag="study_games"):
    """Queue those of a player's latest rated games that were not analysed, some at a time; they run when the server is
    idle. For owner, moderator.
    """

    player: PlayerId


class ReadHealth(StaffCommand, frozen=True, tag="health"):
    """Ask for the state of the server. For owner, moderator. The answer is a ``health``."""


class ReadBackups(StaffCommand, frozen=True, tag="backups"):
    """List the backups that the server has made. For the owner. The answer is ``backups``."""


class MakeBackup(StaffCommand, frozen=True, tag="make_backup"):
    """Start a backup now. For the owner. The acknowledgement comes once it has begun; ``backups`` shows its end."""


class ReadChecks(StaffCommand, frozen=True, tag="checks"):
    """Ask for the results of checks of the database and of proven positions. For the owner. The answer is
    ``checks``.
    """


class MakeCheck(StaffCommand, frozen=True, tag="make_check"):
    """Start a check in the background; it takes minutes on large data. For the owner."""

    check: CheckName
    backup: Annotated[str, Meta(max_length=200)] = ""
    """Name of the backup file to check, for the check of a backup."""


class ReadPatterns(StaffCommand, frozen=True, tag="patterns"):
    """List learned patterns that are on or off, latest learned first, before the one of a number; ``find`` is a number
    or a key. For the owner. The answer is ``patterns``.
    """

    state: Literal["on", "off"] = "on"
    find: Annotated[str, Meta(max_length=40)] = ""
    before: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class ReadWeights(StaffCommand, frozen=True, tag="weights"):
    """List the versions of the learned weights, newest first, before the one of a number. For the owner. The answer is
    ``weights``.
    """

    before: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class CompareWeights(StaffCommand, frozen=True, tag="compare_weights"):
    """Ask where two versions of the weights differ most; 0 is the program's own. For the owner. The answer is
    ``weights_compared``.
    """

    version: Annotated[int, Meta(ge=0, le=10**9)]
    other: Annotated[int, Meta(ge=0, le=10**9)] = 0


class ReadProofs(StaffCommand, frozen=True, tag="proofs"):
    """Ask for the number of proven positions by rules and size. For the owner. The answer is ``proofs``."""


class UploadTree(StaffCommand, frozen=True, tag="upload_tree"):
    """End an upload of variations as ``tree_close`` does, and store the tree as one of ``owner``. The player's limit of
    trees does not apply. For the owner.
    """

    upload: CommandId
    owner: PlayerId
    title: TreeTitle | None = None
    """Title of the tree; null for the file's name."""
    format: TreeFormat | None = None
    """Format of the file; null to detect it."""
    encoding: TreeEncoding | None = None
    """Encoding of the file's texts; null to detect it."""
    any_game: bool = False
    """As in ``import_close``."""
    size: Annotated[int, Meta(ge=5, le=26)] = 15
    """Board size of a position string, which does not contain it."""
    visibility: Visibility = "private"
    terms: bool = False
    """Confirms that the terms of a federation's database were read and allow this; required for such files."""
    note: StaffNote = ""


class PatternsClose(StaffCommand, frozen=True, tag="patterns_close"):
    """End an upload of learned patterns in the format of ``/api/staff/patterns.jsonl``, prove and store them. Every
    proof is verified again; if one fails, nothing is stored. The acknowledgement has the ``patterns``; if that takes
    longer it has none: ask again a little later, with another ``id``. For the owner.
    """

    upload: CommandId
    note: StaffNote = ""


class ReadTrees(StaffCommand, frozen=True, tag="trees"):
    """List all stored trees, latest first, before the one of a number; ``find`` is a tree's id, a player's id or the
    beginning of their name. For the owner. The answer is ``trees``, which lists private trees without their contents.
    """

    find: Annotated[str, Meta(max_length=40)] = ""
    before: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class ReadClassrooms(StaffCommand, frozen=True, tag="classrooms"):
    """List the sender's classes; for the owner, all. For owner, teacher. The answer is ``classrooms``."""


class ReadClassroom(StaffCommand, frozen=True, tag="classroom"):
    """Ask for one class with its pupils. For owner, teacher. The answer is a ``classroom``."""

    classroom: ClassroomId


class MakeClassroom(StaffCommand, frozen=True, tag="make_classroom"):
    """Create a class. For owner, teacher. The answer is a ``classroom``."""

    name: ClassroomName


class RenameClassroom(StaffCommand, frozen=True, tag="rename_classroom"):
    """Rename a class. For owner, teacher."""

    classroom: ClassroomId
    name: ClassroomName


class EndClassroom(StaffCommand, frozen=True, tag="end_classroom"):
    """End a class: its codes stop working, and its pupils keep their accounts and devices. For owner, teacher."""

    classroom: ClassroomId


class AddPupils(StaffCommand, frozen=True, tag="add_pupils"):
    """Create accounts of pupils, all of them or none: they have no password, and sign in with codes. For owner,
    teacher. The answer is a ``classroom``.
    """

    classroom: ClassroomId
    names: Annotated[list[Annotated[str, Meta(min_length=1, max_length=40)]], Meta(min_length=1, max_length=40)]


class MakePupilCodes(StaffCommand, frozen=True, tag="pupil_codes"):
    """Create a one-time code for each named pupil, or for all without a password if none is named.

    A pupil signs in with it by ``redeem``. Their earlier codes stop working; with ``sign_out`` their devices are signed
    out, too. For owner, teacher. The answer is ``pupil_codes``, the only message with the codes.
    """

    classroom: ClassroomId
    players: Annotated[list[PlayerId], Meta(max_length=100)] = []
    days: Annotated[int, Meta(ge=1, le=180)] = 14
    sign_out: bool = False


class ReleasePupil(StaffCommand, frozen=True, tag="release_pupil"):
    """Release a pupil: the acknowledgement has a ``code`` with which the pupil sets a password (``recover``), after
    which they are no longer managed. Nothing else changes. For owner, teacher.
    """

    player: PlayerId


class DoAct(StaffCommand, frozen=True, tag="act"):
    """Perform an act on ``target``: the id of a room, game, player, pattern or tree, or the number of a version of the
    weights; for ``account_create`` the new name. ``argument`` is the role for ``account_role``, or ``none``.

    If the act creates a code for a player, the acknowledgement has it in ``code``. Long acts are acknowledged once they
    have begun. Players in a closed room get ``room_closed``. After ``tree_export`` the tree can be fetched for an hour
    at ``/api/staff/trees/{id}.lib``, with the ``id`` of the act.

    For the owner; for rooms, games of ratings and jobs also for moderators. Staff of the same or a higher rank cannot
    be a target.
    """

    act: ActName
    target: Annotated[str, Meta(max_length=64)] = ""
    argument: Annotated[str, Meta(max_length=40)] = ""
    note: StaffNote = ""


class ReadPeople(StaffCommand, frozen=True, tag="people"):
    """List players, last seen first, before the visit of one (``seen_at`` and the id): all, those with an account, with
    a role, or with an active sanction. ``find`` is an id or the beginning of a name.

    For the owner. The answer is ``people``.
    """

    show: Literal["all", "accounts", "staff", "sanctioned"] = "all"
    find: Annotated[str, Meta(max_length=40)] = ""
    before: tuple[Annotated[int, Meta(ge=0, le=2**53)], PlayerId] | None = None


class ReadRooms(StaffCommand, frozen=True, tag="rooms"):
    """List unfinished rooms, newest first, before the one of a number: all, open ones, games between people, or games
    against bots. ``find`` is a room's id, a player's id or the beginning of their name.

    For owner, moderator. The answer is ``rooms``. Private rooms are listed without moves.
    """

    show: Literal["all", "open", "people", "bots"] = "all"
    find: Annotated[str, Meta(max_length=40)] = ""
    before: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class ReadGames(StaffCommand, frozen=True, tag="games"):
    """List finished games with at least one stone, newest first, before the one of a number: all, or those that were to
    be rated. ``find`` is a game's id, a player's id or the beginning of their name.

    For owner, moderator. The answer is ``games``. Private games are listed without moves.
    """

    rated: bool = False
    find: Annotated[str, Meta(max_length=40)] = ""
    before: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class ReadJobs(StaffCommand, frozen=True, tag="jobs"):
    """List the queue of studies: waiting games in order of their turn, or those that have finally failed, latest first.
    For owner, moderator. The answer is ``jobs``.
    """

    failed: bool = False


class ReadSettings(StaffCommand, frozen=True, tag="settings"):
    """Ask for the settings that can change at run time. For the owner. The answer is ``settings``."""


class ChangeSetting(StaffCommand, frozen=True, tag="change_setting"):
    """Change a setting, with a value as on the command line; null restores the value that the server was started with.
    It takes effect at once, and stays after a restart. For the owner.
    """

    setting: SettingName
    value: Annotated[str, Meta(max_length=40)] | None = None
    note: StaffNote = ""


class TakeVacation(Command, frozen=True, tag="take_vacation"):
    """Announce a vacation of some days from an instant (milliseconds; now if that is past): the sender's clocks stand
    still in games by correspondence.
    """

    days: Annotated[int, Meta(ge=1, le=30)]
    start: Annotated[int, Meta(ge=0, le=2**53)] = 0


class EndVacation(Command, frozen=True, tag="end_vacation"):
    """End the present vacation now, and cancel the announced ones."""


class Subscribe(Command, frozen=True, tag="subscribe"):
    """Subscribe this device to web push notices in a language, for times when the sender has no page open.

    ``endpoint``, ``public`` and ``secret`` come from the browser, the last two as base64url. The last five
    subscriptions of a player are kept.
    """

    endpoint: Annotated[str, Meta(min_length=12, max_length=1000)]
    public: Annotated[str, Meta(min_length=86, max_length=88, pattern=r"^[0-9A-Za-z_-]+=*$")]
    secret: Annotated[str, Meta(min_length=22, max_length=24, pattern=r"^[0-9A-Za-z_-]+=*$")]
    lang: Language = "en"


class Unsubscribe(Command, frozen=True, tag="unsubscribe"):
    """Remove a subscription by its endpoint."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]


class ReadPush(Command, frozen=True, tag="push"):
    """Ask for the sender's notice settings. The answer is a ``push``."""


Minute = Annotated[int, Meta(ge=0, le=1439)]


class SetPush(Command, frozen=True, tag="set_push"):
    """Set the kinds of notices, and the minutes of the day between which none are sent: the first quiet one, and the
    first after the quiet time, perhaps of the next day. They are local to the time zone ``zone``, an IANA name, or if
    the server does not know that, ``offset`` minutes east of Greenwich.
    """

    kinds: Annotated[list[PushKind], Meta(max_length=10)]
    quiet: tuple[Minute, Minute] | None = None
    zone: Annotated[str, Meta(max_length=60, pattern=r"^[A-Za-z0-9_+/-]*$")] = ""
    offset: Annotated[int, Meta(ge=-1080, le=1080)] = 0


Inbound = (
    Hello
    | FollowLobby
    | Create
    | MakeSeek
    | WithdrawSeek
    | AcceptSeek
    | Here
    | Challenge
    | AcceptChallenge
    | DeclineChallenge
    | WithdrawChallenge
    | FindPlayers
    | FollowPlayer
    | LookAtFollowed
    | HidePresence
    | Enter
    | Leave
    | Sit
    | Move
    | Choose
    | Declare
    | Propose
    | Resign
    | Offer
    | Answer
    | Abort
    | Claim
    | Hint
    | KeepPlan
    | ReadPlan
    | Analyse
    | FollowAnalysis
    | SeeLesson
    | UploadOpen
    | UploadChunk
    | ImportClose
    | FileLook
    | TreeClose
    | TreeNew
    | TreeMerge
    | TreeChange
    | TreeEdit
    | FollowTree
    | SeeTree
    | TreeDelete
    | Try
    | Reveal
    | BeginRun
    | Defend
    | PlayAttack
    | Consent
    | Rename
    | Code
    | Redeem
    | Devices
    | EndDevice
    | KeepName
    | SignIn
    | SignInByProvider
    | LinkIdentity
    | ConfirmLink
    | UnlinkIdentity
    | Identities
    | BeginTotp
    | ConfirmTotp
    | EndTotp
    | Recover
    | SignOut
    | ChangePassword
    | MakeRecoveryCodes
    | ClaimOwner
    | DeletePlayer
    | Say
    | BlockPlayer
    | ReadBlocks
    | ReportPlayer
    | ReadReports
    | ReadReport
    | SettleReport
    | LaySanction
    | LiftSanction
    | RenamePlayer
    | HideRemark
    | ReadPlayer
    | ReadAudit
    | ReadEvidence
    | StudyGames
    | ReadHealth
    | ReadBackups
    | MakeBackup
    | ReadChecks
    | MakeCheck
    | ReadPatterns
    | ReadWeights
    | CompareWeights
    | ReadProofs
    | UploadTree
    | PatternsClose
    | ReadTrees
    | ReadClassrooms
    | ReadClassroom
    | MakeClassroom
    | RenameClassroom
    | EndClassroom
    | AddPupils
    | MakePupilCodes
    | ReleasePupil
    | DoAct
    | ReadPeople
    | ReadRooms
    | ReadGames
    | ReadJobs
    | ReadSettings
    | ChangeSetting
    | TakeVacation
    | EndVacation
    | Subscribe
    | Unsubscribe
    | ReadPush
    | SetPush
)
