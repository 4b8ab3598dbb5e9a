"""Winning rows: a definition for each rule set, applied to every line of the board cut into runs of one colour."""

from collections.abc import Callable
from itertools import groupby

from gomoku.board import Board, Color

ROWS = {f"row_{length}": length for length in (3, 4, 6, 7, 8)}
"""Required length by rule set."""


def _list_lines(size: int) -> list[list[tuple[int, int]]]:
    """List rows, columns and both kinds of diagonals, from edge to edge."""
    cells = [(x, y) for y in range(size) for x in range(size)]
    keys: list[Callable[[tuple[int, int]], int]] = [
        lambda c: c[1],
        lambda c: c[0],
        lambda c: c[0] - c[1],
        lambda c: c[0] + c[1],
    ]
    return [list(line) for key in keys for _, line in groupby(sorted(cells, key=lambda c: (key(c), c)), key)]


def find_winning_rows(name: str, board: Board, point: int) -> tuple[int, ...] | None:
    """Find the winning rows through a stone by cutting every line of the board into runs of one colour."""
    size, color = board.size, board[point]
    stones: set[int] = set()
    for line in _list_lines(size):
        points = [y * size + x for x, y in line]
        rows = [list(row) for _, row in groupby(points, lambda p: board[p])]
        for before, row, after in zip([[], *rows], rows, [*rows[1:], []], strict=False):
            if point not in row:
                continue
            enclosed = all(end and board[end[0]] == 3 - color for end in (before, after))
            wins = {
                "freestyle": len(row) >= 5,
                "standard": len(row) == 5,
                "renju": len(row) == 5 or (len(row) > 5 and color == Color.WHITE),
                "caro": len(row) == 5 and not enclosed,
                "tictactoe": len(row) >= 3,
                **{name: len(row) >= length for name, length in ROWS.items()},
            }[name]
            if wins:
                stones.update(row)
    return tuple(sorted(stones)) or None
