"""Messages of a client. Every message is one JSON object in a text frame; ``t`` names it.

Commands carry the client's own ``id``: it comes back in the acknowledgement or the error, and the same ``id`` sent
twice (after a lost connection) has the effect of one.
"""

from datetime import date
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

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
    Visibility,
)


class ClientMessage(Struct, tag_field="t", forbid_unknown_fields=True, frozen=True):
    """Base of everything a client says."""


class Hello(ClientMessage, frozen=True, tag="hello"):
    """The first message of a connection. Without a token the server makes a new guest.

    ``page`` is what a page calls itself, at random. A new connection of the same page takes the place of an older one
    that has died, and never stands behind it.
    """

    protocol: int
    token: Token | None = None
    build: Annotated[str, Meta(max_length=64)] = ""
    lang: Language = "en"
    page: Annotated[str, Meta(max_length=32)] = ""


class FollowLobby(ClientMessage, frozen=True, tag="lobby"):
    """Follow the lobby (open rooms, games to watch, how many are online), or stop following it."""

    on: bool


class Command(ClientMessage, frozen=True):
    """Base of what changes something."""

    id: CommandId


class Create(Command, frozen=True, tag="create"):
    """Make a room, against a person (``level`` null) or a bot; the sender gets seat 0.

    With ``from_game`` a game against a bot goes on from a finished one, after its first ``from_ply`` moves; rules and
    size must be the same, and it is never rated. Where that one is not public, this one is private whatever
    ``visibility`` says: it shows the other's moves.

    With ``start`` it begins from these moves, black's first: a position that the rules allow and in which the game is
    not over. It is never rated either, and against a person in no list: ``public`` is ``link`` then.
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
    """In a game that goes on from another, or begins from a position, it is ``free``; otherwise ``color`` "black" is to
    begin."""


class MakeSeek(Command, frozen=True, tag="seek"):
    """Look for an opponent in a game at one sitting: any of ``rules``, on any of ``sizes``, beginning by any of
    ``openings``, with any of ``clocks``, what is liked best first. The acknowledgement names the ``seek``.

    It stands in the lobby until it is withdrawn, the connection ends or says ``here`` no longer, or it has become a
    game, which is told by ``matched``. Every three seconds those that fit are matched with each other and with rooms
    that wait. Opponents' ratings may differ by ``within`` at most, null for any; at first only near ones fit.
    """

    rules: Annotated[list[Rules], Meta(min_length=1, max_length=4)]
    sizes: Annotated[list[Size], Meta(min_length=1, max_length=4)]
    clocks: Annotated[list[LiveClockSpec], Meta(min_length=1, max_length=6)]
    openings: Annotated[list[OpeningName], Meta(min_length=1, max_length=len(get_args(OpeningName)))]
    color: ColorChoice = "random"
    rated: bool = False
    within: Annotated[int, Meta(ge=25, le=2000)] | None = None


class WithdrawSeek(Command, frozen=True, tag="unseek"):
    """Look no longer."""

    seek: SeekId


class AcceptSeek(Command, frozen=True, tag="accept_seek"):
    """Play whoever seeks, on terms of that seek. The acknowledgement names the ``room``, in which the game begins."""

    seek: SeekId


class Here(ClientMessage, frozen=True, tag="here"):
    """A sign of life of who has a seek, in answer to each ``beat``: nobody is matched with a phone that sleeps."""


class Challenge(Command, frozen=True, tag="challenge"):
    """Ask a player for a game; ``color`` is the sender's. The acknowledgement names the ``challenge``.

    By correspondence it waits for two weeks, whoever is here; a game at one sitting needs the other to be here, and it
    waits for five minutes.
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
    """Play who has challenged the sender. The acknowledgement names the ``room``, in which the game begins."""

    challenge: ChallengeId


class DeclineChallenge(Command, frozen=True, tag="decline_challenge"):
    """Decline a challenge, and say why."""

    challenge: ChallengeId
    reason: DeclineReason = "no"


class WithdrawChallenge(Command, frozen=True, tag="withdraw_challenge"):
    """Take a challenge back, or have read why it was declined."""

    challenge: ChallengeId


