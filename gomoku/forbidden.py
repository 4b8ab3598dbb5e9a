"""Forbidden points of black, by the International Renju Federation's rules of the game (section 9).

A move that makes five is never forbidden. Otherwise an overline, two fours or two threes made by one move are. A three
counts only if it can really become a straight four: by a move that makes no five and is not itself forbidden, so the
test recurses one stone later.
"""

from __future__ import annotations

from gomoku.board import EMPTY, Board, Color
from gomoku.errors import ForbiddenReason
from gomoku.lines import star
from gomoku.shapes import Shape, shapes

FIVE = 5
NEAR = 2  # each overline, four or three through a point has another of its stones this close


def reason(board: Board, point: int) -> ForbiddenReason | None:
    """Return why black may not play the empty ``point``; None when black may."""
    return _reason(board, point, shapes(board, point))


def points(board: Board) -> dict[int, ForbiddenReason]:
    """Find every point that black may not play, ascending, with the reason."""
    cells = board.cells
    near = star(board.size, NEAR)
    candidates = {
        candidate
        for point, cell in enumerate(cells)
        if cell == Color.BLACK
        for candidate in near[point]
        if cells[candidate] == EMPTY
    }
    found = {}
    for point in sorted(candidates):
        why = reason(board, point)
        if why is not None:
            found[point] = why
    return found


def _reason(board: Board, point: int, lines: list[tuple[int, Shape]]) -> ForbiddenReason | None:
    if any(shape.row == FIVE for _, shape in lines):
        return None
    if any(shape.row > FIVE for _, shape in lines):
        return ForbiddenReason.OVERLINE
    if sum(shape.fours for _, shape in lines) > 1:
        return ForbiddenReason.DOUBLE_FOUR
    threes = [[point + offset * step for offset in shape.straight] for step, shape in lines if shape.straight]
    if len(threes) < 2:
        return None
    after = board.copy()
    after.place(point, Color.BLACK)
    real = sum(any(_allows_straight_four(after, extension) for extension in three) for three in threes)
    return ForbiddenReason.DOUBLE_THREE if real > 1 else None


def _allows_straight_four(board: Board, point: int) -> bool:
    """Tell whether black may play the point that makes a straight four, without making five."""
    lines = shapes(board, point)
    return all(shape.row != FIVE for _, shape in lines) and _reason(board, point, lines) is None
