"""Learned traps on a board: which of them really win here, and what to play against them.

Patterns lie whole on a board, or a stone short: a four or a three may bring that stone at no cost. So the win that is
looked for is any whose moves all lie on cells of learned patterns that match, and a trap is met when the win plays the
stone that it lacks, or can be won on its cells alone.
"""

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bots.learning.forms import Numbers
from bots.learning.lesson import QUICK, Attack, Standing, Verdict
from bots.learning.pattern import Pattern
from bots.learning.prover import Prover
from bots.learning.siege import besiege, defended
from bots.learning.table import OUTSIDE, Match, Matches, PatternTable
from bots.search.proof import Defences, Win
from gomoku.board import EMPTY, Board, Color

MOST_WHOLE = 24  # patterns on one board that are proven again, the shortest first
MOST_MET = 8
MOST_SETUPS = 4
NO_WEIGHTS: Mapping[int, int] = {}
INSISTED = 6  # undecided defences that are asked about again


@dataclass(frozen=True, slots=True)
class Trap:
    """A learned pattern on the board at hand: ``cells`` are its points there, ``weights`` those that block it.

    ``missing``: the point that the attacker has yet to play, None when all stones are there.
    """

    pattern: Pattern
    cells: tuple[int, ...]
    weights: Mapping[int, int]
    missing: int | None


@dataclass(frozen=True, slots=True)
class Block:
    """A defence, not proven to lose, and the traps that are proven to be there, the longest first."""

    point: int
    traps: tuple[Trap, ...]


