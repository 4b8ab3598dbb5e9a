"""What the classic engines share: score all cells for both sides at once, then pick one.

Their authors scan the board column by column (x outer, y inner) and settle ties by the order of that scan; arrays
are in the order of points, so ``first_best`` looks through them crosswise.
"""

from abc import abstractmethod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bots.engine import Choice, Engine, Limits, Player, Stop
from bots.errors import NoMove, UnsupportedGame
from bots.rows import makes_five
from gomoku.game import Game
from gomoku.ruleset import RuleSet

SHOWN = 5  # candidates reported with a choice


class Pick(NamedTuple):
    """A picked point and the two scores that decided."""

    point: int
    threat: int
    own: int


class ScoredEngine(Engine):
    """An engine that scores every cell from the stones alone and counts five or more as five."""

    def supports(self, rules: RuleSet, size: int) -> bool:
        """Five in a row on any board that the rules are played on."""
        return rules.length == 5 and size in rules.sizes

    def open(self, rules: RuleSet, size: int, seed: int, memory: int) -> Player:
        """A player without state or chance."""
        if not self.supports(rules, size):
            raise UnsupportedGame(f"{self.name} does not play {rules.name} on {size}x{size}")
        return ScoredPlayer(self)

    @abstractmethod
    def scores(
        self, mine: NDArray[np.bool_], theirs: NDArray[np.bool_], size: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Threat and own score of every cell, shape (size * size,) each; meaningless where a stone lies."""

    @abstractmethod
    def pick(self, threat: NDArray[np.int64], own: NDArray[np.int64], allowed: NDArray[np.bool_], size: int) -> Pick:
        """The chosen cell among the allowed ones, of which there is at least one."""


class ScoredPlayer:
    """A player of a scored engine; one at most is needed, since it keeps nothing."""

    def __init__(self, engine: ScoredEngine) -> None:
        self._engine = engine

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Choose among all empty points."""
        if game.outcome is not None:
            raise NoMove("the game is over")
        return self.choose_among(game, np.frombuffer(game.board.cells, np.uint8) == 0, limits, stop)

    def choose_among(self, game: Game, allowed: NDArray[np.bool_], limits: Limits, stop: Stop) -> Choice:
        """Choose among the allowed points; takes well under a millisecond, so limits and stop are not looked at."""
        if not allowed.any():
            raise NoMove("no point may be played")
        size, me = game.size, game.to_move
        cells = np.frombuffer(game.board.cells, np.uint8)
        threat, own = self._engine.scores(cells == me, cells == me.other, size)
        pick = self._engine.pick(threat, own, allowed, size)

        worth = np.where(allowed, np.maximum(threat, own), -1)
        ranked = (-worth).argsort(kind="stable")[:SHOWN]
        shown = [pick.point, *(int(point) for point in ranked if point != pick.point)]
        candidates = tuple((point, int(worth[point])) for point in shown if worth[point] >= 0)[:SHOWN]
        why = {"kind": motive(game, pick), "threat": pick.threat, "own": pick.own}
        return Choice(pick.point, int(worth[pick.point]), candidates, why)

    def close(self) -> None:
        """Nothing is held."""


def motive(game: Game, pick: Pick) -> str:
    """The kind of a pick: what the move does, or else which of its scores was the larger."""
    if makes_five(game.board, pick.point, game.to_move):
        return "win"
    if makes_five(game.board, pick.point, game.to_move.other):
        return "block"
    if pick.own == pick.threat == 0:
        return "centre"
    return "attack" if pick.own >= pick.threat else "defend"


def first_best(scores: NDArray[np.int64], size: int) -> int:
    """The point of the largest score, the first in the scan order (x outer, y inner) among equals."""
    x, y = divmod(int(scores.reshape(size, size).T.argmax()), size)
    return y * size + x
