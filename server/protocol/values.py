"""Values that several messages share, with their limits in the types."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

PROTOCOL = 1
"""Number of the protocol; a client with another one is asked to reload."""

Rules = Literal["freestyle", "standard", "renju", "caro", "tictactoe", "row_3", "row_4", "row_6", "row_7", "row_8"]
"""Rules of five in a row; noughts and crosses; ``row_4`` and the like, in which four or more win: for people only."""
Size = Annotated[int, Meta(ge=3, le=20)]
"""Lines of a square board in each direction; the rules restrict them, most to 5 to 20."""
Visibility = Literal["public", "link", "private"]
ColorName = Literal["black", "white"]
ColorChoice = Literal["black", "white", "random"]
OpeningName = Literal[
    "free",
    "pro",
    "long_pro",
    "swap",
    "swap_after_first",
    "swap2",
    "old_swap",
    "rif",
    "yamaguchi",
    "soosyrv_4",
    "soosyrv_8",
    "tarannikov",
    "taraguchi_5",
    "taraguchi_10",
    "super_taraguchi",
    "sakata",
    "super_sakata",
]
"""Opening rule of a game; ``free`` is none: the colours are settled and every point may be played."""
ChoiceName = Literal["keep", "swap", "black", "white", "one", "two", "offer"]
"""Choices in an opening: ``keep`` or ``swap`` the colours, take ``black`` or ``white``, lay ``two`` more stones and
leave the choice to the other player, or as black lay ``one`` fifth stone or ``offer`` several.
"""
OfferKind = Literal["draw", "takeback", "rematch"]
ReasonName = Literal[
    "five",
    "forbidden",
    "full_board",
    "resigned",
    "timeout",
    "abandoned",
    "agreed_draw",
    "aborted",
    "unfinished",
    "unknown",
]
"""End of a game; ``unfinished`` is an imported game whose file has no end, ``unknown`` one whose file names only the
winner.
"""
ForbiddenName = Literal["overline", "double-four", "double-three"]
Language = Literal["en", "zh-Hans", "zh-Hant"]
Notation = Literal["sgf", "psq"]
UploadKind = Literal["games", "tree", "patterns"]
"""Content of an uploaded file: games, variations, or learned patterns for the bots."""
TreeFormat = Literal["lib", "sgf", "psq", "txt", "rif"]
"""Format of a file of variations: RenLib, SGF, Piskvorky, a position string, or the XML of the renju federation."""
TreeEncoding = Literal[
    "utf-8",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "gb18030",
    "big5",
    "cp932",
    "euc_jp",
    "euc_kr",
    "cp1250",
    "cp1251",
    "cp1252",
    "cp1253",
    "cp1254",
    "cp1257",
    "koi8-r",
    "iso8859-2",
    "latin-1",
]
"""Encoding of the texts of a file that does not declare it."""
FileUnit = Literal["file", "line", "byte", "node", "move", "game"]
"""Unit in which a place in a file is counted."""
PushKind = Literal["your_move", "deadline", "challenge", "lesson", "offer", "rematch"]
"""Subject of a notice on a device: one's turn in a game by correspondence, or a deadline there; a challenge; the lesson
of a game against a bot; an offer of a draw or a take-back; an offer of a rematch.
"""
JobState = Literal["none", "queued", "running", "done", "failed"]
CheckState = Literal["waiting", "running", "done"]
"""State of the analysis of a game; ``none`` if nobody has requested it."""
PuzzleKind = Literal["win", "defence"]
"""Goal of a puzzle: a move that wins by force, or the only kind of move that does not lose by force."""
PuzzleMode = Literal["streak", "storm"]
"""Run of puzzles, each harder than the last: until the first mistake, or as many as possible in three minutes."""
PuzzleTheme = Literal[
    "vcf", "vct", "double_four", "four_three", "double_three", "forbidden", "counter_four", "only_move", "counter"
]
"""Theme of a puzzle: a win by fours alone, or also by threes; the winner's double threat at the end; a last defence on
a point that is forbidden to black; a defender's four on the way; a single move that holds, and one that makes a four or
a three."""

RoleName = Literal["owner", "moderator", "teacher", "bot"]
"""Role of an account; ``bot`` is for programs that play by themselves."""
Registration = Literal["open", "invite", "closed"]
"""Policy for new accounts: anybody, holders of an invitation, or nobody."""

TalkLevel = Literal["off", "phrases", "free"]
"""Permitted talk in rooms: none, phrases in each reader's language, or free text."""
TalkSide = Literal["players", "watchers"]
"""Side of a talk: players, or watchers. Each side talks among itself."""
PhraseName = Literal[
    "hello",
    "good_luck",
    "one_moment",
    "thanks",
    "sorry",
    "nice_move",
    "oops",
    "well_played",
    "good_game",
    "congratulations",
    "one_more",
    "goodbye",
]
SanctionKind = Literal["mute", "timeout", "ban"]
"""Kinds of sanction: no talk in rooms; also no games with people; no access to the server."""
OffenceName = Literal["insult", "spam", "name", "cheating", "leaving", "other"]
"""Reason of a report or a sanction: insults, floods, an offensive name, outside help, repeated leaving of games, or as
in the note.
"""
RatingPoolName = Literal[
    "gomoku", "renju", "caro", "gomoku_correspondence", "renju_correspondence", "caro_correspondence"
]
"""Games that count for one rating of a player: freestyle and standard, renju, or caro, live or by correspondence."""
UnratedReason = Literal[
    "rules", "not_public", "no_account", "aborted", "too_short", "same_bot", "took_back", "struck", "deleted"
]
"""Why a game that was to be rated changes no rating: its rules have none; it is not public; a player had no account
when it began; it was aborted; it has fewer than two stones; five of the player's games against the same bot, begun in
the 24 hours before it, had counted or were running when it began; a move was taken back; staff has struck it; or it was
deleted.
"""

