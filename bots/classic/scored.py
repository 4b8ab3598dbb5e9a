"""The base of the classic engines: they score all cells for both sides at once, then pick one.

Their authors scan the board column by column (x outer, y inner) and break ties by that order; arrays are in the order
of points, so ``first_best`` scans transposed.
"""

import random
from abc import abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bots.engine import Choice, Engine, Limits, Player, Stop
from bots.errors import NoMove, UnsupportedGame
from bots.immediate_wins import makes_five
from bots.reasons import MoveReason, PlaceReason, ScoreReason
from gomoku.game import Game
from gomoku.ruleset import RuleSet

SHOWN = 8  # candidates reported with a choice

DIRECTIONS = ("row", "column", "falling", "rising")  # names of gomoku.lines.AXES
REST = "rest"  # place of a point that no five, four or double threat ranks
COUNTS = ("none", "one", "two", "three", "four", "five")


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """The input of an engine: boolean arrays of shape (size * size,), ``allowed`` not all False.

    ``seed`` combines the player's seed and the ply, for random choices.
    """

    mine: NDArray[np.bool_]
    theirs: NDArray[np.bool_]
    allowed: NDArray[np.bool_]
    size: int
    seed: str


class SeenPoint(NamedTuple):
    """A description of the picked point: fields of `ScoreReason` and `PlaceReason`; ``best``: scores to report instead.

    Usually ``shape``, what the leading side's stone makes there, and ``directions``, a subset of DIRECTIONS.
    """

    shape: str | None = None
    directions: list[str] | None = None
    equal: int | None = None
    ahead: int | None = None
    place: str | None = None
    best: tuple[int, int] | None = None

    def explain(self, kind: str, threat: int, own: int) -> MoveReason:
        """Build the reason for the pick with its scores."""
        threat, own = self.best or (threat, own)
        if self.place in (None, REST) or self.shape is None or self.directions is None:
            return ScoreReason(kind, threat, own, self.equal, self.ahead, self.shape, self.directions, self.place)
        return PlaceReason(kind, threat, own, self.place, self.shape, self.directions)


NOTHING_SEEN = SeenPoint()


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """The output of an engine: the picked point, and scores of every cell, shape (size * size,) each.

    ``worth`` ranks the cells; ``threat`` is the part that stops the opponent, ``own`` the part that helps the player.
    ``seen`` describes the picked point; ``kind`` overrides the result of ``motive``.
    """

    point: int
    worth: NDArray[np.int64]
    threat: NDArray[np.int64]
    own: NDArray[np.int64]
    seen: SeenPoint = NOTHING_SEEN
    kind: str | None = None


class ScoredEngine(Engine):
    """An engine that scores every cell from the stones alone and counts five or more as five."""

    def supports(self, rules: RuleSet, size: int) -> bool:
        """Support five in a row on all board sizes of the rules."""
        return rules.length == 5 and size in rules.sizes

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> Player:
        """Open a stateless player."""
        if not self.supports(rules, size):
            raise UnsupportedGame(f"{self.name} does not play {rules.name} on {size}x{size}")
        return ScoredPlayer(self, seed)

    @abstractmethod
    def look(self, position: BoardView) -> Sight:
        """Score the cells (values on stones are meaningless) and pick one of the allowed."""


class ScoredPlayer:
    """A player of a scored engine."""

    def __init__(self, engine: ScoredEngine, seed: int) -> None:
        self._engine = engine
        self._seed = seed

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Choose among all empty points."""
        return self.choose_among(game, np.frombuffer(game.board.cells, np.uint8) == 0, limits, stop)

    def choose_among(self, game: Game, allowed: NDArray[np.bool_], limits: Limits, stop: Stop) -> Choice:
        """Choose among the allowed points. Takes milliseconds at most, so limits and stop are ignored."""
        if game.outcome is not None:
            raise NoMove("the game is over")
        if not allowed.any():
            raise NoMove("no point may be played")
        me, cells = game.to_move, np.frombuffer(game.board.cells, np.uint8)
        position = BoardView(cells == me, cells == me.other, allowed, game.size, f"{self._seed}:{game.ply}")
        sight = self._engine.look(position)

        point, worth = sight.point, np.where(allowed, sight.worth, -1)
        ranked = (-worth).argsort(kind="stable")[:SHOWN]
        shown = [point, *(int(other) for other in ranked if other != point and worth[other] >= 0)]
        candidates = tuple((other, int(worth[other])) for other in shown[:SHOWN])
        threat, own = int(sight.threat[point]), int(sight.own[point])
        kind = sight.kind or motive(game, point, threat, own)
        return Choice(point, int(worth[point]), candidates, sight.seen.explain(kind, threat, own))

    def close(self) -> None:
        """Do nothing: the player holds no resources."""


def motive(game: Game, point: int, threat: int, own: int) -> str:
    """Return the kind of a pick: what the move does, or else which of its scores is larger."""
    if makes_five(game.board, point, game.to_move):
        return "win"
    if makes_five(game.board, point, game.to_move.other):
        return "block"
    return "attack" if own >= threat else "defend"


def first_best(scores: NDArray[np.int64], size: int) -> int:
    """Return the point of the largest score, the first in the scan order (x outer, y inner) among equals."""
    x, y = divmod(int(scores.reshape(size, size).T.argmax()), size)
    return y * size + x


def draw_point(cells: NDArray[np.bool_], seed: str) -> int:
    """Draw one of the points where ``cells`` is true, at least one, with this seed."""
    return int(random.Random(seed).choice(np.flatnonzero(cells)))


def nearest_centre(allowed: NDArray[np.bool_], size: int) -> int:
    """Return the allowed point nearest the centre, the first in the scan order among equals."""
    return first_best(np.where(allowed, _from_centre(size), np.iinfo(np.int64).min), size)


@lru_cache(maxsize=4)
def _from_centre(size: int) -> NDArray[np.int64]:
    """Return minus the squared distance of every point from the centre, in half cells."""
    offset = 2 * np.arange(size, dtype=np.int64) - (size - 1)
    return -np.add.outer(offset**2, offset**2).ravel()


def directions(axes: NDArray[np.bool_]) -> list[str]:
    """Name the axes that are true, shape (4,)."""
    return [name for name, holds in zip(DIRECTIONS, axes, strict=True) if holds]
