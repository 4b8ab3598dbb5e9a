"""Values that several messages share, with their limits in the types."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

PROTOCOL = 1
"""Number of the protocol; a client that speaks another one is asked to reload."""

Rules = Literal["freestyle", "standard", "renju", "caro", "tictactoe", "row_3", "row_4", "row_6", "row_7", "row_8"]
"""Those of five in a row; noughts and crosses; ``row_4`` and its like, in which four or more win: for people only."""
Size = Annotated[int, Meta(ge=3, le=20)]
"""Lines of a square board, as many each way; which of them are played on, the rules say: most from 5 to 20."""
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
"""By which rule a game begins; ``free`` is none: the colours are settled and every point may be played."""
ChoiceName = Literal["keep", "swap", "black", "white", "one", "two", "offer"]
"""What may be said in an opening.

``keep`` or ``swap`` the colours as they are, take ``black`` or ``white``, lay ``two`` more stones and leave the choice
to the other, or as black lay ``one`` fifth stone or ``offer`` several."""
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
"""How a game ended; ``unfinished`` is an imported one whose file tells of no end, ``unknown`` one whose file tells who
won, and no more."""
ForbiddenName = Literal["overline", "double-four", "double-three"]
Language = Literal["en", "zh-Hans", "zh-Hant"]
Notation = Literal["sgf", "psq"]
TreeFormat = Literal["lib", "sgf", "psq", "txt", "rif"]
"""What a file of variations may be: RenLib, SGF, Piskvorky, a position string, or the XML of the renju federation."""
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
"""Of the texts in a file that does not say which."""
FileUnit = Literal["file", "line", "byte", "node", "move", "game"]
"""Unit in which a place in a file is counted."""
PushKind = Literal["your_move", "deadline", "challenge", "lesson", "offer", "rematch"]
"""What a notice on a device tells of: one's move in a game by correspondence, or that its time runs out soon; a
challenge; the lesson of a game against a bot; an offer of a draw or a take-back; one of a rematch."""
JobState = Literal["none", "queued", "running", "done", "failed"]
"""How far the analysis of a game is; ``none`` where nobody has asked for it."""
PuzzleKind = Literal["win", "defence"]
"""What a puzzle asks for: a move that wins by force, or the only kind of move that does not lose by force."""
PuzzleTheme = Literal[
    "vcf", "vct", "double_four", "four_three", "double_three", "forbidden", "counter_four", "only_move", "counter"
]
"""What a puzzle is about: won by fours alone, or by threes, too; what the winner makes at once in the end; a stop where
black may not play; a defender's four on the way; a single move that holds, and one that makes a four or a three."""

RoleName = Literal["owner", "moderator", "teacher", "bot"]
"""What an account may do here beyond playing; a program that plays by itself says that it is one."""
Registration = Literal["open", "invite", "closed"]
"""Who may keep a name: anybody, who has an invitation, nobody."""

TalkLevel = Literal["off", "phrases", "free"]
"""What may be said in rooms: nothing, phrases in the language of whoever reads them, or words of one's own."""
TalkSide = Literal["players", "watchers"]
"""Who talks: those at the board, or those who look on. Either talks among themselves."""
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
"""Says nothing in rooms; that, and begins no games with people; or is kept out of the server."""
OffenceName = Literal["insult", "spam", "name", "cheating", "leaving", "other"]
"""What somebody is reported or sanctioned for: bad words, floods, an offensive name, help from outside, games that are
left again and again, or what a note says."""
RatingPoolName = Literal[
    "gomoku", "renju", "caro", "gomoku_correspondence", "renju_correspondence", "caro_correspondence"
]
"""Games that count for one rating of a player: of freestyle and standard, of renju, of caro, at once or by
correspondence."""
UnratedReason = Literal[
    "rules", "not_public", "no_account", "aborted", "too_short", "same_bot", "took_back", "struck", "deleted"
]
"""Why a game that was to be rated changes no rating: its rules have none, it is not public, a player had no account as
it began, it was aborted, fewer than two stones were played, five games of the player against the same bot, begun in the
24 hours before it, had counted as it began or were going on, a move was taken back, the house has struck it out, or it
was deleted."""

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
"""What staff does to a room, a game, a job, a player, or to what bots have learned: as the operator's commands of the
command line do, which are called alike."""