class FindPlayers(Command, frozen=True, tag="find_players"):
    """Ask for players by a part of the name: those who are here, and accounts. The answer is a ``players``."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]


class FollowPlayer(Command, frozen=True, tag="follow"):
    """Have a player on the list of those whom one follows, or no longer. The player is not told."""

    player: PlayerId
    on: bool


class LookAtFollowed(ClientMessage, frozen=True, tag="followed"):
    """Look at the list of those whom one follows, or no longer: a ``followed`` at once, and whenever it changes."""

    on: bool


class HidePresence(Command, frozen=True, tag="hide_me"):
    """Whether the sender looks away to all who follow, be it here or not."""

    on: bool


class Enter(ClientMessage, frozen=True, tag="enter"):
    """Look at a room, or come back to it: with ``since`` the server sends only what came after that version.

    With ``behind`` a connection comes back without a wish of its player's: where another of the player's connections is
    in front in the room, that stays there, and the answer is ``replaced``.
    """

    room: RoomId
    since: Annotated[int, Meta(ge=0)] | None = None
    behind: bool = False


class Leave(ClientMessage, frozen=True, tag="leave"):
    """Stop looking at a room. A seat is kept; the other player sees that its owner is gone, unless the owner has
    another connection there."""

    room: RoomId


class RoomCommand(Command, frozen=True):
    """Base of the commands of a room."""

    room: RoomId


class Sit(RoomCommand, frozen=True, tag="sit"):
    """Take the free seat."""


class Move(RoomCommand, frozen=True, tag="move"):
    """Put a stone on ``point`` (``y * size + x`` from the top left) as the move number ``ply``, counted from 0."""

    ply: Ply
    point: Point


class Choose(RoomCommand, frozen=True, tag="choose"):
    """Say one of the words that the opening asks for, with ``ply`` stones on the board."""

    ply: Ply
    choice: ChoiceName


class Declare(RoomCommand, frozen=True, tag="declare"):
    """Say how many fifth stones are to be offered in the opening, with ``ply`` stones on the board."""

    ply: Ply
    number: Annotated[int, Meta(ge=1, le=12)]


class Propose(RoomCommand, frozen=True, tag="propose"):
    """Offer all the points, for the next stone of the opening, from which the other picks by a ``move``."""

    ply: Ply
    points: Annotated[list[Point], Meta(min_length=1, max_length=12)]


class Resign(RoomCommand, frozen=True, tag="resign"):
    """Give the game up."""


class Offer(RoomCommand, frozen=True, tag="offer"):
    """Offer a draw, ask for a take-back, or propose a rematch; offering back what was offered accepts it."""

    what: OfferKind


class Answer(RoomCommand, frozen=True, tag="answer"):
    """Accept or decline the other's offer; declining one's own withdraws it."""

    what: OfferKind
    accept: bool


class Abort(RoomCommand, frozen=True, tag="abort"):
    """End without a result: the owner of an open room, or either player until both have acted and two stones lie."""


class Claim(RoomCommand, frozen=True, tag="claim"):
    """End the game against a player who is to move and has been gone for longer than the grace: as a win or as a draw.

    The grace begins when the player left, or with the turn, whichever is later: who is to move is kept waiting by
    nobody. Until both sides have moved there is nothing to claim, and either may ``abort``.
    """

    result: Literal["win", "draw"]


class Hint(RoomCommand, frozen=True, tag="hint"):
    """Ask for the best move, on one's own turn in an unrated game against a bot. The answer is a ``hint``."""


class KeepPlan(Command, frozen=True, tag="plan"):
    """Have answers ready in a game by correspondence, in place of those of before; with no ``branches``, none.

    Each branch is ``[after, when, answer]``: after the branch of that number, counted from 1, or with 0 at once, the
    opponent's move ``when`` is answered by ``answer``. ``ply`` is the number of stones on the board. On one's own turn
    the plan goes on from ``first``, a move that is still to be sent; on the opponent's that is null. Nobody else is
    told of a plan. It ends with any move that is not in it, a take-back, and the game.
    """

    room: RoomId
    ply: Ply
    branches: Annotated[list[tuple[Annotated[int, Meta(ge=0, le=249)], Point, Point]], Meta(max_length=250)]
    first: Point | None = None


class ReadPlan(Command, frozen=True, tag="read_plan"):
    """Ask for one's plan in a game. The answer is a ``plan``."""

    room: RoomId


class Analyse(Command, frozen=True, tag="analyse"):
    """Have a finished game analysed. ``analysis`` messages tell the sender how far it is, as after ``watch``."""

    game: RoomId


class SeeLesson(Command, frozen=True, tag="lesson_seen"):
    """The sender has seen the lesson of a game, and is told of it no more."""

    game: RoomId


class FollowAnalysis(ClientMessage, frozen=True, tag="watch"):
    """Follow the analysis of a game, or stop following it: an ``analysis`` at once and at every step."""

    game: RoomId
    on: bool


