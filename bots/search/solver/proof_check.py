"""An independent checker of proofs by continuous fours or threats, built on the rules alone: it finds the defences
itself.

After a threat nearly every defence changes nothing. Each verified win therefore records its needs: the points at which
one more defender's stone could change it, by breaking a five or a row of the attacker's or by giving the defender a
four. Where the defender has added stones only elsewhere, and these make no four together, the win holds unchanged and
is not replayed. Threats may thus be as deep as any proof.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple

from bots.search.solver.proof import Win
from gomoku.board import EMPTY, Board, Color
from gomoku.errors import ForbiddenReason
from gomoku.lines import lines, rays, star
from gomoku.ruleset import RuleSet
from gomoku.shapes import shapes

REACH = 5  # a stone further away than one row and one cell does not affect a win
LACKING = 2  # stones missing from a row that one more stone turns into a four
EVERYWHERE = -1  # sets of points are integers here, one bit a point; this one has all of them


class Unsound(Exception):
    """The proof does not hold; the message says where."""


def check(rules: RuleSet, board: Board, attacker: Color, win: Win) -> None:
    """Replay a proof in which the attacker is to move; raises Unsound when it does not hold.

    After each attacker's move that makes no five, every legal defence must be answered. A defence refutes the proof if
    it makes five, if the proof's answer to it does not win, or if the proof has no answer to it and neither a five of
    the attacker's nor the threat, replayed unchanged, wins.
    """
    _Replay(rules, board.copy(), attacker).attack(win)


def check_lost(rules: RuleSet, board: Board, attacker: Color, win: Win) -> None:
    """Replay a proof that the other side, to move, loses whatever it plays; raises Unsound when it does not hold.

    ``win`` gives the existing threat and the answers to it; its move is ignored.
    """
    _Replay(rules, board.copy(), attacker).defend(win)


class _Needs(NamedTuple):
    """Conditions for a win to replay unchanged: no defender's stones on ``points`` beyond those recorded.

    ``theirs`` is the set of all defender's stones at any time in the win; ``free`` counts those that may lie anywhere.
    """

    points: int = 0
    theirs: int = 0
    free: int = 0

    def __or__(self, other: _Needs) -> _Needs:
        return _Needs(self.points | other.points, self.theirs | other.theirs, max(self.free, other.free))


class _Replay:
    """A board with the points on which a stone wins for each colour, updated with every stone."""

    def __init__(self, rules: RuleSet, board: Board, attacker: Color) -> None:
        self.rules = rules
        self.board = board
        self.attacker = attacker
        empty = [point for point, cell in enumerate(board.cells) if cell == EMPTY]
        self.fives = {color: {point for point in empty if self._wins(point, color)} for color in Color}
        self.stones = {color: _bits(p for p, cell in enumerate(board.cells) if cell == color) for color in Color}
        self.fours = 0  # superset of the points where a defender's stone makes a four
        for row in _rows(board.size, rules.length):
            self.fours |= self._lacking_two(row)
        # by move and attacker's stones: the defender's stones and the needs of the verified win
        self.seen: defaultdict[tuple[int, int], list[tuple[int, _Needs]]] = defaultdict(list)

    def attack(self, win: Win) -> _Needs:
        """Play the attacker's move and verify the answer to every defence."""
        theirs = self.stones[self.attacker.other]
        seen = self.seen[id(win), self.stones[self.attacker]]
        for before, needs in seen:
            added = theirs & ~before
            if not before & ~theirs and not added & needs.points:
                still = self._with_more(needs, added)
                if still is not None:
                    return still
        needs = self._play(win) | _Needs(theirs=theirs)
        seen.append((theirs, needs))
        return needs

    def defend(self, win: Win) -> None:
        """Verify all defences after the attacker's move has been made."""
        if win.threat is None:
            raise Unsound("there is no threat")
        for five in sorted(self.fives[self.attacker.other]):
            raise Unsound(f"the defender makes five on {five}")
        self._after_threat(win, win.threat)

    def _with_more(self, needs: _Needs, added: int) -> _Needs | None:
        """Return the needs after harmless defender's stones are added; None if together they might matter."""
        theirs, found = needs.theirs | added, 0
        for point in _points(added):
            for row in _rows_through(self.board.size, self.rules.length)[point]:
                lacking = self._lacking(row, theirs)
                if lacking < LACKING + needs.free:
                    return None
                if lacking == LACKING + needs.free:
                    found |= row
        return needs | _Needs(found, theirs)

    def _play(self, win: Win) -> _Needs:
        move, board = win.move, self.board
        if not 0 <= move < len(board.cells) or board[move] != EMPTY:
            raise Unsound(f"{move} is not an empty point")
        if self.rules.forbidden(board, move, self.attacker) is not None:
            raise Unsound(f"{move} is forbidden")
        needs = _Needs(1 << move | self._keeps_legal(move))
        if move in self.fives[self.attacker]:
            return needs | _Needs(_bits(self._stops(move)))
        with self._stone(move, self.attacker):
            for five in sorted(self.fives[self.attacker.other]):
                raise Unsound(f"the five on {five} answers {move}")
            after = self._after_four(win) if win.threat is None else self._after_threat(win, win.threat)
            return needs | after | _Needs(self.fours)

    def _after_four(self, win: Win) -> _Needs:
        answers, fives = dict(win.answers), self.fives[self.attacker]
        if not fives:
            raise Unsound(f"{win.move} makes no four")
        stops = self._stops(min(fives))
        needs = _Needs(_bits(stops))
        for defence in stops:
            with self._stone(defence, self.attacker.other):
                left = self.fives[self.attacker]
                if left:
                    needs |= _Needs(_bits(self._stops(min(left))))
                    continue
            if not self._legal(defence):
                needs |= _Needs(self._keeps_forbidden(defence))
            elif defence not in answers:
                raise Unsound(f"{defence} answers {win.move}")
            else:
                needs |= self._reply(defence, answers[defence])
        return needs

    def _after_threat(self, win: Win, threat: Win) -> _Needs:
        answers = dict(win.answers)
        try:
            needs = self.attack(threat)
        except Unsound:
            needs = _Needs(EVERYWHERE)  # it might still become a threat after any defence
        disturbing, rest = needs.points, _Needs()
        for defence in [point for point, cell in enumerate(self.board.cells) if cell == EMPTY]:
            if defence not in answers:
                if not disturbing >> defence & 1:
                    continue
                try:
                    needs |= self._reply(defence, threat)
                except Unsound as error:
                    if self._legal(defence):
                        raise Unsound(f"{defence} answers {win.move}: {error}") from error
                    rest |= _Needs(self._keeps_forbidden(defence))
            elif self._legal(defence):
                rest |= self._reply(defence, answers[defence])
            else:
                rest |= _Needs(self._keeps_forbidden(defence))
        free = needs.free + 1  # a defence that lies anywhere counts as one more stone towards a four
        near = 0
        for row in _rows(self.board.size, self.rules.length):
            if self._lacking(row, needs.theirs) <= LACKING + free:
                near |= row
        return needs | rest | _Needs(near, free=free)

    def _reply(self, defence: int, win: Win) -> _Needs:
        with self._stone(defence, self.attacker.other):
            return self.attack(win)

    def _legal(self, defence: int) -> bool:
        return self.rules.forbidden(self.board, defence, self.attacker.other) is None

    def _keeps_legal(self, move: int) -> int:
        """Return the points where one more defender's stone could forbid the attacker's legal move.

        It can only shorten the attacker's rows, which forbids a move only if one of two threes was not real; and the
        stones that make a three real may lie anywhere.
        """
        if self.rules.name != "renju" or self.attacker != Color.BLACK:
            return 0
        threes = [shape for _, shape in shapes(self.board, move) if shape.straight]
        return EVERYWHERE if len(threes) > 1 else 0

    def _keeps_forbidden(self, defence: int) -> int:
        """Return the points where one more defender's stone could make its forbidden point legal."""
        why = self.rules.forbidden(self.board, defence, self.attacker.other)
        if why is ForbiddenReason.DOUBLE_THREE:
            return EVERYWHERE
        return _bits(star(self.board.size, REACH)[defence])

    def _stops(self, five: int) -> list[int]:
        """List the empty points where a stone may stop a five: its own, and the ends of the rows through it."""
        board, points = self.board, [five]
        for _, *ways in rays(board.size)[five]:
            runs = [next((n for n, at in enumerate(way) if board[at] != self.attacker), len(way)) for way in ways]
            if sum(runs) >= self.rules.length - 1:
                ends = [way[run] for way, run in zip(ways, runs, strict=True) if run < len(way)]
                points += [end for end in ends if board[end] == EMPTY]
        return points

    @contextmanager
    def _stone(self, point: int, color: Color) -> Iterator[None]:
        """Put a stone on an empty point for the duration of the block."""
        board, before = self.board, (self.fives, self.stones, self.fours)
        board.place(point, color)
        near = frozenset(star(board.size, REACH)[point])
        self.stones = self.stones | {color: self.stones[color] | 1 << point}
        self.fives = {
            each: {five for five in fives if five != point and (five not in near or self._wins(five, each))}
            for each, fives in self.fives.items()
        }
        # a new five needs three more stones on the same line
        for _, back, forward in rays(board.size)[point]:
            line = back[:4] + forward[:4]
            if sum(board[other] == color for other in line) >= self.rules.length - 2:
                self.fives[color].update(p for p in line if board[p] == EMPTY and self._wins(p, color))
        if color != self.attacker:
            for row in _rows_through(board.size, self.rules.length)[point]:
                self.fours |= self._lacking_two(row)
        try:
            yield
        finally:
            board.remove(point)
            self.fives, self.stones, self.fours = before

    def _lacking_two(self, row: int) -> int:
        """Return the empty points of a row in which the defender lacks at most two stones."""
        theirs = self.stones[self.attacker.other]
        return row & ~theirs if self._lacking(row, theirs) <= LACKING else 0

    def _lacking(self, row: int, theirs: int) -> int:
        """Count the stones the defender lacks in a row; a number above any row's length where the attacker has a
        stone."""
        return 3 * self.rules.length if row & self.stones[self.attacker] else (row & ~theirs).bit_count()

    def _wins(self, point: int, color: Color) -> bool:
        self.board.place(point, color)
        row = self.rules.winning_line(self.board, point)
        self.board.remove(point)
        return row is not None


def _bits(points: Iterable[int]) -> int:
    found = 0
    for point in points:
        found |= 1 << point
    return found


def _points(bits: int) -> Iterator[int]:
    while bits:
        yield bits.bit_length() - 1
        bits ^= 1 << bits.bit_length() - 1


@cache
def _rows(size: int, length: int) -> tuple[int, ...]:
    return tuple(map(_bits, lines(size, length)))


@cache
def _rows_through(size: int, length: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each point, the rows that contain it."""
    rows = _rows(size, length)
    return tuple(tuple(row for row in rows if row >> point & 1) for point in range(size * size))