CheckName = Literal["database", "proofs", "backup"]
"""What is checked: every game by its checksums and the file, some proven positions by the rules alone, or a backup as
the database is."""
CheckOutcome = Literal["sound", "faulty", "failed"]
"""What a check has come to: nothing is wrong, something is, or it could not be made."""
WeightsState = Literal["trial", "passed", "refused", "forgotten"]
"""What has become of a version of the learned weights: its match goes on, it has won it or not, or its numbers are
gone."""

WeightLine = Literal["two", "open_two", "three", "open_three", "four", "open_four", "double_four"]
WeightThreat = Literal["open_three", "double_three", "four", "four_three", "winning_four"]
"""What learned weights are of: what a stone at a point would make in a line of it, and threats that stand."""

SettingName = Literal[
    "registration",
    "talk",
    "talk_watchers",
    "rooms_per_player",
    "bot_games_per_player",
    "bot_games_per_address",
    "bot_games",
]
"""Settings that the owner changes while the server runs; they are called as on the command line."""

StaffNote = Annotated[str, Meta(max_length=500)]

Seat = Annotated[int, Meta(ge=0, le=1)]
"""One of the two sides of a room. Seat, colour and the parity of the ply are three different things."""

PlayerId = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"^[0-9A-Za-z]+$")]
# the titles keep types of one shape apart, which typing would make one object, with one name in PROTOCOL.md
RoomId = Annotated[str, Meta(min_length=8, max_length=24, pattern=r"^[0-9A-Za-z]+$", title="room")]
DeclineReason = Literal["later", "not_now", "faster", "slower", "other_rules", "casual", "rated", "no"]
"""Why somebody declines a challenge: another time, no game at the moment, a faster or slower clock, other rules, not
rated or rated, or no reason given."""
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
    """Nobody's time runs."""


MainTime = Annotated[int, Meta(ge=0, le=10_800_000)]
"""Milliseconds before overtime; 0 where that begins at once."""


