"""A game that white won by a trap, and its lesson."""

from functools import cache

from bots.learning.players.published import LearnedPositions
from bots.learning.proofs.last_chances import LastChance, Memory
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
def learned() -> Lesson:
    """Return the lesson of the game."""
    lesson = teach("freestyle", 15, MOVES + LOSING, Color.WHITE, Reason.FIVE, NODES)
    assert lesson is not None
    return lesson


def positions(*, known: bool = True) -> LearnedPositions:
    """Return the position that lost the game; not ``known``: without the moves that withstood."""
    lost = LastChance.of(15, MOVES + LOSING, learned())
    assert lost is not None
    kept = lost if known else LastChance(lost.cells, lost.color, lost.lost, ())
    return LearnedPositions("freestyle", 1, Memory([kept]), {})


def before_the_mistake(by: int = 0) -> Game:
    """Return the position of the mistake, turned."""
    return Game.replay(ruleset("freestyle"), 15, [maps(15)[by][point] for point in MOVES])
