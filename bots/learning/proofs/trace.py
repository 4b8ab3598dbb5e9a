"""The trace of a proof: the part of the board that it uses."""

from dataclasses import dataclass

from bots.search.solver.proof import Win
from gomoku.board import EMPTY, Board, Color
from gomoku.lines import lines, star
from gomoku.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Trace:
    """Points that a proof plays on or makes fives on, and the attacker's moves to five on its longest line."""

    points: frozenset[int]
    length: int


def trace(rules: RuleSet, board: Board, attacker: Color, win: Win) -> Trace:
    """Trace a proof that holds on the board, with the attacker to move."""
    points: set[int] = set()
    length = _follow(rules, board.copy(), attacker, win, points)
    return Trace(frozenset(points), length)


def _follow(rules: RuleSet, board: Board, attacker: Color, win: Win, points: set[int]) -> int:
    points.add(win.move)
    board.place(win.move, attacker)
    length = 0
    if rules.winning_line(board, win.move) is None:
        length = 1
        if win.threat is None:
            points.update(fives_through(rules, board, attacker, win.move))
        else:
            length = _follow(rules, board, attacker, win.threat, points)
        for reply, below in win.answers:
            points.add(reply)
            board.place(reply, attacker.other)
            length = max(length, _follow(rules, board, attacker, below, points))
            board.remove(reply)
    board.remove(win.move)
    return length + 1


def fives_through(rules: RuleSet, board: Board, color: Color, point: int) -> list[int]:
    """List the empty points where a stone of the colour makes five, on the lines through ``point``."""
    fives = []
    for near in star(board.size, rules.length - 1)[point]:
        if board[near] == EMPTY:
            board.place(near, color)
            if rules.winning_line(board, near) is not None:
                fives.append(near)
            board.remove(near)
    return fives


def stones_on_fives(board: Board, attacker: Color, empty: frozenset[int], length: int) -> set[int]:
    """Return the attacker's stones on lines of ``length`` points that it can fill by playing on ``empty`` alone."""
    found: set[int] = set()
    for line in lines(board.size, length):
        stones = [point for point in line if board[point] == attacker]
        if 0 < len(stones) < length and all(point in empty or board[point] == attacker for point in line):
            found.update(stones)
    return found