class FischerSpec(Struct, tag_field="kind", tag="fischer", forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """Time for the whole game, and an increment after every turn, both in milliseconds.

    With ``cap_ms`` an increment brings nobody above that; it is no less than ``initial_ms``.
    """

    initial_ms: Annotated[int, Meta(ge=1_000, le=10_800_000)]
    increment_ms: Annotated[int, Meta(ge=0, le=180_000)]
    cap_ms: Annotated[int, Meta(ge=1_000, le=10_800_000)] | None = None

    def __post_init__(self) -> None:
        """ValueError for a cap that nobody starts below."""
        if self.cap_ms is not None and self.cap_ms < self.initial_ms:
            raise ValueError("cap_ms is no less than initial_ms")


class AbsoluteSpec(Struct, tag_field="kind", tag="absolute", forbid_unknown_fields=True, frozen=True):
    """Time for the whole game, in milliseconds; nothing is added."""

    total_ms: Annotated[int, Meta(ge=1_000, le=10_800_000)]


class PerMoveSpec(Struct, tag_field="kind", tag="per_move", forbid_unknown_fields=True, frozen=True):
    """The same time for every move, in milliseconds; what is not used is lost."""

    move_ms: Annotated[int, Meta(ge=1_000, le=86_400_000)]


class ByoYomiSpec(Struct, tag_field="kind", tag="byo_yomi", forbid_unknown_fields=True, frozen=True):
    """Main time, then periods, in milliseconds; a period that a move does not use up is whole again at the next.

    In ``left`` main time and periods are one sum.
    """

    main_ms: MainTime
    period_ms: Annotated[int, Meta(ge=1_000, le=600_000)]
    periods: Annotated[int, Meta(ge=1, le=20)]


class CanadianSpec(Struct, tag_field="kind", tag="canadian", forbid_unknown_fields=True, frozen=True):
    """Main time, then ``stones`` stones within each period, in milliseconds; all laid, time and number start anew.

    In ``left`` main time and the period are one sum; in ``reserve`` are the stones still to lay, 0 in main time.
    """

    main_ms: MainTime
    period_ms: Annotated[int, Meta(ge=1_000, le=3_600_000)]
    stones: Annotated[int, Meta(ge=1, le=50)]


Days = Annotated[int, Meta(ge=3_600_000, le=31_536_000_000)]
"""Milliseconds, from an hour to a year."""


class CorrespondenceSpec(
    Struct, tag_field="kind", tag="correspondence", forbid_unknown_fields=True, frozen=True, omit_defaults=True
):
    """Time for the whole game, for each move, or both, in milliseconds; what a move takes above its own is the bank's.

    With ``weekends_free`` nothing is charged on Saturdays and Sundays (UTC), and never while the server is down. In
    ``left`` is what the player has until the flag, in ``reserve`` what is left for the whole game where both are
    limited. The first moves are charged, too, nobody's connection matters, and no bot plays so.
    """

    total_ms: Days | None = None
    move_ms: Days | None = None
    bank_ms: Annotated[int, Meta(ge=0, le=31_536_000_000)] = 0
    weekends_free: bool = False

    def __post_init__(self) -> None:
        """ValueError where nothing is limited, or a bank stands behind nothing."""
        if self.total_ms is None and self.move_ms is None:
            raise ValueError("total_ms or move_ms is needed")
        if self.bank_ms and self.move_ms is None:
            raise ValueError("bank_ms goes with move_ms")


LiveClockSpec = NoClockSpec | FischerSpec | PerMoveSpec | AbsoluteSpec | ByoYomiSpec | CanadianSpec
"""Those of games that are played at one sitting."""
ClockSpec = NoClockSpec | FischerSpec | PerMoveSpec | AbsoluteSpec | ByoYomiSpec | CanadianSpec | CorrespondenceSpec


class Who(Struct, frozen=True, omit_defaults=True):
    """Who sits in a seat: a person by id and name, or a bot by level.

    A person who was deleted keeps the seat with an empty id and an empty name. A name without an id is what the file of
    an imported game says.
    """

    id: str = ""
    name: str = ""
    level: int | None = None


class RatingMark(Struct, frozen=True):
    """A rating beside a name, in points, and one standard error of it: from 110 on it is said with a question mark."""

    rating: int
    deviation: int


class PoolMark(Struct, frozen=True):
    """The same in a pool, where games of several may be meant."""

    pool: RatingPoolName
    rating: int
    deviation: int


class RatingShift(Struct, frozen=True):
    """What a game has changed for one seat, in points, with the ``deviation`` since then; ``expected`` of its
    ``score``, 0 to 1, against an opponent rated ``against``."""

    before: int
    after: int
    deviation: int
    expected: float
    against: int
    score: float


class RoomRating(Struct, frozen=True, omit_defaults=True):
    """Ratings at a room: of either seat in the ``pool`` of its game, null for who has none.

    ``shifts`` are there once the game is counted, and the marks are then those before it; what they expect takes the
    ``first_move`` to be worth so many points. ``unrated`` says why the game of a ``rated`` room changes nothing, or
    would not as things are.
    """

    pool: RatingPoolName
    marks: tuple[RatingMark | None, RatingMark | None]
    shifts: tuple[RatingShift, RatingShift] | None = None
    unrated: UnratedReason | None = None
    first_move: int = 0


class Result(Struct, frozen=True):
    """How a game ended; ``winner`` is null for a draw and for an aborted game."""

    winner: ColorName | None
    reason: ReasonName
