"""Decisions of bots in openings: where to place a stone, which colour to take, how many points to offer and which.

A position is valued by the search at fixed nodes. A side that leaves the choice to the other plays for an even
position; a side that chooses takes the better colour. Before three stones there is nothing to search: the move comes
from a file of balanced openings or is random.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, Final, assert_never

from bots.openings import DRAWN_ON, load, triples
from bots.openings.valuing import EVEN, FEW, NODES, Valued, Valuer, exactly, nearest, nth
from gomoku.errors import IllegalMove
from gomoku.openings.opening import Opening
from gomoku.openings.patterns import find_pattern, list_patterns
from gomoku.openings.rules import opening_rule
from gomoku.openings.steps import DeclareStep, LayStep, OfferStep
from gomoku.openings.turns import Action, ChoiceTurn, NumberTurn, OfferTurn, PickTurn, StoneTurn, Word
from gomoku.point import at, xy
from gomoku.rulesets import ruleset
from gomoku.symmetry import maps

FILE: Final = Path(__file__).with_name("offers_renju15.txt")
WITHIN: Final = 0.1  # most distance from even of a pattern to start with
FEW_PATTERNS: Final = 3  # patterns to choose from when none is that even


@cache
def offer_table() -> dict[str, tuple[float, ...]]:
    """Return black's expected scores by pattern number, for one offer and more."""
    lines = FILE.read_text(encoding="ascii").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {number: tuple(float(share) for share in shares) for number, *shares in rows}


def share_of_black(stones: Sequence[int], size: int, offers: int) -> float:
    """Return black's expected score after three stones of a pattern; offers beyond the table count as its last.

    Raises KeyError for other stones.
    """
    row = offer_table()[find_pattern(stones, size) or ""]
    return row[min(offers, len(row)) - 1]


def draw_pattern(chance: Random, size: int, offers: int, allowed: Callable[[Sequence[int]], bool]) -> tuple[int, ...]:
    """Draw three stones that are balanced with this many offers, or with the best number of them for 0.

    ``allowed`` tells whether the rule permits the stones.
    """
    ranked = sorted((_least_uneven(stones, offers), stones) for stones in list_patterns())
    known = [(uneven, _move_by_chance(stones, chance, size)) for uneven, stones in ranked]
    possible = [(uneven, stones) for uneven, stones in known if allowed(stones)]
    even = [stones for uneven, stones in possible if uneven <= WITHIN]
    return chance.choice(even or [stones for _, stones in possible[:FEW_PATTERNS]])


def _least_uneven(stones: Sequence[int], offers: int) -> float:
    row = offer_table()[find_pattern(stones, DRAWN_ON) or ""]
    return min(abs(share - EVEN) for n, share in enumerate(row, 1) if offers in (0, n))


def _move_by_chance(stones: Sequence[int], chance: Random, size: int) -> tuple[int, ...]:
    """Turn or mirror the stones at random around the centre of a board of this size."""
    image = chance.choice(maps(DRAWN_ON))
    shift = (size - DRAWN_ON) // 2
    places = [xy(image[point], DRAWN_ON) for point in stones]
    return tuple(at(x + shift, y + shift, size) for x, y in places)


GLANCE: Final = 4  # divisor of the nodes with which fifth stones are valued while a fourth is chosen
LOOKS: Final = (4, 16)  # stones valued as deeply as the opponent will value them, with few nodes and with many
NEAR_ENOUGH: Final = 0.01  # distance from even at which the search for an even stone stops
MARGIN, CLEAR = 0.02, 2 / 3
NOTHING_TO_SEARCH: Final = 2  # stones


def decide(
    name: str, rules: str, size: int, actions: Sequence[Action], seed: int, noise: float = 0.0, nodes: int = NODES
) -> Action:
    """Choose the action in the opening ``name`` after these actions; the same for the same seed.

    ``noise`` is the standard deviation of an error added to each value, 0 to 1. Takes up to about a second. Raises
    BadAction when the opening is over.
    """
    opening = Opening.replay(opening_rule(name), ruleset(rules), size, actions)
    return Decider(opening, seed, noise, nodes).decide()


