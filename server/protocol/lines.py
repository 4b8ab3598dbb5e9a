"""Bodies of the HTTP API about what bots have learned: lines, bots, and the line of the day."""

from msgspec import Struct

from server.protocol.api import LevelInfo
from server.protocol.study import PatternInfo
from server.protocol.values import ColorName, Rules, Size


class LineInfo(Struct, frozen=True, omit_defaults=True):
    """A line by which a bot of a ``level`` was beaten in ``game``, and from which it has learned.

    ``stones`` are the moves before ply ``entry``, from where on the win of ``winner`` is proven, and ``line`` are the
    points of that win. ``mistake`` is the ply of the bot's move that allowed it, null where none is named; where there
    is an ``exercise``, ``defend`` judges other moves there. ``traps`` are the patterns that it taught, the longest
    first. Of the games that were ``tried`` again from there, against that bot, ``won`` were won again. ``teacher`` is
    the name of who won first, where that person agrees. Only public games and the reader's own count.
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
    """A page of lines, the latest first; ``next`` is the cursor of the page after it, null on the last."""

    lines: list[LineInfo]
    next: str | None = None


class UnbeatenLine(Struct, frozen=True, omit_defaults=True):
    """Today's line, the same for everybody: a position in which a bot was beaten and asks for a new way to beat it.

    ``line`` is null as long as nothing was learned. Once somebody has beaten the bot from there today, ``beaten`` is
    the first game, and ``by`` the person's name, where that person agrees.
    """

    day: str
    line: LineInfo | None = None
    beaten: str | None = None
    by: str | None = None


class BotVersion(Struct, frozen=True, omit_defaults=True):
    """What one version of a bot, with one version of learned ``weights``, has reached in public games against people,
    from when to when, in ms since 1970."""

    version: str
    since: int
    until: int
    won: int
    drawn: int
    lost: int
    weights: int = 0


class StrengthPoint(Struct, frozen=True):
    """The Elo of a bot in ``games`` public games that follow each other, the first of them after it had lost ``after``:
    from the empty board, and none given up at once.

    ``low`` and ``high`` bound it with 95 %.
    """

    after: int
    games: int
    elo: int
    low: int
    high: int


class BotPage(Struct, frozen=True, omit_defaults=True):
    """A bot: what it is, what its versions have reached here, how its strength went, and what it has learned.

    ``curve`` is empty as long as there are not ``needed`` public games for two points; ``games`` is how many there are.
    ``newest`` are its latest lessons, ``held`` lines with which it was tried again and not beaten again.
    """

    info: LevelInfo
    versions: list[BotVersion]
    curve: list[StrengthPoint]
    games: int
    needed: int
    newest: list[LineInfo] = []
    held: list[LineInfo] = []