ActName = Literal[
    "close_room",
    "delete_game",
    "ratings_strike",
    "ratings_restore",
    "ratings_recompute",
    "job_retry",
    "job_cancel",
    "delete_player",
    "account_create",
    "account_reset",
    "account_role",
    "account_disable",
    "account_enable",
    "account_totp",
    "account_token",
    "account_invite",
    "pattern_on",
    "pattern_off",
    "pattern_forget",
    "patterns_rebuild",
    "game_learn",
    "book_rebuild",
    "weights_use",
    "weights_forget",
    "weights_freeze",
    "weights_unfreeze",
    "tree_delete",
    "tree_export",
]
"""Acts of staff on rooms, games, jobs, players, trees, and the learning of bots; named like the commands of the command
line.
"""

CheckName = Literal["database", "proofs", "backup"]
"""Subject of a check: all games by their checksums, with the file; a sample of proven positions by the rules alone; or
a backup, in the same way as the database.
"""
CheckOutcome = Literal["sound", "faulty", "failed"]
"""Outcome of a check: no fault, some faults, or not completed."""
WeightsState = Literal["trial", "passed", "refused", "forgotten"]
"""State of a version of the learned weights: its match is running, won or not won, or its numbers were deleted."""

WeightLine = Literal["two", "open_two", "three", "open_three", "four", "open_four", "double_four"]
WeightThreat = Literal["open_three", "double_three", "four", "four_three", "winning_four"]
"""Subjects of learned weights: what a stone at a point would make in one of its lines, and existing threats."""

SettingName = Literal[
    "registration",
    "talk",
    "talk_watchers",
    "rooms_per_player",
    "bot_games_per_player",
    "bot_games_per_address",
    "bot_games",
]
"""Settings that the owner can change while the server runs: fields of `server.config.Config`."""

StaffNote = Annotated[str, Meta(max_length=500)]

Seat = Annotated[int, Meta(ge=0, le=1)]
"""One of the two sides of a room. Seat, colour and the parity of the ply are three different things."""

PlayerId = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"^[0-9A-Za-z]+$")]
# the titles keep types of one shape apart, which typing would otherwise merge into one object with one name
RoomId = Annotated[str, Meta(min_length=8, max_length=24, pattern=r"^[0-9A-Za-z]+$", title="room")]
DeclineReason = Literal["later", "not_now", "faster", "slower", "other_rules", "casual", "rated", "no"]
"""Reason for declining a challenge: another time, no game now, a faster or slower clock, other rules, unrated or rated,
or no reason given.
"""
ChallengeId = Annotated[str, Meta(min_length=8, max_length=24, pattern=r"^[0-9A-Za-z]+$", title="challenge")]
SeekId = Annotated[str, Meta(min_length=8, max_length=24, pattern=r"^[0-9A-Za-z]+$", title="seek")]
TreeId = Annotated[str, Meta(min_length=8, max_length=24, pattern=r"^[0-9A-Za-z]+$", title="tree")]
TreeTitle = Annotated[str, Meta(min_length=1, max_length=80)]
ClassroomId = Annotated[str, Meta(min_length=8, max_length=24, pattern=r"^[0-9A-Za-z]+$", title="classroom")]
ClassroomName = Annotated[str, Meta(min_length=1, max_length=60)]
CommandId = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"^[0-9A-Za-z_-]+$")]
Token = Annotated[str, Meta(min_length=32, max_length=64, pattern=r"^[0-9A-Za-z_-]+$")]
DeviceId = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}$")]
Ply = Annotated[int, Meta(ge=0, le=400)]
PuzzleId = Annotated[int, Meta(ge=1, le=2**53)]
Point = Annotated[int, Meta(ge=0, le=399)]


