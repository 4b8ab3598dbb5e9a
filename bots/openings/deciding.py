"""Decisions of bots in openings: where a stone lies, which colour to take, how many points to offer and which.

A position is worth what the search expects of it at fixed nodes. Who leaves the choice to the other lays stones after
which neither colour is better; who chooses takes the better colour. Before three stones lie there is nothing to search,
and what is taken then comes from a file of balanced openings or by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from random import Random
from typing import Any, Final, assert_never

from bots.engine import Limits, Player, Stop
from bots.openings import DRAWN_ON, load, triples
from bots.registry import engine
from gomoku.board import Color
from gomoku.errors import IllegalMove
from gomoku.game import Game
from gomoku.openings.opening import Opening
from gomoku.openings.rules import opening_rule
from gomoku.openings.steps import LayStep, OfferStep
from gomoku.openings.turns import Action, ChoiceTurn, NumberTurn, OfferTurn, PickTurn, StoneTurn, Word
from gomoku.point import xy
from gomoku.rulesets import ruleset
from gomoku.symmetry import canonical_stones

NODES: Final = 2_000  # for each position, some 10 ms
DEEPER: Final = 10  # times as many for those few between which is decided
FEW: Final = 8
MEMORY: Final = 1 << 22
OFFSET, SCALE = 0.58, 71.0
"""Of what white can expect, by `bots.openings.calibrate`: the logarithm of the odds at score 0, as the search thinks
too well of black while few stones lie; and the score for a factor e in the odds."""
NEAR: Final = 2  # lines from another stone within which a stone is looked for, or as many more as are needed
MOST: Final = 48  # points that are looked at
EVEN, MARGIN, CLEAR = 0.5, 0.02, 2 / 3
NOTHING_TO_SEARCH: Final = 2  # stones


def decide(
    name: str, rules: str, size: int, actions: Sequence[Action], seed: int, noise: float = 0.0, nodes: int = NODES
) -> Action:
    """What to do in the opening ``name`` after these actions; the same for the same seed.

    ``noise`` is the deviation of an error in each value, of 0 to 1. Takes up to about a second. Raises BadAction when
    the opening is over.
    """
    opening = Opening.replay(opening_rule(name), ruleset(rules), size, actions)
    return Decider(opening, seed, noise, nodes).decide()


def answer(_: Callable[[Any], None], *asked: Any) -> Action:
    """The same as `bots.executor.Executor.run` calls it."""
    return decide(*asked)


class Decider:
    """Who is asked now."""

    def __init__(self, opening: Opening, seed: int, noise: float = 0.0, nodes: int = NODES) -> None:
        game = opening.game
        self.opening = opening
        self.size = game.size
        self._seed = seed
        self._noise = noise
        self._nodes = nodes
        self._deep = nodes * DEEPER
        self._player: Player = engine("search").open(game.rules, game.size, seed, MEMORY)
        self._chance = Random(f"{seed}.{len(opening.actions)}")

    def decide(self) -> Action:
        """The action to take; raises BadAction when nothing is asked."""
        match self.opening.turn:
            case StoneTurn():
                return self._lay()
            case ChoiceTurn(words=words):
                return self._choose(words)
            case NumberTurn(most=most):
                fifths = self._fifths()
                return min(range(1, most + 1), key=lambda n: abs(_nth(fifths, n) - EVEN))
            case OfferTurn(count=count):
                offerable = self.opening.offerable()
                known = [point for _, point in self._fifths() if point in offerable]
                return tuple([*known, *(point for point in offerable if point not in known)][:count])
            case PickTurn(points=points):
                return max(points, key=lambda point: self.value([*self.opening.stones, point]))
            case None:
                self.opening.check("keep")  # raises what is to be raised
                raise AssertionError
            case turn:
                assert_never(turn)

    def value(self, moves: Sequence[int], nodes: int | None = None) -> float:
        """What the side to move can expect after these moves, 0 to 1."""
        game = Game.replay(self.opening.game.rules, self.size, moves)
        choice = self._player.choose(game, Limits(nodes=nodes or self._nodes), Stop())
        known = 1.0 if choice.score is None else expectation(choice.score, game.to_move)
        return known + self._chance.gauss(0, self._noise) if self._noise else known

    def _lay(self) -> int:
        opening = self.opening
        moves = list(opening.stones)
        if len(moves) < 3 and _laid_by_one(opening):
            rules = opening.game.rules
            known = load(triples(rules.name), rules, self.size) if self.size >= DRAWN_ON else ()
            found = [points for points in known if self._may_lie(points)]
            if found:
                drawn = Random(self._seed).choice(found)
                if list(drawn[: len(moves)]) == moves:
                    return drawn[len(moves)]
        points = self._points()
        if not moves:
            return self._chance.choice(points)
        valued = [(1 - self.value([*moves, point]), point) for point in points]
        if opening.settled:
            return max(valued)[1]
        if self._lays_another(points[0]):
            return self._chance.choice(sorted(valued)[-FEW:])[1]  # else every three stones would have one answer
        # the other will look as deeply before choosing: a stone that is even only at a glance is a gift
        few = sorted(valued, key=lambda each: abs(each[0] - EVEN))[:FEW]
        return min((abs(1 - self.value([*moves, point], self._deep) - EVEN), point) for _, point in few)[1]

    def _choose(self, words: tuple[Word, ...]) -> Word:
        moves = self.opening.stones
        if len(moves) <= NOTHING_TO_SEARCH:
            return self._chance.choice(words)
        if "offer" in words:
            return "offer" if _nth(self._fifths(), self._offers()) > EVEN + MARGIN else "one"
        hope = self.value(moves, self._deep)
        if "keep" in words:
            return "keep" if hope >= EVEN else "swap"
        if "two" in words and 1 - CLEAR <= hope <= CLEAR:
            return "two"
        return "black" if (hope >= EVEN) == (len(moves) % 2 == 0) else "white"

    def _fifths(self) -> list[tuple[float, int]]:
        """Black's fifth stones with black's values, the best first, of those that are alike one; before the fourth
        stone those after white's best one."""
        moves, game = list(self.opening.stones), self.opening.game
        while len(moves) < 4:
            game = Game.replay(game.rules, self.size, moves)
            moves.append(self._player.choose(game, Limits(nodes=self._nodes), Stop()).point)
        board = Game.replay(game.rules, self.size, moves)
        seen, valued = set(), []
        for point in _nearest(board, [point for point in range(self.size**2) if _is_legal(board, point)]):
            stones = [(each, 1 + ply % 2) for ply, each in enumerate([*moves, point])]
            key, _ = canonical_stones(stones, self.size)
            if key not in seen:
                seen.add(key)
                valued.append((1 - self.value([*moves, point]), point))
        return sorted(valued, reverse=True)

    def _offers(self) -> int:
        """How many points ``offer`` would ask for."""
        steps = self.opening.follow("offer")
        return next(step.count for step in steps if isinstance(step, OfferStep))

    def _points(self) -> list[int]:
        """Points on which the next stone may lie, near the others and the centre first."""
        return _nearest(self.opening.game, [p for p in range(self.size**2) if self._allows(p)])

    def _allows(self, point: int) -> bool:
        try:
            self.opening.check(point)
        except IllegalMove:
            return False
        return True

    def _may_lie(self, points: Sequence[int]) -> bool:
        """Whether the rule lets one lay these stones first."""
        game = self.opening.game
        try:
            Opening.replay(self.opening.rule, game.rules, game.size, points)
        except IllegalMove:
            return False
        return True

    def _lays_another(self, point: int) -> bool:
        """Whether the same player lays one more stone after this one."""
        turn, now = self.opening.after(point).turn, self.opening.turn
        return isinstance(turn, StoneTurn) and now is not None and turn.player == now.player