class ImportOpen(Command, frozen=True, tag="import_open"):
    """Begin to send a file of games, or go on with it after a lost connection.

    The upload is called by the ``id`` of this command. The acknowledgement says by ``next`` how many bytes of it are
    there, or names the game that it has become in ``room``. What is not gone on with for ten minutes is forgotten.
    """

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    """The file's name."""
    bytes: Annotated[int, Meta(ge=1, le=262_144)]
    visibility: Visibility = "private"


class ImportChunk(Command, frozen=True, tag="import_chunk"):
    """Bytes of the file; as ``tree_chunk``."""

    upload: CommandId
    at: Annotated[int, Meta(ge=0, le=262_143)]
    data: Annotated[str, Meta(min_length=4, max_length=4000)]


class ImportClose(Command, frozen=True, tag="import_close"):
    """All of the file has been sent: keep its games. The acknowledgement names the first in ``room``, and says how many
    there are and what was left out in ``kept``."""

    upload: CommandId
    encoding: TreeEncoding | None = None
    """Of its texts; null to find it out."""
    rules: Rules | None = None
    """The rules that the games were played by; null for those that the file names."""
    games: Annotated[list[Annotated[int, Meta(ge=1, le=1_000_000)]], Meta(min_length=1, max_length=100)] | None = None
    """Which of its games, by their numbers from 1; null for all, of which there may be 100."""
    any_game: bool = False
    """That SGF which says that it holds another game holds five in a row all the same."""
    size: Annotated[int, Meta(ge=5, le=26)] = 15
    """The board of a position string, which does not say."""


class FileLook(Command, frozen=True, tag="file_look"):
    """Have a file read that has been sent, as ``import_open`` or ``tree_open`` began it, and nothing kept. The
    acknowledgement tells what it holds in ``file``; where that takes longer it tells nothing: ask again, with another
    ``id``. What it is refused for it is told so, too."""

    upload: CommandId
    encoding: TreeEncoding | None = None
    """Of its texts; null to find it out."""
    any_game: bool = False
    """As of ``import_close``."""
    size: Annotated[int, Meta(ge=5, le=26)] = 15
    """The board of a position string, which does not say."""


class TreeOpen(Command, frozen=True, tag="tree_open"):
    """Begin to send a file of variations, or go on with it after a lost connection.

    The upload is called by the ``id`` of this command. The acknowledgement says by ``next`` how many bytes of it are
    there, or names the ``tree`` that it has become. What is not gone on with for ten minutes is forgotten.
    """

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    """The file's name."""
    bytes: Annotated[int, Meta(ge=1, le=8_388_608)]
    title: TreeTitle | None = None
    """What the tree is to be called; null for the file's name."""
    format: TreeFormat | None = None
    """Null to find it out."""
    encoding: TreeEncoding | None = None
    """Of its texts; null to find it out."""
    rules: Rules | None = None
    """The rules that its games are played by, where somebody knows."""
    size: Annotated[int, Meta(ge=5, le=26)] = 15
    """The board of a position string, which does not say."""
    visibility: Visibility = "private"
    terms: bool = False
    """That the terms of a federation's database were read, and allow it: without it none is taken."""


class TreeChunk(Command, frozen=True, tag="tree_chunk"):
    """Bytes of the file from ``at`` on, in Base64. Several may be under way; the acknowledgement says by ``next`` how
    many bytes are there. One that does not begin there is refused with it, unless all of it is there already.

    Of the budget of messages it takes a quarter of one.
    """

    upload: CommandId
    at: Annotated[int, Meta(ge=0, le=8_388_607)]
    data: Annotated[str, Meta(min_length=4, max_length=4000)]


class TreeClose(Command, frozen=True, tag="tree_close"):
    """All of the file has been sent: read and keep it. The acknowledgement names the ``tree``; where that takes longer
    it names none: ask again a little later, with another ``id``. What a file is refused for it is told so, too.

    Whatever is said here takes the place of what ``tree_open`` said.
    """

    upload: CommandId
    title: TreeTitle | None = None
    encoding: TreeEncoding | None = None
    any_game: bool = False
    """As of ``import_close``."""
    terms: bool = False


class TreeMerge(Command, frozen=True, tag="tree_merge"):
    """Make a tree of finished games, the latest 1000 that fit the filter: public ones, and one's own.

    The filter is that of ``/api/games``. With a game that is not public among them the tree is private for good.
    The acknowledgement is as for ``tree_close``: ask again with the same ``id``.
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
    """Give one of one's trees another title or visibility; what is null stays as it is."""

    tree: TreeId
    title: TreeTitle | None = None
    visibility: Visibility | None = None


