"""Motives of a stone: what it makes, by trying further stones on the board."""

from collections.abc import Iterable

from bots.search.board.motives import Motive
from gomoku.board import EMPTY, Board, Color
from gomoku.lines import rays
from gomoku.rulesets import ruleset


def put(board: Board, point: int, color: Color) -> Board:
    after = board.copy()
    after.place(point, color)
    return after


def wins(rules: str, board: Board, point: int, color: Color) -> bool:
    return ruleset(rules).winning_line(put(board, point, color), point) is not None


def is_legal(rules: str, board: Board, point: int, color: Color) -> bool:
    return board[point] == EMPTY and ruleset(rules).forbidden(board, point, color) is None


def _find_fives(rules: str, board: Board, line: Iterable[int], stone: int) -> set[int]:
    """Find the points of the line where the stone's colour wins with a row through the stone."""
    color, found = Color(board[stone]), set()
    for point in line:
        if board[point] == EMPTY:
            row = ruleset(rules).winning_line(put(board, point, color), point)
            found |= {point} if row is not None and stone in row else set()
    return found


def _is_stopped(rules: str, board: Board, line: Iterable[int], stone: int) -> bool:
    """Tell whether one reply on the line leaves no five through the stone."""
    cells = tuple(line)
    other = Color(board[stone]).other
    return any(board[p] == EMPTY and not _find_fives(rules, put(board, p, other), cells, stone) for p in cells)


def find_made(rules: str, board: Board, point: int, color: Color) -> set[Motive | None]:
    """Return what a stone makes, by the rules alone, as a set of acceptable answers."""
    if not is_legal(rules, board, point, color):
        return {None}
    if wins(rules, board, point, color):
        return {Motive.FIVE}
    after = put(board, point, color)
    lines = [back[:5] + forward[:5] for _, back, forward in rays(board.size)[point]]
    around = [p for line in lines for p in line]
    threes = 0
    for line in lines:
        grown = [put(after, p, color) for p in line if is_legal(rules, after, p, color)]
        if not _find_fives(rules, after, line, point):
            threes += any(
                _find_fives(rules, more, line, point) and not _is_stopped(rules, more, line, point) for more in grown
            )
    if not _find_fives(rules, after, around, point):
        return {(None, Motive.OPEN_THREE, Motive.DOUBLE_THREE)[min(threes, 2)]}
    if not _is_stopped(rules, after, around, point):
        return {Motive.OPEN_FOUR, Motive.DOUBLE_FOUR}
    return {Motive.FOUR_THREE if threes else Motive.FOUR}
