"""A game that white won by a trap, and what it taught."""

from functools import cache

from bots.learning.patterns.pattern import Pattern
from bots.learning.patterns.table import PatternTable
from bots.learning.proofs.lesson import Lesson
from bots.learning.study.study import teach
from gomoku.board import Color
from gomoku.game import Game, Reason
from gomoku.rulesets import ruleset
from gomoku.symmetry import maps

NODES = 5000
MOVES = [109, 63, 75, 93, 79, 94, 78, 80, 77, 76, 95, 66, 108, 52, 38, 67, 64, 50]  # black to move
LOSING = [82, 68, 69, 51, 53, 36, 20, 81, 21, 96]


@cache
def learned() -> tuple[Lesson, tuple[Pattern, ...]]:
    """Return the lesson and patterns of the game."""
    lesson, patterns = teach("freestyle", 15, MOVES + LOSING, Color.WHITE, Reason.FIVE, NODES)
    assert lesson is not None
    return lesson, tuple(each.pattern() for each in patterns)


def table() -> PatternTable:
    """Return the patterns of the game."""
    return PatternTable("freestyle", learned()[1], 1)


def before_the_mistake(by: int = 0) -> Game:
    """Return the position of the mistake, turned."""
    return Game.replay(ruleset("freestyle"), 15, [maps(15)[by][point] for point in MOVES])
