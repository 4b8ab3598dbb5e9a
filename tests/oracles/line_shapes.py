"""Shapes of a line: what a stone makes there, by trying further stones."""

from functools import cache

from gomoku.board import Board, Color
from gomoku.errors import ForbiddenReason
from gomoku.rulesets import ruleset

SIZE, ROW = 15, 7
EDGE = 3
"""A cell off the board."""


@cache
def forbids_overlines(rules: str, color: Color) -> bool:
    """Tell whether the rule set's class forbids six in a row, and so two fours at once, to a colour."""
    board = Board.from_stones(15, *(([0, 1, 3, 4, 5], []) if color == Color.BLACK else ([], [0, 1, 3, 4, 5])))
    return ruleset(rules).forbidden(board, 2, color) is ForbiddenReason.OVERLINE


@cache
def name_shape(rules: str, cells: tuple[int, ...], color: Color, middle: int) -> str:
    """Name the shape of a stone in the middle of eleven cells, by trying further stones; fives as in `gomoku`."""
    if _makes_five(rules, cells, color, middle):
        return "five"
    if forbids_overlines(rules, color) and _measure_row(cells, color, middle) > 5:
        return "overline"
    empty = [i for i, cell in enumerate(cells) if cell == 0]
    fives = [i for i in empty if name_shape(rules, _place(cells, i, color), color, middle) == "five"]
    if fives:
        for i in empty:
            against = _place(cells, i, color.other)
            if not any(against[j] == 0 and _makes_five(rules, _place(against, j, color), color, middle) for j in fives):
                return "four"
        return "open four" if max(fives) - min(fives) == 5 else "double four"
    nexts = {name_shape(rules, _place(cells, i, color), color, middle) for i in empty}
    if "open four" in nexts or ("double four" in nexts and not forbids_overlines(rules, color)):
        return "open three"
    if nexts & {"four", "double four"}:
        return "three"
    if "open three" in nexts:
        return "open two"
    return "two" if "three" in nexts else "none"


def _place(cells: tuple[int, ...], i: int, color: Color) -> tuple[int, ...]:
    return (*cells[:i], int(color), *cells[i + 1 :])


def _measure_row(cells: tuple[int, ...], color: Color, middle: int) -> int:
    first = last = middle
    while first > 0 and cells[first - 1] == color:
        first -= 1
    while last < len(cells) - 1 and cells[last + 1] == color:
        last += 1
    return last - first + 1


def _makes_five(rules: str, cells: tuple[int, ...], color: Color, middle: int) -> bool:
    """Tell whether the row through the middle wins, on a board where the cells touch the edges they name."""
    inside = [n for n, cell in enumerate(cells) if cell != EDGE]
    left, length = inside[0], len(inside)
    if left and length < len(cells) - left:  # between two edges: a diagonal of that length
        points = [(SIZE - length + n) * SIZE + n for n in range(length)]
    else:
        start = 0 if left else SIZE - length
        points = [ROW * SIZE + start + n for n in range(length)]
    board = Board(SIZE)
    for point, n in zip(points, inside, strict=True):
        if cells[n]:
            board.place(point, Color(cells[n]))
    return ruleset(rules).winning_line(board, points[middle - left]) is not None