class TreeDelete(Command, frozen=True, tag="tree_delete"):
    """Delete one of one's trees."""

    tree: TreeId


class Try(Command, frozen=True, tag="try"):
    """Try to solve a puzzle: all of the sender's own moves so far, the newest last. The answer is ``tried``."""

    puzzle: PuzzleId
    moves: Annotated[list[Point], Meta(min_length=1, max_length=100)]


class Reveal(Command, frozen=True, tag="reveal"):
    """Have the solution of a puzzle shown. It counts as a failure, if the sender had not tried the puzzle before. The
    answer is ``solution``."""

    puzzle: PuzzleId


class Defend(Command, frozen=True, tag="defend"):
    """Try another move where a bot made its mistake, in the game of a line. The answer is ``tried``."""

    game: RoomId
    point: Point


class Consent(Command, frozen=True, tag="consent"):
    """Whether lines that the sender was the first to win by carry the sender's name: they do not until it is said."""

    named: bool


class Rename(Command, frozen=True, tag="rename"):
    """Take another name."""

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
    """Ask for the devices that have this identity. The answer is a ``devices``."""


class EndDevice(Command, frozen=True, tag="end_device"):
    """Sign out one of one's devices, perhaps this one: its connections get ``bye`` and are closed."""

    device: DeviceId


Password = Annotated[str, Meta(min_length=1, max_length=200)]
Totp = Annotated[str, Meta(max_length=40, title="totp")]
"""A code of an authenticator, or a recovery code in its place; empty for who has none."""
AnyName = Annotated[str, Meta(min_length=1, max_length=40)]
LongCode = Annotated[str, Meta(min_length=1, max_length=40, title="code")]


class KeepName(Command, frozen=True, tag="keep_name"):
    """Make the sender, a guest, an account of this name: the same player, who signs in with a password from now on.

    The answer is a new ``welcome``, with a new token, and an ``ack`` whose ``codes`` work once each where the password
    is forgotten; they are never shown again. All other devices are signed out. Where ``registration`` is "invite", the
    ``invitation`` is needed.
    """

    name: AnyName
    password: Password
    invitation: Annotated[str, Meta(max_length=40)] = ""


class SignIn(Command, frozen=True, tag="sign_in"):
    """Become the account of this name. The answer is a new ``welcome``, with a token, and an ``ack``.

    With ``join`` everything that the sender has as a guest is the account's from then on: games, seats in those that go
    on, puzzles, files, plans; the guest's devices are signed out. Without it nothing of that is touched.
    """

    name: AnyName
    password: Password
    join: bool = True
    totp: Totp = ""


Ticket = Annotated[str, Meta(min_length=32, max_length=64, pattern=r"^[0-9A-Za-z_-]+$", title="ticket")]


class BeginTotp(Command, frozen=True, tag="totp_begin"):
    """Ask for a secret for an authenticator, of which ``sign_in`` and ``recover`` ask for codes once one was confirmed.

    For the owner, moderators and teachers. The acknowledgement has it as the ``code``, in base 32, and as a ``qr``, in
    which ``place`` stands beside the name: what this server is called by who uses several.
    """

    password: Password
    place: Annotated[str, Meta(max_length=100)] = ""


class ConfirmTotp(Command, frozen=True, tag="totp_confirm"):
    """Say a code that the authenticator shows: from now on such codes are asked for."""

    totp: Totp


class EndTotp(Command, frozen=True, tag="totp_end"):
    """Have no codes asked for any more, by the password and a last one."""

    password: Password
    totp: Totp = ""


class SignInByProvider(Command, frozen=True, tag="oidc_sign_in"):
    """Become whom the provider has vouched for, by the ticket that a browser brings back from ``/oidc/callback``.

    As ``sign_in``, where the provider's person has an account. Else a guest becomes one by the ``name``, as with
    ``keep_name``; without one the answer is the error ``choose_name``, which proposes one, and the ticket holds on. A
    ticket that was begun by ``oidc_link`` is answered by the error ``confirm_link``, which names the person.
    """

    ticket: Ticket
    name: AnyName | None = None
    join: bool = True
    totp: Totp = ""


class LinkIdentity(Command, frozen=True, tag="oidc_link"):
    """Begin to link the account with a person of the provider, by which it is signed in to as well from then on.

    The ``code`` of the acknowledgement is for ``/oidc/start?link=``, once. The ticket that the browser brings back is
    for nothing but the ``oidc_link_confirm`` of the same account on the same device.
    """

    password: Password
    totp: Totp = ""