def answer(*asked: Any) -> Action:
    """Call `decide` with the signature that `bots.executor.Executor.run` requires."""
    return decide(*asked)


class Decider:
    """Decides for the player whose turn it is in an opening."""

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
        """Choose the action; raises BadAction when the opening is over."""
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
                self.opening.check("keep")  # raises the right error
                raise AssertionError
            case turn:
                assert_never(turn)

    def value(self, moves: Sequence[int], nodes: int | None = None) -> float:
        """Return the expected score of the side to move after these moves, 0 to 1."""
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
            return self._chance.choice(valued[-FEW:])[1]  # otherwise every three stones would have one fixed answer
        return self._find_even(sorted(valued, key=lambda each: abs(each[0] - EVEN))[: self._looks])

    def _find_even(self, few: Sequence[Valued]) -> int:
        """Choose the stone closest to even by a deep search, as the opponent will search before choosing a colour.

        A stone that is even only at a shallow search gives the opponent an advantage.
        """
        found = []
        for _, point in few:
            found.append((abs(self._valuer.value_as_asked([*self.opening.stones, point]) - EVEN), point))
            if found[-1][0] <= NEAR_ENOUGH:
                break
        return min(found)[1]

    def _draw_three(self) -> Sequence[int]:
        """Draw three stones: a pattern if offers follow, else from the book; empty if the book has none."""
        opening, rules = self.opening, self.opening.game.rules
        if opening.offers or isinstance(opening.rule.steps[3], DeclareStep):
            return draw_pattern(Random(self._seed), self.size, opening.offers, self._may_lie)
        known = load(triples(rules.name), rules, self.size) if self.size >= DRAWN_ON else ()
        found = [points for points in known if self._may_lie(points)]
        return Random(self._seed).choice(found) if found else ()

    def _fourth_before_offers(self, few: Sequence[Valued]) -> int:
        """Choose white's fourth stone that minimises black's worst offered fifth."""
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
        # the side to answer did not place the last stone, so it owns the colour to move
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
        """Choose how black's fifth stone is placed, and by whom if that is a choice.

        Offer several if even the last of them is good for black. A single stone can be placed to be even, unless all
        are bad for black: then give the choice away.
        """
        fifths = self._fifths()
        if nth(fifths, self._count_offered()) > EVEN + MARGIN:
            return "offer"
        return "swap" if "swap" in words and fifths[0][0] < EVEN - MARGIN else "one"

    def _share_of_black(self, offers: int, fifths: Sequence[Valued] | None) -> float:
        """Return black's expected score with this many offers: of these fifths, or before white's fourth."""
        if fifths is not None:
            return nth(fifths, offers)
        return self._valuer.error() + share_of_black(self.opening.stones, self.size, offers)

    def _fifths(self) -> list[Valued]:
        return self._valuer.list_fifths(self.opening.stones)

    def _count_offered(self) -> int:
        """Return the number of points that ``offer`` would require."""
        steps = self.opening.follow("offer")
        return next(step.count for step in steps if isinstance(step, OfferStep))

    # --- points -----------------------------------------------------------------------------------------------------

    def _points(self) -> list[int]:
        """List the legal points for the next stone, nearest to the other stones or the centre first."""
        return nearest(self.opening.game, [p for p in range(self.size**2) if self._allows(p)])

    def _allows(self, point: int) -> bool:
        try:
            self.opening.check(point)
        except IllegalMove:
            return False
        return True

    def _may_lie(self, points: Sequence[int]) -> bool:
        """Tell whether the rule allows these stones first."""
        game = self.opening.game
        try:
            Opening.replay(self.opening.rule, game.rules, game.size, points)
        except IllegalMove:
            return False
        return True

    def _lays_another(self, point: int) -> bool:
        """Tell whether the same player places another stone after this one."""
        turn, now = self.opening.after(point).turn, self.opening.turn
        return isinstance(turn, StoneTurn) and now is not None and turn.player == now.player


def _is_laid_by_one(opening: Opening) -> bool:
    steps = opening.rule.steps[:3]
    return len(steps) == 3 and all(isinstance(step, LayStep) and (step.again or not n) for n, step in enumerate(steps))
