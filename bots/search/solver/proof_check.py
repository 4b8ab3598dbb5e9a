"""A plain checker of proofs by continuous fours or threats, on the rules alone: it finds the defences itself.

After a threat nearly every defence changes nothing. What was seen to win therefore comes with its needs: the points at
which one more stone of the defender's could change something about it, those that break a five or a row of the
attacker's and those that give the defender a four. Where the defender has stones elsewhere only, none of which make a
four with each other, it wins unchanged and is not played again. So a threat may be as deep as any proof.
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

REACH = 5  # a stone further away than a row and one cell changes nothing about its win
LACKING = 2  # stones, so that one more is a four
EVERYWHERE = -1  # a set of points is a whole number here, with a bit for each


class Unsound(Exception):
    """The proof does not hold; the message says where."""


def check(rules: RuleSet, board: Board, attacker: Color, win: Win) -> None:
    """Replay a proof in which the attacker is to move; raises Unsound when it does not hold.

    After each move of the attacker's that makes no five, every legal defence is answered: one that makes five refutes
    the proof, and so does one after which neither the answer that the proof has for it wins nor, without such an
    answer, a five of the attacker's or the threat, itself any proof, replayed unchanged.
    """
    _Replay(rules, board.copy(), attacker).attack(win)


def check_lost(rules: RuleSet, board: Board, attacker: Color, win: Win) -> None:
    """Replay a proof that the other side, to move, loses whatever it plays; raises Unsound when it does not hold.

    ``win`` has the threat that there is, and the answers that it is met by; its move is not looked at.
    """
    _Replay(rules, board.copy(), attacker).defend(win)


class _Needs(NamedTuple):
    """What a win needs, so that it replays unchanged: none of the defender's stones, beside those given, on ``points``.

    ``theirs`` are all stones the defender has in it, whenever, and ``free`` says how many of them may lie anywhere.
    """

    points: int = 0
    theirs: int = 0
    free: int = 0

    def __or__(self, other: _Needs) -> _Needs:
        return _Needs(self.points | other.points, self.theirs | other.theirs, max(self.free, other.free))


class _Replay:
    """A board, and for each colour the points on which a stone wins, kept up with every stone."""

    def __init__(self, rules: RuleSet, board: Board, attacker: Color) -> None:
        self.rules = rules
        self.board = board
        self.attacker = attacker
        empty = [point for point, cell in enumerate(board.cells) if cell == EMPTY]
        self.fives = {color: {point for point in empty if self._wins(point, color)} for color in Color}
        self.stones = {color: _bits(p for p, cell in enumerate(board.cells) if cell == color) for color in Color}
        self.fours = 0  # points where a stone of the defender's makes a four, and maybe others
        for row in _rows(board.size, rules.length):
            self.fours |= self._lacking_two(row)
        # by the move and the attacker's stones: the defender's stones, and what it needs
        self.seen: defaultdict[tuple[int, int], list[tuple[int, _Needs]]] = defaultdict(list)

    def attack(self, win: Win) -> _Needs:
        """Play the attacker's move, and what it says to every defence."""
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
        """Let the defender play, with the attacker's move made."""
        if win.threat is None:
            raise Unsound("nothing threatens")
        for five in sorted(self.fives[self.attacker.other]):
            raise Unsound(f"there is a five on {five}")
        self._after_threat(win, win.threat)

    def _with_more(self, needs: _Needs, added: int) -> _Needs | None:
        """The same with stones of the defender's added that change nothing themselves; None if together they might."""
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
            raise Unsound(f"{move} is no empty point")
        if self.rules.forbidden(board, move, self.attacker) is not None:
            raise Unsound(f"{move} is forbidden")
        needs = _Needs(1 << move | self._keeps_legal(move))
        if move in self.fives[self.attacker]:
            return needs | _Needs(_bits(self._stops(move)))
        with self._stone(move, self.attacker):
            for five in sorted(self.fives[self.attacker.other]):
                raise Unsound(f"{move} is answered by the five on {five}")
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
                raise Unsound(f"{win.move} is answered on {defence}")
            else:
                needs |= self._reply(defence, answers[defence])
        return needs

    def _after_threat(self, win: Win, threat: Win) -> _Needs:
        answers = dict(win.answers)
        try:
            needs = self.attack(threat)
        except Unsound:
            needs = _Needs(EVERYWHERE)  # it might still be one after any defence
        disturbing, rest = needs.points, _Needs()
        for defence in [point for point, cell in enumerate(self.board.cells) if cell == EMPTY]:
            if defence not in answers:
                if not disturbing >> defence & 1:
                    continue
                try:
                    needs |= self._reply(defence, threat)
                except Unsound as error:
                    if self._legal(defence):
                        raise Unsound(f"{win.move} is answered on {defence}: {error}") from error
                    rest |= _Needs(self._keeps_forbidden(defence))
            elif self._legal(defence):
                rest |= self._reply(defence, answers[defence])
            else:
                rest |= _Needs(self._keeps_forbidden(defence))
        free = needs.free + 1  # with a defence that lies anywhere it takes one stone less to make a four
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
        """Where one more stone of the defender's could forbid the attacker's legal move.

        It only ever shortens the attacker's rows, which forbids nothing but where one of two threes was not real; and
        what makes a three real may lie anywhere.
        """
        if self.rules.name != "renju" or self.attacker != Color.BLACK:
            return 0
        threes = [shape for _, shape in shapes(self.board, move) if shape.straight]
        return EVERYWHERE if len(threes) > 1 else 0

    def _keeps_forbidden(self, defence: int) -> int:
        """Where one more stone of the defender's could allow its forbidden point."""
        why = self.rules.forbidden(self.board, defence, self.attacker.other)
        if why is ForbiddenReason.DOUBLE_THREE:
            return EVERYWHERE
        return _bits(star(self.board.size, REACH)[defence])

    def _stops(self, five: int) -> list[int]:
        """Empty points where a stone may take a five away: its own, and those that a row through it ends at."""
        board, points = self.board, [five]
        for _, *ways in rays(board.size)[five]:
            runs = [next((n for n, at in enumerate(way) if board[at] != self.attacker), len(way)) for way in ways]
            if sum(runs) >= self.rules.length - 1:
                ends = [way[run] for way, run in zip(ways, runs, strict=True) if run < len(way)]
                points += [end for end in ends if board[end] == EMPTY]
        return points

    @contextmanager
    def _stone(self, point: int, color: Color) -> Iterator[None]:
        """Put a stone on an empty point for a while."""
        board, before = self.board, (self.fives, self.stones, self.fours)
        board.place(point, color)
        near = frozenset(star(board.size, REACH)[point])
        self.stones = self.stones | {color: self.stones[color] | 1 << point}
        self.fives = {
            each: {five for five in fives if five != point and (five not in near or self._wins(five, each))}
            for each, fives in self.fives.items()
        }
        # a new five takes three more stones on the same line
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
        """Empty points of a row in which the defender lacks two stones at most."""
        theirs = self.stones[self.attacker.other]
        return row & ~theirs if self._lacking(row, theirs) <= LACKING else 0

    def _lacking(self, row: int, theirs: int) -> int:
        """How many stones such a defender lacks in a row; more than there are where the attacker has one."""
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
    """For each point the rows that it belongs to."""
    rows = _rows(size, length)
    return tuple(tuple(row for row in rows if row >> point & 1) for point in range(size * size))