class ConfirmLink(Command, frozen=True, tag="oidc_link_confirm"):
    """Link the account with whom the provider has vouched for. Refused where that person has another account, or the
    account another person of this provider."""

    ticket: Ticket


class UnlinkIdentity(Command, frozen=True, tag="oidc_unlink"):
    """Have the account linked with a provider's person no more; refused where there is no password to sign in by."""

    issuer: Annotated[str, Meta(max_length=1000)]
    password: Password
    totp: Totp = ""


class Identities(Command, frozen=True, tag="identities"):
    """Ask for the persons of providers with whom the account is linked. The answer is an ``identities``."""


class Recover(Command, frozen=True, tag="recover"):
    """Sign in by a code, one's own or one that staff has given, and have another password from now on.

    As ``sign_in`` otherwise; all other devices of the account are signed out, the code is used up, and the account is
    linked with no provider any more.
    """

    name: AnyName
    code: LongCode
    password: Password
    join: bool = True
    totp: Totp = ""


class SignOut(Command, frozen=True, tag="sign_out"):
    """Sign this device out and go on as a new guest: the answer is a new ``welcome``, with a token, and an ``ack``."""

    lang: Language = "en"


class ChangePassword(Command, frozen=True, tag="change_password"):
    """Have another password. All other devices are signed out."""

    old: Password
    new: Password


class MakeRecoveryCodes(Command, frozen=True, tag="recovery_codes"):
    """Have new recovery codes, in the ``ack``; those of before work no longer."""

    password: Password
    totp: Totp = ""


class ClaimOwner(Command, frozen=True, tag="claim_owner"):
    """Become the owner of this server, by a code that the operator's command line has given."""

    code: LongCode


class DeletePlayer(Command, frozen=True, tag="delete_player"):
    """Delete the sender: the games stay, with nobody in that seat, and rated ones that go on are lost. An account needs
    its ``password``."""

    password: Annotated[str, Meta(max_length=200)] = ""


class Say(Command, frozen=True, tag="say"):
    """Say something in a room that the sender looks at: a phrase, or, where the ``talk`` of the room allows it, a text.

    Players are heard by each other, those who look on among themselves; in a private room only players talk. Of a text
    what cannot be seen or turns the direction of writing is left out; no more than 140 characters may be left.
    """

    room: RoomId
    phrase: PhraseName | None = None
    text: Annotated[str, Meta(min_length=1, max_length=1000)] | None = None

    def __post_init__(self) -> None:
        """ValueError unless exactly one of both is said."""
        if (self.phrase is None) == (self.text is None):
            raise ValueError("a phrase or a text")


class BlockPlayer(Command, frozen=True, tag="block"):
    """Have nothing to do with a player any more, or again: neither hears what the other says, nor sits down at the
    other's rooms. The other is not told."""

    player: PlayerId
    on: bool


class ReadBlocks(Command, frozen=True, tag="blocks"):
    """Ask whom one has blocked. The answer is a ``blocks``."""


class ReportPlayer(Command, frozen=True, tag="report"):
    """Report a player to the server's staff, with what was said last where it happened, as far as the sender could
    hear it."""

    about: PlayerId
    reason: OffenceName
    room: RoomId | None = None
    note: StaffNote = ""


class StaffCommand(Command, frozen=True):
    """Base of what only staff may ask for or do: each says who. To anybody else it is refused."""


class ReadReports(StaffCommand, frozen=True, tag="reports"):
    """Ask for reports that wait, the oldest first, or that are settled, the last first; ``beyond`` the number of one.

    Owner, moderator, teacher. The answer is a ``reports``.
    """

    open: bool = True
    beyond: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class ReadReport(StaffCommand, frozen=True, tag="read_report"):
    """Ask for one with what was said. Owner, moderator, teacher. The answer is a ``report``."""

    report: Annotated[int, Meta(ge=0, le=2**53)]


class SettleReport(StaffCommand, frozen=True, tag="settle_report"):
    """Say that a report is dealt with, or that there was nothing in it. Owner, moderator, teacher."""

    report: Annotated[int, Meta(ge=0, le=2**53)]
    state: Literal["handled", "dismissed"]
    note: StaffNote = ""


class LaySanction(StaffCommand, frozen=True, tag="sanction"):
    """Lay something upon a player for so many minutes, null until it is lifted. The player is told the reason, and not
    the note. Nobody does so to staff of the same or a higher rank.

    Owner, moderator, teacher; a teacher bans nobody, and for no more than a week, nor in place of what is longer.
    """

    player: PlayerId
    kind: SanctionKind
    reason: OffenceName
    minutes: Annotated[int, Meta(ge=1, le=5_256_000)] | None = None
    note: StaffNote = ""


