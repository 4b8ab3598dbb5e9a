"""Trials of a bot on the positions where games were lost: does it play a defence after which no win is found?"""

import random
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from time import process_time

from bots.engine import MEMORY, Engine, Limits, Stop
from bots.learning.patterns.pattern import Pattern
from bots.learning.proofs.defence_search import judge_defence
from bots.learning.proofs.lesson import Lesson
from bots.learning.proofs.prover import Prover
from bots.learning.study.decided_games import DecidedGame
from bots.learning.study.study import solver
from gomoku import symmetry
from gomoku.errors import GomokuError
from gomoku.game import Game
from gomoku.point import at, xy
from gomoku.ruleset import RuleSet

NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class LessonTrial:
    """A decided game, the lesson and the patterns learned from it, and the seconds of processor time that took."""

    game: DecidedGame
    lesson: Lesson | None
    patterns: tuple[Pattern, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Trial:
    """A position after these moves, the loser of game ``game`` to move; after the moves ``open`` no win was found."""

    game: str
    moves: tuple[int, ...]
    open: frozenset[int]


def critical(taught: Sequence[LessonTrial]) -> list[Trial]:
    """The position of each mistake that is named."""
    trials = []
    for one in taught:
        lesson = one.lesson
        if lesson is not None and lesson.mistake is not None:
            left = frozenset(move.point for move in lesson.open)
            trials.append(Trial(one.game.id, one.game.moves[: lesson.mistake], left))
    return trials


def images(trial: Trial, rules: RuleSet, size: int, shifts: int, chance: random.Random) -> Iterator[tuple[Trial, bool]]:
    """The trial in all orientations, and whether it was moved: where it lies, and whole to so many other places, drawn
    by lot.

    A moved position, where the edge may make a difference, keeps the same open moves; who judges it asks the solver.
    """
    for turn in symmetry.maps(size):
        turned = Trial(trial.game, tuple(turn[p] for p in trial.moves), frozenset(turn[p] for p in trial.open))
        yield turned, False
        xs, ys = zip(*(xy(point, size) for point in turned.moves), strict=True)
        room = product(range(-min(xs), size - max(xs)), range(-min(ys), size - max(ys)))
        places = sorted(set(room) - {(0, 0)})
        for dx, dy in chance.sample(places, min(shifts, len(places))):
            moved = _shift(turned, dx, dy, size)
            if moved.open and playable(moved, rules, size):
                yield moved, True


@dataclass(slots=True)
class Cost:
    """Seconds of processor time that each engine took for so many moves."""

    seconds: list[float]
    moves: int = 0


class Judge:
    """Puts trials to two engines and says of each whether a win is found after its move; ``nodes`` bound each proof."""

    def __init__(self, rules: RuleSet, size: int, engines: Sequence[Engine], nodes: int) -> None:
        self._rules = rules
        self._size = size
        self._players = [engine.open(rules, size, 0, MEMORY) for engine in engines]
        self._nodes = nodes
        self.cost = Cost([0.0] * len(engines))

    def outcomes(self, trial: Trial, *, moved: bool) -> list[bool] | None:
        """Whether each engine's move is open; None where, on a position that was moved, none is left."""
        game = Game.replay(self._rules, self._size, trial.moves)
        left: Container[int] = _Solved(game, self._nodes) if moved else trial.open
        if moved and not any(point in left for point in trial.open):
            return None
        self.cost.moves += 1
        found = []
        for n, player in enumerate(self._players):
            begun = process_time()
            point = player.choose(game, NO_LIMITS, Stop()).point
            self.cost.seconds[n] += process_time() - begun
            found.append(point in left)
        return found


class _Solved:
    """The moves of a game after which the solver finds no win."""

    def __init__(self, game: Game, nodes: int) -> None:
        self._prover = Prover(solver(game.rules.name, game.size), nodes)
        self._board = game.board.copy()
        self._attacker = game.to_move.other
        self._threat = self._prover.attack(self._board, self._attacker).attack

    def __contains__(self, point: object) -> bool:
        assert isinstance(point, int)
        if self._threat is None:
            return False
        found = judge_defence(self._prover, self._board, self._attacker, point, self._threat)
        return found.withstands(self._threat.method)


def playable(trial: Trial, rules: RuleSet, size: int) -> bool:
    """Whether the moves lead to a running game."""
    try:
        return Game.replay(rules, size, trial.moves).outcome is None
    except GomokuError:
        return False


def _shift(trial: Trial, dx: int, dy: int, size: int) -> Trial:
    def inside(points: Sequence[int]) -> Iterator[int]:
        for x, y in (xy(point, size) for point in points):
            if 0 <= x + dx < size and 0 <= y + dy < size:
                yield at(x + dx, y + dy, size)

    return Trial(trial.game, tuple(inside(trial.moves)), frozenset(inside(sorted(trial.open))))
