"""Starts of games: at home, where the learner trains, and away, distinct up to symmetry."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from bots.learning.proofs.lesson import Lesson
from bots.learning.study.backward_replay import to_move
from bots.openings import FREESTYLE, load
from gomoku.board import Color
from gomoku.keys import along
from gomoku.rulesets import ruleset
from lab.learning.decided_games import DecidedGame
from lab.learning.plan import RULES, SIZE, Plan

HOME, AWAY, ELSEWHERE, REGULARS = "home", "away", "elsewhere", "regulars"
"""Regulars are the people who trained the learner; at home it also meets others."""
BACK: Final = (2, 10)  # fewest and most plies before a mistake


class Start(NamedTuple):
    """A position to start games from, and the learner's colours there."""

    moves: tuple[int, ...]
    colors: tuple[Color, ...] = tuple(Color)


Starts = dict[str, tuple[Start, ...]]


def draw_starts(plan: Plan, mistakes: Sequence[Start]) -> Starts:
    """Draw the starts of each regime, disjoint except for regulars; elsewhere has as many training starts as home.

    ``mistakes`` are split between home and away.
    """
    dealt = deck()
    home = [Start(()), *dealt[: plan.home], *mistakes[::2][: plan.mistakes]]
    rest = apart(dealt[plan.home :], home)
    elsewhere = list(rest[: len(home)])
    taken = [*home, *elsewhere]
    away = [*apart(mistakes[1::2], taken)[: plan.mistakes], *apart(rest[len(home) :], taken)[: plan.away]]
    return {HOME: tuple(home), REGULARS: tuple(home), ELSEWHERE: tuple(elsewhere), AWAY: tuple(away)}


def deck() -> list[Start]:
    """List the balanced openings in random order."""
    openings = list(load(FREESTYLE, ruleset(RULES), SIZE))
    Random("starts").shuffle(openings)
    return [Start(moves) for moves in openings]


def apart(those: Iterable[Start], others: Iterable[Start]) -> list[Start]:
    """Return those starts whose final position no other start passes through, up to symmetry."""
    taken = {key for start in others for key in along(start.moves, SIZE)}
    return [start for start in those if list(along(start.moves, SIZE))[-1] not in taken]


def before_mistake(game: DecidedGame, lesson: Lesson) -> Start | None:
    """Start a random number of plies before a game's mistake, with the learner in place of the player who made it.

    None when no mistake is named or the game is too short. The draw depends on the game's id.
    """
    if lesson.mistake is None or lesson.mistake < BACK[0]:
        return None
    back = Random(game.id).randint(BACK[0], min(BACK[1], lesson.mistake))
    return Start(game.moves[: lesson.mistake - back], (to_move(lesson.mistake),))


def find_passed(games: Iterable[Sequence[int]], among: Sequence[Start]) -> Iterator[Start]:
    """Yield the starts whose position came up in one of the games, up to symmetry."""
    wanted = {list(along(start.moves, SIZE))[-1]: start for start in among}
    met = {key for moves in games for key in along(moves, SIZE)}
    return (start for key, start in wanted.items() if key in met)
