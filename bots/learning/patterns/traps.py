"""Learned traps on a board: which of them win here, and how to answer those that lack a stone.

A pattern on the board is complete or one stone short, and a four or a three may bring the missing stone with tempo. So
a trap counts as met when a win plays its missing stone, or when it can be won on its cells alone.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bots.learning.patterns.entries import Numbers
from bots.learning.patterns.pattern import Pattern
from bots.learning.patterns.table import OUTSIDE, Match, Matches, PatternTable
from bots.learning.proofs.defence_search import loses
from bots.learning.proofs.prover import Prover
from bots.learning.proofs.verdicts import Standing
from bots.search.solver.proof import Win
from gomoku.board import EMPTY, Board, Color

MOST_WHOLE = 24  # most complete patterns on one board that are proven again, the shortest first
MOST_MET = 8
MOST_SETUPS = 4
MOST_CONFINING = 64  # most matches whose cells a question may be confined to


@dataclass(frozen=True, slots=True)
class Trap:
    """A learned pattern on a given board: its points ``cells``, and the ``weights`` of the points that block it.

    ``missing``: the point the attacker has yet to play, None when all stones are there. ``places``: pattern cells of
    the blocking points.
    """

    pattern: Pattern
    cells: tuple[int, ...]
    weights: Mapping[int, int]
    missing: int | None
    places: Mapping[int, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Block:
    """A defence not proven to lose, and the traps proven to be there, longest first."""

    point: int
    traps: tuple[Trap, ...]


class Watch:
    """Traps from a table on one board, with the defender to move.

    Asks nothing more once a flag that the solver heeds is set. Questions change the board and restore it.
    """

    def __init__(self, prover: Prover, table: PatternTable, board: Board, attacker: Color) -> None:
        self._prover = prover
        self._table = table
        self._board = board
        self._attacker = attacker
        self._found = board.copy()  # the board before any question

    @cached_property
    def _matches(self) -> tuple[Matches, Matches]:
        """Complete patterns on the board, and those that lack one stone."""
        return self._table.match(self._found, self._attacker)

    @cached_property
    def region(self) -> frozenset[int]:
        """The points under the cells of all matches; empty when there are too many matches to narrow the search."""
        if not self._table.patterns or sum(map(len, self._matches)) > MOST_CONFINING:
            return frozenset()
        region: set[int] = set()
        for some in self._matches:
            region.update(np.unique(some.points(self._table.places, self._board.size)).tolist())
        return frozenset(region - {OUTSIDE})

    @property
    def sees_whole(self) -> bool:
        """Whether a complete pattern lies on the board: the attacker wins unless surrounding stones prevent it."""
        return bool(self._table.patterns) and len(self._matches[0]) > 0

    def weights(self) -> Counter[int]:
        """Sum the weights of blocking points over the shortest complete patterns, without proving them again."""
        if not self._table.patterns:
            return Counter()
        whole, weights = self._matches[0], Counter[int]()
        for n in self._shortest().tolist():
            weights.update(_weights(whole[n], self._table.patterns[int(whole.numbers[n])], self._board.size))
        return weights

    def find_met(self, win: Win) -> tuple[Trap, ...]:
        """Find the traps in a win: complete ones that win on their own cells, longest first, or else those it
        completes."""
        if not self._table.patterns:
            return ()
        proven = [trap for trap in self._traps(self._matches[0], self._shortest()) if self._wins_alone(trap)]
        if proven:
            return tuple(reversed(proven))
        lacking = self._matches[1]
        moves = {step.move for step in win}
        played = moves | {reply for step in win for reply, _ in step.answers}
        on = np.isin(lacking.points(self._table.places, self._board.size), list(played)).sum(axis=1)
        on[~np.isin(lacking.missing, list(moves))] = 0
        best = np.argsort(-on, kind="stable")[:MOST_MET]
        return tuple(self._traps(lacking, best[on[best] > 1]))

    def against_set_up(self, order: Sequence[int], lost: Container[int] = ()) -> Block | None:
        """Find the defence against a trap that lacks one stone and, once complete, would leave only losing moves.

        Plays the first of ``order`` if it works; the others break ties of weight. Points in ``lost`` are not
        considered. None when no such trap is proven or no defence is found.
        """
        for trap in self._set_ups():
            point = self._against(trap, order, lost)
            if point is not None:
                return Block(point, (trap,))
        return None

    def _shortest(self) -> Numbers:
        """Return the indices of the complete matches to prove, shortest first."""
        whole = self._matches[0]
        return np.argsort(self._table.lengths[whole.numbers], kind="stable")[:MOST_WHOLE]

    def _wins_alone(self, trap: Trap) -> bool:
        """Tell whether the attacker wins on the trap's own cells."""
        return self._prover.attack_here(self._board, self._attacker, trap.cells).attack is not None

    def _set_ups(self) -> Iterator[Trap]:
        """Yield the shortest setup patterns that lack one stone."""
        lacking = self._matches[1]
        kept = np.flatnonzero(self._table.setups[lacking.numbers])
        shortest = np.argsort(self._table.lengths[lacking.numbers[kept]], kind="stable")
        return self._traps(lacking, kept[shortest][:MOST_SETUPS])

    def _against(self, trap: Trap, order: Sequence[int], lost: Container[int]) -> int | None:
        """Return the best move after which the attacker has no win, with or without the missing stone; None if the trap
        fails."""
        missing, weights = trap.missing, Counter(trap.weights)
        assert missing is not None
        if not self._wins_with(missing):
            return None
        weights[missing] = max(weights.values(), default=0)
        ranks = {point: n for n, point in enumerate(order)}

        def place(point: int) -> tuple[bool, int, int, int]:
            rank = ranks.get(point, len(ranks))
            return rank > 0, -weights[point], rank, point

        for point in sorted({*weights, *order[:1]}, key=place):
            if self._prover.solver.ended:
                return None
            if point in lost or self._board[point] != EMPTY:
                continue
            if self._prover.rules.forbidden(self._board, point, self._attacker.other):
                continue
            self._board.place(point, self._attacker.other)
            fits = self._prover.attack(self._board, self._attacker).standing is not Standing.WON
            fits = fits and (point == missing or not self._wins_with(missing))
            self._board.remove(point)
            if fits:
                return point
        return None

    def _wins_with(self, missing: int) -> bool:
        """Tell whether the defender, to move, loses once the attacker has another stone on this point."""
        if self._prover.rules.forbidden(self._board, missing, self._attacker) is not None:
            return False
        self._board.place(missing, self._attacker)
        lost = loses(self._prover, self._board, self._attacker)
        self._board.remove(missing)
        return lost

    def _traps(self, matches: Matches, chosen: Numbers) -> Iterator[Trap]:
        """Yield the traps of the chosen matches while time remains."""
        for n in chosen.tolist():
            if self._prover.solver.ended:
                return
            yield trap(self._table, matches[n], self._board.size)


def trap(table: PatternTable, match: Match, size: int) -> Trap:
    """Convert a match of the table to points of a board."""
    pattern = table.patterns[match.number]

    def points(places: Iterable[tuple[int, int]]) -> Iterator[int]:
        for x, y in (match.place(*place) for place in places):
            if 0 <= x < size and 0 <= y < size:
                yield y * size + x

    cells = tuple(points((dx, dy) for dx, dy, _ in pattern.cells))
    places = {_point(match, dx, dy, size): (dx, dy) for dx, dy, _ in pattern.blocking}
    return Trap(pattern, cells, _weights(match, pattern, size), match.missing, places)


def _weights(match: Match, pattern: Pattern, size: int) -> dict[int, int]:
    """Return the weights of the points that block a pattern where it lies; all of them are on the board."""
    return {_point(match, dx, dy, size): weight for dx, dy, weight in pattern.blocking}


def _point(match: Match, dx: int, dy: int, size: int) -> int:
    x, y = match.place(dx, dy)
    return y * size + x
