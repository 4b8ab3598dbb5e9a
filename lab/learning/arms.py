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

SCHOOL, ELSEWHERE, CLASSIC, BOOK, MORE_BOOK = "home", "elsewhere", "classic", "book", "more search and book"
"""Schools: the sources of an arm's lost games."""
SEARCH, CLASSIC_BASE = "search", "wins_array"
PATTERNS = Parts.ASKING | Parts.PATTERNS | Parts.PROVEN


@dataclass(frozen=True, slots=True)
class Arm:
    """A player to compare: the learner with ``parts`` beside its search, on the engine ``base``.

    ``school`` names the source of its lost games, None for an arm that learns nothing. With ``more`` or ``slightly``
    the search gets the time that other arms spend on questions or on experience.
    """

    name: str
    parts: Parts
    school: str | None = None
    more: bool = False
    slightly: bool = False
    base: str = SEARCH

    def nodes(self, plan: Plan) -> int:
        """Return the nodes of each of its searches."""
        return plan.more if self.more else plan.slightly if self.slightly else plan.nodes

    def open(self, knowledge: Knowledge, seed: int) -> Player:
        """Open a player of the arm; its opening draws depend on the seed."""
        rules = ruleset(RULES)
        learned = Learned(lambda _: knowledge.table, lambda _: knowledge.experience)
        if self.base == SEARCH:
            numbers = knowledge.weights if Parts.WEIGHTS in self.parts else None
            weights = FITTED if numbers is None else from_numbers(numbers)
            return Learner(learned, self.parts, weights).open(rules, SIZE, seed, MEMORY)
        return GuardedPlayer(LearningEngine(engine(self.base), learned, self.parts).open(rules, SIZE, seed, MEMORY))


FROZEN: Final = Arm("frozen", NOTHING)
ASKING: Final = Arm("asking", Parts.ASKING)
MORE: Final = Arm("more search", NOTHING, more=True)
SLIGHTLY: Final = Arm("slightly more search", NOTHING, slightly=True)
BOOKISH: Final = Arm("search + experience", Parts.EXPERIENCE, BOOK)
PATTERNED: Final = Arm("asking + patterns", PATTERNS, SCHOOL)
WHOLE: Final = Arm("whole", EVERYTHING, SCHOOL)
ARMS: Final = (
    FROZEN,
    ASKING,
    MORE,
    PATTERNED,
    Arm("asking + patterns + experience", PATTERNS | Parts.EXPERIENCE, SCHOOL),
    WHOLE,
    Arm("experience without asking", Parts.EXPERIENCE, SCHOOL),
    Arm("asking + weights", Parts.ASKING | Parts.WEIGHTS, SCHOOL),
    Arm("placebo", EVERYTHING, ELSEWHERE),
)
CLASSICS: Final = (
    Arm("classic, frozen", NOTHING, base=CLASSIC_BASE),
    Arm("classic, asking", Parts.ASKING, base=CLASSIC_BASE),
    Arm("classic, whole", EVERYTHING, CLASSIC, base=CLASSIC_BASE),
)
MORE_BOOKISH: Final = Arm("more search + experience", Parts.EXPERIENCE, MORE_BOOK, more=True)
REGULARS: Final = (FROZEN, SLIGHTLY, BOOKISH, ASKING, MORE, MORE_BOOKISH, WHOLE)
"""Arms that play the regulars who taught them."""
BY_NAME: Final = {arm.name: arm for arm in (*ARMS, *CLASSICS, *REGULARS)}
