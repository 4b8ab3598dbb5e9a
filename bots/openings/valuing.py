"""Values of positions in openings: expected scores, 0 to 1, from the search at fixed nodes."""

from collections.abc import Callable, Sequence
from functools import cache
from math import exp
from pathlib import Path
from typing import Final, NamedTuple

from bots.engine import Limits, Player, Stop
from bots.registry import engine
from gomoku.board import Color
from gomoku.errors import IllegalMove
from gomoku.game import Game
from gomoku.point import xy
from gomoku.ruleset import RuleSet
from gomoku.symmetry import canonical_stones

FARTHEST: Final = 20.0  # log-odds beyond which nothing differs


class Curve(NamedTuple):
    """White's log-odds: ``offset`` at score 0, plus 1 for each ``scale`` of white's score."""

    offset: float
    scale: float


def file(rules: str) -> Path:
    """Return the file of a rule set in which five win."""
    return Path(__file__).parent / f"expected_{rules}15.txt"


@cache
def curves(rules: str) -> dict[int, Curve]:
    """Return the curves of a rule set by number of stones, ascending."""
    lines = file(rules).read_text(encoding="ascii").splitlines()
    cells = [line.split() for line in lines if line and not line.startswith("#")]
    return {int(stones): Curve(float(offset), float(scale)) for stones, offset, _, scale, _ in cells}


def expect(score: float, side: Color, stones: int, rules: str) -> float:
    """Return the expected score of ``side``, to move, from its search score with this many stones on the board.

    Numbers of stones outside the file's range use the nearest one in it.
    """
    known = curves(rules)
    curve = known[min(max(stones, min(known)), max(known))]
    offset = curve.offset if side is Color.WHITE else -curve.offset
    return 1 / (1 + exp(-max(-FARTHEST, min(FARTHEST, offset + score / curve.scale))))


NODES: Final = 1_000  # per position; a few ms
DEEPER: Final = 20  # factor for a position in which a colour is chosen
FEW: Final = 8
EVEN: Final = 0.5
MEMORY: Final = 1 << 22
NEAR: Final = 2  # lines from another stone within which points are considered, or more when there are none
MOST: Final = 48  # most points considered

Valued = tuple[float, int]
"""The value of a stone for the side that places it, and its point."""


def exactly() -> float:
    """Return an error of 0."""
    return 0.0


class Valuer:
    """Values positions of one rule set and board; each value gets a fresh ``error`` added."""

    def __init__(
        self, rules: RuleSet, size: int, seed: int, nodes: int = NODES, error: Callable[[], float] = exactly
    ) -> None:
        self.nodes = nodes
        self.error = error
        self._rules = rules
        self._size = size
        self._seed = seed
        self._player = self._open()

    def value(self, moves: Sequence[int], nodes: int | None = None) -> float:
        """Return the expected score of the side to move after these moves."""
        return self._value(self._player, moves, nodes or self.nodes)

    def value_as_asked(self, moves: Sequence[int], nodes: int = NODES * DEEPER) -> float:
        """Return the expected score that the side to move will find with a new player and empty tables."""
        player = self._open()
        try:
            return self._value(player, moves, nodes)
        finally:
            player.close()

    def _open(self) -> Player:
        return engine("search").open(self._rules, self._size, self._seed, MEMORY)

    def _value(self, player: Player, moves: Sequence[int], nodes: int) -> float:
        game = Game.replay(self._rules, self._size, moves)
        choice = player.choose(game, Limits(nodes=nodes), Stop())
        score, side = choice.score, game.to_move
        return self.error() + (1.0 if score is None else expect(score, side, game.ply, self._rules.name))

    def list_fifths(self, moves: Sequence[int], nodes: int | None = None) -> list[Valued]:
        """List black's fifth stones after four stones, best first, one for each symmetry class."""
        board = Game.replay(self._rules, self._size, moves)
        seen, valued = set(), []
        for point in nearest(board, list_legal(board)):
            stones = [(each, 1 + ply % 2) for ply, each in enumerate([*moves, point])]
            key, _ = canonical_stones(stones, self._size)
            if key not in seen:
                seen.add(key)
                valued.append((1 - self.value([*moves, point], nodes), point))
        return sorted(valued, reverse=True)


def nth(valued: Sequence[Valued], n: int) -> float:
    """Return the n-th best value, counted from 1, or the last."""
    return valued[min(n, len(valued)) - 1][0]


def nearest(game: Game, points: Sequence[int]) -> list[int]:
    """Select at most MOST points near a stone, or near the centre on an empty board, nearest first."""
    centre = (game.size // 2, game.size // 2)
    stones = [xy(point, game.size) for point in game.moves] or [centre]

    def distance(point: int) -> tuple[int, int, int]:
        x, y = xy(point, game.size)
        steps = [max(abs(x - a), abs(y - b)) for a, b in stones]
        return min(steps), sum(steps), point

    ranked = sorted((distance(point), point) for point in points)
    reach = max(NEAR, ranked[0][0][0] + 1)
    return [point for (near, *_), point in ranked if near <= reach][:MOST]


def list_legal(game: Game) -> list[int]:
    """List the points where the side to move may place a stone."""
    return [point for point in range(game.size**2) if _is_legal(game, point)]


def _is_legal(game: Game, point: int) -> bool:
    try:
        game.check(point)
    except IllegalMove:
        return False
    return True