class LiftSanction(StaffCommand, frozen=True, tag="lift"):
    """End a sanction, by the number that the player's record gives it. Owner, moderator, teacher, where they may lay
    it: a teacher lifts no ban, and nothing that is for longer than a week."""

    sanction: Annotated[int, Meta(ge=0, le=2**53)]
    note: StaffNote = ""


class RenamePlayer(StaffCommand, frozen=True, tag="rename_player"):
    """Give a player another name. Owner, moderator, teacher; nobody does so to staff of the same or a higher rank."""

    player: PlayerId
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    note: StaffNote = ""


class HideRemark(StaffCommand, frozen=True, tag="hide"):
    """Have a remark shown to staff alone. Owner, moderator, teacher."""

    remark: Annotated[int, Meta(ge=0, le=2**53)]
    note: StaffNote = ""


class ReadPlayer(StaffCommand, frozen=True, tag="player"):
    """Ask what staff knows of a player, by id or by name. Owner, moderator, teacher. The answer is a ``player``."""

    player: Annotated[str, Meta(min_length=1, max_length=40)]


class ReadAudit(StaffCommand, frozen=True, tag="audit"):
    """Ask what staff has done, the last first, before the act of a number. Owner. The answer is an ``audit``."""

    before: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class ReadEvidence(StaffCommand, frozen=True, tag="evidence"):
    """Ask how the play in somebody's latest rated games compares to the analyses of these. Owner, moderator; of oneself
    the owner alone. That one has looked stands in the log. The answer is an ``evidence``."""

    player: PlayerId


class StudyGames(StaffCommand, frozen=True, tag="study_games"):
    """Have those of somebody's latest rated games that were not analysed yet be so, when the server has nothing else to
    do: some at a time. Owner, moderator."""

    player: PlayerId


class ReadHealth(StaffCommand, frozen=True, tag="health"):
    """Ask how the server stands. Owner, moderator. The answer is a ``health``."""


class ReadBackups(StaffCommand, frozen=True, tag="backups"):
    """Ask which backups the server has made. Owner. The answer is a ``backups``."""


class MakeBackup(StaffCommand, frozen=True, tag="make_backup"):
    """Have the server make a backup now. Owner. It is acknowledged when that has begun; ``backups`` tells the end."""


class ReadChecks(StaffCommand, frozen=True, tag="checks"):
    """Ask what was found when the database and proven positions were checked. Owner. The answer is a ``checks``."""


class MakeCheck(StaffCommand, frozen=True, tag="make_check"):
    """Have something checked, beside everything that plays; it takes minutes where there is much. Owner."""

    check: CheckName
    backup: Annotated[str, Meta(max_length=200)] = ""
    """Which one, by the name of its file, where it is a backup."""


class ReadPatterns(StaffCommand, frozen=True, tag="patterns"):
    """Ask for learned patterns in use or turned off, the last learned first, before the one of a number; ``find`` is a
    number or a key. Owner. The answer is a ``patterns``."""

    state: Literal["on", "off"] = "on"
    find: Annotated[str, Meta(max_length=40)] = ""
    before: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class ReadWeights(StaffCommand, frozen=True, tag="weights"):
    """Ask for the versions of the learned weights, the newest first, before the one of a number. Owner. The answer is a
    ``weights``."""

    before: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class CompareWeights(StaffCommand, frozen=True, tag="compare_weights"):
    """Ask where a version of the weights differs most from another one; 0 is that of the program. Owner. The answer is
    a ``weights_compared``."""

    version: Annotated[int, Meta(ge=0, le=10**9)]
    other: Annotated[int, Meta(ge=0, le=10**9)] = 0


class ReadProofs(StaffCommand, frozen=True, tag="proofs"):
    """Ask how many positions are proven, by rules and size. Owner. The answer is a ``proofs``."""


class UploadPatterns(StaffCommand, frozen=True, tag="upload_patterns"):
    """Begin to send a file of learned patterns, as ``/api/staff/patterns.jsonl`` has them, or go on with it after a
    lost connection. The upload is called by the ``id`` of this command, and goes on by ``upload_chunk`` and
    ``upload_close``. Every proof is gone through again, and with one that does not hold nothing is kept.

    The acknowledgement says by ``next`` how many bytes are there, or has the ``patterns`` once it is done. Owner.
    """

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    """The file's name."""
    bytes: Annotated[int, Meta(ge=1, le=4_194_304)]
    note: StaffNote = ""


