"""Decisions of bots in openings: where a stone lies, which colour to take, how many points to offer and which.

A position is worth what the search expects of it at fixed nodes. Who leaves the choice to the other lays stones after
which neither colour is better; who chooses takes the better colour. Before three stones lie there is nothing to search,
and what is taken then comes from a file of balanced openings or by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Final, assert_never

from bots.openings import DRAWN_ON, load, triples
from bots.openings.offer_table import draw_pattern, share_of_black
from bots.openings.valuing import EVEN, FEW, NODES, Valued, Valuer, exactly, nearest, nth
from gomoku.errors import IllegalMove
from gomoku.openings.opening import Opening
from gomoku.openings.rules import opening_rule
from gomoku.openings.steps import DeclareStep, LayStep, OfferStep
from gomoku.openings.turns import Action, ChoiceTurn, NumberTurn, OfferTurn, PickTurn, StoneTurn, Word
from gomoku.rulesets import ruleset

GLANCE: Final = 4  # the part of the nodes with which fifth stones are looked at while a fourth is chosen
LOOKS: Final = (4, 16)  # stones that are looked at as deeply as who chooses will look, with few nodes and with many
NEAR_ENOUGH: Final = 0.01  # to even, for none to be looked at after it
MARGIN, CLEAR = 0.02, 2 / 3
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
        self._chance = Random(f"{seed}.{len(opening.actions)}")
        error = partial(self._chance.gauss, 0, noise) if noise else exactly
        self._valuer = Valuer(game.rules, game.size, seed, nodes, error)
        self._glance = max(1, nodes // GLANCE)
        self._looks = LOOKS[nodes >= NODES]

    def decide(self) -> Action:
        """The action to take; raises BadAction when nothing is asked."""
        match self.opening.turn:
            case StoneTurn():
                return self._lay()
            case ChoiceTurn(words=words):
                return self._choose(words)
            case NumberTurn(most=most):
                fifths = self._fifths() if len(self.opening.stones) == 4 else None
                return min(range(1, most + 1), key=lambda n: abs(self._share_of_black(n, fifths) - EVEN))
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
        return self._valuer.value(moves, nodes)

    # --- stones -----------------------------------------------------------------------------------------------------

    def _lay(self) -> int:
        opening = self.opening
        moves = list(opening.stones)
        if len(moves) < 3 and _is_laid_by_one(opening):
            drawn = self._draw_three()
            if drawn and list(drawn[: len(moves)]) == moves:
                return drawn[len(moves)]
        points = self._points()
        if not moves:
            return self._chance.choice(points)
        valued = sorted((1 - self.value([*moves, point]), point) for point in points)
        if opening.settled:
            return self._fourth_before_offers(valued[-FEW:]) if opening.offers else valued[-1][1]
        if self._lays_another(points[0]):
            return self._chance.choice(valued[-FEW:])[1]  # else every three stones would have one answer
        return self._find_even(sorted(valued, key=lambda each: abs(each[0] - EVEN))[: self._looks])

    def _find_even(self, few: Sequence[Valued]) -> int:
        """The stone after which neither colour is better to the other, who will look deep before choosing: one that is
        even only at a glance is a gift."""
        found = []
        for _, point in few:
            found.append((abs(self._valuer.value_as_asked([*self.opening.stones, point]) - EVEN), point))
            if found[-1][0] <= NEAR_ENOUGH:
                break
        return min(found)[1]

    def _draw_three(self) -> Sequence[int]:
        """Three stones to begin with: a pattern where offers follow, else out of the book; none where it has none."""
        opening, rules = self.opening, self.opening.game.rules
        if opening.offers or isinstance(opening.rule.steps[3], DeclareStep):
            return draw_pattern(Random(self._seed), self.size, opening.offers, self._may_lie)
        known = load(triples(rules.name), rules, self.size) if self.size >= DRAWN_ON else ()
        found = [points for points in known if self._may_lie(points)]
        return Random(self._seed).choice(found) if found else ()

    def _fourth_before_offers(self, few: Sequence[Valued]) -> int:
        """White's stone that leaves black the worst of as many fifths as it is going to offer."""
        opening = self.opening

        def left(point: int) -> float:
            return nth(self._valuer.list_fifths([*opening.stones, point], self._glance), opening.offers)

        return min((left(point), point) for _, point in few)[1]

    # --- words and numbers ------------------------------------------------------------------------------------------

    def _choose(self, words: tuple[Word, ...]) -> Word:
        opening, moves = self.opening, self.opening.stones
        if len(moves) <= NOTHING_TO_SEARCH:
            return self._chance.choice(words)
        if "offer" in words:
            return self._choose_fifths(words)
        # asked is who did not lay the last stone, and so owns the colour to move
        if opening.offers:
            black = self._share_of_black(opening.offers, self._fifths() if len(moves) == 4 else None)
            hope = black if len(moves) % 2 == 0 else 1 - black
        else:
            hope = self._valuer.value_as_asked(moves)
        if "keep" in words:
            return "keep" if hope >= EVEN else "swap"
        if "two" in words and 1 - CLEAR <= hope <= CLEAR:
            return "two"
        return "black" if (hope >= EVEN) == (len(moves) % 2 == 0) else "white"

    def _choose_fifths(self, words: tuple[Word, ...]) -> Word:
        """How black's fifth stone is to be laid, and by whom where that may be asked.

        Several are offered where even the last of them is good for black. A single one can be laid so that it is even,
        unless all are bad for black: then the other may have it.
        """
        fifths = self._fifths()
        if nth(fifths, self._count_offered()) > EVEN + MARGIN:
            return "offer"
        return "swap" if "swap" in words and fifths[0][0] < EVEN - MARGIN else "one"

    def _share_of_black(self, offers: int, fifths: Sequence[Valued] | None) -> float:
        """What black can expect when it is to offer so many points: of these fifths, or before white's fourth."""
        if fifths is not None:
            return nth(fifths, offers)
        return self._valuer.error() + share_of_black(self.opening.stones, self.size, offers)

    def _fifths(self) -> list[Valued]:
        return self._valuer.list_fifths(self.opening.stones)

    def _count_offered(self) -> int:
        """How many points ``offer`` would ask for."""
        steps = self.opening.follow("offer")
        return next(step.count for step in steps if isinstance(step, OfferStep))

    # --- points -----------------------------------------------------------------------------------------------------

    def _points(self) -> list[int]:
        """Points on which the next stone may lie, near the others and the centre first."""
        return nearest(self.opening.game, [p for p in range(self.size**2) if self._allows(p)])

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


def _is_laid_by_one(opening: Opening) -> bool:
    steps = opening.rule.steps[:3]
    return len(steps) == 3 and all(isinstance(step, LayStep) and (step.again or not n) for n, step in enumerate(steps))
