"""The arms that are compared: the learner with some of its parts, and the school that taught it."""

from dataclasses import dataclass
from typing import Final

from bots.engine import Player
from bots.learning.players.learner import Learner, LearningEngine
from bots.learning.players.parts import EVERYTHING, NOTHING, Parts
from bots.learning.players.taught import Learned
from bots.players.wrappers import GuardedPlayer
from bots.registry import engine
from bots.search.board.weights import FITTED, from_numbers
from gomoku.rulesets import ruleset
from lab.learning.attackers import MEMORY
from lab.learning.knowledge import Knowledge
from lab.learning.plan import RULES, SIZE, Plan

SCHOOL, ELSEWHERE, CLASSIC = "home", "elsewhere", "classic"
"""Schools: the sources of an arm's lost games."""
SEARCH, CLASSIC_BASE = "search", "wins_array"


@dataclass(frozen=True, slots=True)
class Arm:
    """A player to compare: the learner with ``parts`` beside its search, on the engine ``base``.

    ``school`` names the source of its lost games, None for an arm that learns nothing. With ``more`` its search gets
    the time that the whole learner spends on what it has learned. One that ``practises`` has also learned from practice
    after each of its lost games.
    """

    name: str
    parts: Parts = NOTHING
    school: str | None = None
    more: bool = False
    base: str = SEARCH
    practises: bool = False

    def nodes(self, plan: Plan) -> int:
        """Return the nodes of each of its searches."""
        return plan.more if self.more else plan.nodes

    def open(self, knowledge: Knowledge, seed: int) -> Player:
        """Open a player of the arm; its opening draws depend on the seed."""
        rules = ruleset(RULES)
        learned = Learned(lambda _: knowledge.positions, lambda _: knowledge.experience)
        if self.base == SEARCH:
            numbers = knowledge.weights if Parts.WEIGHTS in self.parts else None
            weights = FITTED if numbers is None else from_numbers(numbers)
            return Learner(learned, self.parts, weights).open(rules, SIZE, seed, MEMORY)
        return GuardedPlayer(LearningEngine(engine(self.base), learned, self.parts).open(rules, SIZE, seed, MEMORY))


FROZEN: Final = Arm("frozen")
CONTROL: Final = Arm("more search", more=True)
"""The control of every arm that learns: its time spent on plain search instead."""
WHOLE: Final = Arm("whole", EVERYTHING, SCHOOL)
ARMS: Final = (
    FROZEN,
    CONTROL,
    Arm("proven", Parts.PROVEN, SCHOOL),
    Arm("weights", Parts.WEIGHTS, SCHOOL),
    Arm("experience", Parts.EXPERIENCE, SCHOOL),
    WHOLE,
    Arm("practice", EVERYTHING, SCHOOL, practises=True),
    Arm("experience + practice", Parts.EXPERIENCE, SCHOOL, practises=True),
    Arm("placebo", EVERYTHING, ELSEWHERE),
)
CLASSICS: Final = (
    Arm("classic, frozen", base=CLASSIC_BASE),
    Arm("classic, whole", EVERYTHING, CLASSIC, base=CLASSIC_BASE),
)
BY_NAME: Final = {arm.name: arm for arm in (*ARMS, *CLASSICS)}
