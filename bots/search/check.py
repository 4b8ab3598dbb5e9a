"""A plain checker of proofs by continuous fours or threats, on the rules alone: it finds the defences itself."""

from collections.abc import Iterator
from contextlib import contextmanager

from bots.search.proof import Win
from gomoku.board import EMPTY, Board, Color
from gomoku.lines import rays, star
from gomoku.ruleset import RuleSet

REACH = 5  # a stone further away than a row and one cell changes nothing about its win


class Unsound(Exception):
    """The proof does not hold; the message says where."""


def check(rules: RuleSet, board: Board, attacker: Color, win: Win) -> None:
    """Replay a proof in which the attacker is to move; raises Unsound when it does not hold.

    After each move of the attacker's that makes no five, every legal defence is played: one that makes five refutes the
    proof, and so does one after which neither the answer that the proof has for it wins nor, without such an answer,
    a five of the attacker's or the threat replayed unchanged.
    """
    _Replay(rules, board.copy(), attacker).attack(win)


class _Replay:
    """A board, and for each colour the points on which a stone wins, kept up with every stone."""

    def __init__(self, rules: RuleSet, board: Board, attacker: Color) -> None:
        self.rules = rules
        self.board = board
        self.attacker = attacker
        empty = [point for point, cell in enumerate(board.cells) if cell == EMPTY]
        self.fives = {color: {point for point in empty if self._wins(point, color)} for color in Color}

    def attack(self, win: Win) -> None:
        """Play the attacker's move, and what it says to every defence."""
        move, board = win.move, self.board
        if not 0 <= move < len(board.cells) or board[move] != EMPTY:
            raise Unsound(f"{move} is no empty point")
        if self.rules.forbidden(board, move, self.attacker) is not None:
            raise Unsound(f"{move} is forbidden")
        if move in self.fives[self.attacker]:
            return
        with self._stone(move, self.attacker):
            for five in sorted(self.fives[self.attacker.other]):
                raise Unsound(f"{move} is answered by the five on {five}")
            if win.threat is None:
                self._after_four(win)
            else:
                self._after_threat(win, win.threat)

    def _after_four(self, win: Win) -> None:
        answers, fives = dict(win.answers), self.fives[self.attacker]
        if not fives:
            raise Unsound(f"{win.move} makes no four")
        for defence in self._stops(min(fives)):
            with self._stone(defence, self.attacker.other):
                left = bool(self.fives[self.attacker])
            if left or not self._legal(defence):
                continue
            if defence not in answers:
                raise Unsound(f"{win.move} is answered on {defence}")
            self._reply(defence, answers[defence])

    def _after_threat(self, win: Win, threat: Win) -> None:
        answers = dict(win.answers)
        if any(move.threat for move in threat):
            raise Unsound(f"what {win.move} threatens is more than fours")
        for defence in [point for point, cell in enumerate(self.board.cells) if cell == EMPTY]:
            if defence not in answers:
                try:
                    self._reply(defence, threat)
                except Unsound as error:
                    if self._legal(defence):
                        raise Unsound(f"{win.move} is answered on {defence}: {error}") from error
            elif self._legal(defence):
                self._reply(defence, answers[defence])

    def _reply(self, defence: int, win: Win) -> None:
        with self._stone(defence, self.attacker.other):
            self.attack(win)

    def _legal(self, defence: int) -> bool:
        return self.rules.forbidden(self.board, defence, self.attacker.other) is None

    def _stops(self, five: int) -> list[int]:
        """Empty points where a stone may take a five away: its own, and those that a row through it ends at."""
        board, points = self.board, [five]
        for _, *ways in rays(board.size)[five]:
            for way in ways:
                end = next((point for point in way if board[point] != self.attacker), five)
                if board[end] == EMPTY and end != five:
                    points.append(end)
        return points

    @contextmanager
    def _stone(self, point: int, color: Color) -> Iterator[None]:
        """Put a stone on an empty point for a while."""
        board, before = self.board, self.fives
        board.place(point, color)
        near = frozenset(star(board.size, REACH)[point])
        self.fives = {
            each: {five for five in before[each] if five != point and (five not in near or self._wins(five, each))}
            for each in Color
        }
        # a new five takes three more stones on the same line
        for _, back, forward in rays(board.size)[point]:
            line = back[:4] + forward[:4]
            if sum(board[other] == color for other in line) >= self.rules.length - 2:
                self.fives[color].update(p for p in line if board[p] == EMPTY and self._wins(p, color))
        try:
            yield
        finally:
            board.remove(point)
            self.fives = before

    def _wins(self, point: int, color: Color) -> bool:
        self.board.place(point, color)
        row = self.rules.winning_line(self.board, point)
        self.board.remove(point)
        return row is not None
