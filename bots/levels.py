"""The levels people choose from, as one table, and the construction of a level's player."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from bots.engine import Limits, Numbers, Player
from bots.errors import UnknownLevel, UnsupportedGame
from bots.learning.players.parts import EVERYTHING, NOTHING, Parts
from bots.learning.players.published import experience_for
from bots.players.legal import open_bare
from bots.players.wrappers import CentredPlayer, GuardedPlayer, SlippingPlayer
from bots.registry import engine
from gomoku.ruleset import SIZES, RuleSet
from gomoku.rulesets import FIVES

NO_LIMITS = Limits()
MOST_THREADS = 8  # of the top level, where the executor has that many for a move


@dataclass(frozen=True, slots=True)
class Level:
    """One step of the ladder; ``name`` and ``character`` (one line) are given by language tag.

    ``spread``: its first stone lies within this many lines of the centre; None leaves it to the engine. ``guard``: it
    never misses a win in one or its block. ``slip``: probability of an oversight at each move. ``parts``: its knowledge
    beside the search; a level without parts may have kernels (``compiled``). ``elo`` is measured in the arena with
    nothing learned; None for levels off the ladder. ``twin_of``: the level of which this is the state of the first day.
    ``number`` is stored with games: 1 to 49 for the ladder, 50 more for a twin, from 100 on for the operator's own
    engines.
    """

    number: int
    engine: str
    name: Mapping[str, str] = field(hash=False)
    character: Mapping[str, str] = field(hash=False)
    rules: tuple[str, ...] = FIVES
    sizes: tuple[int, ...] = SIZES
    limits: Limits = NO_LIMITS
    spread: int | None = None
    guard: bool = False
    slip: float = 0.0
    parts: Parts = NOTHING
    elo: int | None = None
    twin_of: int | None = None

    @property
    def compiled(self) -> bool:
        """Whether its first player waits for kernels."""
        return bool(self.parts) or engine(self.engine).compiled

    @property
    def steady(self) -> bool:
        """Whether its strength never changes, on any machine: it learns nothing, has no time limits, and its engine is
        not compiled, since compiled ones change by version."""
        return not self.compiled and self.limits == NO_LIMITS and self.elo is not None

    @property
    def weighs(self) -> bool:
        """Whether it plays with learned weights."""
        return Parts.WEIGHTS in self.parts and engine(self.engine).weighs

    @property
    def studies(self) -> bool:
        """Whether it avoids moves that have lost to it, and so positions proven lost."""
        return Parts.PROVEN in self.parts

    @property
    def version(self) -> str:
        """Name and version of the engine, as stored with each game; a twin's says that it has learned nothing."""
        return f"{self.engine} {engine(self.engine).version}{'' if self.twin_of is None else ', nothing learned'}"

    def plays(self, rules: str, size: int) -> bool:
        """Tell whether the level is offered for these rules and this board."""
        return rules in self.rules and size in self.sizes


# Level 0 is not on the ladder: noughts and crosses has one bot, which cannot be beaten. The Elo of the others is that
# of LADDER.md.
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
            "en": "Reads ahead at a glance and hardly ever misses a win by fours.",
            "zh-Hans": "一瞥之间就往前算好几手，冲四取胜的棋很少逃过它的眼睛。",
            "zh-Hant": "一瞥之間就往前算好幾手，衝四取勝的棋很少逃過它的眼睛。",
        },
        spread=0,
        elo=2635,
        parts=EVERYTHING,
        limits=Limits(time_ms=200),
        guard=True,
    ),
    Level(
        number=8,
        engine="search",
        name={"en": "Strategist", "zh-Hans": "谋士", "zh-Hant": "謀士"},
        character={
            "en": "Takes a second per move and strings threes and fours together until nothing stops them.",
            "zh-Hans": "每手想一秒，把三和四连成一串，让你挡不胜挡。",
            "zh-Hant": "每手想一秒，把三和四連成一串，讓你擋不勝擋。",
        },
        spread=0,
        elo=2826,
        parts=EVERYTHING,
        limits=Limits(time_ms=1000),
        guard=True,
    ),
    Level(
        number=9,
        engine="search",
        name={"en": "Tengen", "zh-Hans": "国手", "zh-Hant": "國手"},
        character={
            "en": "Our best player: takes up to five seconds per move and plays on every win that it sees.",
            "zh-Hans": "我们最强的棋手：一手最多想五秒，看清的胜局绝不放过。",
            "zh-Hant": "我們最強的棋手：一手最多想五秒，看清的勝局絕不放過。",
        },
        spread=0,
        elo=3029,
        parts=EVERYTHING,
        limits=Limits(time_ms=5000, threads=MOST_THREADS),
        guard=True,
    ),
    # its strength depends on what it has learned; Elo is that of its first day
    Level(
        number=10,
        engine="learner",
        name={"en": "Learner", "zh-Hans": "学徒", "zh-Hant": "學徒"},
        character={
            "en": "Studies every game it loses and tries another way next time.",
            "zh-Hans": "输掉的每一局都要研究，下次会另找走法。",
            "zh-Hant": "輸掉的每一局都要研究，下次會另找走法。",
        },
        spread=0,
        guard=True,
        parts=EVERYTHING,
        elo=2123,
        limits=Limits(nodes=4_000),
    ),
)