def expectation(score: float, side: Color) -> float:
    """What ``side``, whose move it is, gets on average, 0 to 1, where the search finds this score for it."""
    offset = OFFSET if side is Color.WHITE else -OFFSET
    return 1 / (1 + exp(-max(-20.0, min(20.0, offset + score / SCALE))))


def _laid_by_one(opening: Opening) -> bool:
    steps = opening.rule.steps[:3]
    return len(steps) == 3 and all(isinstance(step, LayStep) and (step.again or not n) for n, step in enumerate(steps))


def _nth(valued: Sequence[tuple[float, int]], n: int) -> float:
    """The value of the n-th best, counted from 1, or of the last."""
    return valued[min(n, len(valued)) - 1][0]


def _nearest(game: Game, points: Sequence[int]) -> list[int]:
    """Those of the points that lie near a stone, or near the centre before there is one; MOST of them."""
    centre = (game.size // 2, game.size // 2)
    stones = [xy(point, game.size) for point in game.moves] or [centre]

    def distance(point: int) -> tuple[int, int, int]:
        x, y = xy(point, game.size)
        steps = [max(abs(x - a), abs(y - b)) for a, b in stones]
        return min(steps), sum(steps), point

    ranked = sorted((distance(point), point) for point in points)
    reach = max(NEAR, ranked[0][0][0] + 1)
    return [point for (near, *_), point in ranked if near <= reach][:MOST]


def _is_legal(game: Game, point: int) -> bool:
    try:
        game.check(point)
    except IllegalMove:
        return False
    return True
