"""The levels people choose from: one table, and how a level's player is put together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bots.engine import Limits, Player
from bots.errors import UnknownLevel, UnsupportedGame
from bots.first_stone import CentredPlayer
from bots.guard import GuardedPlayer
from bots.legal import open_bare
from bots.registry import engine
from bots.slip import SlippingPlayer
from gomoku.ruleset import RuleSet

FIVES = ("freestyle", "standard", "renju", "caro")
BOARDS = (15, 19, 20)
NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Level:
    """One step of the ladder; ``name`` and ``character`` (one line) are given by language tag.

    ``spread``: its first stone lies within so many lines of the centre; None leaves it to the engine. ``guard``: never
    misses a win in one or its block. ``slip``: probability of an oversight at each move. ``learns``: plays with what
    was learned from lost games. ``elo`` is measured in the arena, with nothing learned, None until then.
    """

    number: int
    engine: str
    name: Mapping[str, str] = field(hash=False)
    character: Mapping[str, str] = field(hash=False)
    rules: tuple[str, ...] = FIVES
    sizes: tuple[int, ...] = BOARDS
    limits: Limits = NO_LIMITS
    spread: int | None = None
    guard: bool = False
    slip: float = 0.0
    learns: bool = False
    elo: int | None = None

    @property
    def compiled(self) -> bool:
        """Whether its first player waits for kernels."""
        return self.learns or engine(self.engine).compiled

    @property
    def version(self) -> str:
        """Name and version of the engine, as stored with each game."""
        return f"{self.engine} {engine(self.engine).version}"

    def plays(self, rules: str, size: int) -> bool:
        """Whether the level is offered for these rules and this board."""
        return rules in self.rules and size in self.sizes


# Level 0 stands outside the ladder: noughts and crosses has one bot, and it cannot be beaten. The Elo of the others is
# that of LADDER.md.
LEVELS = (
    Level(
        number=0,
        engine="tictactoe",
        name={"en": "Noughts and crosses", "zh-Hans": "井字棋", "zh-Hant": "井字棋"},
        character={
            "en": "Sees every game to its end and never loses.",
            "zh-Hans": "看得到每一局的终点，从不输棋。",
            "zh-Hant": "看得到每一局的終點，從不輸棋。",
        },
        rules=("tictactoe",),
        sizes=(3,),
    ),
    Level(
        number=1,
        engine="live_rush",
        name={"en": "Daydreamer", "zh-Hans": "小迷糊", "zh-Hant": "小迷糊"},
        character={
            "en": "Builds rows of its own and often misses the stone you have just played.",
            "zh-Hans": "只顾连自己的子，常常没看见你刚下的那一手。",
            "zh-Hant": "只顧連自己的子，常常沒看見你剛下的那一手。",
        },
        spread=1,
        elo=400,
        slip=0.35,
    ),
    Level(
        number=2,
        engine="live_rush",
        name={"en": "Row counter", "zh-Hans": "数子", "zh-Hant": "數子"},
        character={
            "en": "Counts unbroken rows and overlooks everything with a gap.",
            "zh-Hans": "只数连着的棋子，中间隔一格就看不见。",
            "zh-Hant": "只數連著的棋子，中間隔一格就看不見。",
        },
        spread=1,
        elo=597,
    ),
    Level(
        number=3,
        engine="vector",
        name={"en": "Compass", "zh-Hans": "罗盘", "zh-Hant": "羅盤"},
        character={
            "en": "Looks in all eight directions, and from here on no one overlooks a five.",
            "zh-Hans": "八个方向都看一遍；从这一级起，成五的点再也不会漏看。",
            "zh-Hant": "八個方向都看一遍；從這一級起，成五的點再也不會漏看。",
        },
        spread=0,
        elo=766,
        guard=True,
        slip=0.1,
    ),
    Level(
        number=4,
        engine="situation_flat",
        name={"en": "Mind reader", "zh-Hans": "将心比心", "zh-Hant": "將心比心"},
        character={
            "en": "Puts itself in your place and takes the point that both of you want.",
            "zh-Hans": "会站在你的角度想，专抢双方都想要的那一点。",
            "zh-Hant": "會站在你的角度想，專搶雙方都想要的那一點。",
        },
        spread=0,
        elo=972,
        guard=True,
    ),
    Level(
        number=5,
        engine="wins_array",
        name={"en": "Line counter", "zh-Hans": "数线", "zh-Hant": "數線"},
        character={
            "en": "Weighs every line of five, but does not see two threats coming at once.",
            "zh-Hans": "会掂量每一条五连线，却料不到一子双威胁。",
            "zh-Hant": "會掂量每一條五連線，卻料不到一子雙威脅。",
        },
        spread=0,
        elo=1130,
        guard=True,
    ),
    Level(
        number=6,
        engine="double_threat",
        name={"en": "Fork finder", "zh-Hans": "双响", "zh-Hant": "雙響"},
        character={
            "en": "Finds the stone that threatens twice, its own and yours.",
            "zh-Hans": "一子两头吃，你的我的它都看得见。",
            "zh-Hant": "一子兩頭吃，你的我的它都看得見。",
        },
        spread=0,
        elo=1259,
        guard=True,
    ),
    Level(
        number=7,
        engine="search",
        name={"en": "Calculator", "zh-Hans": "算杀", "zh-Hant": "算殺"},
        character={
            "en": "Looks ahead at a glance, and a win by fours does not escape it.",
            "zh-Hans": "一瞥之间就往前算好几手，冲四取胜的棋逃不过它的眼睛。",
            "zh-Hant": "一瞥之間就往前算好幾手，衝四取勝的棋逃不過它的眼睛。",
        },
        spread=0,
        elo=2057,
        learns=True,
        limits=Limits(time_ms=200),
        guard=True,
    ),
    Level(
        number=8,
        engine="search",
        name={"en": "Strategist", "zh-Hans": "谋士", "zh-Hant": "謀士"},
        character={
            "en": "Takes a second for a move, and strings threes and fours together until nothing stops them.",
            "zh-Hans": "每手想一秒，把三和四连成一串，让你挡不胜挡。",
            "zh-Hant": "每手想一秒，把三和四連成一串，讓你擋不勝擋。",
        },
        spread=0,
        elo=2225,
        learns=True,
        limits=Limits(time_ms=1000),
        guard=True,
    ),
    Level(
        number=9,
        engine="search",
        name={"en": "Tengen", "zh-Hans": "天元", "zh-Hant": "天元"},
        character={
            "en": "The best we have: up to five seconds for a move, and what it has proven it does not let go.",
            "zh-Hans": "我们最强的棋手：一手最多想五秒，算清的胜局绝不放过。",
            "zh-Hant": "我們最強的棋手：一手最多想五秒，算清的勝局絕不放過。",
        },
        spread=0,
        elo=2314,
        learns=True,
        limits=Limits(time_ms=5000),
        guard=True,
    ),
    # beside the order of the others: how strong it is, what it has learned decides
    Level(
        number=10,
        engine="learner",
        name={"en": "Learner", "zh-Hans": "学徒", "zh-Hant": "學徒"},
        character={
            "en": "Studies every game it loses, and looks out for the same trap the next time.",
            "zh-Hans": "输掉的每一局都要研究，下次会提防同样的陷阱。",
            "zh-Hant": "輸掉的每一局都要研究，下次會提防同樣的陷阱。",
        },
        spread=0,
        guard=True,
    ),
)


_configured: tuple[Level, ...] = ()


def configure(levels: Iterable[Level]) -> None:
    """Offer these levels beside the ladder, instead of those that were offered so before."""
    global _configured  # noqa: PLW0603 - set once, when a server starts
    _configured = tuple(levels)


def offered() -> tuple[Level, ...]:
    """Every level that can be chosen: the ladder, then what was configured."""
    return LEVELS + _configured


def level(number: int) -> Level:
    """The level of this number; raises UnknownLevel."""
    for found in offered():
        if found.number == number:
            return found
    raise UnknownLevel(str(number))


def levels_for(rules: str, size: int) -> tuple[Level, ...]:
    """The levels that play these rules on this board, weakest first."""
    return tuple(found for found in offered() if found.plays(rules, size))


def open_player(chosen: Level, rules: RuleSet, size: int, seed: int, memory: int) -> Player:
    """A player of the level: the engine held to the rules, what it has learned, its slips, its guard, its first stone.

    Raises UnsupportedGame when the level does not play this.
    """
    if not chosen.plays(rules.name, size):
        raise UnsupportedGame(f"level {chosen.number} does not play {rules.name} on {size}x{size}")
    player = open_bare(engine(chosen.engine), rules, size, seed, memory)
    if chosen.learns:
        from bots.learning.taught import TaughtPlayer  # noqa: PLC0415 - it imports numba, which most levels need not

        player = TaughtPlayer(player, rules, size)
    if chosen.slip:
        player = SlippingPlayer(player, chosen.slip, seed)
    if chosen.guard:
        player = GuardedPlayer(player)
    return player if chosen.spread is None else CentredPlayer(player, chosen.spread, seed)