TWIN = 50  # added to a level's number to get its twin's
TWIN_NAMES = {"en": "{}, first day", "zh-Hans": "{}（第一天）", "zh-Hant": "{}（第一天）"}
TWIN_CHARACTER = {
    "en": "As on its first day, without anything it has learned since.",
    "zh-Hans": "还是第一天的样子：后来从对局里学到的，一概不用。",
    "zh-Hant": "還是第一天的樣子：後來從對局裡學到的，一概不用。",
}


def _twin(found: Level) -> Level:
    """Return the level with nothing learned, now or later."""
    name = {language: TWIN_NAMES[language].format(own) for language, own in found.name.items()}
    return replace(
        found,
        number=TWIN + found.number,
        name=name,
        character=TWIN_CHARACTER,
        parts=NOTHING,
        twin_of=found.number,
    )


TWINS = tuple(_twin(found) for found in LEVELS if found.parts)
_configured: tuple[Level, ...] = ()


def configure(levels: Iterable[Level]) -> None:
    """Offer these levels beside the ladder, replacing those configured before."""
    global _configured  # noqa: PLW0603 - set once, when a server starts
    _configured = tuple(levels)


def list_offered() -> tuple[Level, ...]:
    """List every level that can be chosen: the ladder, the twins of those that learn, and the configured ones."""
    return LEVELS + TWINS + _configured


def sort_by_strength(found: Iterable[Level]) -> list[Level]:
    """Sort the ladder by strength, weakest first, followed by levels not on it: twins and unmeasured ones."""
    return sorted(
        found, key=lambda each: (each.twin_of is not None, each.number > 0 and each.elo is None, each.elo or 0)
    )


def level(number: int) -> Level:
    """Return the level with this number; raises UnknownLevel."""
    for found in list_offered():
        if found.number == number:
            return found
    raise UnknownLevel(str(number))


def levels_for(rules: str, size: int) -> tuple[Level, ...]:
    """List the levels that play these rules on this board, in the order of their numbers."""
    return tuple(found for found in list_offered() if found.plays(rules, size))


def open_player(
    chosen: Level, rules: RuleSet, size: int, seed: int, memory: int, weights: Numbers | None = None
) -> Player:
    """Open a level's player: the engine restricted to the rules, with learned knowledge, slips, guard and first stone.

    ``weights`` of the evaluation are used if the level has learned ones. Raises UnsupportedGame when the level does not
    play this, BadWeights for invalid weights.
    """
    if not chosen.plays(rules.name, size):
        raise UnsupportedGame(f"level {chosen.number} does not play {rules.name} on {size}x{size}")
    source = engine(chosen.engine)
    if chosen.parts or chosen.twin_of is not None:  # a twin leaves out what its engine would use
        from bots.learning.players.learner import make_learner  # noqa: PLC0415 - it imports numba, which most levels need not
        from bots.learning.players.taught import Learned  # noqa: PLC0415 - as above

        source = make_learner(
            source, chosen.parts, weights, Learned(experience=partial(experience_for, level=chosen.number))
        )
    player = open_bare(source, rules, size, seed, memory)
    if chosen.slip:
        player = SlippingPlayer(player, chosen.slip, seed)
    if chosen.guard:
        player = GuardedPlayer(player)
    return player if chosen.spread is None else CentredPlayer(player, chosen.spread, seed)
