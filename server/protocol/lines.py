"""Bodies of the HTTP API about the learning of bots: lines, bots, and the line of the day."""

from msgspec import Struct

from server.protocol.api import LevelInfo
from server.protocol.study import PatternInfo
from server.protocol.values import ColorName, Rules, Size


class LineInfo(Struct, frozen=True, omit_defaults=True):
    """A line that beat a bot of a ``level`` in ``game``, and from which the bot has learned.

    ``stones`` are the moves before ply ``entry``, from which the win of ``winner`` is proven, and ``line`` are the
    points of that win. ``mistake`` is the ply of the bot's move that allowed it, null if none is known; with
    ``exercise``, ``defend`` judges other moves there. ``traps`` are the patterns that it taught, longest first.
    ``tried`` games were played again from there against that bot, of which ``won`` were won. ``teacher`` is the name of
    the first winner, if that person agrees. Only public games and the reader's own count.
    """

    game: str
    rules: Rules
    size: Size
    level: int
    at: int
    winner: ColorName
    entry: int
    stones: list[int]
    line: list[int]
    traps: list[PatternInfo]
    tried: int
    won: int
    mistake: int | None = None
    teacher: str | None = None
    exercise: bool = False


class LinePage(Struct, frozen=True, omit_defaults=True):
    """A page of lines, latest first. ``next`` is the cursor of the next page, null on the last."""

    lines: list[LineInfo]
    next: str | None = None


class UnbeatenLine(Struct, frozen=True, omit_defaults=True):
    """The line of the day, the same for everybody: a position in which a bot was beaten, to be beaten again in a new
    way.

    ``line`` is null while nothing has been learned. Once somebody has beaten the bot from there today, ``beaten`` is
    the first such game, and ``by`` the player's name, if they agree.
    """

    day: str
    line: LineInfo | None = None
    beaten: str | None = None
    by: str | None = None


class BotVersion(Struct, frozen=True, omit_defaults=True):
    """Results of one version of a bot, with one version of learned ``weights``, in public games against people, between
    two instants in ms since 1970.
    """

    version: str
    since: int
    until: int
    won: int
    drawn: int
    lost: int
    weights: int = 0


class StrengthPoint(Struct, frozen=True):
    """A bot's Elo in ``games`` consecutive public games, the first of them after it had lost ``after``. Only games from
    the empty board count, without those given up at once.

    ``low`` and ``high`` are the bounds of a 95 % interval.
    """

    after: int
    games: int
    elo: int
    low: int
    high: int


class PracticeTotal(Struct, frozen=True):
    """The practice of a bot after ``lost`` public games: of its ``tests`` before it did not lose ``held``, and of its
    ``tests_after`` it, ``held_after``. Where it held the position at first, there was nothing to practise, and the
    tests are the same."""

    lost: int
    held: int
    tests: int
    held_after: int
    tests_after: int


class BotPage(Struct, frozen=True, omit_defaults=True):
    """A bot: its description, the results of its versions, its strength over time, and its lessons.

    ``curve`` is empty until there are the ``needed`` public games for two points; ``games`` is their present number.
    ``newest`` are its latest lessons, ``held`` lines that were tried again without beating it. ``practice`` is null
    while there is no result of any.
    """

    info: LevelInfo
    versions: list[BotVersion]
    curve: list[StrengthPoint]
    games: int
    needed: int
    newest: list[LineInfo] = []
    held: list[LineInfo] = []
    practice: PracticeTotal | None = None