class NoClockSpec(Struct, tag_field="kind", tag="none", forbid_unknown_fields=True, frozen=True):
    """No clock."""


MainTime = Annotated[int, Meta(ge=0, le=10_800_000)]
"""Milliseconds before overtime; 0 if that begins at once."""


class FischerSpec(Struct, tag_field="kind", tag="fischer", forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """Time for the whole game, and an increment after every turn, both in milliseconds.

    ``cap_ms`` is the most that an increment can bring a player to; it is no less than ``initial_ms``.
    """

    initial_ms: Annotated[int, Meta(ge=1_000, le=10_800_000)]
    increment_ms: Annotated[int, Meta(ge=0, le=180_000)]
    cap_ms: Annotated[int, Meta(ge=1_000, le=10_800_000)] | None = None

    def __post_init__(self) -> None:
        """Raise ValueError for a cap below the initial time."""
        if self.cap_ms is not None and self.cap_ms < self.initial_ms:
            raise ValueError("cap_ms is no less than initial_ms")


class AbsoluteSpec(Struct, tag_field="kind", tag="absolute", forbid_unknown_fields=True, frozen=True):
    """Time for the whole game, in milliseconds; nothing is added."""

    total_ms: Annotated[int, Meta(ge=1_000, le=10_800_000)]


class PerMoveSpec(Struct, tag_field="kind", tag="per_move", forbid_unknown_fields=True, frozen=True):
    """The same time for every move, in milliseconds; unused time is lost."""

    move_ms: Annotated[int, Meta(ge=1_000, le=86_400_000)]


class ByoYomiSpec(Struct, tag_field="kind", tag="byo_yomi", forbid_unknown_fields=True, frozen=True):
    """Main time, then periods, in milliseconds; a period that a move does not use up is restored for the next.

    ``left`` is the sum of main time and periods.
    """

    main_ms: MainTime
    period_ms: Annotated[int, Meta(ge=1_000, le=600_000)]
    periods: Annotated[int, Meta(ge=1, le=20)]


class CanadianSpec(Struct, tag_field="kind", tag="canadian", forbid_unknown_fields=True, frozen=True):
    """Main time, then ``stones`` stones within each period, in milliseconds; once all are laid, a new period begins.

    ``left`` is the sum of main time and the period; ``reserve`` is the number of stones still to lay, 0 in main time.
    """

    main_ms: MainTime
    period_ms: Annotated[int, Meta(ge=1_000, le=3_600_000)]
    stones: Annotated[int, Meta(ge=1, le=50)]


Days = Annotated[int, Meta(ge=3_600_000, le=31_536_000_000)]
"""Milliseconds, from an hour to a year."""


class CorrespondenceSpec(
    Struct, tag_field="kind", tag="correspondence", forbid_unknown_fields=True, frozen=True, omit_defaults=True
):
    """Time for the whole game, for each move, or both, in milliseconds; a move that exceeds its own time uses the bank.

    With ``weekends_free`` Saturdays and Sundays (UTC) are not charged; downtimes of the server never are. ``left`` is
    the time until the flag, ``reserve`` the time left for the whole game if both are limited. The first moves are
    charged, too, connections do not matter, and bots do not play by correspondence.
    """

    total_ms: Days | None = None
    move_ms: Days | None = None
    bank_ms: Annotated[int, Meta(ge=0, le=31_536_000_000)] = 0
    weekends_free: bool = False

    def __post_init__(self) -> None:
        """Raise ValueError if nothing is limited, or if there is a bank without a time for each move."""
        if self.total_ms is None and self.move_ms is None:
            raise ValueError("total_ms or move_ms is needed")
        if self.bank_ms and self.move_ms is None:
            raise ValueError("bank_ms goes with move_ms")


LiveClockSpec = NoClockSpec | FischerSpec | PerMoveSpec | AbsoluteSpec | ByoYomiSpec | CanadianSpec
"""Clocks of games that are played at one sitting."""
ClockSpec = NoClockSpec | FischerSpec | PerMoveSpec | AbsoluteSpec | ByoYomiSpec | CanadianSpec | CorrespondenceSpec


class Who(Struct, frozen=True, omit_defaults=True):
    """The occupant of a seat: a person by id and name, or a bot by level.

    A deleted person keeps the seat with an empty id and an empty name. A name without an id comes from the file of an
    imported game.
    """

    id: str = ""
    name: str = ""
    level: int | None = None


class RatingMark(Struct, frozen=True):
    """A rating beside a name, in points, and its standard error: from 110 on it is shown with a question mark."""

    rating: int
    deviation: int


class PoolMark(Struct, frozen=True):
    """A rating mark with its pool, where several pools may be meant."""

    pool: RatingPoolName
    rating: int
    deviation: int


class RatingShift(Struct, frozen=True):
    """The rating change of one seat by a game, in points, with the new ``deviation``; ``expected`` is the expected
    value of ``score``, 0 to 1, against an opponent rated ``against``.
    """

    before: int
    after: int
    deviation: int
    expected: float
    against: int
    score: float


class RoomRating(Struct, frozen=True, omit_defaults=True):
    """Ratings of a room: of each seat in the ``pool`` of its game, null if unknown.

    ``shifts`` are present once the game is counted, and the marks are then those before it; their expectations take the
    ``first_move`` to be worth that many points. ``unrated`` says why the game of a ``rated`` room changes nothing, or
    at present would not.
    """

    pool: RatingPoolName
    marks: tuple[RatingMark | None, RatingMark | None]
    shifts: tuple[RatingShift, RatingShift] | None = None
    unrated: UnratedReason | None = None
    first_move: int = 0


class Result(Struct, frozen=True):
    """The end of a game; ``winner`` is null for a draw and for an aborted game."""

    winner: ColorName | None
    reason: ReasonName


class FileNote(Struct, frozen=True, omit_defaults=True):
    """Something odd in a file, or left out of it: ``why`` is the code of a fault or of a refusal, ``text`` the text at
    the ``at``th ``unit``, and ``game`` the number of the game, if the file has several.
    """

    why: str
    unit: FileUnit = "file"
    at: int = 0
    text: str = ""
    game: int = 0


class Sanction(Struct, frozen=True, omit_defaults=True):
    """A sanction of staff on a player, its reason and its end; null means until it is lifted."""

    kind: SanctionKind
    reason: OffenceName
    until: int | None = None


class ChallengeTerms(Struct, frozen=True, omit_defaults=True):
    """Terms of a challenge; ``color`` is the challenger's."""

    rules: Rules
    size: Size
    clock: ClockSpec
    opening: OpeningName = "free"
    color: ColorChoice = "random"
    rated: bool = False
    visibility: Visibility = "public"


class ChallengeInfo(Struct, frozen=True, omit_defaults=True):
    """A challenge of ``player`` to ``other``, until it is answered, withdrawn or expired; ``declined`` has the reason.

    ``marks`` are the ratings of both in the pool of the game; null if neither has one.
    """

    id: str
    player: Who
    other: Who
    terms: ChallengeTerms
    made_at: int
    expires_at: int
    declined: DeclineReason | None = None
    marks: tuple[RatingMark | None, RatingMark | None] | None = None


class TimedMove(Struct, frozen=True, omit_defaults=True):
    """A move of a snapshot: the point, the time thought, and the mover's clock after it.

    ``why`` is present only for a bot's last move; ``why`` and ``conditional`` are as in the event ``moved``.
    """

    point: int
    think_ms: int
    left_ms: int | None = None
    why: dict[str, Any] | None = None
    conditional: bool = False


class BotRun(Struct, frozen=True, omit_defaults=True):
    """The exact bot in a seat: enough to replay its game."""

    level: int
    engine: str
    version: str
    seed: int
    limits: dict[str, int]
    learned: int = 0
    """Revision of the table of learned patterns, for the operator; 0 in answers of the API."""
    weights: int = 0
    """Version of the learned weights of its evaluation; 0 for the program's own."""
    book: int = 0
    """Revision of its book of own games when the game began, for the operator; 0 in answers of the API."""