class UploadTree(StaffCommand, frozen=True, tag="upload_tree"):
    """The same with a file of variations, whose tree is to be ``owner``'s. How many trees that player may have does not
    bind the staff. The acknowledgement has the ``tree`` once it is done. Owner.
    """

    owner: PlayerId
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    """The file's name."""
    bytes: Annotated[int, Meta(ge=1, le=8_388_608)]
    title: TreeTitle | None = None
    """What the tree is to be called; null for the file's name."""
    encoding: TreeEncoding | None = None
    """Of its texts; null to find it out."""
    visibility: Visibility = "private"
    terms: bool = False
    """That the terms of a federation's database were read, and allow it: without it none is taken."""
    note: StaffNote = ""


class UploadChunk(StaffCommand, frozen=True, tag="upload_chunk"):
    """Bytes of a file of the staff's; as ``tree_chunk`` otherwise. Owner."""

    upload: CommandId
    at: Annotated[int, Meta(ge=0, le=8_388_607)]
    data: Annotated[str, Meta(min_length=4, max_length=4000)]


class UploadClose(StaffCommand, frozen=True, tag="upload_close"):
    """All of a file of the staff's has been sent: read and keep it. The acknowledgement has the ``tree``, or the
    ``patterns``; where that takes longer it has neither: ask again a little later, with another ``id``. Owner."""

    upload: CommandId


class ReadTrees(StaffCommand, frozen=True, tag="trees"):
    """Ask for everybody's stored trees, the last brought first, before the one of a number; ``find`` is a tree's id, or
    a player's or how its name begins. Owner. The answer is a ``trees``, which tells that there are private ones, and
    nothing that is in them."""

    find: Annotated[str, Meta(max_length=40)] = ""
    before: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class ReadClassrooms(StaffCommand, frozen=True, tag="classrooms"):
    """Ask for the sender's classes; the owner has all of them. Owner, teacher. The answer is a ``classrooms``."""


class ReadClassroom(StaffCommand, frozen=True, tag="classroom"):
    """Ask for one with its pupils. Owner, teacher. The answer is a ``classroom``."""

    classroom: ClassroomId


class MakeClassroom(StaffCommand, frozen=True, tag="make_classroom"):
    """Make a class. Owner, teacher. The answer is a ``classroom``."""

    name: ClassroomName


class RenameClassroom(StaffCommand, frozen=True, tag="rename_classroom"):
    """Give a class another name. Owner, teacher."""

    classroom: ClassroomId
    name: ClassroomName


class EndClassroom(StaffCommand, frozen=True, tag="end_classroom"):
    """End a class: its codes work no longer, and its pupils keep their accounts and devices. Owner, teacher."""

    classroom: ClassroomId


class AddPupils(StaffCommand, frozen=True, tag="add_pupils"):
    """Make pupils' accounts, all of them or none: they have no password, and sign in by codes. Owner, teacher.

    The answer is a ``classroom``.
    """

    classroom: ClassroomId
    names: Annotated[list[Annotated[str, Meta(min_length=1, max_length=40)]], Meta(min_length=1, max_length=40)]


class MakePupilCodes(StaffCommand, frozen=True, tag="pupil_codes"):
    """Make a one-time code for each of some pupils, or of all who have no password of their own, where none is named.

    Each of them signs in by it with ``redeem``. Their earlier codes work no longer; with ``sign_out`` the devices that
    they have are signed out, too. Owner, teacher. The answer is a ``pupil_codes``, which says them this once.
    """

    classroom: ClassroomId
    players: Annotated[list[PlayerId], Meta(max_length=100)] = []
    days: Annotated[int, Meta(ge=1, le=180)] = 14
    sign_out: bool = False


class ReleasePupil(StaffCommand, frozen=True, tag="release_pupil"):
    """Let go of a pupil: the acknowledgement has a ``code``, by which the pupil chooses a password (``recover``), and
    is managed no longer. Nothing else changes. Owner, teacher."""

    player: PlayerId


class DoAct(StaffCommand, frozen=True, tag="act"):
    """Do something to ``target``: the id of a room, game, player, pattern or tree, the number of a version of the
    weights; for ``account_create`` the new name. ``argument`` is the role that ``account_role`` gives, or ``none``.

    Where a code is made for a player, the acknowledgement has it in ``code``. What may take minutes is acknowledged
    when it has begun. Who is in a room that is closed is told by ``room_closed``. By ``tree_export`` a tree may be
    fetched for an hour at ``/api/staff/trees/{id}.lib``, which wants the ``id`` of the act.

    Owner; of rooms, ratings' games and jobs moderator, too. Nobody does so to staff of the same or a higher rank.
    """

    act: ActName
    target: Annotated[str, Meta(max_length=64)] = ""
    argument: Annotated[str, Meta(max_length=40)] = ""
    note: StaffNote = ""