class Watch:
    """Looks for the traps of a table on one board, the defender to move, and for what to play against them.

    ``order``: the point that the defender would play, which is asked about first, then others that it likes, which
    settles ties of weights. ``lost``: moves that are known to lose, none of which is an answer. No further question is
    asked once what the solver heeds has ended it. The board is changed while a question is asked, and left as it was.
    """

    def __init__(
        self,
        prover: Prover,
        table: PatternTable,
        board: Board,
        attacker: Color,
        order: Sequence[int] = (),
        lost: Container[int] = (),
    ) -> None:
        self._prover = prover
        self._table = table
        self._board = board
        self._attacker = attacker
        self._rank = {point: n for n, point in enumerate(order)}
        self._lost = lost

    def block(self, known: Collection[int] = ()) -> Block | None:
        """The defence to play; None where no trap is proven, or every defence against those that are is lost.

        ``known`` are points that are not asked about: more was asked about them already, or the defender has
        looked further than this does. Set-ups, which win by a quiet move, are looked at where no win is there yet.
        """
        whole, lacking = self._table.match(self._board, self._attacker)
        region = self._region(whole, lacking)
        attack = self._attack(region) if region else None
        if attack is not None:
            return self._against_win(tuple(self._met(whole, lacking, attack.win)), attack, region, known)
        for trap in () if known else self._setups(lacking):
            point = self._against_setup(trap)
            if point is not None:
                return Block(point, (trap,))
        return None

    def _attack(self, region: set[int]) -> Attack | None:
        """The win on the learned cells, or else one that a few more moves may complete."""
        there = self._prover.attack_here(self._board, self._attacker, region).attack
        return there or self._prover.attack(self._board, self._attacker).attack

    def _region(self, *matches: Matches) -> set[int]:
        """Points of the board on which the cells of matches lie."""
        region: set[int] = set()
        for some in matches:
            region.update(np.unique(some.points(self._table.places, self._board.size)).tolist())
        return region - {OUTSIDE}

    def _met(self, whole: Matches, lacking: Matches, win: Win) -> Iterator[Trap]:
        """The traps that the win consists of: whole ones that win on their own cells, then those that it completes."""
        shortest = np.argsort(self._table.lengths[whole.numbers], kind="stable")[:MOST_WHOLE]
        proven = [trap for trap in self._traps(whole, shortest) if self._wins_alone(trap)]
        if proven:
            yield from reversed(proven)
            return
        moves = {step.move for step in win}
        played = moves | {reply for step in win for reply, _ in step.answers}
        on = np.isin(lacking.points(self._table.places, self._board.size), list(played)).sum(axis=1)
        on[~np.isin(lacking.missing, list(moves))] = 0
        best = np.argsort(-on, kind="stable")[:MOST_MET]
        yield from self._traps(lacking, best[on[best] > 1])

    def _wins_alone(self, trap: Trap) -> bool:
        """Whether the attacker wins on the trap's own cells."""
        return self._prover.attack_here(self._board, self._attacker, trap.cells).attack is not None

    def _against_win(
        self, traps: tuple[Trap, ...], attack: Attack, region: set[int], known: Collection[int]
    ) -> Block | None:
        """What to play against a win that traps are a part of."""
        if not traps:
            return None
        weights = sum((Counter(trap.weights) for trap in traps), Counter[int]())
        point = next(self._ranked(known, weights), None)
        if point is None:
            point = self.withstanding(attack, weights, region)
        return None if point is None else Block(point, traps)

    def withstanding(
        self, attack: Attack, weights: Mapping[int, int] = NO_WEIGHTS, region: Collection[int] = ()
    ) -> int | None:
        """A defence against a win, that leaves none on the points of ``region`` nor any that is found anywhere.

        The first that withstands all methods asked. Where none does, a few are asked about with many more nodes, and
        the best of what is not lost is taken; None where every defence is lost.
        """
        left: dict[int, Verdict] = {}
        defences = self._prover.solver.defences(self._board, self._attacker, attack.win)
        for point in self._ranked(defences.points if isinstance(defences, Defences) else (), weights):
            found = self._after(point, attack, region)
            if found.withstands(QUICK[-1]):
                return point
            if found.standing is not Standing.WON:
                left[point] = found
        for point in sorted(left, key=lambda point: not left[point].withstands(QUICK[0]))[:INSISTED]:
            found = defended(self._prover, self._board, self._attacker, point, attack, patient=True)
            if self._prover.solver.ended:
                break
            left[point] = found
            if left[point].withstands(QUICK[-1]):
                return point
        not_lost = [point for point, found in left.items() if found.standing is not Standing.WON]
        return min(not_lost, key=lambda point: not left[point].withstands(QUICK[0]), default=None)

    def _after(self, point: int, attack: Attack, region: Collection[int]) -> Verdict:
        """What the attacker has after a defence: a win on the points of the region, or what the solver finds."""
        self._board.place(point, self._attacker.other)
        found = self._prover.attack_here(self._board, self._attacker, region)
        self._board.remove(point)
        if found.standing is Standing.WON:
            return found
        return defended(self._prover, self._board, self._attacker, point, attack)

    def _setups(self, lacking: Matches) -> Iterator[Trap]:
        """Patterns that, completed, leave no move that is not lost."""
        kept = np.flatnonzero(self._table.setups[lacking.numbers])
        shortest = np.argsort(self._table.lengths[lacking.numbers[kept]], kind="stable")
        return self._traps(lacking, kept[shortest][:MOST_SETUPS])

    def _against_setup(self, trap: Trap) -> int | None:
        """The first move after which the missing stone no longer wins, if it would win now, and nothing else does."""
        missing, weights = trap.missing, Counter(trap.weights)
        assert missing is not None
        if not self._wins_with(missing):
            return None
        weights[missing] = max(weights.values(), default=0)
        for point in self._ranked(weights, weights):
            if self._board[point] != EMPTY or self._prover.rules.forbidden(self._board, point, self._attacker.other):
                continue
            self._board.place(point, self._attacker.other)
            fits = self._prover.attack(self._board, self._attacker).standing is not Standing.WON
            fits = fits and (point == missing or not self._wins_with(missing))
            self._board.remove(point)
            if fits:
                return point
        return None

    def _wins_with(self, missing: int) -> bool:
        """Whether, with another stone of the attacker's on this point, the defender to move is lost."""
        if self._prover.rules.forbidden(self._board, missing, self._attacker) is not None:
            return False
        self._board.place(missing, self._attacker)
        siege = besiege(self._prover, self._board, self._attacker)
        self._board.remove(missing)
        return siege.standing is Standing.WON

    def _traps(self, matches: Matches, chosen: Numbers) -> Iterator[Trap]:
        """The traps of some matches, while there is time."""
        for n in chosen.tolist():
            if self._prover.solver.ended:
                return
            yield trap(self._table, matches[n], self._board.size)

    def _ranked(self, points: Iterable[int], weights: Mapping[int, int]) -> Iterator[int]:
        """Points while there is time: the first of the order given, then by weight, then in that order."""
        last = len(self._rank)

        def place(point: int) -> tuple[bool, int, int, int]:
            rank = self._rank.get(point, last)
            return rank > 0, -weights.get(point, 0), rank, point

        for point in sorted((point for point in points if point not in self._lost), key=place):
            if self._prover.solver.ended:
                return
            yield point


def blocking_weights(table: PatternTable, board: Board, attacker: Color) -> Counter[int]:
    """Sums of the weights of points that block the shortest patterns that lie whole on a board, none proven again."""
    whole, _ = table.match(board, attacker)
    shortest = np.argsort(table.lengths[whole.numbers], kind="stable")[:MOST_WHOLE].tolist()
    return sum((Counter(trap(table, whole[n], board.size).weights) for n in shortest), Counter())


def trap(table: PatternTable, match: Match, size: int) -> Trap:
    """A match of the table as points of a board."""
    pattern = table.patterns[match.number]

    def points(places: Iterable[tuple[int, int]]) -> Iterator[int]:
        for x, y in (match.place(*place) for place in places):
            if 0 <= x < size and 0 <= y < size:
                yield y * size + x

    cells = tuple(points((dx, dy) for dx, dy, _ in pattern.cells))
    blocking = points((dx, dy) for dx, dy, _ in pattern.blocking)
    weights = dict(zip(blocking, (weight for _, _, weight in pattern.blocking), strict=True))
    return Trap(pattern, cells, weights, match.missing)
