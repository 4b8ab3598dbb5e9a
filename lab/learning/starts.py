"""Starts of games: at home, where the learner trains, and away, apart from that by symmetry."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from bots.learning.proofs.lesson import Lesson
from bots.learning.study.backward_replay import to_move
from bots.openings import EVEN, load
from gomoku.board import Color
from gomoku.keys import along
from gomoku.rulesets import ruleset
from lab.learning.decided_games import DecidedGame
from lab.learning.plan import RULES, SIZE, Plan

HOME, AWAY, ELSEWHERE, REGULARS = "home", "away", "elsewhere", "regulars"
"""Regulars are the people who trained it at home, come again; at home others come."""
BACK: Final = (2, 10)  # plies before a mistake, the fewest and the most


class Start(NamedTuple):
    """A position that games begin from, and the colours that the learner plays there."""

    moves: tuple[int, ...]
    colors: tuple[Color, ...] = tuple(Color)


Starts = dict[str, tuple[Start, ...]]


def draw_starts(plan: Plan, mistakes: Sequence[Start]) -> Starts:
    """The starts of each regime; elsewhere as many are trained on as at home. No position is in two of them.

    ``mistakes`` are dealt out to home and away.
    """
    dealt = deck()
    home = [Start(()), *dealt[: plan.home], *mistakes[::2][: plan.mistakes]]
    rest = apart(dealt[plan.home :], home)
    elsewhere = list(rest[: len(home)])
    taken = [*home, *elsewhere]
    away = [*apart(mistakes[1::2], taken)[: plan.mistakes], *apart(rest[len(home) :], taken)[: plan.away]]
    return {HOME: tuple(home), REGULARS: tuple(home), ELSEWHERE: tuple(elsewhere), AWAY: tuple(away)}


def deck() -> list[Start]:
    """All even openings, in an order drawn by lot: one that is all but won says nothing of who learns."""
    openings = list(load(EVEN, ruleset(RULES), SIZE))
    Random("starts").shuffle(openings)
    return [Start(moves) for moves in openings]


def apart(those: Iterable[Start], others: Iterable[Start]) -> list[Start]:
    """Those that the others do not reach, turned or mirrored, nor go through, by the keys of their positions."""
    taken = {key for start in others for key in along(start.moves, SIZE)}
    return [start for start in those if list(along(start.moves, SIZE))[-1] not in taken]


def before_mistake(game: DecidedGame, lesson: Lesson) -> Start | None:
    """A start some plies before the mistake of a game, drawn by lot from its name; the learner plays who made it.

    None where no mistake is named or the game has not so many moves.
    """
    if lesson.mistake is None or lesson.mistake < BACK[0]:
        return None
    back = Random(game.id).randint(BACK[0], min(BACK[1], lesson.mistake))
    return Start(game.moves[: lesson.mistake - back], (to_move(lesson.mistake),))


def find_passed(games: Iterable[Sequence[int]], among: Sequence[Start]) -> Iterator[Start]:
    """Those of the starts whose position came up in one of the games, turned or mirrored."""
    wanted = {list(along(start.moves, SIZE))[-1]: start for start in among}
    met = {key for moves in games for key in along(moves, SIZE)}
    return (start for key, start in wanted.items() if key in met)
