"""A plain checker of proofs by continuous fours, on the rules alone: it finds the defences itself."""

from collections.abc import Iterator

from bots.search.proof import Win
from gomoku.board import EMPTY, Board, Color
from gomoku.lines import star
from gomoku.ruleset import RuleSet

ADJACENT = 1  # every row of five has another of its stones next to each of its own


class Unsound(Exception):
    """The proof does not hold; the message says where."""


def check(rules: RuleSet, board: Board, attacker: Color, win: Win) -> None:
    """Replay a proof in which the attacker is to move; raises Unsound when it does not hold.

    After each move of the attacker's that makes no five, every legal defence is played: one that makes five refutes the
    proof, and so does one after which the attacker has no five, unless the proof goes on from there.
    """
    _attack(rules, board.copy(), attacker, win)


def _attack(rules: RuleSet, board: Board, attacker: Color, win: Win) -> None:
    move = win.move
    if not 0 <= move < len(board.cells) or board[move] != EMPTY:
        raise Unsound(f"{move} is no empty point")
    if rules.forbidden(board, move, attacker) is not None:
        raise Unsound(f"{move} is forbidden")
    board.place(move, attacker)
    if rules.winning_line(board, move) is None:
        fives = list(_fives(rules, board, attacker))
        if not fives:
            raise Unsound(f"{move} makes no four")
        for five in _fives(rules, board, attacker.other):
            raise Unsound(f"{move} is answered by the five on {five}")
        answers = dict(win.answers)
        for defence in range(len(board.cells)):
            if board[defence] != EMPTY or _left(rules, board, attacker, fives, defence):
                continue
            if rules.forbidden(board, defence, attacker.other) is not None:
                continue
            if defence not in answers:
                raise Unsound(f"{move} is answered on {defence}")
            board.place(defence, attacker.other)
            _attack(rules, board, attacker, answers[defence])
            board.remove(defence)
    board.remove(move)


def _fives(rules: RuleSet, board: Board, color: Color) -> Iterator[int]:
    """Points on which a stone of the colour wins."""
    near = star(board.size, ADJACENT)
    for point, cell in enumerate(board.cells):
        if cell == EMPTY and any(board[other] == color for other in near[point]) and _wins(rules, board, color, point):
            yield point


def _left(rules: RuleSet, board: Board, attacker: Color, fives: list[int], defence: int) -> bool:
    """Whether a five is left to the attacker after a defence."""
    board.place(defence, attacker.other)
    left = any(five != defence and _wins(rules, board, attacker, five) for five in fives)
    board.remove(defence)
    return left


def _wins(rules: RuleSet, board: Board, color: Color, point: int) -> bool:
    board.place(point, color)
    row = rules.winning_line(board, point)
    board.remove(point)
    return row is not None
