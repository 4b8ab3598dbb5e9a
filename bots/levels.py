"""The levels people choose from: one table, and how a level's player is put together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bots.engine import Engine, Limits, Player, SelectivePlayer
from bots.errors import UnknownLevel, UnsupportedGame
from bots.guard import GuardedPlayer
from bots.legal import LegalPlayer
from bots.registry import engine
from bots.slip import SlippingPlayer
from gomoku.ruleset import RuleSet

FIVES = ("freestyle", "standard", "renju", "caro")
BOARDS = (15, 19, 20)
NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Level:
    """One step of the ladder; ``name`` and ``character`` (one line) are given by language tag.

    ``guard``: never misses a win in one or its block. ``slip``: probability of an oversight at each move. ``elo`` is
    measured in the arena, None until then.
    """

    number: int
    engine: str
    name: Mapping[str, str] = field(hash=False)
    character: Mapping[str, str] = field(hash=False)
    rules: tuple[str, ...] = FIVES
    sizes: tuple[int, ...] = BOARDS
    limits: Limits = NO_LIMITS
    guard: bool = False
    slip: float = 0.0
    elo: int | None = None

    @property
    def version(self) -> str:
        """Name and version of the engine, as stored with each game."""
        return f"{self.engine} {engine(self.engine).version}"

    def plays(self, rules: str, size: int) -> bool:
        """Whether the level is offered for these rules and this board."""
        return rules in self.rules and size in self.sizes


# Level 0 stands outside the ladder: noughts and crosses has one bot, and it cannot be beaten. The order of the others
# is provisional until the arena has measured it.
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
        name={"en": "Row counter", "zh-Hans": "数子", "zh-Hant": "數子"},
        character={
            "en": "Counts unbroken rows and overlooks everything with a gap.",
            "zh-Hans": "只数连着的棋子，中间隔一格就看不见。",
            "zh-Hant": "只數連著的棋子，中間隔一格就看不見。",
        },
    ),
    Level(
        number=2,
        engine="wins_array",
        name={"en": "Line counter", "zh-Hans": "数线", "zh-Hant": "數線"},
        character={
            "en": "Weighs every line of five, but not two threats at once.",
            "zh-Hans": "会掂量每一条五连线，却想不到一子双威胁。",
            "zh-Hant": "會掂量每一條五連線，卻想不到一子雙威脅。",
        },
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


def runs_long(chosen: Level) -> bool:
    """Whether a move may hold the interpreter lock for more than about a millisecond."""
    return engine(chosen.engine).gil_bound


def open_bare(source: Engine, rules: RuleSet, size: int, seed: int, memory: int) -> Player:
    """A player of an engine as it is, held to the rules where it does not know them; raises UnsupportedGame."""
    player = source.open(rules, size, seed, memory)
    if source.knows_rules or rules.name == "freestyle":
        return player
    if not isinstance(player, SelectivePlayer):
        raise UnsupportedGame(f"{source.name} cannot be held to {rules.name}")
    return LegalPlayer(player)


def open_player(chosen: Level, rules: RuleSet, size: int, seed: int, memory: int) -> Player:
    """A player of the level: the engine held to the rules, its slips, then its guard.

    Raises UnsupportedGame when the level does not play this.
    """
    if not chosen.plays(rules.name, size):
        raise UnsupportedGame(f"level {chosen.number} does not play {rules.name} on {size}x{size}")
    player = open_bare(engine(chosen.engine), rules, size, seed, memory)
    if chosen.slip:
        player = SlippingPlayer(player, chosen.slip, seed)
    return GuardedPlayer(player) if chosen.guard else player
