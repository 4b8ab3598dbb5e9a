"""Shapes that a stone makes on its four lines: fours, and threes that one more stone turns into a straight four."""

from __future__ import annotations

from typing import NamedTuple

from gomoku.board import EMPTY, Board, Color
from gomoku.lines import rays
from gomoku.ruleset import RuleSet

REACH = 4  # a five reaches no further


class StoneShapes(NamedTuple):
    """``fives``: for each line with a four, the points that make five; ``threes``: their number."""

    fives: tuple[tuple[int, ...], ...]
    threes: int

    @property
    def fours(self) -> int:
        """The number of lines with a four; a straight four counts once."""
        return len(self.fives)


def look(rules: RuleSet, board: Board, point: int, color: Color) -> StoneShapes:
    """Find what a stone of a colour makes on an empty point. A line with a four counts no three. The board is unchanged
    on return."""
    board.place(point, color)
    fives, threes = [], 0
    for _, back, forward in rays(board.size)[point]:
        line = [at for at in (*back[:REACH], *forward[:REACH]) if board[at] == EMPTY]
        stones = sum(board[at] == color for at in (*back[:REACH], *forward[:REACH]))
        if stones >= rules.length - 2 and (found := _fives(rules, board, line, color)):
            fives.append(found)
        elif stones >= rules.length - 3 and any(_is_straight(rules, board, at, line, color) for at in line):
            threes += 1
    board.remove(point)
    return StoneShapes(tuple(fives), threes)


def _fives(rules: RuleSet, board: Board, line: list[int], color: Color) -> tuple[int, ...]:
    found = []
    for at in line:
        if board[at] == EMPTY:
            board.place(at, color)
            if rules.winning_line(board, at) is not None:
                found.append(at)
            board.remove(at)
    return tuple(found)


def _is_straight(rules: RuleSet, board: Board, at: int, line: list[int], color: Color) -> bool:
    """Tell whether a stone on ``at`` leaves two points of the line that make five."""
    board.place(at, color)
    found = len(_fives(rules, board, line, color)) > 1
    board.remove(at)
    return found