class ReadPeople(StaffCommand, frozen=True, tag="people"):
    """Ask for players, who was here last first, before the visit of one (``seen_at`` and the id): all, those with an
    account, those with a role, or those upon whom something is laid now. ``find`` is an id or how a name begins.

    Owner. The answer is a ``people``.
    """

    show: Literal["all", "accounts", "staff", "sanctioned"] = "all"
    find: Annotated[str, Meta(max_length=40)] = ""
    before: tuple[Annotated[int, Meta(ge=0, le=2**53)], PlayerId] | None = None


class ReadRooms(StaffCommand, frozen=True, tag="rooms"):
    """Ask for rooms that are not over, the newest first, before the one of a number: of all, those that wait for an
    opponent, games between people, or against bots. ``find`` is a room's id, or a player's or how its name begins.

    Owner, moderator. The answer is a ``rooms``. Of a private room it tells that there is one, and no moves.
    """

    show: Literal["all", "open", "people", "bots"] = "all"
    find: Annotated[str, Meta(max_length=40)] = ""
    before: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class ReadGames(StaffCommand, frozen=True, tag="games"):
    """Ask for games that are over and have a stone on the board, the newest first, before the one of a number: all, or
    those that were to be rated. ``find`` is a game's id, or a player's or how its name begins.

    Owner, moderator. The answer is a ``games``. Of a private game it tells that there is one, and no moves.
    """

    rated: bool = False
    find: Annotated[str, Meta(max_length=40)] = ""
    before: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class ReadJobs(StaffCommand, frozen=True, tag="jobs"):
    """Ask for games in the queue of studies: those that wait, in the order in which their turn comes, or those that are
    tried no more, the last first. Owner, moderator. The answer is a ``jobs``."""

    failed: bool = False


class ReadSettings(StaffCommand, frozen=True, tag="settings"):
    """Ask for the settings that may change while the server runs. Owner. The answer is a ``settings``."""


class ChangeSetting(StaffCommand, frozen=True, tag="change_setting"):
    """Give a setting another value, as the command line takes it, or with null that which the server is started with.
    It holds at once, and after a restart. Owner."""

    setting: SettingName
    value: Annotated[str, Meta(max_length=40)] | None = None
    note: StaffNote = ""


class TakeVacation(Command, frozen=True, tag="take_vacation"):
    """Announce a vacation: for so many days from an instant (milliseconds; now, where that is past) the sender's clock
    stands still in games by correspondence."""

    days: Annotated[int, Meta(ge=1, le=30)]
    start: Annotated[int, Meta(ge=0, le=2**53)] = 0


class EndVacation(Command, frozen=True, tag="end_vacation"):
    """Be back: the vacation that goes on ends now, and those that were to come do not begin."""


class Subscribe(Command, frozen=True, tag="subscribe"):
    """Have notices sent to this device by web push, in a language, while the sender has no page open.

    ``endpoint``, ``public`` and ``secret`` are what the browser gives, the last two as base64url. Of a player the last
    five stay.
    """

    endpoint: Annotated[str, Meta(min_length=12, max_length=1000)]
    public: Annotated[str, Meta(min_length=86, max_length=88, pattern=r"^[0-9A-Za-z_-]+=*$")]
    secret: Annotated[str, Meta(min_length=22, max_length=24, pattern=r"^[0-9A-Za-z_-]+=*$")]
    lang: Language = "en"


class Unsubscribe(Command, frozen=True, tag="unsubscribe"):
    """Have no more notices sent to an endpoint of the sender's."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]


class ReadPush(Command, frozen=True, tag="push"):
    """Ask what the sender gets notices of. The answer is a ``push``."""


Minute = Annotated[int, Meta(ge=0, le=1439)]


class SetPush(Command, frozen=True, tag="set_push"):
    """Say what notices are wanted of, and between which minutes of the day none are: the first that is quiet, and the
    first that is not, perhaps of the next day. They are those of the time zone ``zone``, by its IANA name, or where
    the server does not know that, ``offset`` minutes east of Greenwich."""

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
    | ImportOpen
    | ImportChunk
    | ImportClose
    | FileLook
    | TreeOpen
    | TreeChunk
    | TreeClose
    | TreeMerge
    | TreeChange
    | TreeDelete
    | Try
    | Reveal
    | Defend
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
    | UploadPatterns
    | UploadTree
    | UploadChunk
    | UploadClose
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
